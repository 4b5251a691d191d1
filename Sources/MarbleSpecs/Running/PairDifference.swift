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
    let mine = first.recordings.map { isCut ? $0.beginning : $0 }
    let others = second.recordings.map { isCut ? $0.beginning : $0 }
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

  /// Whether the values are the same, at the same times, and only the end differs.
  var isOfEnd: Bool { self == .completion || self == .completionTime }

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
