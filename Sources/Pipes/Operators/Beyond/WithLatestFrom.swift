extension Publisher {
  /// Sends each value together with the latest values of other publishers.
  ///
  /// *Sends* only when the upstream sends a value. *Requests* as many values as the downstream, and one more for each
  /// value that it drops; from the other publishers unlimited values. *Keeps* the latest value of each other publisher.
  /// *Drops* a value that arrives before every other publisher has sent one. *Fails* when one of the publishers fails.
  /// *Cancels* the other publishers at the completion.
  ///
  /// *Use it* to look up a value when another one arrives, as the text of a field when a button is tapped. *See also*
  /// `combineLatest`, `zip`, `sample`.
  ///
  ///     a: -1---2--|
  ///     b: --3----|
  ///     > a.withLatestFrom(b)
  ///     =  -----c--|
  ///       c = (2, 3)
  ///
  /// Only values of the upstream send a tuple; `combineLatest` also sends one when another publisher sends a value. The
  /// finish of another publisher has no effect.
  @inlinable public func withLatestFrom<P: Publisher>(_ other: P) -> Publishers.WithLatestFrom<Self, P>
  where P.Failure == Failure {
    .init(upstream: self, other: other)
  }
  /// Sends the result of a closure for each value and the latest value of another publisher.
  @inlinable public func withLatestFrom<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.WithLatestFrom<Self, P>, T> where P.Failure == Failure {
    withLatestFrom(other).map { transform($0.0, $0.1) }
  }
  /// Sends each value together with the latest values of two other publishers.
  @inlinable public func withLatestFrom<P: Publisher, Q: Publisher>(
    _ p: P, _ q: Q
  ) -> Publishers.Map<Publishers.WithLatestFrom<Self, Publishers.CombineLatest<P, Q>>, (Output, P.Output, Q.Output)>
  where P.Failure == Failure, Q.Failure == Failure {
    withLatestFrom(p.combineLatest(q)) { ($0, $1.0, $1.1) }
  }
  /// Sends the result of a closure for each value and the latest values of two other publishers.
  @inlinable public func withLatestFrom<P: Publisher, Q: Publisher, T>(
    _ p: P, _ q: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.WithLatestFrom<Self, Publishers.CombineLatest<P, Q>>, T>
  where P.Failure == Failure, Q.Failure == Failure {
    withLatestFrom(p.combineLatest(q)) { transform($0, $1.0, $1.1) }
  }
  /// Sends each value together with the latest values of three other publishers.
  @inlinable public func withLatestFrom<P: Publisher, Q: Publisher, R: Publisher>(
    _ p: P, _ q: Q, _ r: R
  )
    -> Publishers.Map<
      Publishers.WithLatestFrom<Self, Publishers.CombineLatest3<P, Q, R>>, (Output, P.Output, Q.Output, R.Output)
    >
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    withLatestFrom(p.combineLatest(q, r)) { ($0, $1.0, $1.1, $1.2) }
  }
  /// Sends the result of a closure for each value and the latest values of three other publishers.
  @inlinable public func withLatestFrom<P: Publisher, Q: Publisher, R: Publisher, T>(
    _ p: P, _ q: Q, _ r: R, _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.WithLatestFrom<Self, Publishers.CombineLatest3<P, Q, R>>, T>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    withLatestFrom(p.combineLatest(q, r)) { transform($0, $1.0, $1.1, $1.2) }
  }
}

extension Publishers {
  public struct WithLatestFrom<Upstream: Publisher, Other: Publisher>: Publisher
  where Upstream.Failure == Other.Failure {
    public typealias Output = (Upstream.Output, Other.Output)
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let other: Other
    @inlinable public init(upstream: Upstream, other: Other) {
      self.upstream = upstream
      self.other = other
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let delivery = Offering(subscriber, "WithLatestFrom"), latest = Kept<Other.Output?>.Gated(nil),
        lead = delivery.newLead()
      delivery.sendSubscription()
      delivery.watch(other, onValue: { value, _ in _ = latest.replace(by: value) }) {
        if case .failure = $0 { delivery.end($0) }
      }
      delivery.follow(
        upstream, by: lead,
        onValue: { value, link in
          guard let other = latest.value else { return .max(1) }
          return delivery.passOrKeep((value, other), from: link)
        }
      ) { delivery.end($0) }
    }
  }
}

extension Publishers.WithLatestFrom: Equatable where Upstream: Equatable, Other: Equatable {}
