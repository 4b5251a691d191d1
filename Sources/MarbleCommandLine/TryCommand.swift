import MarbleSpecs

extension MarbleTool {
  static let tryOut = Subcommand(
    shape: CommandShape(
      name: "try", overview: "Run a spec that is given as arguments and draw what happened.",
      operands: [
        CommandShape.Operand(
          name: "line", kind: .text, help: "A line of a spec, in quotes: 'a: -1-2-|' '> a.delay(for: 2)'.",
          isRepeated: true)
      ],
      options: drawingOptions)
  ) { tool, arguments in
    let text = SpecText(arguments.operands.joined(separator: "\n"), file: "try")
    try tool.draw([text], arguments)
    if tool.result.code == 0 { try tool.compare(text, with: Drawing(arguments)) }
  }

  /// Reports the rows of a drawn spec that differ from what happened, as `check` does.
  private mutating func compare(_ text: SpecText, with drawing: Drawing) {
    if let file = try? SpecFile(text), !file.hasExpectations, let (number, span) = file.numbersInDigits.first {
      report("\(text.place(of: span)): note: \(SpecFile.sentence(ofNumber: number))")
    }
    let check = CheckedSpec(text, width: terminal.width, needsExpectations: false)
    for failure in check.failures {
      // A picture on standard output stays alone there.
      if drawing.output == nil, drawing.format != .text {
        report(failure)
      } else {
        print("\n" + failure, as: .difference)
      }
    }
    end(with: check.code)
  }
}
