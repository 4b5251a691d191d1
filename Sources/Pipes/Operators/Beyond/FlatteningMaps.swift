// One publisher for every value, in the four ways there are to deal with several of them. Each is made of `flatMap` or `switchToLatest`,
// but for the last.

extension Publisher {
  /// Makes a publisher of every value and sends the values of the latest; the one before is cancelled.
  ///
  /// The same as `map(transform).switchToLatest()`. Rx calls it `switchMap` or `flatMapLatest`.
  ///
  ///     source                 -x---y-------|
  ///     switchMap { 1--2--3| } -1--21--2--3-|
  @inlinable
  public func switchMap<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.SwitchToLatest<P, Publishers.Map<Self, P>> where P.Failure == Failure {
    map(transform).switchToLatest()
  }
  /// Makes a publisher of every value and sends their values one publisher after the other, in order.
  ///
  /// The same as `flatMap(maxPublishers: .max(1), transform)`: the next value is asked for when a publisher has ended. A source that does not
  /// wait to be asked, like a subject, loses what it sends meanwhile; put a `buffer` before this to keep it.
  ///
  ///     source               -x---y--------|
  ///     concatMap { 1-2-3| } -1-2-31-2-3---|
  @inlinable
  public func concatMap<P: Publisher>(_ transform: @escaping (Output) -> P) -> Publishers.FlatMap<P, Self> where P.Failure == Failure {
    flatMap(maxPublishers: .max(1), transform)
  }
  /// Makes a publisher of every value and sends the values of all as they come, with at most `concurrency` publishers at a time.
  ///
  /// The same as `flatMap(maxPublishers: .max(concurrency), transform)`: further values wait upstream, as with `concatMap`. A number
  /// below one is a programming error.
  @inlinable
  public func mergeMap<P: Publisher>(
    concurrency: Int, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure {
    flatMap(maxPublishers: .max(concurrency), transform)
  }
  /// Makes a publisher of a value and sends its values; values that come before it has ended are left out.
  ///
  /// Asks for everything. Ends when this publisher and the one it made have finished, or with the first failure. Rx calls it `exhaustMap` or
  /// `flatMapFirst`.
  ///
  ///     source                 -x---y---z----|
  ///     exhaustMap { 1--2--3| } -1--2--3-1--2--3|
  @inlinable
  public func exhaustMap<P: Publisher>(_ transform: @escaping (Output) -> P) -> Publishers.ExhaustMap<P, Self> where P.Failure == Failure {
    .init(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// A publisher of the values of publishers made of values, none of which is made while another one lives.
  public struct ExhaustMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher where NewPublisher.Failure == Upstream.Failure {
    /// That of the publishers made.
    public typealias Output = NewPublisher.Output
    /// That of all publishers involved.
    public typealias Failure = Upstream.Failure
    /// Where the values come from that publishers are made of.
    public let upstream: Upstream
    /// Makes a publisher of a value.
    public let transform: (Upstream.Output) -> NewPublisher
    /// A publisher of the values of publishers made of values.
    @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> NewPublisher) {
      (self.upstream, self.transform) = (upstream, transform)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let switcher = Switcher(subscriber, "ExhaustMap"), transform = transform
      switcher.start(from: upstream) { if switcher.isIdle { switcher.turn(to: transform($0)) } }
    }
  }
}

extension Switcher {
  /// Whether there is no upstream but the one that brings the others.
  @usableFromInline var isIdle: Bool { upstreams.with { $0.isEmpty } }
}
