extension Optional {
  /// A publisher of the wrapped value, if there is one, then the finish.
  @inlinable public var publisher: Publisher { Publisher(self) }

  /// A publisher of at most one value: sent at the first request, together with the finish. Without a value it finishes immediately.
  public struct Publisher: Pipes.Publisher {
    /// The wrapped value.
    public typealias Output = Wrapped
    /// It cannot fail.
    public typealias Failure = Never
    /// The value, if there is one.
    public let output: Wrapped?
    /// A publisher of this value, or of none.
    @inlinable public init(_ output: Output?) { self.output = output }

    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Never>>(subscriber: S) {
      if let output { subscriber.receiveOnly(output) { "Optional" } } else { subscriber.complete(.finished) }
    }
  }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {}
extension Optional.Publisher: Sendable where Wrapped: Sendable {}
