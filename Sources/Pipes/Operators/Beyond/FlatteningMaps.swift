// Four ways to run an inner publisher for each value. All but `exhaustMap` are made of `flatMap` or `switchToLatest`.

extension Publisher {
  /// Creates an inner publisher for each value and cancels the previous one.
  ///
  /// *Requests* unlimited values; from the latest inner publisher as many as the downstream. *Finishes* when the
  /// upstream and the latest inner publisher have finished. *Fails* when the upstream or the latest inner publisher
  /// fails. *Cancels* the previous inner publisher when a value arrives.
  ///
  /// *Use it* where only the newest result counts, as in a search while typing. *See also* `flatMap`, `concatMap`,
  /// `exhaustMap`. *In Rx:* `flatMapLatest`.
  ///
  ///     a: -1---2----3-|
  ///     x: 5-6-7|
  ///     > a.switchMap { _ in x }
  ///     =  -5-6-5-6-75-6-7|
  ///
  /// The same as `map(transform).switchToLatest()`.
  ///
  /// - Parameter transform: Creates an inner publisher for a value.
  @inlinable public func switchMap<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.SwitchToLatest<P, Publishers.Map<Self, P>> where P.Failure == Failure {
    map(transform).switchToLatest()
  }
  /// Creates an inner publisher for each value and runs them one after the other.
  ///
  /// *Requests* unlimited values; from the running inner publisher as many as the downstream. *Keeps* the values for
  /// which no inner publisher has been created yet, without a limit. *Finishes* when the upstream and all inner
  /// publishers have finished. *Fails* when the upstream or an inner publisher fails.
  ///
  /// *Use it* where each task must be finished before the next one begins, as with saving. *See also* `flatMap`,
  /// `switchMap`, `exhaustMap`, `mergeMap`.
  ///
  ///     a: -1---2----3-|
  ///     x: 5-6-7|
  ///     > a.concatMap { _ in x }
  ///     =  -5-6-75-6-75-6-7|
  ///
  /// `flatMap(maxPublishers: .max(1))` keeps no values: it requests the next value when an inner publisher has
  /// finished, with or without demand, so a hot upstream loses values.
  ///
  /// - Parameter transform: Creates an inner publisher for a value. It is called only when the previous inner publisher
  ///   has finished.
  @inlinable public func concatMap<P: Publisher>(_ transform: @escaping (Output) -> P) -> Publishers.ConcatMap<P, Self>
  where P.Failure == Failure {
    inTurn(1, transform)
  }
  /// Creates an inner publisher for each value and runs at most a given number at a time.
  ///
  /// *Requests* unlimited values; from the running inner publishers as many as the downstream. *Keeps* the values for
  /// which no inner publisher has been created yet, without a limit. *Finishes* when the upstream and all inner
  /// publishers have finished. *Fails* when the upstream or an inner publisher fails.
  ///
  /// *Use it* to run several tasks at a time, but not all of them. *See also* `flatMap`, `concatMap`.
  ///
  ///     a: -1---2   ----3-|
  ///     x: 5-6-7|
  ///     > a.mergeMap(concurrency: 2) { _ in x }
  ///     =  -5-6-[75]-6-75-6-7|
  ///
  /// `flatMap(maxPublishers:)` keeps no values: it requests the next value when an inner publisher has finished, so a
  /// hot upstream loses values.
  ///
  /// - Parameters:
  ///   - concurrency: The number of inner publishers that may run at a time. A number below 1 stops the program.
  ///   - transform: Creates an inner publisher for a value.
  @inlinable public func mergeMap<P: Publisher>(
    concurrency: Int, _ transform: @escaping (Output) -> P
  ) -> Publishers.ConcatMap<P, Self> where P.Failure == Failure {
    inTurn(concurrency, transform)
  }
  @inlinable func inTurn<P: Publisher>(
    _ concurrency: Int, _ transform: @escaping (Output) -> P
  ) -> Publishers.ConcatMap<P, Self> where P.Failure == Failure {
    precondition(concurrency > 0, "a number of publishers that run at a time must be positive")
    return buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest).flatMap(
      maxPublishers: .max(concurrency), transform)
  }
  /// Creates an inner publisher for a value and drops values until the inner publisher has finished.
  ///
  /// *Requests* unlimited values. *Drops* a value that arrives while an inner publisher is running. *Finishes* when the
  /// upstream and the last inner publisher have finished. *Fails* when the upstream or an inner publisher fails.
  ///
  /// *Use it* where a task that runs must not be disturbed, as with a button that is tapped twice. *See also*
  /// `switchMap`, `concatMap`, `flatMap`. *In Rx:* `flatMapFirst`.
  ///
  ///     a: -1---2----3-|
  ///     x: 5-6-7|
  ///     > a.exhaustMap { _ in x }
  ///     =  -5-6-7----5-6-7|
  ///
  /// - Parameter transform: Creates an inner publisher for a value. It is not called for a value that is dropped.
  @inlinable
  public func exhaustMap<P: Publisher>(_ transform: @escaping (Output) -> P) -> Publishers.ExhaustMap<P, Self>
  where P.Failure == Failure {
    .init(upstream: self, transform: transform)
  }
}

extension Publishers {
  public typealias ConcatMap<NewPublisher: Publisher, Upstream: Publisher> = FlatMap<NewPublisher, Buffer<Upstream>>
  where NewPublisher.Failure == Upstream.Failure

  public struct ExhaustMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
  where NewPublisher.Failure == Upstream.Failure {
    public typealias Output = NewPublisher.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let transform: (Upstream.Output) -> NewPublisher
    @inlinable public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> NewPublisher) {
      self.upstream = upstream
      self.transform = transform
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let switcher = Switcher(subscriber, "ExhaustMap"), transform = transform
      switcher.start(from: upstream) { if switcher.isIdle { switcher.switchTo(transform($0)) } }
    }
  }
}

extension Switcher {
  /// Whether no inner publisher is running.
  @usableFromInline var isIdle: Bool { upstreams.with { $0.isEmpty } }
}
