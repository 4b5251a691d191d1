/// A hub that knows what its subject sends.
@usableFromInline class FanOut<Output, Failure: Error>: Hub, @unchecked Sendable {
  @usableFromInline typealias Sender = Mouth<Output, Failure>
  @usableFromInline final let completion = Guarded<Subscribers.Completion<Failure>?>(nil)
  @inlinable override init() { super.init() }

  @inlinable @inline(__always) final func send(_ value: Output) {
    exclusively(self, value) { $0.spread($1) }
  }
  @inlinable @inline(__always) final func spread(_ value: Output) {
    if let only { _ = only._withUnsafeGuaranteedRef { $0.offer(value, Sender.self) } } else { spreadToAll(value) }
  }
  @inlinable final func spreadToAll(_ value: Output) {
    forEachOutlet { _ = $0.offer(value, Sender.self) }
  }

  /// Gives the subscriber an outlet, or the end if that has been. A completion that comes meanwhile waits until it is greeted.
  @inlinable @inline(__always) final func connect<S: Subscriber<Output, Failure>>(_ subscriber: S, _ name: String, of subject: AnyObject) {
    if let end = completion.with({ $0 }) { return subscriber.end(end) }
    greet(subscriber, name, of: subject, as: self) { hub, outlet in
      if let end = hub.completion.with({ $0 }) { hub.finish(outlet, end) }
    }
  }
  /// Gives the subscriber an outlet; the action, which captures nothing, runs inside the gate when the subscriber has it.
  @inlinable @inline(__always)
  final func greet<S: Subscriber<Output, Failure>, Typed: FanOut>(
    _ subscriber: S, _ name: String, of subject: AnyObject, as hub: Typed, _ action: @escaping (Typed, Outlet) -> Void
  ) {
    let mouth = Sender { value, completion in
      if let value { return subscriber.receive(value.pointee) }
      if let completion { subscriber.receive(completion: completion) }
      return .none
    }
    let outlet = Outlet(name, self, of: subject, mouth)
    add(outlet)
    subscriber.receive(subscription: outlet)
    exclusively(hub, (outlet, action)) { hub, greeted in
      greeted.0.isGreeted = true
      greeted.1(hub, greeted.0)
    }
  }
  /// Inside the gate: ends the stream for all.
  @inlinable final func finish(_ end: Subscribers.Completion<Failure>) {
    let isFirst = completion.with { slot in
      guard slot == nil else { return false }
      slot = end
      return true
    }
    guard isFirst else { return }
    let all = outlets
    for outlet in all { if outlet.isGreeted { finish(outlet, end) } else { outlet.shut() } }
  }
  @inlinable final func finish(_ outlet: Outlet, _ end: Subscribers.Completion<Failure>) {
    guard let home = outlet.close() else { return }
    remove(outlet)
    _ = outlet.mouth?._withUnsafeGuaranteedRef { unsafeDowncast($0, to: Sender.self).call(nil, end) }
    withExtendedLifetime(home) {}
  }
}
