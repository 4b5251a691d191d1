extension Publisher {
  /// Feeds a subject from this publisher: subscription, values and completion. The subject is not kept alive by it.
  public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable where S.Output == Output, S.Failure == Failure {
    let bridge = Subscribers.SubjectBridge(subject)
    subscribe(bridge)
    return AnyCancellable(bridge.link)
  }
}

extension Subscribers {
  /// The subscriber that feeds a subject.
  final class SubjectBridge<S: Subject>: EngineSubscriber {
    typealias Input = S.Output
    typealias Failure = S.Failure
    let link = Link("Subject")
    weak let subject: S?

    init(_ subject: S) { self.subject = subject }
    var description: String { "Subject" }
    func receive(subscription: any Subscription) {
      if link.attach(subscription) { subject?.send(subscription: link) }
    }
    func receive(_ input: Input) -> Demand {
      if link.isLive { subject?.send(input) }
      return .none
    }
    func receive(completion: Completion<Failure>) {
      guard link.isLive else { return }
      link.mute()  // a cancel reaches the upstream until the subject has told the end
      subject?.send(completion: completion)
      link.leave()
    }
  }
}
