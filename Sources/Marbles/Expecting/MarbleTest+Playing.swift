import Pipes
import VirtualTime

extension MarbleTest {
  /// Lets time pass until nothing is left to happen, or until only repeating timers go on after everything the test says.
  func play() -> [MarbleFailure.Problem] {
    for claim in claims { claim.scheduleSubscription() }
    for claim in claims { claim.scheduleDemand() }
    for start in starts { start() }
    let last = claims.map(\.horizon) + sources.compactMap { $0.lane.moments.last?.instant }
    let horizon = last.max() ?? .zero
    var leak: String?
    do throws(Timeline.Runaway) {
      while let next = timeline.nextDeadline {
        if next > timeline.now {
          leak = leak ?? pendingTimers(next)
          if next > horizon, timeline.repeatingTimerCount > 0 { break }
        }
        try timeline.runOne()
      }
    } catch {
      wasStopped = true
      let report = MarbleReport(self)
      let rows = report.rows(claims.compactMap { $0.received(report) })
      return misuses + [problem((["\(error)"] + rows).joined(separator: "\n"))]
    }
    if allowsLive { return misuses }
    return misuses + (leak.map { [problem($0)] } ?? []) + waitingEvents
  }

  private func problem(_ text: String) -> MarbleFailure.Problem { .init(place: place, text: text) }

  /// What still runs although all that the test listens to is over; `nil` if nothing does.
  private func pendingTimers(_ next: VirtualInstant) -> String? {
    let listeners = claims.filter(\.isListener)
    guard !listeners.isEmpty, listeners.allSatisfy({ !$0.isListening }) else { return nil }
    let own = sources.reduce(scheduledActs) { $0 + ($1.log?.scheduled ?? 0) }
    let count = timeline.pendingCount - own
    guard count > 0 else { return nil }
    let what =
      switch (timeline.repeatingTimerCount, count) {
      case (1..., _): "a repeating timer goes on"
      case (_, 1): "a timer is pending"
      default: "\(count) timers are pending"
      }
    let fix = "  cancel what needs no more time, or call m.allowLive()"
    return "\(what) after \(frameName(timeline.now)), where everything the test listens to is over\n\(fix)"
  }

  private var waitingEvents: [MarbleFailure.Problem] {
    let report = MarbleReport(self)
    return sources.compactMap { row in
      guard let waiting = row.log?.waiting, waiting > 0 else { return nil }
      let what = waiting == 1 ? "the end of \(report.label(of: row)) waits" : "the last \(waiting) events of \(report.label(of: row)) wait"
      return .init(place: row.place, text: "\(what) for demand that never came\n  request more, or call m.allowLive()")
    }
  }

  private var misuses: [MarbleFailure.Problem] {
    timeline.misuses.map { problem("\(frameName($0.instant)): \($0.rule)") }
  }

  /// An instant as a failure names it: `frame 7`, or where there is no such frame, its time.
  func frameName(_ instant: VirtualInstant) -> String {
    instant.nanoseconds % frame == 0 ? "frame \(instant.nanoseconds / frame)" : "\(instant)"
  }
}
