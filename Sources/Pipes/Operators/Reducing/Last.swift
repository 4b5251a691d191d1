extension Publisher {
  /// Sends one value at the end: the last; none if there were no values.
  ///
  ///     source  -1-2-3-|
  ///     last()  -------(3|)
  @_disfavoredOverload @inlinable public func last() -> Publishers.Last<Self> { .init(upstream: self) }
  /// Sends one value at the end: the last for which the closure was true, if there was one.
  ///
  ///     source                    -1-2-3-|
  ///     last(where: { $0 < 3 })   -------(2|)
  @_disfavoredOverload @inlinable public func last(where predicate: @escaping (Output) -> Bool) -> Publishers.LastWhere<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher of the last value.
  public struct Last<Upstream: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// A publisher of the last value.
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { upstream.subscribe(LastInner(subscriber, "Last") { _ in true }) }
  }

  /// A publisher of the last value for which a closure is true.
  public struct LastWhere<Upstream: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// Whether a value may be the one to send.
    public let predicate: (Output) -> Bool
    /// A publisher of the last value for which a closure is true.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) { upstream.subscribe(LastInner(subscriber, "LastWhere", predicate)) }
  }
}

extension Publishers.Last: Equatable where Upstream: Equatable {}

@usableFromInline final class LastInner<Downstream: Subscriber>: Folding {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let link: AnswerLink
  @usableFromInline let predicate: (Input) -> Bool
  @exclusivity(unchecked) @usableFromInline var answer: Input?
  @inlinable init(_ downstream: Downstream, _ name: String, _ predicate: @escaping (Input) -> Bool) {
    (self.downstream, self.predicate) = (downstream, predicate)
    link = AnswerLink(name)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    if link.isLive, predicate(input) { answer = input }
    return .none
  }
}
