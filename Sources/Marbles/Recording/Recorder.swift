import Pipes
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

/// A subscriber that records the events that it receives, makes the requests of a test, and checks that the publisher keeps the rules of
/// the protocol.
///
/// All calls are safe from any thread. An event that breaks a rule is reported in ``violations``, and it is recorded like any other.
/// An event after a cancel breaks no rule if it comes from another thread than the timeline's: it may have been under way already.
public final class Recorder<Value, Failure: Error>: Subscriber, Cancellable, @unchecked Sendable {
  // Unchecked: the lock guards everything that changes.
  public typealias Input = Value

  private let state: Guarded<RecorderState>
  /// Guarded by the lock, but not stored in it, so that the stored state is not generic.
  @exclusivity(unchecked) private var entries: [Recording<Value, Failure>.Entry] = []
  /// The actions in which the events were received, if they are kept. Guarded by the lock, too.
  @exclusivity(unchecked) private var actions: [Timeline.RunningAction?]?
  private let timeline: Timeline
  private let onEvent: ((Recording<Value, Failure>.Event) -> Void)?

  /// Creates a recorder on a timeline.
  ///
  /// - Parameters:
  ///   - timeline: The virtual time whose instants are recorded.
  ///   - demand: The first request, made at the subscription; unlimited by default. Later calls of ``request(_:)`` add to it.
  ///   - onEvent: Called with each event while it is received.
  public init(
    timeline: Timeline, demand: Subscribers.Demand = .unlimited, onEvent: ((Recording<Value, Failure>.Event) -> Void)? = nil
  ) {
    self.timeline = timeline
    self.onEvent = onEvent
    state = Guarded(RecorderState(postponed: demand))
  }

  /// The events that have been received so far.
  public var recording: Recording<Value, Failure> { Recording(state.with { _ in entries }) }
  /// Keeps the action in which each event is received. Call it before the run.
  func keepActions() { state.with { _ in actions = [] } }
  /// The action in which each event was received; `nil` for a call from outside of the run.
  var receivedActions: [Timeline.RunningAction?] { state.with { _ in actions ?? [] } }
  /// The number of events.
  var count: Int { state.with { _ in entries.count } }
  /// The rules that have been broken so far.
  public var violations: [ProtocolViolation] { state.with { $0.violations } }
  /// Whether no further event can arrive: the stream has completed, or the subscription was cancelled.
  public var isOver: Bool { state.with { $0.hasEnded || $0.isCancelled } }

  /// Requests more values: immediately, or as soon as there is a subscription.
  public func request(_ demand: Subscribers.Demand) {
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

  /// Cancels the subscription. If there is none yet, the next one is cancelled when it arrives.
  public func cancel() {
    let subscription = state.with { state in
      (state.isCancelled, state.cancelThread) = (true, currentThread())
      return state.subscription.take()
    }
    subscription?.cancel()
  }

  public func receive(subscription: any Subscription) {
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

  @_specialize(where Value == String, Failure == Never)
  @_specialize(where Value == Int, Failure == Never)
  public func receive(_ input: Value) -> Subscribers.Demand {
    accept(input)
    return .none
  }
  // Apart, so that the choice of a specialized version looks up no types.
  @inline(never) private func accept(_ input: Value) {
    receive(.value(input)) { state in
      if !state.isSubscribed { return .valueBeforeSubscription }
      if state.hasEnded { return .valueAfterEnd }
      if state.isCancelled { return mayHaveBeenUnderWay(state) ? nil : .valueAfterCancel }
      if state.outstanding == .none { return .valueWithoutDemand }
      state.outstanding -= 1
      return nil
    }
  }

  @_specialize(where Value == String, Failure == Never)
  @_specialize(where Value == Int, Failure == Never)
  public func receive(completion: Subscribers.Completion<Failure>) { accept(completion) }
  @inline(never) private func accept(_ completion: Subscribers.Completion<Failure>) {
    let event: Recording<Value, Failure>.Event =
      switch completion {
      case .finished: .finished
      case .failure(let error): .failure(error)
      }
    receive(event) { state in
      defer { state.hasEnded = true }
      if !state.isSubscribed { return .endBeforeSubscription }
      if state.hasEnded { return .secondEnd }
      return state.isCancelled && !mayHaveBeenUnderWay(state) ? .endAfterCancel : nil
    }
    _ = state.with { $0.subscription.take() }
  }

  private func receive(_ event: Recording<Value, Failure>.Event, brokenRule: (inout RecorderState) -> ProtocolViolation.Rule?) {
    let wasInside = state.with { state in
      if state.isInside { state.violations.append(violation(.overlappingCalls)) }
      if let rule = brokenRule(&state) { state.violations.append(violation(rule)) }
      timeline.note(.event(entries.count), of: self)
      entries.append(.init(event, at: timeline.now))
      if actions != nil { actions?.append(timeline.runningAction) }
      defer { if onEvent != nil { state.isInside = true } }
      return state.isInside
    }
    guard let onEvent else { return }
    onEvent(event)
    state.with { $0.isInside = wasInside }
  }

  /// Whether the running event was perhaps sent before the cancel: its thread neither called `cancel` nor runs the timeline.
  private func mayHaveBeenUnderWay(_ state: RecorderState) -> Bool {
    currentThread() != state.cancelThread && RunHook.current !== timeline
  }
  private func violation(_ rule: ProtocolViolation.Rule) -> ProtocolViolation { ProtocolViolation(instant: timeline.now, rule: rule) }
}

/// The state of a recorder's subscription.
private struct RecorderState {
  var violations: [ProtocolViolation] = []
  var subscription: (any Subscription)?
  var isSubscribed = false
  var isCancelled = false
  /// The thread that cancelled.
  var cancelThread: UInt = 0
  var hasEnded = false
  var isInside = false
  /// The demand that has not been fulfilled yet.
  var outstanding: Subscribers.Demand = .none
  /// The demand to request once there is a subscription.
  var postponed: Subscribers.Demand
}
