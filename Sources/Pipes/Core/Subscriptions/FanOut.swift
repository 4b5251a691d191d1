import Synchronization

/// The downstreams of a subject, with the types of its values and its failure.
@usableFromInline package class FanOut<Output, Failure: Error>: Hub, @unchecked Sendable {
  @usableFromInline package final let ending = Ending()
  @inlinable package override init() { super.init() }

  /// The completion of a subject, which is set inside the gate.
  @usableFromInline package struct Ending: ~Copyable {
    @usableFromInline package let guarded = Guarded<Subscribers.Completion<Failure>?>(nil)
    /// Whether there is a completion, so that a look needs no lock before. Relaxed: inside the gate, the gate orders
    /// it; outside it is a first look only.
    @usableFromInline package let isSet = Atomic(false)
    @inlinable package init() {}
    /// `nil` if the subject has not completed.
    @inlinable package var completion: Subscribers.Completion<Failure>? {
      isSet.load(ordering: .relaxed) ? guarded.with { $0 } : nil
    }
    @inlinable package var isOver: Bool { isSet.load(ordering: .relaxed) }
    /// Called inside the gate. Returns false if there is a completion already.
    @inlinable package borrowing func complete(_ completion: Subscribers.Completion<Failure>) -> Bool {
      guarded.with { slot in
        guard slot == nil else { return false }
        slot = completion
        isSet.store(true, ordering: .relaxed)
        return true
      }
    }
  }

  @inlinable @inline(__always) package final func send(_ value: Output) { exclusively(self, value) { $0.spread($1) } }
  /// Sends a value of an upstream, unless its link was cancelled before the value got its place at the gate: a
  /// downstream that subscribes after the cancel never receives it.
  @inlinable @inline(__always) package final func send(_ value: Output, from link: Link) {
    exclusively(self, value, while: link) { $0.spread($1) }
  }
  @inlinable @inline(__always) package final func spread(_ value: Output) {
    if let only { _ = only._withUnsafeGuaranteedRef { $0.offer(value) } } else { spreadToAll(value) }
  }
  @inlinable final func spreadToAll(_ value: Output) { forEachSubscription { _ = $0.offer(value) } }

  /// Sends the subscriber a subscription, or only the completion if the subject has completed. A completion that
  /// arrives meanwhile waits until the subscription has been sent.
  @inlinable @inline(__always) package final func connect<S: Subscriber<Output, Failure>>(
    _ subscriber: S, _ name: String, of subject: AnyObject
  ) {
    if let end = ending.completion { return subscriber.complete(end) }
    sendSubscription(subscriber, name, of: subject, as: self) { hub, subscription in
      if let end = hub.ending.completion { hub.complete(subscription, end) }
    }
  }
  /// Sends the subscriber a subscription; the action, which captures nothing, runs inside the gate afterwards.
  @inlinable @inline(__always)
  package final func sendSubscription<S: Subscriber<Output, Failure>, Typed: FanOut>(
    _ subscriber: S, _ name: String, of subject: AnyObject, as hub: Typed, greeter: UInt = 0,
    _ action: @escaping (Typed, SubjectSubscription) -> Void
  ) {
    // The casts are not checked, because a check would cost more than the call: the target is created here, and each
    // hub sends its own types.
    let call: Hub.Call = { target, event in
      let target = unsafeDowncast(target, to: Hub.Target<S>.self)
      switch event {
      case .value(let value): return target.downstream.receive(value.assumingMemoryBound(to: Output.self).pointee)
      case .completion(let end):
        target.downstream.receive(completion: end.assumingMemoryBound(to: Subscribers.Completion<Failure>.self).pointee)
        return .none
      }
    }
    let subscription = SubjectSubscription(name, self, of: subject, Hub.Target(subscriber), call, greeter: greeter)
    add(subscription)
    subscriber.receive(subscription: subscription)
    if greeter != 0 { subscription.isGreeting = false }
    exclusively(hub, (subscription, action)) { hub, greeted in
      greeted.0.hasSubscription = true
      greeted.1(hub, greeted.0)
    }
  }
  /// Called inside the gate: completes all downstreams.
  @inlinable package final func complete(_ end: Subscribers.Completion<Failure>) {
    guard ending.complete(end) else { return }
    let all = subscriptions
    for subscription in all {
      if subscription.hasSubscription {
        complete(subscription, end)
      } else if subscription.isOpened {
        subscription.block()
      }
    }
  }
  @inlinable package final func complete(_ subscription: SubjectSubscription, _ end: Subscribers.Completion<Failure>) {
    guard let attachment = subscription.detach() else { return }
    remove(subscription)
    withUnsafePointer(to: end) { _ = subscription.call(.completion(UnsafeRawPointer($0))) }
    withExtendedLifetime(attachment) {}
  }
}
