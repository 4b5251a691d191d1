import MarbleSpecs

/// A topic of `marble help` besides the subcommands. The text is generated for each call, from the tables that the
/// program uses, and all its examples are executed.
struct HelpTopic: Sendable {
  var name: String
  var overview: String
  var text: @Sendable () -> String

  static let all = [
    HelpTopic(name: "notation", overview: "The symbols in rows of marbles.", text: { NotationHelp.text }),
    HelpTopic(name: "spec", overview: "The lines of a spec, with an example of every word.", text: { SpecHelp.text }),
    HelpTopic(
      name: "rules", overview: "The rules about order and time that a spec may state.", text: { RulesHelp.text }),
  ]

  /// Texts that programs read: scripts for shells, and the manual page.
  static let forms =
    CompletionScript.Shell.allCases.map { shell in
      HelpTopic(
        name: shell.rawValue, overview: "A script that completes the words of this command in \(shell.rawValue).",
        text: { CompletionScript.text(for: shell) })
    } + [
      HelpTopic(
        name: "man", overview: "The manual page; 'marble help man | man -l -' shows it.", text: { ManualPage.text })
    ]

  /// A spec with the diagram of its run, or with its problem.
  static func executed(_ spec: String) -> [String] {
    do {
      let spec = try ExecutedSpec(SpecText(spec, file: "example"))
      let text = SpecUpdate(spec).edits.applied(to: spec.file.text.lines)
      return text.filter { !$0.isEmpty }.map { String($0) }
    } catch {
      return error.description.split(separator: "\n").map(String.init)
    }
  }
}
