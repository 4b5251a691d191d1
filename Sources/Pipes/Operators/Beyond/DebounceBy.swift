extension Publisher {
  /// Sends a value when its inner publisher sends one, unless another value has arrived before.
  ///
  /// *Requests* unlimited values. *Keeps* the latest value. *Drops* the pending value when another one arrives.
  /// *Finishes* when the upstream finishes, after the pending value. *Fails* when the upstream or an inner publisher
  /// fails.
  ///
  /// *Use it* to wait for a pause whose length depends on the value. *See also* `throttle`, `audit`, `switchMap`.
  ///
  ///     a: -12-----3|
  ///     b: --x|
  ///     > a.debounce { _ in b }
  ///     =  ----2----(3|)
  ///
  /// Unlike `debounce(for:scheduler:options:)`, it sends the pending value when the upstream finishes first. The finish
  /// of an inner publisher has no effect. The newest value that is due without demand is sent at the next request.
  ///
  /// - Parameter window: Receives a value and creates the inner publisher whose first value sends it.
  @inlinable public func debounce<P: Publisher>(_ window: @escaping (Output) -> P) -> Publishers.DebounceBy<Self, P>
  where P.Failure == Failure {
    .init(upstream: self, window: window)
  }
  /// Does the same as `debounce` for inner publishers that never fail, on a publisher that can fail.
  @_disfavoredOverload @inlinable public func debounce<P: Publisher>(
    _ window: @escaping (Output) -> P
  ) -> Publishers.DebounceBy<Self, Publishers.SetFailureType<P, Failure>> where P.Failure == Never {
    debounce({ window($0).setFailureType(to: Failure.self) })
  }
}

extension Publishers {
  public struct DebounceBy<Upstream: Publisher, Window: Publisher>: Publisher where Upstream.Failure == Window.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let window: (Output) -> Window
    @inlinable public init(upstream: Upstream, window: @escaping (Output) -> Window) {
      self.upstream = upstream
      self.window = window
    }
    @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let delivery = Offering(subscriber, "Debounce"), pending = Kept<Output?>.Gated(nil),
        open = Kept<Link?>.Gated(nil),
        window = window
      delivery.sendSubscription()
      let send = {
        if let value = pending.take() { delivery.offer(value) }
      }
      let onValue = { (value: Output, _: Link) in
        if let old = open.take() { delivery.cancel(old) }
        let before = pending.replace(by: value)
        defer { withExtendedLifetime(before) {} }  // released last: its `deinit` may send
        let onFirst = { (_: Window.Output, link: Link) in
          delivery.cancel(link)
          send()
        }
        let link = delivery.watch(window(value), onValue: onFirst) { if case .failure = $0 { delivery.end($0) } }
        if !link.isOver { _ = open.replace(by: link) }
      }
      delivery.watch(upstream, onValue: onValue) { completion in
        if case .finished = completion { send() }
        delivery.end(completion)
      }
    }
  }
}
