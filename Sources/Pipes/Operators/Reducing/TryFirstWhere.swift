extension Publisher {
  /// Sends the first value for which the closure is true, and finishes; fails with what it throws.
  ///
  ///     source             -1-0-3-|
  ///     tryFirst(where:)   ---#
  @inlinable public func tryFirst(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryFirstWhere<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher of the first value for which a closure is true, which may fail.
  public struct TryFirstWhere<Upstream: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// Any error.
    public typealias Failure = any Error
    /// Where the values come from.
    public let upstream: Upstream
    /// Whether a value is the one to send.
    public let predicate: (Output) throws -> Bool
    /// A publisher of the first value for which a closure is true, which may fail.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(TryFirstWhereInner<Upstream.Failure, S>(subscriber, predicate))
    }
  }
}

@usableFromInline struct TryFirstWhereInner<Fault: Error, Downstream: Subscriber>: Folding where Downstream.Failure == any Error {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Fault
  @usableFromInline let downstream: Downstream
  @usableFromInline let link = AnswerLink("TryFirstWhere")
  @usableFromInline let predicate: (Input) throws -> Bool
  @inlinable init(_ downstream: Downstream, _ predicate: @escaping (Input) throws -> Bool) {
    (self.downstream, self.predicate) = (downstream, predicate)
  }
  @inlinable var answer: Input? { nil }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    if link.isLive, let found = attempt({ try predicate(input) }), found { decide(input) }
    return .none
  }
}
