extension Publisher {
  /// Sends a value when the inner publisher that the closure makes of it sends its first value, unless another value has come before.
  ///
  /// Requests unlimited values. Each value replaces the pending one and cancels its inner publisher. Drops the pending value when there is no
  /// demand. Sends it when this publisher finishes first: unlike `debounce(for:scheduler:options:)`, and as in Rx, which calls it `debounce`,
  /// too. The finish of an inner publisher changes nothing, its failure ends the stream.
  ///
  ///     source                  -12-----3|
  ///     debounce { _ in --x| }  ----2----(3|)
  @inlinable
  public func debounce<P: Publisher>(_ window: @escaping (Output) -> P) -> Publishers.DebounceBy<Self, P> where P.Failure == Failure {
    .init(upstream: self, window: window)
  }
  /// `debounce` where the inner publishers cannot fail, and this one may.
  @_disfavoredOverload @inlinable
  public func debounce<P: Publisher>(
    _ window: @escaping (Output) -> P
  ) -> Publishers.DebounceBy<Self, Publishers.SetFailureType<P, Failure>> where P.Failure == Never {
    debounce({ window($0).setFailureType(to: Failure.self) })
  }
}

extension Publishers {
  /// A publisher of values that are followed by no other before a publisher made of them sends.
  public struct DebounceBy<Upstream: Publisher, Window: Publisher>: Publisher where Upstream.Failure == Window.Failure {
    /// The output of the upstream.
    public typealias Output = Upstream.Output
    /// The failure of all publishers involved.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// Makes the publisher that a value waits for.
    public let window: (Output) -> Window
    /// A publisher of values that are followed by no other before a publisher made of them sends.
    @inlinable public init(upstream: Upstream, window: @escaping (Output) -> Window) { (self.upstream, self.window) = (upstream, window) }
    @inlinable
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let led = Led(subscriber, "Debounce"), pending = GatedValue<Output?>(nil), open = GatedValue<Link?>(nil), window = window
      let send = {
        guard let value = pending.value else { return }
        pending.value = nil
        if led.canSend { led.send(value) }
      }
      let onValue = { (value: Output, _: Link) in
        if let old = open.value { led.cancel(old) }
        open.value = nil
        pending.value = value
        let onFirst = { (_: Window.Output, link: Link) in
          led.cancel(link)
          send()
        }
        let link = led.watch(window(value), onValue: onFirst) { if case .failure = $0 { led.complete($0) } }
        if !link.isOver { open.value = link }
      }
      led.watch(upstream, onValue: onValue) { completion in
        if case .finished = completion { send() }
        led.complete(completion)
      }
    }
  }
}
