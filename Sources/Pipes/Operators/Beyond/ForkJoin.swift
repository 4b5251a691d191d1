extension Publisher {
  /// Sends the last value of each publisher when all publishers have finished.
  ///
  /// *Requests* unlimited values. *Keeps* the last value of each publisher. *Drops* all other values. *Finishes* when
  /// all publishers have finished, or as soon as one has finished without a value. *Fails* when one of the publishers
  /// fails. *Cancels* the other publishers then.
  ///
  /// *Use it* to wait for the results of several tasks. *See also* `zip`, `combineLatest`.
  ///
  ///     a: -1-2--|
  ///     b: --3--4|
  ///     > a.forkJoin(b)
  ///     =  ------(c|)
  ///       c = (2, 4)
  ///
  /// The same as `last().zip(other.last())`, but after a failure the other publisher is cancelled before the failure is
  /// sent.
  @inlinable public func forkJoin<P: Publisher>(_ other: P) -> Publishers.ForkJoin<Self, P> where P.Failure == Failure {
    .init(self, other)
  }
}

extension Publishers {
  public struct ForkJoin<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure
    public let a: A
    public let b: B
    @inlinable public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }
    @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      FanIn.zip(a.last(), b.last(), to: subscriber, "ForkJoin", ofResults: true)
    }
  }
}

extension Publishers.ForkJoin: Equatable where A: Equatable, B: Equatable {}
