import PipesCore
import VirtualTime

/// A publisher that plays its recording once, with or without subscribers.
///
/// Nothing is sent before ``start()``. *Drops* a value for each subscriber that has not requested it. A subscriber that
/// arrives after the completion receives the completion immediately.
public final class HotSource<Output, Failure: Error>: Publisher, MarbleSource, @unchecked Sendable {
  // Unchecked: the lock guards everything that changes.
  public let log: SourceLog
  private let state = Guarded(HotState())
  @usableFromInline let recording: Recording<Output, Failure>
  @usableFromInline let name: String
  /// Called with the number of each event when it is sent, with or without subscribers.
  package var onPlay: ((Int) -> Void)?

  /// Creates a source that plays a recording.
  ///
  /// - Parameter recording: The recording.
  /// - Parameter timeline: The virtual time in which it plays.
  /// - Parameter name: The name of the source in reports.
  public convenience init(_ recording: Recording<Output, Failure>, timeline: Timeline, name: String) {
    self.init(recording, SourceLog(timeline: timeline), name: name)
  }
  init(_ recording: Recording<Output, Failure>, _ log: SourceLog, name: String) {
    self.recording = recording
    self.name = name
    self.log = log
  }

  /// Schedules the events from zero on. Earlier events are not sent.
  public func start() {
    for (number, entry) in recording.entries.enumerated() where entry.instant >= .zero {
      let event = SourceSubscription.Due(number: number, isEnd: entry.event.isEnd)
      log.note(scheduled: 1)
      log.timeline.schedule(at: entry.instant, by: name) { [self] in
        log.note(scheduled: -1)
        play(event)
      }
    }
  }

  @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    let recording = recording
    let subscription = SourceSubscription(log: log, name: name, waits: false) {
      recording.entries[$0].event.send(to: subscriber)
    }
    let end = add(subscription)
    subscriber.receive(subscription: subscription)
    if let end { subscription.take(end) }
  }

  /// Lets a subscription take part in the next events. Returns the completion instead if it has been sent.
  @usableFromInline func add(_ subscription: SourceSubscription) -> SourceSubscription.Due? {
    state.with { state in
      if state.end == nil { state.subscriptions.append(subscription) }
      return state.end
    }
  }

  private func play(_ event: SourceSubscription.Due) {
    onPlay?(event.number)
    let subscriptions = state.with { state in
      if event.isEnd { state.end = event }
      state.subscriptions.removeAll(where: \.isOver)
      defer { if event.isEnd { state.subscriptions = [] } }
      return state.subscriptions
    }
    for subscription in subscriptions { subscription.take(event) }
  }
}

/// The mutable state of a hot source.
private struct HotState {
  var subscriptions: [SourceSubscription] = []
  var end: SourceSubscription.Due?
}
