extension Publisher {
  /// Sends the first value for which a condition is `true`, then finishes; fails if the closure throws.
  ///
  /// *Requests* unlimited values. *Drops* the values before it. *Finishes* right after the value, or when the upstream
  /// finishes without one. *Fails* when the upstream fails or the closure throws. *Cancels* the upstream after the
  /// value, or when the closure throws.
  ///
  /// *Use it* to find a value by a condition that can throw. *See also* `first`.
  ///
  ///     a: -1-2-|
  ///     > a.tryFirst { $0 > 1 ? throw "big" : false }
  ///     =  ---#
  ///       # = "big"
  ///
  /// - Parameter predicate: The condition. It is not called again once it has returned true.
  @inlinable public func tryFirst(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryFirstWhere<Self>
  {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct TryFirstWhere<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error
    public let upstream: Upstream
    public let predicate: (Output) throws -> Bool
    @inlinable public init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(TryFirstWhereInner<Upstream.Failure, S>(subscriber, predicate))
    }
  }
}

@usableFromInline struct TryFirstWhereInner<Failure: Error, Downstream: Subscriber>: Folding
where Downstream.Failure == any Error {
  @usableFromInline let downstream: Downstream
  @usableFromInline let link = Link.Answering("TryFirstWhere")
  @usableFromInline let predicate: (Input) throws -> Bool
  @inlinable init(_ downstream: Downstream, _ predicate: @escaping (Input) throws -> Bool) {
    self.downstream = downstream
    self.predicate = predicate
  }
  @inlinable var answer: Input? { nil }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    if link.isLive, let found = attempt({ try predicate(input) }), found { decide(input) }
    return .none
  }
}
