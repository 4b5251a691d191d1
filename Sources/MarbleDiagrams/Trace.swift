import Marbles
import VirtualTime

/// What happened inside a run: what came over every line between two operators, what the timers did, and what caused what.
///
/// Whatever refers to something else does so by its index: of ``stages``, ``lines``, ``events``, ``timers`` or ``requests``. Causes always
/// come before what they caused.
package struct Trace: Hashable, Sendable {
  /// A source, or one place in the text where an operator is called.
  package struct Stage: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
      /// A stream of marbles with a name.
      case source
      /// A call that begins a stream, as `Just(1)`.
      case origin
      /// A call on a stream.
      case `operator`
    }
    package var kind: Kind
    /// `typed`, `debounce`.
    package var name: String
    /// As it is written: `typed`, `debounce(for: 300ms)`.
    package var call: String
    /// Why nothing came of a value that it received, as a clause with "it" for the value.
    package var silence: String
    /// Whether it may send a value later than it receives it.
    package var keepsValues = false
    /// Whether the values of its other streams are only signs: nothing is made of them.
    package var takesSigns = false
    /// Whether it sends at the end what it chose before: of a stream that fails comes nothing.
    package var choosesAtEnd = false

    package init(kind: Kind, name: String, call: String, silence: String) {
      (self.kind, self.name, self.call, self.silence) = (kind, name, call, silence)
    }
    /// The stage that it is called on, if that is a stream that is traced.
    package var receiver: Int?
    /// The name of that stream, or whatever else is written there, unless it is a call that is a stage itself.
    package var base: String?
  }

  /// One subscription to what a stage sends. A stage that is subscribed twice has two lines.
  package struct Line: Hashable, Sendable {
    package var stage: Int
    /// The line on which the operator that subscribed sends; `nil` if a subscriber of the pipeline did.
    package var consumer: Int?
    /// Which subscriber of the pipeline it belongs to, if it is known.
    package var subscriber: Int?
    /// The event in whose handling it began; `nil` if a subscriber's lane began it.
    package var startedBy: Int?
    package var start: VirtualInstant
    /// When it ended or was cancelled; `nil` if it was alive at the end.
    package var end: VirtualInstant?
    package var isCancelled = false

    package init(stage: Int, consumer: Int?, subscriber: Int?, startedBy: Int?, start: VirtualInstant) {
      (self.stage, self.consumer, self.subscriber, self.startedBy, self.start) = (stage, consumer, subscriber, startedBy, start)
    }
  }

  /// A value or an end that came over a line.
  package struct Event: Hashable, Sendable {
    package var line: Int
    package var instant: VirtualInstant
    /// How it is drawn.
    package var kind: Mark.Kind
    /// The value or the failure as a literal; empty for an end without one.
    package var text: String
    /// The events that it came from, the earliest first.
    package var causes: [Int] = []
    /// The timer that fired, if that is how it came.
    package var timer: Int?

    package init(line: Int, instant: VirtualInstant, kind: Mark.Kind, text: String, causes: [Int] = [], timer: Int? = nil) {
      (self.line, self.instant, self.kind, self.text, self.causes, self.timer) = (line, instant, kind, text, causes, timer)
    }
  }

  /// A timer of an operator. A timer that repeats is one for each period, a timer that is started anew another one.
  package struct Timer: Hashable, Sendable {
    package enum Ending: String, Hashable, Sendable { case fired, cancelled, restarted }
    /// The line on which the operator sends; `nil` if it is not known.
    package var line: Int?
    package var start: VirtualInstant
    package var due: VirtualInstant
    /// The event in whose handling it was started.
    package var startedBy: Int?
    package var end: VirtualInstant?
    /// How it ended; `nil` if it was running at the end.
    package var ending: Ending?
    /// Whether it waits at all; otherwise it only takes its turn, as `receive(on:)` does.
    package var waits: Bool { due > start }

    package init(line: Int?, start: VirtualInstant, due: VirtualInstant, startedBy: Int?) {
      (self.line, self.start, self.due, self.startedBy) = (line, start, due, startedBy)
    }
  }

  /// Values that were asked for on a line.
  package struct Request: Hashable, Sendable {
    package var line: Int
    package var instant: VirtualInstant
    /// How many; `nil` is unlimited.
    package var count: Int?

    package init(line: Int, instant: VirtualInstant, count: Int?) { (self.line, self.instant, self.count) = (line, instant, count) }
  }

  /// What happened, in order; the number is an index.
  package enum Step: Hashable, Sendable {
    case subscribed(Int)
    case cancelled(Int)
    case requested(Int)
    case event(Int)
    case timerStarted(Int)
    case timerEnded(Int)
  }

  package var stages: [Stage] = []
  package var lines: [Line] = []
  package var events: [Event] = []
  package var timers: [Timer] = []
  package var requests: [Request] = []
  package var steps: [Step] = []
  /// Whether it was too much to be written down to the end.
  package var isCut = false

  package init() {}
}

extension Trace {
  /// The lines that an operator receives from, by the line it sends on, in the order in which they began.
  package func inputs(of line: Int) -> [Int] { lines.indices.filter { lines[$0].consumer == line } }
  /// What came over a line, in order.
  package func events(on line: Int) -> [Int] { events.indices.filter { events[$0].line == line } }
  /// What an event caused, in order.
  package func effects(of event: Int) -> [Int] { events.indices.filter { events[$0].causes.contains(event) } }
  /// Which of the groups of its stage a line is, from one; `nil` if it is none. Unlike what makes them, groups receive from nobody.
  package func group(_ line: Int) -> Int? {
    guard stages[lines[line].stage].name == "groupBy", inputs(of: line).isEmpty else { return nil }
    return lines[...line].indices.count { lines[$0].stage == lines[line].stage && inputs(of: $0).isEmpty }
  }
  /// The stage of an event.
  package func stage(of event: Int) -> Stage { stages[lines[events[event].line].stage] }

  /// Why nothing came of a value; `nil` if something did, or if a subscriber of the pipeline received it.
  package func silence(after event: Int) -> String? {
    guard case .value = events[event].kind, let consumer = lines[events[event].line].consumer else { return nil }
    let hasEffect =
      events.contains { $0.line == consumer && $0.causes.contains(event) }
      || lines.contains { $0.startedBy == event && $0.consumer == consumer }
    let stage = stages[lines[consumer].stage]
    let hasFailed = events.contains { $0.line == consumer && $0.kind.isFailure } && stage.choosesAtEnd
    let silence = hasFailed ? "the stream failed before there was a result" : stage.silence
    return hasEffect || silence.isEmpty || isSign(event) ? nil : silence
  }

  /// Whether a value is only a sign for the operator that receives it, as the values of `click` are in `reading.sample(click)`.
  package func isSign(_ event: Int) -> Bool {
    let line = events[event].line
    guard let consumer = lines[line].consumer, stages[lines[consumer].stage].takesSigns else { return false }
    return lines[line].stage != stages[lines[consumer].stage].receiver
  }
}
