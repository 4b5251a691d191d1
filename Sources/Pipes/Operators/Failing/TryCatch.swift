extension Publisher {
  /// Continues with another publisher after a failure, or fails if the closure throws.
  ///
  /// *Requests* the demand that has not been fulfilled yet, from the other publisher. *Fails* when the closure throws
  /// or the other publisher fails.
  ///
  /// *Use it* to continue after some failures and to fail after others. *See also* `catch`, `mapError`.
  ///
  ///     a: -1-2-#
  ///     b: 7-8-|
  ///     > a.tryCatch { $0 == "error" ? throw "worse" : b }
  ///     =  -1-2-#'worse'
  ///
  /// - Parameter handler: Receives the error and creates the other publisher, or throws. Called at most once.
  @inlinable
  public func tryCatch<P: Publisher>(_ handler: @escaping (Failure) throws -> P) -> Publishers.TryCatch<Self, P>
  where P.Output == Output {
    .init(upstream: self, handler: handler)
  }
}

extension Publishers {
  public struct TryCatch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
  where Upstream.Output == NewPublisher.Output {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error
    public let upstream: Upstream
    public let handler: (Upstream.Failure) throws -> NewPublisher
    @inlinable public init(upstream: Upstream, handler: @escaping (Upstream.Failure) throws -> NewPublisher) {
      self.upstream = upstream
      self.handler = handler
    }
    @inlinable @inline(__always) public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(TryCatchInner(subscriber, handler))
    }
  }
}

@usableFromInline struct TryCatchInner<Failure: Error, Next: Publisher, Downstream: Subscriber>: SequentialSubscriber
where Next.Output == Downstream.Input, Downstream.Failure == any Error {
  @usableFromInline let downstream: Downstream
  @usableFromInline let link = SequentialSubscription("TryCatch", refusesZero: true)
  @usableFromInline let handler: (Failure) throws -> Next
  @inlinable init(_ downstream: Downstream, _ handler: @escaping (Failure) throws -> Next) {
    self.downstream = downstream
    self.handler = handler
  }
  @inlinable func receive(subscription: any Subscription) { begin(subscription) }
  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    guard case .failure(let error) = completion else { return complete(.finished) }
    guard link.detach() else { return }
    do {
      let next = try handler(error)
      next.mapError { $0 as any Error }.subscribe(
        SequentialSubscription.LastSubscriber(downstream, link, to: next))
    } catch {
      if link.completeBetween() { downstream.receive(completion: .failure(error)) }
    }
  }
}
