extension Publisher {
  /// Subscribes to this publisher again when it finishes, until it has finished so many times.
  ///
  /// Each round receives the demand that has not been fulfilled yet. Fails with the first failure. Rx calls it `repeat`, too.
  ///
  ///     source     -1-2|
  ///     repeat(2)  -1-2-1-2|
  ///
  /// - Parameter times: How many rounds there are in all: with one nothing is repeated, with zero the stream finishes without a
  ///   subscription to this publisher. Without a number, or with a negative one, there is no limit.
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
    /// How many rounds there are in all; `nil` means no limit.
    public let times: Int?
    /// A publisher that subscribes again after the end.
    @inlinable public init(upstream: Upstream, times: Int?) {
      self.upstream = upstream
      self.times = times.flatMap { $0 < 0 ? nil : $0 }
    }
    @inlinable
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let left = GatedValue(times)
      let again = Again(upstream, subscriber, "Repeat") { again, completion in
        left.value = left.value.map { $0 - 1 }
        if case .finished = completion, left.value != 0 { again.attempt() } else { again.complete(completion) }
      }
      if times == 0 { again.complete(.finished) } else { again.attempt() }
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
        guard case .finished = completion else { return again.complete(completion) }
        again.isWaiting = true
        ends.send(())
      }
      again.resume(at: handler(ends.compactMap { $0 }.eraseToAnyPublisher()))
      again.attempt()
    }
  }
}

extension Publishers.Repeat: Equatable where Upstream: Equatable {}
