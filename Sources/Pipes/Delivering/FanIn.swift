import Synchronization

/// A delivery from a fixed number of upstreams to one downstream. An operator decides how a value is stored and how
/// stored values are sent. Both run inside the gate and never re-entrantly, so events that arrive meanwhile are queued.
/// Values are requested from the upstreams outside the gate, so an upstream that answers immediately finds it open.
///
/// Demand reaches the upstreams before the next delivery (contract G6), so a value that the downstream sends from inside
/// that delivery is not lost: `request` asks before it sends what waits, and a value that comes meanwhile sends that
/// first; an action that was queued asks first, but only for as much as may be queued.
@usableFromInline final class FanIn<Downstream: Subscriber>: Delivery<Downstream>, @unchecked Sendable {
  @usableFromInline let pump: (FanIn) -> Void
  /// Releases the stored values.
  private let empty: () -> Void
  /// Whether each upstream sends one value for each result, as in `zip`: all upstreams are asked together, the one that
  /// completed a result by return, and an upstream that has completed stays, because its values may wait.
  @usableFromInline let inStep: Bool
  /// Whether the other upstreams are cancelled before a failure is sent. All operators do so, but `zip` of Combine:
  /// contract CO-03.
  @usableFromInline let cancelsFirst: Bool
  // These three are relaxed: each elects one caller, which uses nothing that the others write outside of a gate or a
  // lock.
  let isOpen = Atomic(false)
  let hasSubscription = Atomic(false)
  /// The number of upstreams that have not sent their subscription.
  let missing: Atomic<Int>
  /// Guarded by the gate. Whether a complete result waits for demand.
  @exclusivity(unchecked) @usableFromInline var isStocked = false
  /// Guarded by the gate. The demand that the upstream of the stored value receives back because nothing was sent for
  /// that value.
  @exclusivity(unchecked) @usableFromInline var refund = Subscribers.Demand.none
  /// The number of upstreams that have not been subscribed to. Only the thread that subscribes uses it.
  @exclusivity(unchecked) @usableFromInline var unsubscribed: Int
  /// The demand that has not been requested from the upstreams yet.
  @usableFromInline let asked = Atomic<UInt>(0)

  /// Creates the delivery with a shut gate: values of the upstreams wait until the downstream has its subscription.
  @usableFromInline init(
    _ downstream: Downstream, _ name: String, of count: Int, inStep: Bool = false, cancelsFirst: Bool = true,
    empty: @escaping () -> Void, pump: @escaping (FanIn) -> Void
  ) {
    self.pump = pump
    self.empty = empty
    self.inStep = inStep
    self.cancelsFirst = cancelsFirst
    missing = Atomic(count)
    unsubscribed = count
    super.init(downstream, name, isOpen: false)
  }
  /// Sends the downstream its subscription once the last upstream has sent one, and opens the gate.
  @usableFromInline override func upstreamAttached(_ link: Link) {
    if missing.wrappingSubtract(1, ordering: .relaxed).newValue == 0 { start() }
  }
  /// Called once, when all upstreams have sent their subscription or all have been subscribed to: an upstream that
  /// never answers must not keep the downstream from cancelling the others.
  @usableFromInline func start() {
    if hasSubscription.exchange(true, ordering: .relaxed) { return }
    sendSubscription()
    open()
  }
  private func open() {
    if isOpen.exchange(true, ordering: .relaxed) { return }
    gate.open()
    passOn()
  }
  @inlinable @inline(__always)
  func join<P: Publisher>(_ upstream: P, _ store: @escaping (P.Output) -> Void, finished: @escaping () -> Void)
  where P.Failure == Downstream.Failure {
    let link = Link(name)
    add(link)
    let onValue = { [self] (value: P.Output) -> Subscribers.Demand in
      guard let inside = gate.enter() else {
        inTurn { [self] in
          askInside()
          if isOver { return }
          if isStocked { sendStock() }
          store(value)
          pump(self)
          let more = takeRefund()
          if more > .none { link.request(more) }
        }
        return .none
      }
      if !isOver {
        if isStocked { sendStock() }
        store(value)
        pump(self)
      }
      let more = inStep ? takeAsked() : takeRefund()
      if !gate.leave(inside) || asked.load(ordering: .relaxed) != 0 || inStep && more != .none {
        passOn(inStep ? more : .none, except: link)
      }
      return more
    }
    let onCompletion = { [self] (completion: Subscribers.Completion<P.Failure>) in
      inTurn { [self] in
        if case .failure = completion { return complete(completion, cancelFirst: cancelsFirst) }
        if !inStep { remove(link) }
        finished()
        if !isOver { pump(self) }
      }
    }
    upstream.subscribe(
      UpstreamSubscriber(link, of: self, keepsCompleted: inStep, onValue: onValue, onCompletion: onCompletion))
    unsubscribed -= 1
    if unsubscribed == 0 { start() }
  }
  /// Called inside the gate: finishes the downstream. Upstreams that have completed need no cancel.
  @usableFromInline func complete() {
    upstreams.withCopy(of: { $0.links }) { links in
      for case let link? in links where link.isOver { remove(link) }
    }
    complete(.finished, cancelFirst: false)
  }
  @inlinable @inline(__always) func pass(_ value: Downstream.Input) {
    let more = send(value)
    if more != .none { ask(more) }
  }
  /// Called inside the gate when a result is complete: whether it may be sent.
  @inlinable @inline(__always) var mayPass: Bool {
    if canSend { return true }
    isStocked = true
    return false
  }
  @usableFromInline func sendStock() {
    guard canSend else { return }
    isStocked = false
    pump(self)
  }

  @usableFromInline override func request(_ more: Subscribers.Demand) {
    guard isPermitted(more) else { return }
    open()
    if let inside = gate.enter() {
      grant(more)
      let isStocked = isStocked
      gate.leave(inside)
      passOn()
      if isStocked { sendInTurn() }
    } else if gate.isInside {
      grant(more)
      if !inStep { askInside() }  // else the one that completed the result is asked by return: contract CO-03
    } else {
      inTurn { [self] in
        grant(more)
        askInside()
        if isStocked { sendStock() }
      }
    }
  }
  private func grant(_ more: Subscribers.Demand) {
    if isOver { return }
    demand += more
    ask(more)
  }
  /// Sends what waits, in its turn. No closure is created unless another thread is inside.
  private func sendInTurn() {
    guard let inside = gate.enter() else {
      return inTurn { [self] in if isStocked { sendStock() } }
    }
    if isStocked { sendStock() }
    gate.leave(inside)
    passOn()
  }
  /// Called inside the gate, before something is delivered: requests from the upstreams what has not been requested yet.
  /// Their answers are queued, so not more of it than may be queued.
  @usableFromInline func askInside() {
    guard gate.hasRoom, case let more = takeAsked(), more > .none else { return }
    let now = min(more, Gate.room)
    if now < more { ask(more.isUnlimited ? more : more - now) }
    requestFromAll(now, except: nil)
  }
  /// Runs the action inside the gate, now or when the gate is free, but never re-entrantly.
  @usableFromInline func inTurn(_ action: @escaping () -> Void) { if gate.runInTurn(action) { passOn() } }
  /// Requests one value of each upstream before the downstream does: the result of an upstream that has only one. It
  /// waits here then; an upstream that kept it would keep its subscriber, and that the upstream.
  @usableFromInline func askAhead() { ask(.max(1)) }
  @usableFromInline func ask(_ more: Subscribers.Demand) {
    _ = asked.raise(by: more, beside: Subscribers.Demand.top >> 1)
  }
  /// Called inside the gate when nothing can be sent for the value that was just stored: returns the demand for it to
  /// the upstream, so that a downstream with a finite demand does not starve.
  @inlinable @inline(__always) func giveBack() { if !demand.isUnlimited { refund = .max(1) } }
  @inlinable @inline(__always) func takeRefund() -> Subscribers.Demand {
    defer { refund = .none }
    return refund
  }
  @inlinable @inline(__always) func takeAsked() -> Subscribers.Demand {
    // Acquiring: the request to an upstream happens after the request of the downstream.
    asked.load(ordering: .relaxed) == 0 ? .none : Subscribers.Demand(raw: asked.exchange(0, ordering: .acquiring))
  }
  /// Called outside the gate: requests `more` from all upstreams but the one that receives it by return, then requests
  /// the demand that has accumulated meanwhile.
  @usableFromInline func passOn(_ more: Subscribers.Demand = .none, except own: Link? = nil) {
    if more > .none { requestFromAll(more, except: own) }
    while case let more = takeAsked(), more > .none { requestFromAll(more, except: nil) }
  }
  @usableFromInline override func dispose() { empty() }
  private func requestFromAll(_ more: Subscribers.Demand, except own: Link?) {
    upstreams.withCopy(of: { $0.links }) { links in
      for link in links where link !== own { link?.request(more) }
    }
  }
}
