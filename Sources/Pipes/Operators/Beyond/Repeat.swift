extension Publisher {
  /// Subscribes again when this publisher finishes, so many times after the first; for ever if no number or a negative one is given.
  ///
  /// Each time it is asked for what was asked for and not delivered. A failure ends the stream. Rx calls it `repeat`, and counts the first
  /// subscription, too.
  ///
  ///     source     -1-2|
  ///     repeat(1)  -1-2-1-2|
  @inlinable public func `repeat`(_ times: Int? = nil) -> Publishers.Repeat<Self> { .init(upstream: self, times: times) }
  /// Subscribes again after the end when another publisher says so.
  ///
  /// The closure is called once for each subscriber. It gets a value for each end, and makes the publisher that answers: a value subscribes
  /// again, its end ends the stream, its failure fails it. It is asked for everything. Rx calls it `repeatWhen`.
  @inlinable
  public func `repeat`<Trigger: Publisher>(
    when handler: @escaping (AnyPublisher<Void, Never>) -> Trigger
  ) -> Publishers.RepeatWhen<Self, Trigger> where Trigger.Failure == Failure {
    .init(upstream: self, handler: handler)
  }
}

extension Publishers {
  /// A publisher that subscribes again after the end.
  public struct Repeat<Upstream: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// The publisher that is subscribed again.
    public let upstream: Upstream
    /// How many times, after the first; `nil` for ever.
    public let times: Int?
    /// A publisher that subscribes again after the end.
    @inlinable public init(upstream: Upstream, times: Int?) {
      self.upstream = upstream
      self.times = times.flatMap { $0 < 0 ? nil : $0 }
    }
    @inlinable
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let left = Slot(times)
      Again(upstream, subscriber, "Repeat") { again, completion in
        guard case .finished = completion, left.value != 0 else { return again.end(completion) }
        left.value = left.value.map { $0 - 1 }
        again.attempt()
      }.attempt()
    }
  }

  /// A publisher that subscribes again after the end when another publisher says so.
  public struct RepeatWhen<Upstream: Publisher, Trigger: Publisher>: Publisher where Upstream.Failure == Trigger.Failure {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of both.
    public typealias Failure = Upstream.Failure
    /// The publisher that is subscribed again.
    public let upstream: Upstream
    /// Makes the publisher that answers its ends.
    public let handler: (AnyPublisher<Void, Never>) -> Trigger
    /// A publisher that subscribes again after the end.
    @inlinable public init(upstream: Upstream, handler: @escaping (AnyPublisher<Void, Never>) -> Trigger) {
      (self.upstream, self.handler) = (upstream, handler)
    }
    @inlinable
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let ends = CurrentValueSubject<Void?, Never>(nil)
      let again = Again(upstream, subscriber, "RepeatWhen") { again, completion in
        guard case .finished = completion else { return again.end(completion) }
        again.isWaiting = true
        ends.send(())
      }
      again.obey(handler(ends.compactMap { $0 }.eraseToAnyPublisher()))
      again.attempt()
    }
  }
}

extension Publishers.Repeat: Equatable where Upstream: Equatable {}
