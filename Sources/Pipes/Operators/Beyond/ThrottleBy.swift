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
  public struct ThrottleBy<Upstream: Publisher, Window: Publisher>: Publisher where Upstream.Failure == Window.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let leading: Bool
    public let trailing: Bool
    public let window: (Output) -> Window
    @inlinable
    public init(upstream: Upstream, leading: Bool, trailing: Bool, window: @escaping (Output) -> Window) {
      self.upstream = upstream
      self.leading = leading
      self.trailing = trailing
      self.window = window
    }
    @inlinable
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.throttle(Throttler(subscriber, leading, trailing, window))
    }
  }
}

extension Publisher {
  @inlinable func throttle<S, W>(_ throttler: Throttler<S, W>) where S.Input == Output, S.Failure == Failure {
    throttler.watch(
      self, onValue: { value, _ in throttler.take(value) }, onCompletion: { throttler.close($0) })
  }
}

@usableFromInline
final class Throttler<Downstream: Subscriber, Window: Publisher>: Offering<Downstream>,
  @unchecked Sendable
where Window.Failure == Downstream.Failure {
  @usableFromInline let leading: Bool
  @usableFromInline let trailing: Bool
  // Guarded by the gate:
  @exclusivity(unchecked) @usableFromInline var window: Kept<((Downstream.Input) -> Window)?>
  /// Whether a window is open. It opens before its first value is sent, so a value that is sent meanwhile, from inside
  /// the downstream, is within the window. A value without demand opens none before it is sent: so a window is the one
  /// thing that says when the next value may be sent.
  @exclusivity(unchecked) @usableFromInline var isOpen = false
  /// The upstream whose first value ends the window.
  @exclusivity(unchecked) @usableFromInline var running = Kept<Link?>(nil)
  @exclusivity(unchecked) @usableFromInline var isEnding = false
  /// The last value that has arrived and was not sent.
  @exclusivity(unchecked) @usableFromInline var pending = Kept<Downstream.Input?>(nil)

  @inlinable
  init(_ downstream: Downstream, _ leading: Bool, _ trailing: Bool, _ window: @escaping (Downstream.Input) -> Window) {
    self.leading = leading
    self.trailing = trailing
    self.window = Kept(window)
    super.init(downstream, "Throttle")
    sendSubscription()
  }
  @inlinable func take(_ value: Downstream.Input) {
    if isOpen, !trailing { return }  // nothing is kept
    let before = leading || trailing ? pending.replace(by: value) : nil
    defer { withExtendedLifetime(before) {} }  // released last: its `deinit` may send
    if isOpen { return }
    if leading { sendPending() } else { open(value) }
  }
  @inlinable func sendPending() {
    guard let value = pending.take() else { return }
    isOpen = canSend
    offer(value)
    if isOpen { goOn(after: value) }
  }
  /// A value has been sent: its window lasts until its publisher sends.
  @inlinable func goOn(after value: Downstream.Input) {
    // The finish waits for a value that was sent from inside.
    if !isEnding || pending.value != nil { open(value) } else { isOpen = false }
  }
  /// The window of a value that has waited begins now. It takes the place of one that another value has opened.
  @usableFromInline override func sendLate(_ value: Downstream.Input) -> Subscribers.Demand {
    if let old = running.take() { cancel(old) }
    guard canSend else {
      if !isOver, newest.value == nil { _ = newest.replace(by: value) }
      return .none
    }
    isOpen = true
    let more = send(value)
    goOn(after: value)
    return more
  }
  @inlinable func open(_ value: Downstream.Input) {
    guard !isOver, let window = window.value else { return }
    isOpen = true
    let onFirst = { [self] (_: Window.Output, link: Link) in
      cancel(link)
      shut()
    }
    let link = watch(window(value), onValue: onFirst) { [self] completion in
      guard case .failure = completion else { return shut() }  // as after a value: contract BC-24
      isOpen = false
      let dropped = pending.take()
      defer { withExtendedLifetime(dropped) {} }  // released last: its `deinit` may send
      end(completion)
    }
    if !link.isOver { _ = running.replace(by: link) }
  }
  @inlinable func shut() {
    isOpen = false
    let dropped = trailing ? nil : pending.take()
    defer { withExtendedLifetime(dropped) {} }  // released last: its `deinit` may send
    if trailing { sendPending() }
    if isEnding, !isOpen { end(.finished) }  // a value that was sent from inside has begun another window
  }
  @inlinable func close(_ completion: Subscribers.Completion<Downstream.Failure>) {
    isEnding = true
    let waits = if case .finished = completion { trailing && isOpen && pending.value != nil } else { false }
    if !waits { end(completion) }
  }
  @usableFromInline override func dispose() {
    let old = (window.take(), pending.take(), running.take())
    super.dispose()
    withExtendedLifetime(old) {}  // released last: a `deinit` may send
  }
}
