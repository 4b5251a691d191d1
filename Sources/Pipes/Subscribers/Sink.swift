import Synchronization

extension Publisher {
  /// Subscribes with two closures and asks for everything.
  ///
  /// The closures are freed when the stream ends or is cancelled. Dropping the returned token cancels.
  @inlinable @inline(__always)
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let link = SinkLink(receiveCompletion, receiveValue, isCareful: false)
    subscribe(SinkPort(link))
    return AnyCancellable(engine: link)
  }
}
extension Publisher where Failure == Never {
  /// Subscribes with a closure and asks for everything. Dropping the returned token cancels.
  @inlinable @inline(__always)
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}

extension Subscribers {
  /// A subscriber made of two closures, which asks for everything as soon as it is subscribed.
  public final class Sink<Input, Failure: Error>: EngineSubscriber, Cancellable {
    let link: SinkLink<Input, Failure>
    /// The closure that takes the values, until the sink has ended.
    public var receiveValue: (Input) -> Void { link.closures()?.onValue ?? { _ in } }
    /// The closure that takes the completion, until the sink has ended.
    public var receiveCompletion: (Completion<Failure>) -> Void { link.closures()?.onCompletion ?? { _ in } }
    /// The word `Sink`.
    public var description: String { "Sink" }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
    /// The word `Sink`.
    public var playgroundDescription: Any { description }

    /// A sink that passes values and the completion to the closures. They are freed when it ends or is cancelled.
    public init(receiveCompletion: @escaping (Completion<Failure>) -> Void, receiveValue: @escaping (Input) -> Void) {
      link = SinkLink(receiveCompletion, receiveValue, isCareful: true)
    }
    /// Asks for everything. A second subscription is cancelled.
    public func receive(subscription: any Subscription) { link.begin(subscription) }
    /// Passes the value on, also before there is a subscription, but not after the end.
    public func receive(_ input: Input) -> Demand {
      link.take(input)
      return .none
    }
    /// Passes the completion on, once. The upstream is not cancelled: it has ended.
    public func receive(completion: Completion<Failure>) { link.complete(completion) }
    /// Cancels the subscription and frees the closures. Before there is a subscription it only refuses the one to come.
    public func cancel() { link.cancel() }
  }
}

/// What `sink` subscribes with. Only the upstream holds it.
@usableFromInline struct SinkPort<Input, Failure: Error>: EngineSubscriber {
  @usableFromInline let link: SinkLink<Input, Failure>
  @inlinable init(_ link: SinkLink<Input, Failure>) { self.link = link }
  @usableFromInline var combineIdentifier: CombineIdentifier { link.combineIdentifier }
  @usableFromInline var description: String { "Sink" }
  @inlinable @inline(__always) func receive(subscription: any Subscription) { link.begin(subscription) }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    link.take(input)
    return .none
  }
  @inlinable @inline(__always) func receive(completion: Subscribers.Completion<Failure>) { link.complete(completion) }
}

/// The two closures of a sink, kept apart so that calling them needs no retain.
@usableFromInline final class SinkClosures<Input, Failure: Error> {
  @usableFromInline let onValue: (Input) -> Void
  @usableFromInline let onCompletion: (Subscribers.Completion<Failure>) -> Void
  @inlinable init(_ onCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, _ onValue: @escaping (Input) -> Void) {
    (self.onCompletion, self.onValue) = (onCompletion, onValue)
  }
}

/// The state of a sink.
///
/// Usually its closures belong to the signals of the upstream, which come one at a time, and are freed at the end or with the sink. Where
/// somebody may keep a cancelled sink alive (its maker, or an upstream that forgets nothing) it is *careful*: then they are behind the lock
/// and freed by cancel as well.
@usableFromInline final class SinkLink<Input, Failure: Error>: Link, @unchecked Sendable {
  @usableFromInline typealias Closures = SinkClosures<Input, Failure>
  @exclusivity(unchecked) @usableFromInline var closed: Unmanaged<Closures>?
  @exclusivity(unchecked) @usableFromInline var isCareful: Bool
  /// Whether the value closure is running.
  @exclusivity(unchecked) @usableFromInline var isBusy = false
  @usableFromInline let lock = Guarded(())

  @inlinable
  init(_ onCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, _ onValue: @escaping (Input) -> Void, isCareful: Bool) {
    self.isCareful = isCareful
    closed = .passRetained(Closures(onCompletion, onValue))
    super.init("Sink")
  }
  @inlinable deinit { closed?.release() }

  @inlinable @inline(__always) func begin(_ subscription: any Subscription) {
    guard let kept = keep(subscription) else { return }
    if !isCareful, !kept.isTidy { isCareful = true }
    kept.request(.unlimited)
  }
  @inlinable @inline(__always) func take(_ input: Input) {
    guard isLive, !isCareful, !isBusy, let closed else { return takeCarefully(input) }
    isBusy = true
    closed._withUnsafeGuaranteedRef { $0.onValue(input) }
    isBusy = false
    if isOver { free() }
  }
  /// Also nested, and without a subscription.
  @usableFromInline @inline(never) func takeCarefully(_ input: Input) {
    if !isOver { closures()?.onValue(input) }
  }
  @usableFromInline func complete(_ completion: Subscribers.Completion<Failure>) {
    guard endUnsubscribed() else { return }
    let closures = closures()
    if !isBusy { free() }
    closures?.onCompletion(completion)
  }
  @usableFromInline override func cancel() {
    if stop(), isCareful { free() }
  }
  @usableFromInline func closures() -> Closures? { lock.with { _ in closed?.takeUnretainedValue() } }
  @usableFromInline func free() {
    let old = lock.with { _ in
      defer { closed = nil }
      return closed
    }
    old?.release()
  }
}
