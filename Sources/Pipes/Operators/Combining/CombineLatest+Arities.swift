// The forms for three and four publishers of `CombineLatest.swift`. The returned types require that all publishers have
// the same failure type.

extension Publisher {
  /// Sends the latest values of three publishers whenever one of them sends a value.
  @inlinable public func combineLatest<P, Q>(_ publisher1: P, _ publisher2: Q) -> Publishers.CombineLatest3<Self, P, Q>
  {
    .init(self, publisher1, publisher2)
  }
  /// Sends the result of a closure for the latest values of three publishers whenever one of them sends a value.
  ///
  /// - Parameters:
  ///   - publisher1: A second publisher.
  ///   - publisher2: A third publisher.
  ///   - transform: Receives the latest values, in the order of the publishers.
  @inlinable public func combineLatest<P, Q, T>(
    _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest3<Self, P, Q>, T> {
    combineLatest(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
  }
  /// Sends the latest values of four publishers whenever one of them sends a value.
  @inlinable public func combineLatest<P, Q, R>(_ publisher1: P, _ publisher2: Q, _ publisher3: R)
    -> Publishers.CombineLatest4<Self, P, Q, R>
  {
    .init(self, publisher1, publisher2, publisher3)
  }
  /// Sends the result of a closure for the latest values of four publishers whenever one of them sends a value.
  ///
  /// - Parameters:
  ///   - publisher1: A second publisher.
  ///   - publisher2: A third publisher.
  ///   - publisher3: A fourth publisher.
  ///   - transform: Receives the latest values, in the order of the publishers.
  @inlinable public func combineLatest<P, Q, R, T>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R,
    _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T> {
    combineLatest(publisher1, publisher2, publisher3).map { transform($0.0, $0.1, $0.2, $0.3) }
  }
}

extension Publishers {
  public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where A.Failure == B.Failure, B.Failure == C.Failure {
    public typealias Output = (A.Output, B.Output, C.Output)
    public typealias Failure = A.Failure
    public let a: A, b: B, c: C
    @inlinable public init(_ a: A, _ b: B, _ c: C) {
      self.a = a
      self.b = b
      self.c = c
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let latest = Latest(3), a = Kept<A.Output?>.Gated(nil), b = Kept<B.Output?>.Gated(nil),
        c = Kept<C.Output?>.Gated(nil)
      let empty = { withExtendedLifetime((a.take(), b.take(), c.take())) {} }
      let fan = FanIn(subscriber, "CombineLatest", of: 3, empty: empty) { fan in
        fan.sendLatest(latest) { (a.value!, b.value!, c.value!) }
      }
      fan.join(self.a, to: a, of: latest)
      fan.join(self.b, to: b, of: latest)
      fan.join(self.c, to: c, of: latest)
    }
  }

  public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
  where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
    public typealias Output = (A.Output, B.Output, C.Output, D.Output)
    public typealias Failure = A.Failure
    public let a: A, b: B, c: C, d: D
    @inlinable public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let latest = Latest(4), a = Kept<A.Output?>.Gated(nil), b = Kept<B.Output?>.Gated(nil),
        c = Kept<C.Output?>.Gated(nil),
        d = Kept<D.Output?>.Gated(nil)
      let empty = { withExtendedLifetime((a.take(), b.take(), c.take(), d.take())) {} }
      let fan = FanIn(subscriber, "CombineLatest", of: 4, empty: empty) { fan in
        fan.sendLatest(latest) { (a.value!, b.value!, c.value!, d.value!) }
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
