extension Publisher {
  /// Sends the latest values of several publishers whenever one of them sends a value.
  ///
  /// *Sends* nothing until each publisher has sent a value. *Requests* from each publisher as many values as the
  /// downstream. *Keeps* the latest value of each publisher. *Drops* values that are replaced before each publisher has
  /// sent one, or before there is demand. *Finishes* when all publishers have finished. *Fails* when one of the
  /// publishers fails. *Cancels* the other publishers then.
  ///
  /// *Use it* for a state that depends on the latest values of several publishers. *See also* `withLatestFrom`, `zip`,
  /// `merge`.
  ///
  ///     a: -1-2-----|
  ///     b: ---x-y-z-|
  ///     > a.combineLatest(b)
  ///     =  ---c-d-e-|
  ///       c = (2, "x")   d = (2, "y")   e = (2, "z")
  ///
  /// The newest pair that finds no demand is sent at the next request, and the finish waits behind it. If several of
  /// the publishers send at the same instant, each of their values sends a pair: pairs of a new and an old value are
  /// called glitches.
  @inlinable
  public func combineLatest<P: Publisher>(_ other: P) -> Publishers.CombineLatest<Self, P> where P.Failure == Failure {
    .init(self, other)
  }
  /// Sends the result of a closure for the latest values of both publishers whenever one of them sends a value.
  ///
  /// - Parameters:
  ///   - other: Another publisher.
  ///   - transform: Receives the latest values, in the order of the publishers.
  @inlinable public func combineLatest<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T> where P.Failure == Failure {
    combineLatest(other).map { transform($0.0, $0.1) }
  }
}

extension Publishers {
  public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure
    public let a: A
    public let b: B
    @inlinable public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let latest = Latest(2), a = Kept<A.Output?>.Gated(nil), b = Kept<B.Output?>.Gated(nil)
      let empty = { withExtendedLifetime((a.take(), b.take())) {} }
      let fan = FanIn(subscriber, "CombineLatest", of: 2, empty: empty) { fan in
        fan.sendLatest(latest) { (a.value!, b.value!) }
      }
      fan.join(self.a, to: a, of: latest)
      fan.join(self.b, to: b, of: latest)
    }
  }
}

extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}

/// The state that all arities of `combineLatest` share. Guarded by the gate.
@usableFromInline final class Latest {
  /// The number of publishers that have not finished.
  @exclusivity(unchecked) @usableFromInline var live: Int
  /// The number of publishers that have not sent a value.
  @exclusivity(unchecked) @usableFromInline var missing: Int
  /// Whether a value has arrived since the last tuple was sent.
  @exclusivity(unchecked) @usableFromInline var isFresh = false
  @inlinable init(_ count: Int) {
    live = count
    missing = count
  }
}

extension FanIn {
  /// Subscribes to an upstream and keeps only its latest value.
  @inlinable @inline(__always) func join<P: Publisher>(_ upstream: P, to slot: Kept<P.Output?>.Gated, of latest: Latest)
  where P.Failure == Downstream.Failure {
    let onValue = { (value: P.Output) in
      latest.isFresh = true
      if slot.replace(by: value) == nil { latest.missing -= 1 }
    }
    join(upstream, onValue, finished: { latest.live -= 1 })
  }
  /// Called inside the gate: sends the latest values if one of them is new. Without demand they wait for the next
  /// request, and the finish waits behind them: contract G13.
  @inlinable @inline(__always) func sendLatest(_ latest: Latest, _ tuple: () -> Downstream.Input) {
    if latest.isFresh {
      if latest.missing > 0 {
        latest.isFresh = false
        if canSend { giveBack() }
      } else if mayPass {
        latest.isFresh = false
        pass(tuple())
      } else {
        RunHook.noteKeptNewest()
      }
    }
    if latest.live == 0, !latest.isFresh { complete(.finished) }
  }
}
