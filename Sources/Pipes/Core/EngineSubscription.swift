/// The base of every subscription the engine makes.
@usableFromInline package class EngineSubscription: Subscription, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible, @unchecked Sendable
{
  @usableFromInline package init() {}
  @usableFromInline package func request(_ demand: Subscribers.Demand) {}
  @usableFromInline package func cancel() {}
  @usableFromInline package var description: String { "" }
  @usableFromInline package var customMirror: Mirror { Mirror(self, children: []) }
  @usableFromInline package var playgroundDescription: Any { description }
  /// Whether everything above forgets its subscribers when it is cancelled. What others write may keep them.
  @usableFromInline package var isTidy: Bool { true }
}
