extension Publisher {
  /// Goes on with another publisher, made of the error, when this one fails; fails if the closure throws.
  ///
  /// The replacement is asked for what was asked for and not delivered. Its failure is not caught.
  ///
  ///     source    -1-2-#
  ///     tryCatch  -1-2-(9|)
  @inlinable
  public func tryCatch<P: Publisher>(_ handler: @escaping (Failure) throws -> P) -> Publishers.TryCatch<Self, P>
  where P.Output == Output {
    .init(upstream: self, handler: handler)
  }
}

extension Publishers {
  /// A publisher that goes on with another one after a failure, or fails.
  public struct TryCatch<Upstream: Publisher, NewPublisher: Publisher>: Publisher where Upstream.Output == NewPublisher.Output {
    /// That of both publishers.
    public typealias Output = Upstream.Output
    /// Any error.
    public typealias Failure = any Error
    /// The publisher that may fail.
    public let upstream: Upstream
    /// Makes the replacement, or throws.
    public let handler: (Upstream.Failure) throws -> NewPublisher
    /// A publisher that goes on with another one after a failure, or fails.
    @inlinable public init(upstream: Upstream, handler: @escaping (Upstream.Failure) throws -> NewPublisher) {
      (self.upstream, self.handler) = (upstream, handler)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(TryCatchInner(subscriber, handler))
    }
  }
}

@usableFromInline struct TryCatchInner<Fault: Error, Next: Publisher, Downstream: Subscriber>: SequentialSubscriber
where Next.Output == Downstream.Input, Downstream.Failure == any Error {
  @usableFromInline typealias Failure = Fault
  @usableFromInline let downstream: Downstream
  @usableFromInline let link = SequentialSubscription("TryCatch", refusesZero: true)
  @usableFromInline let handler: (Fault) throws -> Next
  @inlinable init(_ downstream: Downstream, _ handler: @escaping (Fault) throws -> Next) {
    (self.downstream, self.handler) = (downstream, handler)
  }
  @inlinable func receive(subscription: any Subscription) { begin(subscription) }
  @inlinable func receive(completion: Subscribers.Completion<Fault>) {
    guard case .failure(let error) = completion else { return complete(.finished) }
    guard link.detach() else { return }
    do { try handler(error).mapError { $0 as any Error }.subscribe(LastSubscriber(downstream, link)) } catch {
      if link.cancelOnce() { downstream.receive(completion: .failure(error)) }
    }
  }
}
