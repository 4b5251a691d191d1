import MarbleSpecs
import Marbles

extension MarbleTool {
  static let completions = Subcommand(
    shape: CommandShape(
      name: "completions", overview: "Print a script that completes the words of this command in a shell.",
      operands: [
        CommandShape.Operand(
          name: "shell", kind: .choice(CompletionScript.Shell.allCases.map(\.rawValue)), help: "bash, zsh or fish.")
      ])
  ) { tool, arguments in
    let known = CompletionScript.Shell.allCases.map(\.rawValue)
    guard let shell = CompletionScript.Shell(rawValue: arguments.operands[0]) else {
      let names = known.map { "'\($0)'" }.joined(separator: ", ")
      let nearest = Suggestion.nearest(to: arguments.operands[0], among: known).map { "Did you mean '\($0)'? " } ?? ""
      throw UsageError(
        message: "There are no completions for '\(arguments.operands[0])'. \(nearest)Please provide one of \(names).")
    }
    tool.print(CompletionScript.text(for: shell))
  }

  static let manual = Subcommand(
    shape: CommandShape(
      name: "manual", overview: "Print the manual page; 'marble manual | man -l -' shows it.", operands: [])
  ) { tool, _ in tool.print(ManualPage.text) }
}
