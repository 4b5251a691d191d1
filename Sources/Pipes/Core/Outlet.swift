import Synchronization

/// How a subject reaches one downstream: one closure made in the inlinable `receive(subscriber:)`, for a value or for the completion.
@usableFromInline final class Mouth<Output, Failure: Error> {
  @usableFromInline typealias Call = (UnsafePointer<Output>?, Subscribers.Completion<Failure>?) -> Subscribers.Demand
  @usableFromInline let call: Call
  @inlinable init(_ call: @escaping Call) { self.call = call }
}

/// One downstream of a subject: its own demand, and the subscription it holds. It lets go of the downstream and of the subject at the end.
/// Not generic, so that subscribing runs ordinary code; only what delivers knows the types.
@usableFromInline final class Outlet: EngineSubscription, @unchecked Sendable {
  // Unchecked: every `var` is in the keeping of the hub's gate.
  @inlinable @inline(__always) static var closed: UInt { Subscribers.Demand.top >> 1 }
  /// The outstanding demand, beside `closed`.
  @usableFromInline let demand = Atomic<UInt>(0)
  /// A `Mouth`. Freed when the gate is left and not before, so that nothing on the way to it needs a retain.
  @exclusivity(unchecked) @usableFromInline var mouth: Unmanaged<AnyObject>?
  /// The version of the current value that the downstream has received last, if the subject has one; zero at first.
  @exclusivity(unchecked) @usableFromInline var seen = 0
  @exclusivity(unchecked) @usableFromInline var isGreeted = false
  @exclusivity(unchecked) var isRemoved = false
  /// What it keeps alive while it is open.
  let home: Guarded<Home?>
  @usableFromInline struct Home {
    let hub: Hub
    let subject: AnyObject
  }
  let name: String
  @usableFromInline override var description: String { name }
  @usableFromInline override var releasesSubscriber: Bool { true }

  @usableFromInline init(_ name: String, _ hub: Hub, of subject: AnyObject, _ mouth: AnyObject) {
    self.name = name
    home = Guarded(Home(hub: hub, subject: subject))
    self.mouth = .passRetained(mouth)
  }
  deinit { mouth?.release() }

  /// Inside the gate. False: there is no demand, or it is cancelled.
  @inlinable @inline(__always) func offer<Output, Failure>(_ value: Output, _ type: Mouth<Output, Failure>.Type) -> Bool {
    let word = demand.load(ordering: .acquiring)  // pairs with `raise`: what the subscriber did before it asked is seen here
    if word == Subscribers.Demand.top {
      _ = deliver(value, type)
      return true
    }
    guard word != 0, case let word = demand.lower(beside: Outlet.closed), word != 0, word & Outlet.closed == 0 else { return false }
    let more = deliver(value, type)
    if more > .none { _ = demand.raise(by: more, beside: Outlet.closed) }
    return true
  }
  @inlinable @inline(__always)
  func deliver<Output, Failure>(_ value: Output, _ type: Mouth<Output, Failure>.Type) -> Subscribers.Demand {
    guard let mouth else { return .none }
    return mouth._withUnsafeGuaranteedRef { mouth in
      withUnsafePointer(to: value) { unsafeDowncast(mouth, to: type).call($0, nil) }
    }
  }
  @usableFromInline override func request(_ more: Subscribers.Demand) {
    guard let hub = home.with({ $0?.hub }) else { return }
    let more = hub.granted(more, to: name)
    guard more > .none else { return }
    _ = demand.raise(by: more, beside: Outlet.closed)
    hub.asked(by: self)
  }
  @usableFromInline override func cancel() {
    guard let home = close() else { return }
    home.hub.exclusively(home.hub, self) { $0.remove($1) }
  }
  /// No value goes through any more.
  @usableFromInline func shut() { demand.bitwiseOr(Outlet.closed, ordering: .acquiringAndReleasing) }
  /// What it kept alive, for the one caller that closes it.
  @usableFromInline func close() -> Home? {
    shut()
    return home.with { $0.take() }
  }
  /// Inside the gate, on the way out of it.
  func silence() {
    let old = mouth
    mouth = nil
    old?.release()
  }
}

/// The downstreams and upstreams of a subject, whatever it sends. Everything `var` is in the keeping of the gate.
@usableFromInline class Hub: @unchecked Sendable {
  @usableFromInline final let gate = Gate()
  /// The open downstream, if there is just one.
  @exclusivity(unchecked) @usableFromInline final var only: Unmanaged<Outlet>?
  /// In order of arrival; some may be removed.
  @exclusivity(unchecked) @usableFromInline final var outlets: ContiguousArray<Outlet> = []
  @exclusivity(unchecked) final var live = 0
  /// Removed, to be silenced on the way out of the gate.
  @exclusivity(unchecked) @usableFromInline final var retired: ContiguousArray<Outlet> = []
  final let isWanted = Atomic(false)
  final let upstreams = Guarded<[any Subscription]>([])
  @usableFromInline init() {}

  /// Runs the action inside the gate: now, also re-entrant, or when the gate is free.
  @usableFromInline final func exclusively(_ action: @escaping () -> Void) { exclusively(self, action) { $1() } }
  /// The same for an action that captures nothing. `hub` is this object, by the type that the action needs.
  @inlinable @inline(__always)
  final func exclusively<Typed: Hub, Argument>(_ hub: Typed, _ argument: Argument, _ action: @escaping (Typed, Argument) -> Void) {
    gate.run(hub, argument, leaving: { if !$0.retired.isEmpty { $0.sweep() } }, action)
  }
  @usableFromInline final func sweep() {
    while let outlet = retired.popLast() { outlet.silence() }
  }

  // MARK: Downstreams

  /// The outlet is there before its subscriber hears of it.
  @usableFromInline final func add(_ outlet: Outlet) {
    exclusively(self, outlet) { hub, outlet in
      hub.outlets.append(outlet)
      hub.live += 1
      hub.findOnly()
    }
  }
  @usableFromInline final func remove(_ outlet: Outlet) {
    guard !outlet.isRemoved else { return }
    outlet.isRemoved = true
    retired.append(outlet)
    live -= 1
    if live == 0, outlets.count == 1 {
      outlets.removeLast()
    } else if live == 0 {
      outlets.removeAll(keepingCapacity: outlets.count <= 8)
    } else if live * 2 <= outlets.count {
      outlets.removeAll { $0.isRemoved }
    }
    findOnly()
  }
  private final func findOnly() {
    only = live == 1 ? outlets.first { !$0.isRemoved }.map(Unmanaged.passUnretained) : nil
  }
  /// What a downstream gets when it asks for so much; none if it should not have asked.
  @usableFromInline func granted(_ demand: Subscribers.Demand, to name: String) -> Subscribers.Demand {
    Misuse.isPositive(demand, name) ? demand : .none
  }
  /// A downstream has asked for something.
  @usableFromInline func asked(by outlet: Outlet) { want() }

  /// Inside the gate: the outlets there are now, without a retain for each.
  @inlinable @inline(__always) final func forEachOutlet(_ body: (Outlet) -> Void) {
    let outlets = outlets  // which keeps them while others come and go
    outlets.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: Unmanaged<Outlet>.self) { for outlet in $0 { outlet._withUnsafeGuaranteedRef(body) } }
    }
  }

  // MARK: Upstreams

  /// From now on the upstreams are asked for everything.
  @usableFromInline final func want() {
    guard !isWanted.load(ordering: .relaxed) else { return }
    let list = upstreams.with { isWanted.exchange(true, ordering: .acquiringAndReleasing) ? [] : $0 }
    for upstream in list { upstream.request(.unlimited) }
  }
  /// The subject is gone. Nobody else may send or subscribe.
  @usableFromInline final func abandon() { for upstream in upstreams.with({ $0 }) { upstream.cancel() } }
  @usableFromInline final func hold(_ upstream: any Subscription) {
    let asksNow = upstreams.with { list in
      list.append(upstream)
      return isWanted.load(ordering: .relaxed)
    }
    if asksNow { upstream.request(.unlimited) }
  }
}
