import MarbleDiagrams
import MarbleRuns
import MarbleSpecs
import Marbles
import PipesCore

extension MarbleTool {
  static let compare = Subcommand(
    shape: CommandShape(
      name: "compare", overview: "Find the shortest inputs on which two pipelines differ, and explain them.",
      operands: [
        CommandShape.Operand(
          name: "first", kind: .text,
          help:
            "A pipeline, in quotes: 'a.debounce(for: 3)'. The rows of the one or two streams that it names are varied."),
        CommandShape.Operand(
          name: "second", kind: .text, help: "Another pipeline with the same names: 'a.throttle(for: 3, latest: true)'."
        ),
        CommandShape.Operand(
          name: "line", kind: .text,
          help:
            "Further lines of a spec for both pipelines: 'b: -1-2-|' is a stream that does not vary, 'hot a:' makes one that varies hot, "
            + "'x = [1, 2]   y = []' are the values in the rows, 'demand 1--1' and 'from ^---!' are about the subscriber.",
          isRepeated: true, isOptional: true),
      ],
      options: [
        CommandShape.Option(
          name: "frames", value: "number",
          help:
            "Try all inputs of up to this number of frames. The default depends on the pipelines: about 30000 inputs."),
        givenValues, givenErrors,
        CommandShape.Option(
          name: "format", value: "format", choices: ["text", "json", "svg", "html"],
          help:
            "With json, print the inputs and both runs as data; with svg or html, draw both runs on the shortest input."
        ),
      ] + drawingOptions.filter { ["theme", "width", "output"].contains($0.name) })
  ) { tool, arguments in try tool.compare(arguments) }

  /// Compares two pipelines. As with `diff`, the exit code is 1 if they differ.
  private mutating func compare(_ arguments: ParsedArguments) throws(UsageError) {
    let frames = try arguments.number("frames", in: 1...64), given = try given(arguments),
      drawing = try Drawing(arguments, on: terminal, compares: true)
    if drawing.output != nil, !drawing.format.isPicture {
      throw UsageError(message: "'--output' is for a picture: '-o both.svg'")
    }
    if let file = arguments.operands.prefix(2).first(where: {
      $0.hasSuffix(".marble") || Files.stamp(at: $0)?.kind == .file
    }) {
      let example = "marble compare 'a.debounce(for: 3)' 'a.throttle(for: 3, latest: true)'"
      throw UsageError(message: "'\(file)' is a file; two pipelines are compared, as in \(example)")
    }
    do throws(SpecProblem) {
      let pair = try PairOperands(arguments.operands).pair(frames: frames, given: given)
      if let frames, frames > pair.mostFrames { return report(tooMany: pair, frames) }
      let findings = findings(of: pair)
      if let (input, problem) = findings.problem {
        report(problem.description)
        return report("  The input is " + pair.rows(input).joined(separator: " and "), code: 65)
      }
      let isComplete = findings.tried + findings.triedChosen == pair.count, differs = !findings.ways.isEmpty
      let comparison = ComparisonText(pair, findings)
      if drawing.format.isPicture {
        try draw(comparison, drawing)
      } else if drawing.format == .json {
        print(try comparison.json())
      } else {
        for part in try comparison.parts(on: terminal) { print(part.text, as: part.isDiagram ? .drawing : .plain) }
      }
      end(with: differs ? 1 : !isComplete ? 130 : comparison.isUndecided ? 1 : 0)
    } catch {
      report(error.description, code: 65)
    }
  }

  /// Draws both runs on the shortest input on which they differ.
  private mutating func draw(_ comparison: ComparisonText, _ drawing: Drawing) throws(SpecProblem) {
    guard let diagram = try comparison.picture() else { return report(comparison.nothing) }
    let text = drawing.text(of: diagram, from: nil)
    guard let path = drawing.output else { return print(text) }
    write(text, to: path, over: Replaceable.isPicture)
  }

  private mutating func report(tooMany pair: PairSearch, _ frames: Int) {
    report(
      "Error: There are too many inputs of up to \(frames) frames. Write '--frames \(pair.mostFrames)' or less.",
      code: 64)
  }

  /// Runs both pipelines on all inputs, on all cores.
  private func findings(of pair: PairSearch) -> PairFindings {
    pair.findings { [terminal] count, body in
      LongWork(terminal: terminal, parts: count, length: PairSearch.length, words: "inputs tried").run(body)
    }
  }
}

/// The outcome of a comparison as text and as JSON.
struct ComparisonText {
  private let pair: PairSearch
  private let findings: PairFindings
  /// The number of inputs that are shown.
  private static let most = 4

  /// The behaviors that no input shows, each as a clause.
  private var gaps: [String] { findings.gaps.map(\.sentence) }

  init(_ pair: PairSearch, _ findings: PairFindings) {
    self.pair = pair
    self.findings = findings
  }

  private var short: String {
    let frames = pair.inputs.short.frames,
      count = findings.tried.grouped + (isStopped ? " of \(pair.short.grouped)" : "")
    return "\(count) inputs of up to \(frames) frame\(frames == 1 ? "" : "s")"
  }
  private var all: String { isStopped ? short : "\(short) and \(pair.inputs.chosen.count.grouped) chosen ones" }
  /// On how many inputs the pipelines differ.
  private var extent: String {
    if findings.differing > 0 { return "\(findings.differing.grouped) of \(short)" }
    return
      "\(findings.differingChosen.grouped) of \(findings.triedChosen.grouped) inputs chosen for what is written in them, and on none of \(short)"
  }

  /// Whether the input that is shown first is the shortest of all.
  private var isShortest: Bool { findings.ways.first?.input == findings.ways.map(\.input).min() }

  /// Whether the comparison was stopped before all inputs were tried.
  private var isStopped: Bool { findings.tried + findings.triedChosen < pair.count }
  /// Whether there is no difference, but something that no input shows.
  var isUndecided: Bool { !findings.gaps.isEmpty }

  /// The texts to print, one after the other.
  func parts(on terminal: Terminal) throws(SpecProblem) -> [(text: String, isDiagram: Bool)] {
    let width = terminal.width
    func sentence(_ text: String) -> String {
      (width.map { DisplayWidth.folded(text, to: $0, indent: 0, mark: nil) } ?? [text]).joined(separator: "\n")
    }
    var style = TextStyle()
    style.width = width
    style.hasColor = terminal.hasColor
    let ways = findings.ways
    guard !ways.isEmpty else { return [(([nothing] + undecided).map(sentence).joined(separator: "\n"), false)] }
    var parts: [(text: String, isDiagram: Bool)] = [
      (sentence("\(isStopped ? "Stopped. " : "")The pipelines differ on \(extent)."), false)
    ]
    for (number, way) in ways.prefix(Self.most).enumerated() {
      let head =
        number == 0
        ? "\(way.difference.sentence). The shortest input\(isShortest ? "" : " of these"):"
        : "\(way.difference.sentence):"
      let diagram = try pair.diagram(way.input)
      parts.append(("\n" + sentence(head) + "\n\n", false))
      parts.append((TextRenderer.text(of: diagram, style: style), true))
      if number > 0 { continue }
      parts.append(("\nWhy:\n\n", false))
      parts.append((Explanation.text(of: diagram, width: width), true))
    }
    return parts
  }

  /// Both runs on the shortest input on which they differ, with the instants at which they do; `nil` if they never
  /// differ.
  func picture() throws(SpecProblem) -> Diagram? {
    guard let way = findings.ways.first else { return nil }
    var diagram = try pair.diagram(way.input)
    diagram.title = pair.pipelines.joined(separator: " and ")
    diagram.note =
      "\(way.difference.sentence), on \(extent); this is the shortest\(isShortest ? "" : " whose values differ"). A triangle shows each instant at "
      + "which the rows differ."
    let received = diagram.runs.map { $0.subscribers[0].received.moments }
    let events = received.map { Dictionary($0.map { ($0.instant, $0.marks) }) { $0 + $1 } }
    let instants = Set(events.flatMap(\.keys)).filter { events[0][$0] != events[1][$0] }
    diagram.runs[1].subscribers[0].differences = instants.sorted()
    return diagram
  }

  /// The sentence if there is no difference.
  var nothing: String {
    let values = pair.values
    let listed =
      values.count < 2
      ? values.joined() : values.dropLast().joined(separator: ", ") + " and " + values[values.count - 1]
    return
      "\(isStopped ? "Stopped. No difference in" : "No difference in all") \(all), with the value\(values.count == 1 ? "" : "s") \(listed)."
  }
  /// The sentences about what no input shows.
  private var undecided: [String] {
    guard isUndecided else { return [] }
    return ["Undecided: no input shows that"] + gaps.map { "  \($0)" }
      + ["Name values or errors that show it: --values '-5, 100' --errors 'busy, down'."]
  }

  func json() throws(SpecProblem) -> String {
    var differences: [JSONText] = []
    for way in findings.ways.prefix(Self.most) {
      let diagram = try pair.diagram(way.input)
      differences.append(
        .object([
          ("way", .string(way.difference.rawValue)), ("sentence", .string(way.difference.sentence + ".")),
          ("rows", .texts(pair.rows(way.input))), ("frame", .number(diagram.frame)),
          ("runs", .list(diagram.runs.map { Self.json($0, in: diagram) })),
        ]))
    }
    return JSONText.object([
      ("schema", .number(JSONRenderer.schema)), ("pipelines", .texts(pair.pipelines)),
      ("values", .texts(pair.values)), ("frames", .number(pair.inputs.short.frames)),
      ("inputs", .number(findings.tried)), ("chosen", .number(findings.triedChosen)),
      ("differingChosen", .number(findings.differingChosen)),
      ("notExercised", .texts(gaps)), ("differing", .number(findings.differing)), ("differences", .list(differences)),
    ]).description
  }

  private static func json(_ run: Diagram.Run, in diagram: Diagram) -> JSONText {
    let sentences = Explanation(run, in: diagram).sentences.map { sentence in
      JSONText.object([
        ("instant", .number(sentence.instant.nanoseconds)), ("text", .string(sentence.text)),
        ("isResult", .bool(sentence.isResult)),
      ])
    }
    let meanings = run.meanings.map { JSONText.object([("symbol", .string($0.symbol)), ("value", .string($0.value))]) }
    return .object([
      ("pipeline", .texts(run.pipeline)), ("marbles", .list(run.subscribers.map { .string($0.received.description) })),
      ("meanings", .list(meanings)), ("explanation", .list(sentences)),
    ])
  }
}

extension MarbleTool {
  static let givenValues = CommandShape.Option(
    name: "values", value: "list", help: "Values for the rows of the inputs, separated by commas: --values '-5, 100'.")
  static let givenErrors = CommandShape.Option(
    name: "errors", value: "list",
    help: "Errors with which the inputs fail, separated by commas: --errors 'busy, down'.")

  /// The values and errors that the call names.
  func given(_ arguments: ParsedArguments) throws(UsageError) -> ChosenValues.Given {
    let list = arguments.values["values"] ?? ""
    do throws(SpecProblem) {
      return ChosenValues.Given(
        values: try Value.list(of: list, file: "--values", .shared),
        errors: (arguments.values["errors"] ?? "").split(separator: ",").map { error in
          String(error.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }.filter { !$0.isEmpty })
    } catch {
      throw UsageError(
        message:
          "The value '\(list)' is invalid for '--values <list>': \(error.message). Separate literals by commas: '-5, 100'."
      )
    }
  }
}
