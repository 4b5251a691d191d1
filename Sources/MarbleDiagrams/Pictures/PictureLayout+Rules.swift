import MarbleRuns
import Marbles
import VirtualTime

extension PictureLayout {
  /// Adds a rule: the sentence, and below it a bar for each trial from its start to its deadline, with a sign where it was decided.
  mutating func add(_ rule: RuleOutcome) {
    let columns = CodeText.columns(in: page - axis.left, size: 12)
    cursor += 10
    let count = front.count
    addName("", rule.verdictInPicture, cursor)
    // In a page the verdict is not known before the decision.
    for index in front.indices.dropFirst(count) { front[index].instant = rule.judgedAt }
    for line in CodeText.broken(rule.text, columns: columns) {
      front.append(Picture.Item(.label, .text(.middle(line, at: Point(axis.left, cursor), size: 12, anchor: .start, isMono: true))).fixed)
      cursor += 16
    }
    let (rows, omitted) = packed(rule.trials.sorted { $0.start < $1.start }) { ($0.start.nanoseconds, $0.drawnEnd.nanoseconds) }
    for row in rows {
      for trial in row { add(trial, cursor + 2) }
      cursor += 18
    }
    cursor += 6
    if omitted > 0 { addWarning("\(omitted) more trials of the rule are left out") }
  }

  /// Adds the bar of a trial, and the sign of its verdict, which a page shows only at the instant of the decision.
  private mutating func add(_ trial: RuleOutcome.Trial, _ y: Double) {
    let from = axis.place(of: trial.start.nanoseconds), to = axis.place(of: trial.end.nanoseconds)
    let last = axis.place(of: trial.drawnEnd.nanoseconds)
    let role: Picture.Role =
      switch trial.verdict {
      case .held: .held
      case .broken: .broken
      case .undecided, .exempt: .undecided
      }
    func put(_ shapes: [Picture.Shape], at instant: VirtualInstant, tip: String?) {
      var item = Picture.Item(parts: shapes.map { Picture.Part(role: role, shape: $0) })
      (item.tip, item.instant, item.decidedAt) = (tip, instant.nanoseconds, trial.end.nanoseconds)
      lines.append(item)
    }
    let words = "\(trial.verdict == .exempt ? "excepted" : trial.verdict.rawValue) \(trial.words)"
    if last > from {
      let end = trial.verdict == .held ? [Picture.Shape.line(Point(last, y - 6), Point(last, y + 6))] : []
      put([.line(Point(from, y), Point(last, y)), .line(Point(from, y - 6), Point(from, y + 6))] + end, at: trial.start, tip: words)
    }
    let sign: [Picture.Shape] =
      switch trial.verdict {
      // A tick where it was kept.
      case .held: [.line(Point(to - 5, y), Point(to - 1, y + 5)), .line(Point(to - 1, y + 5), Point(to + 6, y - 6))]
      case .broken: [.line(Point(to - 6, y - 6), Point(to + 6, y + 6)), .line(Point(to - 6, y + 6), Point(to + 6, y - 6))]
      case .undecided, .exempt: [.line(Point(to - 5, y), Point(to + 5, y))]
      }
    put(sign, at: trial.end, tip: words)
  }
}

extension RuleOutcome {
  /// The instant in nanoseconds at which the verdict is known: the first break, or the end of the last trial. Nothing is known of a rule without trials.
  fileprivate var judgedAt: Int64? {
    let broken = trials.filter { $0.verdict == .broken }.map(\.end.nanoseconds).min()
    return broken ?? trials.map(\.end.nanoseconds).max()
  }
  /// The verdict beside the rule in a picture.
  var verdictInPicture: String {
    switch verdict {
    case .held: held == 1 ? "held" : "held \(held) times"
    case .broken: "broken"
    case .undecided: "undecided"
    case .untested: "never tested"
    }
  }
}
