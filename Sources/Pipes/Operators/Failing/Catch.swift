extension Publisher {
  /// Goes on with another publisher, made of the error, when this one fails. The failure of that one is not caught.
  ///
  /// The replacement is asked for what was asked for and not delivered.
  ///
  ///     source             -1-2-#
  ///     catch { _ in 9| }  -1-2-(9|)
  @inlinable
  public func `catch`<P: Publisher>(_ handler: @escaping (Failure) -> P) -> Publishers.Catch<Self, P> where P.Output == Output {
    .init(upstream: self, handler: handler)
  }
}

extension Publishers {
  /// A publisher that goes on with another one after a failure.
  public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher where Upstream.Output == NewPublisher.Output {
    /// That of both publishers.
    public typealias Output = Upstream.Output
    /// That of the replacement.
    public typealias Failure = NewPublisher.Failure
    /// The publisher that may fail.
    public let upstream: Upstream
    /// Makes the replacement.
    public let handler: (Upstream.Failure) -> NewPublisher
    /// A publisher that goes on with another one after a failure.
    @inlinable public init(upstream: Upstream, handler: @escaping (Upstream.Failure) -> NewPublisher) {
      (self.upstream, self.handler) = (upstream, handler)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(CatchInner(subscriber, "Catch", handler))
    }
  }
}

@usableFromInline struct CatchInner<Fault: Error, Next: Publisher, Downstream: Subscriber>: SequentialSubscriber
where Next.Output == Downstream.Input, Next.Failure == Downstream.Failure {
  @usableFromInline typealias Failure = Fault
  @usableFromInline let downstream: Downstream
  @usableFromInline let link: SequentialSubscription
  @usableFromInline let handler: (Fault) -> Next
  @inlinable init(_ downstream: Downstream, _ name: String, _ handler: @escaping (Fault) -> Next) {
    (self.downstream, self.handler) = (downstream, handler)
    link = SequentialSubscription(name, refusesZero: true)
  }
  @inlinable func receive(subscription: any Subscription) { begin(subscription) }
  @inlinable func receive(completion: Subscribers.Completion<Fault>) {
    switch completion {
    case .finished: complete(.finished)
    case .failure(let error):
      if link.detach() { handler(error).subscribe(LastSubscriber(downstream, link)) }
    }
  }
}
