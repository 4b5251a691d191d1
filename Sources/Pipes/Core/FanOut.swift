import Synchronization

/// How a subject reaches one downstream: one closure made in the inlinable `receive(subscriber:)`, for a value or for the completion.
@usableFromInline final class Mouth<Output, Failure: Error> {
  @usableFromInline typealias Call = (UnsafePointer<Output>?, Subscribers.Completion<Failure>?) -> Subscribers.Demand
  @usableFromInline let call: Call
  @inlinable init(_ call: @escaping Call) { self.call = call }
}

/// One downstream of a subject: its own demand, and the subscription it holds. It lets go of the downstream and of the subject at the end.
@usableFromInline final class Outlet<Output, Failure: Error>: EngineSubscription, @unchecked Sendable {
  /// What an outlet keeps alive while it is open.
  typealias Home = (hub: FanOut<Output, Failure>, subject: AnyObject)
  @inlinable @inline(__always) static var closed: UInt { Subscribers.Demand.top >> 1 }
  /// The outstanding demand, beside `closed`.
  @usableFromInline let demand = Atomic<UInt>(0)
  /// Freed when the gate is left and not before, so that nothing on the way to it needs a retain.
  @exclusivity(unchecked) @usableFromInline var mouth: Unmanaged<Mouth<Output, Failure>>?
  /// The version of the current value that it has, if the subject has one; zero if there is something to catch up on.
  @exclusivity(unchecked) @usableFromInline var seen = 0
  @exclusivity(unchecked) var isGreeted = false
  @exclusivity(unchecked) var isRemoved = false
  let home: Guarded<Home?>
  let name: String
  @usableFromInline override var description: String { name }

  @usableFromInline init(_ name: String, _ hub: FanOut<Output, Failure>, of subject: AnyObject, _ mouth: Mouth<Output, Failure>) {
    self.name = name
    home = Guarded((hub, subject))
    self.mouth = .passRetained(mouth)
  }
  deinit { mouth?.release() }

  /// Inside the gate. False: there is no demand, or it is cancelled.
  @inlinable @inline(__always) func offer(_ value: Output) -> Bool {
    let word = demand.load(ordering: .acquiring)  // pairs with `raise`: what the subscriber did before it asked is seen here
    if word == Subscribers.Demand.top {
      _ = deliver(value)
      return true
    }
    return word != 0 && word & Outlet.closed == 0 && offerCounted(value)
  }
  @usableFromInline @inline(never) func offerCounted(_ value: Output) -> Bool {
    demand.wrappingSubtract(1, ordering: .relaxed)
    let more = deliver(value)
    if more > .none { _ = demand.raise(by: more, beside: Outlet.closed) }
    return true
  }
  @inlinable @inline(__always) func deliver(_ value: Output) -> Subscribers.Demand {
    guard let mouth else { return .none }
    return mouth._withUnsafeGuaranteedRef { mouth in withUnsafePointer(to: value) { mouth.call($0, nil) } }
  }
  @usableFromInline override func request(_ more: Subscribers.Demand) {
    guard let home = home.with({ $0 }), Misuse.isPositive(more, name) else { return }
    _ = demand.raise(by: more, beside: Outlet.closed)
    home.hub.asked(by: self)
  }
  @usableFromInline override func cancel() {
    guard let home = close() else { return }
    home.hub.exclusively { [self] in home.hub.remove(self) }
  }
  /// What it kept alive, for the one caller that closes it.
  func close() -> Home? {
    demand.bitwiseOr(Outlet.closed, ordering: .acquiringAndReleasing)
    return home.with { slot in
      defer { slot = nil }
      return slot
    }
  }
  /// Inside the gate, on the way out of it.
  func silence() {
    let old = mouth
    mouth = nil
    old?.release()
  }
}

/// The downstreams of a subject. Everything `var` is in the keeping of the gate.
@usableFromInline class FanOut<Output, Failure: Error>: @unchecked Sendable {
  @usableFromInline typealias Pipe = Outlet<Output, Failure>
  @usableFromInline final let gate = Gate()
  /// The open downstream, if there is just one.
  @exclusivity(unchecked) @usableFromInline final var only: Unmanaged<Pipe>?
  /// In order of arrival; some may be removed.
  @exclusivity(unchecked) @usableFromInline final var pipes: ContiguousArray<Pipe> = []
  @exclusivity(unchecked) final var live = 0
  /// Removed, to be silenced on the way out of the gate.
  @exclusivity(unchecked) @usableFromInline final var retired: ContiguousArray<Pipe> = []
  final let isWanted = Atomic(false)
  final let upstreams = Guarded<[any Subscription]>([])
  final let completion = Guarded<Subscribers.Completion<Failure>?>(nil)
  @inlinable init() {}
  deinit { for upstream in upstreams.with({ $0 }) { upstream.cancel() } }

  // MARK: Values

  @inlinable @inline(__always) final func send(_ value: Output) {
    let me = currentThread()
    if gate.enter(me) {
      spread(value)
      leave(me)
    } else if gate.isMine(me) {
      spread(value)
    } else {
      gate.note(me) { [self] in
        spread(value)
        sweep()
      }
    }
  }
  @inlinable @inline(__always) final func spread(_ value: Output) {
    if let only { _ = only._withUnsafeGuaranteedRef { $0.offer(value) } } else { spreadToAll(value) }
  }
  @inlinable final func spreadToAll(_ value: Output) {
    let pipes = pipes
    for pipe in pipes { _ = pipe.offer(value) }
  }
  /// Runs the action inside the gate: now, also nested, or when the gate is free.
  @usableFromInline final func exclusively(_ action: @escaping () -> Void) {
    let me = currentThread()
    if gate.enter(me) {
      action()
      leave(me)
    } else if gate.isMine(me) {
      action()
    } else {
      gate.note(me) { [self] in
        action()
        sweep()
      }
    }
  }
  @inlinable @inline(__always) final func leave(_ me: UInt) {
    if !retired.isEmpty { sweep() }
    gate.leave(me)
  }
  @usableFromInline final func sweep() {
    while let pipe = retired.popLast() { pipe.silence() }
  }

  // MARK: Downstreams

  /// How the stream ended, if it has.
  @usableFromInline final var end: Subscribers.Completion<Failure>? { completion.with { $0 } }

  /// The outlet is there before its subscriber hears of it; a completion waits until it has.
  @usableFromInline final func admit(_ pipe: Pipe, _ greet: (any Subscription) -> Void) {
    exclusively { [self] in
      pipes.append(pipe)
      live += 1
      findOnly()
    }
    greet(pipe)
    exclusively { [self] in
      pipe.isGreeted = true
      if let end { finish(pipe, end) }
    }
  }
  final func remove(_ pipe: Pipe) {
    guard !pipe.isRemoved else { return }
    pipe.isRemoved = true
    retired.append(pipe)
    live -= 1
    if live * 2 <= pipes.count { pipes.removeAll { $0.isRemoved } }
    findOnly()
  }
  private final func findOnly() {
    only = live == 1 ? pipes.first { !$0.isRemoved }.map(Unmanaged.passUnretained) : nil
  }
  /// Inside the gate: ends the stream for all.
  @usableFromInline final func finish(_ end: Subscribers.Completion<Failure>) {
    let isFirst = completion.with { slot in
      guard slot == nil else { return false }
      slot = end
      return true
    }
    guard isFirst else { return }
    let all = pipes
    for pipe in all where pipe.isGreeted && !pipe.isRemoved { finish(pipe, end) }
  }
  private final func finish(_ pipe: Pipe, _ end: Subscribers.Completion<Failure>) {
    guard let home = pipe.close() else { return }
    remove(pipe)
    _ = pipe.mouth?._withUnsafeGuaranteedRef { $0.call(nil, end) }
    withExtendedLifetime(home) {}
  }

  // MARK: Upstreams

  /// A downstream has asked for something.
  @usableFromInline func asked(by pipe: Pipe) { want() }
  /// From now on the upstreams are asked for everything.
  @usableFromInline final func want() {
    guard !isWanted.load(ordering: .relaxed) else { return }
    let list = upstreams.with { isWanted.exchange(true, ordering: .acquiringAndReleasing) ? [] : $0 }
    for upstream in list { upstream.request(.unlimited) }
  }
  @usableFromInline final func hold(_ upstream: any Subscription) {
    let asksNow = upstreams.with { list in
      list.append(upstream)
      return isWanted.load(ordering: .relaxed)
    }
    if asksNow { upstream.request(.unlimited) }
  }
}
