/// The subscription of one subscriber of an autoconnect. It forwards requests to the subscription of the upstream. A
/// cancel also detaches the subscriber from the connection.
@usableFromInline package final class AutoconnectSubscription: EngineSubscription, @unchecked Sendable {
  // Unchecked: the lock guards the references that a cancel releases.
  struct Taken {
    let upstream: EngineSubscription
    let connection: SharedConnection
  }
  let taken: Guarded<Taken?>
  let name: String
  @usableFromInline package override var description: String { name }
  @usableFromInline package override var releasesSubscriber: Bool {
    taken.with { $0?.upstream }?.releasesSubscriber ?? false
  }

  @usableFromInline package override func reportChanges(to sink: Link) {
    taken.with { $0?.upstream }?.reportChanges(to: sink)
  }

  @usableFromInline package init(_ upstream: any Subscription, _ connection: SharedConnection) {
    taken = Guarded(Taken(upstream: upstream.kept, connection: connection))
    name = String(describing: upstream)
  }
  deinit { taken.with { $0?.upstream }?.abandon() }
  @usableFromInline package override func request(_ demand: Subscribers.Demand) {
    taken.with { $0?.upstream }?.request(demand)
  }
  /// Each call cancels the upstream before it returns, also while another thread is in its own call: nothing follows
  /// either of them.
  @usableFromInline package override func cancel() {
    guard let upstream = taken.with({ $0?.upstream }) else { return }
    upstream.cancel()
    taken.with { $0.take() }?.connection.detach()
  }
}

extension AutoconnectSubscription {
  /// The connection of an autoconnect, and the number of subscribers that keep it open.
  @usableFromInline package final class SharedConnection: Sendable {
    enum Phase { case closed, opening, open(any Cancellable) }
    let state = Guarded((subscribers: 0, phase: Phase.closed, isSpent: false))
    /// Whether the connection is opened only once: after it is closed, later subscribers need a new one, and do not
    /// receive values that were kept for earlier ones.
    let isSingle: Bool
    @usableFromInline package init(isSingle: Bool = false) { self.isSingle = isSingle }

    /// Counts a subscriber. Returns true if the caller must open the connection after subscribing, and `nil` if the
    /// connection cannot be opened again.
    @usableFromInline package func enter() -> Bool? {
      state.with { state in
        if state.isSpent { return nil }
        state.subscribers += 1
        guard case .closed = state.phase else { return false }
        state.phase = .opening
        return true
      }
    }
    /// Removes a subscriber that has cancelled.
    func detach() { settle { $0.subscribers -= 1 } }
    /// Opens the connection, unless all subscribers have cancelled while they were being subscribed. They may also
    /// cancel while `connect` runs.
    @usableFromInline package func open(_ connect: () -> any Cancellable) {
      let isWanted = state.with { state in
        if state.subscribers == 0 {
          state.phase = .closed
          state.isSpent = isSingle
        }
        return state.subscribers > 0
      }
      guard isWanted else { return }
      let connection = connect()
      settle { $0.phase = .open(connection) }
    }
    /// Closes the connection if no subscriber keeps it open. Its values are refused from the step on in which it is
    /// closed: a subscriber that opens the next connection before this one has been cancelled receives the values of
    /// one connection only.
    private func settle(_ change: (inout (subscribers: Int, phase: Phase, isSpent: Bool)) -> Void) {
      let abandoned: (connection: any Cancellable, upstream: EngineSubscription?)? = state.with { state in
        change(&state)
        guard state.subscribers == 0, case .open(let connection) = state.phase else { return nil }
        state.phase = .closed
        state.isSpent = isSingle
        return (connection, ((connection as? AnyCancellable)?.engine as? Link)?.sever())
      }
      abandoned?.upstream?.cancel()
      abandoned?.connection.cancel()
    }
  }
}
