import MarblesTesting
import Pipes
import Testing

@testable import Search

/// A recorded session as the source of a test.
struct SessionTests {
  @Test func eachPauseIsAQuestion() throws {
    try marbles { m in
      let typed = m.hot(recorded: "session.jsonl", "typed").allowingLive()
      m.expect(typed.debounce(for: .milliseconds(300), scheduler: m.scheduler)).toSatisfy {
        $0.values == ["swa", "swim", "swift"]
      }
    }
  }
}
