extension Publisher {
  /// Pairs the values of both publishers: first with first, second with second.
  ///
  /// A value waits, however long, for its partner. Ends as soon as no further pair is possible.
  ///
  ///     a    -1---2-3--|
  ///     b    ---x-y----z-|
  ///     zip  ---A-B----(C|)
  @inlinable public func zip<P: Publisher>(_ other: P) -> Publishers.Zip<Self, P> where P.Failure == Failure { .init(self, other) }
  /// Pairs the values of both publishers and makes one of each pair.
  @inlinable
  public func zip<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.Zip<Self, P>, T> where P.Failure == Failure {
    zip(other).map { transform($0.0, $0.1) }
  }
}

extension Publishers {
  /// A publisher of pairs.
  public struct Zip<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
    /// A value of each.
    public typealias Output = (A.Output, B.Output)
    /// That of both.
    public typealias Failure = A.Failure
    /// The publisher of the first values.
    public let a: A
    /// The publisher of the second values.
    public let b: B
    /// A publisher of pairs.
    @inlinable public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let a = Queue<A.Output>(), b = Queue<B.Output>()
      let fan = FanIn(subscriber, "Zip", of: 2, zips: true) { fan in
        while fan.canSend, !a.isEmpty, !b.isEmpty { fan.pass((a.pop(), b.pop())) }
        if a.isSpent || b.isSpent { fan.complete() }
      }
      fan.join(self.a, to: a)
      fan.join(self.b, to: b)
    }
  }
}

extension Publishers.Zip: Equatable where A: Equatable, B: Equatable {}

extension FanIn {
  /// Joins an upstream whose values wait in a queue.
  @inlinable @inline(__always)
  func join<P: Publisher>(_ upstream: P, to queue: Queue<P.Output>) where P.Failure == Downstream.Failure {
    join(upstream, { queue.push($0) }, finished: { queue.isClosed = true })
  }
}
