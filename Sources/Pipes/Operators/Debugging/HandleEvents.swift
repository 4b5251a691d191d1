extension Publisher {
  /// Calls a closure for each event, before the event is sent on. Values, requests and completions are not changed.
  ///
  /// The closures are released at the completion or a cancel. *Use it* for side effects, such as logging. *In Rx:*
  /// `tap`, `do`.
  ///
  /// - Parameter receiveSubscription: Called with the subscription of the upstream.
  /// - Parameter receiveOutput: Called with each value.
  /// - Parameter receiveCompletion: Called when the upstream completes.
  /// - Parameter receiveCancel: Called when the downstream cancels.
  /// - Parameter receiveRequest: Called with each request of the downstream, and with the demand that it returns for a
  ///   value, unless that is zero.
  @inlinable public func handleEvents(
    receiveSubscription: ((any Subscription) -> Void)? = nil, receiveOutput: ((Output) -> Void)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil, receiveCancel: (() -> Void)? = nil,
    receiveRequest: ((Subscribers.Demand) -> Void)? = nil
  ) -> Publishers.HandleEvents<Self> {
    .init(
      upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
      receiveCompletion: receiveCompletion, receiveCancel: receiveCancel, receiveRequest: receiveRequest)
  }
}

extension Publishers {
  /// The publisher that
  /// `handleEvents(receiveSubscription:receiveOutput:receiveCompletion:receiveCancel:receiveRequest:)` returns.
  public struct HandleEvents<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    /// Called with the subscription.
    public var receiveSubscription: ((any Subscription) -> Void)?
    /// Called with each value.
    public var receiveOutput: ((Output) -> Void)?
    /// Called with the completion.
    public var receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
    /// Called when the downstream cancels.
    public var receiveCancel: (() -> Void)?
    /// Called with each request of the downstream.
    public var receiveRequest: ((Subscribers.Demand) -> Void)?
    /// Creates the publisher that
    /// `handleEvents(receiveSubscription:receiveOutput:receiveCompletion:receiveCancel:receiveRequest:)` returns.
    @inlinable public init(
      upstream: Upstream, receiveSubscription: ((any Subscription) -> Void)? = nil,
      receiveOutput: ((Output) -> Void)? = nil,
      receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil, receiveCancel: (() -> Void)? = nil,
      receiveRequest: ((Subscribers.Demand) -> Void)?
    ) {
      self.upstream = upstream
      self.receiveSubscription = receiveSubscription
      self.receiveOutput = receiveOutput
      self.receiveCompletion = receiveCompletion
      self.receiveCancel = receiveCancel
      self.receiveRequest = receiveRequest
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let tap = EventHandlers(receiveSubscription, receiveOutput, receiveCompletion, receiveCancel, receiveRequest)
      upstream.subscribe(
        HandleEventsInner(
          subscriber, SharedValue(tap), seesValues: receiveOutput != nil, seesRequests: receiveRequest != nil))
    }
  }
}

/// Accepts one subscription. Values and completions after the completion are sent on, but no closure is called for
/// them.
@usableFromInline struct HandleEventsInner<Downstream: Subscriber>: Relay {
  @usableFromInline let downstream: Downstream
  @usableFromInline let tap: SharedValue<EventHandlers<Input, Failure>?>
  @usableFromInline let link: Link
  /// Whether there is a closure for values, and one for requests: without them a value takes no lock.
  @usableFromInline let seesValues: Bool
  @usableFromInline let seesRequests: Bool
  @inlinable init(
    _ downstream: Downstream, _ tap: SharedValue<EventHandlers<Input, Failure>?>, seesValues: Bool, seesRequests: Bool
  ) {
    self.downstream = downstream
    self.tap = tap
    link = TapLink(tap)
    self.seesValues = seesValues
    self.seesRequests = seesRequests
  }
  @inlinable func receive(subscription: any Subscription) {
    tap.value?.onSubscription?(subscription)
    if link.attach(subscription) { downstream.receive(subscription: link) }
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    if seesValues { tap.value?.onValue?(input) }
    let more = downstream.receive(input)
    if seesRequests, more > .none { tap.value?.onRequest?(more) }
    return more
  }
  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    let isCancelled = !link.maySend
    tap.dispose()?.onCompletion?(completion)
    _ = link.completeUnsubscribed()
    // A completion after a cancel passes (contract DB-03), but not if the closure has cancelled.
    if isCancelled || link.maySend { downstream.receive(completion: completion) }
  }
}

/// The closures of `handleEvents`.
@usableFromInline final class EventHandlers<Input, Failure: Error> {
  @usableFromInline let onSubscription: ((any Subscription) -> Void)?
  @usableFromInline let onValue: ((Input) -> Void)?
  @usableFromInline let onCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  @usableFromInline let onCancel: (() -> Void)?
  @usableFromInline let onRequest: ((Subscribers.Demand) -> Void)?
  @inlinable init(
    _ onSubscription: ((any Subscription) -> Void)?, _ onValue: ((Input) -> Void)?,
    _ onCompletion: ((Subscribers.Completion<Failure>) -> Void)?, _ onCancel: (() -> Void)?,
    _ onRequest: ((Subscribers.Demand) -> Void)?
  ) {
    self.onSubscription = onSubscription
    self.onValue = onValue
    self.onCompletion = onCompletion
    self.onCancel = onCancel
    self.onRequest = onRequest
  }
}

@usableFromInline final class TapLink<Input, Failure: Error>: Link, @unchecked Sendable {
  let tap: SharedValue<EventHandlers<Input, Failure>?>
  @usableFromInline init(_ tap: SharedValue<EventHandlers<Input, Failure>?>) {
    self.tap = tap
    super.init("HandleEvents")
  }
  @usableFromInline override func request(_ demand: Subscribers.Demand) {
    tap.value?.onRequest?(demand)
    super.request(demand)
  }
  @usableFromInline override func cancel() {
    tap.dispose()?.onCancel?()
    super.cancel()
  }
}
