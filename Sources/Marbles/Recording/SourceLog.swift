import Pipes
import VirtualTime

/// The log of a source: when its subscribers subscribed and cancelled or completed, and what they requested.
public final class SourceLog: @unchecked Sendable {
  // Unchecked: everything that changes is behind the lock.

  /// One subscription: from its instant to the one at which it was cancelled or the source ended.
  public struct Window: Hashable, Sendable {
    /// When it began.
    public var start: VirtualInstant
    /// When it was over; `nil` while it lives.
    public var end: VirtualInstant?
  }
  /// One request.
  public struct Request: Hashable, Sendable {
    /// When it was made.
    public var instant: VirtualInstant
    /// The demand that was requested, or returned on receiving a value.
    public var demand: Subscribers.Demand
    /// Which subscription it was made on, counted from 0.
    public var window: Int
  }

  private struct State {
    var windows: [Window] = []
    var requests: [Request] = []
    var held: [Int] = []
    var scheduled = 0
    var onLoss: ((_ number: Int, _ window: Int) -> Void)?
    var allowsLive = false
    var past = 0
  }
  private let state = Guarded(State())
  let timeline: Timeline

  init(timeline: Timeline) { self.timeline = timeline }

  /// The subscriptions, in the order in which they began.
  public var windows: [Window] { state.with { $0.windows } }
  /// All requests, in the order in which they were made.
  public var requests: [Request] { state.with { $0.requests } }
  /// How many subscriptions there have been.
  @usableFromInline var subscriptions: Int { state.with { $0.windows.count } }
  /// How many events wait for demand on subscriptions on which the source has come to its end.
  package var waiting: Int { state.with { $0.held.reduce(0, +) } }
  /// How many events of the source are scheduled.
  package var scheduled: Int { state.with { $0.scheduled } }

  /// Told of every value that is lost since nobody requested it: its number in the recording, and the subscription.
  package var onLoss: ((_ number: Int, _ window: Int) -> Void)? {
    get { state.with { $0.onLoss } }
    set { state.with { $0.onLoss = newValue } }
  }
  /// Whether it is meant that the source is subscribed, or its events wait, when a test is over.
  var allowsLive: Bool {
    get { state.with { $0.allowsLive } }
    set { state.with { $0.allowsLive = newValue } }
  }

  /// How many subscriptions were over before the test began, if all were.
  var pastWindows: Int { state.with { $0.past } }
  /// The test begins.
  func notePast() {
    state.with { state in
      if state.windows.allSatisfy({ $0.end != nil }) { state.past = state.windows.count }
    }
  }

  func begin() -> Int {
    state.with { state in
      state.windows.append(Window(start: timeline.now))
      state.held.append(0)
      return state.windows.count - 1
    }
  }
  func end(_ window: Int) {
    state.with { state in
      state.windows[window].end = timeline.now
      state.held[window] = 0
    }
  }
  func note(_ demand: Subscribers.Demand, on window: Int) {
    if demand > .none { state.with { $0.requests.append(Request(instant: timeline.now, demand: demand, window: window)) } }
  }
  func note(held count: Int, on window: Int) { state.with { $0.held[window] = count } }
  func note(scheduled change: Int) { state.with { $0.scheduled += change } }
}

/// Something that plays a recording on a timeline and keeps a log of its subscribers.
public protocol MarbleSource: AnyObject {
  /// The log of its subscribers.
  var log: SourceLog { get }
}

extension MarbleSource {
  /// Takes it as meant that this source is still subscribed, or that its last events wait for demand, when the test is over.
  @discardableResult public func allowingLive() -> Self {
    log.allowsLive = true
    return self
  }
}
