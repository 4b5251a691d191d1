extension Publisher {
  /// Opens a window at a value, sends the latest value when the window ends, and waits for the next value.
  ///
  /// The closure makes the publisher whose first event, a value or its end, ends the window. Everything is asked for; a value that finds no
  /// demand when its window ends is lost. The end waits for the window that is open. Rx calls it `audit`, too.
  ///
  ///     source                 -1-2-3------4----|
  ///     audit(for: 4)          -----3----------4|
  @inlinable
  public func audit<P: Publisher>(_ window: @escaping (Output) -> P) -> Publishers.Audit<Self, P> where P.Failure == Failure {
    .init(upstream: self, window: window)
  }
  /// Waits so long after a value, sends the latest value then, and waits for the next value. Rx calls it `auditTime`.
  @inlinable
  public func audit<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Audit<Self, Publishers.SetFailureType<Publishers.Interval<S>, Failure>> {
    audit { _ in Publishers.timer(after: interval, scheduler: scheduler, options: options).setFailureType(to: Failure.self) }
  }
}

extension Publishers {
  /// A publisher of the latest value at the end of each window that a value opens.
  public struct Audit<Upstream: Publisher, Window: Publisher>: Publisher where Upstream.Failure == Window.Failure {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of all publishers involved.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// Makes the publisher that ends a window.
    public let window: (Output) -> Window
    /// A publisher of the latest value at the end of each window that a value opens.
    @inlinable public init(upstream: Upstream, window: @escaping (Output) -> Window) { (self.upstream, self.window) = (upstream, window) }
    @inlinable
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      // There is a latest value as long as a window is open.
      let led = Led(subscriber, "Audit"), latest = GatedValue<Output?>(nil), isEnding = GatedValue(false), window = window
      let close = {
        guard let value = latest.value else { return }
        latest.value = nil
        if led.canSend { led.send(value) }
        if isEnding.value { led.complete(.finished) }
      }
      let onValue = { (value: Output, _: Link) in
        let isOpen = latest.value != nil
        latest.value = value
        if isOpen { return }
        let onFirst = { (_: Window.Output, link: Link) in
          led.cancel(link)
          close()
        }
        led.watch(window(value), onValue: onFirst) { if case .failure = $0 { led.complete($0) } else { close() } }
      }
      led.watch(upstream, onValue: onValue) { completion in
        if case .finished = completion, latest.value != nil { isEnding.value = true } else { led.complete(completion) }
      }
    }
  }
}
