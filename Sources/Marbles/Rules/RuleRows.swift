import VirtualTime

/// The trials of a rule as brackets below the rows: `[` where one begins, `+` where it held, `]` at its deadline, `x`
/// where it was broken, `?` where the run ended before it was decided, `~` where it was excepted.
package struct RuleRows {
  package private(set) var texts: [String] = []
  /// How many trials found no row.
  private(set) var omitted = 0
  /// A sentence about these trials.
  package var omission: String? {
    omitted == 0
      ? nil : "\(omitted) more trial\(omitted == 1 ? "" : "s") at the same time \(omitted == 1 ? "is" : "are") left out"
  }
  /// The largest number of trials at the same time that are drawn.
  private static var mostRows: Int { 5 }

  /// A row without marbles that gives each instant of the trials a column.
  package static func lane(of trials: [RuleOutcome.Trial], frame: Int64) -> Lane {
    let instants = Set(trials.flatMap { [$0.start, $0.end, $0.drawnEnd] }).sorted()
    return Lane(frame: frame, moments: instants.map { Lane.Moment(instant: $0, marks: [Mark(.anyValue)]) })
  }

  package init(_ trials: [RuleOutcome.Trial], _ aligned: AlignedRows) {
    var rows: [[Character]] = []
    for trial in trials.sorted(by: { $0.start < $1.start }) {
      let first = aligned.column(near: trial.start), end = max(first, aligned.column(near: trial.end))
      let last = max(end, aligned.column(near: trial.drawnEnd))
      let index = rows.firstIndex { $0.count <= first } ?? rows.count
      if index == Self.mostRows {
        omitted += 1
        continue
      }
      if index == rows.count { rows.append([]) }
      rows[index] += [Character](repeating: " ", count: first - rows[index].count)
      if last > first {
        rows[index] += ["["] + [Character](repeating: "-", count: last - first - 1) + ["]"]
      } else {
        rows[index].append(" ")
      }
      if let sign = trial.sign(isBracket: last > first) { rows[index][end] = sign }
    }
    texts = rows.map { String($0) }
  }
}

extension RuleOutcome.Trial {
  /// The instant at which its bracket ends: what held early is drawn up to its deadline.
  package var drawnEnd: VirtualInstant { verdict == .held ? max(end, deadline ?? end) : end }

  /// The sign where it was decided; `nil` if the end of the bracket says it, because a window stayed empty.
  fileprivate func sign(isBracket: Bool) -> Character? {
    switch verdict {
    case .held: isBracket && isSilence ? nil : "+"
    case .broken: "x"
    case .undecided: "?"
    case .exempt: "~"
    }
  }
}

extension RuleOutcome {
  /// The rows of the streams, the brackets below them with the rule beside them, and how often it held, for a failure.
  ///
  /// - Parameter width: The number of columns. Longer rows are printed as the part with the first break, with carets
  ///   instead of brackets.
  package func lines(in width: Int) -> [String] {
    let shown = Array(trials.prefix { $0.verdict == .held }.suffix(3) + trials.drop { $0.verdict == .held }.prefix(10))
    let names = (rows.map(\.name) + ["rule"]).map { DisplayWidth.printable($0) }
    let indent = names.map { DisplayWidth.of($0) }.max() ?? 0
    func padded(_ name: String) -> String {
      "  " + name + String(repeating: " ", count: indent - DisplayWidth.of(name) + 2)
    }
    let frame = rows.first?.lane.frame ?? Lane.defaultFrame
    let aligned = AlignedRows(rows.map(\.lane) + [RuleRows.lane(of: shown, frame: frame)])
    let texts = aligned.texts.dropLast().map { DisplayWidth.printable($0) }
    let more = count.map { ["  \($0)"] } ?? []
    if texts.contains(where: { DisplayWidth.of($0) + indent + 4 > width }) {
      let breaks = shown.filter { $0.verdict != .held }.map(\.end)
      return DifferenceRows(rows, marking: breaks, inLast: rows.count).lines(in: width) + ["  rule: \(text)"] + more
    }
    let drawn = RuleRows(shown, aligned), brackets = drawn.texts
    let column = max((texts + brackets).map { DisplayWidth.of($0) }.max() ?? 0, 4) + 2
    var lines = zip(names, texts).map { padded($0) + $1 }
    for (number, bracket) in (brackets.isEmpty ? [""] : brackets).enumerated() {
      let note = number == 0 ? String(repeating: " ", count: column - DisplayWidth.of(bracket)) + text : ""
      lines.append(padded(number == 0 ? "rule" : "") + bracket + note)
    }
    return lines + (drawn.omission.map { ["  \($0)"] } ?? []) + more
  }
}
