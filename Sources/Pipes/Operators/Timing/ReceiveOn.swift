extension Publisher {
  /// Sends values and the completion on a scheduler. In virtual time that is a later turn of the same instant.
  ///
  /// *Keeps* the values that have not been sent yet.
  ///
  /// *Use it* to receive values elsewhere, as on the main queue. *See also* `subscribe`, `delay`. *In Rx:* `observeOn`.
  ///
  ///     a: -1-2-|
  ///     > a.receive(on: scheduler)
  ///     =  -1-2-|
  ///
  /// - Parameter scheduler: Delivers values and the completion. Requests and a cancel are not moved to it.
  /// - Parameter options: Passed to the scheduler with each delivery.
  @inlinable public func receive<S: Scheduler>(on scheduler: S, options: S.SchedulerOptions? = nil)
    -> Publishers.ReceiveOn<Self, S>
  {
    .init(upstream: self, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let scheduler: Context
    public let options: Context.SchedulerOptions?
    @inlinable public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
      self.upstream = upstream
      self.scheduler = scheduler
      self.options = options
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      RunHook.check(scheduler, of: "receive(on:)")
      upstream.subscribe(ReceiveOnInner(subscriber, scheduler, options))
    }
  }
}

@usableFromInline
final class ReceiveOnInner<Downstream: Subscriber, Context: Scheduler>: LateRelay, EngineSubscriber, @unchecked Sendable
{
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let core: TimedCore<Downstream, Void>
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?
  @inlinable init(_ downstream: Downstream, _ scheduler: Context, _ options: Context.SchedulerOptions?) {
    core = TimedCore(downstream, "ReceiveOn", forwards: true, ())
    self.scheduler = scheduler
    self.options = options
  }
  @inlinable @inline(__always) func enqueue(_ event: TimedCore<Downstream, Void>.Event) {
    enqueueSoon(event, scheduler, options)
  }
}
