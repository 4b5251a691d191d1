extension Publisher {
  /// Continues with another publisher after a failure.
  ///
  /// *Requests* the demand that has not been fulfilled yet, from the other publisher. *Fails* when the other publisher
  /// fails.
  ///
  /// *Use it* to continue with other values after a failure. *See also* `replaceError`, `retry`, `onErrorResumeNext`.
  /// *In Rx:* `catchError`.
  ///
  ///     a: -1-2-#
  ///     b: 7-8-|
  ///     > a.catch { _ in b }
  ///     =  -1-2-7-8-|
  ///
  /// A failure of the other publisher is not caught. A stream that has failed never continues: to keep the outer stream
  /// alive, catch inside the closure of `flatMap`.
  ///
  /// - Parameter handler: Receives the error and creates the other publisher. Called at most once.
  @inlinable public func `catch`<P: Publisher>(_ handler: @escaping (Failure) -> P) -> Publishers.Catch<Self, P>
  where P.Output == Output {
    .init(upstream: self, handler: handler)
  }
}

extension Publishers {
  public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
  where Upstream.Output == NewPublisher.Output {
    public typealias Output = Upstream.Output
    public typealias Failure = NewPublisher.Failure
    public let upstream: Upstream
    public let handler: (Upstream.Failure) -> NewPublisher
    @inlinable public init(upstream: Upstream, handler: @escaping (Upstream.Failure) -> NewPublisher) {
      self.upstream = upstream
      self.handler = handler
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(SequentialSubscription.RecoveringSubscriber(subscriber, "Catch", handler))
    }
  }
}
