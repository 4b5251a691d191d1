/// A subscriber whose concrete type is hidden, or one made of closures.
public struct AnySubscriber<Input, Failure: Error>: EngineSubscriber {
  // Closures instead of a boxed subscriber: they are created where the type of the subscriber is known, so the compiler
  // specializes them for the whole chain downstream.
  @usableFromInline package let onSubscription: (any Subscription) -> Void
  @usableFromInline package let onValue: (Input) -> Subscribers.Demand
  @usableFromInline package let onCompletion: (Subscribers.Completion<Failure>) -> Void
  @usableFromInline package let describe: () -> String
  /// The identifier of the wrapped subscriber; a new one for a subscriber made of closures.
  public let combineIdentifier: CombineIdentifier

  /// Wraps a subscriber. An `AnySubscriber` of the same types is not wrapped again.
  @inlinable @inline(__always) public init<S: Subscriber>(_ s: S) where S.Input == Input, S.Failure == Failure {
    if let erased = s as? AnySubscriber {
      self = erased
    } else {
      onSubscription = { s.receive(subscription: $0) }
      onValue = { s.receive($0) }
      onCompletion = { s.receive(completion: $0) }
      describe = { String(describing: s) }
      combineIdentifier = s.combineIdentifier
    }
  }
  /// Creates a subscriber from closures. It requests values only if `receiveSubscription` or `receiveValue` does.
  ///
  /// - Parameter receiveSubscription: Called once with the subscription. By default nothing is requested.
  /// - Parameter receiveValue: Called for each value; returns the additional demand. By default the value is ignored
  ///   and no more is requested.
  /// - Parameter receiveCompletion: Called at most once, with the completion. By default the completion is ignored.
  public init(
    receiveSubscription: ((any Subscription) -> Void)? = nil, receiveValue: ((Input) -> Subscribers.Demand)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil
  ) {
    onSubscription = receiveSubscription ?? { _ in }
    onValue = receiveValue ?? { _ in .none }
    onCompletion = receiveCompletion ?? { _ in }
    describe = { "Anonymous AnySubscriber" }
    combineIdentifier = CombineIdentifier()
  }

  /// Passes the subscription on.
  @inlinable @inline(__always) public func receive(subscription: any Subscription) { onSubscription(subscription) }
  /// Passes the value on.
  @inlinable @inline(__always) public func receive(_ value: Input) -> Subscribers.Demand { onValue(value) }
  /// Passes the completion on.
  @inlinable @inline(__always) public func receive(completion: Subscribers.Completion<Failure>) {
    onCompletion(completion)
  }

  public var description: String { describe() }
  /// An empty mirror.
  public var customMirror: Mirror { Mirror(self, children: []) }
  public var playgroundDescription: Any { description }
}
