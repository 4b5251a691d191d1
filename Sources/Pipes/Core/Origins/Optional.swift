extension Optional {
  /// A publisher that sends the wrapped value, if there is one, then finishes.
  @inlinable public var publisher: Publisher { Publisher(self) }

  /// A publisher that sends one value at the first request, then finishes. Without a value it finishes immediately.
  ///
  /// Operators on it that need no time are computed when they are called, as those on a ``Just``. Without a value even
  /// `count()`, `reduce`, `allSatisfy` and `contains` only finish.
  public struct Publisher {
    public typealias Output = Wrapped
    /// This publisher never fails.
    public typealias Failure = Never
    /// The value that the publisher sends; `nil` if it only finishes.
    public let output: Wrapped?
    /// Creates a publisher of an optional value.
    @inlinable public init(_ output: Output?) { self.output = output }

    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Never>>(subscriber: S) {
      if let output { subscriber.receiveOnly(output) { "Optional" } } else { subscriber.complete(.finished) }
    }
  }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {}
extension Optional.Publisher: Sendable where Wrapped: Sendable {}

extension Optional.Publisher: Publisher, SendingOnRequest {}
