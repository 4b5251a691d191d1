extension Publisher where Failure == Never {
  /// An asynchronous sequence of the values of this publisher, for `for await`.
  ///
  /// An iterator subscribes when it is created, and requests one value per `next()`. *Drops* a value that a subject
  /// sends while no task waits: put `buffer` before `values` to keep it. While the body of a loop runs, no task waits.
  /// Behind an operator of *state*, such as `combineLatest`, `debounce` or `throttle`, or a ``CurrentValueSubject``,
  /// the loop then receives the newest value; of *events* it sees the next one after that, and with `buffer` all of
  /// them.
  @inlinable public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}
extension Publisher {
  /// An asynchronous sequence of the values of this publisher, for `for try await`. It throws the failure.
  ///
  /// An iterator subscribes when it is created, and requests one value per `next()`. *Drops* a value that a subject
  /// sends while no task waits: put `buffer` before `values` to keep it. While the body of a loop runs, no task waits.
  /// Behind an operator of *state*, such as `combineLatest`, `debounce` or `throttle`, or a ``CurrentValueSubject``,
  /// the loop then receives the newest value; of *events* it sees the next one after that, and with `buffer` all of
  /// them.
  @inlinable public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }
}

/// The values of a publisher that cannot fail, as an asynchronous sequence.
public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
  public typealias Element = P.Output
  @usableFromInline package let publisher: P
  /// Creates a sequence of the values of a publisher.
  @inlinable public init(_ publisher: P) { self.publisher = publisher }
  /// Subscribes, and returns the iterator of that subscription.
  @inlinable public func makeAsyncIterator() -> Iterator { Iterator(publisher) }

  /// An iterator with a subscription of its own. Releasing the iterator cancels the subscription.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline package let inbox = AsyncInbox<P.Output, Never>("AsyncPublisher")
    @usableFromInline package let token: AnyCancellable
    @inlinable package init(_ publisher: P) {
      token = AnyCancellable(inbox)
      publisher.subscribe(inbox)
    }
    /// Requests one value and waits for it. Returns `nil` after the completion. Cancelling the task cancels the
    /// subscription and returns `nil`.
    @inlinable public mutating func next() async -> P.Output? { await next(isolation: nil) }
    /// Does the same as `next()`, on the actor of the caller.
    @inlinable public mutating func next(isolation actor: isolated (any Actor)?) async -> P.Output? {
      await inbox.next()
    }
  }
}

/// The values of a publisher, as an asynchronous sequence that throws its failure.
public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence {
  public typealias Element = P.Output
  @usableFromInline package let publisher: P
  /// Creates a sequence of the values of a publisher.
  @inlinable public init(_ publisher: P) { self.publisher = publisher }
  /// Subscribes, and returns the iterator of that subscription.
  @inlinable public func makeAsyncIterator() -> Iterator { Iterator(publisher) }

  /// An iterator with a subscription of its own. Releasing the iterator cancels the subscription.
  public struct Iterator: AsyncIteratorProtocol {
    /// The failure of the publisher, as any error.
    public typealias Failure = any Error
    @usableFromInline package let inbox = AsyncInbox<P.Output, P.Failure>("AsyncThrowingPublisher")
    @usableFromInline package let token: AnyCancellable
    @inlinable package init(_ publisher: P) {
      token = AnyCancellable(inbox)
      publisher.subscribe(inbox)
    }
    /// Requests one value and waits for it. Returns `nil` after the completion. Cancelling the task cancels the
    /// subscription and returns `nil`.
    ///
    /// - Throws: The failure of the publisher, once. Later calls return `nil`.
    @inlinable public mutating func next() async throws -> P.Output? { try await next(isolation: nil) }
    /// Does the same as `next()`, on the actor of the caller.
    @inlinable public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> P.Output? {
      try await inbox.next()
    }
  }
}
