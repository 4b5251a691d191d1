extension Publisher {
  /// Leaves out every value for which the closure, given the value received before and this one, is true. Fails with what it throws.
  ///
  ///     source               -1-1-2-0-|
  ///     tryRemoveDuplicates  -1---2-#
  @_disfavoredOverload @inlinable
  public func tryRemoveDuplicates(by predicate: @escaping (Output, Output) throws -> Bool) -> Publishers.TryRemoveDuplicates<Self> {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// A publisher without values that repeat the one received before, which may fail.
  public struct TryRemoveDuplicates<Upstream: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// Any error.
    public typealias Failure = any Error
    /// Where the values come from.
    public let upstream: Upstream
    /// Whether the second value repeats the first.
    public let predicate: (Output, Output) throws -> Bool
    /// A publisher without values that repeat the one received before, which may fail.
    @inlinable public init(upstream: Upstream, predicate: @escaping (Output, Output) throws -> Bool) {
      (self.upstream, self.predicate) = (upstream, predicate)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(TryRemoveDuplicatesInner<Upstream.Failure, S>(subscriber, predicate))
    }
  }
}

@usableFromInline final class TryRemoveDuplicatesInner<Fault: Error, Downstream: Subscriber>: Relay where Downstream.Failure == any Error {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Fault
  @usableFromInline let downstream: Downstream
  @usableFromInline let predicate: (Input, Input) throws -> Bool
  @usableFromInline let link = Link("TryRemoveDuplicates", refusesZero: true)
  @exclusivity(unchecked) @usableFromInline var last: Input?
  @inlinable init(_ downstream: Downstream, _ predicate: @escaping (Input, Input) throws -> Bool) {
    (self.downstream, self.predicate) = (downstream, predicate)
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.takesValue else { return .none }
    let before = last
    last = input
    guard let before else { return downstream.receive(input) }
    guard let repeats = attempt({ try predicate(before, input) }) else { return .none }
    return repeats ? .max(1) : downstream.receive(input)
  }
}
