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
