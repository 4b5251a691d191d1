import MarbleRuns
import Marbles
import Pipes
import VirtualTime

extension Tracer {
  /// Records the start of a timer and returns its number.
  func startTimer(due: VirtualInstant) -> Int? {
    guard !isOver, !trace.isCut else { return nil }
    if let active, let window = memories[active].window, trace.timers[window].due == due, due > timeline.now {
      return window
    }
    trace.timers.append(
      TraceTimer(line: active, start: timeline.now, due: max(due, timeline.now), startedBy: causes(cause).last))
    if let active { memories[active].timers.append(trace.timers.count - 1) }
    note(.timerStarted(trace.timers.count - 1))
    return trace.timers.count - 1
  }
  /// Records the start of a window during which the operator sends nothing. A timer of the operator that is due at its
  /// end is the same one.
  func openWindow(_ length: Int64, on line: Int, _ event: Int?) {
    let due = timeline.now.advanced(by: VirtualInstant.Stride(nanoseconds: length))
    trace.timers.append(TraceTimer(line: line, start: timeline.now, due: due, startedBy: event))
    memories[line].window = trace.timers.count - 1
    memories[line].timers.append(trace.timers.count - 1)
    note(.timerStarted(trace.timers.count - 1))
  }
  func endTimer(_ timer: Int?, _ ending: TraceTimer.Ending) {
    guard !isOver, let timer, trace.timers[timer].ending == nil else { return }
    trace.timers[timer].end = timeline.now
    trace.timers[timer].ending = ending
    note(.timerEnded(timer))
  }
  /// Records that nothing comes of the timers of a line that has ended: a scheduler may still run an action that it
  /// cannot take back.
  func cancelTimers(of line: Int) {
    if hasOpenGroups(line) { return }
    for timer in memories[line].timers
    where trace.timers[timer].due > timeline.now || trace.timers[timer].heldUntil != nil {
      endTimer(timer, .cancelled)
    }
  }
  /// Records that a job has become due, and waits because the scheduler is busy.
  func hold(_ timer: Int?, until end: VirtualInstant) {
    guard !isOver, let timer, trace.timers[timer].ending == nil else { return }
    trace.timers[timer].heldUntil = end
    note(.timerHeld(timer))
  }
  /// Runs the action of a timer that fires.
  func fire(_ timer: Int?, _ body: () -> Void) {
    guard let timer else { return body() }
    endTimer(timer, .fired)
    working(trace.timers[timer].line, .timer(timer), because: .timer(timer), body)
  }

  func note(_ step: TraceStep) {
    if trace.steps.count >= Tracer.stepLimit { trace.isCut = true }
    if !trace.isCut { trace.steps.append(step) }
  }
}
