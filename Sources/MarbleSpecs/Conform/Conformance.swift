import MarbleRuns
import Marbles
import VirtualTime

/// A stream that differs between two runs.
package struct StreamConformance {
  /// The way in which two runs of a stream differ, by the first that fits.
  package enum Kind: String, CaseIterable, Sendable {
    /// The second run does not have the stream.
    case missing = "no such operator"
    /// The same values at the same instants, in another order within one instant.
    case order = "order at an instant"
    /// Other values, or more, or fewer.
    case value
    /// The same values at other instants.
    case time
    /// The values are the same; the completion, or its instant, is not.
    case completion
  }
  /// A value or a completion. `value` is `nil` for a completion and for a value that was not written down.
  struct Signal {
    var instant: VirtualInstant
    var kind: RecordedRun.Event.Kind
    var value: Value?
  }

  package let stream: String
  package let subscription: Int
  package let kind: Kind
  /// The first difference as a sentence without a full stop.
  package let sentence: String
  package let instant: VirtualInstant
  let first: [Signal]
  let second: [Signal]
}

/// The comparison of two runs, stream by stream and subscription by subscription. Values and completions are compared;
/// requests, subscriptions and cancels are not.
package struct Conformance {
  private struct Key: Hashable {
    var stream: String
    var subscription: Int
  }
  /// The streams that differ, in the order of the first run.
  package private(set) var differences: [StreamConformance] = []
  /// The number of subscriptions that were compared.
  package private(set) var compared = 0
  /// The names of the two runs in sentences and rows.
  package let names: (first: String, second: String)

  /// - Parameters:
  ///   - streams: The names of the streams that are compared; `nil` for all that both runs have.
  ///   - tolerance: The largest difference between equal instants, in nanoseconds.
  package init(
    _ first: RecordedRun, _ second: RecordedRun, streams: [String]?, tolerance: Int64 = 0,
    names: (first: String, second: String) = ("first", "second")
  ) {
    self.names = names
    var literals: [String: Value] = [:]
    let ours = Conformance.signals(first, &literals), theirs = Conformance.signals(second, &literals)
    let known = Set(second.streams)
    let wanted = Set(streams ?? first.streams.filter(known.contains))
    for key in ours.order where wanted.contains(key.stream) {
      compared += 1
      add(key, ours.signals[key] ?? [], theirs.signals[key], isKnown: known.contains(key.stream), tolerance)
    }
    for key in theirs.order where wanted.contains(key.stream) && ours.signals[key] == nil {
      compared += 1
      add(key, [], theirs.signals[key], isKnown: true, tolerance)
    }
  }

  private static func signals(_ run: RecordedRun, _ literals: inout [String: Value]) -> (
    order: [Key], signals: [Key: [StreamConformance.Signal]]
  ) {
    var (order, signals): ([Key], [Key: [StreamConformance.Signal]]) = ([], [:])
    for event in run.events {
      let key = Key(stream: event.stream, subscription: event.subscription)
      if signals[key] == nil {
        order.append(key)
        signals[key] = []
      }
      guard event.kind.isSignal else { continue }
      let value = ReplayRun.value(of: event.kind, &literals) { _ in nil }
      signals[key]?.append(StreamConformance.Signal(instant: event.instant, kind: event.kind, value: value))
    }
    return (order, signals)
  }

  // MARK: One stream

  private mutating func add(
    _ key: Key, _ one: [StreamConformance.Signal], _ other: [StreamConformance.Signal]?, isKnown: Bool,
    _ tolerance: Int64
  ) {
    guard let other else {
      let kind: StreamConformance.Kind = isKnown ? .value : .missing
      let sentence =
        isKnown
        ? "\(names.second) has no subscription \(key.subscription) to it" : "\(names.second) does not have this stream"
      differences.append(
        StreamConformance(
          stream: key.stream, subscription: key.subscription, kind: kind, sentence: sentence, instant: .zero,
          first: one, second: []))
      return
    }
    guard let kind = Conformance.kind(one, other, tolerance) else { return }
    let (instant, sentence) = firstDifference(one, other, tolerance)
    differences.append(
      StreamConformance(
        stream: key.stream, subscription: key.subscription, kind: kind, sentence: sentence, instant: instant,
        first: one, second: other))
  }

  private static func kind(
    _ one: [StreamConformance.Signal], _ other: [StreamConformance.Signal], _ tolerance: Int64
  ) -> StreamConformance.Kind? {
    let (values, others) = (one.filter(\.isValue), other.filter(\.isValue))
    let isSame = values.count == others.count && zip(values, others).allSatisfy { $0.matches($1) }
    if isSame {
      if !zip(values, others).allSatisfy({ $0.isNear($1, tolerance) }) { return .time }
      let ends = (one.first { !$0.isValue }, other.first { !$0.isValue })
      switch ends {
      case (nil, nil): return nil
      case (let end?, let otherEnd?):
        return end.matches(otherEnd) && end.isNear(otherEnd, tolerance) ? nil : .completion
      default: return .completion
      }
    }
    return isReordered(values, others, tolerance) ? .order : .value
  }

  /// Whether the values differ only in their order within instants.
  private static func isReordered(
    _ one: [StreamConformance.Signal], _ other: [StreamConformance.Signal], _ tolerance: Int64
  ) -> Bool {
    guard one.count == other.count, zip(one, other).allSatisfy({ $0.isNear($1, tolerance) }) else { return false }
    var start = 0
    while start < one.count {
      let end = one[start...].firstIndex { $0.instant != one[start].instant } ?? one.count
      var left = Array(other[start..<end])
      for signal in one[start..<end] {
        guard let place = left.firstIndex(where: { $0.matches(signal) }) else { return false }
        left.remove(at: place)
      }
      start = end
    }
    return true
  }

  private func firstDifference(
    _ one: [StreamConformance.Signal], _ other: [StreamConformance.Signal], _ tolerance: Int64
  ) -> (VirtualInstant, String) {
    var place = 0
    while place < one.count, place < other.count, one[place].matches(other[place]),
      one[place].isNear(other[place], tolerance)
    {
      place += 1
    }
    let (ours, theirs) = (place < one.count ? one[place] : nil, place < other.count ? other[place] : nil)
    func at(_ signal: StreamConformance.Signal) -> String { "at \(RecordedRun.time(signal.instant.nanoseconds))" }
    switch (ours, theirs) {
    case (let ours?, let theirs?):
      let start = "\(names.first) \(ours.verb) \(at(ours)), \(names.second) "
      let rest = ours.matches(theirs) ? at(theirs) : "\(theirs.verb) \(at(theirs))"
      return (min(ours.instant, theirs.instant), start + rest)
    case (let ours?, nil): return (ours.instant, "\(names.first) \(ours.verb) \(at(ours)), \(names.second) does not")
    case (nil, let theirs?):
      return (theirs.instant, "\(names.second) \(theirs.verb) \(at(theirs)), \(names.first) does not")
    case (nil, nil): return (.zero, "they are the same")
    }
  }
}

extension StreamConformance.Signal {
  var isValue: Bool { if case .next = kind { true } else { false } }

  /// Whether two signals are the same, whatever their instants. Two failures are always the same.
  func matches(_ other: Self) -> Bool {
    switch (kind, other.kind) {
    case (.finish, .finish), (.fail, .fail): return true
    case (.next, .next):
      guard let value, let otherValue = other.value else { return true }
      return value.isMeant(by: otherValue) || otherValue.isMeant(by: value)
    default: return false
    }
  }
  func isNear(_ other: Self, _ tolerance: Int64) -> Bool {
    instant.nanoseconds.distance(to: other.instant.nanoseconds).magnitude <= UInt64(tolerance)
  }
  fileprivate var verb: String {
    switch kind {
    case .finish: "finishes"
    case .fail: "fails"
    default: "sends " + (value?.shown ?? "a value")
    }
  }
}
