extension Publisher {
  /// Keeps values that come before they are asked for.
  ///
  /// The end waits until all were taken and one more value was asked for; a failure waits only while there is demand.
  ///
  ///     source    -1-2-3-4-|
  ///     request   -----1---*
  ///     buffer    -----1---(234|)
  @inlinable
  public func buffer(
    size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>
  ) -> Publishers.Buffer<Self> {
    .init(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
  }
}

extension Publishers {
  /// How a buffer asks its upstream.
  public enum PrefetchStrategy: Equatable, Hashable, Sendable {
    /// For as many values as there is room for.
    case keepFull
    /// For everything at once; what does not fit is dropped.
    case byRequest
  }
  /// What happens to a value for which a buffer has no room.
  public enum BufferingStrategy<Failure: Error> {
    /// The value is dropped.
    case dropNewest
    /// The oldest value in the buffer is dropped.
    case dropOldest
    /// The upstream is cancelled, and the stream fails with this error at the next request.
    case customError(() -> Failure)
  }

  /// A publisher that keeps values that come before they are asked for.
  public struct Buffer<Upstream: Publisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// Where the values come from.
    public let upstream: Upstream
    /// How many values there is room for.
    public let size: Int
    /// How the upstream is asked.
    public let prefetch: PrefetchStrategy
    /// What happens to a value for which there is no room.
    public let whenFull: BufferingStrategy<Failure>
    /// A publisher that keeps values that come before they are asked for.
    @inlinable public init(upstream: Upstream, size: Int, prefetch: PrefetchStrategy, whenFull: BufferingStrategy<Failure>) {
      (self.upstream, self.size, self.prefetch, self.whenFull) = (upstream, size, prefetch, whenFull)
    }
    @inlinable @inline(__always)
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      upstream.subscribe(BufferInner(subscriber, size, prefetch, whenFull))
    }
  }
}

@usableFromInline final class BufferInner<Downstream: Subscriber>: Delivery<Downstream>, EngineSubscriber, @unchecked Sendable {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let link = Link("Buffer")
  @usableFromInline let size: Int
  @usableFromInline let keepsFull: Bool
  @usableFromInline let whenFull: Publishers.BufferingStrategy<Failure>
  // All guarded by the gate.
  @exclusivity(unchecked) @usableFromInline var kept = Queue<Input>()
  /// The end, which waits.
  @exclusivity(unchecked) @usableFromInline var ending: Subscribers.Completion<Failure>?
  /// The error of a buffer that ran over. The next request makes it the end.
  @exclusivity(unchecked) @usableFromInline var overflow: Failure?
  @exclusivity(unchecked) @usableFromInline var depth = 0
  @exclusivity(unchecked) var hasSubscription = false

  /// ``drain()``, specialised: requests come in through code that knows no types.
  @usableFromInline let serve: (BufferInner) -> Int

  @inlinable @inline(__always)
  init(_ downstream: Downstream, _ size: Int, _ prefetch: Publishers.PrefetchStrategy, _ whenFull: Publishers.BufferingStrategy<Failure>) {
    (self.size, keepsFull, self.whenFull) = (size, prefetch == .keepFull, whenFull)
    serve = { $0.drain() }
    super.init(downstream)
  }
  @usableFromInline var description: String { link.description }

  /// The upstream is asked before the downstream has its subscription: contract BF-01.
  @usableFromInline func receive(subscription: any Subscription) {
    guard link.attach(subscription) else { return }
    add(link)
    link.request(keepsFull ? .max(size) : .unlimited)
    sendSubscription("Buffer", refusesZero: false)
    gate.run { [self] in
      hasSubscription = true
      endIfDue()
    }
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand {
    guard link.isLive else { return .none }
    return gate.take(self, input, from: link) { buffer, input, _ in buffer.take(input) }
  }
  @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
    guard link.isLive else { return }
    link.completeAttached()  // until all is delivered it is asked for more, and cancelled
    gate.run { [self] in
      ending = completion
      endIfDue()
    }
  }
  /// Inside the gate. Returns what takes the place of what was sent.
  @inlinable @inline(__always) func take(_ input: Input) -> Subscribers.Demand {
    guard canSend, kept.isEmpty else {
      keep(input)
      return .none
    }
    depth += 1
    send(input)
    depth -= 1
    let sent = depth == 0 && (!kept.isEmpty || ending != nil) ? 1 + drain() : 1
    return keepsFull ? .max(sent) : .none
  }
  @inlinable @inline(never) func keep(_ input: Input) {
    if isOver || overflow != nil { return }
    if kept.count < size { return kept.push(input) }
    switch whenFull {
    case .dropNewest: break
    case .dropOldest:
      guard !kept.isEmpty else { break }
      let old = kept.pop()
      kept.push(input)
      withExtendedLifetime(old) {}  // released last: its `deinit` may send
    case .customError(let error):
      _ = link.cancelOnce()
      overflow = error()
    }
  }
  @usableFromInline override func demandRaised(by more: Subscribers.Demand) {
    if more > .none, let overflow { ending = .failure(overflow) }
    guard depth == 0 else { return }
    let sent = serve(self)
    if keepsFull, sent > 0 { link.request(.max(sent)) }
  }
  /// Inside the gate, not nested: sends what is kept as far as the demand goes. Returns how many that was.
  @inlinable @inline(never) func drain() -> Int {
    var sent = 0
    depth += 1
    while canSend, !kept.isEmpty {
      send(kept.pop())
      sent += 1
    }
    depth -= 1
    endIfDue()
    return sent
  }
  /// Inside the gate.
  @inlinable @inline(__always) func endIfDue() { if ending != nil { tryToEnd() } }
  @usableFromInline func tryToEnd() {
    guard let ending, hasSubscription else { return }
    let isDue = if case .failure = ending { kept.isEmpty || demand == .none } else { kept.isEmpty && demand > .none }
    guard isDue else { return }
    remove(link)
    complete(ending)
  }
  @usableFromInline override func dispose() {
    kept.removeAll()
    overflow = nil
  }
}
