extension ConnectablePublisher {
  /// Connects when the first subscriber comes, and cancels the connection when the last has cancelled.
  @inlinable public func autoconnect() -> Publishers.Autoconnect<Self> { .init(upstream: self) }
}

extension Publishers {
  /// A publisher that connects another one by itself.
  public class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
    /// That of the upstream.
    public typealias Output = Upstream.Output
    /// That of the upstream.
    public typealias Failure = Upstream.Failure
    /// What is connected.
    public final let upstream: Upstream
    @usableFromInline final let connection = Connection()
    /// A publisher that connects another one by itself.
    @inlinable public init(upstream: Upstream) { self.upstream = upstream }
    @inlinable @inline(__always)
    public final func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
      let isFirst = connection.enter()
      upstream.subscribe(AutoconnectInner(subscriber, connection, of: self))
      if isFirst { connection.open { upstream.connect() } }
    }
  }
}

@usableFromInline struct AutoconnectInner<Downstream: Subscriber>: Passing {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline let downstream: Downstream
  @usableFromInline let connection: Connection
  @usableFromInline let owner: AnyObject
  @inlinable init(_ downstream: Downstream, _ connection: Connection, of owner: AnyObject) {
    (self.downstream, self.connection, self.owner) = (downstream, connection, owner)
  }
  @inlinable var description: String { "Autoconnect" }
  @inlinable @inline(__always) func receive(subscription: any Subscription) {
    downstream.receive(subscription: Seat(subscription, connection, of: owner))
  }
  @inlinable @inline(__always) func receive(_ input: Input) -> Subscribers.Demand { downstream.receive(input) }
}

/// The one connection of an autoconnect, and how many subscribers keep it.
@usableFromInline final class Connection: Sendable {
  enum Phase { case closed, opening, open(any Cancellable) }
  let state = Guarded((subscribers: 0, phase: Phase.closed))
  @usableFromInline init() {}

  /// A subscriber comes. True: it is to open the connection once it is subscribed.
  @usableFromInline func enter() -> Bool {
    state.with { state in
      state.subscribers += 1
      guard case .closed = state.phase else { return false }
      state.phase = .opening
      return true
    }
  }
  /// A subscriber has cancelled.
  func leave() { settle { $0.subscribers -= 1 } }
  /// Connects, unless all have cancelled while they were being subscribed. They may do so while the connection is made.
  @usableFromInline func open(_ connect: () -> any Cancellable) {
    let isWanted = state.with { state in
      if state.subscribers == 0 { state.phase = .closed }
      return state.subscribers > 0
    }
    guard isWanted else { return }
    let connection = connect()
    settle { $0.phase = .open(connection) }
  }
  /// Closes what nobody keeps any more.
  private func settle(_ change: (inout (subscribers: Int, phase: Phase)) -> Void) {
    let abandoned: Phase = state.with { state in
      change(&state)
      guard state.subscribers == 0, case .open = state.phase else { return .closed }
      defer { state.phase = .closed }
      return state.phase
    }
    if case .open(let connection) = abandoned { connection.cancel() }
  }
}

/// The subscription of one subscriber of an autoconnect: that of upstream, and it gives up its share of the connection when it is cancelled.
@usableFromInline final class Seat: EngineSubscription, @unchecked Sendable {
  // Unchecked: what there is to release is behind the lock.
  struct Taken {
    let upstream: any Subscription
    let connection: Connection
    /// Kept alive as long as the connection is needed.
    let owner: AnyObject
  }
  let taken: Guarded<Taken?>
  let name: String
  @usableFromInline override var description: String { name }
  @usableFromInline override var isTidy: Bool { taken.with { $0?.upstream }?.forgetsSubscribers ?? true }

  @usableFromInline init(_ upstream: any Subscription, _ connection: Connection, of owner: AnyObject) {
    taken = Guarded(Taken(upstream: upstream, connection: connection, owner: owner))
    name = String(describing: upstream)
  }
  @usableFromInline override func request(_ demand: Subscribers.Demand) { taken.with { $0?.upstream }?.request(demand) }
  @usableFromInline override func cancel() {
    guard let seat = taken.with({ $0.take() }) else { return }
    seat.upstream.cancel()
    seat.connection.leave()
  }
}
