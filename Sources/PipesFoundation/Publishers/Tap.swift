#if !canImport(Combine)
  import Pipes

  /// The subscription to something that happens by itself: what finds no demand is lost. It lets go of all it holds when it is cancelled.
  final class Tap<Downstream: Subscriber>: Subscription, CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible,
    @unchecked Sendable
  {
    // Unchecked: the downstream need not be Sendable. It is reached through the lock, and it gets one event at a time through the gate.
    fileprivate struct State {
      var downstream: Downstream?
      var demand = Subscribers.Demand.none
      var stop: AnyCancellable?
    }
    private let state: Guarded<State>
    private let gate = Gate()
    let description: String
    var customMirror: Mirror { Mirror(self, children: []) }
    var playgroundDescription: Any { description }

    init(_ downstream: Downstream, _ description: String) {
      state = Guarded(State(downstream: downstream))
      self.description = description
    }
    /// Runs the closure when it is cancelled, at once if it is already.
    func whenCancelled(_ stop: @escaping () -> Void) {
      let token = AnyCancellable(stop)  // which runs the closure when it is dropped
      state.with { if $0.downstream != nil { $0.stop = token } }
    }
    func send(_ value: Downstream.Input) {
      gate.run { [self] in
        guard let downstream = state.with({ $0.claim() }) else { return }
        let more = downstream.receive(value)
        if more > .none { request(more) }
      }
    }
    func request(_ demand: Subscribers.Demand) { state.with { $0.demand += demand } }
    func cancel() {
      let old = state.with { state in
        defer { state = State() }
        return state
      }
      old.stop?.cancel()
    }
  }

  extension Tap.State {
    /// The downstream, if it wants a value.
    fileprivate mutating func claim() -> Downstream? {
      guard demand > .none, let downstream else { return nil }
      demand -= 1
      return downstream
    }
  }
#endif
