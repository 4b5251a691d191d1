/// A publisher of one value: delivered at the first request, and with it the end.
public struct Just<Output>: Publisher {
  /// It cannot fail.
  public typealias Failure = Never
  /// The value.
  public let output: Output
  /// A publisher of this value.
  @inlinable public init(_ output: Output) { self.output = output }

  @inlinable @inline(__always)
  public func receive<S: Subscriber<Output, Never>>(subscriber: S) {
    let output = output
    subscriber.receive(
      subscription: Spout("Just", refusesZero: true) { spout in
        _ = subscriber.receive(output)
        if spout.close() { subscriber.receive(completion: .finished) }
      })
  }
}

extension Just: Equatable where Output: Equatable {}
extension Just: Sendable where Output: Sendable {}
