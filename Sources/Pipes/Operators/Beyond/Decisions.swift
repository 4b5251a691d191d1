// Questions about a whole stream, answered by operators that are there already.

extension Publisher {
  /// Sends `true` and finishes if the stream finishes without a value; sends `false` and finishes at the first value.
  ///
  /// Rx calls it `isEmpty`, too.
  @inlinable public func isEmpty() -> Publishers.AllSatisfy<Self> { allSatisfy { _ in false } }
  /// Sends the one value of a stream when that has finished; fails if there is none, and as soon as there is a second one.
  ///
  /// The errors are those of ``Publishers/SingleValueError``. Rx calls it `single`, too.
  ///
  ///     source    -1---|
  ///     single()  -----(1|)
  @inlinable public func single() -> Publishers.TryMap<Publishers.Collect<Publishers.Output<Self>>, Output> {
    prefix(2).collect().tryMap { values in
      if values.count == 1 { return values[0] }
      throw values.isEmpty ? Publishers.SingleValueError.noValue : .severalValues
    }
  }
}
extension Publisher where Output: Equatable {
  /// Sends whether another publisher sends the same values in the same order, whenever each of them comes; `false` as soon as that is known.
  ///
  /// A failure of either fails it. Rx calls it `sequenceEqual`, too.
  ///
  ///     a                   -1-2---|
  ///     b                   --1--2-|
  ///     a.sequenceEqual(b)  -------(t|)   t = true
  @inlinable
  public func sequenceEqual<P: Publisher>(_ other: P) -> some Publisher<Bool, Failure> where P.Output == Output, P.Failure == Failure {
    // The end is a value here, different from all others.
    map { Output?.some($0) }.append(nil).zip(other.map { Output?.some($0) }.append(nil)).allSatisfy { $0 == $1 }
  }
}

extension Publishers {
  /// Why a stream has not exactly one value.
  public enum SingleValueError: Error, Hashable, Sendable {
    /// It finished without one.
    case noValue
    /// It has more than one.
    case severalValues
  }
}
