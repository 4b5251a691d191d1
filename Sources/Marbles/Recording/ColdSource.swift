import Pipes
import VirtualTime

/// A publisher that plays its recording anew for every subscriber, from the instant of the subscription on.
///
/// With several recordings the first subscriber gets the first, the second one the second, and so on; all others get the last. So a source can
/// fail twice before it succeeds.
///
/// All events are scheduled when it is subscribed to, before the subscriber receives the subscription; an event at time zero, too. A value
/// that finds no demand waits for the next request, and the end waits behind it.
public final class ColdSource<Output, Failure: Error>: Publisher, MarbleSource, Sendable {
  public let log: SourceLog
  /// At least one.
  @usableFromInline let scripts: Unchecked<[Recording<Output, Failure>]>
  @usableFromInline let name: String

  /// A source that plays a recording on a timeline; reports call its events by the name.
  public convenience init(_ script: Recording<Output, Failure>, timeline: Timeline, name: String) {
    self.init([script], SourceLog(timeline: timeline), name: name)
  }
  /// A source that plays another recording for each subscriber, and the last one for all that come later.
  package convenience init(_ scripts: [Recording<Output, Failure>], timeline: Timeline, name: String) {
    self.init(scripts, SourceLog(timeline: timeline), name: name)
  }
  init(_ scripts: [Recording<Output, Failure>], _ log: SourceLog, name: String) {
    precondition(!scripts.isEmpty, "a cold source needs a recording")
    self.scripts = Unchecked(scripts)
    self.name = name
    self.log = log
  }

  @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
    let script = scripts.value[Swift.min(log.subscriptions, scripts.value.count - 1)]
    let subscription = SourceSubscription(log: log, name: name, waits: true) { script.entries[$0].event.send(to: subscriber) }
    subscription.play(script)
    subscriber.receive(subscription: subscription)
  }
}

/// A value of any type, for a place that wants one that can be sent between threads.
@usableFromInline struct Unchecked<Value>: @unchecked Sendable {
  // Unchecked: it never changes, and a test uses it on the one thread of its time.
  @usableFromInline let value: Value
  init(_ value: Value) { self.value = value }
}
