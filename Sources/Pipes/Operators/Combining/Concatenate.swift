extension Publisher {
  /// Sends other values, or those of another publisher, after the upstream has finished.
  ///
  /// *Sends* first the values of the upstream, then the other values. *Finishes* after the other values. *Fails* when
  /// one of the publishers fails.
  ///
  /// *Use it* to continue with other values after the finish. *See also* `prepend`, `merge`, `onErrorResumeNext`. *In
  /// Rx:* `concat`, `concatWith`.
  ///
  ///     a: -1-2-|
  ///     > a.append(8, 9)
  ///     =  -1-2-(89|)
  ///
  /// Does not subscribe to the other publisher if the upstream fails or is cancelled.
  @inlinable public func append<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<Self, P>
  where P.Output == Output, P.Failure == Failure {
    .init(prefix: self, suffix: publisher)
  }
  /// Sends the given values after this publisher has finished.
  @inlinable public func append(_ elements: Output...)
    -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>>
  {
    .init(prefix: self, suffix: .init(sequence: elements))
  }
  /// Sends the elements of a sequence after this publisher has finished.
  @inlinable public func append<S: Sequence>(
    _ elements: S
  ) -> Publishers.Concatenate<Self, Publishers.Sequence<S, Failure>> where S.Element == Output {
    .init(prefix: self, suffix: .init(sequence: elements))
  }
  /// Sends other values, or those of another publisher, before it subscribes to the upstream.
  ///
  /// *Sends* first the other values, then the values of the upstream. *Fails* when one of the publishers fails.
  ///
  /// *Use it* to begin with other values. *See also* `append`, `merge`.
  ///
  ///     a: -   1-2-|
  ///     > a.prepend(8, 9)
  ///     =  [89]1-2-|
  @inlinable public func prepend<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<P, Self>
  where P.Output == Output, P.Failure == Failure {
    .init(prefix: publisher, suffix: self)
  }
  /// Sends the given values, then subscribes to this publisher.
  @inlinable public func prepend(_ elements: Output...)
    -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self>
  {
    .init(prefix: .init(sequence: elements), suffix: self)
  }
  /// Sends the elements of a sequence, then subscribes to this publisher.
  @inlinable public func prepend<S: Sequence>(
    _ elements: S
  ) -> Publishers.Concatenate<Publishers.Sequence<S, Failure>, Self> where S.Element == Output {
    .init(prefix: .init(sequence: elements), suffix: self)
  }
}

extension Publishers {
  public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher
  where Prefix.Output == Suffix.Output, Prefix.Failure == Suffix.Failure {
    public typealias Output = Suffix.Output
    public typealias Failure = Suffix.Failure
    public let prefix: Prefix
    public let suffix: Suffix
    @inlinable public init(prefix: Prefix, suffix: Suffix) {
      self.prefix = prefix
      self.suffix = suffix
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let suffix = suffix
      let link = SequentialSubscription("Concatenate") { suffix.subscribe(SuffixInner(subscriber, $0, to: suffix)) }
      prefix.subscribe(PrefixInner(subscriber, link))
    }
  }
}

extension Publishers.Concatenate: Equatable where Prefix: Equatable, Suffix: Equatable {}

@usableFromInline final class PrefixInner<Downstream: Subscriber>: EngineSubscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let link: SequentialSubscription
  @inlinable init(_ downstream: Downstream, _ link: SequentialSubscription) {
    self.downstream = downstream
    self.link = link
  }
  @inlinable var description: String { link.description }
  @inlinable @inline(__always) func receive(subscription: any Subscription) {
    if link.attach(subscription, .first) { downstream.receive(subscription: link) }
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive(.first), link.take() else { return .none }
    return link.add(link.deliver(input, to: downstream), .first)
  }
  @inlinable @inline(__always) func receive(completion: Subscribers.Completion<Failure>) {
    guard link.isLive(.first) else { return }
    if case .finished = completion {
      link.subscribeToNext()
    } else if link.complete(.first) {
      downstream.receive(completion: completion)
    }
  }
}

/// The subscriber of the suffix. Its values are not counted.
@usableFromInline struct SuffixInner<Downstream: Subscriber>: EngineSubscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline unowned(unsafe) let link: SequentialSubscription
  /// As in `SequentialSubscription.LastSubscriber`.
  @usableFromInline let owner: SequentialSubscription?
  @inlinable init<P: Publisher>(_ downstream: Downstream, _ link: SequentialSubscription, to suffix: P) {
    self.downstream = downstream
    self.link = link
    owner = suffix is any SendingOnRequest ? nil : link
  }
  @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }
  @inlinable var description: String { link.description }
  @inlinable @inline(__always) func receive(subscription: any Subscription) { link.attach(subscription, .next) }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive(.next) else { return .none }
    return link.hasTurn ? link.deliverInTurn(input, to: downstream, isCounted: false) : downstream.receive(input)
  }
  @inlinable @inline(__always) func receive(completion: Subscribers.Completion<Failure>) {
    let link = link  // kept as long as the action waits
    link.inTurn { if link.complete(.next) { downstream.receive(completion: completion) } }
  }
}
