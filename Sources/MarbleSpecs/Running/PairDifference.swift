import Marbles
import VirtualTime

/// The way in which the outcomes of two pipelines differ. Each pair of outcomes differs in exactly one.
package enum PairDifference: String, CaseIterable, Sendable {
  case endless, fewer, more, order, values, times, completion, completionTime

  /// Compares the outcomes; `nil` if they are equal.
  init?(_ first: SpecOutcome, _ second: SpecOutcome) {
    // Only the first events of a run that does not end are known. If all that it does is to start timers, it sends what
    // the other one sends.
    let isCut = first.isCut || second.isCut
    let (mine, others) = (
      first.recordings.map { isCut ? $0.beginning : $0 }, second.recordings.map { isCut ? $0.beginning : $0 }
    )
    if mine == others { return nil }
    if first.isCut != second.isCut, let (one, other) = zip(mine, others).first(where: { $0 != $1 }) {
      let (endless, ending) = first.isCut ? (one, other) : (other, one)
      let common = ending.entries.filter { !$0.event.isEnd }
      if SpecOutcome.Events(Array(endless.entries.prefix(common.count))) == SpecOutcome.Events(common) {
        self = .endless
        return
      }
    }
    let pairs = zip(mine, others)
    guard let (one, other) = pairs.first(where: { $0 != $1 }) else { return nil }
    self.init(one, other)
  }

  private init(_ one: SpecOutcome.Events, _ other: SpecOutcome.Events) {
    let (values, others) = (one.values, other.values)
    if values == others {
      let times = one.entries.filter { !$0.event.isEnd }.map(\.instant)
      let ends = (one.entries.last { $0.event.isEnd }, other.entries.last { $0.event.isEnd })
      if times != other.entries.filter({ !$0.event.isEnd }).map(\.instant) {
        self = .times
      } else {
        self = ends.0?.event == ends.1?.event ? .completionTime : .completion
      }
    } else if values.count != others.count {
      self = others.count < values.count ? .fewer : .more
    } else {
      self = Self.counts(values) == Self.counts(others) ? .order : .values
    }
  }
  private static func counts(_ values: [Value]) -> [Value: Int] {
    var counts: [Value: Int] = [:]
    for value in values { counts[value, default: 0] += 1 }
    return counts
  }

  /// The difference as a sentence without a period.
  package var sentence: String {
    switch self {
    case .endless: "One of them does not end"
    case .fewer: "The second one sends fewer values"
    case .more: "The second one sends more values"
    case .order: "They send the same values in a different order"
    case .values: "They send different values"
    case .times: "They send the same values at different times"
    case .completion: "They send the same values and complete differently"
    case .completionTime: "They send the same values and complete at different times"
    }
  }
}

/// The inputs of a part of the space on which two pipelines differ.
package struct PairFindings: Sendable {
  /// The number of short inputs that were tried, and of those on which the pipelines differ.
  package private(set) var tried = 0
  package private(set) var differing = 0
  /// The same of the chosen inputs.
  package private(set) var triedChosen = 0
  package private(set) var differingChosen = 0
  /// The number of the shortest input for each way in which they differ.
  private var shortest: [PairDifference: Int] = [:]
  /// The problem of the first input on which a pipeline cannot run.
  package private(set) var problem: (input: Int, problem: SpecProblem)?

  package init() {}

  mutating func add(_ input: Int, _ difference: PairDifference?, isChosen: Bool) {
    if isChosen { triedChosen += 1 } else { tried += 1 }
    guard let difference else { return }
    if isChosen { differingChosen += 1 } else { differing += 1 }
    shortest[difference] = min(shortest[difference] ?? .max, input)
  }
  mutating func add(_ problem: SpecProblem, at input: Int) {
    if input < self.problem?.input ?? .max { self.problem = (input, problem) }
  }
  /// Adds the findings of another part. The order of the parts does not matter.
  package mutating func add(_ other: PairFindings) {
    tried += other.tried
    differing += other.differing
    triedChosen += other.triedChosen
    differingChosen += other.differingChosen
    for (difference, input) in other.shortest { shortest[difference] = min(shortest[difference] ?? .max, input) }
    if let (input, problem) = other.problem { add(problem, at: input) }
  }

  /// The ways in which the pipelines differ, each with the number of its shortest input, the shortest first.
  package var ways: [(difference: PairDifference, input: Int)] {
    shortest.map { (difference: $0.key, input: $0.value) }.sorted { $0.input < $1.input }
  }
}
