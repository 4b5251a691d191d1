/// A publisher of one value: delivered at the first request, and with it the end.
public struct Just<Output>: Publisher {
  /// It cannot fail.
  public typealias Failure = Never
  /// The value.
  public let output: Output
  /// A publisher of this value.
  @inlinable public init(_ output: Output) { self.output = output }

  @inlinable @inline(__always)
  public func receive<S: Subscriber<Output, Never>>(subscriber: S) { subscriber.receive(subscription: Spout.single("Just", output, subscriber)) }
}

extension Just: Equatable where Output: Equatable {}
extension Just: Sendable where Output: Sendable {}

extension Spout {
  /// The subscription of an origin that has one value.
  @inlinable @inline(__always)
  static func single<S: Subscriber>(_ name: @autoclosure @escaping () -> String, _ output: S.Input, _ subscriber: S) -> Spout {
    Spout(name(), refusesZero: true) { spout in
      _ = subscriber.receive(output)
      if spout.close() { subscriber.receive(completion: .finished) }
    }
  }
}
