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
      let inner = DebounceInner(subscriber, scheduler)
      inner.countdown = Countdown(scheduler, dueTime, options, of: inner) { $0.fire() }
      upstream.subscribe(inner)
    }
  }
}

@usableFromInline struct DebounceState<Value> {
  @usableFromInline var pending: Value?
  @inlinable init() {}
}

@usableFromInline final class DebounceInner<Downstream: Subscriber, Context: Scheduler>: TimedRelay, EngineSubscriber, @unchecked Sendable {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let core: TimedCore<Downstream, DebounceState<Input>>
  @usableFromInline let scheduler: Context
  @exclusivity(unchecked) @usableFromInline var countdown: Countdown<Context, DebounceInner>?
  @inlinable init(_ downstream: Downstream, _ scheduler: Context) {
    core = TimedCore(downstream, "Debounce", forwards: false, DebounceState())
    self.scheduler = scheduler
  }

  @inlinable @inline(__always) func take(_ input: Input) {
    replacePending(with: input)
    countdown?.restart()
  }
  @inlinable @inline(__always) func replacePending(with value: Input?) {
    let old = core.shared.with { shared in
      let old = shared.own?.pending
      shared.own?.pending = value
      return old
    }
    withExtendedLifetime(old) {}  // freed outside the lock
  }
  @inlinable func fire() {
    turn { inner in
      let (value, downstream): (Input?, Downstream?) = inner.core.shared.with { shared in
        guard let value = shared.own?.pending.take() else { return (nil, nil) }
        guard shared.demand > .none else { return (value, nil) }
        shared.demand -= 1
        return (value, shared.downstream)
      }
      if let value, let downstream { inner.send(value, to: downstream) }
    }
  }
  @inlinable func complete(_ completion: Subscribers.Completion<Failure>) {
    silence()
    replacePending(with: nil)
    scheduler.schedule { [self] in turn { $0.end(completion) } }
  }
  @inlinable func silence() { countdown?.stop() }
}
