import MarbleRuns
import Marbles
import PipesCore
import VirtualTime

/// The actions of a scheduler, and the timers of closures.
extension PosterPlan {
  /// Whether a timer is an action of a scheduler that takes no time; for most operators that is a detail.
  func isHop(_ timer: Int, on line: Int) -> Bool {
    trace.stages[trace.subscriptions[line].stage].call.contains("(on: ") && trace.timers[timer].line == line
      && !trace.timers[timer].waits && trace.timers[timer].ending == .fired
  }
  /// Whether an inner stream is a timer of whose value only the instant matters, as in `debounce { _ in timer(after: 3) }`:
  /// it is drawn as a timer.
  func isClock(_ line: Int) -> Bool {
    let number = trace.subscriptions[line].stage, stage = trace.stages[number]
    guard inner.contains(line), stage.kind == .origin, stage.name == "timer" else { return false }
    let lines = trace.subscriptions.indices.filter { trace.subscriptions[$0].stage == number }
    let values = lines.flatMap { index.events[$0] }.filter { trace.events[$0].isValue }
    return !values.isEmpty && lines.allSatisfy { index.timers[$0].count <= 1 }
      && !values.contains { index.effects[$0].contains { trace.events[$0].isValue } }
  }
  /// The event that an action of a scheduler sends.
  func event(of timer: Int) -> Int? {
    trace.timers[timer].line.flatMap { index.events[$0].first { trace.events[$0].timer == timer } }
  }
  /// Whether a scheduler subscribes, so that rows show when they begin.
  var isSubscribedByScheduler: Bool {
    trace.subscriptions.contains { own in
      guard let timer = own.timer, let line = trace.timers[timer].line else { return false }
      return isHop(timer, on: line)
    }
  }

  /// Returns the actions of a scheduler that take no time: a value, or a subscription, waits for a later turn.
  func hops(on line: Int) -> [Element] {
    trace.timers.indices.filter { isHop($0, on: line) }.map { number in
      let timer = trace.timers[number], now = (timer.end ?? timer.start).nanoseconds
      var hop = Element(kind: .hop, from: now, to: now, hues: [Coloring.mixed])
      hop.causes = timer.startedBy.map(drawn) ?? []
      hop.timer = number
      return hop
    }
  }

  /// Returns the times when the scheduler of an operator is busy.
  func busy(on line: Int) -> [Element] {
    let isConcerned = trace.timers.indices.contains {
      isHop($0, on: line) || trace.timers[$0].heldUntil != nil && trace.timers[$0].line == line
    }
    if !isConcerned { return [] }
    return (diagram.busy?.periods ?? []).map {
      Element(
        kind: .busy, from: $0.lowerBound.nanoseconds, to: $0.upperBound.nanoseconds, hues: [PosterLayout.ofScheduler])
    }
  }
}
