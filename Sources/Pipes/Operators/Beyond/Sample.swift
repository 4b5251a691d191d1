extension Publisher {
  /// Sends the latest value whenever another publisher sends something, unless it has been sent already.
  ///
  /// Both are asked for everything. A value that finds no demand is kept for the next time. Ends with this publisher, without the value that
  /// waits; the end of the other changes nothing, its failure ends the stream. Rx calls it `sample`, too.
  ///
  ///     source           -1-2-----3---|
  ///     trigger          ----x--x---x--
  ///     sample(trigger)  ----2------3-|
  @inlinable
  public func sample<P: Publisher>(_ trigger: P) -> Publishers.Sample<Self, P> where P.Failure == Failure {
    .init(upstream: self, trigger: trigger)
  }
  /// Sends the latest value at a regular pace, unless it has been sent already. Rx calls it `sample` or `sampleTime`.
  @inlinable
  public func sample<S: Scheduler>(
    every interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Sample<Self, Publishers.SetFailureType<Publishers.Interval<S>, Failure>> {
    sample(Publishers.interval(interval, scheduler: scheduler, options: options).setFailureType(to: Failure.self))
  }
}

extension Publishers {
  /// A publisher of the latest value, whenever another publisher sends something.
  public struct Sample<Upstream: Publisher, Trigger: Publisher>: Publisher where Upstream.Failure == Trigger.Failure {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of both.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// What says when one is sent.
    public let trigger: Trigger
    /// A publisher of the latest value, whenever another publisher sends something.
    @inlinable public init(upstream: Upstream, trigger: Trigger) { (self.upstream, self.trigger) = (upstream, trigger) }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let led = Led(subscriber, "Sample"), latest = GatedValue<Output?>(nil)
      led.watch(upstream, onValue: { value, _ in latest.value = value }) { led.complete($0) }
      let onTrigger = { (_: Trigger.Output, _: Link) in
        guard led.canSend, let value = latest.value else { return }
        latest.value = nil
        led.send(value)
      }
      led.watch(trigger, onValue: onTrigger) { if case .failure = $0 { led.complete($0) } }
    }
  }
}

extension Publishers.Sample: Equatable where Upstream: Equatable, Trigger: Equatable {}
