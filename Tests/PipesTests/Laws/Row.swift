import Pipes
import Testing
import VirtualTime

/// One operator in the table of laws.
///
/// Unless it says otherwise it sits on a source of numbers and is a relay that lets everything through.
struct Row: Sendable, CustomTestStringConvertible {
  /// How an operator treats subscriptions and demand: the classes of the contract.
  enum Kind: Sendable {
    /// Hands the subscription of its upstream through (class F).
    case forwarder
    /// Is the subscription its subscriber gets, passes requests on one to one, and has an end of its own (class S).
    case relay
    /// Asks for everything and answers once (class R).
    case reducer
    /// Has an end of its own like a relay, and its own way with demand.
    case special
  }
  /// The effect of `request(.none)` (G8).
  enum Zero: Sendable { case reported, ignored, forwarded }

  let name: String
  /// The entry of the contract.
  let entry: String
  let kind: Kind
  /// The notes of the probe with unlimited demand for 1, 2, 3 and the end.
  var answer = "1 2 3 |"
  /// The same for 1, 2 and a failure.
  var failure = "1 2 #oops"
  /// The same for the end alone.
  var empty = "|"
  var zero: Zero
  /// The laws that do not hold for it, each with the place in the contract that says so.
  var exempt: [Law: String] = [:]
  let stage: @Sendable (Rig) -> Stage
  /// The same on a scheduler of the test's choice, for an operator with one.
  private(set) var stageOn: (@Sendable (Rig, Timers) -> Stage)?

  typealias Timers = AnyScheduler<VirtualInstant, Never>

  /// Whether values may be lost when many come at once.
  var loses = false
  /// Whether demand given back goes up by a request, as it must where time passes in between.
  var repliesByRequest = false

  var testDescription: String { name }
  /// Whether every value goes through, as it is and with its demand.
  var deliversAll: Bool { kind != .reducer && !loses && answer == "1 2 3 |" && empty == "|" }
  /// The notes of the probe for the first value.
  var firstAnswer: [Substring] {
    let words = answer.split(separator: " ")
    return kind == .reducer || words.count < 4 ? [] : [words[0]]
  }

  init<P: Publisher & SendableMetatype>(
    _ name: String, _ entry: String, _ kind: Kind, answer: String? = nil, failure: String? = nil, empty: String? = nil,
    zero: Zero? = nil, loses: Bool = false, exempt: [Law: String] = [:],
    _ build: @escaping @Sendable (Source<Int, Oops>) -> P
  ) {
    self.init(name, entry, kind, zero, exempt) { rig in
      let source = rig.source()
      let publisher = build(source)
      return Stage(rig: rig, source: source, subscribe: { rig.attach(publisher, demand: $0, reply: $1) })
    }
    take(answer, failure, empty)
    self.loses = loses
  }

  /// The same for an operator with a scheduler. Each step of a trial lets ten seconds pass.
  init<P: Publisher & SendableMetatype>(
    timed name: String, _ entry: String, _ kind: Kind, answer: String? = nil, failure: String? = nil, zero: Zero? = nil,
    loses: Bool = false, repliesByRequest: Bool = true, exempt: [Law: String] = [:],
    _ build: @escaping @Sendable (Source<Int, Oops>, Timers) -> P
  ) {
    @Sendable func stage(_ rig: Rig, _ scheduler: Timers) -> Stage {
      let source = rig.source()
      let publisher = build(source, scheduler)
      return Stage(rig: rig, source: source, subscribe: { rig.attach(publisher, demand: $0, reply: $1) })
    }
    self.init(name, entry, kind, zero, exempt) { rig in
      let scheduler = TestScheduler()
      var stage = stage(rig, scheduler.eraseToAnyScheduler())
      stage.settle = { try? scheduler.advance(by: 10) }
      stage.pending = {
        try? scheduler.advance(by: 0)
        return scheduler.timeline.pendingCount
      }
      return stage
    }
    stageOn = { stage($0, $1) }
    take(answer, failure, nil)
    self.loses = loses
    self.repliesByRequest = repliesByRequest
  }

  private init(
    _ name: String, _ entry: String, _ kind: Kind, _ zero: Zero?, _ exempt: [Law: String],
    stage: @escaping @Sendable (Rig) -> Stage
  ) {
    (self.name, self.entry, self.kind, self.exempt, self.stage) = (name, entry, kind, exempt, stage)
    self.zero = zero ?? (kind == .reducer ? .reported : .forwarded)
    if kind == .reducer { failure = "#oops" }
  }
  private mutating func take(_ answer: String?, _ failure: String?, _ empty: String?) {
    self.answer = answer ?? self.answer
    self.failure = failure ?? self.failure
    self.empty = empty ?? self.empty
  }
}

/// A list of rows, one to a line, so that each is type-checked by itself.
@resultBuilder enum RowBuilder {
  static func buildBlock(_ rows: Row...) -> [Row] { rows }
}

/// One operator between a source and whatever subscribes, ready for one trial.
struct Stage {
  let rig: Rig
  let source: Source<Int, Oops>
  let subscribe: (Subscribers.Demand?, Subscribers.Demand) -> any AnyProbe
  /// Lets pass the time the operator needs to deliver.
  var settle: () -> Void = {}
  /// How many actions wait on its scheduler, those of this very instant apart.
  var pending: () -> Int = { 0 }
}
