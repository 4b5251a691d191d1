extension Timeline {
  /// The action that runs: its name, and its place among the actions of its instant.
  package struct RunningAction: Hashable, Sendable {
    /// The index of its name, which is that of its scheduler.
    package let name: UInt32
    /// 1 for the first action of the instant.
    package let turn: Int
  }

  /// The action that runs; `nil` outside of a run.
  package var runningAction: RunningAction? {
    core.state.with { $0.runs.depth == 0 ? nil : RunningAction(name: $0.runs.action, turn: $0.guards.turn) }
  }
  /// The text of a name; `nil` for an action without one.
  package func name(_ index: UInt32) -> String? { index == 0 ? nil : core.state.with { $0.names.list[Int(index)] } }
  /// Adds a name that no other action has.
  func newName(_ text: String) -> UInt32 {
    core.state.with { state in
      state.names.add(text)
    }
  }
}

extension Timeline {
  /// Returns one of the options that the running action has: the first one, unless choices decide.
  func chooseTurn(_ count: Int) -> Int {
    takesTurns && count > 1 ? core.state.with { $0.queue.turns?.choose(count) ?? 0 } : 0
  }
  /// Whether choices decide, and an action was due when the running one was chosen.
  func isDue(_ ticket: Ticket) -> Bool { core.state.with { $0.queue.turns?.due.contains(ticket.order) == true } }
  /// Names the running action after the queue whose work it has turned out to run.
  func renameAction(_ name: @autoclosure () -> String) {
    if !takesTurns { return }
    let name = name()
    core.state.with { $0.observers.log?.rename(name) }
  }
  /// Notes for a search of all orders that an action only starts a task, and that nothing cancels it.
  package func isStart(_ ticket: Ticket) {
    if takesTurns { core.state.with { $0.queue.turns?.isStart(ticket.order) } }
  }
}

/// A scheduler whose actions can be told from those of others on its timeline.
package protocol DistinctScheduler: AnyObject {
  var timeline: Timeline { get }
  /// Returns the index of the name that only its actions have, from now on.
  func distinctName() -> UInt32
}

extension TestScheduler: DistinctScheduler {
  package func distinctName() -> UInt32 {
    if name.index == 0 { name.index = timeline.newName("another scheduler") }
    return name.index
  }
}
