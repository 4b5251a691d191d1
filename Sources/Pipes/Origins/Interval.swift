extension Publishers {
  /// A publisher of 0, 1, 2 and so on, one each time `interval` has passed since the subscription. It does not end.
  ///
  /// A tick that finds no demand is lost; the numbers go on counting. Not part of Combine; Rx calls it `interval`.
  ///
  ///     interval(2)  --0-1-2-3-
  public static func interval<S: Scheduler>(
    _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Interval<S> {
    Interval(interval: interval, scheduler: scheduler, options: options)
  }

  /// A publisher that counts at a regular pace.
  public struct Interval<Context: Scheduler>: Publisher {
    /// The number of the tick, from 0.
    public typealias Output = Int
    /// It cannot fail.
    public typealias Failure = Never
    /// The time from the subscription to the first tick, and from one tick to the next.
    public let interval: Context.SchedulerTimeType.Stride
    /// Measures the time.
    public let scheduler: Context
    /// Passed to the scheduler with the timer.
    public let options: Context.SchedulerOptions?

    public func receive<S: Subscriber<Int, Never>>(subscriber: S) {
      let core = IntervalCore(subscriber)
      core.greet("Interval", refusesZero: false)
      core.start(scheduler, interval, options)
    }
  }
}

final class IntervalCore<Downstream: Subscriber<Int, Never>>: Delivery<Downstream>, @unchecked Sendable {
  @exclusivity(unchecked) var timer: (any Cancellable)?
  @exclusivity(unchecked) var count = 0

  func start<Context: Scheduler>(_ scheduler: Context, _ interval: Context.SchedulerTimeType.Stride, _ options: Context.SchedulerOptions?) {
    gate.run { [self] in
      if isOver { return }
      let first = scheduler.now.advanced(by: interval)
      timer = scheduler.schedule(after: first, interval: interval, tolerance: scheduler.minimumTolerance, options: options) { [self] in
        tick()
      }
    }
  }
  func tick() {
    gate.run { [self] in
      if wants { send(count) }
      count += 1
    }
  }
  override func dispose() {
    timer?.cancel()
    timer = nil
  }
}
