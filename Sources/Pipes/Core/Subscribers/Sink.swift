import Synchronization

extension Publisher {
  /// Subscribes with two closures and requests unlimited values.
  ///
  /// The closures are released at the completion or a cancel.
  ///
  /// - Parameter receiveCompletion: Called at most once: when the publisher finishes or fails, not at a cancel.
  /// - Parameter receiveValue: Called for each value.
  /// - Returns: A token that cancels the subscription when it is cancelled or released. Keep it as long as values
  ///   should be received.
  @inlinable @inline(__always) public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let link = SinkLink(receiveCompletion, receiveValue)
    subscribe(SinkPort(link))
    return AnyCancellable(engine: link)
  }
}
extension Publisher where Failure == Never {
  /// Subscribes with a closure and requests unlimited values.
  ///
  /// - Parameter receiveValue: Called for each value.
  /// - Returns: A token that cancels the subscription when it is cancelled or released. Keep it as long as values
  ///   should be received.
  @inlinable @inline(__always) public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}

extension Subscribers {
  /// A subscriber made of two closures. It requests unlimited values as soon as it is subscribed.
  public final class Sink<Input, Failure: Error>: EngineSubscriber, Cancellable {
    let link: SinkLink<Input, Failure>
    /// The closure that receives the values. After the completion or a cancel it is one that does nothing.
    public var receiveValue: (Input) -> Void { link.closure { $0.onValue } ?? { _ in } }
    /// The closure that receives the completion. After the completion or a cancel it is one that does nothing.
    public var receiveCompletion: (Completion<Failure>) -> Void { link.closure { $0.onCompletion } ?? { _ in } }
    /// The word `Sink`.
    public var description: String { "Sink" }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
    /// The word `Sink`.
    public var playgroundDescription: Any { description }

    /// Creates a sink that calls the closures. They are released at the completion or a cancel.
    public init(receiveCompletion: @escaping (Completion<Failure>) -> Void, receiveValue: @escaping (Input) -> Void) {
      link = SinkLink(receiveCompletion, receiveValue)
    }
    /// Requests unlimited values. A second subscription is cancelled.
    public func receive(subscription: any Subscription) { link.begin(subscription, isShared: true) }
    /// Calls the closure with the value, even before there is a subscription. Values after the completion are ignored.
    public func receive(_ input: Input) -> Demand {
      link.take(input)
      return .none
    }
    /// Calls the closure with the completion, once. The upstream is not cancelled: it has completed.
    public func receive(completion: Completion<Failure>) { link.complete(completion) }
    /// Cancels the subscription and releases the closures. Before there is a subscription, it only refuses the next
    /// one.
    public func cancel() { link.cancel() }
  }
}

/// The subscriber that `sink` creates. Only the upstream holds it.
@usableFromInline package struct SinkPort<Input, Failure: Error>: EngineSubscriber {
  @usableFromInline package let link: SinkLink<Input, Failure>
  @inlinable package init(_ link: SinkLink<Input, Failure>) { self.link = link }
  @usableFromInline package var combineIdentifier: CombineIdentifier { link.combineIdentifier }
  @usableFromInline package var description: String { "Sink" }
  @inlinable @inline(__always) package func receive(subscription: any Subscription) {
    link.begin(subscription, isShared: false)
  }
  @inlinable @inline(__always) package func receive(_ input: Input) -> Subscribers.Demand {
    link.take(input)
    return .none
  }
  @inlinable @inline(__always) package func receive(completion: Subscribers.Completion<Failure>) {
    link.complete(completion)
  }
}

/// The two closures of a sink, in an object of their own so that calling them needs no retain.
@usableFromInline package final class SinkClosures<Input, Failure: Error> {
  @usableFromInline package let onValue: (Input) -> Void
  @usableFromInline package let onCompletion: (Subscribers.Completion<Failure>) -> Void
  @inlinable package init(
    _ onCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, _ onValue: @escaping (Input) -> Void
  ) {
    self.onCompletion = onCompletion
    self.onValue = onValue
  }
}

/// The state of a sink.
///
/// 1. The closures are released once: at the completion, at the cancel or with the sink, whichever comes first. So it
///    does not matter whether an upstream keeps a cancelled sink.
/// 2. `users` counts the calls that use the closures, in steps of two. Its lowest bit says that the closures are to be
///    released: the caller that sets it releases them if there is no user, otherwise the last user does. After the bit
///    is set no new use begins.
/// 3. Counting costs two atomic operations a value. It is left out (`isCounted` false) where the subscription itself
///    guarantees that nothing keeps the sink after a cancel, `releasesSubscriber`: then the values alone use the
///    closures, which come one at a time, and `isBusy` says that they do. A cancel from another thread leaves the
///    closures to the sink's own release there.
/// 4. `isCounted` is written before the first request of an upstream: by the call that keeps the subscription, and,
///    where upstreams follow one another, by `upstreamChanged` under the lock of `upstream`. So a cancel on another
///    thread, which goes through that lock, acts on what holds. Between two upstreams uses are counted, and a use that
///    goes on then is counted from then on.
@usableFromInline package final class SinkLink<Input, Failure: Error>: Link, @unchecked Sendable {
  @usableFromInline package typealias Closures = SinkClosures<Input, Failure>
  @exclusivity(unchecked) @usableFromInline var closures: Unmanaged<Closures>?
  @exclusivity(unchecked) @usableFromInline var isCounted: Bool
  /// Whether a value uses the closures uncounted.
  @exclusivity(unchecked) @usableFromInline var isBusy = false
  @usableFromInline package let users = Atomic<UInt>(0)
  @usableFromInline let closuresCheck = Misuse.AccessCheck("the closures of a sink")
  @usableFromInline let countCheck = Misuse.AccessCheck("whether a sink counts")
  @usableFromInline let busyCheck = Misuse.AccessCheck("whether a sink is busy")

  @inlinable
  package init(
    _ onCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, _ onValue: @escaping (Input) -> Void
  ) {
    closures = .passRetained(Closures(onCompletion, onValue))
    isCounted = true
    super.init("Sink")
  }
  @inlinable deinit { closures?.release() }

  /// Keeps the subscription and requests unlimited values. `isShared` is true if other objects than the upstream hold
  /// the sink, too.
  @inlinable @inline(__always) package func begin(_ subscription: any Subscription, isShared: Bool) {
    let kept = subscription.kept
    if !isShared, state.load(ordering: .relaxed) == .waiting {
      countCheck.write()
      isCounted = !kept.releasesSubscriber
      kept.reportChanges(to: self)
    }
    if keep(kept) { kept.request(.unlimited) }
  }
  @inlinable @inline(__always) package func take(_ input: Input) {
    guard isLive, isUncounted, !isBusy, let closures else { return takeCounted(input) }
    closuresCheck.read()
    busyCheck.write()
    isBusy = true
    closures._withUnsafeGuaranteedRef { $0.onValue(input) }
    busyCheck.write()
    guard isBusy else { return endUse() }  // counted by now
    isBusy = false
    if isOver { disposeAfterUse() }
  }
  @inlinable @inline(__always) var isUncounted: Bool {
    countCheck.read()
    return !isCounted
  }
  /// Calls the closure and counts the use. For re-entrant values, and values that come without a subscription.
  @inlinable @inline(never) package func takeCounted(_ input: Input) {
    if !isOver { use { $0.onValue(input) } }
  }
  @usableFromInline package func complete(_ completion: Subscribers.Completion<Failure>) {
    guard completeUnsubscribed() else {
      if !maySend { disposeWhenUnused() }  // cancelled while the upstream was released
      return
    }
    use {
      disposeWhenUnused()
      $0.onCompletion(completion)
    }
  }
  @usableFromInline package override func cancel() {
    // Only after `cancelOnce` has found it live is `isCounted` settled.
    if cancelOnce(), !isUncounted { disposeWhenUnused() }
  }
  /// Runs the body with the closures, unless they are released. They are kept until the body returns.
  @inlinable @inline(__always) package func use(_ body: (Closures) -> Void) {
    var word = users.load(ordering: .relaxed)
    // Relaxed: the closures are released only after the end of this use, which is releasing.
    while word & 1 == 0 {
      let (isCounted, now) = users.weakCompareExchange(expected: word, desired: word + 2, ordering: .relaxed)
      if isCounted {
        closuresCheck.read()
        closures?._withUnsafeGuaranteedRef(body)
        return endUse()
      }
      word = now
    }
  }
  @usableFromInline package override func upstreamChanged(releasesSubscriber: Bool) {
    let isTooLate = upstream.with { _ in
      guard !isOver else { return isUncounted }
      if isUncounted, !releasesSubscriber {
        busyCheck.write()
        if isBusy {
          isBusy = false  // the call on the stack is counted from now on
          users.wrappingAdd(2, ordering: .relaxed)
        }
      }
      countCheck.write()
      isCounted = !releasesSubscriber
      return false
    }
    if isTooLate { disposeWhenUnused() }
  }
  func closure<Closure>(_ part: (Closures) -> Closure) -> Closure? {
    var closure: Closure?
    use { closure = part($0) }
    return closure
  }
  // The closures are released after every use of them, and after what the caller did that asked for it: each of the
  // next three operations is releasing for a release on another thread, and acquiring for a release by itself.
  @usableFromInline package func endUse() {
    if users.subtract(2, ordering: .acquiringAndReleasing).newValue == 1 { dispose() }
  }
  /// Releases the closures as soon as no call uses them.
  @usableFromInline func disposeWhenUnused() {
    if users.bitwiseOr(1, ordering: .acquiringAndReleasing).oldValue == 0 { dispose() }
  }
  /// Releases the closures after an uncounted use, of a sink that has completed or been cancelled.
  @usableFromInline func disposeAfterUse() {
    if users.bitwiseOr(1, ordering: .acquiringAndReleasing).oldValue <= 1 { dispose() }
  }
  @usableFromInline package func dispose() {
    busyCheck.read()
    if isBusy { return }
    closuresCheck.write()
    let old = closures
    closures = nil
    old?.release()
  }
}
