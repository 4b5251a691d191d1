import MarbleSpecs

/// Something `marble help` explains besides the subcommands. The text is made when it is asked for, of the tables that the program itself
/// reads, and all examples in it are executed then.
struct HelpTopic: Sendable {
  var name: String
  var overview: String
  var text: @Sendable () -> String

  static let all = [
    HelpTopic(name: "notation", overview: "What rows of marbles mean.", text: { NotationHelp.text }),
    HelpTopic(name: "spec", overview: "How specs are written, with an example of every word.", text: { SpecHelp.text }),
  ]

  /// A spec with what happened when it ran just now, or what is wrong with it.
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
