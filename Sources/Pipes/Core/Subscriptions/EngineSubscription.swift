/// The base class of every subscription of the engine.
open class _EngineSubscription: Subscription, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible,
  @unchecked Sendable
{
  @usableFromInline package init() {}
  open func request(_ demand: Subscribers.Demand) {}
  open func cancel() {}
  open var description: String { "" }
  public final var customMirror: Mirror { Mirror(self, children: []) }
  public final var playgroundDescription: Any { description }
  /// Whether cancelling releases the downstream: true for origins and subjects of the engine and for links below them,
  /// false as soon as an upstream may be a subscription from outside the engine.
  open var releasesSubscriber: Bool { false }
  /// Registers a sink that is notified through `Link.upstreamChanged` when `releasesSubscriber` changes, because one
  /// upstream follows another.
  open func reportChanges(to sink: _Link) {}
  /// Nobody holds the subscription any more, so no request and no cancel comes. Called where that is known.
  open func abandon() {}
}
@usableFromInline package typealias EngineSubscription = _EngineSubscription

/// A subscriber of the engine, with a description for custom publishers and debuggers.
@usableFromInline
package protocol EngineSubscriber: Subscriber, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{}
extension EngineSubscriber {
  @inlinable package var customMirror: Mirror { Mirror(self, children: []) }
  @inlinable package var playgroundDescription: Any { description }
}

extension EngineSubscription {
  /// Wraps a subscription from outside the engine. The engine stores subscriptions by their class: copying a reference
  /// is one retain and a call is one load of its vtable, while an existential uses witness tables.
  @usableFromInline package final class Wrapped: EngineSubscription, @unchecked Sendable {
    let subscription: any Subscription
    private let releases: Bool
    @usableFromInline package init(_ subscription: any Subscription, releasesSubscriber: Bool = false) {
      self.subscription = subscription
      releases = releasesSubscriber
    }
    package override var releasesSubscriber: Bool { releases }
    package override func request(_ demand: Subscribers.Demand) { subscription.request(demand) }
    package override func cancel() { subscription.cancel() }
    package override var description: String { String(describing: subscription) }
  }
}
extension EngineSubscription {
  /// A subscription that has no description: contract G10.
  @usableFromInline package final class Plain: Subscription {
    @usableFromInline package let base: EngineSubscription
    @usableFromInline package init(_ base: EngineSubscription) { self.base = base }
    @usableFromInline package func request(_ demand: Subscribers.Demand) { base.request(demand) }
    @usableFromInline package func cancel() { base.cancel() }
  }
}
extension Subscription {
  /// This subscription as one of the engine; wrapped if it is of another class. Inlinable: where the class is known no
  /// cast is left.
  @inlinable package var kept: EngineSubscription {
    self as? EngineSubscription ?? (self as? EngineSubscription.Plain)?.base ?? EngineSubscription.Wrapped(self)
  }
}
