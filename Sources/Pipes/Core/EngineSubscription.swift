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
  /// Whether cancelling releases the downstream: true for origins and subjects of the engine and for links below them,
  /// false as soon as an upstream may be a subscription from outside the engine.
  @usableFromInline var releasesSubscriber: Bool { false }
  /// Registers a sink that is notified through `Link.upstreamChanged` when `releasesSubscriber` changes, because one
  /// upstream follows another.
  @usableFromInline func reportChanges(to sink: Link) {}
  /// Nobody holds the subscription any more, so no request and no cancel comes. Called where that is known.
  @usableFromInline func abandon() {}
}

/// A subscriber of the engine, with a description for custom publishers and debuggers.
@usableFromInline
protocol EngineSubscriber: Subscriber, CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {}
extension EngineSubscriber {
  @inlinable var customMirror: Mirror { Mirror(self, children: []) }
  @inlinable var playgroundDescription: Any { description }
}

extension EngineSubscription {
  /// Wraps a subscription from outside the engine. The engine stores subscriptions by their class: copying a reference
  /// is one retain and a call is one load of its vtable, while an existential uses witness tables.
  @usableFromInline final class Wrapped: EngineSubscription, @unchecked Sendable {
    let subscription: any Subscription
    private let releases: Bool
    @usableFromInline init(_ subscription: any Subscription, releasesSubscriber: Bool = false) {
      self.subscription = subscription
      releases = releasesSubscriber
    }
    override var releasesSubscriber: Bool { releases }
    override func request(_ demand: Subscribers.Demand) { subscription.request(demand) }
    override func cancel() { subscription.cancel() }
    override var description: String { String(describing: subscription) }
  }
}
extension EngineSubscription {
  /// A subscription that has no description: contract G10.
  @usableFromInline final class Plain: Subscription {
    @usableFromInline let base: EngineSubscription
    @usableFromInline init(_ base: EngineSubscription) { self.base = base }
    @usableFromInline func request(_ demand: Subscribers.Demand) { base.request(demand) }
    @usableFromInline func cancel() { base.cancel() }
  }
}
extension Subscription {
  /// This subscription as one of the engine; wrapped if it is of another class. Inlinable: where the class is known no
  /// cast is left.
  @inlinable var kept: EngineSubscription {
    self as? EngineSubscription ?? (self as? EngineSubscription.Plain)?.base ?? EngineSubscription.Wrapped(self)
  }
}
