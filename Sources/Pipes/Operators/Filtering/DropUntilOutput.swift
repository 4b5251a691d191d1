extension Publisher {
  /// Drops values until another publisher sends one, then sends all that follow.
  ///
  /// *Requests* as many values as the downstream, and one more for each value that it drops. *Drops* values that arrive
  /// before the other publisher has sent one. *Finishes* when the upstream finishes, or when the other publisher
  /// finishes without a value. *Fails* when the upstream fails, or the other publisher before its first value.
  /// *Cancels* the other publisher after its first value.
  ///
  /// *Use it* to begin after an event elsewhere. *See also* `prefix`, `withLatestFrom`. *In Rx:* `skipUntil`.
  ///
  ///     a: -1-2-3-4-|
  ///     b: ----x-----
  ///     > a.drop(untilOutputFrom: b)
  ///     =  -----3-4-|
  ///
  /// - Parameter publisher: The other publisher. One value is requested from it, and it is cancelled after that value.
  @inlinable public func drop<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.DropUntilOutput<Self, P>
  where P.Failure == Failure {
    .init(upstream: self, other: publisher)
  }
}

extension Publishers {
  public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher
  where Upstream.Failure == Other.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let other: Other
    @inlinable public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let inner = TriggeredRelay(subscriber, "DropUntilOutput", isLate: false)
      subscriber.receive(subscription: inner.until)
      inner.watch(other, onValue: { $0.begin() }) { inner, completion in
        if inner.isShut { inner.complete(completion) }
      }
      upstream.subscribe(inner)
    }
  }
}

extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}
