extension Publisher {
  /// Sends a value when no other has come for a while after it.
  ///
  /// Every value starts the wait again and replaces the one before. Asks for everything; a value that finds no demand when its time comes is
  /// lost, and so is one that still waits when the stream ends.
  ///
  ///     source       -a-b-c-------d-|
  ///     debounce(3)  --------c------|
  public func debounce<S: Scheduler>(
    for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Debounce<Self, S> {
    .init(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// A publisher of values that are followed by a pause.
  public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// How long the pause must be.
    public let dueTime: Context.SchedulerTimeType.Stride
    /// Measures the pause, and delivers.
    public let scheduler: Context
    /// Passed to the scheduler with each timer.
    public let options: Context.SchedulerOptions?
    /// A publisher of values that are followed by a pause.
    public init(upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context, options: Context.SchedulerOptions?) {
      (self.upstream, self.dueTime, self.scheduler, self.options) = (upstream, dueTime, scheduler, options)
    }
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let core = DebounceCore(subscriber, "Debounce", on: scheduler, forwards: false)
      core.countdown = Countdown(scheduler, dueTime, options) { [weak core] in core?.fire() }
      upstream.subscribe(core)
    }
  }
}

final class DebounceCore<Downstream: Subscriber, Context: Scheduler>: TimedRelay<Downstream.Input, Downstream, Context>, @unchecked Sendable {
  @exclusivity(unchecked) var pending: Downstream.Input?
  @exclusivity(unchecked) var countdown: Countdown<Context>?

  override func take(_ input: Downstream.Input) {
    pending = input
    countdown?.restart()
  }
  func fire() {
    gate.run { [self] in
      countdown?.stop()
      guard let value = pending else { return }
      pending = nil
      deliver(value)
    }
  }
  override func complete(_ completion: Subscribers.Completion<Downstream.Failure>) {
    pending = nil
    countdown?.stop()
    soon { [self] in end(completion) }
  }
  override func dispose() {
    pending = nil
    countdown?.stop()
  }
}
