extension Timeline {
  /// The action that runs, for its observers and for reports.
  struct ActionFrame {
    let index: UInt32
    let outer: Observers.Outer
  }
  var actionFrame: ActionFrame {
    get { core.state.with { ActionFrame(index: $0.runs.action, outer: $0.observers.outer) } }
    set {
      core.state.with { state in
        state.runs.action = newValue.index
        state.observers.outer = newValue.outer
      }
    }
  }
  /// Lets time pass. Returns false, and does not, if an action is due until then and may run, and `unlessActing` is true.
  func pass(_ length: Int64, unlessActing: Bool) -> Bool {
    if length <= 0 { return true }
    let mayAct = unlessActing && !isOver && !core.isHeld.load(ordering: .relaxed)
    return core.state.with { state in
      let end = nanoseconds.plus(length)
      if mayAct, state.runs.depth > 0, !state.guards.isStopped, let next = state.queue.first(), next.instant <= end {
        return false
      }
      moveOn(to: end, &state)
      return true
    }
  }
  /// Whether actions may run, so that a thread may wait for one.
  var isRunning: Bool {
    !isOver && core.state.with { $0.runs.depth > 0 && !$0.guards.isStopped }
  }
}
