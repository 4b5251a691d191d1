import MarbleDiagrams
import MarbleRuns
import MarbleSpecs

/// The text of `marble help rules`.
enum RulesHelp {
  private static let example = """
    frame: 100ms
    hot ask: -a---b-------|
    let found = ask.filter { $0 == "a" }.delay(for: 200ms)
    > found
    ! each ask is followed by found within 300ms
    """

  static var text: String {
    let drawing =
      (try? ExecutedSpec(SpecText(example, file: "example"))).map { TextRenderer.text(of: $0.diagram) } ?? ""
    var text = """
      A rule says in a sentence what has to be true, where a row of marbles would say too
      much. It is a line that begins with '!', below the pipeline that it belongs to.
      'marble check' reports a rule that is broken.

      \(indented(drawing))

      Below a rule each test of it is drawn: it begins at '[', '+' is the answer, ']' the
      end of its time, 'x' the break, '?' the end of the run before it was decided, and
      '~' an event after 'unless'.

      RULES:

      """
    text += RuleForm.all.map { CommandShape.entry($0.form, $0.sentence) + "      ! \($0.example)\n" }.joined(
      separator: "\n")
    text += "\nAFTER A RULE:\n"
    text += RuleForm.additions.map { CommandShape.entry($0.form, $0.sentence) }.joined()
    text += """

      A and B are streams with a name, or 'this', the result of the pipeline. Each value
      counts, or only some: ask 'a', ask 'a' or 'b'. The ends of a stream are events, too:
      ask finishes, ask fails, ask ends (one of both), this is cancelled. A number without
      a unit is a number of frames.

      A rule holds, is broken at an instant, or was never put to the test, which is a
      failure: a rule that nothing was checked by proves nothing. What is open when the
      run ends is undecided, which is a failure, too.

      """
    return text
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "      " + $0 }.joined(separator: "\n")
  }
}
