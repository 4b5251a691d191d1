import MarbleDiagrams
import MarbleRuns
import MarbleSpecs
import Marbles

extension MarbleTool {
  static let conform = Subcommand(
    shape: CommandShape(
      name: "conform",
      overview:
        "Compare the run of a spec with a recorded run: of another library, stream by stream, or of an app, whose sources are replayed.",
      operands: [
        CommandShape.Operand(name: "first", help: "A spec, which is run, or a run in the format marble-events."),
        CommandShape.Operand(
          name: "second",
          help: "A run in the format marble-events, from the other library or a recorder; - is standard input.",
          takesInput: true, isOptional: true),
      ],
      options: [
        CommandShape.Option(
          name: "within", value: "time",
          help:
            "How far apart equal events may be. By default their instants have to be equal, with '--replay' within 20ms."
        ),
        CommandShape.Option(
          name: "replay",
          help:
            "Play the recorded sources into the pipeline of the spec in place of its rows, and show the first difference."
        ),
        CommandShape.Option(
          name: "outcome", value: "name",
          help:
            "With '--replay', the recorded stream that the pipeline should send. The default is the name of the pipeline, or the only stream that is not a source."
        ),
        CommandShape.Option(
          name: "write", value: "path", help: "With '--replay', write the events that matter as a spec into this file."),
        CommandShape.Option(
          name: "inputs", value: "number",
          help:
            "Compare nothing: print a spec with each pipeline of the first one over all short rows of its sources, at most this number."
        ),
        CommandShape.Option(
          name: "format", value: "format", choices: ["text", "json"], help: "With json, print the differences as data."),
      ])
  ) { tool, arguments in try tool.conform(arguments) }

  /// The exit code is 1 if the runs differ.
  private mutating func conform(_ arguments: ParsedArguments) throws(UsageError) {
    let inputs = try arguments.number("inputs", in: 1...30_000)
    let tolerance = try arguments.duration("within", such: "20ms") ?? 0
    let replays = arguments.flags.contains("replay")
    for option in ["outcome", "write"] where !replays && arguments.values[option] != nil {
      throw UsageError(message: "'--\(option)' is for '--replay'")
    }
    for option in ["inputs", "format"] where replays && arguments.values[option] != nil {
      throw UsageError(message: "'--\(option)' is not for '--replay'")
    }
    let first = arguments.operands[0]
    if let inputs {
      if arguments.operands.count > 1 { throw UsageError(message: "'--inputs' takes one spec and compares nothing.") }
      return printInputs(of: first, arguments, atMost: inputs)
    }
    guard arguments.operands.count == 2 else { throw UsageError(message: "Missing expected argument '<second>'") }
    let second = arguments.operands[1]
    if replays { return try replay(arguments) }
    if first == "-", second == "-" { throw UsageError(message: "Only one run can come from standard input.") }
    var spec: ConformingSpec?
    var run: RecordedRun?
    var text: SpecText?
    if first == "-" || Self.isEvents(first) {
      run = recordedRun(first)
      if run == nil { return }
    } else {
      text = conformingText(first, arguments)
      if text == nil { return }
    }
    guard let other = recordedRun(second) else { return }
    if let text {
      spec = conformingSpec(text, comparedWith: other.streams)
      run = spec?.run
    }
    guard let run else { return }
    let names = (first: spec == nil ? "the first" : "the spec", second: "the other")
    let result = Conformance(
      run, other, streams: spec.map { $0.sources + $0.streams }, tolerance: tolerance, names: names)
    // A run without any stream is one of a library that has none of the operators.
    let wanted = Set(spec?.streams ?? run.streams)
    if !other.streams.contains(where: wanted.contains), spec == nil || !other.streams.isEmpty {
      let has = other.streams.isEmpty ? "no streams" : other.streams.prefix(6).map { "'\($0)'" }.joined(separator: ", ")
      return report(
        "\(second == "-" ? SpecInputs.inputName : second): error: the runs have no stream in common; this one has \(has)",
        code: 65)
    }
    show(result, spec, frame: spec?.file.frame ?? run.frame ?? other.frame ?? Lane.defaultFrame, arguments)
    end(with: result.differences.isEmpty ? 0 : 1)
  }

  private mutating func onlySpec(_ path: String, _ arguments: ParsedArguments) -> SpecText? {
    var words = arguments
    words.operands = [path]
    let specs = specs(words)
    guard result.code == 0 else { return nil }
    guard specs.count == 1 else {
      report("Error: '\(path)' has \(specs.count) specs; name a file with one.", code: 64)
      return nil
    }
    return specs[0]
  }

  /// The text of a spec that can be read and has a pipeline.
  private mutating func conformingText(_ path: String, _ arguments: ParsedArguments) -> SpecText? {
    guard let text = onlySpec(path, arguments) else { return nil }
    do throws(SpecProblem) {
      if try !SpecFile(text).blocks.isEmpty { return text }
      report("\(path): error: the spec has no pipeline; write '> …'")
    } catch { report(error.description) }
    end(with: 65)
    return nil
  }
  private mutating func conformingSpec(_ text: SpecText, comparedWith known: [String]) -> ConformingSpec? {
    do throws(SpecProblem) { return try ConformingSpec(text, comparedWith: known) } catch {
      report(error.description, code: 65)
      return nil
    }
  }

  private mutating func printInputs(of path: String, _ arguments: ParsedArguments, atMost count: Int) {
    guard let text = onlySpec(path, arguments) else { return }
    do throws(SpecProblem) {
      let spec = try SpecFile(text).overAllInputs(atMost: count)
      if !spec.isEmpty { return print(String(spec.dropLast())) }
      report("\(path): error: no pipeline has one or two sources with one row each that can vary")
    } catch { report(error.description) }
    end(with: 65)
  }

  // MARK: The outcome

  private mutating func show(_ result: Conformance, _ spec: ConformingSpec?, frame: Int64, _ arguments: ParsedArguments)
  {
    let parts = result.differences.map { one in
      (one: one, rows: one.rows(result.names, sources: spec?.sources(of: one.stream) ?? [], frame: frame))
    }
    if arguments.values["format"] == "json" {
      let differences = parts.map { one, rows in
        JSONText.object([
          ("stream", .string(one.stream)), ("subscription", .number(one.subscription)),
          ("kind", .string(one.kind.rawValue)),
          ("instant", .number(one.instant.nanoseconds)), ("sentence", .string(one.sentence + ".")),
          ("rows", .texts(rows.rows.lines)), ("meanings", .texts(rows.meanings)),
        ])
      }
      return print(
        JSONText.object([
          ("schema", .number(JSONRenderer.schema)), ("compared", .number(result.compared)),
          ("differing", .number(parts.count)), ("differences", .list(differences)),
        ]).description)
    }
    for (number, (one, rows)) in parts.enumerated() {
      let name = one.subscription == 1 ? one.stream : "\(one.stream) (\(one.subscription))"
      print("\(number == 0 ? "" : "\n")\(name): \(one.kind.rawValue): \(one.sentence)")
      let lines = rows.rows.lines(in: terminal.width ?? 120) + rows.meanings.map { "    " + $0 }
      print(lines.joined(separator: "\n"), as: .difference)
    }
    print(
      (parts.isEmpty ? "" : "\n") + "\(result.compared) stream\(result.compared == 1 ? "" : "s") compared: "
        + (parts.isEmpty ? "all the same" : "\(parts.count) differ\(parts.count == 1 ? "s" : "")"))
  }
}
