import Foundation
import TestFolder
import Testing

@testable import Marbles

/// Recorded streams as the sources of a test.
struct RecordedSourceTests {
  private static let text = """
    {"marble-events":1}
    {"at":"0s","stream":"typed","subscribe":true}
    {"at":"1ms","stream":"typed","next":"a","value":"\\"s\\\\n\\""}
    {"at":"3ms","stream":"typed","next":"b"}
    {"at":"4ms","stream":"answer","next":"c","value":"12"}
    {"at":"5ms","stream":"answer","finish":true}
    {"at":"6ms","stream":"answer","subscription":2,"subscribe":true}
    {"at":"8ms","stream":"answer","subscription":2,"fail":"Offline"}
    {"at":"9ms","stream":"typed","finish":true}

    """
  private struct Offline: Error, Equatable {}
  private let folder: TestFolder
  private var path: String { folder.path + "/recorded.jsonl" }

  init() throws { folder = try TestFolder(["recorded.jsonl": Self.text]) }

  @Test func aHotStreamPlaysTheRecordedEventsAtTheirInstants() throws {
    try marbles { m in
      let typed = m.hot(recorded: path, "typed")
      m.expect(typed).toBe("-a-b-----|", ["a": "s\n", "b": "b"])
    }
  }

  @Test func eachSubscriptionToAColdStreamPlaysItsOwnEvents() throws {
    try marbles { m in
      let answer = m.cold(recorded: path, "answer", error: Offline()) { Int($0) }
      // The first one begins with its first event, because its subscription was not recorded.
      m.expect(answer).toBe("c|", ["c": 12], error: Offline())
      m.expect(answer, from: "--^").toBe("----#", [:], error: Offline())
    }
  }

  @Test func aStreamThatIsNotInTheFileIsAProblem() {
    #expect(throws: MarbleFailure.self) {
      try marbles { m in m.expect(m.hot(recorded: path, "type")).toBe("-") }
    }
    do { try marbles { m in m.expect(m.hot(recorded: path, "type")).toBe("-") } } catch {
      #expect("\(error)".contains("has no stream 'type'; it has 'typed', 'answer'"))
    }
    do { try marbles { m in m.expect(m.hot(recorded: "none.jsonl", "type")).toBe("-") } } catch {
      // A relative path begins at the folder of this file.
      #expect("\(error)".contains("Recording/Events/none.jsonl' cannot be read: "))
    }
  }

  @Test func anEventWithoutMeaningIsNamedWithItsStreamAndInstant() {
    func text(_ stream: String) -> String {
      do {
        try marbles { m in m.expect(m.cold(recorded: path, stream) { Int($0) }).toBe("-") }
        return ""
      } catch { return "\(error)" }
    }
    #expect(
      text("typed").contains("recorded.jsonl: 'a' of 'typed' at 1ms is not of type Int\n  the closure returned nil"))
    #expect(
      text("answer").contains("recorded.jsonl: 'answer' fails at 8ms\n  pass error: with the failure of the stream"))
  }
}
