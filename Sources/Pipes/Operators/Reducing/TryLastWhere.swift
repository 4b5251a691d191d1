extension Publisher {
  /// Sends one value at the end: the last for which the closure was true. Fails at once with what it throws.
  ///
  ///     source            -1-0-3-|
  ///     tryLast(where:)   ---#
  @inlinable public func tryLast(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryLastWhere<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher of the last value for which a closure is true, which may fail.
  public struct TryLastWhere<Upstream: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// Any error.
    public typealias Failure = any Error
    /// Where the values come from.
    public let upstream: Upstream
    /// Whether a value may be the one to send.
    public let predicate: (Output) throws -> Bool
    /// A publisher of the last value for which a closure is true, which may fail.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(TryLastWhereInner<Upstream.Failure, S>(subscriber, predicate))
    }
  }
}

@usableFromInline final class TryLastWhereInner<Fault: Error, Downstream: Subscriber>: Folding where Downstream.Failure == any Error {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Fault
  @usableFromInline let downstream: Downstream
  @usableFromInline let link = AnswerLink("TryLastWhere")
  @usableFromInline let predicate: (Input) throws -> Bool
  @exclusivity(unchecked) @usableFromInline var answer: Input?
  @inlinable init(_ downstream: Downstream, _ predicate: @escaping (Input) throws -> Bool) {
    (self.downstream, self.predicate) = (downstream, predicate)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    if link.isLive, let passes = attempt({ try predicate(input) }), passes { answer = input }
    return .none
  }
}
