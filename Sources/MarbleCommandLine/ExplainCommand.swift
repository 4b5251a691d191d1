import MarbleDiagrams
import MarbleRuns
import MarbleSpecs
import VirtualTime

extension MarbleTool {
  static let explain = Subcommand(
    shape: CommandShape(
      name: "explain", overview: "Run specs and explain step by step what happened and why.",
      operands: [
        CommandShape.Operand(
          name: "path",
          help: "Specs, Markdown files with specs, folders, or recorded runs (*.jsonl); - is standard input.",
          takesInput: true, isRepeated: true)
      ],
      options: [
        CommandShape.Option(
          name: "at", value: "time", help: "Explain only what happens at this time, such as 300ms, or 5 for frame 5."),
        CommandShape.Option(
          name: "format", value: "format", choices: ["text", "json"],
          help: "With json, print the steps of each pipeline for other programs."),
      ])
  ) { tool, arguments in
    let recorded = arguments.operands.filter(MarbleTool.isEvents)
    for option in ["at", "format"] where !recorded.isEmpty && arguments.values[option] != nil {
      throw UsageError(message: "'--\(option)' is for specs, not for a recorded run")
    }
    let time = try arguments.specTime("at")
    let isJSON = arguments.values["format"] == "json"
    var arguments = arguments
    arguments.operands.removeAll(where: MarbleTool.isEvents)
    if !arguments.operands.isEmpty { tool.explain(tool.specs(arguments), at: time, isJSON: isJSON) }
    for path in recorded { tool.explain(recorded: path, isOnly: recorded.count == 1 && arguments.operands.isEmpty) }
  }

  private mutating func explain(recorded path: String, isOnly: Bool) {
    guard let run = recordedRun(path) else { return }
    if !isOnly { print((result.output.isEmpty ? "" : "\n") + "# \(path)", as: .diagram) }
    print(run.explanation(width: terminal.width), as: .diagram)
  }

  private mutating func explain(_ texts: [SpecText], at time: SpecTime?, isJSON: Bool) {
    var all: [JSONText] = []
    for text in texts {
      guard let diagram = executed(text, isTraced: true)?.diagram else { continue }
      let instant = time?.instant(frame: diagram.frame)
      if isJSON {
        all.append(Explanation.json(of: diagram, from: text.file, at: instant))
        continue
      }
      if texts.count > 1 { print((result.output.isEmpty ? "" : "\n") + "# \(text.file)", as: .diagram) }
      print(Explanation.text(of: diagram, width: terminal.width, at: instant), as: .diagram)
    }
    if isJSON { print(JSONText.object([("schema", .number(JSONRenderer.schema)), ("specs", .list(all))]).description) }
  }
}

/// A time in a spec, as its durations are written: an integer counts frames.
private enum SpecTime {
  case frames(Int64), nanoseconds(Int64)

  /// The instant; the last one that there is for a time that is too late.
  func instant(frame: Int64) -> VirtualInstant {
    switch self {
    case .nanoseconds(let length): return VirtualInstant(nanoseconds: length)
    case .frames(let count):
      let product = count.multipliedReportingOverflow(by: frame)
      return VirtualInstant(nanoseconds: product.overflow ? .max : product.partialValue)
    }
  }
}

extension ParsedArguments {
  /// The time that an option names; zero is one.
  fileprivate func specTime(_ name: String) throws(UsageError) -> SpecTime? {
    guard let text = values[name] else { return nil }
    if text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let count = Int64(text) { return .frames(count) }
    return try duration(name, such: "300ms, or 5 for frame 5").map { .nanoseconds($0) }
  }
}
