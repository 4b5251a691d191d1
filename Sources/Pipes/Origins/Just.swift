/// A publisher of one value: sent at the first request, together with the finish.
public struct Just<Output>: Publisher {
  /// It cannot fail.
  public typealias Failure = Never
  /// The value.
  public let output: Output
  /// A publisher of this value.
  @inlinable public init(_ output: Output) { self.output = output }

  @inlinable @inline(__always)
  public func receive<S: Subscriber<Output, Never>>(subscriber: S) {
    subscriber.receiveOnly(output) { "Just" }
  }
}

extension Subscriber {
  /// Creates a publisher of one value, sent at the first request, together with the finish.
  // Not inlined: Swift 6.3.1 crashes in release when it is, into a generic whose failure is `Never`.
  @inlinable @inline(never) func receiveOnly(_ output: Input, named name: @escaping () -> String) {
    receive(
      subscription: OriginSubscription(name, refusesZero: true) { subscription in
        _ = receive(output)
        if subscription.dispose() { receive(completion: .finished) }
      })
  }
}

extension Just: Equatable where Output: Equatable {}
extension Just: Sendable where Output: Sendable {}
