extension Publisher {
  /// Sends `true` and finishes as soon as the closure is true for a value, `false` at the end. Fails with what the closure throws.
  ///
  ///     source                -1-0-3-|
  ///     tryContains(where:)   ---#
  @_disfavoredOverload @inlinable public func tryContains(where predicate: @escaping (Output) throws -> Bool)
    -> Publishers.TryContainsWhere<Self>
  {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher of whether a closure is true for a value, which may fail.
  public struct TryContainsWhere<Upstream: Publisher>: Publisher {
    /// Whether such a value came.
    public typealias Output = Bool
    /// Any error.
    public typealias Failure = any Error
    /// Where the values come from.
    public let upstream: Upstream
    /// Whether a value is the one to find.
    public let predicate: (Upstream.Output) throws -> Bool
    /// A publisher of whether a closure is true for a value, which may fail.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Bool, Failure>>(subscriber: S) {
      upstream.subscribe(TryVerdictInner<Upstream.Output, Upstream.Failure, S>(subscriber, "TryContainsWhere", on: true, predicate))
    }
  }
}

/// Answers `verdict` at the first value for which the predicate is that; the opposite at the end.
@usableFromInline struct TryVerdictInner<Input, Fault: Error, Downstream: Subscriber>: Folding
where Downstream.Input == Bool, Downstream.Failure == any Error {
  @usableFromInline typealias Failure = Fault
  @usableFromInline let downstream: Downstream
  @usableFromInline let link: AnswerLink
  @usableFromInline let verdict: Bool
  @usableFromInline let predicate: (Input) throws -> Bool
  @inlinable init(_ downstream: Downstream, _ name: String, on verdict: Bool, _ predicate: @escaping (Input) throws -> Bool) {
    (self.downstream, self.verdict, self.predicate) = (downstream, verdict, predicate)
    link = AnswerLink(name)
  }
  @inlinable var answer: Bool? { !verdict }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    if link.isLive, let found = attempt({ try predicate(input) }), found == verdict { decide(verdict) }
    return .none
  }
}
