/// The downstreams of a subject, with the types of its values and its failure.
@usableFromInline class FanOut<Output, Failure: Error>: Hub, @unchecked Sendable {
  @usableFromInline typealias Sender = Hub.Target<Output, Failure>
  @usableFromInline final let completion = Guarded<Subscribers.Completion<Failure>?>(nil)
  @inlinable override init() { super.init() }

  @inlinable @inline(__always) final func send(_ value: Output) {
    exclusively(self, value) { $0.spread($1) }
  }
  @inlinable @inline(__always) final func spread(_ value: Output) {
    if let only { _ = only._withUnsafeGuaranteedRef { $0.offer(value, Sender.self) } } else { spreadToAll(value) }
  }
  @inlinable final func spreadToAll(_ value: Output) {
    forEachSubscription { _ = $0.offer(value, Sender.self) }
  }

  /// Sends the subscriber a subscription, or only the completion if the subject has completed. A completion that arrives meanwhile waits
  /// until the subscription has been sent.
  @inlinable @inline(__always) final func connect<S: Subscriber<Output, Failure>>(_ subscriber: S, _ name: String, of subject: AnyObject) {
    if let end = completion.with({ $0 }) { return subscriber.complete(end) }
    sendSubscription(subscriber, name, of: subject, as: self) { hub, subscription in
      if let end = hub.completion.with({ $0 }) { hub.complete(subscription, end) }
    }
  }
  /// Sends the subscriber a subscription; the action, which captures nothing, runs inside the gate afterwards.
  @inlinable @inline(__always)
  final func sendSubscription<S: Subscriber<Output, Failure>, Typed: FanOut>(
    _ subscriber: S, _ name: String, of subject: AnyObject, as hub: Typed, greeter: UInt = 0,
    _ action: @escaping (Typed, SubjectSubscription) -> Void
  ) {
    let sink = Sender { event in
      switch event {
      case .value(let value): return subscriber.receive(value.pointee)
      case .completion(let end):
        subscriber.receive(completion: end)
        return .none
      }
    }
    let subscription = SubjectSubscription(name, self, of: subject, sink, greeter: greeter)
    add(subscription)
    subscriber.receive(subscription: subscription)
    if greeter != 0 { subscription.isGreeting = false }
    exclusively(hub, (subscription, action)) { hub, greeted in
      greeted.0.hasSubscription = true
      greeted.1(hub, greeted.0)
    }
  }
  /// Called inside the gate: completes all downstreams.
  @inlinable final func complete(_ end: Subscribers.Completion<Failure>) {
    let isFirst = completion.with { slot in
      guard slot == nil else { return false }
      slot = end
      return true
    }
    guard isFirst else { return }
    let all = subscriptions
    for subscription in all {
      if subscription.hasSubscription { complete(subscription, end) } else if subscription.isOpened { subscription.block() }
    }
  }
  @inlinable final func complete(_ subscription: SubjectSubscription, _ end: Subscribers.Completion<Failure>) {
    guard let home = subscription.detach() else { return }
    remove(subscription)
    _ = subscription.call(Sender.self, .completion(end))
    withExtendedLifetime(home) {}
  }
}
