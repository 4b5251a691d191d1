extension Publisher {
  /// Sends the latest values of several publishers whenever one of them sends a value.
  ///
  /// *Sends* nothing until each publisher has sent a value. *Requests* from each publisher as many values as the downstream. *Keeps* the
  /// latest value of each publisher. *Drops* values that are replaced before each publisher has sent one, or while there is no demand.
  /// *Finishes* when all publishers have finished. *Fails* when one of the publishers fails. *Cancels* the other publishers then.
  ///
  /// *Use it* for a state that depends on the latest values of several publishers. *See also* `withLatestFrom`, `zip`, `merge`.
  ///
  ///     a: -1-2-----|
  ///     b: ---x-y-z-|
  ///     > a.combineLatest(b)
  ///     =  ---c-d-e-|
  ///       c = (2, "x")   d = (2, "y")   e = (2, "z")
  ///
  /// A value that arrives while there is no demand is kept as the latest, and no pair is sent for it. If several of the publishers send at
  /// the same instant, each of their values sends a pair: pairs of a new and an old value are called glitches.
  @inlinable
  public func combineLatest<P: Publisher>(_ other: P) -> Publishers.CombineLatest<Self, P> where P.Failure == Failure { .init(self, other) }
  /// Sends the result of a closure for the latest values of both publishers whenever one of them sends a value.
  ///
  /// - Parameters:
  ///   - other: Another publisher.
  ///   - transform: Receives the latest values, in the order of the publishers.
  @inlinable
  public func combineLatest<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T> where P.Failure == Failure {
    combineLatest(other).map { transform($0.0, $0.1) }
  }
}

extension Publishers {
  /// The publisher that `combineLatest(_:)` returns.
  public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure
    /// The publisher of the first values.
    public let a: A
    /// The publisher of the second values.
    public let b: B
    /// Creates the publisher that `combineLatest(_:)` returns.
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

/// The state that all arities of `combineLatest` share.
@usableFromInline final class Latest {
  /// The number of publishers that have not finished.
  @exclusivity(unchecked) @usableFromInline var live: Int
  /// Whether a value has arrived since the last one was sent.
  @exclusivity(unchecked) @usableFromInline var isFresh = false
  @inlinable init(_ live: Int) { self.live = live }
  @inlinable @inline(__always) func takeFresh() -> Bool {
    let wasFresh = isFresh
    isFresh = false
    return wasFresh
  }
}

extension FanIn {
  /// Subscribes to an upstream and keeps only its latest value.
  @inlinable @inline(__always)
  func join<P: Publisher>(_ upstream: P, to slot: GatedValue<P.Output?>, of latest: Latest) where P.Failure == Downstream.Failure {
    join(upstream, { (latest.isFresh, slot.value) = (true, $0) }, finished: { latest.live -= 1 })
  }
}
