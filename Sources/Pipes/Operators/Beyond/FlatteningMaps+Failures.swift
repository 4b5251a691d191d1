// The same four where one side cannot fail: the other one's failure is that of the whole.

extension Publisher where Failure == Never {
  /// `switchMap` where this publisher cannot fail, and those made may.
  @inlinable
  public func switchMap<P: Publisher>(_ transform: @escaping (Output) -> P)
    -> Publishers.SwitchToLatest<P, Publishers.Map<Publishers.SetFailureType<Self, P.Failure>, P>>
  {
    setFailureType(to: P.Failure.self).switchMap(transform)
  }
  /// `concatMap` where this publisher cannot fail, and those made may.
  @inlinable
  public func concatMap<P: Publisher>(_ transform: @escaping (Output) -> P)
    -> Publishers.ConcatMap<P, Publishers.SetFailureType<Self, P.Failure>>
  {
    setFailureType(to: P.Failure.self).concatMap(transform)
  }
  /// `mergeMap` where this publisher cannot fail, and those made may.
  @inlinable
  public func mergeMap<P: Publisher>(concurrency: Int, _ transform: @escaping (Output) -> P)
    -> Publishers.ConcatMap<P, Publishers.SetFailureType<Self, P.Failure>>
  {
    setFailureType(to: P.Failure.self).mergeMap(concurrency: concurrency, transform)
  }
  /// `exhaustMap` where this publisher cannot fail, and those made may.
  @inlinable
  public func exhaustMap<P: Publisher>(_ transform: @escaping (Output) -> P)
    -> Publishers.ExhaustMap<P, Publishers.SetFailureType<Self, P.Failure>>
  {
    setFailureType(to: P.Failure.self).exhaustMap(transform)
  }
}

extension Publisher {
  /// `switchMap` where the publishers made cannot fail, and this one may.
  @inlinable
  public func switchMap<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.SwitchToLatest<Publishers.SetFailureType<P, Failure>, Publishers.Map<Self, Publishers.SetFailureType<P, Failure>>>
  where P.Failure == Never {
    switchMap({ transform($0).setFailureType(to: Failure.self) })
  }
  /// `concatMap` where the publishers made cannot fail, and this one may.
  @inlinable
  public func concatMap<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.ConcatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
    concatMap({ transform($0).setFailureType(to: Failure.self) })
  }
  /// `mergeMap` where the publishers made cannot fail, and this one may.
  @inlinable
  public func mergeMap<P: Publisher>(
    concurrency: Int, _ transform: @escaping (Output) -> P
  ) -> Publishers.ConcatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
    mergeMap(concurrency: concurrency, { transform($0).setFailureType(to: Failure.self) })
  }
  /// `exhaustMap` where the publishers made cannot fail, and this one may.
  @inlinable
  public func exhaustMap<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.ExhaustMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
    exhaustMap({ transform($0).setFailureType(to: Failure.self) })
  }
}

extension Publisher where Failure == Never {
  /// `switchMap` where nothing can fail.
  @inlinable
  public func switchMap<P: Publisher>(_ transform: @escaping (Output) -> P) -> Publishers.SwitchToLatest<P, Publishers.Map<Self, P>>
  where P.Failure == Never {
    map(transform).switchToLatest()
  }
  /// `concatMap` where nothing can fail.
  @inlinable
  public func concatMap<P: Publisher>(_ transform: @escaping (Output) -> P) -> Publishers.ConcatMap<P, Self> where P.Failure == Never {
    inTurn(1, transform)
  }
  /// `mergeMap` where nothing can fail.
  @inlinable
  public func mergeMap<P: Publisher>(concurrency: Int, _ transform: @escaping (Output) -> P) -> Publishers.ConcatMap<P, Self>
  where P.Failure == Never {
    inTurn(concurrency, transform)
  }
  /// `exhaustMap` where nothing can fail.
  @inlinable
  public func exhaustMap<P: Publisher>(_ transform: @escaping (Output) -> P) -> Publishers.ExhaustMap<P, Self> where P.Failure == Never {
    .init(upstream: self, transform: transform)
  }
}
