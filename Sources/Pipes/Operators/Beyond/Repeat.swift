extension Publisher {
  /// Subscribes to the upstream again after it has finished, for a number of rounds or forever.
  ///
  /// *Requests* from each round the demand that has not been fulfilled yet. *Finishes* after the last round.
  ///
  /// *Use it* to run a publisher several times. *See also* `retry`, `interval`.
  ///
  ///     a: 1-2|
  ///     > a.repeat(2)
  ///     =  1-21-2|
  ///
  /// A round begins directly after the finish of the previous one. A failure is not repeated.
  ///
  /// - Parameter times: The number of rounds in all. With 1 nothing is repeated; with 0 the stream finishes without
  ///   subscribing to the upstream. By default, and with a negative number, there is no limit.
  @inlinable public func `repeat`(_ times: Int? = nil) -> Publishers.Repeat<Self> {
    .init(upstream: self, times: times)
  }
  /// Subscribes again after the upstream has finished, each time another publisher sends a value.
  ///
  /// *Requests* from each round the demand that has not been fulfilled yet. *Finishes* when the other publisher has
  /// finished and no round is running. *Fails* when the upstream or the other publisher fails.
  ///
  /// *Use it* to run a publisher again after an event elsewhere. *See also* `retry`. *In Rx:* `repeatWhen`.
  ///
  ///     a: 1-2|
  ///     > a.repeat { ends in ends.delay(for: 2) }.prefix(3)
  ///     =  1-2--(1|)
  ///
  /// A value of the other publisher subscribes again. A round that is running when the other publisher finishes is the
  /// last one.
  ///
  /// - Parameter handler: Receives a publisher that sends a value for each finish of the upstream, and returns the
  ///   other publisher. Called once for each subscriber.
  @inlinable public func `repeat`<Trigger: Publisher>(
    when handler: @escaping (AnyPublisher<Void, Never>) -> Trigger
  ) -> Publishers.RepeatWhen<Self, Trigger> where Trigger.Failure == Failure {
    .init(upstream: self, handler: handler)
  }
}

extension Publishers {
  public struct Repeat<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    /// The number of rounds; `nil` means no limit.
    public let times: Int?
    @inlinable public init(upstream: Upstream, times: Int?) {
      self.upstream = upstream
      self.times = times.flatMap { $0 < 0 ? nil : $0 }
    }
    @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let left = Kept.Gated(times)
      let again = Resubscriber(upstream, subscriber, "Repeat") { again, completion in
        left.set(left.value.map { $0 - 1 })
        if case .finished = completion, left.value != 0 { again.attempt() } else { again.complete(completion) }
      }
      if times == 0 { again.complete(.finished) } else { again.begin() }
    }
  }

  public struct RepeatWhen<Upstream: Publisher, Trigger: Publisher>: Publisher
  where Upstream.Failure == Trigger.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let handler: (AnyPublisher<Void, Never>) -> Trigger
    @inlinable public init(upstream: Upstream, handler: @escaping (AnyPublisher<Void, Never>) -> Trigger) {
      self.upstream = upstream
      self.handler = handler
    }
    @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let ends = CurrentValueSubject<Void?, Never>(nil)
      let again = Resubscriber(upstream, subscriber, "RepeatWhen") { again, completion in
        guard case .finished = completion, !again.isLast else { return again.complete(completion) }
        again.wait(after: completion) { ends.send(()) }
      }
      again.resume(at: handler(ends.compactMap { $0 }.eraseToAnyPublisher()))
      again.begin()
    }
  }
}

extension Publishers.Repeat: Equatable where Upstream: Equatable {}
