import Marbles
import VirtualTime

/// Wrong neighbors of the pipelines of a spec, and which of them its rows notice.
package struct SpecMutants: Sendable {
  package enum MutantVerdict: Sendable {
    /// The rows of the spec are different for it.
    case caught
    /// The rows are the same for it. These lines are the shortest input on which it does something else, with what the pipeline sends for it.
    case missed([String])
    /// It sends the same for this number of inputs.
    case same(Int)
  }
  package struct Mutant: Sendable {
    /// The line of the spec as it is, and with the change.
    package let original: String
    package let line: String
    package let place: String
    package let verdict: MutantVerdict
  }

  package let mutants: [Mutant]
  package var caught: Int { mutants.count { if case .caught = $0.verdict { true } else { false } } }
  /// The number of those that can be caught.
  package var different: Int { mutants.count { if case .same = $0.verdict { false } else { true } } }

  /// The largest number of actions of a run, and of mutants of one spec.
  private static let (limit, most) = (20_000, 300)

  /// - Parameter spec: A spec whose rows are as expected.
  package init(of spec: ExecutedSpec) {
    var file = spec.file
    file.limit = min(file.limit ?? Self.limit, Self.limit)
    var mutants: [Mutant] = []
    var known: Set<[[Character]]> = []
    for change in MutantChange.all(of: file).prefix(Self.most) {
      guard var mutant = change.file(of: file), known.insert(mutant.text.lines).inserted else { continue }
      mutant.limit = file.limit
      mutants.append(
        Mutant(
          original: String(file.text.lines[change.span.line]), line: String(mutant.text.lines[change.span.line]),
          place: file.text.place(of: change.span),
          verdict: Self.verdict(on: mutant, of: ExecutedSpec(file, spec.outcomes))))
    }
    self.mutants = mutants
  }

  private static func verdict(on mutant: SpecFile, of spec: ExecutedSpec) -> MutantVerdict {
    guard let run = try? ExecutedSpec(mutant, triesLaws: false, after: spec), SpecCheck(run, checksUse: false).found.isEmpty else {
      return .caught
    }
    var tried = 0
    for (block, other) in zip(spec.file.blocks, mutant.blocks) {
      let search = InputSearch(spec.file, block)
      let changed = PairSubject(mutant, [other.pipeline], like: other, varying: search.subject.streams).with(search.subject.file.table)
      for number in 0..<search.count {
        let lanes = search.lanes(number)
        tried += 1
        guard differ(search.subject, changed, on: lanes) else { continue }
        let shortest = search.isChosen(number) ? PairSubject.shrunk(lanes) { differ(search.subject, changed, on: $0) } : lanes
        return .missed(expected(block, search.subject, on: shortest))
      }
    }
    return .same(tried)
  }

  private static func differ(_ subject: PairSubject, _ changed: PairSubject, on lanes: [Lane]) -> Bool {
    guard let first = try? subject.outcomes(on: lanes), let second = try? changed.outcomes(on: lanes) else { return false }
    return PairDifference(first[0], second[0]) != nil
  }

  /// A spec of the pipeline with the rows of an input, and the rows that it sends for them.
  private static func expected(_ block: SpecFile.Block, _ subject: PairSubject, on lanes: [Lane]) -> [String] {
    guard let outcome = try? subject.outcomes(on: lanes)[0] else { return [] }
    var file = subject.file(with: lanes)
    file.blocks = [block]
    let names = Symbolizer(file), known = file.table.entries.count
    var lines = file.frameText.map { ["frame: \($0)"] } ?? []
    let used = SpecNames(file).definitions(usedBy: block)
    var rows: [(source: SpecFile.Source, lane: Lane)] = []
    for case .source(let source) in used { rows += source.rows.map { (source, $0.lane) } }
    for row in rows { lines.append("\(row.source.isHot ? "hot " : "")\(row.source.name): \(row.lane)") }
    let keys = Set(rows.flatMap(\.lane.keys))
    lines += file.table.entries.filter { keys.contains($0.key) }.map { "  \($0.key.shown) = \($0.value)" }
    for case .derived(let derived) in used {
      lines += derived.pipeline.lines.enumerated().map { ($0 == 0 ? "let \(derived.name) = " : "  ") + $1 }
    }
    lines += block.pipeline.lines.enumerated().map { ($0 == 0 ? "> " : "  ") + $1 }
    for connection in block.connections { lines.append("connect \(connection.name): \(connection.row.lane)") }
    for (number, recording) in outcome.recordings.enumerated() {
      let rows = block.subscribers.indices.contains(number) ? block.subscribers[number] : SpecFile.SubscriberRows()
      if let from = rows.from { lines.append("from \(from.lane)") }
      if let demand = rows.demand { lines.append("demand \(demand.lane)") }
      lines.append("= \(recording.lane(frame: file.frame, value: { names.kind(of: $0) }, failure: { names.kind(of: $0) }))")
    }
    return lines + names.table.entries.dropFirst(known).map { "  \($0.key.shown) = \($0.value)" }
  }
}

/// One change of the text of a pipeline.
struct MutantChange: Hashable {
  /// The part of one line that is replaced.
  var span: Span
  var text: String

  /// The spec with the change; `nil` if it cannot be read, or is the same. The same calls on other streams are the same pipeline with other rows, so
  /// they are changed, too.
  func file(of file: SpecFile) -> SpecFile? {
    var lines = file.text.lines
    if String(lines[span.line][span.columns]) == text { return nil }
    let line = lines[span.line], dot = line.firstIndex(of: ".") ?? line.count
    for block in file.blocks where dot <= span.columns.lowerBound && block.pipeline.last == block.pipeline.span.line {
      let other = block.pipeline.span.line
      guard other != span.line, line.first == ">", let start = lines[other].firstIndex(of: "."), lines[other][start...] == line[dot...]
      else { continue }
      let shift = start - dot
      lines[other].replaceSubrange(span.columns.lowerBound + shift..<span.columns.upperBound + shift, with: Array(text))
    }
    lines[span.line].replaceSubrange(span.columns, with: Array(text))
    return try? SpecFile(
      SpecText(lines: lines, file: file.text.file, firstLine: file.text.firstLine, indent: file.text.indent))
  }

  /// All changes of a spec: each number one more and one less, each operator left out, with other labels and as each of its rivals, each operator of a
  /// closure as another one, and operands in another order.
  static func all(of file: SpecFile) -> [MutantChange] {
    var changes: [MutantChange] = []
    let parts = PipelineParts(file)
    for number in parts.numbers {
      for text in neighbors(of: number, frame: file.frame) { changes.append(MutantChange(span: number.span, text: text)) }
    }
    for call in parts.calls {
      let start = call.span.columns.lowerBound
      if start > 0, file.text.lines[call.span.line][start - 1] == ".", file.text.source(call.span) == call.text {
        changes.append(MutantChange(span: Span(call.span.line, start - 1..<call.span.columns.upperBound), text: ""))
      }
      for swap in parts.swaps(of: call) where !swap.isInvented { changes.append(MutantChange(span: call.span, text: swap.text)) }
    }
    let pipelines = file.blocks.map(\.pipeline.expression) + file.definitions.compactMap { $0.pipeline?.expression }
    for pipeline in pipelines { add(pipeline, file.text, &changes) }
    return changes.uniqued
  }

  private static func neighbors(of number: PipelineParts.Number, frame: Int64) -> [String] {
    if number.kind == "duration" {
      let codes = number.text.map { $0.unicodeScalars.first?.value ?? 0 }
      guard let prefix = DurationText.prefix(of: codes, at: 0), case .nanoseconds(let length) = DurationText.value(of: prefix, in: codes)
      else { return [] }
      return [length - frame, length + frame].filter { $0 > 0 }.map(DurationText.of)
    }
    if let value = Int64(number.text), value < .max { return [value - 1, value + 1].filter { $0 >= 0 }.map(String.init) }
    return Double(number.text).map { [$0 - 1, $0 + 1].map(\.description) } ?? []
  }

  private static let rivals: [String: [String]] = [
    "<": ["<=", ">"], "<=": ["<", ">="], ">": [">=", "<"], ">=": [">", "<="], "==": ["!="], "!=": ["=="], "&&": ["||"], "||": ["&&"],
    "+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["/"],
  ]

  private static func add(_ expression: Expression, _ text: SpecText, _ changes: inout [MutantChange]) {
    switch expression.kind {
    case .binary(let symbol, let left, let right, _):
      let gap = Span(left.span.line, left.span.columns.upperBound..<max(left.span.columns.upperBound, right.span.columns.lowerBound))
      if left.span.line == right.span.line, let between = text.source(gap), between.filter({ $0 != " " }) == symbol {
        for rival in rivals[symbol] ?? [] { changes.append(MutantChange(span: gap, text: " \(rival) ")) }
        if ["-", "/", "%", "<", "<=", ">", ">=", "+", "??"].contains(symbol) { swap(left.span, right.span, text, &changes) }
      }
    case .ternary(_, let yes, let no): swap(yes.span, no.span, text, &changes)
    case .call(let callee, let arguments):
      // `a.append(b)` as `b.append(a)`.
      if case .member(let base, _, _, _) = callee.kind, case .name = base.kind, let first = arguments.first, case .name = first.value.kind {
        swap(base.span, first.value.span, text, &changes)
      }
    default: break
    }
    for child in expression.kind.children { add(child, text, &changes) }
  }

  private static func swap(_ one: Span, _ other: Span, _ text: SpecText, _ changes: inout [MutantChange]) {
    guard one.line == other.line, one.columns.upperBound <= other.columns.lowerBound, let first = text.source(one),
      let second = text.source(other), let between = text.source(Span(one.line, one.columns.upperBound..<other.columns.lowerBound))
    else { return }
    changes.append(
      MutantChange(
        span: Span(one.line, one.columns.lowerBound..<other.columns.upperBound), text: second + between + first))
  }
}
