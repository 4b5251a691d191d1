// Operators with a stream beside their own, where one of the two cannot fail: the other one's failure is that of the whole. Where neither can,
// the form that wants the same failure on both sides is the better match; so these are disfavoured.

extension Publisher {
  /// `sample` where the trigger cannot fail, and this publisher may.
  @_disfavoredOverload @inlinable
  public func sample<P: Publisher>(_ trigger: P) -> Publishers.Sample<Self, Publishers.SetFailureType<P, Failure>>
  where P.Failure == Never {
    sample(trigger.setFailureType(to: Failure.self))
  }
  /// `audit` where the publishers that end the windows cannot fail, and this one may.
  @_disfavoredOverload @inlinable
  public func audit<P: Publisher>(
    _ window: @escaping (Output) -> P
  ) -> Publishers.Audit<Self, Publishers.SetFailureType<P, Failure>> where P.Failure == Never {
    audit({ window($0).setFailureType(to: Failure.self) })
  }
  /// `delay(for:)` where the publishers that are waited for cannot fail, and this one may.
  @_disfavoredOverload @inlinable
  public func delay<P: Publisher>(
    for each: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Publishers.Map<Publishers.Output<Publishers.SetFailureType<P, Failure>>, Output>, Self> where P.Failure == Never {
    delay(for: { each($0).setFailureType(to: Failure.self) })
  }
  /// `retry(when:)` where the publisher that answers the failures cannot fail: its end ends the stream.
  @_disfavoredOverload @inlinable
  public func retry<Trigger: Publisher>(
    when handler: @escaping (AnyPublisher<Failure, Never>) -> Trigger
  ) -> Publishers.RetryWhen<Self, Publishers.SetFailureType<Trigger, Failure>> where Trigger.Failure == Never {
    retry(when: { handler($0).setFailureType(to: Failure.self) })
  }
  /// `repeat(when:)` where the publisher that answers the ends cannot fail, and this one may.
  @_disfavoredOverload @inlinable
  public func `repeat`<Trigger: Publisher>(
    when handler: @escaping (AnyPublisher<Void, Never>) -> Trigger
  ) -> Publishers.RepeatWhen<Self, Publishers.SetFailureType<Trigger, Failure>> where Trigger.Failure == Never {
    `repeat`(when: { handler($0).setFailureType(to: Failure.self) })
  }
  /// `race` where the others cannot fail, and this publisher may.
  @_disfavoredOverload @inlinable
  public func race<P: Publisher>(with others: P...) -> Publishers.Race<AnyPublisher<Output, Failure>>
  where P.Output == Output, P.Failure == Never {
    .init(publishers: [eraseToAnyPublisher()] + others.map { $0.setFailureType(to: Failure.self).eraseToAnyPublisher() })
  }
  /// `forkJoin` where the other publisher cannot fail, and this one may.
  @_disfavoredOverload @inlinable
  public func forkJoin<P: Publisher>(
    _ other: P
  ) -> Publishers.Zip<Publishers.Last<Self>, Publishers.Last<Publishers.SetFailureType<P, Failure>>> where P.Failure == Never {
    forkJoin(other.setFailureType(to: Failure.self))
  }
}

extension Publisher where Failure == Never {
  /// `sample` where this publisher cannot fail, and the trigger may.
  @_disfavoredOverload @inlinable
  public func sample<P: Publisher>(_ trigger: P) -> Publishers.Sample<Publishers.SetFailureType<Self, P.Failure>, P> {
    setFailureType(to: P.Failure.self).sample(trigger)
  }
  /// `audit` where this publisher cannot fail, and those that end the windows may.
  @_disfavoredOverload @inlinable
  public func audit<P: Publisher>(
    _ window: @escaping (Output) -> P
  ) -> Publishers.Audit<Publishers.SetFailureType<Self, P.Failure>, P> {
    setFailureType(to: P.Failure.self).audit(window)
  }
  /// `delay(for:)` where this publisher cannot fail, and those that are waited for may.
  @_disfavoredOverload @inlinable
  public func delay<P: Publisher>(
    for each: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Publishers.Map<Publishers.Output<P>, Output>, Publishers.SetFailureType<Self, P.Failure>> {
    setFailureType(to: P.Failure.self).delay(for: each)
  }
  /// `repeat(when:)` where this publisher cannot fail, and the one that answers its ends may.
  @_disfavoredOverload @inlinable
  public func `repeat`<Trigger: Publisher>(
    when handler: @escaping (AnyPublisher<Void, Never>) -> Trigger
  ) -> Publishers.RepeatWhen<Publishers.SetFailureType<Self, Trigger.Failure>, Trigger> {
    setFailureType(to: Trigger.Failure.self).repeat(when: handler)
  }
  /// `race` where this publisher cannot fail, and the others may.
  @_disfavoredOverload @inlinable
  public func race<P: Publisher>(with others: P...) -> Publishers.Race<AnyPublisher<Output, P.Failure>> where P.Output == Output {
    .init(publishers: [setFailureType(to: P.Failure.self).eraseToAnyPublisher()] + others.map { $0.eraseToAnyPublisher() })
  }
  /// `forkJoin` where this publisher cannot fail, and the other one may.
  @_disfavoredOverload @inlinable
  public func forkJoin<P: Publisher>(
    _ other: P
  ) -> Publishers.Zip<Publishers.Last<Publishers.SetFailureType<Self, P.Failure>>, Publishers.Last<P>> {
    setFailureType(to: P.Failure.self).forkJoin(other)
  }
}

extension Publisher where Output: Equatable {
  /// `sequenceEqual` where the other publisher cannot fail, and this one may.
  @_disfavoredOverload @inlinable
  public func sequenceEqual<P: Publisher>(_ other: P) -> some Publisher<Bool, Failure> where P.Output == Output, P.Failure == Never {
    sequenceEqual(other.setFailureType(to: Failure.self))
  }
}
extension Publisher where Output: Equatable, Failure == Never {
  /// `sequenceEqual` where this publisher cannot fail, and the other one may.
  @_disfavoredOverload @inlinable
  public func sequenceEqual<P: Publisher>(_ other: P) -> some Publisher<Bool, P.Failure> where P.Output == Output {
    setFailureType(to: P.Failure.self).sequenceEqual(other)
  }
}
