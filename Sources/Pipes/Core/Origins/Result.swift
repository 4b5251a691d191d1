extension Result {
  /// A publisher that sends the value and finishes, or fails with the error.
  @inlinable public var publisher: Publisher { Publisher(self) }

  /// A publisher that sends one value at the first request, then finishes, or that fails immediately.
  ///
  /// Operators on it that need no time are computed when they are called, as those on a ``Just``.
  public struct Publisher {
    public typealias Output = Success
    /// The value or the failure.
    public let result: Result<Output, Failure>
    /// Creates a publisher of a result.
    @inlinable public init(_ result: Result<Output, Failure>) { self.result = result }
    /// Creates a publisher of a value.
    @inlinable public init(_ output: Output) { self.init(.success(output)) }
    /// Creates a publisher that fails with an error.
    @inlinable public init(_ failure: Failure) { self.init(.failure(failure)) }

    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      switch result {
      case .success(let output): subscriber.receiveOnly(output) { "Once" }
      case .failure(let error): subscriber.complete(.failure(error))
      }
    }
  }
}

extension Result.Publisher: Equatable where Success: Equatable, Failure: Equatable {}
extension Result.Publisher: Sendable where Success: Sendable {}

extension Result.Publisher: Publisher, SendingOnRequest {}
