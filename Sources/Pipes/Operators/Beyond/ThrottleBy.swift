extension Publisher {
  /// Opens a window at a value and drops the values that come before it ends, but for the first or the last or both, as you choose.
  ///
  /// `leading` sends the value that opens the window, at once. `trailing` sends the last value that came within it when it ends, and opens the
  /// next window with it. The closure makes the inner publisher whose first value ends the window. Requests unlimited values. Drops a value that
  /// finds no demand when it is to be sent. A pending trailing value delays the finish until its window ends. The finish of an inner publisher
  /// ends the window, too. Rx calls it `throttle`, too.
  ///
  ///     source                                  -1-23------|
  ///     throttle(leading: true, trailing: true) -1---3-----|   with windows of four frames
  @inlinable
  public func throttle<P: Publisher>(
    leading: Bool = true, trailing: Bool = false, _ window: @escaping (Output) -> P
  ) -> Publishers.ThrottleBy<Self, P> where P.Failure == Failure {
    .init(upstream: self, leading: leading, trailing: trailing, window: window)
  }
  /// `throttle` where the inner publishers cannot fail, and this one may.
  @_disfavoredOverload @inlinable
  public func throttle<P: Publisher>(
    leading: Bool = true, trailing: Bool = false, _ window: @escaping (Output) -> P
  ) -> Publishers.ThrottleBy<Self, Publishers.SetFailureType<P, Failure>> where P.Failure == Never {
    throttle(leading: leading, trailing: trailing, { window($0).setFailureType(to: Failure.self) })
  }
  /// Opens a window of some time at a value and drops the values that come before it ends, but for the first or the last or both, as you choose.
  ///
  /// Rx calls it `throttleTime`, or `throttle`.
  @inlinable
  public func throttle<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, scheduler: S, leading: Bool, trailing: Bool
  ) -> Publishers.ThrottleBy<Self, Publishers.SetFailureType<Publishers.Interval<S>, Failure>> {
    throttle(leading: leading, trailing: trailing) { _ in
      Publishers.timer(after: interval, scheduler: scheduler).setFailureType(to: Failure.self)
    }
  }
}

extension Publishers {
  /// A publisher of the first or the last value of each window that a value opens, or of both.
  public struct ThrottleBy<Upstream: Publisher, Window: Publisher>: Publisher where Upstream.Failure == Window.Failure {
    /// The output of the upstream.
    public typealias Output = Upstream.Output
    /// The failure of all publishers involved.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// Whether the value that opens a window is sent.
    public let leading: Bool
    /// Whether the last value within a window is sent.
    public let trailing: Bool
    /// Makes the publisher that ends a window.
    public let window: (Output) -> Window
    /// A publisher of the first or the last value of each window that a value opens, or of both.
    @inlinable
    public init(upstream: Upstream, leading: Bool, trailing: Bool, window: @escaping (Output) -> Window) {
      (self.upstream, self.leading, self.trailing, self.window) = (upstream, leading, trailing, window)
    }
    @inlinable
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.throttle(Throttler(subscriber, leading, trailing, window))
    }
  }
}

extension Publisher {
  @inlinable func throttle<S, W>(_ throttler: Throttler<S, W>) where S.Input == Output, S.Failure == Failure {
    throttler.led.watch(self, onValue: { value, _ in throttler.take(value) }, onCompletion: { throttler.close($0) })
  }
}

@usableFromInline final class Throttler<Downstream: Subscriber, Window: Publisher> where Window.Failure == Downstream.Failure {
  @usableFromInline let led: Led<Downstream>
  @usableFromInline let leading: Bool
  @usableFromInline let trailing: Bool
  @usableFromInline let window: (Downstream.Input) -> Window
  // Guarded by the gate:
  @exclusivity(unchecked) @usableFromInline var isOpen = false
  @exclusivity(unchecked) @usableFromInline var isEnding = false
  /// The last value that came and was not sent.
  @exclusivity(unchecked) @usableFromInline var pending: Downstream.Input?

  @inlinable
  init(_ downstream: Downstream, _ leading: Bool, _ trailing: Bool, _ window: @escaping (Downstream.Input) -> Window) {
    led = Led(downstream, "Throttle")
    (self.leading, self.trailing, self.window) = (leading, trailing, window)
  }
  @inlinable func take(_ value: Downstream.Input) {
    pending = value
    if isOpen { return }
    if leading { send() } else { open(value) }
  }
  @inlinable func send() {
    guard let value = pending else { return }
    pending = nil
    if led.canSend { led.send(value) }
    if !isEnding, !led.isOver { open(value) }
  }
  @inlinable func open(_ value: Downstream.Input) {
    isOpen = true
    let onFirst = { [self] (_: Window.Output, link: Link) in
      led.cancel(link)
      shut()
    }
    led.watch(window(value), onValue: onFirst) { [self] in if case .failure = $0 { led.complete($0) } else { shut() } }
  }
  @inlinable func shut() {
    isOpen = false
    if trailing { send() } else { pending = nil }
    if isEnding { led.complete(.finished) }
  }
  @inlinable func close(_ completion: Subscribers.Completion<Downstream.Failure>) {
    isEnding = true
    let waits = if case .finished = completion { trailing && isOpen && pending != nil } else { false }
    if !waits { led.complete(completion) }
  }
}
