extension Publishers {
  /// Sends 0, 1, 2 and so on, one number each time `interval` has passed, and never completes.
  ///
  /// *Drops* a number for which there is no demand, and goes on counting. Each subscriber has a timer of its own, which
  /// a cancel stops. Not part of Combine; Rx calls it `interval`.
  ///
  ///     > interval(2).prefix(3)
  ///     = --0-1-(2|)
  ///
  /// - Parameter interval: The time from the subscription to the first number and from one number to the next, as a
  ///   stride of the scheduler, such as `.milliseconds(300)`.
  /// - Parameter scheduler: Measures the time and runs the ticks.
  /// - Parameter options: Passed to the scheduler with the timer.
  public static func interval<S: Scheduler>(
    _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Interval<S> {
    Interval(interval: interval, scheduler: scheduler, options: options, due: interval, isSingle: false)
  }
  /// Sends the value 0 when the time `due` has passed since the subscription, then finishes.
  ///
  /// If no value has been requested by then, it only finishes. A cancel stops the timer. Not part of Combine; Rx calls
  /// it `timer`.
  ///
  ///     > timer(after: 2)
  ///     = --(0|)
  ///
  /// - Parameter due: The time from the subscription to the value, as a stride of the scheduler.
  /// - Parameter scheduler: Measures the time and runs the ticks.
  /// - Parameter options: Passed to the scheduler with the timer.
  public static func timer<S: Scheduler>(
    after due: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Interval<S> {
    Interval(interval: due, scheduler: scheduler, options: options, due: due, isSingle: true)
  }
  /// Sends 0 when the time `due` has passed since the subscription, then 1, 2 and so on, one number each `interval`.
  ///
  /// Never completes. *Drops* a number for which there is no demand, and goes on counting. Not part of Combine; Rx
  /// calls it `timer`.
  ///
  ///     > timer(after: 1, every: 2).prefix(3)
  ///     = -0-1-(2|)
  ///
  /// - Parameter due: The time from the subscription to the first number, as a stride of the scheduler.
  /// - Parameter interval: The time from one number to the next.
  /// - Parameter scheduler: Measures the time and runs the ticks.
  /// - Parameter options: Passed to the scheduler with the timer.
  public static func timer<S: Scheduler>(
    after due: S.SchedulerTimeType.Stride, every interval: S.SchedulerTimeType.Stride, scheduler: S,
    options: S.SchedulerOptions? = nil
  ) -> Interval<S> {
    Interval(interval: interval, scheduler: scheduler, options: options, due: due, isSingle: false)
  }

  /// A publisher that counts up on a scheduler: the type that `interval` and `timer` return.
  public struct Interval<Context: Scheduler>: Publisher {
    /// The number of the tick, from 0.
    public typealias Output = Int
    /// This publisher never fails.
    public typealias Failure = Never
    public let interval: Context.SchedulerTimeType.Stride
    public let scheduler: Context
    public let options: Context.SchedulerOptions?
    /// The time from the subscription to the first tick.
    let due: Context.SchedulerTimeType.Stride
    /// Whether the first tick is the last.
    let isSingle: Bool

    public func receive<S: Subscriber<Int, Never>>(subscriber: S) {
      RunHook.check(scheduler, of: isSingle ? "timer" : "interval")
      IntervalInner(subscriber, isSingle: isSingle).start(subscriber, self)
    }
  }
}

struct IntervalState {
  var timer: AnyCancellable?
  var count = 0
}

final class IntervalInner<Downstream: Subscriber<Int, Never>>: TimedRelay, EngineSubscriber, @unchecked Sendable {
  typealias Failure = Never
  typealias Input = Never
  let core: TimedCore<Downstream, IntervalState>
  let isSingle: Bool
  init(_ downstream: Downstream, isSingle: Bool) {
    core = TimedCore(downstream, "Interval", forwards: false, IntervalState())
    self.isSingle = isSingle
  }
  func take(_ input: Never) {}
  func upstreamCompleted(_ completion: Subscribers.Completion<Never>) {}

  func start<Context: Scheduler>(_ downstream: Downstream, _ interval: Publishers.Interval<Context>) {
    downstream.receive(subscription: subscription)
    let scheduler = interval.scheduler, first = scheduler.now.advanced(by: interval.due),
      tolerance = scheduler.minimumTolerance
    let timer = AnyCancellable(
      scheduler.schedule(after: first, interval: interval.interval, tolerance: tolerance, options: interval.options) {
        [self] in
        inTurn { $0.tick() }
      })
    core.shared.with { $0.own?.timer = timer }  // dropped if all is over, which cancels it
  }
  private func tick() {
    let due: (Int, Downstream)? = core.shared.with { shared in
      guard let count = shared.own?.count, let downstream = shared.downstream else { return nil }
      shared.own?.count += 1
      guard shared.demand > .none else { return nil }
      shared.demand -= 1
      return (count, downstream)
    }
    if let (count, downstream) = due { send(count, to: downstream) }
    if isSingle { complete(.finished) }
  }
}
