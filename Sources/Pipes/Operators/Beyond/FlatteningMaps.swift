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
  /// Subscribes to the inner publishers that the closure makes of the values one after the other, and sends their values.
  ///
  /// Requests unlimited values. Keeps values that come while an inner publisher runs, in their order and without a limit. Finishes when this
  /// publisher and all inner publishers have finished, and fails with the first failure. `flatMap(maxPublishers: .max(1))` is the form that
  /// keeps nothing: it requests the next value when an inner publisher has finished. Rx calls it `concatMap`, too.
  ///
  ///     source               -x---y--------|
  ///     concatMap { 1-2-3| } -1-2-31-2-3---|
  @inlinable
  public func concatMap<P: Publisher>(_ transform: @escaping (Output) -> P) -> Publishers.ConcatMap<P, Self> where P.Failure == Failure {
    inTurn(1, transform)
  }
  /// Subscribes to the inner publishers that the closure makes of the values, at most `concurrency` at a time, and sends their values.
  ///
  /// Requests unlimited values. Keeps values that come while so many inner publishers run, in their order and without a limit. Finishes when
  /// this publisher and all inner publishers have finished, and fails with the first failure. `flatMap(maxPublishers:)` is the form that keeps
  /// nothing: it requests the next value when an inner publisher has finished.
  ///
  /// - Parameter concurrency: A number below one is a programming error.
  @inlinable
  public func mergeMap<P: Publisher>(
    concurrency: Int, _ transform: @escaping (Output) -> P
  ) -> Publishers.ConcatMap<P, Self> where P.Failure == Failure {
    inTurn(concurrency, transform)
  }
  @inlinable func inTurn<P: Publisher>(
    _ concurrency: Int, _ transform: @escaping (Output) -> P
  ) -> Publishers.ConcatMap<P, Self> where P.Failure == Failure {
    precondition(concurrency > 0, "a number of publishers that run at a time must be positive")
    return buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest).flatMap(maxPublishers: .max(concurrency), transform)
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
  /// A publisher that runs a number of inner publishers at a time and keeps the values that wait for their turn.
  public typealias ConcatMap<NewPublisher: Publisher, Upstream: Publisher> = FlatMap<NewPublisher, Buffer<Upstream>>
  where NewPublisher.Failure == Upstream.Failure

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
