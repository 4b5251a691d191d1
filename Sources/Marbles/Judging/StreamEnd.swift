import PipesCore

/// The ends of a stream that a rule asks for.
struct EndKinds: OptionSet {
  let rawValue: Int
  static let finish = Self(rawValue: 1), failure = Self(rawValue: 2)
}

/// Sends one value at the end of a stream, if it is of these kinds, and finishes.
struct StreamEnd<Upstream: Publisher>: Publisher {
  typealias Output = Void
  typealias Failure = Never
  let upstream: Upstream, kinds: EndKinds

  func receive<S: Subscriber<Void, Never>>(subscriber: S) {
    upstream.subscribe(StreamEndInner<Upstream.Output, Upstream.Failure, S>(subscriber, kinds))
  }
}

/// Requests unlimited values of the upstream with the first request of the downstream.
private final class StreamEndInner<Input, Failure: Error, Downstream: Subscriber<Void, Never>>:
  Subscriber, Subscription, @unchecked Sendable
{
  // Unchecked: `state` is guarded, and the downstream is called by one upstream at a time.
  private enum Phase { case running, due, over, cancelled }
  private struct State {
    var upstream: (any Subscription)?
    /// Whether the downstream has requested a value.
    var isWanted = false
    var phase = Phase.running
  }
  private let downstream: Downstream, kinds: EndKinds
  private let state = Guarded(State())
  init(_ downstream: Downstream, _ kinds: EndKinds) { (self.downstream, self.kinds) = (downstream, kinds) }

  func receive(subscription: any Subscription) {
    let isFirst = state.with { state in
      if state.upstream != nil || state.phase != .running { return false }
      state.upstream = subscription
      return true
    }
    if isFirst { downstream.receive(subscription: self) } else { subscription.cancel() }
  }
  func receive(_ input: Input) -> Subscribers.Demand { .none }
  func receive(completion: Subscribers.Completion<Failure>) {
    let kind: EndKinds = if case .finished = completion { .finish } else { .failure }
    let (wasRunning, old) = state.with { state in
      let wasRunning = state.phase == .running
      if wasRunning { state.phase = kinds.contains(kind) ? .due : .over }
      return (wasRunning, state.upstream.take())
    }
    withExtendedLifetime(old) {}  // released outside of the lock
    if wasRunning { kinds.contains(kind) ? send() : downstream.receive(completion: .finished) }
  }
  func request(_ demand: Subscribers.Demand) {
    if demand == .none { return }
    let upstream = state.with { state in
      defer { state.isWanted = true }
      return state.isWanted ? nil : state.upstream
    }
    upstream?.request(.unlimited)
    send()
  }
  func cancel() {
    let upstream = state.with { state in
      state.phase = .cancelled
      return state.upstream.take()
    }
    upstream?.cancel()
  }

  /// Sends the value when it is due and wanted.
  private func send() {
    let isNow = state.with { state in
      guard state.phase == .due, state.isWanted else { return false }
      state.phase = .over
      return true
    }
    guard isNow else { return }
    _ = downstream.receive(())
    if state.with({ $0.phase }) == .over { downstream.receive(completion: .finished) }
  }
}
