extension Subscribers {
  /// A value or a completion that a subscriber receives, as a value.
  public enum Event<Input, Failure: Error> {
    /// A value.
    case value(Input)
    /// The finish.
    case finished
    /// The failure.
    case failure(Failure)
  }
}

extension Subscribers.Event: Equatable where Input: Equatable, Failure: Equatable {}
extension Subscribers.Event: Hashable where Input: Hashable, Failure: Hashable {}
extension Subscribers.Event: Sendable where Input: Sendable, Failure: Sendable {}

extension Publisher {
  /// Sends values and the completion as events, which are values, then finishes.
  ///
  /// *Finishes* after the event that stands for the completion. *Fails* never.
  ///
  /// *Use it* to handle completions as values, as in a log. *See also* `mapToResult`, `dematerialize`.
  ///
  ///     a: -1-2-#
  ///     > a.materialize()
  ///     =  -b-c-(d|)
  ///       b = .value(1)   c = .value(2)   d = .failure("error")
  ///
  /// The event of the completion is sent only when it is requested.
  @inlinable public func materialize() -> Publishers.Materialize<Self> { .init(upstream: self) }
  /// Turns events back into values and a completion.
  ///
  /// *Finishes* after the event `.finished`, or when the upstream finishes. *Fails* after the event `.failure`.
  /// *Cancels* the upstream after an event that is a completion.
  ///
  /// *Use it* to undo materialize. *See also* `materialize`.
  ///
  ///     a: -x-y-|
  ///       x = .value(1)   y = .finished
  ///     > a.dematerialize()
  ///     =  -1-|
  @inlinable public func dematerialize<Value, Fault>() -> Publishers.Dematerialize<Self, Value, Fault>
  where Output == Subscribers.Event<Value, Fault>, Failure == Never {
    .init(upstream: self)
  }
  /// Sends each value as a success and a failure as a last value, then finishes.
  ///
  /// *Finishes* when the upstream finishes or fails. *Fails* never.
  ///
  /// *Use it* to receive a failure as a value and to let the downstream live on. *See also* `materialize`, `catch`,
  /// `replaceError`.
  ///
  ///     a: -1-2-#
  ///     > a.mapToResult()
  ///     =  -b-c-(d|)
  ///       b = .success(1)   c = .success(2)   d = .failure("error")
  @inlinable public func mapToResult()
    -> Publishers.Catch<Publishers.Map<Self, Result<Output, Failure>>, Just<Result<Output, Failure>>>
  {
    map { Result<Output, Failure>.success($0) }.catch { Just(.failure($0)) }
  }
}

extension Publishers {
  public struct Materialize<Upstream: Publisher>: Publisher {
    public typealias Output = Subscribers.Event<Upstream.Output, Upstream.Failure>
    public typealias Failure = Never
    public let upstream: Upstream
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Never>>(subscriber: S) {
      upstream.subscribe(MaterializeInner<Upstream.Output, Upstream.Failure, S>(subscriber))
    }
  }

  public struct Dematerialize<Upstream: Publisher, Output, Failure: Error>: Publisher
  where Upstream.Output == Subscribers.Event<Output, Failure>, Upstream.Failure == Never {
    public let upstream: Upstream
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(DematerializeInner(subscriber))
    }
  }
}

extension Publishers.Materialize: Equatable where Upstream: Equatable {}
extension Publishers.Dematerialize: Equatable where Upstream: Equatable {}

/// The completion is a value, and is sent by a publisher of that value, which follows the upstream.
@usableFromInline struct MaterializeInner<Input, Failure: Error, Downstream: Subscriber>: EngineSubscriber
where Downstream.Input == Subscribers.Event<Input, Failure>, Downstream.Failure == Never {
  @usableFromInline let downstream: Downstream
  @usableFromInline let link = SequentialSubscription("Materialize", refusesZero: true)
  @inlinable init(_ downstream: Downstream) { self.downstream = downstream }
  @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }
  @inlinable var description: String { link.description }
  @inlinable @inline(__always) func receive(subscription: any Subscription) {
    if link.attach(subscription, .first) { downstream.receive(subscription: link) }
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive(.first), link.take() else { return .none }
    return link.add(link.deliver(.value(input), to: downstream), .first)
  }
  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    guard link.detach() else { return }
    let last: Just<Downstream.Input> =
      if case .failure(let error) = completion { Just(.failure(error)) } else { Just(.finished) }
    last.subscribe(SequentialSubscription.LastSubscriber(downstream, link, to: last))
  }
}

@usableFromInline struct DematerializeInner<Downstream: Subscriber>: Relay {
  @usableFromInline typealias Input = Subscribers.Event<Downstream.Input, Downstream.Failure>
  @usableFromInline typealias Failure = Never
  @usableFromInline let downstream: Downstream
  @usableFromInline let link = Link("Dematerialize")
  @inlinable init(_ downstream: Downstream) { self.downstream = downstream }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive else { return .none }
    switch input {
    case .value(let value): return downstream.receive(value)
    case .finished: complete()
    case .failure(let error): complete(.failure(error))
    }
    return .none
  }
  @inlinable func receive(completion: Subscribers.Completion<Never>) {
    if link.complete() { downstream.receive(completion: .finished) }
  }
}
