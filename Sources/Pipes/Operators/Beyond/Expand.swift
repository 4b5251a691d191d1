extension Publisher {
  /// Sends each value and subscribes to the inner publisher that the closure makes of it; so it does with the values of the inner publishers.
  ///
  /// Requests unlimited values of this publisher. Finishes when this publisher and all inner publishers have finished: the closure ends the
  /// recursion with an empty publisher. Fails with the first failure. Rx calls it `expand`, too.
  ///
  ///     source             -1|
  ///     twice              --x|
  ///     expand { twice }   -1-2-4-8-…   x = twice the value
  @inlinable
  public func expand<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.Expand<P, Self> where P.Output == Output, P.Failure == Failure {
    .init(upstream: self, transform: transform)
  }
}

extension Publishers {
  /// A publisher of values, and of those of the publishers made of each of them.
  public struct Expand<NewPublisher: Publisher, Upstream: Publisher>: Publisher
  where NewPublisher.Output == Upstream.Output, NewPublisher.Failure == Upstream.Failure {
    /// The output of the upstream.
    public typealias Output = Upstream.Output
    /// The failure of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the first values come from.
    public let upstream: Upstream
    /// Makes an inner publisher of each value.
    public let transform: (Output) -> NewPublisher
    /// A publisher of values, and of those of the publishers made of each of them.
    @inlinable public init(upstream: Upstream, transform: @escaping (Output) -> NewPublisher) {
      (self.upstream, self.transform) = (upstream, transform)
    }
    @inlinable
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let merger = Merger(subscriber, "Expand"), expander = Expander(merger, transform)
      merger.start(from: upstream) { expander.take($0) }
    }
  }
}

/// Subscribes to the inner publishers in the order of their values, one after the other and never nested, so that a long recursion of
/// publishers that send at once is a loop.
@usableFromInline final class Expander<Downstream: Subscriber, NewPublisher: Publisher>
where NewPublisher.Output == Downstream.Input, NewPublisher.Failure == Downstream.Failure {
  @usableFromInline let merger: Merger<Downstream>
  @usableFromInline let transform: (Downstream.Input) -> NewPublisher
  // In the keeping of the merger's gate:
  @usableFromInline let waiting = Queue<Downstream.Input>()
  @exclusivity(unchecked) @usableFromInline var isJoining = false

  @inlinable init(_ merger: Merger<Downstream>, _ transform: @escaping (Downstream.Input) -> NewPublisher) {
    (self.merger, self.transform) = (merger, transform)
  }
  /// A value of the upstream.
  @inlinable func take(_ value: Downstream.Input) {
    merger.join(Followed(upstream: Just(value).setFailureType(to: Downstream.Failure.self), grow))
  }
  @inlinable func grow(_ value: Downstream.Input) {
    merger.gate.run { [self] in
      waiting.push(value)
      if !isJoining { joinAll() }
    }
  }
  /// Inside the gate. As long as a value waits, a link of its own keeps the stream from finishing.
  @inlinable func joinAll() {
    let link = Link("Expand")
    merger.add(link)
    isJoining = true
    while !waiting.isEmpty {
      merger.join(Followed(upstream: transform(waiting.pop()), grow))
    }
    isJoining = false
    merger.remove(link)
    merger.completeIfDone()
  }
}

/// A publisher that calls a closure with each value after it has sent it.
@usableFromInline struct Followed<Upstream: Publisher>: Publisher {
  @usableFromInline typealias Output = Upstream.Output
  @usableFromInline typealias Failure = Upstream.Failure
  @usableFromInline let upstream: Upstream
  @usableFromInline let action: (Output) -> Void
  @inlinable init(upstream: Upstream, _ action: @escaping (Output) -> Void) { (self.upstream, self.action) = (upstream, action) }
  @inlinable func receive<S: Subscriber<Output, Failure>>(subscriber: S) { upstream.subscribe(FollowedInner(subscriber, action)) }
}

@usableFromInline struct FollowedInner<Downstream: Subscriber>: Passing {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let action: (Input) -> Void
  @inlinable init(_ downstream: Downstream, _ action: @escaping (Input) -> Void) { (self.downstream, self.action) = (downstream, action) }
  @inlinable var description: String { "Expand" }
  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    let more = downstream.receive(input)
    action(input)
    return more
  }
}
