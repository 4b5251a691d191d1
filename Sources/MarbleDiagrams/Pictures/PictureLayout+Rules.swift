import Marbles
import VirtualTime

extension PictureLayout {
  /// Adds a rule: the sentence, and below it a bar for each trial from its start to its deadline, with a sign where it was decided.
  mutating func add(_ rule: RuleOutcome) {
    let columns = CodeText.columns(in: right - axis.left, size: 12)
    cursor += 10
    addName("", rule.verdictInPicture, cursor)
    for line in CodeText.broken(rule.text, columns: columns) {
      front.append(Picture.Item(.label, .text(.middle(line, at: Point(axis.left, cursor), size: 12, anchor: .start, isMono: true))))
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

  private mutating func add(_ trial: RuleOutcome.Trial, _ y: Double) {
    let from = axis.place(of: trial.start.nanoseconds), to = axis.place(of: trial.end.nanoseconds)
    let last = axis.place(of: trial.drawnEnd.nanoseconds)
    var shapes: [Picture.Shape] = []
    if last > from {
      shapes += [.line(Point(from, y), Point(last, y)), .line(Point(from, y - 6), Point(from, y + 6))]
      if trial.verdict == .held { shapes.append(.line(Point(last, y - 6), Point(last, y + 6))) }
    }
    switch trial.verdict {
    // A tick where it was kept.
    case .held: shapes += [.line(Point(to - 5, y), Point(to - 1, y + 5)), .line(Point(to - 1, y + 5), Point(to + 6, y - 6))]
    case .broken: shapes += [.line(Point(to - 6, y - 6), Point(to + 6, y + 6)), .line(Point(to - 6, y + 6), Point(to + 6, y - 6))]
    case .undecided, .exempt: shapes.append(.line(Point(to - 5, y), Point(to + 5, y)))
    }
    let role: Picture.Role =
      switch trial.verdict {
      case .held: .held
      case .broken: .broken
      case .undecided, .exempt: .undecided
      }
    var item = Picture.Item(parts: shapes.map { Picture.Part(role: role, shape: $0) })
    item.tip = "\(trial.verdict == .exempt ? "excepted" : trial.verdict.rawValue) \(trial.words)"
    item.instant = trial.start.nanoseconds
    lines.append(item)
  }
}

extension RuleOutcome {
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
