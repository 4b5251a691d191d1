import MarbleSpecs

extension MarbleTool {
  static let tryOut = Subcommand(
    shape: CommandShape(
      name: "try", overview: "Run a spec that is given as arguments and draw what happened.",
      operands: [
        CommandShape.Operand(
          name: "line", kind: .text, help: "A line of a spec, in quotes: 'a: -1-2-|' '> a.delay(for: 2)'.", isRepeated: true)
      ],
      options: drawingOptions)
  ) { tool, arguments in
    let text = SpecText(arguments.operands.joined(separator: "\n"), file: "try")
    try tool.draw([text], arguments)
  }
}
