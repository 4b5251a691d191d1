extension Publisher {
  /// Pairs every value with the latest of another publisher; values that come before that has one are left out.
  ///
  /// The other publisher is asked for everything; its end changes nothing, its failure ends the stream. For a value left out one more is
  /// asked for. Rx calls it `withLatestFrom`, too.
  ///
  ///     source                  -1---2---3-|
  ///     other                   ---x---y---|
  ///     withLatestFrom(other)   -----A---B-|
  @inlinable
  public func withLatestFrom<P: Publisher>(_ other: P) -> Publishers.WithLatestFrom<Self, P> where P.Failure == Failure {
    .init(upstream: self, other: other)
  }
  /// Makes one value of every value and the latest of another publisher.
  @inlinable
  public func withLatestFrom<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.WithLatestFrom<Self, P>, T> where P.Failure == Failure {
    withLatestFrom(other).map { transform($0.0, $0.1) }
  }
  /// Joins the latest values of two other publishers to every value.
  @inlinable
  public func withLatestFrom<P: Publisher, Q: Publisher>(
    _ p: P, _ q: Q
  ) -> Publishers.Map<Publishers.WithLatestFrom<Self, Publishers.CombineLatest<P, Q>>, (Output, P.Output, Q.Output)>
  where P.Failure == Failure, Q.Failure == Failure {
    withLatestFrom(p.combineLatest(q)) { ($0, $1.0, $1.1) }
  }
  /// Makes one value of every value and the latest of two other publishers.
  @inlinable
  public func withLatestFrom<P: Publisher, Q: Publisher, T>(
    _ p: P, _ q: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.WithLatestFrom<Self, Publishers.CombineLatest<P, Q>>, T>
  where P.Failure == Failure, Q.Failure == Failure {
    withLatestFrom(p.combineLatest(q)) { transform($0, $1.0, $1.1) }
  }
  /// Joins the latest values of three other publishers to every value.
  @inlinable
  public func withLatestFrom<P: Publisher, Q: Publisher, R: Publisher>(
    _ p: P, _ q: Q, _ r: R
  ) -> Publishers.Map<Publishers.WithLatestFrom<Self, Publishers.CombineLatest3<P, Q, R>>, (Output, P.Output, Q.Output, R.Output)>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    withLatestFrom(p.combineLatest(q, r)) { ($0, $1.0, $1.1, $1.2) }
  }
  /// Makes one value of every value and the latest of three other publishers.
  @inlinable
  public func withLatestFrom<P: Publisher, Q: Publisher, R: Publisher, T>(
    _ p: P, _ q: Q, _ r: R, _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.WithLatestFrom<Self, Publishers.CombineLatest3<P, Q, R>>, T>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    withLatestFrom(p.combineLatest(q, r)) { transform($0, $1.0, $1.1, $1.2) }
  }
}

extension Publishers {
  /// A publisher of the values of one publisher, each with the latest of another.
  public struct WithLatestFrom<Upstream: Publisher, Other: Publisher>: Publisher where Upstream.Failure == Other.Failure {
    /// A value of each.
    public typealias Output = (Upstream.Output, Other.Output)
    /// That of both.
    public typealias Failure = Upstream.Failure
    /// The publisher whose values come out.
    public let upstream: Upstream
    /// The publisher whose latest value goes with them.
    public let other: Other
    /// A publisher of the values of one publisher, each with the latest of another.
    @inlinable public init(upstream: Upstream, other: Other) { (self.upstream, self.other) = (upstream, other) }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let led = Led(subscriber, "WithLatestFrom"), latest = GatedValue<Other.Output?>(nil)
      led.watch(other, onValue: { value, _ in latest.value = value }) { if case .failure = $0 { led.complete($0) } }
      led.follow(
        upstream,
        onValue: { value, link in
          guard let other = latest.value else { return .max(1) }
          return led.pass((value, other), from: link)
        }
      ) { led.complete($0) }
    }
  }
}

extension Publishers.WithLatestFrom: Equatable where Upstream: Equatable, Other: Equatable {}
