import Synchronization

/// One downstream of a subject: its demand and its subscription. It detaches the downstream and the subject at the end.
/// Not generic, so that subscribing runs ordinary code; only the code that delivers knows the types.
@usableFromInline package final class SubjectSubscription: EngineSubscription, @unchecked Sendable {
  // Unchecked: every `var` is guarded by the hub's gate.
  @inlinable @inline(__always) package static var closed: UInt { Subscribers.Demand.top >> 1 }
  /// The demand that has not been fulfilled, beside the flag `closed`.
  @usableFromInline package let demand = Atomic<UInt>(0)
  /// A `Hub.Target`, which `deliver` calls. It is released only when the gate is left, so that a call needs no retain.
  @exclusivity(unchecked) @usableFromInline var sink: Unmanaged<AnyObject>?
  @usableFromInline package let deliver: Hub.Call
  /// The version of the current value that the downstream has received last, if the subject has one; zero at first.
  @exclusivity(unchecked) @usableFromInline var seen = 0
  /// The value of `seen` while only the greeter may call the downstream.
  @inlinable static var unopened: Int { .max }
  @inlinable var isOpened: Bool { seen != SubjectSubscription.unopened }
  @exclusivity(unchecked) @usableFromInline var hasSubscription = false
  /// Whether the hub has added this subscription, or removed it. Each happens once, in either order.
  @exclusivity(unchecked) var isAdded = false
  /// Whether nobody holds it.
  @exclusivity(unchecked) @usableFromInline var isAbandoned = false
  @exclusivity(unchecked) var isRemoved = false
  /// The thread that subscribes, if the subject greets each downstream with a value; otherwise zero. See
  /// `CurrentFanOut`.
  @usableFromInline let greeter: UInt
  /// Whether `receive(subscription:)` has not returned. Only the greeter uses it.
  @exclusivity(unchecked) @usableFromInline var isGreeting = false
  /// The version of the value that the greeter has sent outside the gate; zero if there is none. Only the greeter uses
  /// it, until it has queued the end of the greeting.
  @exclusivity(unchecked) @usableFromInline var greeted = 0
  /// The subject and its hub, which the subscription keeps alive while it is open.
  let attachment: Guarded<Attachment?>
  @usableFromInline package struct Attachment {
    let hub: Hub
    let subject: AnyObject
  }
  let name: String
  @usableFromInline package let check = Misuse.AccessCheck("the sink of a subject's subscription")
  @usableFromInline package override var description: String { name }
  @usableFromInline package override var releasesSubscriber: Bool { true }

  @usableFromInline package init(
    _ name: String, _ hub: Hub, of subject: AnyObject, _ sink: AnyObject, _ deliver: @escaping Hub.Call, greeter: UInt
  ) {
    self.name = name
    self.deliver = deliver
    self.greeter = greeter
    if greeter != 0 {
      isGreeting = true
      seen = SubjectSubscription.unopened
    }
    attachment = Guarded(Attachment(hub: hub, subject: subject))
    self.sink = .passRetained(sink)
  }
  deinit { sink?.release() }

  /// Called inside the gate: delivers a value. Returns false if there is no demand, or if the subscription is
  /// cancelled.
  @inlinable @inline(__always) package func offer<Output>(_ value: Output) -> Bool {
    // Pairs with `raise`: all that the subscriber did before it is visible.
    let word = demand.load(ordering: .acquiring)
    if word == Subscribers.Demand.top {
      _ = call(value)
      return true
    }
    guard word != 0, case let word = demand.lower(beside: SubjectSubscription.closed), word != 0,
      word & SubjectSubscription.closed == 0
    else { return false }
    let more = call(value)
    if more > .none { _ = demand.raise(by: more, beside: SubjectSubscription.closed) }
    return true
  }
  @inlinable @inline(__always) package func call<Output>(_ value: Output) -> Subscribers.Demand {
    withUnsafePointer(to: value) { call(.value(UnsafeRawPointer($0))) }
  }
  /// Called inside the gate.
  @inlinable @inline(__always) package func call(_ event: Hub.Event) -> Subscribers.Demand {
    check.read()
    guard let sink else { return .none }
    return sink._withUnsafeGuaranteedRef { deliver($0, event) }
  }
  @usableFromInline package override func request(_ more: Subscribers.Demand) {
    guard let hub = attachment.with({ $0?.hub }) else { return }
    let more = hub.granted(more, to: name)
    guard more > .none else { return }
    _ = demand.raise(by: more, beside: SubjectSubscription.closed)
    hub.asked(by: self)
  }
  @usableFromInline package override func cancel() {
    guard let attachment = detach() else { return }
    attachment.hub.exclusively(attachment.hub, self) { $0.remove($1) }
  }
  @usableFromInline package override func abandon() {
    guard let hub = attachment.with({ $0?.hub }) else { return }
    hub.exclusively(hub, self) { $0.abandoned($1) }
  }
  /// Refuses all further values.
  @usableFromInline package func block() {
    demand.bitwiseOr(SubjectSubscription.closed, ordering: .relaxed)  // refusing a value hands nothing on
  }
  /// Closes the subscription. Returns the objects that it kept alive to the one caller that closes it.
  @usableFromInline package func detach() -> Attachment? {
    block()
    return attachment.with { $0.take() }
  }
  /// Called inside the gate, directly before it is released.
  func dispose() {
    check.write()
    let old = sink
    sink = nil
    old?.release()
  }
}
