import PipesCore
import VirtualTime

/// A rule of the subscriber's protocol that a publisher broke.
public struct ProtocolViolation: Hashable, Sendable, CustomStringConvertible {
  /// The rules of the subscriber's protocol.
  public enum Rule: String, Hashable, Sendable {
    case valueBeforeSubscription = "a value came before the subscription"
    case endBeforeSubscription = "a completion came before the subscription"
    case secondSubscription = "a second subscription came"
    case valueWithoutDemand = "a value came that was not requested"
    case valueAfterEnd = "a value came after the completion"
    case secondEnd = "a second completion came"
    case valueAfterCancel = "a value came after the subscription was cancelled"
    case endAfterCancel = "a completion came after the subscription was cancelled"
    case overlappingCalls = "a call came while another one was running"
  }
  /// The instant at which the rule was broken.
  public let instant: VirtualInstant
  /// The rule that was broken.
  public let rule: Rule

  /// The instant and the rule in words.
  public var description: String { "\(instant): \(rule.rawValue)" }
}

/// A subscriber that records the events that it receives, makes the requests of a test, and checks that the publisher
/// keeps the rules of the protocol.
///
/// All calls are safe from any thread. An event that breaks a rule is reported in ``violations``, and it is recorded
/// like any other. An event after a cancel breaks no rule if it comes from another thread than the timeline's: it may
/// have been under way already.
public final class Recorder<Value, Failure: Error>: Subscriber, Cancellable, @unchecked Sendable {
  // Unchecked: the lock of the core guards everything that changes.
  public typealias Input = Value

  @usableFromInline let core: RecorderCore
  /// Guarded by the lock of the core, but not stored in it: so the core is not generic, and only code that is compiled
  /// with the types of a user's stream touches an event.
  @exclusivity(unchecked) @usableFromInline var entries: [Recording<Value, Failure>.Entry] = []
  @usableFromInline let onEvent: ((Recording<Value, Failure>.Event) -> Void)?

  /// Creates a recorder on a timeline.
  ///
  /// - Parameters:
  ///   - timeline: The virtual time whose instants are recorded.
  ///   - demand: The first request, made at the subscription; unlimited by default. Later calls of ``request(_:)`` add
  ///     to it.
  ///   - onEvent: Called with each event while it is received.
  public init(
    timeline: Timeline, demand: Subscribers.Demand = .unlimited,
    onEvent: ((Recording<Value, Failure>.Event) -> Void)? = nil
  ) {
    core = RecorderCore(timeline, demand)
    self.onEvent = onEvent
  }

  /// The events that have been received so far.
  public var recording: Recording<Value, Failure> {
    Recording(
      core.state.with { state in
        state.noteRead()
        return entries
      })
  }
  /// Called for the recorder of a test: until the run begins, there is nothing to read.
  func awaitRun() { core.state.with { $0.awaitsRun = true } }
  func runBegins() { core.state.with { $0.awaitsRun = false } }
  /// Whether somebody has read it before the run.
  var wasReadEarly: Bool { core.state.with { $0.wasReadEarly } }
  /// Whether somebody has read it since the run has begun.
  var wasRead: Bool { core.state.with { $0.wasRead } }
  /// Keeps the action in which each event is received. Call it before the run.
  func keepActions() { core.state.with { $0.actions = [] } }
  /// The action in which each event was received; `nil` for a call from outside of the run.
  var receivedActions: [Timeline.RunningAction?] { core.state.with { $0.actions ?? [] } }
  /// The number of events.
  var count: Int { core.state.with { $0.count } }
  /// The rules that have been broken so far.
  public var violations: [ProtocolViolation] {
    core.state.with { state in
      state.noteRead()
      return state.violations
    }
  }
  /// Whether no further event can arrive: the stream has completed, or the subscription was cancelled.
  public var isOver: Bool {
    core.state.with { state in
      state.noteRead()
      return state.hasEnded || state.isCancelled
    }
  }
  /// The same for the test itself, which is not a reader.
  var hasEnded: Bool { core.state.with { $0.hasEnded || $0.isCancelled } }

  /// Requests more values: immediately, or as soon as there is a subscription.
  public func request(_ demand: Subscribers.Demand) { core.request(demand) }
  /// Cancels the subscription. If there is none yet, the next one is cancelled when it arrives.
  public func cancel() { core.cancel() }

  public func receive(subscription: any Subscription) { core.receive(subscription) }

  @inlinable public func receive(_ input: Value) -> Subscribers.Demand {
    accept(.value(input), isEnd: false)
    return .none
  }
  @inlinable public func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: accept(.finished, isEnd: true)
    case .failure(let error): accept(.failure(error), isEnd: true)
    }
    core.release()
  }

  @inlinable @inline(__always) func accept(_ event: Recording<Value, Failure>.Event, isEnd: Bool) {
    let wasInside = core.accept(isEnd: isEnd, by: self, calls: onEvent != nil) { keep(event, at: $0) }
    guard let onEvent else { return }
    onEvent(event)
    core.returned(wasInside: wasInside)
  }
  /// Called under the lock of the core.
  @inlinable @inline(__always) func keep(_ event: Recording<Value, Failure>.Event, at instant: VirtualInstant) {
    if entries.isEmpty { entries.reserveCapacity(16) }  // most tests have no more events
    entries.append(.init(event, at: instant))
  }
}

/// The part of a recorder that knows no types: the subscription, the demand and the rules of the protocol.
@usableFromInline final class RecorderCore: @unchecked Sendable {
  // Unchecked: the lock guards everything that changes.
  let state: Guarded<RecorderState>
  private let timeline: Timeline

  init(_ timeline: Timeline, _ demand: Subscribers.Demand) {
    self.timeline = timeline
    state = Guarded(RecorderState(postponed: demand))
  }

  func request(_ demand: Subscribers.Demand) {
    let subscription: (any Subscription)? = state.with { state in
      guard let subscription = state.subscription else {
        state.postponed += demand
        return nil
      }
      state.outstanding += demand
      return subscription
    }
    subscription?.request(demand)
  }
  func cancel() {
    let subscription = state.with { state in
      state.isCancelled = true
      state.cancelThread = currentThread()
      return state.subscription.take()
    }
    subscription?.cancel()
  }
  /// Releases the subscription when the stream has completed.
  @usableFromInline func release() { _ = state.with { $0.subscription.take() } }

  func receive(_ subscription: any Subscription) {
    let (isRefused, demand): (Bool, Subscribers.Demand) = state.with { state in
      if state.isInside { state.violations.append(violation(.overlappingCalls)) }
      if state.isSubscribed { state.violations.append(violation(.secondSubscription)) }
      if state.isSubscribed || state.isCancelled { return (true, .none) }
      state.isSubscribed = true
      state.subscription = subscription
      state.outstanding += state.postponed
      defer { state.postponed = .none }
      return (false, state.postponed)
    }
    if isRefused { return subscription.cancel() }
    if demand > .none { subscription.request(demand) }
  }

  /// Checks the rules for an event and notes it. `keep` stores it, under the lock, with its instant. `calls` says that
  /// a closure is called with the event afterwards, followed by `returned`. Returns whether an outer call is running.
  @usableFromInline
  func accept(isEnd: Bool, by recorder: AnyObject, calls: Bool, _ keep: (VirtualInstant) -> Void) -> Bool {
    state.with { state in
      if state.isInside { state.violations.append(violation(.overlappingCalls)) }
      if let rule = isEnd ? ruleBrokenByEnd(&state) : ruleBrokenByValue(&state) {
        state.violations.append(violation(rule))
      }
      timeline.note(.event(state.count), of: recorder)
      state.count += 1
      keep(timeline.rowInstant)
      if state.actions != nil { state.actions?.append(timeline.runningAction) }
      defer { if calls { state.isInside = true } }
      return state.isInside
    }
  }
  @usableFromInline func returned(wasInside: Bool) { state.with { $0.isInside = wasInside } }

  private func ruleBrokenByValue(_ state: inout RecorderState) -> ProtocolViolation.Rule? {
    if !state.isSubscribed { return .valueBeforeSubscription }
    if state.hasEnded { return .valueAfterEnd }
    if state.isCancelled { return mayHaveBeenUnderWay(state) ? nil : .valueAfterCancel }
    if state.outstanding == .none { return .valueWithoutDemand }
    state.outstanding -= 1
    return nil
  }
  private func ruleBrokenByEnd(_ state: inout RecorderState) -> ProtocolViolation.Rule? {
    defer { state.hasEnded = true }
    if !state.isSubscribed { return .endBeforeSubscription }
    if state.hasEnded { return .secondEnd }
    return state.isCancelled && !mayHaveBeenUnderWay(state) ? .endAfterCancel : nil
  }
  /// Whether the running event was perhaps sent before the cancel: its thread neither called `cancel` nor runs the
  /// timeline.
  private func mayHaveBeenUnderWay(_ state: RecorderState) -> Bool {
    currentThread() != state.cancelThread && RunHook.current !== timeline
  }
  private func violation(_ rule: ProtocolViolation.Rule) -> ProtocolViolation {
    ProtocolViolation(instant: timeline.rowInstant, rule: rule)
  }
}

/// The state of a recorder's subscription.
struct RecorderState {
  var violations: [ProtocolViolation] = []
  /// Whether the recorder belongs to a test whose run has not begun, and whether it was read at that time.
  var awaitsRun = false
  var wasReadEarly = false
  var wasRead = false
  mutating func noteRead() { if awaitsRun { wasReadEarly = true } else { wasRead = true } }
  /// The number of events.
  var count = 0
  /// The actions in which the events were received, if they are kept.
  var actions: [Timeline.RunningAction?]?
  var subscription: (any Subscription)?
  var isSubscribed = false
  var isCancelled = false
  var cancelThread: UInt = 0
  var hasEnded = false
  var isInside = false
  /// The demand that has not been fulfilled yet.
  var outstanding: Subscribers.Demand = .none
  /// The demand to request once there is a subscription.
  var postponed: Subscribers.Demand
}
