extension Publisher {
  /// Sends the values of several publishers as they arrive.
  ///
  /// *Requests* from each publisher one value after the other, or unlimited values if the downstream does. *Keeps* one
  /// value of each publisher while there is no demand. *Finishes* when all publishers have finished. *Fails* when one
  /// of the publishers fails. *Cancels* the other publishers then.
  ///
  /// *Use it* to handle the values of several publishers alike. *See also* `append`, `combineLatest`, `zip`, `race`.
  /// *In Rx:* `mergeWith`.
  ///
  ///     a: -1---2-|
  ///     b: --3-4---|
  ///     > a.merge(with: b)
  ///     =  -13-42--|
  @inlinable public func merge<P: Publisher>(with other: P) -> Publishers.Merge<Self, P>
  where P.Output == Output, P.Failure == Failure {
    .init(self, other)
  }
}

extension Publishers {
  public struct Merge<A: Publisher, B: Publisher>: Publisher where A.Output == B.Output, A.Failure == B.Failure {
    public typealias Output = A.Output
    public typealias Failure = A.Failure
    public let a: A
    public let b: B
    @inlinable public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let merger = Merger(subscriber)
      merger.gather { merger.include(a).include(b) }
    }
  }
}

extension Publishers.Merge: Equatable where A: Equatable, B: Equatable {}
