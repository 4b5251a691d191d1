extension Publisher where Failure == Never {
  /// Writes each value into a property of an object. *Requests* unlimited values.
  ///
  /// The object is kept alive until the publisher completes or the token is cancelled or released. An object that
  /// stores the token itself is therefore never released before the completion: use ``assign(to:)`` or `sink` with
  /// `[weak self]` there.
  ///
  /// - Parameter keyPath: The property.
  /// - Parameter object: The object that has the property.
  /// - Returns: A token that cancels the subscription when it is cancelled or released.
  public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root) -> AnyCancellable {
    let assign = Subscribers.Assign(object: object, keyPath: keyPath)
    subscribe(assign)
    return AnyCancellable(assign)
  }
}

extension Subscribers {
  /// A subscriber that requests unlimited values and writes them into a property of an object.
  public final class Assign<Root, Input>: EngineSubscriber, Cancellable {
    /// This subscriber cannot receive a failure.
    public typealias Failure = Never
    let link = Link("Assign")
    let target: Guarded<Root?>
    /// The object that has the property; `nil` after the completion or a cancel.
    public var object: Root? { target.with { $0 } }
    /// The property that the values are written into.
    public let keyPath: ReferenceWritableKeyPath<Root, Input>

    /// Creates a subscriber that writes into a property of `object`, and keeps the object alive.
    public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) {
      target = Guarded(object)
      self.keyPath = keyPath
    }
    /// Names the type of the object.
    public var description: String { "Assign \(Root.self)." }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
    public var playgroundDescription: Any { description }

    /// Requests unlimited values. A second subscription is cancelled.
    public func receive(subscription: any Subscription) {
      if link.attach(subscription) { subscription.request(.unlimited) }
    }
    /// Writes the value.
    public func receive(_ input: Input) -> Demand {
      if link.isLive, let object { object[keyPath: keyPath] = input }
      return .none
    }
    /// Releases the object.
    public func receive(completion: Completion<Never>) { if link.complete() { dispose() } }
    /// Cancels the subscription and releases the object.
    public func cancel() { if link.cancelOnce() { dispose() } }
    func dispose() {
      let old = target.with { $0.take() }
      withExtendedLifetime(old) {}  // freed outside the lock
    }
  }
}
