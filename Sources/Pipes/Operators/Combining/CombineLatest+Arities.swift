// Three and four publishers; `CombineLatest.swift` says what they do. That all have the same failure follows from the types that are
// returned.

extension Publisher {
  /// Groups the latest values of three publishers, anew for every value of any, once each has one.
  @inlinable public func combineLatest<P, Q>(_ publisher1: P, _ publisher2: Q) -> Publishers.CombineLatest3<Self, P, Q> {
    .init(self, publisher1, publisher2)
  }
  /// Makes one of the latest values of three publishers, anew for every value of any.
  @inlinable
  public func combineLatest<P, Q, T>(
    _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest3<Self, P, Q>, T> {
    combineLatest(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
  }
  /// Groups the latest values of four publishers, anew for every value of any, once each has one.
  @inlinable
  public func combineLatest<P, Q, R>(_ publisher1: P, _ publisher2: Q, _ publisher3: R) -> Publishers.CombineLatest4<Self, P, Q, R> {
    .init(self, publisher1, publisher2, publisher3)
  }
  /// Makes one of the latest values of four publishers, anew for every value of any.
  @inlinable
  public func combineLatest<P, Q, R, T>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R, _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T> {
    combineLatest(publisher1, publisher2, publisher3).map { transform($0.0, $0.1, $0.2, $0.3) }
  }
}

extension Publishers {
  /// A publisher of the latest values of three others.
  public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher where A.Failure == B.Failure, B.Failure == C.Failure {
    /// A value of each.
    public typealias Output = (A.Output, B.Output, C.Output)
    /// That of all.
    public typealias Failure = A.Failure
    /// The publishers, in the order of their values.
    public let a: A, b: B, c: C
    /// A publisher of the latest values of three others.
    @inlinable public init(_ a: A, _ b: B, _ c: C) { (self.a, self.b, self.c) = (a, b, c) }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let latest = Latest(3), a = GatedValue<A.Output?>(nil), b = GatedValue<B.Output?>(nil), c = GatedValue<C.Output?>(nil)
      let fan = FanIn(subscriber, "CombineLatest", of: 3) { fan in
        if latest.takeFresh(), fan.canSend {
          if let a = a.value, let b = b.value, let c = c.value { fan.pass((a, b, c)) } else { fan.giveBack() }
        }
        if latest.live == 0 { fan.complete(.finished) }
      }
      fan.join(self.a, to: a, of: latest)
      fan.join(self.b, to: b, of: latest)
      fan.join(self.c, to: c, of: latest)
    }
  }

  /// A publisher of the latest values of four others.
  public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
  where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
    /// A value of each.
    public typealias Output = (A.Output, B.Output, C.Output, D.Output)
    /// That of all.
    public typealias Failure = A.Failure
    /// The publishers, in the order of their values.
    public let a: A, b: B, c: C, d: D
    /// A publisher of the latest values of four others.
    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let latest = Latest(4), a = GatedValue<A.Output?>(nil), b = GatedValue<B.Output?>(nil), c = GatedValue<C.Output?>(nil),
        d = GatedValue<D.Output?>(nil)
      let fan = FanIn(subscriber, "CombineLatest", of: 4) { fan in
        if latest.takeFresh(), fan.canSend {
          if let a = a.value, let b = b.value, let c = c.value, let d = d.value { fan.pass((a, b, c, d)) } else { fan.giveBack() }
        }
        if latest.live == 0 { fan.complete(.finished) }
      }
      fan.join(self.a, to: a, of: latest)
      fan.join(self.b, to: b, of: latest)
      fan.join(self.c, to: c, of: latest)
      fan.join(self.d, to: d, of: latest)
    }
  }
}

extension Publishers.CombineLatest3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.CombineLatest4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
