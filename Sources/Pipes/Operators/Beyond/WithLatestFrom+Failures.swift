// The six forms of `withLatestFrom` where one side never fails: the result has the failure type of the other side.
// Several other publishers have the same failure type, as in `combineLatest`.

extension Publisher {
  /// Does the same as `withLatestFrom` for another publisher that never fails, on a publisher that can fail.
  @_disfavoredOverload @inlinable public func withLatestFrom<P: Publisher>(
    _ other: P
  ) -> Publishers.WithLatestFrom<Self, Publishers.SetFailureType<P, Failure>> where P.Failure == Never {
    withLatestFrom(other.setFailureType(to: Failure.self))
  }
  /// Does the same as `withLatestFrom` with a closure, for another publisher that never fails, on a publisher that can
  /// fail.
  @_disfavoredOverload @inlinable public func withLatestFrom<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.WithLatestFrom<Self, Publishers.SetFailureType<P, Failure>>, T>
  where P.Failure == Never {
    withLatestFrom(other.setFailureType(to: Failure.self), transform)
  }
  /// Does the same as `withLatestFrom` for two publishers that never fail, on a publisher that can fail.
  @_disfavoredOverload @inlinable public func withLatestFrom<P: Publisher, Q: Publisher>(
    _ p: P, _ q: Q
  ) -> some Publisher<(Output, P.Output, Q.Output), Failure> where P.Failure == Never, Q.Failure == Never {
    withLatestFrom(p.combineLatest(q)).map { ($0, $1.0, $1.1) }
  }
  /// Does the same as `withLatestFrom` with a closure, for two publishers that never fail, on a publisher that can
  /// fail.
  @_disfavoredOverload @inlinable public func withLatestFrom<P: Publisher, Q: Publisher, T>(
    _ p: P, _ q: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> some Publisher<T, Failure> where P.Failure == Never, Q.Failure == Never {
    withLatestFrom(p.combineLatest(q)).map { transform($0, $1.0, $1.1) }
  }
  /// Does the same as `withLatestFrom` for three publishers that never fail, on a publisher that can fail.
  @_disfavoredOverload @inlinable public func withLatestFrom<P: Publisher, Q: Publisher, R: Publisher>(
    _ p: P, _ q: Q, _ r: R
  ) -> some Publisher<(Output, P.Output, Q.Output, R.Output), Failure>
  where P.Failure == Never, Q.Failure == Never, R.Failure == Never {
    withLatestFrom(p.combineLatest(q, r)).map { ($0, $1.0, $1.1, $1.2) }
  }
  /// Does the same as `withLatestFrom` with a closure, for three publishers that never fail, on a publisher that can
  /// fail.
  @_disfavoredOverload @inlinable public func withLatestFrom<P: Publisher, Q: Publisher, R: Publisher, T>(
    _ p: P, _ q: Q, _ r: R, _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> some Publisher<T, Failure> where P.Failure == Never, Q.Failure == Never, R.Failure == Never {
    withLatestFrom(p.combineLatest(q, r)).map { transform($0, $1.0, $1.1, $1.2) }
  }
}

extension Publisher where Failure == Never {
  /// Does the same as `withLatestFrom` on a publisher that never fails, for another publisher that can fail.
  @_disfavoredOverload @inlinable public func withLatestFrom<P: Publisher>(
    _ other: P
  ) -> Publishers.WithLatestFrom<Publishers.SetFailureType<Self, P.Failure>, P> {
    setFailureType(to: P.Failure.self).withLatestFrom(other)
  }
  /// Does the same as `withLatestFrom` with a closure, on a publisher that never fails, for another publisher that can
  /// fail.
  @_disfavoredOverload @inlinable public func withLatestFrom<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.WithLatestFrom<Publishers.SetFailureType<Self, P.Failure>, P>, T> {
    setFailureType(to: P.Failure.self).withLatestFrom(other, transform)
  }
  /// Does the same as `withLatestFrom` on a publisher that never fails, for two publishers that can fail.
  @_disfavoredOverload @inlinable public func withLatestFrom<P: Publisher, Q: Publisher>(
    _ p: P, _ q: Q
  ) -> some Publisher<(Output, P.Output, Q.Output), P.Failure> where P.Failure == Q.Failure {
    setFailureType(to: P.Failure.self).withLatestFrom(p, q)
  }
  /// Does the same as `withLatestFrom` with a closure, on a publisher that never fails, for two publishers that can
  /// fail.
  @_disfavoredOverload @inlinable public func withLatestFrom<P: Publisher, Q: Publisher, T>(
    _ p: P, _ q: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> some Publisher<T, P.Failure> where P.Failure == Q.Failure {
    setFailureType(to: P.Failure.self).withLatestFrom(p, q, transform)
  }
  /// Does the same as `withLatestFrom` on a publisher that never fails, for three publishers that can fail.
  @_disfavoredOverload @inlinable public func withLatestFrom<P: Publisher, Q: Publisher, R: Publisher>(
    _ p: P, _ q: Q, _ r: R
  ) -> some Publisher<(Output, P.Output, Q.Output, R.Output), P.Failure>
  where P.Failure == Q.Failure, Q.Failure == R.Failure {
    setFailureType(to: P.Failure.self).withLatestFrom(p, q, r)
  }
  /// Does the same as `withLatestFrom` with a closure, on a publisher that never fails, for three publishers that can
  /// fail.
  @_disfavoredOverload @inlinable public func withLatestFrom<P: Publisher, Q: Publisher, R: Publisher, T>(
    _ p: P, _ q: Q, _ r: R, _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> some Publisher<T, P.Failure> where P.Failure == Q.Failure, Q.Failure == R.Failure {
    setFailureType(to: P.Failure.self).withLatestFrom(p, q, r, transform)
  }
}
