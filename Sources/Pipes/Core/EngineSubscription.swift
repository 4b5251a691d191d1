/// The base of every subscription the engine makes.
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
  /// Whether nothing reaches the subscriber any more, and nothing keeps it, once this is cancelled: true for origins and subjects of the
  /// engine and for links below them. Whoever may have an upstream of somebody else, now or later, answers false.
  @usableFromInline var releasesSubscriber: Bool { false }
}

/// What the engine's subscribers are called by whoever sees them: custom publishers and debuggers.
@usableFromInline protocol EngineSubscriber: Subscriber, CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {}
extension EngineSubscriber {
  @inlinable var customMirror: Mirror { Mirror(self, children: []) }
  @inlinable var playgroundDescription: Any { description }
}

extension EngineSubscription {
  /// A subscription that somebody else made, as one of the engine's. What is kept is kept by its class: to copy that is a retain and to call it
  /// is one load of its vtable, where an existential goes through witnesses.
  fileprivate final class Foreign: EngineSubscription, @unchecked Sendable {
    let subscription: any Subscription
    init(_ subscription: any Subscription) { self.subscription = subscription }
    override func request(_ demand: Subscribers.Demand) { subscription.request(demand) }
    override func cancel() { subscription.cancel() }
    override var description: String { String(describing: subscription) }
  }
}
extension Subscription {
  /// This subscription by its class, wrapped if somebody else made it.
  @usableFromInline var kept: EngineSubscription { self as? EngineSubscription ?? EngineSubscription.Foreign(self) }
}
