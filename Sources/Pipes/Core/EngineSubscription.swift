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

/// A subscription that lets go of its subscriber when it is cancelled, whatever is above it.
@usableFromInline protocol Forgetful: Subscription {}

extension Subscription {
  /// ``EngineSubscription/isTidy``; of others only the forgetful ones are.
  @usableFromInline var forgetsSubscribers: Bool { (self as? EngineSubscription)?.isTidy ?? (self is any Forgetful) }
}

/// What the engine's subscribers are called by whoever sees them: custom publishers and debuggers.
@usableFromInline protocol EngineSubscriber: Subscriber, CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {}
extension EngineSubscriber {
  @inlinable var customMirror: Mirror { Mirror(self, children: []) }
  @inlinable var playgroundDescription: Any { description }
}
