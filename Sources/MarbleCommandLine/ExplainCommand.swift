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
          isRepeated: true)
      ],
      options: [
        CommandShape.Option(name: "at", value: "time", help: "Explain only what happens at this time, such as 300ms."),
        CommandShape.Option(
          name: "format", value: "format", choices: ["text", "json"],
          help: "With json, print the steps of each pipeline for other programs."),
      ])
  ) { tool, arguments in
    let recorded = arguments.operands.filter(MarbleTool.isEvents)
    for option in ["at", "format"] where !recorded.isEmpty && arguments.values[option] != nil {
      throw UsageError(message: "'--\(option)' is for specs, not for a recorded run")
    }
    let instant = try arguments.instant("at")
    let isJSON = arguments.values["format"] == "json"
    var arguments = arguments
    arguments.operands.removeAll(where: MarbleTool.isEvents)
    if !arguments.operands.isEmpty { tool.explain(tool.specs(arguments), at: instant, isJSON: isJSON) }
    for path in recorded { tool.explain(recorded: path, isOnly: recorded.count == 1 && arguments.operands.isEmpty) }
  }

  private mutating func explain(recorded path: String, isOnly: Bool) {
    guard let run = recordedRun(path) else { return }
    if !isOnly { print((result.output.isEmpty ? "" : "\n") + "# \(path)", as: .diagram) }
    print(run.explanation(width: terminal.width), as: .diagram)
  }

  private mutating func explain(_ texts: [SpecText], at instant: VirtualInstant?, isJSON: Bool) {
    var all: [JSONText] = []
    for text in texts {
      guard let diagram = executed(text, isTraced: true) else { continue }
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

extension ParsedArguments {
  /// The instant that an option names; zero is one.
  fileprivate func instant(_ name: String) throws(UsageError) -> VirtualInstant? {
    guard let text = values[name] else { return nil }
    if text.allSatisfy({ $0 == "0" }) { return .zero }
    return try duration(name, such: "300ms, or 0").map { VirtualInstant(nanoseconds: $0) }
  }
}
