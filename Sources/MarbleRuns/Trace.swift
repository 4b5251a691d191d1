import Marbles
import VirtualTime

/// The trace of a run: the events on every line between two operators, the timers, and the causes.
///
/// The parts refer to each other by index into ``stages``, ``subscriptions``, ``events`` and so on. A cause always
/// comes before its effect.
///
/// While a run is traced its events have values (``RunTrace``); ``map(_:)`` turns these into marks, once.
package typealias Trace = RunTrace<TraceMark>

/// An event of a trace as pictures and sentences show it.
package struct TraceMark: Equatable, Sendable {
  var kind: Mark.Kind
  /// The value or the error as a literal; empty for a completion without one.
  var text: String

  package init(_ kind: Mark.Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}

/// A trace whose events have payloads of some type.
package struct RunTrace<Payload> {

  /// A value or a completion on a line.
  package struct Event {
    package var line: Int
    package var instant: VirtualInstant
    package var payload: Payload
    /// Whether the event is a completion.
    package var isEnd: Bool
    /// The events that caused it. For a tuple or an array these are the causes of the elements, in order.
    package var causes: [Int] = []
    /// The event that was being handled when it was sent, also if its value comes from others; `nil` if that is not
    /// known.
    package var trigger: Int?
    /// The timer whose firing sent the event; `nil` if there was none.
    package var timer: Int?
    /// The result of the closure that its receiver asked about it, if a result or an answer is all that becomes of it.
    package var answer: String?

    /// The losses of the value: several if several subscribers share it.
    package var losses: [Int] = []
    /// The instant at which the operator that received the value kept it no longer; `nil` if it kept it to the end.
    package var released: VirtualInstant?

    package init(
      line: Int, instant: VirtualInstant, payload: Payload, isEnd: Bool, causes: [Int] = [], timer: Int? = nil
    ) {
      self.line = line
      self.instant = instant
      self.payload = payload
      self.isEnd = isEnd
      self.causes = causes
      self.timer = timer
    }
  }

  /// A value of a hot stream that was not sent to a subscriber because there was no demand.
  package struct Miss {
    /// The line of the subscription without demand.
    package var line: Int
    package var instant: VirtualInstant
    var payload: Payload

    package init(line: Int, instant: VirtualInstant, payload: Payload) {
      self.line = line
      self.instant = instant
      self.payload = payload
    }
  }

  package var stages: [TraceStage] = []
  /// The subscriptions to the stages, each a line between two operators. The `line` of a part is the index of one of
  /// these.
  package var subscriptions: [TraceSubscription] = []
  package var events: [Event] = []
  package var timers: [TraceTimer] = []
  package var requests: [TraceRequest] = []
  package var losses: [TraceLoss] = []
  package var kept: [TraceKept] = []
  package var misses: [Miss] = []
  package var steps: [TraceStep] = []
  /// Whether the trace reached its limit and is incomplete.
  package var isCut = false

  package init() {}
  /// Returns the trace with other payloads: first of the events, then of the missed values.
  package func map<Other>(_ transform: (Payload) -> Other) -> RunTrace<Other> {
    var other = RunTrace<Other>()
    other.stages = stages
    other.subscriptions = subscriptions
    other.timers = timers
    other.requests = requests
    other.losses = losses
    other.kept = kept
    other.steps = steps
    other.isCut = isCut
    other.events = events.map { event in
      var new = RunTrace<Other>.Event(
        line: event.line, instant: event.instant, payload: transform(event.payload), isEnd: event.isEnd,
        causes: event.causes, timer: event.timer)
      new.losses = event.losses
      new.released = event.released
      new.trigger = event.trigger
      new.answer = event.answer
      return new
    }
    other.misses = misses.map {
      RunTrace<Other>.Miss(line: $0.line, instant: $0.instant, payload: transform($0.payload))
    }
    return other
  }
}

extension RunTrace: Equatable where Payload: Equatable {}
extension RunTrace.Event: Equatable where Payload: Equatable {}
extension RunTrace.Miss: Equatable where Payload: Equatable {}
extension RunTrace: Sendable where Payload: Sendable {}
extension RunTrace.Event: Sendable where Payload: Sendable {}
extension RunTrace.Miss: Sendable where Payload: Sendable {}

extension Trace.Event {
  package var kind: Mark.Kind { payload.kind }
  package var text: String { payload.text }
  package var isValue: Bool { if case .value = kind { true } else { kind == .anyValue } }
}
extension Trace.Miss {
  package var kind: Mark.Kind { payload.kind }
  package var text: String { payload.text }
}

extension RunTrace {
  /// Returns the name of a group or a window, by its key; `nil` if a line is neither.
  package func groupName(_ line: Int) -> String? {
    guard let key = subscriptions[line].key, let groups = stages[subscriptions[line].stage].groups else { return nil }
    return "\(groups) \(key)"
  }
  /// Whether a subscriber of the pipeline received the event: results are the events that no operator receives.
  package func isResult(_ event: Int) -> Bool { subscriptions[events[event].line].consumer == nil }
  package func stage(of event: Int) -> TraceStage { stages[subscriptions[events[event].line].stage] }

  /// Returns the reason why a value was dropped; `nil` if it was not.
  package func lossReason(of event: Int) -> String? { events[event].losses.first.map { losses[$0].reason } }

  /// Whether a value is only a signal for the operator that receives it, as the values of `click` are in
  /// `reading.sample(click)`.
  package func isSignal(_ event: Int) -> Bool { isSignal(line: events[event].line) }
  /// Whether the values of a line are only signals for the operator that receives them.
  package func isSignal(line: Int) -> Bool {
    guard let consumer = subscriptions[line].consumer, stages[subscriptions[consumer].stage].takesSignals else {
      return false
    }
    return subscriptions[line].stage != stages[subscriptions[consumer].stage].receiver
  }
}

/// A source, or one call of an operator in the text.
package struct TraceStage: Equatable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// A stream with a name and a row of marbles.
    case source
    /// A call that creates a stream, such as `Just(1)`.
    case origin
    /// A call on a stream.
    case `operator`
  }
  package var kind: Kind
  /// The name, such as `typed` or `debounce`.
  package var name: String
  /// The text of the call, such as `typed` or `debounce(for: 300ms)`.
  package var call: String
  /// The name that `let` gives to the stream; `nil` if it has none.
  package var definition: String?
  /// The place of the call in the text, as its line and its column; empty for a source.
  package var place = ""
  /// Whether the stage may keep a value for later.
  package var keeps = false
  /// Whether each value is used at once for a result or an answer, and none is kept.
  package var sums = false
  /// Whether a kept value may be used several times.
  package var reuses = false
  /// Whether each result is kept for the next one; of a stage that sums, each result so far.
  package var accumulates = false
  /// The answer about a value that decides nothing, if no closure gives it; `%` is the first argument.
  package var undecided = ""
  /// Whether it sends the values that it receives.
  package var passes = false
  /// Whether each value is the time between two values of the upstream.
  package var measures = false
  /// Whether other streams only give signals, as `click` does in `reading.sample(click)`: their values are not used.
  package var takesSignals = false
  /// Whether the stage subscribes to its upstream again and again, as `retry` does.
  package var subscribesAgain = false
  /// The reason for which the stage cancels its upstream, unless another stream or a failure is the reason. `%` stands
  /// for the values that decide, or for the time that has passed.
  package var cancelReason = ""
  /// The name of each value of the stage, such as `group`, if its values are streams.
  package var groups: String?
  package var makesGroups: Bool { groups != nil }
  /// Whether only the triggering event of a value is known, not the values that it was made from.
  package var isOpaque = false
  /// Whether the stage is a stream that an operator passes to its closure.
  package var isGiven = false

  package init(kind: Kind, name: String, call: String) {
    self.kind = kind
    self.name = name
    self.call = call
  }
  /// The text of the first argument of the call, such as `0` of `scan(0, +)`; empty if there is none.
  package var firstArgument: String {
    var depth = 0, text = ""
    for letter in call.drop(while: { $0 != "(" }).dropFirst() {
      if "([{".contains(letter) { depth += 1 }
      if ")]}".contains(letter) { depth -= 1 }
      if depth < 0 || depth == 0 && letter == "," { break }
      text.append(letter)
    }
    return text
  }
  /// The stage that this one is called on, if it is traced.
  package var receiver: Int?
  /// The text of the receiver, unless it is a call that is a stage itself.
  package var base: String?
}

/// One subscription to a stage. A stage may have several.
package struct TraceSubscription: Equatable, Sendable {
  package var stage: Int
  /// The line of the operator that subscribed; `nil` if a subscriber of the pipeline did.
  package var consumer: Int?
  /// The number of the subscriber of the pipeline that it belongs to; `nil` if it is not known.
  package var subscriber: Int?
  /// The event that was being handled when it began; `nil` if a lane of a subscriber began it.
  package var startedBy: Int?
  package var start: VirtualInstant
  /// The instant of the completion or the cancel; `nil` if it was alive at the end of the run.
  package var end: VirtualInstant?
  package var isCancelled = false
  /// The timer that fired when the line began.
  package var timer: Int?
  /// The event that was being handled when it began, also if it was created for another one; of an action of a timer,
  /// the event that started the timer.
  package var trigger: Int?
  /// The event that was being handled when it was cancelled, and the timer that had fired; as for the beginning.
  package var endTrigger: Int?
  package var endTimer: Int?
  /// The key of a group, as text.
  package var key: String?
  /// The name of its stream, if its stage makes several, as `matching`.
  package var output: String?

  package init(stage: Int, consumer: Int?, subscriber: Int?, startedBy: Int?, start: VirtualInstant) {
    self.stage = stage
    self.consumer = consumer
    self.subscriber = subscriber
    self.startedBy = startedBy
    self.start = start
  }
}

/// A value that an operator received and dropped, without using it for another value.
package struct TraceLoss: Equatable, Sendable {
  package var event: Int
  package var line: Int
  /// The instant at which it was dropped.
  package var instant: VirtualInstant
  /// The reason, as a clause with "it" for the value.
  package var reason: String
  /// The way in which the operator decided to drop it.
  package var kind = Kind.other
  package enum Kind: String, CaseIterable, Sendable {
    /// When it arrived.
    case atOnce
    /// When it arrived, because it equals the value that is kept.
    case tie
    /// When another value arrived while it was kept.
    case replaced
    /// When the stream finished while it was kept.
    case finished
    /// When the stream failed while it was kept.
    case failed
    /// For a reason that any operator may have: no demand, a cancel.
    case other
  }
  /// The clause if the reason is not known, because an operator gives none.
  package static let unknown = "it was dropped"
  /// The event that was being handled when the value was dropped: the value itself if it was dropped on arrival.
  package var because: Int?
  /// The timer that fired when the value was dropped.
  package var timer: Int?
  /// Whether another value replaced it.
  package var isReplaced = false

  package init(event: Int, line: Int, instant: VirtualInstant, reason: String, because: Int? = nil) {
    self.event = event
    self.line = line
    self.instant = instant
    self.reason = reason
    self.because = because
  }
}

/// A value that an operator kept, and had not used, when the run ended: the end of the run is not the end of the stream,
/// so it is not lost.
package struct TraceKept: Equatable, Sendable {
  package var event: Int
  package var line: Int
  /// The instant of the last step of the run.
  package var instant: VirtualInstant

  package init(event: Int, line: Int, instant: VirtualInstant) {
    self.event = event
    self.line = line
    self.instant = instant
  }
}

/// A timer of an operator. Each period of a repeating timer, and each restart, is a timer of its own.
package struct TraceTimer: Equatable, Sendable {
  package enum Ending: String, Hashable, Sendable {
    case fired, cancelled, restarted
    /// A window was over and no value was pending.
    case passed
  }
  /// The line of the operator; `nil` if it is not known.
  package var line: Int?
  package var start: VirtualInstant
  package var due: VirtualInstant
  /// The event that was being handled when it was started.
  package var startedBy: Int?
  package var end: VirtualInstant?
  /// The way in which it ended; `nil` if it was running at the end of the run.
  package var ending: Ending?
  /// The instant when the scheduler was to be free again, if it was busy at `due`: the action waits from `due` until
  /// `end`.
  package var heldUntil: VirtualInstant?
  /// Whether time passes between start and due. Otherwise it only waits for a later turn, as in `receive(on:)`.
  package var waits: Bool { due > start }

  package init(line: Int?, start: VirtualInstant, due: VirtualInstant, startedBy: Int?) {
    self.line = line
    self.start = start
    self.due = due
    self.startedBy = startedBy
  }
}

/// A request on a line.
package struct TraceRequest: Equatable, Sendable {
  package var line: Int
  package var instant: VirtualInstant
  /// The number of values; `nil` for unlimited.
  package var count: Int?

  package init(line: Int, instant: VirtualInstant, count: Int?) {
    self.line = line
    self.instant = instant
    self.count = count
  }
}

/// One step of the run; the number is an index.
package enum TraceStep: Hashable, Sendable {
  case subscribed(Int)
  case cancelled(Int)
  case requested(Int)
  case event(Int)
  case timerStarted(Int)
  case timerHeld(Int)
  case timerEnded(Int)
  case lost(Int)
  case missed(Int)
  case kept(Int)
}

extension TraceStage {
  /// Whether it is the source with a name.
  func isSource(_ name: String) -> Bool { kind == .source && self.name == name }
}
