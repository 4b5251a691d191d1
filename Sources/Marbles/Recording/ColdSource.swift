import PipesCore
import VirtualTime

/// A publisher that plays its recording for each subscriber, from the instant of the subscription on.
///
/// With several recordings the first subscriber receives the first one, the second subscriber the second one, and so
/// on; all later ones receive the last. So a source can fail twice before it succeeds.
///
/// All events, including those at time zero, are scheduled at the subscription, before the subscriber receives it.
/// *Keeps* a value for which there is no demand until the next request; later events wait behind it.
public final class ColdSource<Output, Failure: Error>: Publisher, MarbleSource, Sendable {
  public let log: SourceLog
  /// The recordings; at least one.
  @usableFromInline let recordings: Unchecked<[Recording<Output, Failure>]>
  @usableFromInline let name: String

  /// Creates a source that plays a recording.
  ///
  /// - Parameter recording: The recording.
  /// - Parameter timeline: The virtual time in which it plays.
  /// - Parameter name: The name of the source in reports.
  public convenience init(_ recording: Recording<Output, Failure>, timeline: Timeline, name: String) {
    self.init([recording], SourceLog(timeline: timeline), name: name)
  }
  /// Creates a source that plays the next recording for each subscriber, and the last one for all later subscribers.
  package convenience init(_ recordings: [Recording<Output, Failure>], timeline: Timeline, name: String) {
    self.init(recordings, SourceLog(timeline: timeline), name: name)
  }
  init(_ recordings: [Recording<Output, Failure>], _ log: SourceLog, name: String) {
    precondition(!recordings.isEmpty, "a cold source needs a recording")
    self.recordings = Unchecked(recordings)
    self.name = name
    self.log = log
  }

  @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    let recording = recordings.value[Swift.min(log.subscriptions, recordings.value.count - 1)]
    let subscription = SourceSubscription(log: log, name: name, waits: true) {
      recording.entries[$0].event.send(to: subscriber)
    }
    subscription.play(
      recording.entries.count, end: recording.completionIndex ?? recording.entries.count,
      at: { recording.entries[$0].instant }, isEnd: { recording.entries[$0].event.isEnd })
    subscriber.receive(subscription: subscription)
  }
}

/// A value of any type where a Sendable one is required.
@usableFromInline struct Unchecked<Value>: @unchecked Sendable {
  // Unchecked: the value never changes, and a test uses it only on the thread of its virtual time.
  @usableFromInline let value: Value
  init(_ value: Value) { self.value = value }
}
