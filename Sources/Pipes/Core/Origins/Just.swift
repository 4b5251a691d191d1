/// A publisher that sends one value at the first request, then finishes.
///
/// Operators on a `Just` that need no time are computed when they are called: their closures run inside that call, not
/// at the subscription.
public struct Just<Output>: Publisher {
  /// This publisher never fails.
  public typealias Failure = Never
  /// The value that the publisher sends.
  public let output: Output
  /// Creates a publisher of a value.
  @inlinable public init(_ output: Output) { self.output = output }

  @inlinable @inline(__always) public func receive<S: Subscriber<Output, Never>>(subscriber: S) {
    subscriber.receiveOnly(output) { "Just" }
  }
}

extension Subscriber {
  /// Gives this subscriber a subscription that sends one value at the first request, then the finish.
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

extension Just: SendingOnRequest {}
