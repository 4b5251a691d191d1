import MarbleRuns
import Marbles
import VirtualTime

extension RunTrace {
  /// The largest number of events of a run without end that are kept.
  private static var most: Int { 2_000 }

  /// The beginning of a run without end: up to the last of the first events of its subscribers, of which there are so
  /// many.
  func beginning(received: Int, count: Int) -> RunTrace {
    var (events, left, steps) = (0, received, 0)
    for (index, step) in self.steps.enumerated() {
      guard case .event(let event) = step else { continue }
      events += 1
      steps = index + 1
      if isResult(event) { left -= 1 }
      if left <= 0 && events >= count || events == Self.most { break }
    }
    return beginning(steps)
  }

  /// Returns the first steps of the trace, and nothing that came of later steps.
  package func beginning(_ count: Int) -> RunTrace {
    if count >= steps.count { return self }
    var begun = RunTrace()
    begun.stages = stages
    begun.isCut = true
    for step in steps.prefix(count) {
      begun.steps.append(step)
      switch step {
      case .subscribed(let line):
        begun.subscriptions.append(subscriptions[line])
        begun.subscriptions[line].end = nil
        begun.subscriptions[line].isCancelled = false
        begun.subscriptions[line].endTrigger = nil
        begun.subscriptions[line].endTimer = nil
      case .cancelled(let line):
        begun.subscriptions[line] = subscriptions[line]
      case .requested(let request): begun.requests.append(requests[request])
      case .event(let event):
        begun.events.append(events[event])
        begun.events[event].losses = []
        if events[event].isEnd { begun.subscriptions[events[event].line].end = events[event].instant }
      case .timerStarted(let timer):
        begun.timers.append(timers[timer])
        begun.timers[timer].end = nil
        begun.timers[timer].ending = nil
        begun.timers[timer].heldUntil = nil
      case .timerHeld(let timer): begun.timers[timer].heldUntil = timers[timer].heldUntil
      case .timerEnded(let timer):
        begun.timers[timer].end = timers[timer].end
        begun.timers[timer].ending = timers[timer].ending
      case .lost(let loss):
        begun.events[losses[loss].event].losses.append(loss)
        begun.losses.append(losses[loss])
      case .missed(let miss): begun.misses.append(misses[miss])
      case .kept(let index): begun.kept.append(kept[index])
      }
    }
    let last = begun.events.last?.instant ?? .zero
    for event in begun.events.indices where begun.events[event].released.map({ $0 > last }) ?? false {
      begun.events[event].released = nil
    }
    return begun
  }
}
