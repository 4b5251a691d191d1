extension Publisher {
  /// Sends the values of another publisher after those of this one, once it has finished.
  ///
  /// The other one is asked for what was asked for and not delivered; it is not subscribed if this one fails or is cancelled.
  ///
  ///     source       -1-2-|
  ///     append(-x|)  -1-2--(x|)
  @inlinable
  public func append<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<Self, P> where P.Output == Output, P.Failure == Failure {
    .init(prefix: self, suffix: publisher)
  }
  /// Sends these values after those of this publisher.
  @inlinable public func append(_ elements: Output...) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> {
    .init(prefix: self, suffix: .init(sequence: elements))
  }
  /// Sends the elements of a sequence after the values of this publisher.
  @inlinable
  public func append<S: Sequence>(
    _ elements: S
  ) -> Publishers.Concatenate<Self, Publishers.Sequence<S, Failure>> where S.Element == Output {
    .init(prefix: self, suffix: .init(sequence: elements))
  }
  /// Sends the values of another publisher before those of this one.
  @inlinable
  public func prepend<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<P, Self> where P.Output == Output, P.Failure == Failure {
    .init(prefix: publisher, suffix: self)
  }
  /// Sends these values before those of this publisher.
  @inlinable public func prepend(_ elements: Output...) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> {
    .init(prefix: .init(sequence: elements), suffix: self)
  }
  /// Sends the elements of a sequence before the values of this publisher.
  @inlinable
  public func prepend<S: Sequence>(
    _ elements: S
  ) -> Publishers.Concatenate<Publishers.Sequence<S, Failure>, Self> where S.Element == Output {
    .init(prefix: .init(sequence: elements), suffix: self)
  }
}

extension Publishers {
  /// A publisher of the values of one publisher and then of another.
  public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher
  where Prefix.Output == Suffix.Output, Prefix.Failure == Suffix.Failure {
    /// That of both publishers.
    public typealias Output = Suffix.Output
    /// That of both publishers.
    public typealias Failure = Suffix.Failure
    /// The publisher of the first values.
    public let prefix: Prefix
    /// The publisher of the values after them.
    public let suffix: Suffix
    /// A publisher of the values of one publisher and then of another.
    @inlinable public init(prefix: Prefix, suffix: Suffix) { (self.prefix, self.suffix) = (prefix, suffix) }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let suffix = suffix
      let link = SequentialSubscription("Concatenate") { suffix.subscribe(SuffixInner(subscriber, $0)) }
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
  @inlinable init(_ downstream: Downstream, _ link: SequentialSubscription) { (self.downstream, self.link) = (downstream, link) }
  @inlinable var description: String { link.description }
  @inlinable @inline(__always) func receive(subscription: any Subscription) {
    if link.attach(subscription, .first) { downstream.receive(subscription: link) }
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive(.first), link.take() else { return .none }
    return link.add(downstream.receive(input))
  }
  @inlinable @inline(__always) func receive(completion: Subscribers.Completion<Failure>) {
    guard link.isLive(.first) else { return }
    if case .finished = completion { link.subscribeToNext() } else if link.complete(.first) { downstream.receive(completion: completion) }
  }
}

/// The subscriber of what follows. Its values are not counted.
@usableFromInline struct SuffixInner<Downstream: Subscriber>: EngineSubscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let link: SequentialSubscription
  @inlinable init(_ downstream: Downstream, _ link: SequentialSubscription) { (self.downstream, self.link) = (downstream, link) }
  @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }
  @inlinable var description: String { link.description }
  @inlinable @inline(__always) func receive(subscription: any Subscription) { link.attach(subscription, .next) }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand { link.isLive(.next) ? downstream.receive(input) : .none }
  @inlinable @inline(__always) func receive(completion: Subscribers.Completion<Failure>) {
    if link.complete(.next) { downstream.receive(completion: completion) }
  }
}
