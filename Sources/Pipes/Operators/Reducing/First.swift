extension Publisher {
  /// Sends the first value, then finishes.
  ///
  /// *Requests* unlimited values. *Finishes* right after the value, or when the upstream finishes without one.
  /// *Cancels* the upstream after the value.
  ///
  /// *Use it* to receive the first answer only. *See also* `prefix`, `output`, `last`, `single`.
  ///
  ///     a: -1-2-|
  ///     > a.first()
  ///     =  -(1|)
  @_disfavoredOverload @inlinable public func first() -> Publishers.First<Self> { .init(upstream: self) }
  /// Sends the first value for which a condition is `true`, then finishes.
  ///
  /// *Requests* unlimited values. *Drops* the values before it. *Finishes* right after the value, or when the upstream
  /// finishes without one. *Cancels* the upstream after the value.
  ///
  /// *Use it* to find a value. *See also* `filter`, `contains`, `last`. *In Rx:* `find`.
  ///
  ///     a: -1-2-|
  ///     > a.first { $0 > 1 }
  ///     =  ---(2|)
  ///
  /// - Parameter predicate: The condition. It is not called again once it has returned true.
  @_disfavoredOverload @inlinable public func first(where predicate: @escaping (Output) -> Bool)
    -> Publishers.FirstWhere<Self>
  {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct First<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(FirstInner(subscriber, "First") { _ in true })
    }
  }

  public struct FirstWhere<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let predicate: (Output) -> Bool
    @inlinable public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(FirstInner(subscriber, "TryFirst", predicate))
    }
  }
}

extension Publishers.First: Equatable where Upstream: Equatable {}

@usableFromInline struct FirstInner<Downstream: Subscriber>: Folding {
  @usableFromInline let downstream: Downstream
  @usableFromInline let link: Link.Answering
  @usableFromInline let predicate: (Input) -> Bool
  @inlinable init(_ downstream: Downstream, _ name: String, _ predicate: @escaping (Input) -> Bool) {
    self.downstream = downstream
    self.predicate = predicate
    link = Link.Answering(name)
  }
  @inlinable var answer: Input? { nil }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    if link.isLive, predicate(input) { decide(input) }
    return .none
  }
}
