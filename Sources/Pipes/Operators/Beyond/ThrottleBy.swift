extension Publisher {
  /// Sends the first value, the last value, or both, of each window; an inner publisher ends the window.
  ///
  /// *Requests* unlimited values. *Keeps* the last value of the window. *Drops* the other values of the window.
  /// *Finishes* when the upstream has finished and the pending value has been sent. *Fails* when the upstream or an
  /// inner publisher fails.
  ///
  /// *Use it* for a pace that another publisher sets. *See also* `debounce`, `audit`, `sample`.
  ///
  ///     a: -1-23-----4-|
  ///     b: ----x|
  ///     > a.throttle { _ in b }
  ///     =  -1--------4-|
  ///
  /// A window whose inner publisher finishes without a value ends in the same way. The newest value that is due without
  /// demand is sent at the next request.
  ///
  /// - Parameter leading: Whether the value that begins a window is sent, immediately; true by default.
  /// - Parameter trailing: Whether the last value of a window is sent at its end, where it begins the next window;
  ///   false by default.
  /// - Parameter window: Receives the value that begins a window and creates the inner publisher that ends it.
  @inlinable
  public func throttle<P: Publisher>(
    leading: Bool = true, trailing: Bool = false, _ window: @escaping (Output) -> P
  ) -> Publishers.ThrottleBy<Self, P> where P.Failure == Failure {
    .init(upstream: self, leading: leading, trailing: trailing, window: window)
  }
  /// Does the same as `throttle` for inner publishers that never fail, on a publisher that can fail.
  @_disfavoredOverload @inlinable
  public func throttle<P: Publisher>(
    leading: Bool = true, trailing: Bool = false, _ window: @escaping (Output) -> P
  ) -> Publishers.ThrottleBy<Self, Publishers.SetFailureType<P, Failure>> where P.Failure == Never {
    throttle(leading: leading, trailing: trailing, { window($0).setFailureType(to: Failure.self) })
  }
  /// Sends the first value, the last value, or both, of each period; a value begins the period.
  ///
  /// *Requests* unlimited values. *Keeps* the last value of the period. *Drops* the other values of the period.
  /// *Finishes* when the upstream has finished and the pending value has been sent.
  ///
  /// *Use it* for a steady pace with the first value, the last, or both. *See also* `debounce`, `audit`, `sample`.
  ///
  ///     a: -1-23-----4-|
  ///     > a.throttle(for: 4, leading: true, trailing: true)
  ///     =  -1---3----4-|
  ///
  /// - Parameter interval: The length of a period, as a stride of the scheduler.
  /// - Parameter scheduler: Measures the time and delivers values.
  /// - Parameter leading: Whether the value that begins a period is sent, immediately.
  /// - Parameter trailing: Whether the last value of a period is sent at its end, where it begins the next period.
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
  /// The publisher that `throttle(leading:trailing:_:)` returns.
  public struct ThrottleBy<Upstream: Publisher, Window: Publisher>: Publisher where Upstream.Failure == Window.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    /// The upstream publisher.
    public let upstream: Upstream
    /// Whether the value that begins a window is sent.
    public let leading: Bool
    /// Whether the last value within a window is sent.
    public let trailing: Bool
    /// Creates the inner publisher that ends a window.
    public let window: (Output) -> Window
    /// Creates the publisher that `throttle(leading:trailing:_:)` returns.
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
    throttler.delivery.watch(
      self, onValue: { value, _ in throttler.take(value) }, onCompletion: { throttler.close($0) })
  }
}

@usableFromInline final class Throttler<Downstream: Subscriber, Window: Publisher>
where Window.Failure == Downstream.Failure {
  @usableFromInline let delivery: Offering<Downstream>
  @usableFromInline let leading: Bool
  @usableFromInline let trailing: Bool
  @usableFromInline let window: (Downstream.Input) -> Window
  // Guarded by the gate:
  /// Whether a window is open. It opens before its first value is sent, so a value that is sent meanwhile, from inside
  /// the downstream, is within the window.
  @exclusivity(unchecked) @usableFromInline var isOpen = false
  @exclusivity(unchecked) @usableFromInline var isEnding = false
  /// The last value that has arrived and was not sent.
  @exclusivity(unchecked) @usableFromInline var pending = Kept<Downstream.Input?>(nil)

  @inlinable
  init(_ downstream: Downstream, _ leading: Bool, _ trailing: Bool, _ window: @escaping (Downstream.Input) -> Window) {
    delivery = Offering(downstream, "Throttle")
    (self.leading, self.trailing, self.window) = (leading, trailing, window)
    delivery.sendSubscription()
  }
  @inlinable func take(_ value: Downstream.Input) {
    if isOpen, !trailing { return }  // nothing is kept
    let before = leading || trailing ? pending.replace(by: value) : nil
    defer { withExtendedLifetime(before) {} }  // released last: its `deinit` may send
    if isOpen { return }
    if leading { send() } else { open(value) }
  }
  @inlinable func send() {
    guard let value = pending.take() else { return }
    isOpen = true
    delivery.offer(value)
    if delivery.isOver { return }
    // The finish waits for a value that was sent from inside.
    if !isEnding || pending.value != nil { open(value) } else { isOpen = false }
  }
  @inlinable func open(_ value: Downstream.Input) {
    isOpen = true
    let onFirst = { [self] (_: Window.Output, link: Link) in
      delivery.cancel(link)
      shut()
    }
    delivery.watch(window(value), onValue: onFirst) { [self] completion in
      guard case .failure = completion else { return shut() }  // as after a value: contract BC-24
      isOpen = false
      let dropped = pending.take()
      defer { withExtendedLifetime(dropped) {} }  // released last: its `deinit` may send
      delivery.end(completion)
    }
  }
  @inlinable func shut() {
    isOpen = false
    let dropped = trailing ? nil : pending.take()
    defer { withExtendedLifetime(dropped) {} }  // released last: its `deinit` may send
    if trailing { send() }
    if isEnding, !isOpen { delivery.end(.finished) }  // a value that was sent from inside has begun another window
  }
  @inlinable func close(_ completion: Subscribers.Completion<Downstream.Failure>) {
    isEnding = true
    let waits = if case .finished = completion { trailing && isOpen && pending.value != nil } else { false }
    if !waits { delivery.end(completion) }
  }
}
