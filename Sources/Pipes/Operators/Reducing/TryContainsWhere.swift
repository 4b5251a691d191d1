extension Publisher {
  /// Sends whether a condition is `true` for any value; fails if the closure throws.
  ///
  /// *Requests* unlimited values. *Drops* the values before it. *Finishes* right after the answer. *Fails* when the
  /// upstream fails or the closure throws. *Cancels* the upstream when the value has arrived or the closure throws.
  ///
  /// *Use it* to know whether a condition that can throw is true for any value. *See also* `contains`.
  ///
  ///     a: -1-2-3-|
  ///     > a.tryContains { $0 > 1 ? throw "big" : false }
  ///     =  ---#
  ///       # = "big"
  ///
  /// - Parameter predicate: The condition. It is not called again once it has returned true.
  @_disfavoredOverload @inlinable public func tryContains(where predicate: @escaping (Output) throws -> Bool)
    -> Publishers.TryContainsWhere<Self>
  {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct TryContainsWhere<Upstream: Publisher>: Publisher {
    /// Whether the condition was true for a value.
    public typealias Output = Bool
    public typealias Failure = any Error
    public let upstream: Upstream
    public let predicate: (Upstream.Output) throws -> Bool
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Bool, Failure>>(subscriber: S) {
      upstream.subscribe(
        TryVerdictInner<Upstream.Output, Upstream.Failure, S>(subscriber, "TryContainsWhere", on: true, predicate))
    }
  }
}

/// Sends `verdict` at the first value for which the predicate returns it, or its opposite at the finish.
@usableFromInline struct TryVerdictInner<Input, Failure: Error, Downstream: Subscriber>: Folding
where Downstream.Input == Bool, Downstream.Failure == any Error {
  @usableFromInline let downstream: Downstream
  @usableFromInline let link: Link.Answering
  @usableFromInline let verdict: Bool
  @usableFromInline let predicate: (Input) throws -> Bool
  @inlinable init(
    _ downstream: Downstream, _ name: String, on verdict: Bool, _ predicate: @escaping (Input) throws -> Bool
  ) {
    self.downstream = downstream
    self.verdict = verdict
    self.predicate = predicate
    link = Link.Answering(name)
  }
  @inlinable var answer: Bool? { !verdict }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    if link.isLive, let found = attempt({ try predicate(input) }), found == verdict { decide(verdict) }
    return .none
  }
}
