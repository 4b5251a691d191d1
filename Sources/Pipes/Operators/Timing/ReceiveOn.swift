extension Publisher {
  /// Sends values and the end through a scheduler, for example to another queue. Subscribing and requesting pass at once.
  ///
  ///     source       -a-b-|
  ///     receive(on)  -a-b-|
  @inlinable
  public func receive<S: Scheduler>(on scheduler: S, options: S.SchedulerOptions? = nil) -> Publishers.ReceiveOn<Self, S> {
    .init(upstream: self, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// A publisher that sends through a scheduler.
  public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// Delivers.
    public let scheduler: Context
    /// Passed to the scheduler with each event.
    public let options: Context.SchedulerOptions?
    /// A publisher that sends through a scheduler.
    @inlinable public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
      (self.upstream, self.scheduler, self.options) = (upstream, scheduler, options)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(ReceiveOnInner(subscriber, scheduler, options))
    }
  }
}

@usableFromInline final class ReceiveOnInner<Downstream: Subscriber, Context: Scheduler>: LateRelay, EngineSubscriber, @unchecked Sendable {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let core: TimedCore<Downstream, Void>
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?
  @inlinable init(_ downstream: Downstream, _ scheduler: Context, _ options: Context.SchedulerOptions?) {
    core = TimedCore(downstream, "ReceiveOn", forwards: true, ())
    (self.scheduler, self.options) = (scheduler, options)
  }
  @inlinable @inline(__always) func postpone(_ action: @escaping () -> Void) { scheduler.schedule(options: options, action) }
}
