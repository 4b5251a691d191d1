// The forms for three and four publishers of `Zip.swift`. The returned types require that all publishers have the same
// failure type.

extension Publisher {
  /// Pairs the first values of three publishers, then their second values, and so on.
  @inlinable public func zip<P, Q>(_ publisher1: P, _ publisher2: Q) -> Publishers.Zip3<Self, P, Q> {
    .init(self, publisher1, publisher2)
  }
  /// Sends the result of a closure for the first values of three publishers, then for their second values, and so on.
  ///
  /// - Parameters:
  ///   - publisher1: A second publisher.
  ///   - publisher2: A third publisher.
  ///   - transform: Receives the values of one position, in the order of the publishers.
  @inlinable public func zip<P, Q, T>(
    _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.Zip3<Self, P, Q>, T> {
    zip(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
  }
  /// Pairs the first values of four publishers, then their second values, and so on.
  @inlinable
  public func zip<P, Q, R>(_ publisher1: P, _ publisher2: Q, _ publisher3: R) -> Publishers.Zip4<Self, P, Q, R> {
    .init(self, publisher1, publisher2, publisher3)
  }
  /// Sends the result of a closure for the first values of four publishers, then for their second values, and so on.
  ///
  /// - Parameters:
  ///   - publisher1: A second publisher.
  ///   - publisher2: A third publisher.
  ///   - publisher3: A fourth publisher.
  ///   - transform: Receives the values of one position, in the order of the publishers.
  @inlinable public func zip<P, Q, R, T>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R,
    _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.Zip4<Self, P, Q, R>, T> {
    zip(publisher1, publisher2, publisher3).map { transform($0.0, $0.1, $0.2, $0.3) }
  }
}

extension Publishers {
  public struct Zip3<A: Publisher, B: Publisher, C: Publisher>: Publisher
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
      let a = Queue<A.Output>(), b = Queue<B.Output>(), c = Queue<C.Output>()
      let empty = { withExtendedLifetime((a.takeAll(), b.takeAll(), c.takeAll())) {} }
      let fan = FanIn(subscriber, "Zip", of: 3, inStep: true, cancelsFirst: false, empty: empty) { fan in
        while !a.isEmpty, !b.isEmpty, !c.isEmpty, fan.mayPass { fan.pass((a.pop(), b.pop(), c.pop())) }
        if a.isSpent || b.isSpent || c.isSpent { fan.complete() }
      }
      fan.join(self.a, to: a)
      fan.join(self.b, to: b)
      fan.join(self.c, to: c)
    }
  }

  public struct Zip4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
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
      let a = Queue<A.Output>(), b = Queue<B.Output>(), c = Queue<C.Output>(), d = Queue<D.Output>()
      let empty = { withExtendedLifetime((a.takeAll(), b.takeAll(), c.takeAll(), d.takeAll())) {} }
      let fan = FanIn(subscriber, "Zip", of: 4, inStep: true, cancelsFirst: false, empty: empty) { fan in
        while !a.isEmpty, !b.isEmpty, !c.isEmpty, !d.isEmpty, fan.mayPass {
          fan.pass((a.pop(), b.pop(), c.pop(), d.pop()))
        }
        if a.isSpent || b.isSpent || c.isSpent || d.isSpent { fan.complete() }
      }
      fan.join(self.a, to: a)
      fan.join(self.b, to: b)
      fan.join(self.c, to: c)
      fan.join(self.d, to: d)
    }
  }
}

extension Publishers.Zip3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.Zip4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
