extension Publisher {
  /// Sends the values of both publishers as they come.
  ///
  /// Ends when both have finished, or with the first failure. Without unlimited demand each is asked for one value at a time.
  ///
  ///     a      -1---2--|
  ///     b      ---x---y|
  ///     merge  -1-x-2-y|
  @inlinable
  public func merge<P: Publisher>(with other: P) -> Publishers.Merge<Self, P> where P.Output == Output, P.Failure == Failure {
    .init(self, other)
  }
}

extension Publishers {
  /// A publisher of the values of two others, as they come.
  public struct Merge<A: Publisher, B: Publisher>: Publisher where A.Output == B.Output, A.Failure == B.Failure {
    /// That of both.
    public typealias Output = A.Output
    /// That of both.
    public typealias Failure = A.Failure
    /// One of the publishers.
    public let a: A
    /// One of the publishers.
    public let b: B
    /// A publisher of the values of both.
    @inlinable public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let merger = Merger(subscriber)
      merger.gather {
        merger.join(a)
        merger.join(b)
      }
    }
  }
}

extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}
