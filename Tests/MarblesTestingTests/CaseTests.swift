import MarblesTesting
import Pipes
import Testing
import XCTest

/// Generated rows and laws in tests of Swift Testing and XCTest: the failure belongs to the test, at its line, with its
/// picture.
struct GeneratedRowTests {
  @Test func theShortestRowIsAnIssue() throws {
    try withKnownIssue {
      try marbles(cases: 200) { m in
        let typed = m.hot(any: "abc", ends: [.open])
        m.expect(typed.removeDuplicates()).toEqual(typed)
      }
    } matching: { issue in
      issue.sourceLocation?.line == #line - 3
        && issue.comments.contains { $0.rawValue.contains("as a test: m.hot(\"aa\") … toBe(\"aa\")") }
    }
  }

  @Test func asyncCasesAreIssuesToo() async throws {
    try await withKnownIssue {
      try await marbles(cases: 200) { m in
        m.expect(m.hot(any: "ab")).toSatisfy("no b") { !$0.values.contains("b") }
      }
    } matching: {
      $0.comments.contains { $0.rawValue.contains("does not satisfy no b") }
    }
  }

  @Test func lawsAreIssuesToo() throws {
    try checkLaws { $0.prefix(2) }
    try checkLaws(any: ["a", "b"]) { $0.map { $0 + "!" } }
    try withKnownIssue {
      try checkLaws(except: [.everyDemand]) { $0.share() }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("(two subscribers receive what one receives)") }
    }
  }
}

final class GeneratedRowXCTests: XCTestCase {
  func testCasesRun() throws {
    let run = try marbles(cases: 50) { m in
      let typed = m.hot(any: "abc")
      m.expect(typed.map { $0 }).toEqual(typed)
    }
    XCTAssertEqual(run.count, 50)
    try checkLaws { $0.map { $0 } }
  }

  func testAsyncCasesRun() async throws {
    try await marbles(cases: 20) { m in
      let typed = m.hot(any: "abc")
      m.expect(typed.map { $0 }).toEqual(typed)
    }
  }
}
