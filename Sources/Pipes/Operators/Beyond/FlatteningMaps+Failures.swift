// The forms of the four operators for publishers that never fail: the result has the failure type of the other
// publisher.

extension Publisher where Failure == Never {
  /// Does the same as `switchMap` on a publisher that never fails, for inner publishers that can fail.
  @inlinable public func switchMap<P: Publisher>(_ transform: @escaping (Output) -> P)
    -> Publishers.SwitchToLatest<P, Publishers.Map<Publishers.SetFailureType<Self, P.Failure>, P>>
  {
    setFailureType(to: P.Failure.self).switchMap(transform)
  }
  /// Does the same as `concatMap` on a publisher that never fails, for inner publishers that can fail.
  @inlinable public func concatMap<P: Publisher>(_ transform: @escaping (Output) -> P)
    -> Publishers.ConcatMap<P, Publishers.SetFailureType<Self, P.Failure>>
  {
    setFailureType(to: P.Failure.self).concatMap(transform)
  }
  /// Does the same as `mergeMap` on a publisher that never fails, for inner publishers that can fail.
  @inlinable public func mergeMap<P: Publisher>(concurrency: Int, _ transform: @escaping (Output) -> P)
    -> Publishers.ConcatMap<P, Publishers.SetFailureType<Self, P.Failure>>
  {
    setFailureType(to: P.Failure.self).mergeMap(concurrency: concurrency, transform)
  }
  /// Does the same as `exhaustMap` on a publisher that never fails, for inner publishers that can fail.
  @inlinable public func exhaustMap<P: Publisher>(_ transform: @escaping (Output) -> P)
    -> Publishers.ExhaustMap<P, Publishers.SetFailureType<Self, P.Failure>>
  {
    setFailureType(to: P.Failure.self).exhaustMap(transform)
  }
}

extension Publisher {
  /// Does the same as `switchMap` for inner publishers that never fail, on a publisher that can fail.
  @inlinable public func switchMap<P: Publisher>(
    _ transform: @escaping (Output) -> P
  )
    -> Publishers.SwitchToLatest<
      Publishers.SetFailureType<P, Failure>, Publishers.Map<Self, Publishers.SetFailureType<P, Failure>>
    >
  where P.Failure == Never {
    switchMap({ transform($0).setFailureType(to: Failure.self) })
  }
  /// Does the same as `concatMap` for inner publishers that never fail, on a publisher that can fail.
  @inlinable public func concatMap<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.ConcatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
    concatMap({ transform($0).setFailureType(to: Failure.self) })
  }
  /// Does the same as `mergeMap` for inner publishers that never fail, on a publisher that can fail.
  @inlinable public func mergeMap<P: Publisher>(
    concurrency: Int, _ transform: @escaping (Output) -> P
  ) -> Publishers.ConcatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
    mergeMap(concurrency: concurrency, { transform($0).setFailureType(to: Failure.self) })
  }
  /// Does the same as `exhaustMap` for inner publishers that never fail, on a publisher that can fail.
  @inlinable public func exhaustMap<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.ExhaustMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
    exhaustMap({ transform($0).setFailureType(to: Failure.self) })
  }
}

extension Publisher where Failure == Never {
  /// Does the same as `switchMap` for publishers that never fail.
  @inlinable public func switchMap<P: Publisher>(_ transform: @escaping (Output) -> P)
    -> Publishers.SwitchToLatest<P, Publishers.Map<Self, P>>
  where P.Failure == Never {
    map(transform).switchToLatest()
  }
  /// Does the same as `concatMap` for publishers that never fail.
  @inlinable public func concatMap<P: Publisher>(_ transform: @escaping (Output) -> P) -> Publishers.ConcatMap<P, Self>
  where P.Failure == Never {
    inTurn(1, transform)
  }
  /// Does the same as `mergeMap` for publishers that never fail.
  @inlinable public func mergeMap<P: Publisher>(concurrency: Int, _ transform: @escaping (Output) -> P)
    -> Publishers.ConcatMap<P, Self>
  where P.Failure == Never {
    inTurn(concurrency, transform)
  }
  /// Does the same as `exhaustMap` for publishers that never fail.
  @inlinable
  public func exhaustMap<P: Publisher>(_ transform: @escaping (Output) -> P) -> Publishers.ExhaustMap<P, Self>
  where P.Failure == Never {
    .init(upstream: self, transform: transform)
  }
}
