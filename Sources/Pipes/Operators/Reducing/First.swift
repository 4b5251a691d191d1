extension Publisher {
  /// Sends the first value and finishes. The upstream is asked for everything and cancelled at the first value.
  ///
  ///     source   -1-2-3-|
  ///     first()  -(1|)
  @_disfavoredOverload @inlinable public func first() -> Publishers.First<Self> { .init(upstream: self) }
  /// Sends the first value for which the closure is true, and finishes; only finishes if there is none.
  ///
  ///     source                     -1-2-3-|
  ///     first(where: { $0 > 1 })   ---(2|)
  @_disfavoredOverload @inlinable public func first(where predicate: @escaping (Output) -> Bool) -> Publishers.FirstWhere<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher of the first value.
  public struct First<Upstream: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// A publisher of the first value.
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { upstream.subscribe(FirstInner(subscriber, "First") { _ in true }) }
  }

  /// A publisher of the first value for which a closure is true.
  public struct FirstWhere<Upstream: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// Whether a value is the one to send.
    public let predicate: (Output) -> Bool
    /// A publisher of the first value for which a closure is true.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(FirstInner(subscriber, "TryFirst", predicate))
    }
  }
}

extension Publishers.First: Equatable where Upstream: Equatable {}

@usableFromInline struct FirstInner<Downstream: Subscriber>: Folding {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let link: AnswerLink
  @usableFromInline let predicate: (Input) -> Bool
  @inlinable init(_ downstream: Downstream, _ name: String, _ predicate: @escaping (Input) -> Bool) {
    (self.downstream, self.predicate) = (downstream, predicate)
    link = AnswerLink(name)
  }
  @inlinable var answer: Input? { nil }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    if link.isLive, predicate(input) { decide(input) }
    return .none
  }
}
