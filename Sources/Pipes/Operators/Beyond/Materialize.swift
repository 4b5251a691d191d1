extension Subscribers {
  /// What a subscriber can receive, as a value.
  public enum Event<Input, Failure: Error> {
    /// A value.
    case value(Input)
    /// The end.
    case finished
    /// The end, with a failure.
    case failure(Failure)
  }
}

extension Subscribers.Event: Equatable where Input: Equatable, Failure: Equatable {}
extension Subscribers.Event: Hashable where Input: Hashable, Failure: Hashable {}
extension Subscribers.Event: Sendable where Input: Sendable, Failure: Sendable {}

extension Publisher {
  /// Turns everything that happens into a value: values, the end, and a failure. After that it finishes.
  ///
  /// The end, being a value now, waits until it is asked for. Rx calls it `materialize`, too.
  ///
  ///     source         -1-2-#
  ///     materialize()  -a-b-(c|)   a = .value(1), b = .value(2), c = .failure
  @inlinable
  public func materialize() -> Publishers.Materialize<Self> {
    map { Subscribers.Event<Output, Failure>.value($0) }.append(.finished).catch { Just(.failure($0)) }
  }
  /// Lets what events stand for happen: the opposite of ``materialize()``. An end cancels this publisher.
  @inlinable
  public func dematerialize<Value, Fault>() -> Publishers.Dematerialize<Self, Value, Fault>
  where Output == Subscribers.Event<Value, Fault>, Failure == Never {
    .init(upstream: self)
  }
  /// Turns values and a failure into results. After a failure it finishes.
  ///
  ///     source         -1-2-#
  ///     mapToResult()  -a-b-(c|)   a = .success(1), b = .success(2), c = .failure
  @inlinable
  public func mapToResult() -> Publishers.Catch<Publishers.Map<Self, Result<Output, Failure>>, Just<Result<Output, Failure>>> {
    map { Result<Output, Failure>.success($0) }.catch { Just(.failure($0)) }
  }
}

extension Publishers {
  /// A publisher of all that happens, as values.
  public typealias Materialize<Upstream: Publisher> = Catch<
    Concatenate<
      Map<Upstream, Subscribers.Event<Upstream.Output, Upstream.Failure>>,
      Sequence<[Subscribers.Event<Upstream.Output, Upstream.Failure>], Upstream.Failure>
    >,
    Just<Subscribers.Event<Upstream.Output, Upstream.Failure>>
  >

  /// A publisher of what events stand for.
  public struct Dematerialize<Upstream: Publisher, Output, Failure: Error>: Publisher
  where Upstream.Output == Subscribers.Event<Output, Failure>, Upstream.Failure == Never {
    /// Where the events come from.
    public let upstream: Upstream
    /// A publisher of what events stand for.
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { upstream.subscribe(DematerializeInner(subscriber)) }
  }
}

extension Publishers.Dematerialize: Equatable where Upstream: Equatable {}

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
