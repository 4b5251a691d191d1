import PipesCore
import Synchronization
import VirtualTime

/// The log of a source: the instants at which its subscriptions began and ended, and the requests of its subscribers.
public final class SourceLog: @unchecked Sendable {
  // Unchecked: the lock guards everything that changes.

  /// One subscription, from its start to its cancel or the completion of the source.
  public struct Window: Hashable, Sendable {
    /// The instant at which the subscription began.
    public var start: VirtualInstant
    /// The instant of the cancel or the completion; `nil` while the subscription is alive.
    public var end: VirtualInstant?
  }
  /// One request.
  public struct Request: Hashable, Sendable {
    /// The instant of the request.
    public var instant: VirtualInstant
    /// The demand that was requested, or returned on receiving a value.
    public var demand: Subscribers.Demand
    /// The number of the subscription, counted from 0.
    public var window: Int
  }

  private struct State {
    var windows: [Window] = []
    var requests: [Request] = []
    var held: [Int] = []
    var onLoss: ((_ number: Int, _ window: Int) -> Void)?
    var allowsLive = false
    var allowsNone = false
    var past = 0
  }
  private let state = Guarded(State())
  private let pending = Atomic<Int>(0)
  let timeline: Timeline

  init(timeline: Timeline) { self.timeline = timeline }

  private static let otherRun =
    "a source of another run was subscribed to, and sends nothing here\n  create each source in the body of the test that uses it"

  /// The subscriptions, in the order in which they began.
  public var windows: [Window] { state.with { $0.windows } }
  /// All requests, in the order in which they were made.
  public var requests: [Request] { state.with { $0.requests } }
  /// The number of subscriptions so far.
  @usableFromInline var subscriptions: Int { state.with { $0.windows.count } }
  /// The number of events that wait for demand on subscriptions whose source has played its last event.
  package var waiting: Int { state.with { $0.held.reduce(0, +) } }
  package var scheduled: Int { pending.load(ordering: .relaxed) }

  /// Called for each value that is dropped because there was no demand, with its number in the recording and the number
  /// of the subscription.
  package var onLoss: ((_ number: Int, _ window: Int) -> Void)? {
    get { state.with { $0.onLoss } }
    set { state.with { $0.onLoss = newValue } }
  }
  /// Whether the source may still have subscribers or waiting events when a test is over.
  var allowsLive: Bool {
    get { state.with { $0.allowsLive } }
    set { state.with { $0.allowsLive = newValue } }
  }
  /// Whether the source may have no subscriber at all.
  var allowsNone: Bool {
    get { state.with { $0.allowsNone } }
    set { state.with { $0.allowsNone = newValue } }
  }

  /// The number of subscriptions that were over before the test began, if all of them were.
  var pastWindows: Int { state.with { $0.past } }
  /// Called when the test begins.
  func notePast() {
    state.with { state in
      if state.windows.allSatisfy({ $0.end != nil }) { state.past = state.windows.count }
    }
  }

  func begin() -> Int {
    // It plays in another virtual time than the stream that subscribes, so its events never come.
    if let run = RunHook.current, run !== timeline { _ = run.didMisuse(Self.otherRun) }
    return state.with { state in
      state.windows.append(Window(start: timeline.rowInstant))
      state.held.append(0)
      return state.windows.count - 1
    }
  }
  func end(_ window: Int) {
    state.with { state in
      state.windows[window].end = timeline.rowInstant
      state.held[window] = 0
    }
  }
  func note(_ demand: Subscribers.Demand, on window: Int) {
    if demand > .none {
      state.with { $0.requests.append(Request(instant: timeline.rowInstant, demand: demand, window: window)) }
    }
  }
  func note(held count: Int, on window: Int) { state.with { $0.held[window] = count } }
  /// Counts events of the source that are scheduled, or have run.
  package func note(scheduled change: Int) { pending.wrappingAdd(change, ordering: .relaxed) }
}

/// A source of a marble test, which plays a recording and keeps a log of its subscribers.
public protocol MarbleSource: AnyObject {
  /// The log of the subscribers of this source.
  var log: SourceLog { get }
}

extension MarbleSource {
  /// Allows that this source still has subscribers, or that its last events wait for demand, when the test is over.
  /// Otherwise the test fails.
  @discardableResult public func allowingLive() -> Self {
    log.allowsLive = true
    return self
  }
  /// Allows that nobody subscribes to this source, such as a fallback that is not needed. Otherwise a test with several
  /// sources fails.
  @discardableResult public func allowingNoSubscriber() -> Self {
    log.allowsNone = true
    return self
  }
}
