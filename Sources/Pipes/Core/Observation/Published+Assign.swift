extension Publisher where Failure == Never {
  /// Writes each value into a published property, as if the property were set. *Requests* unlimited values.
  ///
  ///     numbers.assign(to: &model.$number)
  ///
  /// - Parameter published: The property, written as `&model.$number`. The subscription is cancelled when the object of
  ///   the property is released; no token has to be kept.
  public func assign(to published: inout Published<Output>.Publisher) { subscribe(PublishedInner(published.storage)) }
}

final class PublishedInner<Value>: EngineSubscriber {
  typealias Input = Value
  typealias Failure = Never
  private let link = Link("Assign")
  private weak let storage: PublishedStorage<Value>?
  init(_ storage: PublishedStorage<Value>) { self.storage = storage }
  var description: String { link.description }

  func receive(subscription: any Subscription) {
    guard link.attach(subscription) else { return }
    guard let storage else { return link.cancel() }
    storage.hold(link)
    subscription.request(.unlimited)
  }
  func receive(_ input: Value) -> Subscribers.Demand {
    if link.isLive { storage?.publish(input) }
    return .none
  }
  func receive(completion: Subscribers.Completion<Never>) { _ = link.complete() }
}
