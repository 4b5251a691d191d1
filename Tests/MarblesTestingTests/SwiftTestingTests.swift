import MarblesTesting
import Synchronization
import Testing

/// Lines that several calls write.
final class Found: Sendable {
  private let storage = Mutex<[String]>([])
  var lines: [String] { storage.withLock { $0 } }
  func append(_ line: String) { storage.withLock { $0.append(line) } }
}

struct SwiftTestingTests {
  @Test func aTestThatHolds() throws {
    try marbles { m in
      m.expect(m.cold("-a|")).toBe("-a|")
    }
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
      found.append("\(location?.fileID ?? "") +\((location?.line ?? 0) - line) \(issue.comments.map(\.rawValue).joined())")
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

/// The same in tests of async code.
struct AsyncSwiftTestingTests {
  @Test func aTestThatHolds() async throws {
    try await marbles { m in
      m.expect(m.async("-a|")).toBe("-a|")
    }
  }

  @Test func everyProblemIsAnIssueAtItsLine() async throws {
    let line = #line
    let found = Found()
    try await withKnownIssue {
      try await marbles { m in
        let source = m.async("-a|")
        m.expect(source).toBe("-b|")
        m.expect(subscriptionsOf: source).toBe("^!")
      }
    } matching: { issue in
      found.append("+\((issue.sourceLocation?.line ?? 0) - line) \(issue.comments.map { $0.rawValue.prefix { $0 != "\n" } })")
      return true
    }
    #expect(found.lines == [#"+5 ["source differs at frame 1"]"#, #"+6 ["the subscriptions of source differ at frame 1"]"#])
  }
}
