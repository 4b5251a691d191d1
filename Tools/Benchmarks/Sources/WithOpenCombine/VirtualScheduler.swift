import OpenCombine
import VirtualTime

extension VirtualInstant.Stride: @retroactive OpenCombine.SchedulerTimeIntervalConvertible {}

/// OpenCombine's face of the same timeline, so that only the operators differ.
struct VirtualScheduler: Scheduler {
  typealias SchedulerOptions = Never
  let timeline: Timeline

  var now: VirtualInstant { timeline.now }
  var minimumTolerance: VirtualInstant.Stride { VirtualInstant.Stride(nanoseconds: 0) }

  func schedule(options: Never?, _ action: @escaping () -> Void) { timeline.schedule(at: now, action) }
  func schedule(
    after date: VirtualInstant, tolerance: VirtualInstant.Stride, options: Never?, _ action: @escaping () -> Void
  ) {
    timeline.schedule(at: date, action)
  }
  func schedule(
    after date: VirtualInstant, interval: VirtualInstant.Stride, tolerance: VirtualInstant.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    let ticker = Ticker(timeline, interval, action)
    ticker.schedule(at: date)
    return ticker
  }
}

/// A repeating timer.
private final class Ticker: Cancellable {
  private let timeline: Timeline, interval: VirtualInstant.Stride, action: () -> Void
  private var ticket: Timeline.Ticket?

  init(_ timeline: Timeline, _ interval: VirtualInstant.Stride, _ action: @escaping () -> Void) {
    (self.timeline, self.interval, self.action) = (timeline, interval, action)
  }

  func schedule(at date: VirtualInstant) {
    ticket = timeline.schedule(at: date) { [self] in
      schedule(at: date.advanced(by: interval))
      action()
    }
  }
  func cancel() {
    if let ticket { timeline.cancel(ticket) }
    ticket = nil
  }
}
