extension Result {
  /// A publisher of the value, then the finish; or of the failure.
  @inlinable public var publisher: Publisher { Publisher(self) }

  /// A publisher of one value, sent at the first request together with the finish; or of a failure, which needs no demand.
  public struct Publisher: Pipes.Publisher {
    /// The value of a success.
    public typealias Output = Success
    /// The value or the failure.
    public let result: Result<Output, Failure>
    /// A publisher of this result.
    @inlinable public init(_ result: Result<Output, Failure>) { self.result = result }
    /// A publisher of this value.
    @inlinable public init(_ output: Output) { self.init(.success(output)) }
    /// A publisher that fails with this error.
    @inlinable public init(_ failure: Failure) { self.init(.failure(failure)) }

    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      switch result {
      case .success(let output): subscriber.receiveOnly(output) { "Once" }
      case .failure(let error): subscriber.complete(.failure(error))
      }
    }
  }
}

extension Result.Publisher: Equatable where Success: Equatable, Failure: Equatable {}
extension Result.Publisher: Sendable where Success: Sendable {}
