// Operators with a second publisher, where one of the two never fails: the result has the failure type of the other
// one. If neither can fail, the form that requires equal failure types is the better match, so these forms are
// disfavored.

extension Publisher {
  /// Does the same as `sample` for a trigger that never fails, on a publisher that can fail.
  @_disfavoredOverload @inlinable
  public func sample<P: Publisher>(_ trigger: P) -> Publishers.Sample<Self, Publishers.SetFailureType<P, Failure>>
  where P.Failure == Never {
    sample(trigger.setFailureType(to: Failure.self))
  }
  /// Does the same as `audit` for inner publishers that never fail, on a publisher that can fail.
  @_disfavoredOverload @inlinable public func audit<P: Publisher>(
    _ window: @escaping (Output) -> P
  ) -> Publishers.Audit<Self, Publishers.SetFailureType<P, Failure>> where P.Failure == Never {
    audit({ window($0).setFailureType(to: Failure.self) })
  }
  /// Does the same as `delay(for:)` for inner publishers that never fail, on a publisher that can fail.
  @_disfavoredOverload @inlinable public func delay<P: Publisher>(
    for each: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Publishers.Map<Publishers.Output<Publishers.SetFailureType<P, Failure>>, Output>, Self>
  where P.Failure == Never {
    delay(for: { each($0).setFailureType(to: Failure.self) })
  }
  /// Does the same as `retry(when:)` for a handler whose publisher never fails.
  @_disfavoredOverload @inlinable public func retry<Trigger: Publisher>(
    when handler: @escaping (AnyPublisher<Failure, Never>) -> Trigger
  ) -> Publishers.RetryWhen<Self, Publishers.SetFailureType<Trigger, Failure>> where Trigger.Failure == Never {
    retry(when: { handler($0).setFailureType(to: Failure.self) })
  }
  /// Does the same as `repeat(when:)` for a handler whose publisher never fails, on a publisher that can fail.
  @_disfavoredOverload @inlinable public func `repeat`<Trigger: Publisher>(
    when handler: @escaping (AnyPublisher<Void, Never>) -> Trigger
  ) -> Publishers.RepeatWhen<Self, Publishers.SetFailureType<Trigger, Failure>> where Trigger.Failure == Never {
    `repeat`(when: { handler($0).setFailureType(to: Failure.self) })
  }
  /// Does the same as `race` for other publishers that never fail, on a publisher that can fail.
  @_disfavoredOverload @inlinable
  public func race<P: Publisher>(with others: P...) -> Publishers.Race<AnyPublisher<Output, Failure>>
  where P.Output == Output, P.Failure == Never {
    .init(
      publishers: [eraseToAnyPublisher()] + others.map { $0.setFailureType(to: Failure.self).eraseToAnyPublisher() })
  }
  /// Does the same as `forkJoin` for another publisher that never fails, on a publisher that can fail.
  @_disfavoredOverload @inlinable public func forkJoin<P: Publisher>(
    _ other: P
  ) -> Publishers.ForkJoin<Self, Publishers.SetFailureType<P, Failure>> where P.Failure == Never {
    forkJoin(other.setFailureType(to: Failure.self))
  }
}

extension Publisher where Failure == Never {
  /// Does the same as `sample` on a publisher that never fails, for a trigger that can fail.
  @_disfavoredOverload @inlinable
  public func sample<P: Publisher>(_ trigger: P) -> Publishers.Sample<Publishers.SetFailureType<Self, P.Failure>, P> {
    setFailureType(to: P.Failure.self).sample(trigger)
  }
  /// Does the same as `audit` on a publisher that never fails, for inner publishers that can fail.
  @_disfavoredOverload @inlinable public func audit<P: Publisher>(
    _ window: @escaping (Output) -> P
  ) -> Publishers.Audit<Publishers.SetFailureType<Self, P.Failure>, P> {
    setFailureType(to: P.Failure.self).audit(window)
  }
  /// Does the same as `delay(for:)` on a publisher that never fails, for inner publishers that can fail.
  @_disfavoredOverload @inlinable public func delay<P: Publisher>(
    for each: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Publishers.Map<Publishers.Output<P>, Output>, Publishers.SetFailureType<Self, P.Failure>> {
    setFailureType(to: P.Failure.self).delay(for: each)
  }
  /// Does the same as `repeat(when:)` on a publisher that never fails, for a handler whose publisher can.
  @_disfavoredOverload @inlinable public func `repeat`<Trigger: Publisher>(
    when handler: @escaping (AnyPublisher<Void, Never>) -> Trigger
  ) -> Publishers.RepeatWhen<Publishers.SetFailureType<Self, Trigger.Failure>, Trigger> {
    setFailureType(to: Trigger.Failure.self).repeat(when: handler)
  }
  /// Does the same as `race` on a publisher that never fails, for other publishers that can fail.
  @_disfavoredOverload @inlinable
  public func race<P: Publisher>(with others: P...) -> Publishers.Race<AnyPublisher<Output, P.Failure>>
  where P.Output == Output {
    .init(
      publishers: [setFailureType(to: P.Failure.self).eraseToAnyPublisher()] + others.map { $0.eraseToAnyPublisher() })
  }
  /// Does the same as `forkJoin` on a publisher that never fails, for another publisher that can fail.
  @_disfavoredOverload @inlinable public func forkJoin<P: Publisher>(
    _ other: P
  ) -> Publishers.ForkJoin<Publishers.SetFailureType<Self, P.Failure>, P> {
    setFailureType(to: P.Failure.self).forkJoin(other)
  }
}

extension Publisher where Output: Equatable {
  /// Does the same as `sequenceEqual` for another publisher that never fails, on a publisher that can fail.
  @_disfavoredOverload @inlinable public func sequenceEqual<P: Publisher>(_ other: P) -> some Publisher<Bool, Failure>
  where P.Output == Output, P.Failure == Never {
    sequenceEqual(other.setFailureType(to: Failure.self))
  }
}
extension Publisher where Output: Equatable, Failure == Never {
  /// Does the same as `sequenceEqual` on a publisher that never fails, for another publisher that can fail.
  @_disfavoredOverload @inlinable
  public func sequenceEqual<P: Publisher>(_ other: P) -> some Publisher<Bool, P.Failure> where P.Output == Output {
    setFailureType(to: P.Failure.self).sequenceEqual(other)
  }
}
