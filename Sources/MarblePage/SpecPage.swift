import MarbleDiagrams
import MarbleRuns
import MarbleSpecs
import Marbles
import VirtualTime

/// A spec on a page where it can be edited: the picture, the story, and the places in the text of all parts that can be
/// dragged.
struct SpecPage {
  /// The outcome of a spec as JSON: either a `problem`, or the picture, the story and the places.
  static func json(
    of text: SpecText, room: PosterLayout.Room = PosterLayout.Room(hasInputs: true)
  ) -> String {
    do throws(SpecProblem) {
      let spec = try ExecutedSpec(text, isTraced: true)
      return SpecPage(spec, HTMLRenderer.parts(of: spec.diagram, room: room)).json.description
    } catch {
      return JSONText.object([("problem", json(of: error))]).description
    }
  }

  /// The operators of the language and the forms of rules, as JSON.
  static var about: String {
    let operators = OperatorTable.shared.rows.map { row in
      JSONText.object([
        ("name", .string(row.name)), ("call", .string(row.example)), ("receiver", .string(row.receiver.rawValue)),
        ("family", .string(row.family)), ("sentence", .string(row.sentence)),
      ])
    }
    let rules = RuleForm.all.map { rule in
      JSONText.object([
        ("form", .string(rule.form)), ("example", .string(rule.example)), ("sentence", .string(rule.sentence)),
      ])
    }
    return JSONText.object([("operators", .list(operators)), ("rules", .list(rules))]).description
  }

  /// The style sheet of the pictures for each theme, as JSON.
  static var styles: String {
    JSONText.object([Theme.light, .dark, .auto].map { ($0.rawValue, JSONText.string(HTMLRenderer.style($0))) })
      .description
  }

  /// Changes one row of marbles: `ROLE FRAME move NUMBER INSTANT`, `add INSTANT SIGN`, `remove NUMBER` or
  /// `rename NUMBER SIGN`. The result is `nil` if the row cannot be changed so.
  static func edited(_ row: String, _ command: String) -> String? {
    var words = command.split(separator: " ", maxSplits: 4).map(String.init)[...]
    guard let role = words.popFirst().flatMap(role), let frame = words.popFirst().flatMap({ Int64($0) }), frame > 0,
      let action = action(words)
    else { return nil }
    let edit: RowEdit
    do throws(NotationError) { edit = try RowEdit(row, as: role, frame: frame) } catch { return nil }
    guard let outcome = edit.outcome(of: action), let lane = try? Lane(parsing: outcome.text, as: role, frame: frame)
    else { return nil }
    return JSONText.object([
      ("text", .string(outcome.text)), ("mark", .number(outcome.mark)), ("marks", .list(marks(of: lane, from: 0))),
    ]).description
  }

  /// The operators with which the calls of a spec are confused, as JSON, by the lines and columns at which the calls
  /// begin. Empty if the spec cannot be read.
  static func swaps(of text: SpecText) -> String {
    do throws(SpecProblem) {
      let parts = PipelineParts(try SpecFile(text))
      return JSONText.list(
        parts.calls.map { one in
          let swaps = parts.swaps(of: one).filter { !$0.makesArrays }.map(json(of:))
          let elsewhere = parts.elsewhere(of: one).map { found in
            JSONText.object([
              ("library", .string(found.facts.library)), ("deed", .string(found.facts.behavior)),
              ("text", .string(found.text)),
            ])
          }
          return .object([
            ("line", .number(one.span.line)), ("start", .number(one.span.columns.lowerBound)), ("swaps", .list(swaps)),
            ("elsewhere", .list(elsewhere)),
          ])
        }
      ).description
    } catch {
      return "[]"
    }
  }

  /// The further operators that fit in place of the call at `LINE START`, as JSON. Empty if there is no such call.
  static func others(of text: SpecText, at place: String) -> String {
    let numbers = place.split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 2, let file = try? SpecFile(text) else { return "[]" }
    let parts = PipelineParts(file)
    let call = parts.calls.first { $0.span.line == numbers[0] && $0.span.columns.lowerBound == numbers[1] }
    return JSONText.list(call.map { parts.others(than: $0).map(json(of:)) } ?? []).description
  }

  private static func json(of swap: Swap) -> JSONText {
    .object([
      ("name", .string(swap.name)), ("text", .string(swap.text)), ("sentence", .string(swap.sentence)),
      ("invented", .bool(swap.isInvented)),
    ])
  }

  private static func role(_ name: String) -> Lane.Role? {
    switch name {
    case "cold": .cold
    case "hot": .hot
    case "window": .window
    case "demand": .demand
    case "expectation": .expectation
    default: nil
    }
  }
  private static func action(_ words: ArraySlice<String>) -> RowEdit.MarkEdit? {
    let words = Array(words)
    guard words.count > 1 else { return nil }
    switch (words[0], Int(words[1]), words.count) {
    case ("move", let number?, 3): return Int64(words[2]).map { .move(number, to: $0) }
    case ("add", _, 3): return Int64(words[1]).map { .add(words[2], at: $0) }
    case ("remove", let number?, 2): return .remove(number)
    case ("rename", let number?, 3): return .rename(number, words[2])
    default: return nil
    }
  }

  private let spec: ExecutedSpec
  private let diagram: Diagram
  private let page: HTMLRenderer.Parts

  private init(_ spec: ExecutedSpec, _ page: HTMLRenderer.Parts) {
    self.spec = spec
    self.page = page
    diagram = spec.diagram
  }

  private static func json(of problem: SpecProblem) -> JSONText {
    .object([
      ("line", .number(problem.line)), ("column", .number(problem.column)), ("width", .number(problem.caretWidth)),
      ("message", .string(problem.message)), ("fix", .string(problem.fix)), ("text", .string(problem.description)),
      ("mend", problem.mend.map { json(of: $0) } ?? .null),
    ])
  }

  private static func json(of mend: SpecProblem.Mend) -> JSONText {
    .object([
      ("from", .number(mend.columns.lowerBound)), ("to", .number(mend.columns.upperBound)),
      ("text", .string(mend.text)),
    ])
  }

  private var json: JSONText {
    let parts = PipelineParts(spec.file)
    let failures = spec.file.hasExpectations ? SpecCheck(spec).failures : []
    return .object([
      ("svg", .string(page.drawing)), ("story", .string(page.story)), ("frame", .number(spec.file.frame)),
      ("step", .string(SVGRenderer.number(page.picture.step))), ("rows", .list(rows)),
      ("runs", .list(diagram.runs.map(json))),
      ("numbers", .list(parts.numbers.map(json))), ("calls", .list(parts.calls.map(json))),
      ("sources", .list(spec.file.sources.map { .string($0.name) })),
      ("checked", spec.file.hasExpectations ? .texts(failures) : .null),
    ])
  }

  /// The outcome of a run, as JSON, for comparing runs.
  private func json(_ run: Diagram.Run) -> JSONText {
    .object([
      ("pipeline", .string(run.pipeline.joined(separator: "\n"))), ("stopped", .string(run.stop)),
      ("received", .list(run.subscribers.map { .string($0.received.description) })),
      ("events", .list(run.subscribers.map { events($0.received) })),
    ])
  }
  private func events(_ lane: Lane) -> JSONText {
    .list(lane.marks.map { .object([("at", .number($0.instant.nanoseconds)), ("text", .string($0.mark.text))]) })
  }

  // MARK: Pipelines

  private func place(of span: Span) -> [(String, JSONText)] {
    [
      ("line", .number(span.line)), ("start", .number(span.columns.lowerBound)),
      ("end", .number(span.columns.upperBound)),
    ]
  }
  private func json(_ number: PipelineParts.Number) -> JSONText {
    .object(place(of: number.span) + [("kind", .string(number.kind)), ("text", .string(number.text))])
  }
  private func json(_ call: PipelineParts.Call) -> JSONText {
    .object(place(of: call.span) + [("name", .string(call.name)), ("sentence", .string(call.sentence))])
  }

  // MARK: Rows

  /// The rows of the text that can be edited, with their positions in the picture.
  private var rows: [JSONText] {
    var rows: [JSONText] = []
    for source in spec.file.sources {
      for (number, line) in source.rows.enumerated() {
        rows.append(
          row(line, source.name, source.isHot ? "hot" : "cold", at: place { $0 == .source(source.name, row: number) }))
      }
    }
    for (run, block) in spec.file.blocks.enumerated() {
      let subscribers = block.rowsOfSubscribers
      for (number, subscriber) in subscribers.enumerated() {
        let result = place { $0 == .result(run: run, subscriber: number) }
        rows.append(
          .object(
            [
              ("role", "result"), ("run", .number(run)), ("subscriber", .number(number)),
            ] + places(of: result)))
        if let from = subscriber.from { rows.append(row(from, "subscriber \(number + 1)", "window", at: result)) }
        if let demand = subscriber.demand {
          rows.append(row(demand, "demand", "demand", at: place { $0 == .demand(run: run, subscriber: number) }))
        }
      }
    }
    return rows
  }

  private func place(_ isWanted: (Picture.Row.Topic) -> Bool) -> Picture.Row? {
    page.picture.rows.first { isWanted($0.subject) }
  }
  private func places(of row: Picture.Row?) -> [(String, JSONText)] {
    guard let row else { return [("y", .null)] }
    let numbers = [("y", row.y), ("startShift", row.shifts.start), ("endShift", row.shifts.end)]
    // Most rows have none of these.
    let places = row.places.map { ("\($0.key)", JSONText.string(SVGRenderer.number($0.value))) }.sorted {
      $0.0 < $1.0
    }
    return numbers.map { ($0.0, .string(SVGRenderer.number($0.1))) }
      + (places.isEmpty ? [] : [("places", .object(places))])
  }

  private func row(_ row: SpecFile.MarbleRow, _ name: String, _ role: String, at place: Picture.Row?) -> JSONText {
    return .object(
      [
        ("role", .string(role)), ("name", .string(name)), ("line", .number(row.span.line)),
        ("start", .number(row.span.columns.lowerBound)), ("end", .number(row.span.columns.upperBound)),
        ("marks", .list(SpecPage.marks(of: row.lane, from: row.span.columns.lowerBound))),
      ] + places(of: place))
  }

  /// The marks of a lane, each with its instant, its text, its columns in the line, its kind, and its position among
  /// the marks of its instant.
  private static func marks(of lane: Lane, from column: Int) -> [JSONText] {
    lane.moments.flatMap { moment in
      moment.marks.enumerated().map { index, mark in
        let range = mark.range ?? 0..<0
        return .list([
          .number(moment.instant.nanoseconds), .string(mark.text), .number(column + range.lowerBound),
          .number(column + range.upperBound), .string(kind(mark.kind)), .number(index),
          .number(moment.marks.count),
        ])
      }
    }
  }

  private static func kind(_ kind: Mark.Kind) -> String {
    switch kind {
    case .value, .anyValue: "value"
    case .finished: "finished"
    case .failure: "failure"
    case .subscribe: "subscribe"
    case .unsubscribe: "cancel"
    case .request: "request"
    }
  }
}
