import MarbleSpecs
import Marbles

extension MarbleTool {
  /// Prints the help about a word, or about everything.
  mutating func help(_ words: [String]) {
    guard let word = words.first else { return print(MarbleTool.help) }
    if let command = MarbleTool.commands.first(where: { $0.shape.name == word }) { return print(command.shape.help) }
    let topics = HelpTopic.all + HelpTopic.forms
    if let topic = topics.first(where: { $0.name == word }) { return print(topic.text()) }
    // The help about an operator is its page.
    if OperatorHelp.has(word), let text = try? OperatorHelp.text(of: word) { return print(text, as: .diagram) }
    let known =
      MarbleTool.commands.map(\.shape.name) + topics.map(\.name) + OperatorTable.shared.rows.map(\.name)
    refuse(
      "There is no help about '\(word)'"
        + (Suggestion.nearest(to: word, among: known).map { ". Did you mean '\($0)'?" } ?? ""), nil)
  }

  static let exitCodes: [(code: Int32, meaning: String)] = [
    (0, "The command has done its work, and no check failed."),
    (1, "A check failed, two pipelines differ, no pipeline was found, or a run was stopped."),
    (64, "The arguments were wrong."),
    (65, "A spec was wrong."),
    (66, "A file could not be read or written."),
  ]

  static let help: String = {
    let first = Set(firstCommands.map(\.shape.name))
    func entries(_ commands: [Subcommand]) -> String {
      commands.map { CommandShape.entry($0.shape.name, $0.shape.overview) }.joined()
    }
    let topics = (HelpTopic.all + HelpTopic.forms).map { CommandShape.entry($0.name, $0.overview) }.joined()
    let codes = exitCodes.map { CommandShape.entry("\($0.code)", $0.meaning) }.joined()
    return """
      OVERVIEW: Run stream pipelines in virtual time, and draw or check what happens.

      USAGE: marble <subcommand>

      OPTIONS:
        --version               Show the version.
        -h, --help              Show help information.

      FIRST:
      \(entries(firstCommands))
        marble render -e 'a: -1-2-|' '> a.delay(for: 2)'

      AND THEN:
      \(entries(commands.filter { !first.contains($0.shape.name) }))
      TOPICS:
      \(topics)
      EXIT CODES:
      \(codes)
        See 'marble help <subcommand>' or 'marble help <topic>' for detailed help.

      """
  }()
}
