// The same four operators where one side cannot fail: the result has the failure type of the other side.

extension Publisher where Failure == Never {
  /// `switchMap` on a publisher that cannot fail, for inner publishers that can.
  @inlinable
  public func switchMap<P: Publisher>(_ transform: @escaping (Output) -> P)
    -> Publishers.SwitchToLatest<P, Publishers.Map<Publishers.SetFailureType<Self, P.Failure>, P>>
  {
    setFailureType(to: P.Failure.self).switchMap(transform)
  }
  /// `concatMap` on a publisher that cannot fail, for inner publishers that can.
  @inlinable
  public func concatMap<P: Publisher>(_ transform: @escaping (Output) -> P)
    -> Publishers.ConcatMap<P, Publishers.SetFailureType<Self, P.Failure>>
  {
    setFailureType(to: P.Failure.self).concatMap(transform)
  }
  /// `mergeMap` on a publisher that cannot fail, for inner publishers that can.
  @inlinable
  public func mergeMap<P: Publisher>(concurrency: Int, _ transform: @escaping (Output) -> P)
    -> Publishers.ConcatMap<P, Publishers.SetFailureType<Self, P.Failure>>
  {
    setFailureType(to: P.Failure.self).mergeMap(concurrency: concurrency, transform)
  }
  /// `exhaustMap` on a publisher that cannot fail, for inner publishers that can.
  @inlinable
  public func exhaustMap<P: Publisher>(_ transform: @escaping (Output) -> P)
    -> Publishers.ExhaustMap<P, Publishers.SetFailureType<Self, P.Failure>>
  {
    setFailureType(to: P.Failure.self).exhaustMap(transform)
  }
}

extension Publisher {
  /// `switchMap` for inner publishers that cannot fail, on a publisher that can.
  @inlinable
  public func switchMap<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.SwitchToLatest<Publishers.SetFailureType<P, Failure>, Publishers.Map<Self, Publishers.SetFailureType<P, Failure>>>
  where P.Failure == Never {
    switchMap({ transform($0).setFailureType(to: Failure.self) })
  }
  /// `concatMap` for inner publishers that cannot fail, on a publisher that can.
  @inlinable
  public func concatMap<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.ConcatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
    concatMap({ transform($0).setFailureType(to: Failure.self) })
  }
  /// `mergeMap` for inner publishers that cannot fail, on a publisher that can.
  @inlinable
  public func mergeMap<P: Publisher>(
    concurrency: Int, _ transform: @escaping (Output) -> P
  ) -> Publishers.ConcatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
    mergeMap(concurrency: concurrency, { transform($0).setFailureType(to: Failure.self) })
  }
  /// `exhaustMap` for inner publishers that cannot fail, on a publisher that can.
  @inlinable
  public func exhaustMap<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.ExhaustMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
    exhaustMap({ transform($0).setFailureType(to: Failure.self) })
  }
}

extension Publisher where Failure == Never {
  /// `switchMap` for publishers none of which can fail.
  @inlinable
  public func switchMap<P: Publisher>(_ transform: @escaping (Output) -> P) -> Publishers.SwitchToLatest<P, Publishers.Map<Self, P>>
  where P.Failure == Never {
    map(transform).switchToLatest()
  }
  /// `concatMap` for publishers none of which can fail.
  @inlinable
  public func concatMap<P: Publisher>(_ transform: @escaping (Output) -> P) -> Publishers.ConcatMap<P, Self> where P.Failure == Never {
    inTurn(1, transform)
  }
  /// `mergeMap` for publishers none of which can fail.
  @inlinable
  public func mergeMap<P: Publisher>(concurrency: Int, _ transform: @escaping (Output) -> P) -> Publishers.ConcatMap<P, Self>
  where P.Failure == Never {
    inTurn(concurrency, transform)
  }
  /// `exhaustMap` for publishers none of which can fail.
  @inlinable
  public func exhaustMap<P: Publisher>(_ transform: @escaping (Output) -> P) -> Publishers.ExhaustMap<P, Self> where P.Failure == Never {
    .init(upstream: self, transform: transform)
  }
}
