import Pipes
import VirtualTime

/// The times when the scheduler of a run is busy, and the jobs that wait for their end.
///
/// A job that becomes due while the scheduler is busy waits, and one that becomes due while others wait comes behind
/// them. So jobs run in the order in which they became due, each in a turn of its own.
final class BusyTimes {
  typealias Base = TestScheduler<VirtualInstant, Never>
  private var periods: [Range<VirtualInstant>]
  private var waiting: [() -> Void] = []
  /// The index of the first job that waits.
  private var first = 0

  init(_ periods: [Range<VirtualInstant>]) { self.periods = periods }

  /// The end of the present busy time.
  private func end(at now: VirtualInstant) -> VirtualInstant? { periods.first { $0.contains(now) }?.upperBound }

  /// Returns an action for the instant at which a job becomes due: it runs the job, or has it wait.
  func job(_ base: Base, _ tracer: Tracer?, due: VirtualInstant, _ action: @escaping () -> Void) -> () -> Void {
    let timer = tracer?.startTimer(due: due)
    return { self.run(base, tracer, timer, action) }
  }
  func run(_ base: Base, _ tracer: Tracer?, _ timer: Int?, _ action: @escaping () -> Void) {
    let end = end(at: base.now)
    let job = { if let tracer { tracer.fire(timer, action) } else { action() } }
    if end == nil, first == waiting.count { return job() }
    waiting.append(job)
    if let end { tracer?.hold(timer, until: end) }
    if waiting.count == first + 1 { schedule(base) }
  }

  /// Runs the first job that waits when the scheduler is free.
  private func schedule(_ base: Base) {
    let now = base.now, free = end(at: now)
    let next = { [self] in
      if end(at: base.now) != nil { return schedule(base) }
      guard first < waiting.count else { return }
      let job = waiting[first]
      waiting[first] = {}
      first += 1
      if first == waiting.count { (waiting, first) = ([], 0) } else { schedule(base) }
      job()
    }
    if let free {
      base.schedule(after: free, tolerance: base.minimumTolerance, options: nil, next)
    } else {
      base.schedule(options: nil, next)
    }
  }

  /// Makes the scheduler free for the rest of the run, and releases the jobs.
  func end() { (periods, waiting, first) = ([], [], 0) }
}

/// A repeating timer on a scheduler that may be busy. It misses the ticks that come while one waits.
final class BusyTimer: Cancellable {
  private let base: BusyTimes.Base
  private let busy: BusyTimes
  private let tracer: Tracer?
  private let interval: VirtualInstant.Stride
  private var action: (() -> Void)?
  private var tick: (any Cancellable)?
  private var timer: Int?

  init(
    _ base: BusyTimes.Base, _ busy: BusyTimes, _ tracer: Tracer?, _ interval: VirtualInstant.Stride,
    _ action: @escaping () -> Void
  ) {
    self.base = base
    self.busy = busy
    self.tracer = tracer
    self.interval = interval
    self.action = action
  }

  func started(due: VirtualInstant) -> BusyTimer {
    timer = tracer?.startTimer(due: due)
    tick = base.schedule(after: due, interval: interval, tolerance: base.minimumTolerance, options: nil) { [self] in
      tick?.cancel()
      busy.run(base, tracer, timer) { [self] in
        guard let action else { return }
        action()
        if self.action != nil { _ = started(due: next(after: due)) }
      }
    }
    return self
  }
  /// The first tick after now.
  private func next(after due: VirtualInstant) -> VirtualInstant {
    let (step, late) = (interval.nanoseconds, base.now.nanoseconds - due.nanoseconds)
    return due.advanced(by: VirtualInstant.Stride(nanoseconds: step > 0 ? (late / step + 1) * step : late))
  }
  func cancel() {
    action = nil
    tick?.cancel()
    tracer?.endTimer(timer, .cancelled)
  }
}
