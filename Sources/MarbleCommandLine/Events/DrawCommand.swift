import MarbleDiagrams
import MarbleRuns
import MarbleSpecs
import Marbles

extension MarbleTool {
  static let events = CommandShape.Operand(
    name: "file",
    help: "A run in the format marble-events, from --format events or from a recorder; - is standard input.")

  static let draw = Subcommand(
    shape: CommandShape(
      name: "draw", overview: "Draw a run that was recorded elsewhere.", operands: [events],
      options: drawingOptions.filter { ["format", "theme", "width", "animate", "ascii", "output"].contains($0.name) }
        + [
          CommandShape.Option(
            name: "frame", value: "time",
            help: "The time of one symbol, to which instants are rounded. The default makes rows of about 80 symbols.")
        ])
  ) { tool, arguments in try tool.drawEvents(arguments) }

  private mutating func drawEvents(_ arguments: ParsedArguments) throws(UsageError) {
    let drawing = try Drawing(arguments, on: terminal)
    let frame = try arguments.duration("frame", such: "10ms")
    guard let run = recordedRun(arguments.operands[0]) else { return }
    let text: String
    if drawing.format == .events {
      text = EventWriter.text(of: run)
    } else {
      text = drawing.text(of: Diagram(run, frame: frame), from: SpecText("", file: arguments.operands[0]))
    }
    guard let path = drawing.output else { return print(text, as: drawing.format == .text ? .drawing : .plain) }
    write(text, to: path, over: Replaceable.isPicture)
  }
}
