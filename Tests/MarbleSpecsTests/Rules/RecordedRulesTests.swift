import Testing

@testable import MarbleSpecs
@testable import Marbles

/// Rules that judge a recorded run.
@Suite struct RecordedRulesTests {
  /// a comes at 100 ms and is answered at 300 ms, b comes at 500 ms and is not answered; the recording ends at 1 s, and
  /// both streams go on.
  private static let session = """
    {"marble-events":1,"frame":"100ms"}
    {"at":"0s","stream":"found","subscribe":true}
    {"at":"0s","stream":"ask","subscribe":true}
    {"at":"100ms","stream":"ask","next":"a"}
    {"at":"300ms","stream":"found","next":"a"}
    {"at":"500ms","stream":"ask","next":"b"}
    {"at":"1s","stream":"tick","next":"t"}

    """
  private func failures(_ rules: String) throws -> [String] {
    try RecordedRules(SpecText(rules, file: "app.rules"), EventReader.run(Array(Self.session.utf8))).failures(
      width: nil)
  }

  @Test func whatHolds() throws {
    #expect(
      try failures(
        """
        # The rules of the search
        ! each ask 'a' is followed by found within 200ms

        ! each ask is followed by found within 500ms, or open at the end, but is broken
        ! at most 1 found within 1s
        ! always ask == "a" || ask == "b"
        ! found only after ask
        """) == [])
  }

  /// The deadline of b is 800 ms, before the end; with 600 ms it is 1.1 s, after the end, and nobody knows.
  @Test func aBreakAndAnOpenEnd() throws {
    let broken = try failures("! each ask is followed by found within 300ms")
    #expect(
      broken == [
        """
        app.rules:1: rule broken for ask b at 500ms: no found until 800ms
          ask    -a---b---
          found  ---a-----
          rule    [-+][--x  each ask is followed by found within 300ms
          it was obeyed 1 of 2 times
        """
      ])
    let open = try failures("! each ask is followed by found within 600ms")
    #expect(
      open.count == 1
        && open[0].hasPrefix("app.rules:1: rule undecided for ask b at 500ms: the run ended at 1s, before 1100ms"),
      "\(open)")
  }

  @Test(
    arguments: [
      ("! at most 1 this", "a recorded run has no 'this'"), ("! at most 1 fund", "there is no stream 'fund'"),
      ("at most 1 found", "expected a rule"),
      ("# nothing", "there is no rule"),
    ])
  func mistakes(rules: String, message: String) {
    do throws(SpecProblem) {
      let run: RecordedRun
      do throws(EventReader.Problem) { run = try EventReader.run(Array(Self.session.utf8)) } catch {
        return _ = Issue.record("\(error)")
      }
      _ = try RecordedRules(SpecText(rules, file: "app.rules"), run)
      Issue.record("'\(rules)' was read")
    } catch {
      #expect(error.message.contains(message))
    }
  }
}
