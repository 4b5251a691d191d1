extension Publisher {
  /// Pairs the first values of several publishers, then their second values, and so on.
  ///
  /// *Requests* from each publisher as many values as the downstream. *Keeps* values until their partners arrive,
  /// without a limit. *Drops* values without a partner. *Finishes* when a publisher has finished and all its values
  /// have been paired. *Fails* when one of the publishers fails. *Cancels* the other publishers then.
  ///
  /// *Use it* to combine values that belong together by their position. *See also* `combineLatest`, `withLatestFrom`,
  /// `merge`. *In Rx:* `zipWith`.
  ///
  ///     a: -1-2-----|
  ///     b: ---x-y-z-|
  ///     > a.zip(b)
  ///     =  ---c-d---|
  ///       c = (1, "x")   d = (2, "y")
  ///
  /// Finishes as soon as no further pair is possible, even while the other publisher goes on.
  @inlinable public func zip<P: Publisher>(_ other: P) -> Publishers.Zip<Self, P> where P.Failure == Failure {
    .init(self, other)
  }
  /// Sends the result of a closure for the first values of both publishers, then for their second values, and so on.
  ///
  /// - Parameters:
  ///   - other: Another publisher.
  ///   - transform: Receives the values of one position, in the order of the publishers.
  @inlinable public func zip<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.Zip<Self, P>, T> where P.Failure == Failure {
    zip(other).map { transform($0.0, $0.1) }
  }
}

extension Publishers {
  public struct Zip<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure
    public let a: A
    public let b: B
    @inlinable public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      FanIn.zip(a, b, to: subscriber, "Zip")
    }
  }
}

extension Publishers.Zip: Equatable where A: Equatable, B: Equatable {}

extension FanIn {
  @inlinable @inline(__always) static func zip<A: Publisher, B: Publisher>(
    _ left: A, _ right: B, to downstream: Downstream, _ name: String, ofResults: Bool = false
  )
  where Downstream.Input == (A.Output, B.Output), A.Failure == Downstream.Failure, B.Failure == Downstream.Failure {
    let a = Queue<A.Output>(), b = Queue<B.Output>()
    let empty = { withExtendedLifetime((a.takeAll(), b.takeAll())) {} }
    let fan = FanIn(downstream, name, of: 2, inStep: true, cancelsFirst: ofResults, empty: empty) { fan in
      while !a.isEmpty, !b.isEmpty, fan.mayPass { fan.pass((a.pop(), b.pop())) }
      if a.isSpent || b.isSpent { fan.complete() }
    }
    if ofResults { fan.askAhead() }
    fan.join(left, to: a)
    fan.join(right, to: b)
  }
  /// Subscribes to an upstream and queues its values.
  @inlinable @inline(__always)
  func join<P: Publisher>(_ upstream: P, to queue: Queue<P.Output>) where P.Failure == Downstream.Failure {
    join(upstream, { queue.push($0) }, finished: { queue.close() })
  }
}
