extension Publisher {
  /// Sends the values to several subscribers through a subject, which is made when first needed. Nothing comes before `connect()`.
  ///
  ///     source      -1-2-3-|
  ///     connect()   --^
  ///     subscriber  -----2-3-|
  @inlinable
  public func multicast<S: Subject>(_ createSubject: @escaping () -> S) -> Publishers.Multicast<Self, S>
  where S.Output == Output, S.Failure == Failure {
    .init(upstream: self, createSubject: createSubject)
  }
  /// Sends the values to several subscribers through this subject. Nothing comes before `connect()`.
  @inlinable
  public func multicast<S: Subject>(subject: S) -> Publishers.Multicast<Self, S> where S.Output == Output, S.Failure == Failure {
    multicast { subject }
  }
}

extension Publishers {
  /// A publisher whose subscribers share one subscription to another, through a subject.
  public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher
  where Upstream.Output == SubjectType.Output, Upstream.Failure == SubjectType.Failure {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// Makes the subject. Called once, for the first subscriber or the first connection.
    public let createSubject: () -> SubjectType
    @usableFromInline let made = SharedValue<SubjectType?>(nil)
    /// A publisher whose subscribers share one subscription.
    @inlinable public init(upstream: Upstream, createSubject: @escaping () -> SubjectType) {
      (self.upstream, self.createSubject) = (upstream, createSubject)
    }

    @inlinable var subject: SubjectType { made.value(orMake: createSubject) }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { subject.subscribe(MulticastInner(subscriber)) }
    /// Subscribes the subject to the upstream. Connecting twice subscribes it twice; cancelling stops the values but ends nothing.
    @inlinable public func connect() -> any Cancellable { upstream.subscribe(subject) }
  }
}

@usableFromInline struct MulticastInner<Downstream: Subscriber>: Relay {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let link = Link("Multicast")
  @inlinable init(_ downstream: Downstream) { self.downstream = downstream }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive else { return .none }
    let more = downstream.receive(input)
    if more > .none { link.request(more) }
    return .none
  }
}
