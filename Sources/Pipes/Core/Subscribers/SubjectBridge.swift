extension Publisher {
  /// Sends the values and the completion of this publisher into a subject, which also receives the subscription.
  ///
  /// The subject decides how much is requested. The subscription does not keep the subject alive.
  ///
  /// - Returns: A token that cancels the subscription when it is cancelled or released.
  @inlinable public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable
  where S.Output == Output, S.Failure == Failure {
    let bridge = Subscribers.SubjectBridge(subject)
    subscribe(bridge)
    return AnyCancellable(engine: bridge.link)
  }
}

extension AnySubscriber {
  /// Creates a subscriber that sends the values and the completion into a subject.
  public init<S: Subject>(_ s: S) where S.Output == Input, S.Failure == Failure {
    self.init(Subscribers.SubjectBridge(s))
  }
}

extension Subscribers {
  /// The subscriber that feeds a subject.
  @usableFromInline package final class SubjectBridge<S: Subject>: EngineSubscriber {
    @usableFromInline package typealias Input = S.Output
    @usableFromInline package typealias Failure = S.Failure
    @usableFromInline package let link = Link("Subject")
    @usableFromInline package weak let subject: S?
    /// Sends a value to the subject, if that still exists.
    @usableFromInline package let feed: (Input) -> Void

    @inlinable package init(_ subject: S) {
      self.subject = subject
      // The subjects of the engine cancel their upstreams in `deinit`, so their hubs may receive a value at any time:
      // no weak reference has to be checked.
      if let hub = (subject as? PassthroughSubject<Input, Failure>)?.hub {
        feed = { [link] in hub.send($0, from: link) }
      } else if let hub = (subject as? CurrentValueSubject<Input, Failure>)?.hub {
        feed = { hub.sendCurrent($0) }
      } else if let hub = (subject as? ReplaySubject<Input, Failure>)?.hub {
        feed = { hub.sendKept($0) }
      } else {
        feed = { [weak subject] in subject?.send($0) }
      }
    }
    @inlinable package var description: String { "Subject" }
    @inlinable package func receive(subscription: any Subscription) {
      if link.attach(subscription) { subject?.send(subscription: link) }
    }
    @inlinable @inline(__always) package func receive(_ input: Input) -> Demand {
      if link.isLive { feed(input) }
      return .none
    }
    @inlinable package func receive(completion: Completion<Failure>) {
      // Also before the subscription, or the subject's subscribers would wait for ever.
      guard !link.isOver else { return }
      link.completeAttached()  // a cancel reaches the upstream until the subject has sent the completion
      subject?.send(completion: completion)
      link.detach()
    }
  }
}
