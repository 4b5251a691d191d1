extension Publisher {
  /// Sends a value when no other has come for a while after it.
  ///
  /// Every value starts the wait again and replaces the one before. Asks for everything; a value that finds no demand when its time comes is
  /// lost, and so is one that still waits when the stream ends.
  ///
  ///     source       -a-b-c-------d-|
  ///     debounce(3)  --------c------|
  @inlinable
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
    @inlinable
    public init(upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context, options: Context.SchedulerOptions?) {
      (self.upstream, self.dueTime, self.scheduler, self.options) = (upstream, dueTime, scheduler, options)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let core = DebounceCore(subscriber, "Debounce", on: scheduler, options: options, forwards: false)
      core.countdown = Countdown(scheduler, dueTime, options) { [weak core] in core?.fire() }
      upstream.subscribe(core)
    }
  }
}

@usableFromInline final class DebounceCore<Downstream: Subscriber, Context: Scheduler>: TimedRelay<Downstream, Context>, TimedOperator,
  @unchecked Sendable
{
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @exclusivity(unchecked) @usableFromInline var pending: Input?
  @exclusivity(unchecked) @usableFromInline var countdown: Countdown<Context>?

  @inlinable @inline(__always) func take(_ input: Input) {
    pending = input
    countdown?.restart()
  }
  @inlinable func fire() {
    exclusively(()) { core, _ in
      core.countdown?.stop()
      guard let value = core.pending else { return }
      core.pending = nil
      core.deliver(value)
    }
  }
  @inlinable func complete(_ completion: Subscribers.Completion<Failure>) {
    dispose()
    soon(completion) { $0.end($1) }
  }
  @usableFromInline override func dispose() {
    pending = nil
    countdown?.stop()
  }
}
