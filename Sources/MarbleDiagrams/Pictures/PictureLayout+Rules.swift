import MarbleRuns
import Marbles
import VirtualTime

extension PictureLayout {
  /// Adds a rule: the sentence, and below it a bar for each trial from its start to its deadline, with a sign where it
  /// was decided.
  mutating func add(_ rule: RuleOutcome) {
    let columns = CodeText.columns(in: page - axis.left, size: 12)
    cursor += 10
    let count = front.count
    addName("", rule.verdictInPicture, cursor)
    // In a page the verdict is not known before the decision.
    for index in front.indices.dropFirst(count) { front[index].instant = rule.judgedAt }
    for line in CodeText.broken(rule.whose + rule.text, columns: columns) {
      front.append(
        Picture.Item(.label, .text(.middle(line, at: Point(axis.left, cursor), size: 12, anchor: .start, isMono: true)))
          .fixed)
      cursor += 16
    }
    let (rows, omitted) = packed(rule.trials.sorted { $0.start < $1.start }) {
      ($0.start.nanoseconds, $0.drawnEnd.nanoseconds)
    }
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
    let sign = RuleSign(trial.verdict)
    func put(_ shapes: [Picture.Shape], at instant: VirtualInstant) {
      var item = Picture.Item(parts: shapes.map { Picture.Part(role: sign.role, shape: $0) })
      item.tip = "\(trial.verdict == .exempt ? "excepted" : trial.verdict.rawValue) \(trial.words)"
      (item.instant, item.decidedAt) = (instant.nanoseconds, trial.end.nanoseconds)
      lines.append(item)
    }
    if last > from {
      var bar = [
        Picture.Shape.line(Point(from, y), Point(last - sign.room, y)), .line(Point(from, y - 6), Point(from, y + 6)),
      ]
      // A trial that held until its deadline has its tick there.
      if trial.verdict == .held, last > to {
        bar.append(.line(Point(last, y - 6), Point(last, y + 6)))
        judged.insert(.deadline)
      }
      put(bar, at: trial.start)
    }
    put(sign.shapes(at: Point(to, y)), at: trial.end)
    judged.insert(sign)
  }
}

/// A sign on the bar of a trial, with its meaning in the legend.
enum RuleSign: CaseIterable {
  case held, deadline, broken, excepted, undecided

  init(_ verdict: RuleTrialVerdict) {
    self =
      switch verdict {
      case .held: .held
      case .broken: .broken
      case .exempt: .excepted
      case .undecided: .undecided
      }
  }

  var words: String {
    switch self {
    case .held: "the rule holds"
    case .deadline: "the end of its time"
    case .broken: "the rule is broken"
    case .excepted: "excepted"
    case .undecided: "undecided"
    }
  }
  var role: Picture.Role {
    switch self {
    case .held, .deadline: .held
    case .broken: .broken
    case .excepted, .undecided: .undecided
    }
  }
  /// The room of the sign before its instant, in which the bar is not drawn.
  fileprivate var room: Double { self == .excepted ? 5 : 0 }

  func shapes(at place: Point) -> [Picture.Shape] {
    func line(_ from: (Double, Double), _ to: (Double, Double)) -> Picture.Shape {
      .line(Point(place.x + from.0, place.y + from.1), Point(place.x + to.0, place.y + to.1))
    }
    return switch self {
    case .held: [line((-5, 0), (-1, 5)), line((-1, 5), (6, -6))]
    case .deadline: [line((-9, 0), (0, 0)), line((0, -6), (0, 6))]
    case .broken: [line((-6, -6), (6, 6)), line((-6, 6), (6, -6))]
    // An empty diamond.
    case .excepted: [line((-5, 0), (0, -5)), line((0, -5), (5, 0)), line((5, 0), (0, 5)), line((0, 5), (-5, 0))]
    // The bar would go on.
    case .undecided: [line((-5, -5), (0, 0)), line((0, 0), (-5, 5))]
    }
  }
}

extension RuleOutcome {
  /// The instant in nanoseconds at which the verdict is known: the first break, or the end of the last trial. Nothing
  /// is known of a rule without trials.
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
