extension Publisher {
  /// Sends the last value when the upstream finishes.
  ///
  /// *Sends* the value when the upstream finishes. *Requests* unlimited values. *Keeps* the last value. *Drops* all
  /// values but the last.
  ///
  /// *Use it* for the final state of a stream. *See also* `takeLast`, `first`, `reduce`.
  ///
  ///     a: -1-2-|
  ///     > a.last()
  ///     =  -----(2|)
  @_disfavoredOverload @inlinable public func last() -> Publishers.Last<Self> { .init(upstream: self) }
  /// Sends the last value for which a condition is `true` when the upstream finishes.
  ///
  /// *Sends* the value when the upstream finishes. *Requests* unlimited values. *Keeps* the last value that meets the
  /// condition. *Drops* all other values.
  ///
  /// *Use it* for the final value that meets a condition. *See also* `first`, `filter`.
  ///
  ///     a: -1-2-3-|
  ///     > a.last { $0 < 3 }
  ///     =  -------(2|)
  ///
  /// - Parameter predicate: The condition. It is called with every value.
  @_disfavoredOverload @inlinable public func last(where predicate: @escaping (Output) -> Bool)
    -> Publishers.LastWhere<Self>
  {
    .init(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  public struct Last<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(LastInner(subscriber, "Last") { _ in true })
    }
  }

  public struct LastWhere<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let predicate: (Output) -> Bool
    @inlinable public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(LastInner(subscriber, "LastWhere", predicate))
    }
  }
}

extension Publishers.Last: Equatable where Upstream: Equatable {}

@usableFromInline final class LastInner<Downstream: Subscriber>: Folding {
  @usableFromInline let downstream: Downstream
  @usableFromInline let link: Link.Answering
  @usableFromInline let predicate: (Input) -> Bool
  @exclusivity(unchecked) @usableFromInline var found = Kept<Input?>(nil)
  @inlinable init(_ downstream: Downstream, _ name: String, _ predicate: @escaping (Input) -> Bool) {
    self.downstream = downstream
    self.predicate = predicate
    link = Link.Answering(name)
  }
  @inlinable var answer: Input? { found.value }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    if link.isLive, predicate(input) { _ = found.replace(by: input) }
    return .none
  }
}
