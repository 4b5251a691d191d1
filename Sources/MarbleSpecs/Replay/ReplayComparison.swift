import MarbleRuns
import Marbles
import VirtualTime

/// The first difference between the recorded outcome and the run.
package struct ReplayDifference {
  /// The ways in which the two differ.
  enum Kind: Hashable {
    /// The recording has an event that the run has not.
    case extra
    /// The run has an event that the recording has not.
    case missing
    /// The same event comes at another time.
    case time
    /// Another value, or another completion.
    case value
  }
  var kind: Kind
  /// The indices in the recorded outcome and in the run.
  var recorded: Int?
  var played: Int?
  package var instant: VirtualInstant
  /// The difference as a sentence without a full stop.
  package var sentence: String
}

/// A time after which the run cannot be compared, because it depends on something that was not recorded.
package struct ReplayHorizon {
  package var instant: Int64
  /// The reason, as a sentence without a full stop; `nil` for the end of the recording.
  package var reason: String?
}

extension ReplayRun {
  /// - Parameter tolerance: How much later than the app the pipeline may cancel, in nanoseconds.
  func horizon(_ played: Played, tolerance: Int64) -> ReplayHorizon {
    var horizon = ReplayHorizon(instant: end, reason: nil)
    func note(_ instant: Int64, _ reason: String) {
      if instant < horizon.instant { horizon = ReplayHorizon(instant: instant, reason: reason) }
    }
    for (source, windows) in zip(sources, played.windows) where !source.isHot {
      for (number, window) in windows.enumerated() {
        let start = window.start.nanoseconds, name = windows.count > 1 ? "\(source.name) (\(number + 1))" : source.name
        guard number < source.subscriptions.count else {
          let count = source.subscriptions.count
          note(
            start,
            "the pipeline subscribes to \(source.name) at \(RecordedRun.time(start)) once more, and only \(count) subscription\(count == 1 ? " was" : "s were") recorded"
          )
          continue
        }
        guard let cancelled = source.subscriptions[number].cancelled else { continue }
        if (window.end?.nanoseconds ?? .max) > start.plus(cancelled).plus(tolerance) {
          note(
            start.plus(cancelled),
            "the app cancelled \(name) at \(RecordedRun.time(source.subscriptions[number].start.plus(cancelled))), the pipeline does not, so the values that it would have sent are unknown"
          )
        }
      }
    }
    return horizon
  }

  /// The first difference up to the horizon; `nil` if there is none.
  ///
  /// - Parameter tolerance: The largest difference between the recorded and the virtual instant of an event, in
  ///   nanoseconds.
  func difference(_ played: Played, _ horizon: ReplayHorizon, tolerance: Int64) -> ReplayDifference? {
    let entries = played.entries
    var index = 0
    while true {
      let recorded = index < outcome.count ? outcome[index] : nil
      let run = index < entries.count ? entries[index] : nil
      if recorded == nil, run == nil { return nil }
      let times = [recorded?.time, run?.instant.nanoseconds].compactMap(\.self)
      // An event of one side needs time to be missed on the other one.
      if (times.min() ?? 0) > horizon.instant { return nil }
      if times.count == 1, times[0].plus(tolerance) > horizon.instant, horizon.reason != nil || recorded == nil {
        return nil
      }
      let isSame = recorded.map { one in run.map { matches(one, $0.event) } ?? false } ?? false
      let isNear = times.count == 2 && times[0].distance(to: times[1]).magnitude <= UInt64(tolerance)
      if isSame, isNear {
        index += 1
        continue
      }
      return difference(index, recorded, run, isSame: isSame, isNear: isNear)
    }
  }

  private func difference(
    _ index: Int, _ recorded: Outcome?, _ run: SpecOutcome.Events.Entry?, isSame: Bool, isNear: Bool
  )
    -> ReplayDifference
  {
    let recording = recorded.map { "\(outcomeName) \(verb(of: $0)) at \(RecordedRun.time($0.time))" } ?? ""
    let happens = run.map { verb(of: $0.event) } ?? ""
    func at(_ instant: VirtualInstant) -> String { RecordedRun.time(instant.nanoseconds) }
    switch (recorded, run) {
    case (let recorded?, let run?) where isSame:
      return ReplayDifference(
        kind: .time, recorded: index, played: index,
        instant: min(VirtualInstant(nanoseconds: recorded.time), run.instant),
        sentence: "\(recording), the pipeline at \(at(run.instant))")
    case (let recorded?, .some) where isNear:
      return ReplayDifference(
        kind: .value, recorded: index, played: index, instant: VirtualInstant(nanoseconds: recorded.time),
        sentence: "\(recording), the pipeline \(happens)")
    case (let recorded?, _) where run.map({ recorded.time < $0.instant.nanoseconds }) ?? true:
      return ReplayDifference(
        kind: .extra, recorded: index, played: nil, instant: VirtualInstant(nanoseconds: recorded.time),
        sentence: "\(recording), which the pipeline does not do")
    default:
      return ReplayDifference(
        kind: .missing, recorded: nil, played: index, instant: run?.instant ?? .zero,
        sentence: "the pipeline \(happens) at \(at(run?.instant ?? .zero)), which \(outcomeName) did not do")
    }
  }

  private func verb(of recorded: Outcome) -> String {
    switch recorded.kind {
    case .finished: "finished"
    case .failure: "failed"
    default: "sent " + (recorded.value?.shown ?? "\(Mark(recorded.kind).text), whose value was not recorded,")
    }
  }
  private func verb(of event: SpecOutcome.Events.Event) -> String {
    switch event {
    case .finished: "finishes"
    case .failure(let failure): "fails with \(failure.value.shown)"
    case .value(let value): "sends \(value.shown)"
    }
  }

  /// Whether an event of a run is the recorded one, whatever its time. Two failures are always the same.
  func matches(_ recorded: Outcome, _ event: SpecOutcome.Events.Event) -> Bool {
    switch (recorded.kind, event) {
    case (.finished, .finished), (.failure, .failure): true
    case (.value, .value(let value)): recorded.value.map { value.isMeant(by: $0) } ?? true
    default: false
    }
  }
}
