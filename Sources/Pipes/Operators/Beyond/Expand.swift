extension Publisher {
  /// Creates an inner publisher for each value, and in turn for each value of the inner publishers.
  ///
  /// *Requests* unlimited values. *Keeps* values for which there is no demand. *Finishes* when the upstream and all
  /// inner publishers have finished. *Fails* when one of the publishers fails.
  ///
  /// *Use it* to follow pages or a tree, where each answer leads to the next requests. *See also* `flatMap`,
  /// `mergeScan`.
  ///
  ///     a: -1|
  ///     b: --2|
  ///     > a.expand { _ in b }.prefix(3)
  ///     =  -1-2-(2|)
  ///
  /// The recursion ends where the closure returns a publisher without values, such as `Empty()`.
  ///
  /// - Parameter transform: Creates an inner publisher for a value of the upstream or of an inner publisher.
  @inlinable public func expand<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.Expand<P, Self> where P.Output == Output, P.Failure == Failure {
    .init(upstream: self, transform: transform)
  }
}

extension Publishers {
  public struct Expand<NewPublisher: Publisher, Upstream: Publisher>: Publisher
  where NewPublisher.Output == Upstream.Output, NewPublisher.Failure == Upstream.Failure {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let transform: (Output) -> NewPublisher
    @inlinable public init(upstream: Upstream, transform: @escaping (Output) -> NewPublisher) {
      self.upstream = upstream
      self.transform = transform
    }
    @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let merger = Merger(subscriber, "Expand"), expander = Expander(merger, transform)
      merger.start(from: upstream) { expander.take($0) }
    }
  }
}

/// Subscribes to the inner publishers in the order of their values, one after the other and never re-entrantly, so that
/// a long recursion of publishers that send immediately is a loop.
@usableFromInline final class Expander<Downstream: Subscriber, NewPublisher: Publisher>
where NewPublisher.Output == Downstream.Input, NewPublisher.Failure == Downstream.Failure {
  @usableFromInline let merger: Merger<Downstream>
  @usableFromInline let transform: (Downstream.Input) -> NewPublisher
  // Guarded by the merger's gate:
  @usableFromInline let waiting = Queue<Downstream.Input>()
  @exclusivity(unchecked) @usableFromInline var isJoining = false

  @inlinable init(_ merger: Merger<Downstream>, _ transform: @escaping (Downstream.Input) -> NewPublisher) {
    self.merger = merger
    self.transform = transform
  }
  /// Accepts a value of the upstream.
  @inlinable func take(_ value: Downstream.Input) {
    merger.join(Followed(upstream: Just(value).setFailureType(to: Downstream.Failure.self), grow))
  }
  @inlinable func grow(_ value: Downstream.Input) {
    merger.gate.run { [self] in
      waiting.push(value)
      if !isJoining { joinAll() }
    }
  }
  /// Called inside the gate: subscribes to the inner publishers of all waiting values. Meanwhile a link of its own
  /// keeps the downstream from completing.
  @inlinable func joinAll() {
    let link = Link("Expand")
    merger.add(link)
    isJoining = true
    while !waiting.isEmpty { merger.join(Followed(upstream: transform(waiting.pop()), grow)) }
    isJoining = false
    merger.remove(link)
    merger.completeIfDone()
  }
}

/// A publisher that sends each value and then calls a closure with it.
@usableFromInline struct Followed<Upstream: Publisher>: Publisher {
  @usableFromInline typealias Output = Upstream.Output
  @usableFromInline typealias Failure = Upstream.Failure
  @usableFromInline let upstream: Upstream
  @usableFromInline let action: (Output) -> Void
  @inlinable init(upstream: Upstream, _ action: @escaping (Output) -> Void) {
    self.upstream = upstream
    self.action = action
  }
  @inlinable func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    upstream.subscribe(FollowedInner(subscriber, action))
  }
}

@usableFromInline struct FollowedInner<Downstream: Subscriber>: Passing {
  @usableFromInline let downstream: Downstream
  @usableFromInline let action: (Input) -> Void
  @inlinable init(_ downstream: Downstream, _ action: @escaping (Input) -> Void) {
    self.downstream = downstream
    self.action = action
  }
  @inlinable var description: String { "Expand" }
  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    let more = downstream.receive(input)
    action(input)
    return more
  }
}
