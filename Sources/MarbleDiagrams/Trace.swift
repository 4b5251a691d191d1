import Marbles
import VirtualTime

/// The trace of a run: the events on every line between two operators, the timers, and the causes.
///
/// Whatever refers to something else does so by its index: of ``stages``, ``lines``, ``events`` and so on. Causes always come before what they
/// caused.
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
    /// Whether it may keep a value for later.
    package var keeps = false
    /// Whether the streams beside the one that it is called on only give signs, as `click` in `reading.sample(click)`.
    package var takesSigns = false
    /// Whether its values are streams.
    package var makesGroups = false
    /// Whether only the occasion of what it sends is known, not what that is made of.
    package var isOpaque = false

    package init(kind: Kind, name: String, call: String) { (self.kind, self.name, self.call) = (kind, name, call) }
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
    /// Its causes: of a tuple or an array the causes of the elements, in their order.
    package var causes: [Int] = []
    /// The timer that fired, if that is how it came.
    package var timer: Int?

    /// The lines on which it was lost; several if several subscribers share it.
    package var losses: [Int] = []

    package init(line: Int, instant: VirtualInstant, kind: Mark.Kind, text: String, causes: [Int] = [], timer: Int? = nil) {
      (self.line, self.instant, self.kind, self.text, self.causes, self.timer) = (line, instant, kind, text, causes, timer)
    }
  }

  /// A value that an operator received and will never send, nor make anything of.
  package struct Loss: Hashable, Sendable {
    package var event: Int
    /// The line on which the operator sends.
    package var line: Int
    /// When that was decided.
    package var instant: VirtualInstant
    /// Why, as a clause with "it" for the value.
    package var reason: String
    /// The event in whose handling it was decided: the value itself if it was dropped when it came.
    package var because: Int?
    /// The timer that fired when it was decided.
    package var timer: Int?
    /// Whether another value took its place.
    package var isReplaced = false

    package init(event: Int, line: Int, instant: VirtualInstant, reason: String, because: Int? = nil) {
      (self.event, self.line, self.instant, self.reason, self.because) = (event, line, instant, reason, because)
    }
  }

  /// A value of a hot stream that came over no line, since there was no demand.
  package struct Miss: Hashable, Sendable {
    /// The line that it would have come over.
    package var line: Int
    package var instant: VirtualInstant
    package var kind: Mark.Kind
    package var text: String

    package init(line: Int, instant: VirtualInstant, kind: Mark.Kind, text: String) {
      (self.line, self.instant, self.kind, self.text) = (line, instant, kind, text)
    }
  }

  /// A timer of an operator. A timer that repeats is one for each period, a timer that is started anew another one.
  package struct Timer: Hashable, Sendable {
    package enum Ending: String, Hashable, Sendable {
      case fired, cancelled, restarted
      /// A window that was over without anything that waited for that.
      case passed
    }
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

  /// The steps, in order; the number is an index.
  package enum Step: Hashable, Sendable {
    case subscribed(Int)
    case cancelled(Int)
    case requested(Int)
    case event(Int)
    case timerStarted(Int)
    case timerEnded(Int)
    case lost(Int)
    case missed(Int)
  }

  package var stages: [Stage] = []
  package var lines: [Line] = []
  package var events: [Event] = []
  package var timers: [Timer] = []
  package var requests: [Request] = []
  package var losses: [Loss] = []
  package var misses: [Miss] = []
  package var steps: [Step] = []
  /// Whether it was too much to be written down to the end.
  package var isCut = false

  package init() {}
}

extension Trace {
  /// The lines that an operator receives from, by the line it sends on, in the order in which they began.
  package func inputs(of line: Int) -> [Int] { lines.indices.filter { lines[$0].consumer == line } }
  /// The events of a line, in order.
  package func events(on line: Int) -> [Int] { events.indices.filter { events[$0].line == line } }
  /// The effects of an event, in order.
  package func effects(of event: Int) -> [Int] { events.indices.filter { events[$0].causes.contains(event) } }
  /// Which of the groups of its stage a line is, from one; `nil` if it is none. Unlike what makes them, groups receive from nobody.
  package func group(_ line: Int) -> Int? {
    guard stages[lines[line].stage].makesGroups, inputs(of: line).isEmpty else { return nil }
    return lines[...line].indices.count { lines[$0].stage == lines[line].stage && inputs(of: $0).isEmpty }
  }
  /// The stage of an event.
  package func stage(of event: Int) -> Stage { stages[lines[events[event].line].stage] }

  /// Why a value got lost; nil if it did not.
  package func silence(after event: Int) -> String? { events[event].losses.first.map { losses[$0].reason } }

  /// Whether a value is only a sign for the operator that receives it, as the values of `click` are in `reading.sample(click)`.
  package func isSign(_ event: Int) -> Bool { isSign(line: events[event].line) }
  /// Whether what comes over a line is.
  package func isSign(line: Int) -> Bool {
    guard let consumer = lines[line].consumer, stages[lines[consumer].stage].takesSigns else { return false }
    return lines[line].stage != stages[lines[consumer].stage].receiver
  }
}
