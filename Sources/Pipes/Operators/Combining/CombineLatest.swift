extension Publisher {
  /// Pairs the latest values of both publishers, anew for every value of either, once each has one.
  ///
  /// Requests of both what the subscriber requests, and one more for each value that makes no pair yet. A value that comes when there is no
  /// demand is kept as the latest, but no pair is sent for it. Finishes when both have finished.
  ///
  ///     a              -1---2---|
  ///     b              ---x---y-|
  ///     combineLatest  ---A-B-C-|
  @inlinable
  public func combineLatest<P: Publisher>(_ other: P) -> Publishers.CombineLatest<Self, P> where P.Failure == Failure { .init(self, other) }
  /// Makes one of the latest values of both publishers, anew for every value of either.
  @inlinable
  public func combineLatest<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T> where P.Failure == Failure {
    combineLatest(other).map { transform($0.0, $0.1) }
  }
}

extension Publishers {
  /// A publisher of the latest values of two others.
  public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
    /// A value of each.
    public typealias Output = (A.Output, B.Output)
    /// That of both.
    public typealias Failure = A.Failure
    /// The publisher of the first values.
    public let a: A
    /// The publisher of the second values.
    public let b: B
    /// A publisher of the latest values of both.
    @inlinable public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let latest = Latest(2), a = GatedValue<A.Output?>(nil), b = GatedValue<B.Output?>(nil)
      let fan = FanIn(subscriber, "CombineLatest", of: 2) { fan in
        if latest.takeFresh(), fan.canSend {
          if let a = a.value, let b = b.value { fan.pass((a, b)) } else { fan.giveBack() }
        }
        if latest.live == 0 { fan.complete(.finished) }
      }
      fan.join(self.a, to: a, of: latest)
      fan.join(self.b, to: b, of: latest)
    }
  }
}

extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}

/// What the arities of combineLatest have in common.
@usableFromInline final class Latest {
  /// The publishers that have not finished.
  @exclusivity(unchecked) @usableFromInline var live: Int
  /// Whether there is a value that was not looked at.
  @exclusivity(unchecked) @usableFromInline var isFresh = false
  @inlinable init(_ live: Int) { self.live = live }
  @inlinable @inline(__always) func takeFresh() -> Bool {
    let wasFresh = isFresh
    isFresh = false
    return wasFresh
  }
}

extension FanIn {
  /// Joins an upstream of which only the latest value counts.
  @inlinable @inline(__always)
  func join<P: Publisher>(_ upstream: P, to slot: GatedValue<P.Output?>, of latest: Latest) where P.Failure == Downstream.Failure {
    join(upstream, { (latest.isFresh, slot.value) = (true, $0) }, finished: { latest.live -= 1 })
  }
}
