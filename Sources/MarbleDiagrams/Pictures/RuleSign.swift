import MarbleRuns
import Marbles
import VirtualTime

/// A sign on the bar of a trial.
enum RuleSign {
  case held, broken, excepted, undecided

  init(_ verdict: RuleTrialVerdict) {
    self =
      switch verdict {
      case .held: .held
      case .broken: .broken
      case .exempt: .excepted
      case .undecided: .undecided
      }
  }

  var role: Picture.Role {
    switch self {
    case .held: .held
    case .broken: .broken
    case .excepted, .undecided: .undecided
    }
  }

  func shapes(at place: Point) -> [Picture.Shape] {
    func line(_ from: (Double, Double), _ to: (Double, Double)) -> Picture.Shape {
      .line(Point(place.x + from.0, place.y + from.1), Point(place.x + to.0, place.y + to.1))
    }
    return switch self {
    case .held: [line((-5, 0), (-1, 5)), line((-1, 5), (6, -6))]
    case .broken: [line((-6, -6), (6, 6)), line((-6, 6), (6, -6))]
    // An empty diamond.
    case .excepted: [line((-5, 0), (0, -5)), line((0, -5), (5, 0)), line((5, 0), (0, 5)), line((0, 5), (-5, 0))]
    // The bar would go on.
    case .undecided: [line((-5, -5), (0, 0)), line((0, 0), (-5, 5))]
    }
  }
}

extension RuleOutcome {
  /// The rule beside the row that it is about: "at most 2 this" is the language of specs.
  var textInPicture: String {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    return words.starts(with: ["at", "most"])
      ? words.map { $0 == "this" ? "values" : $0 }.joined(separator: " ") : text
  }
  /// The instant in nanoseconds at which the verdict is known: the first break, or the end of the last trial; `nil` for
  /// a rule without trials.
  var judgedAt: Int64? {
    let broken = trials.filter { $0.verdict == .broken }.map(\.end.nanoseconds).min()
    return broken ?? trials.map(\.end.nanoseconds).max()
  }
  /// The trials in the order of their starts. In a rule about a time each event begins a window, with the number of
  /// events in the window.
  var shownTrials: [(trial: Trial, words: String)] {
    guard let window else { return trials.sorted { $0.start < $1.start }.map { ($0, "") } }
    let judged = trials.sorted { $0.end < $1.end }
    return judged.indices.map { first in
      let start = judged[first].end, due = VirtualInstant(nanoseconds: start.nanoseconds + window.length)
      let count = judged[first...].prefix { $0.end < due }.count
      // A window has one event too many: it is broken there.
      var trial = judged[count > window.most ? first + window.most : first]
      trial.verdict = count > window.most ? .broken : .held
      (trial.start, trial.deadline) = (start, due)
      return (trial, "\(count) in \(DurationText.of(window.length))")
    }
  }
  /// The verdict beside the rule in a picture.
  var verdictInPicture: String {
    switch verdict {
    case .held: "holds"
    case .broken: "broken"
    case .undecided: "undecided"
    case .untested: "never tested"
    }
  }
}
