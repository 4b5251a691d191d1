import MarbleRuns
import Marbles

/// The outcome of a law: the number of inputs on which both pipelines ran, the shortest on which they differ, and what
/// no input has shown.
package struct LawOutcome: Sendable {
  /// An input on which the pipelines differ, with the events that one subscriber received from both.
  package struct Counterexample: Sendable {
    /// The inputs that it was found among.
    enum Origin: Sendable { case short, own, chosen }
    let origin: Origin
    let way: PairDifference
    let rows: [(name: String, lane: Lane)]
    let first: SpecOutcome.Events
    let second: SpecOutcome.Events
    /// Both pipelines, with the rows of the input.
    let file: SpecFile
  }

  /// The number of short inputs up to the first difference, and of all short inputs.
  var tried = 0
  var count = 0
  /// The largest number of frames of a short input.
  var frames = 0
  /// The number of inputs that were chosen for the values, errors, counts and times of the pipelines.
  var chosen = 0
  var difference: Counterexample?
  /// The behaviors and decisions that no input has shown, without those that the spec says no input can show.
  var gaps: [Behavior] = []
  /// The clauses of the spec that an input has shown, or that are about nothing in the pipelines.
  var wrongExceptions: [SpecFile.Exception] = []

  var holds: Bool { difference == nil && !isUndecided }
  /// Whether there is no difference, but something that no input has shown.
  var isUndecided: Bool { difference == nil && !gaps.isEmpty }

  private var inputs: String {
    "\(count.grouped) input\(count == 1 ? "" : "s") of up to \(frames) frame\(frames == 1 ? "" : "s")"
  }
  /// The place of the input on which the pipelines differ.
  var place: String {
    switch difference?.origin {
    case .own: "the rows of the spec"
    case .chosen: "an input that is chosen for a value, an error, a count or a time in them"
    case .short, nil: "input \(tried.grouped) of the \(inputs)"
    }
  }
  /// The outcome as a part of a sentence.
  var sentence: String {
    if let difference {
      return "broken by " + difference.rows.map { "\($0.name): \($0.lane)" }.joined(separator: " and ") + ", \(place)"
    }
    let same = "the same for every input that was tried"
    if isUndecided {
      let more = gaps.count > 1 ? ", and \(gaps.count - 1) more" : ""
      return "undecided: \(same), but none shows that \(gaps[0].sentence)\(more)"
    }
    return same
  }
}

extension Int {
  /// The number with a comma before each group of three digits.
  package var grouped: String {
    let digits = Array(String(self))
    return String(digits.indices.flatMap { $0 > 0 && (digits.count - $0) % 3 == 0 ? [",", digits[$0]] : [digits[$0]] })
  }
}
