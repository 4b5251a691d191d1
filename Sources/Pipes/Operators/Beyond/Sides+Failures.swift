// Operators with a second publisher, where one of the two cannot fail: the result has the failure type of the other one. If neither can fail,
// the form that requires the same failure type on both sides is the better match, so these forms are disfavored.

extension Publisher {
  /// `sample` for a trigger that cannot fail, on a publisher that can.
  @_disfavoredOverload @inlinable
  public func sample<P: Publisher>(_ trigger: P) -> Publishers.Sample<Self, Publishers.SetFailureType<P, Failure>>
  where P.Failure == Never {
    sample(trigger.setFailureType(to: Failure.self))
  }
  /// `audit` for inner publishers that cannot fail, on a publisher that can.
  @_disfavoredOverload @inlinable
  public func audit<P: Publisher>(
    _ window: @escaping (Output) -> P
  ) -> Publishers.Audit<Self, Publishers.SetFailureType<P, Failure>> where P.Failure == Never {
    audit({ window($0).setFailureType(to: Failure.self) })
  }
  /// `delay(for:)` for inner publishers that cannot fail, on a publisher that can.
  @_disfavoredOverload @inlinable
  public func delay<P: Publisher>(
    for each: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Publishers.Map<Publishers.Output<Publishers.SetFailureType<P, Failure>>, Output>, Self> where P.Failure == Never {
    delay(for: { each($0).setFailureType(to: Failure.self) })
  }
  /// `retry(when:)` for a handler whose publisher cannot fail; the finish of that publisher finishes the result.
  @_disfavoredOverload @inlinable
  public func retry<Trigger: Publisher>(
    when handler: @escaping (AnyPublisher<Failure, Never>) -> Trigger
  ) -> Publishers.RetryWhen<Self, Publishers.SetFailureType<Trigger, Failure>> where Trigger.Failure == Never {
    retry(when: { handler($0).setFailureType(to: Failure.self) })
  }
  /// `repeat(when:)` for a handler whose publisher cannot fail, on a publisher that can.
  @_disfavoredOverload @inlinable
  public func `repeat`<Trigger: Publisher>(
    when handler: @escaping (AnyPublisher<Void, Never>) -> Trigger
  ) -> Publishers.RepeatWhen<Self, Publishers.SetFailureType<Trigger, Failure>> where Trigger.Failure == Never {
    `repeat`(when: { handler($0).setFailureType(to: Failure.self) })
  }
  /// `race` for other publishers that cannot fail, on a publisher that can.
  @_disfavoredOverload @inlinable
  public func race<P: Publisher>(with others: P...) -> Publishers.Race<AnyPublisher<Output, Failure>>
  where P.Output == Output, P.Failure == Never {
    .init(publishers: [eraseToAnyPublisher()] + others.map { $0.setFailureType(to: Failure.self).eraseToAnyPublisher() })
  }
  /// `forkJoin` for another publisher that cannot fail, on a publisher that can.
  @_disfavoredOverload @inlinable
  public func forkJoin<P: Publisher>(
    _ other: P
  ) -> Publishers.Zip<Publishers.Last<Self>, Publishers.Last<Publishers.SetFailureType<P, Failure>>> where P.Failure == Never {
    forkJoin(other.setFailureType(to: Failure.self))
  }
}

extension Publisher where Failure == Never {
  /// `sample` on a publisher that cannot fail, for a trigger that can.
  @_disfavoredOverload @inlinable
  public func sample<P: Publisher>(_ trigger: P) -> Publishers.Sample<Publishers.SetFailureType<Self, P.Failure>, P> {
    setFailureType(to: P.Failure.self).sample(trigger)
  }
  /// `audit` on a publisher that cannot fail, for inner publishers that can.
  @_disfavoredOverload @inlinable
  public func audit<P: Publisher>(
    _ window: @escaping (Output) -> P
  ) -> Publishers.Audit<Publishers.SetFailureType<Self, P.Failure>, P> {
    setFailureType(to: P.Failure.self).audit(window)
  }
  /// `delay(for:)` on a publisher that cannot fail, for inner publishers that can.
  @_disfavoredOverload @inlinable
  public func delay<P: Publisher>(
    for each: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Publishers.Map<Publishers.Output<P>, Output>, Publishers.SetFailureType<Self, P.Failure>> {
    setFailureType(to: P.Failure.self).delay(for: each)
  }
  /// `repeat(when:)` on a publisher that cannot fail, for a handler whose publisher can.
  @_disfavoredOverload @inlinable
  public func `repeat`<Trigger: Publisher>(
    when handler: @escaping (AnyPublisher<Void, Never>) -> Trigger
  ) -> Publishers.RepeatWhen<Publishers.SetFailureType<Self, Trigger.Failure>, Trigger> {
    setFailureType(to: Trigger.Failure.self).repeat(when: handler)
  }
  /// `race` on a publisher that cannot fail, for other publishers that can.
  @_disfavoredOverload @inlinable
  public func race<P: Publisher>(with others: P...) -> Publishers.Race<AnyPublisher<Output, P.Failure>> where P.Output == Output {
    .init(publishers: [setFailureType(to: P.Failure.self).eraseToAnyPublisher()] + others.map { $0.eraseToAnyPublisher() })
  }
  /// `forkJoin` on a publisher that cannot fail, for another publisher that can.
  @_disfavoredOverload @inlinable
  public func forkJoin<P: Publisher>(
    _ other: P
  ) -> Publishers.Zip<Publishers.Last<Publishers.SetFailureType<Self, P.Failure>>, Publishers.Last<P>> {
    setFailureType(to: P.Failure.self).forkJoin(other)
  }
}

extension Publisher where Output: Equatable {
  /// `sequenceEqual` for another publisher that cannot fail, on a publisher that can.
  @_disfavoredOverload @inlinable
  public func sequenceEqual<P: Publisher>(_ other: P) -> some Publisher<Bool, Failure> where P.Output == Output, P.Failure == Never {
    sequenceEqual(other.setFailureType(to: Failure.self))
  }
}
extension Publisher where Output: Equatable, Failure == Never {
  /// `sequenceEqual` on a publisher that cannot fail, for another publisher that can.
  @_disfavoredOverload @inlinable
  public func sequenceEqual<P: Publisher>(_ other: P) -> some Publisher<Bool, P.Failure> where P.Output == Output {
    setFailureType(to: P.Failure.self).sequenceEqual(other)
  }
}
