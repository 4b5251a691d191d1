import MarbleRuns
import Marbles
import VirtualTime

/// The outcome of one pipeline.
package struct SpecOutcome {
  package typealias Events = SpecEvents

  /// The events that each subscriber received, written by its recorder. Rows, comparisons and the quiz read this list
  /// and no other. A trace has these events, too, without a consumer, because it has to say what caused them; it ends
  /// after 100,000 events, and most runs have none. `TruthTests` compares both.
  package var recordings: [Events] = []
  /// The subscriptions of each source that the pipeline names.
  var windows: [String: [SourceLog.Window]] = [:]
  /// Set if a guard stopped the run.
  package var runaway: Timeline.Runaway?
  /// The number of actions that ran: the length of the run, on every machine the same.
  var actions = 0
  /// Whether timers were still scheduled when all subscribers had completed, or events were waiting for demand.
  var leavesSomething = false
  /// The rules of the subscriber's protocol that were broken.
  var violations: [String] = []
  /// The rules with their verdicts, for each subscriber that they speak of.
  var rules: [(rule: SpecFile.Rule, verdict: RuleOutcome)] = []
  /// The outcome of the law below the pipeline; `nil` if there is none.
  var law: LawOutcome?
  /// The trace, if the run was traced.
  var trace: RunTrace<Events.Event>?

  /// Whether only the first events are kept.
  var isCut: Bool { runaway != nil }
}

extension SpecOutcome.Events {
  /// The first events of a run that did not end.
  var beginning: Self { Self(Array(entries.prefix(Self.first))) }
  static var first: Int { 50 }
}
