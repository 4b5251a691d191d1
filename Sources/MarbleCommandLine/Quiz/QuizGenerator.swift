import MarbleSpecs
import Marbles
import VirtualTime

/// Generates questions about operators that are confused with others: the sample of an operator's row, with other
/// marbles and numbers, and then as few marbles and as little silence as still separate the rivals.
struct QuizGenerator {
  private var mixer: SplitMixSequence
  init(seed: UInt64) { mixer = SplitMixSequence(seed: seed) }

  /// The operators that are confused with others on the same arguments.
  static let names: [String] = OperatorTable.shared.rows.filter { QuizTemplate($0) != nil }.map(\.name).uniqued

  /// Generates a question about an operator; `nil` if it is confused with no other. No two of the operators send the
  /// same row for the question. Operators that send the same rows for all inputs that are tried count as one.
  mutating func card(about name: String) -> QuizCard? {
    let templates = OperatorTable.shared.forms(of: name).compactMap { QuizTemplate($0) }
    guard let template = templates.max(by: { $0.siblings < $1.siblings }) else { return nil }
    var made: [(card: QuizCard, outcomes: [String])] = []
    for turn in 0..<200 {
      guard let card = template.card(using: &mixer) else { continue }
      made.append((card, card.outcomes))
      if card.events.count <= 8, Set(made[made.count - 1].outcomes).count == template.siblings + 1 {
        return card.shortest(separating: template.siblings + 1)
      }
      // After some inputs it is known which of the operators differ.
      if turn < 15 { continue }
      let wanted = QuizGenerator.different(made.map(\.outcomes))
      if wanted < 2 { return nil }
      if let best = made.first(where: { $0.card.events.count <= 8 && Set($0.outcomes).count == wanted }) {
        return best.card.shortest(separating: wanted)
      }
    }
    return nil
  }

  /// The number of calls whose outcomes differ from all others on some input.
  private static func different(_ inputs: [[String]]) -> Int {
    guard let first = inputs.first else { return 0 }
    return Set(first.indices.map { index in inputs.map { $0.indices.contains(index) ? $0[index] : "" } }).count
  }
}

extension QuizCard {
  /// The same question with the shortest rows: no marble and no silence can be left out without two of the operators
  /// sending the same row.
  fileprivate func shortest(separating count: Int) -> QuizCard {
    var card = self
    for number in file.sources.indices where file.sources[number].rows.count == 1 {
      // From the end, so that places that are still to come keep their numbers.
      for place in (0..<file.sources[number].rows[0].span.columns.count).reversed() {
        if let next = card.simpler(number, at: place).first(where: { Set($0.outcomes).count == count }) { card = next }
      }
    }
    return card
  }
  /// The cards with one frame less in the row of a source, or with silence for a marble.
  private func simpler(_ number: Int, at place: Int) -> [QuizCard] {
    let span = file.sources[number].rows[0].span, line = file.text.lines[span.line]
    let column = span.columns.lowerBound + place
    let isPlain = line[span.columns.lowerBound..<column + 1].allSatisfy { $0 == "-" || $0.isLetter || $0.isNumber }
    guard isPlain else { return [] }
    let rest = line[(column + 1)...], silence: [[Character]] = line[column] == "-" ? [[]] : [[], ["-"]]
    return silence.compactMap { changed(line: span.line, to: String(line[..<column] + $0 + rest)) }
  }

  /// The rows that the card and each of its siblings send, in the order of the siblings.
  fileprivate var outcomes: [String] {
    [SpecOutcome.Events(events).description]
      + siblings.map { call, swap in
        let line = file.text.lines[call.span.line]
        let columns = call.span.columns
        let text = String(line[..<columns.lowerBound]) + swap.text + String(line[columns.upperBound...])
        return changed(line: call.span.line, to: text).map { SpecOutcome.Events($0.events).description } ?? ""
      }
  }
}

/// The sample of an operator's row, in which marbles and numbers can be replaced.
private struct QuizTemplate {
  let file: SpecFile
  /// The arguments of the call that are durations or counts.
  let numbers: [(span: Span, kind: ParameterInfo.Kind)]
  /// The number of calls that it is confused with.
  let siblings: Int

  /// Creates a template; `nil` if the operator is confused with no other.
  init?(_ row: Operator) {
    guard row.receiver == .stream, let file = try? SpecFile(SpecText(row.sample, file: "a question about \(row.name)")),
      file.blocks.count == 1, file.sources.count > 0
    else { return nil }
    let parts = PipelineParts(file)
    guard let call = parts.calls.first(where: { $0.name == row.name }) else { return nil }
    self.file = file
    numbers = call.numbers
    siblings = parts.swaps(of: call).count { !$0.isInvented }
    if siblings == 0 { return nil }
  }

  func card(using mixer: inout SplitMixSequence) -> QuizCard? {
    var lines = file.text.lines
    for number in numbers.sorted(by: { $0.span.columns.lowerBound > $1.span.columns.lowerBound }) {
      let count = Int.random(in: number.kind == .duration ? 2...4 : 1...3, using: &mixer)
      lines[number.span.line].replaceSubrange(
        number.span.columns, with: Array(number.kind == .duration ? "\(count)00ms" : "\(count)"))
    }
    let isTimed = numbers.contains { $0.kind == .duration }
    for row in file.sources.flatMap(\.rows) {
      lines[row.span.line].replaceSubrange(
        row.span.columns, with: Array(self.row(like: row.lane, isTimed: isTimed, using: &mixer)))
    }
    var text = lines.map { String($0) }
    if isTimed, file.frameText == nil { text.insert("frame: 100ms", at: 0) }
    guard var made = try? SpecFile(SpecText(text.joined(separator: "\n"), file: file.text.file)) else { return nil }
    made.limit = QuizCard.mostSteps
    return try? QuizCard(made, block: 0, subscriber: max(0, made.blocks[0].subscribers.count - 1))
  }

  /// Generates a row with symbols of the same kind and the same completion.
  private func row(like lane: Lane, isTimed: Bool, using mixer: inout SplitMixSequence) -> String {
    let marks = lane.moments.flatMap(\.marks)
    let symbols = marks.compactMap { if case .value(let symbol) = $0.kind { symbol.text } else { nil } }
    let first = symbols.first.flatMap(\.first) ?? "1"
    let hasMeanings = symbols.contains { file.table.index(of: .symbol(Symbol($0))) != nil }
    let digits = "123456789".drop { $0 != first }, letters = "abcdefghijklmnopqrstuvwxyz".drop { $0 != first }
    var left =
      hasMeanings
      ? symbols.compactMap { $0.count == 1 ? $0.first : nil }[...] : Array(digits.isEmpty ? letters : digits)[...]
    let end = marks.last { $0.isEnd }
    let length = (isTimed ? 14 : 11) - Int.random(in: 0..<3, using: &mixer)
    var row = ""
    while row.count < length {
      let isValue = Int.random(in: 0..<100, using: &mixer) < (isTimed ? 55 : 35)
      row.append(isValue ? left.popFirst() ?? "-" : "-")
    }
    return row + (end?.text ?? "")
  }
}
