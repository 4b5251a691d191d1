import MarbleDiagrams
import MarbleRuns
import MarbleSpecs

extension MarbleTool {
  static let explain = Subcommand(
    shape: CommandShape(
      name: "explain", overview: "Run specs and explain step by step what happened and why.",
      operands: [
        CommandShape.Operand(
          name: "path", help: "Specs, Markdown files with specs, folders, or recorded runs (*.jsonl); - is standard input.",
          isRepeated: true)
      ])
  ) { tool, arguments in
    let recorded = arguments.operands.filter(MarbleTool.isEvents)
    var arguments = arguments
    arguments.operands.removeAll(where: MarbleTool.isEvents)
    if !arguments.operands.isEmpty { tool.explain(tool.specs(arguments)) }
    for path in recorded { tool.explain(recorded: path, isOnly: recorded.count == 1 && arguments.operands.isEmpty) }
  }

  private mutating func explain(recorded path: String, isOnly: Bool) {
    guard let run = recordedRun(path) else { return }
    if !isOnly { print((result.output.isEmpty ? "" : "\n") + "# \(path)", as: .diagram) }
    print(run.explanation(width: terminal.width), as: .diagram)
  }

  private mutating func explain(_ texts: [SpecText]) {
    for text in texts {
      guard let diagram = executed(text, isTraced: true) else { continue }
      if texts.count > 1 { print((result.output.isEmpty ? "" : "\n") + "# \(text.file)", as: .diagram) }
      print(Explanation.text(of: diagram, width: terminal.width), as: .diagram)
    }
  }
}
