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
  /// Whether everything above forgets its subscribers when it is cancelled. What others write may keep them.
  @usableFromInline var isTidy: Bool { true }
}

extension Subscription {
  /// ``EngineSubscription/isTidy``; false for a subscription that is not the engine's own.
  @usableFromInline var forgetsSubscribers: Bool { (self as? EngineSubscription)?.isTidy ?? false }
}

/// What the engine's subscribers are called by whoever sees them: custom publishers and debuggers.
@usableFromInline protocol EngineSubscriber: Subscriber, CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {}
extension EngineSubscriber {
  @inlinable var customMirror: Mirror { Mirror(self, children: []) }
  @inlinable var playgroundDescription: Any { description }
}
