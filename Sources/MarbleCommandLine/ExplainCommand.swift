import MarbleDiagrams
import MarbleSpecs

extension MarbleTool {
  static let explain = Subcommand(
    shape: CommandShape(name: "explain", overview: "Run specs and explain step by step what happened and why.", operands: [paths])
  ) { tool, arguments in tool.explain(tool.specs(arguments)) }

  private mutating func explain(_ texts: [SpecText]) {
    for text in texts {
      guard let diagram = executed(text, isTraced: true) else { continue }
      if texts.count > 1 { print((result.output.isEmpty ? "" : "\n") + "# \(text.file)", as: .diagram) }
      print(Explanation.text(of: diagram, width: terminal.width), as: .diagram)
    }
  }
}
