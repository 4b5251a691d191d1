import MarbleRuns
import Marbles
import VirtualTime

/// Compares the outcome of a spec with its expectations and describes the differences.
package struct SpecCheck {
  private let spec: ExecutedSpec
  private let width: Int?
  /// The number of columns that are printed where no terminal gives a width.
  private static let widest = 400
  private let names: Symbolizer
  package struct Failure: Hashable, Sendable {
    /// The row, or the pipeline, that differs from the outcome.
    package let span: Span
    /// The differences, and the expected row and the received row one below the other.
    package fileprivate(set) var finding: Finding
  }
  /// All differences, row by row.
  package private(set) var found: [Failure] = []
  /// The differences as texts, each after its place.
  package var failures: [String] { found.map { $0.finding.text(width: width) } }

  /// - Parameters:
  ///   - width: The columns of a terminal; `nil` elsewhere.
  ///   - checksUse: Whether lines that change nothing are reported, too.
  package init(_ spec: ExecutedSpec, width: Int? = nil, checksUse: Bool = true) {
    self.spec = spec
    self.width = width
    names = Symbolizer(spec.file, alsoTaken: spec.file.usedKeys)
    // A question may omit the answer, because the run supplies it.
    if !spec.file.hasExpectations, !spec.file.text.isPrediction, let first = spec.file.blocks.first {
      let text = "nothing to check: no row begins with '=' or 'subs'"
      add(.untested(text), text, at: first.pipeline.span)
    }
    if !spec.file.text.isPrediction, checksUse { checkUse() }
    for (block, outcome) in zip(spec.file.blocks, spec.outcomes) { check(block, outcome) }
  }

  /// Reports lines that change nothing: a source that no pipeline uses and that was probably meant as something else,
  /// because it is written below a pipeline or has neither silence nor an end; and a subscriber without an expected row
  /// below one that has a row.
  private mutating func checkUse() {
    let first = spec.file.blocks.first?.pipeline.span.line ?? .max
    for source in spec.file.unusedSources {
      let row = source.rows[0].span
      let isRow = spec.file.text.lines[row.line][row.columns].contains { "-|#^".contains($0) }
      if isRow, source.span.line < first { continue }
      let isExpected = source.isNamedAsExpectation
      add(
        .unused, "no pipeline uses '\(source.name)'", at: source.span,
        advice: isExpected ? ["an expected row begins with '=', as in '= -1-2-|'"] : [])
    }
    if let busy = spec.file.busy, !spec.file.usesScheduler {
      add(
        .unused, "no pipeline uses 'scheduler'", at: busy.span,
        advice: ["an operator names it, as in 'receive(on: scheduler)' or 'delay(for: 2, scheduler: scheduler)'"])
    }
    for block in spec.file.blocks {
      guard let last = block.subscribers.last, last.expected == nil, let row = last.demand ?? last.from,
        block.subscribers.contains(where: { $0.expected != nil })
      else { continue }
      let word = last.demand != nil ? "demand" : "from"
      add(
        .unused, "'\(word)' below '=' starts another subscriber, which has no row '='", at: row.span,
        advice: ["write '\(word)' above '=' for the same subscriber, or '=' below it for another one"])
    }
  }

  private mutating func check(_ block: SpecFile.Block, _ outcome: SpecOutcome) {
    let span = block.pipeline.span
    for violation in outcome.violations {
      add(.streamRule(violation, of: ""), "the rules of streams are broken at \(violation)", at: span)
    }
    if let runaway = outcome.runaway {
      return add(.stopped(atOneInstant: runaway.limit == .actionsPerInstant), "\(runaway)", at: span)
    }
    for (rows, recording) in zip(block.subscribers, outcome.recordings) {
      if let expected = rows.expected { check(expected, recording, of: block) }
    }
    if let law = block.law, let outcome = outcome.law { check(law, outcome, of: block) }
    for (rule, verdict) in outcome.rules where !verdict.isAllowed { check(rule, verdict) }
    for name in block.windows.map(\.name).uniqued { checkWindows(of: name, block, outcome) }
  }

  private mutating func check(_ expected: SpecFile.MarbleRow, _ recording: SpecOutcome.Events, of block: SpecFile.Block)
  {
    let row = ExpectedRow(expected.lane, spec.file.table, names)
    if row.holds(recording) { return }
    let comparison = row.compare(with: recording)
    guard let first = comparison.first else { return }
    let sources = spec.file.sources.flatMap { source in source.rows.map { (name: source.name, lane: $0.lane) } }
    let all = sources + comparison.rows.map { (name: $0.label, lane: $0.lane) }
    let rows = DifferenceRows(all, marking: comparison.differences.map(\.instant), inLast: 2)
    let name = shortened(block.pipeline)
    add(
      .difference(name), "\(name) differs at \(first.inWords)", at: expected.span,
      rows: rows.lines(in: width ?? Self.widest), sentences: comparison.lines { $0.inWords },
      advice: tableHint(expected, block) + streamHint(expected) + numberHint(expected, recording))
    found[found.count - 1].finding.add(all, comparison)
  }

  private mutating func check(_ law: SpecFile.Law, _ outcome: LawOutcome, of block: SpecFile.Block) {
    let span = law.pipeline.span
    for exception in outcome.wrongExceptions {
      // Parts that are alike have numbers, and the clause is about one of them.
      let one = outcome.gaps.first { $0.isNamedWithoutNumber(by: exception.text) }
      if let one {
        add(
          .exception, "the law has several parts of this text", at: exception.span,
          advice: ["write which one, as in '== never \(one.key)'"])
      } else {
        add(
          .exception, "the law has an input that shows this, or no part that this is about", at: exception.span,
          advice: ["remove the line '== never \(exception.text)'"])
      }
    }
    guard let difference = outcome.difference else {
      if outcome.isUndecided {
        let ways =
          "write the row of a source that shows it, or give '--values' or '--errors'; if no input can show it, write below the law:"
        add(
          .undecidedLaw, "the law is undecided: no input shows that", at: span,
          rows: outcome.gaps.map { "  \($0.sentence)" }, advice: [ways] + outcome.gaps.map { "== never \($0.key)" })
      }
      return
    }
    var named = spec.file
    named.table = difference.file.table
    let names = Symbolizer(named, alsoTaken: spec.file.usedKeys.union(difference.rows.flatMap(\.lane.keys)))
    let lane = names.lane(of: difference.second, frame: spec.file.frame)
    let comparison = ExpectedRow(lane, names.table, names).compare(with: difference.first)
    let results = zip([">", "=="], comparison.rows.reversed()).map { (name: $0, lane: $1.lane) }
    let all = difference.rows + results
    let rows = DifferenceRows(all, marking: comparison.differences.map(\.instant), inLast: 2)
    let written = Set(all.flatMap(\.lane.keys))
    let meanings = names.table.entries.filter { written.contains($0.key) }.map(\.text)
    let head = "\(shortened(block.pipeline)) and \(shortened(law.pipeline)) differ on \(outcome.place)"
    let sentence = "  \(difference.way.sentence)."
    add(
      .brokenLaw, head, at: span, rows: rows.lines(in: width ?? Self.widest),
      sentences: (meanings.isEmpty ? [] : ["  " + meanings.joined(separator: "   ")]) + [sentence])
    found[found.count - 1].finding.add(all, comparison)
  }

  /// A sentence for a table below an expected row that changes the input, too: a symbol has one meaning in the whole
  /// spec.
  private func tableHint(_ expected: SpecFile.MarbleRow, _ block: SpecFile.Block) -> [String] {
    let written = Set(expected.lane.keys)
    for entry in block.entries.map({ spec.file.table.entries[$0] }) where written.contains(entry.key) {
      guard let source = spec.file.sources.first(where: { $0.lane.keys.contains(entry.key) }) else { continue }
      let symbol = entry.key.shown
      return [
        "the table below this row also makes '\(symbol)' of \(source.name) \(entry.value): write another symbol in this row and in its table"
      ]
    }
    return []
  }

  /// A sentence for the name of a stream in the place of a row.
  private func streamHint(_ expected: SpecFile.MarbleRow) -> [String] {
    let text = String(spec.file.text.lines[expected.span.line][expected.span.columns])
    return spec.file.definitionNames.contains(text) ? ["to compare with the stream '\(text)', write == \(text)"] : []
  }

  /// A sentence for a number of several digits, each of which is a value of its own: one in the expected row that the
  /// pipeline has sent, or one that somebody probably meant.
  private func numberHint(_ expected: SpecFile.MarbleRow, _ recording: SpecOutcome.Events) -> [String] {
    let sent: Set<String> = Set(
      recording.entries.compactMap { entry in
        if case .value(.integer(let number)) = entry.event { String(number) } else { nil }
      })
    let known =
      spec.file.numbers(in: expected).filter { sent.contains($0) && $0.count > 1 }
      + spec.file.numbersInDigits.map(\.number)
    return known.first.map { [SpecFile.sentence(ofNumber: $0)] } ?? []
  }

  private mutating func check(_ rule: SpecFile.Rule, _ verdict: RuleOutcome) {
    let advice =
      switch verdict.verdict {
      case .held: ["the rule holds, but ', but is broken' is written after it"]
      case .broken: [String]()
      case .undecided: ["the run has to go on for longer; or write ', or open at the end' after the rule"]
      case .untested where verdict.unsubscribed != nil: ["a rule speaks of streams that the pipeline uses"]
      case .untested:
        [
          "\(verdict.isExempt ? "'unless' came first each time" : rule.whyUntested); if that is right, write ', if any' after the rule"
        ]
      }
    add(
      .rule(verdict.verdict.rawValue), verdict.whose + verdict.headline, at: rule.span,
      rows: verdict.lines(in: width ?? Self.widest), advice: advice)
    let broken = verdict.trials.filter { $0.verdict == .broken }
    found[found.count - 1].finding.add(verdict.rows, broken.map { ($0.end, $0.words) })
  }

  private mutating func checkWindows(of name: String, _ block: SpecFile.Block, _ outcome: SpecOutcome) {
    let rows = block.windows.filter { $0.name == name }.map(\.row)
    let expected = rows.map(\.lane)
    let actual = spec.windowLanes(of: name, in: outcome, like: block)
    guard expected != actual, let first = rows.first else { return }
    // Print at most 20 rows, from the first that differs.
    let (most, count) = (20, max(expected.count, actual.count))
    let equal = count > most ? zip(expected, actual).prefix { $0 == $1 }.count : 0
    func part(_ lanes: [Lane], _ name: String) -> [(name: String, lane: Lane)] {
      lanes.dropFirst(equal).prefix(most).map { (name, $0) }
    }
    let lanes = part(expected, RowName.expected) + part(actual, RowName.actual)
    var shown = DifferenceRows(lanes, marking: [], inLast: 0).lines
    if let width, shown.contains(where: { DisplayWidth.of($0) > width }) {
      // Only the parts with differences are printed, with carets.
      let instants = (0..<count).flatMap { index in
        let (one, other) = (expected.moments(at: index), actual.moments(at: index))
        return (one.filter { !other.contains($0) } + other.filter { !one.contains($0) }).map(\.instant)
      }
      shown = DifferenceRows(lanes, marking: instants, inLast: lanes.count).lines(in: width)
    }
    var more: [String] = []
    if count > most {
      more.append("  \(expected.count) expected, \(actual.count) happened; the first \(equal) are equal")
    }
    if count > equal + most { more.append("  and \(count - equal - most) more") }
    let head = "the subscriptions of \(name) differ"
    add(.difference(head), head, at: first.span, rows: shown, sentences: more)
    found[found.count - 1].finding.add(lanes, [])
  }

  private mutating func add(
    _ kind: Finding.Kind, _ head: String, at span: Span, rows: [String] = [], sentences: [String] = [],
    advice: [String] = []
  ) {
    let place = spec.file.text.place(of: span)
    let finding = Finding(at: place, kind, head, rows: rows, sentences: sentences, advice: advice)
    found.append(Failure(span: span, finding: finding))
  }

  private func shortened(_ pipeline: SpecFile.Pipeline) -> String {
    let text = pipeline.lines.map { String($0.drop { $0 == " " }) }.enumerated()
      .map { $1.hasPrefix(".") || $0 == 0 ? $1 : " " + $1 }.joined()
    return text.count <= 60 ? text : text.prefix(57) + "…"
  }
}

extension [Lane] {
  /// The moments of a row; none if there are fewer rows.
  fileprivate func moments(at index: Int) -> [Lane.Moment] { indices.contains(index) ? self[index].moments : [] }
}
