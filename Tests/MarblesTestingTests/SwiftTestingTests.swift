@testable import MarblesTesting
import Pipes
import Testing
import VirtualTime

/// Lines that several calls write.
final class Found: Sendable {
  private let storage = Guarded<[String]>([])
  var lines: [String] { storage.with { $0 } }
  func append(_ line: String) { storage.with { $0.append(line) } }
}

struct SwiftTestingTests {
  @Test func aTestThatHolds() throws {
    try marbles { m in
      m.expect(m.cold("-a|")).toBe("-a|")
    }
  }

  /// A recording run has to know it. Swift Testing may rename what it keeps.
  @Test func aKnownIssueIsToldApart() {
    var issues: [Issue] = []
    withKnownIssue { issues.append(Issue.record("known")) }
    issues.append(Issue.record("a warning is not a failure", severity: .warning))
    #expect(issues.map(\.wasKnown) == [true, false])
  }

  @Test func everyProblemIsAnIssueAtItsLine() throws {
    let line = #line
    let found = Found()
    try withKnownIssue {
      try marbles { m in
        let source = m.cold("-a|")
        m.expect(source).toBe("-b|")
        m.expect(subscriptionsOf: source)
          .toBe("^!")
      }
    } matching: { issue in
      let location = issue.sourceLocation
      found.append(
        "\(location?.fileID ?? "") +\((location?.line ?? 0) - line) \(issue.comments.map(\.rawValue).joined())")
      return true
    }
    #expect(
      found.lines == [
        """
        MarblesTestingTests/SwiftTestingTests.swift +5 source differs at frame 1
          source    -a|
          expected  -b|
          actual    -a|
                     ^
          frame 1: expected 'b', got 'a'
        """,
        """
        MarblesTestingTests/SwiftTestingTests.swift +6 the subscriptions of source differ at frame 1
          source    -a|
          expected  ^!
          actual    ^-!
                     ^^
          frame 1: expected its end, nothing happened
          frame 2: nothing expected, got its end
        """,
      ])
  }

  @Test func aMarbleStringThatCannotBeReadIsAnIssueAtItsLine() throws {
    let line = #line
    try withKnownIssue {
      try marbles { m in
        _ = m.cold("-a(b")
      }
    } matching: { issue in
      issue.sourceLocation?.line == line + 3
        && issue.comments.map(\.rawValue) == ["the group is not closed\n  -a(b\n    ^^\n  write ')' at its end"]
    }
  }

  @Test func whatTheBodyThrowsIsThrown() {
    struct Stop: Error {}
    #expect(throws: Stop.self) { try marbles { _ in throw Stop() } }
  }

  @Test func outsideOfATestTheFailureIsThrown() async {
    let failure = await Task.detached { () -> String? in
      do {
        try marbles { m in m.expect(m.cold("-a|")).toBe("-b|") }
        return nil
      } catch {
        return "\(error)"
      }
    }.value
    #expect(failure?.hasPrefix("SwiftTestingTests.swift:") == true)
  }
}

/// The known issues of a body: each with its place, counted from the line of this call, and the first line of its text.
private func issues(from line: Int = #line, _ body: () async throws -> Void) async throws -> [String] {
  let found = Found()
  try await withKnownIssue {
    try await body()
  } matching: { issue in
    let location = issue.sourceLocation, text = issue.comments.map(\.rawValue).joined()
    found.append("\(location?.fileName ?? "") +\((location?.line ?? 0) - line) \(text.prefix { $0 != "\n" })")
    return true
  }
  return found.lines
}

/// The same in tests of async code.
struct AsyncSwiftTestingTests {
  @Test func aTestThatHolds() async throws {
    try await marbles { m in
      m.expect(m.async("-a|")).toBe("-a|")
    }
  }

  @Test func everyProblemIsAnIssueAtItsLine() async throws {
    let found = try await issues {
      try await marbles { m in
        let source = m.async("-a|")
        m.expect(source).toBe("-b|")
        m.expect(subscriptionsOf: source).toBe("^!")
      }
    }
    let file = "SwiftTestingTests.swift"
    #expect(
      found == ["\(file) +3 source differs at frame 1", "\(file) +4 the subscriptions of source differ at frame 1"])
  }
}

/// Functions that wrap tests, and runs in virtual time: problems are recorded where they are called.
struct PlaceTests {
  @Test func aFunctionThatWrapsATest() async throws {
    func check(_ row: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
      try marbles(sourceLocation: sourceLocation) { m in
        let source = m.cold("-a|")
        m.expect(source).toBe(row)
      }
    }
    try check("-a|")
    let found = try await issues { try check("-b|") }
    #expect(found == ["SwiftTestingTests.swift +0 source differs at frame 1"])
  }
  @Test func aFunctionThatWrapsAnAsyncTest() async throws {
    func check(_ row: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
      try await marbles(sourceLocation: sourceLocation) { m in
        let source = m.async("-a|")
        m.expect(source).toBe(row)
      }
    }
    try await check("-a|")
    let found = try await issues { try await check("-b|") }
    #expect(found == ["SwiftTestingTests.swift +0 source differs at frame 1"])
  }
  @Test func aRunInVirtualTimeFailsAtItsLine() async throws {
    let found = try await issues {
      try await withVirtualTime(patience: .seconds(2)) { _ in for await _ in AsyncStream<Int>.makeStream().stream {} }
    }
    #expect(found.count == 1, "once")
    #expect(
      found.first?.hasPrefix("SwiftTestingTests.swift +1 nothing is left to do at 0s, but the body still waits") == true
    )
  }
  @Test func whatTheBodyOfARunThrowsIsThrown() async throws {
    struct Stop: Error {}
    await #expect(throws: Stop.self) { try await withVirtualTime { _ in throw Stop() } }
    #expect(try await withVirtualTime { $0.now } == .zero)
  }
}

/// The body of an awaited test is on the actor of the test.
@MainActor @Suite struct MainActorBodyTests {
  /// A closure inside a closure asks the runtime whether it is on the main actor.
  @Test func closuresOfExpectationsAreOnTheMainActor() async throws {
    try await marbles { @MainActor m in
      let source = m.cold("-a-b|")
      m.expect(source).toSatisfy("it has one a") { run in run.values.filter { $0 == "a" }.count == 1 }
      m.expect(source, by: { a, b in a.filter { $0 != "x" } == b }).toBe("-a-b|")
      m.expect(source).toBe("-a-b|") { name in name.filter { $0 != "x" } }
      m.always(source) { a in a.filter { $0 != "x" } == a }
      m.atEnd(source) { a in a.filter { $0 != "x" } == "b" }
    }
  }
  private final class Model {
    var count = 0
  }

  @Test func theBodyAndItsActionsUseTheStateOfTheMainActor() async throws {
    let model = Model()
    try await marbles { m in
      model.count += 1
      m.at("-x-x") { model.count += 10 }
      m.atEach("-y") { symbol async in model.count += symbol == "y" ? 100 : 0 }
      m.expect(m.async("-a|")).toBe("-a|")
    }
    #expect(model.count == 121)
    try await marbles(cases: 3) { m in
      model.count += 1
      m.expect(m.hot(any: "ab")).toSatisfy { _ in true }.allowingNone()
    }
    #expect(model.count == 124)
  }
}
