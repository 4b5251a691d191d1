import Marbles
import VirtualTime

/// Looks for the fewest recorded events that still show a difference.
///
/// 1. A candidate is a part of the recorded signals. Its subscriptions play the signals of those that began in the full
///    run at the same instants; a candidate that subscribes at any other instant is refused, because what it would
///    receive was not recorded.
/// 2. A difference is kept if the run of the candidate still has the event that the recording lacks. An event that only
///    the recording has needs two parts: signals with which the pipeline sends it, and others because of which it does
///    not.
struct ReplayShrinker {
  private let replay: ReplayRun
  private let template: SpecFile
  private let tolerance: Int64
  private let full: ReplayState
  /// The numbers of the subscriptions of each cold source, by their instants in the full run.
  private let subscriptions: [[Int64: [Int]]]
  private var runsLeft = 4_000

  /// A signal of a source.
  private struct Element: Hashable {
    var source: Int
    var subscription: Int
    var signal: Int
  }

  init(_ replay: ReplayRun, _ template: SpecFile, _ played: ReplayRun.Played, tolerance: Int64) {
    self.replay = replay
    self.template = template
    self.tolerance = tolerance
    full = ReplayState(replay)
    subscriptions = zip(replay.sources, played.windows).map { source, windows in
      var subscriptions: [Int64: [Int]] = [:]
      if source.isHot { return subscriptions }
      for (number, window) in windows.prefix(source.subscriptions.count).enumerated() {
        subscriptions[window.start.nanoseconds, default: []].append(number)
      }
      return subscriptions
    }
  }

  /// The smallest part of the recording that shows a difference, with round times if these show it, too; `nil` if
  /// nothing can be left out.
  mutating func shrunk(_ difference: ReplayDifference, of played: ReplayRun.Played) -> (
    state: ReplayState, grid: Int64?
  )? {
    let all = replay.sources.indices.flatMap { source in
      full.signals[source].indices.flatMap { subscription in
        full.signals[source][subscription].indices.map {
          Element(source: source, subscription: subscription, signal: $0)
        }
      }
    }
    let found: (sending: [Element], all: [Element])?
    if let index = difference.played {
      let entry = played.entries[index]
      let kept = minimized(all, with: []) { entries in
        entries.contains { $0.instant == entry.instant && ReplayShrinker.isSame($0.event, entry.event) }
      }
      found = (kept, kept)
    } else {
      found = difference.recorded.flatMap { parts(all, without: replay.outcome[$0], $0) }
    }
    guard let found, let state = settled(found.all) else { return nil }
    return rounded(state.0, found.all, found.sending)
  }

  // MARK: Deleting events

  /// Two parts for an event that only the recording has: the signals with which it is sent, and all with those because
  /// of which it is not.
  private mutating func parts(_ all: [Element], without recorded: ReplayRun.Outcome, _ index: Int) -> (
    sending: [Element], all: [Element]
  )? {
    let (replay, tolerance) = (replay, tolerance)
    func has(_ entries: [SpecOutcome.Events.Entry]) -> Bool {
      entries.contains {
        replay.matches(recorded, $0.event)
          && $0.instant.nanoseconds.distance(to: recorded.time).magnitude <= UInt64(tolerance)
      }
    }
    // Leave out a part, the largest first, until the pipeline sends the event.
    var sending: [Element]?
    var size = max(1, all.count / 2)
    search: while true {
      for start in stride(from: 0, to: all.count, by: size) {
        let part = Array(all[..<start] + all[min(all.count, start + size)...])
        if let (_, played) = settled(part), has(played.entries) {
          sending = part
          break search
        }
      }
      if size == 1 || runsLeft <= 0 { break }
      size /= 2
    }
    guard let sending else {
      // Nothing makes the pipeline send it. The signals that make it send all before are what is known.
      let before = replay.outcome.prefix(index)
      let kept = minimized(all, with: []) { entries in
        !has(entries) && entries.count >= before.count
          && zip(before, entries).allSatisfy { replay.matches($0, $1.event) }
      }
      return (kept, kept)
    }
    let few = minimized(sending, with: []) { has($0) }
    let others = all.filter { !few.contains($0) }
    let refusing = minimized(others, with: few) { !has($0) }
    return (few, few + refusing)
  }

  /// The fewest elements with which, beside others, a test holds. It holds for all of them.
  private mutating func minimized(
    _ all: [Element], with fixed: [Element], _ holds: ([SpecOutcome.Events.Entry]) -> Bool
  ) -> [Element] {
    var kept = all
    var size = max(1, kept.count)
    while !kept.isEmpty, runsLeft > 0 {
      var start = 0, isSmaller = false
      while start < kept.count, runsLeft > 0 {
        let part = Array(kept[..<start] + kept[min(kept.count, start + size)...])
        if let (_, played) = settled(fixed + part), holds(played.entries) {
          kept = part
          isSmaller = true
        } else {
          start += size
        }
      }
      if size == 1, !isSmaller { break }
      size = max(1, min(size / 2, kept.count))
    }
    return kept
  }

  /// The state of some signals whose subscriptions play what was recorded for them; `nil` if a subscription was not
  /// recorded.
  private mutating func settled(_ elements: [Element]) -> (ReplayState, ReplayRun.Played)? {
    let kept = Set(elements)
    var state = full
    for source in state.signals.indices {
      for subscription in state.signals[source].indices {
        state.signals[source][subscription] = full.signals[source][subscription].indices.filter {
          kept.contains(Element(source: source, subscription: subscription, signal: $0))
        }.map { full.signals[source][subscription][$0] }
      }
    }
    for _ in 0..<6 where runsLeft > 0 {
      runsLeft -= 1
      guard let played = try? replay.play(state, template), let order = order(played) else { return nil }
      if zip(order, state.order).allSatisfy({ $0 == Array($1.prefix($0.count)) }) {
        state.order = order
        return (state, played)
      }
      state.order = order
    }
    return nil
  }
  /// The recorded subscriptions that those of a run play; `nil` if one began at an instant for which there is none.
  private func order(_ played: ReplayRun.Played) -> [[Int]]? {
    var all: [[Int]] = []
    for (source, windows) in played.windows.enumerated() {
      var left = subscriptions[source], order: [Int] = []
      for window in windows where !replay.sources[source].isHot {
        guard let next = left[window.start.nanoseconds]?.first else { return nil }
        left[window.start.nanoseconds]?.removeFirst()
        order.append(next)
      }
      all.append(order)
    }
    return all
  }

  // MARK: Round times

  /// The same state with the roundest times for which the pipeline sends the same events, and with its first event
  /// soon.
  private mutating func rounded(_ state: ReplayState, _ all: [Element], _ sending: [Element]) -> (
    state: ReplayState, grid: Int64?
  ) {
    guard let wanted = try? replay.play(state, template)?.entries.map(\.event) else { return (state, nil) }
    let part = sending.count < all.count ? settled(sending) : nil
    let first =
      replay.sources.indices.filter { replay.sources[$0].isHot }.compactMap { state.signals[$0].first?.first?.time }
      .min() ?? 0
    for grid in [1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1].map({ $0 * 1_000_000 as Int64 }) + [1_000] {
      for shift in [max(0, first - first % grid - grid), 0] {
        let new = state.moved(by: shift, to: grid, replay)
        guard sends(wanted, new) else { continue }
        if let part, !sends(part.1.entries.map(\.event), part.0.moved(by: shift, to: grid, replay)) { continue }
        return (new, grid)
      }
    }
    return (state, nil)
  }
  private mutating func sends(_ events: [SpecOutcome.Events.Event], _ state: ReplayState) -> Bool {
    guard let played = try? replay.play(state, template), played.entries.count == events.count else { return false }
    let counts = zip(state.order, played.windows).enumerated().allSatisfy {
      replay.sources[$0].isHot || $1.0.count == $1.1.count
    }
    return counts && zip(played.entries, events).allSatisfy { ReplayShrinker.isSame($0.event, $1) }
  }

  private static func isSame(_ one: SpecOutcome.Events.Event, _ other: SpecOutcome.Events.Event) -> Bool {
    switch (one, other) {
    case (.value(let one), .value(let other)): one == other
    case (.finished, .finished), (.failure, .failure): true
    default: false
    }
  }
}

extension ReplayState {
  /// The same signals earlier, and at multiples of a length of time.
  fileprivate func moved(by shift: Int64, to grid: Int64, _ replay: ReplayRun) -> ReplayState {
    var state = self
    func round(_ time: Int64) -> Int64 { max(0, time).plus(grid / 2) / grid * grid }
    for source in signals.indices {
      let isHot = replay.sources[source].isHot
      for subscription in signals[source].indices {
        for index in signals[source][subscription].indices {
          state.signals[source][subscription][index].time = round(
            signals[source][subscription][index].time - (isHot ? shift : 0))
        }
      }
    }
    func round(_ lane: Lane?) -> Lane? {
      guard let lane else { return nil }
      let marks = lane.marks.map { (VirtualInstant(nanoseconds: round($0.instant.nanoseconds - shift)), $0.mark.kind) }
      return Lane(frame: lane.frame, marks: marks)
    }
    state.from = round(from)
    state.demand = round(demand)
    // A subscription that begins at zero and is not cancelled needs no row.
    if let from = state.from, from.moments.count == 1, from.moments[0].instant == .zero,
      from.moments[0].marks.count == 1
    {
      state.from = nil
    }
    return state
  }
}
