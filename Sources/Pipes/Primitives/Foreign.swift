/// A subscription that somebody else made, as one of the engine's. What is kept is kept by its class: to copy that is a retain and to call it a
/// look into its vtable, where an existential goes through witnesses.
private final class Foreign: EngineSubscription, @unchecked Sendable {
  let subscription: any Subscription
  init(_ subscription: any Subscription) { self.subscription = subscription }
  override func request(_ demand: Subscribers.Demand) { subscription.request(demand) }
  override func cancel() { subscription.cancel() }
  override var description: String { String(describing: subscription) }
}

extension Subscription {
  /// This one, by its class.
  @usableFromInline var kept: EngineSubscription { self as? EngineSubscription ?? Foreign(self) }
}
