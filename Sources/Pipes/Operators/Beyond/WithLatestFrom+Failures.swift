// The same six forms where one side cannot fail: the result has the failure type of the other side. Several other publishers have one failure
// type, as in `combineLatest`.

extension Publisher {
  /// `withLatestFrom` for another publisher that cannot fail, on a publisher that can.
  @_disfavoredOverload @inlinable
  public func withLatestFrom<P: Publisher>(
    _ other: P
  ) -> Publishers.WithLatestFrom<Self, Publishers.SetFailureType<P, Failure>> where P.Failure == Never {
    withLatestFrom(other.setFailureType(to: Failure.self))
  }
  /// `withLatestFrom` with a closure, for another publisher that cannot fail, on a publisher that can.
  @_disfavoredOverload @inlinable
  public func withLatestFrom<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.WithLatestFrom<Self, Publishers.SetFailureType<P, Failure>>, T> where P.Failure == Never {
    withLatestFrom(other.setFailureType(to: Failure.self), transform)
  }
  /// `withLatestFrom` for two publishers that cannot fail, on a publisher that can.
  @_disfavoredOverload @inlinable
  public func withLatestFrom<P: Publisher, Q: Publisher>(
    _ p: P, _ q: Q
  ) -> some Publisher<(Output, P.Output, Q.Output), Failure> where P.Failure == Never, Q.Failure == Never {
    withLatestFrom(p.combineLatest(q)).map { ($0, $1.0, $1.1) }
  }
  /// `withLatestFrom` with a closure, for two publishers that cannot fail, on a publisher that can.
  @_disfavoredOverload @inlinable
  public func withLatestFrom<P: Publisher, Q: Publisher, T>(
    _ p: P, _ q: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> some Publisher<T, Failure> where P.Failure == Never, Q.Failure == Never {
    withLatestFrom(p.combineLatest(q)).map { transform($0, $1.0, $1.1) }
  }
  /// `withLatestFrom` for three publishers that cannot fail, on a publisher that can.
  @_disfavoredOverload @inlinable
  public func withLatestFrom<P: Publisher, Q: Publisher, R: Publisher>(
    _ p: P, _ q: Q, _ r: R
  ) -> some Publisher<(Output, P.Output, Q.Output, R.Output), Failure>
  where P.Failure == Never, Q.Failure == Never, R.Failure == Never {
    withLatestFrom(p.combineLatest(q, r)).map { ($0, $1.0, $1.1, $1.2) }
  }
  /// `withLatestFrom` with a closure, for three publishers that cannot fail, on a publisher that can.
  @_disfavoredOverload @inlinable
  public func withLatestFrom<P: Publisher, Q: Publisher, R: Publisher, T>(
    _ p: P, _ q: Q, _ r: R, _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> some Publisher<T, Failure> where P.Failure == Never, Q.Failure == Never, R.Failure == Never {
    withLatestFrom(p.combineLatest(q, r)).map { transform($0, $1.0, $1.1, $1.2) }
  }
}

extension Publisher where Failure == Never {
  /// `withLatestFrom` on a publisher that cannot fail, for another publisher that can.
  @_disfavoredOverload @inlinable
  public func withLatestFrom<P: Publisher>(
    _ other: P
  ) -> Publishers.WithLatestFrom<Publishers.SetFailureType<Self, P.Failure>, P> {
    setFailureType(to: P.Failure.self).withLatestFrom(other)
  }
  /// `withLatestFrom` with a closure, on a publisher that cannot fail, for another publisher that can.
  @_disfavoredOverload @inlinable
  public func withLatestFrom<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.WithLatestFrom<Publishers.SetFailureType<Self, P.Failure>, P>, T> {
    setFailureType(to: P.Failure.self).withLatestFrom(other, transform)
  }
  /// `withLatestFrom` on a publisher that cannot fail, for two publishers that can.
  @_disfavoredOverload @inlinable
  public func withLatestFrom<P: Publisher, Q: Publisher>(
    _ p: P, _ q: Q
  ) -> some Publisher<(Output, P.Output, Q.Output), P.Failure> where P.Failure == Q.Failure {
    setFailureType(to: P.Failure.self).withLatestFrom(p, q)
  }
  /// `withLatestFrom` with a closure, on a publisher that cannot fail, for two publishers that can.
  @_disfavoredOverload @inlinable
  public func withLatestFrom<P: Publisher, Q: Publisher, T>(
    _ p: P, _ q: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> some Publisher<T, P.Failure> where P.Failure == Q.Failure {
    setFailureType(to: P.Failure.self).withLatestFrom(p, q, transform)
  }
  /// `withLatestFrom` on a publisher that cannot fail, for three publishers that can.
  @_disfavoredOverload @inlinable
  public func withLatestFrom<P: Publisher, Q: Publisher, R: Publisher>(
    _ p: P, _ q: Q, _ r: R
  ) -> some Publisher<(Output, P.Output, Q.Output, R.Output), P.Failure> where P.Failure == Q.Failure, Q.Failure == R.Failure {
    setFailureType(to: P.Failure.self).withLatestFrom(p, q, r)
  }
  /// `withLatestFrom` with a closure, on a publisher that cannot fail, for three publishers that can.
  @_disfavoredOverload @inlinable
  public func withLatestFrom<P: Publisher, Q: Publisher, R: Publisher, T>(
    _ p: P, _ q: Q, _ r: R, _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> some Publisher<T, P.Failure> where P.Failure == Q.Failure, Q.Failure == R.Failure {
    setFailureType(to: P.Failure.self).withLatestFrom(p, q, r, transform)
  }
}
