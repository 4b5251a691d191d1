/// The base class of every subscription of the engine.
@usableFromInline
class EngineSubscription: Subscription, CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible,
  @unchecked Sendable
{
  @usableFromInline init() {}
  @usableFromInline func request(_ demand: Subscribers.Demand) {}
  @usableFromInline func cancel() {}
  @usableFromInline var description: String { "" }
  @usableFromInline final var customMirror: Mirror { Mirror(self, children: []) }
  @usableFromInline final var playgroundDescription: Any { description }
  /// Whether cancelling releases the downstream: true for origins and subjects of the engine and for links below them, false as soon as an
  /// upstream may be a subscription from outside the engine.
  @usableFromInline var releasesSubscriber: Bool { false }
}

/// The description of the engine's subscribers, for custom publishers and debuggers.
@usableFromInline protocol EngineSubscriber: Subscriber, CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {}
extension EngineSubscriber {
  @inlinable var customMirror: Mirror { Mirror(self, children: []) }
  @inlinable var playgroundDescription: Any { description }
}

extension EngineSubscription {
  /// Wraps a subscription from outside the engine. Subscriptions are kept by their class: copying one is a retain and calling it is one load
  /// of its vtable, while an existential uses witness tables.
  fileprivate final class Foreign: EngineSubscription, @unchecked Sendable {
    let subscription: any Subscription
    init(_ subscription: any Subscription) { self.subscription = subscription }
    override func request(_ demand: Subscribers.Demand) { subscription.request(demand) }
    override func cancel() { subscription.cancel() }
    override var description: String { String(describing: subscription) }
  }
}
extension Subscription {
  /// This subscription as an engine subscription, wrapped if it comes from outside the engine.
  @usableFromInline var kept: EngineSubscription { self as? EngineSubscription ?? EngineSubscription.Foreign(self) }
}
