#if !canImport(Combine)
  import Pipes

  /// The subscription to a hot source, such as a timer or notifications. It drops a value for which there is no demand.
  /// A cancel releases everything that it holds.
  final class EventSubscription<Downstream: Subscriber>: Subscription, CustomStringConvertible, CustomReflectable,
    CustomPlaygroundDisplayConvertible,
    @unchecked Sendable
  {
    // Unchecked: the downstream need not be Sendable. The lock guards it, and the gate delivers one event at a time.
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
    /// Runs the closure at the cancel, immediately if the subscription is cancelled already.
    func whenCancelled(_ stop: @escaping () -> Void) {
      let token = AnyCancellable(stop)  // runs the closure when it is released
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

  extension EventSubscription.State {
    /// Counts one value and returns the downstream, if there is demand.
    fileprivate mutating func claim() -> Downstream? {
      guard demand > .none, let downstream else { return nil }
      demand -= 1
      return downstream
    }
  }
#endif
