import MarbleRuns
import Marbles

/// Records which behaviors of operators, and which decisions of closures, some runs have shown.
package final class RunCoverage {
  /// The behavior of one call of an operator.
  struct Call {
    /// The kinds of decisions by which it dropped values.
    var losses: Set<TraceLoss.Kind> = []
    var sends = false
    /// The largest number of values, and of completions, that it received in one run, and whether a failure was among
    /// these.
    var values = 0, completions = 0
    var receivesFailure = false
  }

  let decisions = ClosureDecisions()
  /// The calls by their places in the text.
  private(set) var calls: [String: Call] = [:]

  init() {}

  /// Adds what other runs have shown.
  func add(_ other: RunCoverage) {
    decisions.add(other.decisions)
    for (place, other) in other.calls {
      let one = calls[place, default: Call()]
      calls[place] = Call(
        losses: one.losses.union(other.losses), sends: one.sends || other.sends, values: max(one.values, other.values),
        completions: max(one.completions, other.completions),
        receivesFailure: one.receivesFailure || other.receivesFailure)
    }
  }
  /// Adds what a traced run has shown.
  func add(_ trace: RunTrace<SpecOutcome.Events.Event>) {
    let places = trace.subscriptions.map { trace.stages[$0.stage].place }
    for place in places where !place.isEmpty && calls[place] == nil { calls[place] = Call() }
    var received: [String: (values: Int, completions: Int)] = [:]
    for event in trace.events {
      if !event.isEnd { calls[places[event.line]]?.sends = true }
      guard let consumer = trace.subscriptions[event.line].consumer else { continue }
      let place = places[consumer]
      if event.isEnd {
        received[place, default: (0, 0)].completions += 1
        if case .failure = event.payload { calls[place]?.receivesFailure = true }
      } else {
        received[place, default: (0, 0)].values += 1
      }
    }
    for (place, count) in received {
      guard var call = calls[place] else { continue }
      call.values = max(call.values, count.values)
      call.completions = max(call.completions, count.completions)
      calls[place] = call
    }
    for loss in trace.losses { calls[places[loss.line]]?.losses.insert(loss.kind) }
  }
}

/// A behavior of an operator, or a branch of a closure, that an input can show.
package struct CoveragePoint: Hashable, Sendable {
  enum Key: Hashable, Sendable {
    case decision(ClosureDecisions.Branch, Bool)
    case loss(String, TraceLoss.Kind)
    case sends(String)
    case fails(String)
    case receives(String, Int)
  }
  let key: Key
  /// The place in the spec.
  package let span: Span
  let behavior: Behavior
  /// Whether it is a decision of a closure.
  var isDecision: Bool { if case .decision = key { true } else { false } }
  /// The behavior as a clause.
  package var sentence: String { behavior.sentence }
  /// The same for the same behavior of the same call, or closure, in another pipeline.
  let identity: String

  package static func == (lhs: CoveragePoint, rhs: CoveragePoint) -> Bool { lhs.key == rhs.key }
  package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
