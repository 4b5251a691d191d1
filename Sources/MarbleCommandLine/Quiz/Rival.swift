import MarbleSpecs
import Marbles
import VirtualTime

/// Another pipeline over the same input, which a learner may have had in mind.
struct Rival {
  /// The description of the rival, as it completes the sentence "This is what … sends."
  let name: String
  /// The spec of the rival; `nil` if no spec can express it.
  let file: SpecFile?
  let events: [QuizEvent]
  /// The operator that replaces another one; `nil` if the operator is the same, with another number or another source.
  let swapped: (mine: String, other: String)?
  var isSibling: Bool { swapped != nil }
}

extension QuizCard {
  /// The operators that the calls of the pipeline are confused with and that take the same arguments; the last call of
  /// a chain first.
  var siblings: [(call: PipelineParts.Call, swap: Swap)] {
    let parts = PipelineParts(file)
    return parts.calls.flatMap { call in parts.swaps(of: call).filter { !$0.isInvented }.map { (call: call, swap: $0) }
    }
  }
}

/// The rivals of a card, executed on the input of the card.
struct Rivals {
  private let card: QuizCard
  private var found: [Rival] = []
  private var known: Set<String>

  private init(_ card: QuizCard) {
    self.card = card
    known = [SpecOutcome.Events(card.events).description]
  }

  /// The rivals whose outcome differs from the card's; of rivals with equal outcomes, the first.
  static func all(of card: QuizCard) -> [Rival] {
    var rivals = Rivals(card)
    let calls = WrittenCall.all(in: card.block.pipeline.expression, of: card.file.text)
    // A number that is off by one is a simpler explanation than an operator without arguments.
    rivals.addSiblings { !$0.hasSuffix("()") }
    for call in calls { rivals.addNeighbours(of: call) }
    rivals.addSiblings { $0.hasSuffix("()") }
    rivals.addOtherSources()
    if let last = calls.first { rivals.addFlush(of: last) }
    return rivals.found
  }

  private mutating func addSiblings(_ isMeant: (String) -> Bool) {
    for (call, swap) in card.siblings where isMeant(swap.text) {
      add("`\(swap.text)`", replacing: call.span, by: swap.text, swapped: (call.name, swap.name))
    }
  }

  /// Adds rivals with durations and counts that are off by one.
  private mutating func addNeighbours(of call: WrittenCall) {
    for (expression, value) in call.numbers {
      for step in [-1, 1] {
        let text: String
        switch value {
        case .duration(let length) where length + Int64(step) * card.file.frame > 0:
          text = DurationText.of(length + Int64(step) * card.file.frame)
        case .integer(let count) where count + Int64(step) > 0: text = String(count + Int64(step))
        default: continue
        }
        let line = card.file.text.lines[expression.span.line]
        guard let written = call.replacing(expression.span.columns, by: text, in: line) else { continue }
        add("`\(written)`", replacing: expression.span, by: text)
      }
    }
  }

  private mutating func addOtherSources() {
    for source in card.file.sources where source.rows.count == 1 {
      let line = card.file.text.lines[source.span.line]
      let rest = String(line[source.span.columns.lowerBound...])
      let span = Span(source.span.line, 0..<line.count)
      add(
        "the pipeline if `\(source.name)` were \(source.isHot ? "cold" : "hot")", replacing: span,
        by: (source.isHot ? "cold " : "hot ") + rest)
    }
  }

  /// Adds a rival whose operator sends the pending value when the upstream finishes.
  private mutating func addFlush(of call: WrittenCall) {
    guard call.keepsForATimer, let base = call.base, card.block.pipeline.lines.count == 1 else { return }
    let row = call.place.line
    let line = card.file.text.lines[row]
    guard call.place.columns.upperBound == line.count else { return }
    let start = line[..<base.upperBound]
    guard let upstream = card.changed(line: row, to: String(start))?.events, let end = upstream.last,
      end.event == .finished,
      let last = upstream.dropLast().last
    else { return }
    let before = card.events.filter { $0.instant <= end.instant && !$0.event.isEnd }
    if before.last?.event == last.event { return }
    add(
      Rival(
        name: "a `\(call.name)` that sends the pending value at the completion", file: nil,
        events: before + [QuizEvent(last.event, at: end.instant), end], swapped: nil))
  }

  private mutating func add(
    _ name: String, replacing span: Span, by text: String, swapped: (mine: String, other: String)? = nil
  ) {
    let line = card.file.text.lines[span.line]
    let changed = String(line[..<span.columns.lowerBound]) + text + String(line[span.columns.upperBound...])
    guard let other = card.changed(line: span.line, to: changed) else { return }
    add(Rival(name: name, file: other.file, events: other.events, swapped: swapped))
  }

  private mutating func add(_ rival: Rival) {
    if known.insert(SpecOutcome.Events(rival.events).description).inserted { found.append(rival) }
  }
}

/// A call in a pipeline that is written in one line.
private struct WrittenCall {
  var name: String
  var text: String
  /// The range from the name to the last bracket.
  var place: Span
  /// The columns of the text before the dot, in the same line.
  var base: Range<Int>?
  /// The arguments that are a duration or a count.
  var numbers: [(Expression, Value)]

  /// The calls of operators, the last one of the chain first.
  static func all(in expression: Expression, of text: SpecText) -> [WrittenCall] {
    expression.subexpressions.compactMap { call in
      guard case .call(let callee, let arguments) = call.kind,
        case .member(let base, let name, let span, _) = callee.kind
      else { return nil }
      let written = text.call(at: span), start = span.columns.lowerBound
      guard String(text.lines[span.line][start...].prefix(written.count)) == written else { return nil }
      let numbers = arguments.flatMap { WrittenCall.numbers(in: $0.value) }.filter { $0.0.span.line == span.line }
      return WrittenCall(
        name: name, text: written, place: Span(span.line, start..<start + written.count),
        base: base.span.line == span.line ? 0..<start - 1 : nil, numbers: numbers)
    }
  }

  /// The numbers in an argument. Numbers inside closures are left out.
  private static func numbers(in expression: Expression) -> [(Expression, Value)] {
    switch expression.kind {
    case .literal(let value):
      switch value {
      case .duration, .integer: [(expression, value)]
      default: []
      }
    case .implicit(_, let arguments): arguments.flatMap { numbers(in: $0.value) }
    default: []
    }
  }

  /// Whether the operator keeps values until a timer fires.
  var keepsForATimer: Bool {
    OperatorTable.shared.forms(of: name).contains { form in
      form.parameters.contains { $0.kind == .duration }
        && !form.facts.keeps.isEmpty && form.facts.losses.completed(isFailure: false) != nil
    }
  }

  /// The call with other text in some columns.
  func replacing(_ columns: Range<Int>, by text: String, in line: [Character]) -> String? {
    guard columns.lowerBound >= place.columns.lowerBound, columns.upperBound <= place.columns.upperBound else {
      return nil
    }
    return String(line[place.columns.lowerBound..<columns.lowerBound]) + text
      + String(line[columns.upperBound..<place.columns.upperBound])
  }
}
