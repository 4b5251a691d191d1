extension Publisher {
  /// Subscribes with two closures and asks for everything.
  ///
  /// The closures are freed when the stream ends or is cancelled. Dropping the returned token cancels.
  @inlinable
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let sink = Subscribers.Sink(private: receiveCompletion, receiveValue)
    let link = sink.link
    subscribe(sink)
    return AnyCancellable(link)  // not the sink: its closures go when the upstream lets go of it
  }
}
extension Publisher where Failure == Never {
  /// Subscribes with a closure and asks for everything. Dropping the returned token cancels.
  @inlinable
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}

extension Subscribers {
  /// A subscriber made of two closures, which asks for everything as soon as it is subscribed.
  public final class Sink<Input, Failure: Error>: EngineSubscriber, Cancellable {
    /// The subscription of a sink. It also knows how to free the closures of the sink, if somebody else may keep them alive.
    @usableFromInline final class Line: Link, @unchecked Sendable {
      let free = Guarded<(() -> Void)?>(nil)
      @usableFromInline init() { super.init("Sink") }
      @usableFromInline override func cancel() {
        if stop() { free.with { $0 }?() }
      }
    }
    @usableFromInline let link = Line()
    let lock = Guarded(())
    /// Whether the closures are only touched under the lock. Not needed where the upstream forgets a cancelled sink and nobody else has it.
    @exclusivity(unchecked) @usableFromInline var isCareful: Bool
    @exclusivity(unchecked) @usableFromInline var onValue: (Input) -> Void
    @exclusivity(unchecked) @usableFromInline var onCompletion: (Completion<Failure>) -> Void

    /// The closure that takes the values, until the sink has ended.
    public var receiveValue: (Input) -> Void { lock.with { _ in onValue } }
    /// The closure that takes the completion, until the sink has ended.
    public var receiveCompletion: (Completion<Failure>) -> Void { lock.with { _ in onCompletion } }
    /// The word `Sink`.
    public var description: String { "Sink" }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
    /// The word `Sink`.
    public var playgroundDescription: Any { description }

    /// A sink that passes values and the completion to the closures. They are freed when it ends or is cancelled.
    public init(receiveCompletion: @escaping (Completion<Failure>) -> Void, receiveValue: @escaping (Input) -> Void) {
      (onValue, onCompletion, isCareful) = (receiveValue, receiveCompletion, true)
      beCareful()
    }
    /// A sink that only its upstream will hold.
    @inlinable init(private onCompletion: @escaping (Completion<Failure>) -> Void, _ onValue: @escaping (Input) -> Void) {
      (self.onValue, self.onCompletion, isCareful) = (onValue, onCompletion, false)
    }

    /// Asks for everything. A second subscription is cancelled.
    @inlinable @inline(__always) public func receive(subscription: any Subscription) {
      guard link.attach(subscription) else { return }
      if !isCareful, !subscription.forgetsSubscribers { beCareful() }
      subscription.request(.unlimited)
    }
    /// Passes the value on, also before there is a subscription, but not after the end.
    @inlinable @inline(__always) public func receive(_ input: Input) -> Demand {
      if link.isLive, !isCareful { onValue(input) } else { receiveCarefully(input) }
      return .none
    }
    /// Passes the completion on, once. The upstream is not cancelled: it has ended.
    public func receive(completion: Completion<Failure>) {
      guard link.endUnsubscribed() else { return }
      let onCompletion = onCompletion
      free()
      onCompletion(completion)
    }
    /// Cancels the subscription and frees the closures. Before there is a subscription it only refuses the one to come.
    public func cancel() { link.cancel() }

    @usableFromInline func beCareful() {
      isCareful = true
      link.free.with { $0 = { [weak self] in self?.free() } }
    }
    @usableFromInline @inline(never) func receiveCarefully(_ input: Input) {
      if link.isOver { return }
      lock.with { _ in onValue }(input)
    }
    func free() {
      let old = lock.with { _ in
        defer { (onValue, onCompletion) = ({ _ in }, { _ in }) }
        return (onValue, onCompletion)
      }
      withExtendedLifetime(old) {}  // freed outside the lock
    }
  }
}
