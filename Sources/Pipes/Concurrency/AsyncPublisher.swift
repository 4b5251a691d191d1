extension Publisher where Failure == Never {
  /// The values of this publisher, for `for await`.
  ///
  /// An iterator subscribes when it is created, and requests one value per `next()`. No value is kept for later: a value that a subject sends
  /// while no task waits is lost.
  public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}
extension Publisher {
  /// The values of this publisher, for `for try await`.
  ///
  /// An iterator subscribes when it is created, and requests one value per `next()`. No value is kept for later: a value that a subject sends
  /// while no task waits is lost.
  public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }
}

/// The values of a publisher that cannot fail, as an asynchronous sequence.
public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
  /// A value of the publisher.
  public typealias Element = P.Output
  private let publisher: P
  /// The values of this publisher.
  public init(_ publisher: P) { self.publisher = publisher }
  /// Subscribes. Every iterator has a subscription of its own.
  public func makeAsyncIterator() -> Iterator { Iterator(publisher) }

  /// Waits for one value after the other. Releasing it cancels the subscription.
  public struct Iterator: AsyncIteratorProtocol {
    private let inbox = AsyncInbox<P.Output, Never>("AsyncPublisher")
    private let token: AnyCancellable
    init(_ publisher: P) {
      token = AnyCancellable(inbox)
      publisher.subscribe(inbox)
    }
    /// The next value; `nil` after the completion, and when the task is cancelled, which cancels the subscription.
    public mutating func next() async -> P.Output? { await next(isolation: nil) }
    /// The same, on the actor of the caller.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> P.Output? { await inbox.next() }
  }
}

/// The values of a publisher, as an asynchronous sequence that throws its failure.
public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence {
  /// A value of the publisher.
  public typealias Element = P.Output
  private let publisher: P
  /// The values of this publisher.
  public init(_ publisher: P) { self.publisher = publisher }
  /// Subscribes. Every iterator has a subscription of its own.
  public func makeAsyncIterator() -> Iterator { Iterator(publisher) }

  /// Waits for one value after the other. Releasing it cancels the subscription.
  public struct Iterator: AsyncIteratorProtocol {
    /// The failure of the publisher, as any error.
    public typealias Failure = any Error
    private let inbox = AsyncInbox<P.Output, P.Failure>("AsyncThrowingPublisher")
    private let token: AnyCancellable
    init(_ publisher: P) {
      token = AnyCancellable(inbox)
      publisher.subscribe(inbox)
    }
    /// The next value; `nil` after the completion, and when the task is cancelled, which cancels the subscription. The failure is thrown
    /// once, then `nil` follows.
    public mutating func next() async throws -> P.Output? { try await next(isolation: nil) }
    /// The same, on the actor of the caller.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> P.Output? { try await inbox.next() }
  }
}
