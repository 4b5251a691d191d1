extension Publisher {
  /// Sends the latest value when another publisher sends a value.
  ///
  /// *Sends* nothing for a signal before which no new value has arrived. *Requests* unlimited values. *Keeps* the
  /// latest value. *Drops* a value that is replaced, or that is pending when the upstream completes. *Fails* when one
  /// of the publishers fails. *Cancels* the other publisher at the completion.
  ///
  /// *Use it* to read the latest value when something happens elsewhere. *See also* `withLatestFrom`, `throttle`,
  /// `audit`.
  ///
  ///     a: -1-2---3-|
  ///     b: ----x--x--
  ///     > a.sample(b)
  ///     =  ----2--3-|
  ///
  /// A value for which there is no demand is kept until the other publisher sends its next value. The finish of the
  /// other publisher has no effect.
  ///
  /// - Parameter trigger: The other publisher. Unlimited values are requested from it.
  @inlinable public func sample<P: Publisher>(_ trigger: P) -> Publishers.Sample<Self, P> where P.Failure == Failure {
    .init(upstream: self, trigger: trigger)
  }
  /// Sends the latest value at the end of each period in which one arrived.
  ///
  /// *Requests* unlimited values. *Keeps* the latest value. *Drops* a value that is replaced, or that is pending when
  /// the upstream completes. *Cancels* its timer at the completion.
  ///
  /// *Use it* to read the latest value at a regular pace. *See also* `throttle`, `audit`, `debounce`. *In Rx:*
  /// `sampleTime`.
  ///
  ///     a: -1-2---3-|
  ///     > a.sample(every: 4)
  ///     =  ----2---3|
  ///
  /// - Parameters:
  ///   - interval: The length of a period, as a stride of the scheduler. The first period begins with the subscription.
  ///   - scheduler: Measures the time and delivers values.
  ///   - options: Passed to the scheduler with the timer.
  @inlinable public func sample<S: Scheduler>(
    every interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Sample<Self, Publishers.SetFailureType<Publishers.Interval<S>, Failure>> {
    sample(Publishers.interval(interval, scheduler: scheduler, options: options).setFailureType(to: Failure.self))
  }
}

extension Publishers {
  public struct Sample<Upstream: Publisher, Trigger: Publisher>: Publisher where Upstream.Failure == Trigger.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let trigger: Trigger
    @inlinable public init(upstream: Upstream, trigger: Trigger) {
      self.upstream = upstream
      self.trigger = trigger
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let delivery = Offering(subscriber, "Sample"), latest = Kept<Output?>.Gated(nil)
      delivery.sendSubscription()
      delivery.watch(upstream, onValue: { value, _ in _ = latest.replace(by: value) }) { delivery.end($0) }
      let onTrigger = { (_: Trigger.Output, _: Link) in
        if let value = latest.take() { delivery.offer(value) }
      }
      delivery.watch(trigger, onValue: onTrigger) { if case .failure = $0 { delivery.end($0) } }
    }
  }
}

extension Publishers.Sample: Equatable where Upstream: Equatable, Trigger: Equatable {}
