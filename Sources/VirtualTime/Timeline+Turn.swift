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
    core.state.with { $0.depth == 0 ? nil : RunningAction(name: $0.running, turn: $0.guards.turn) }
  }
  /// The text of a name; `nil` for an action without one.
  package func name(_ index: UInt32) -> String? { index == 0 ? nil : core.state.with { $0.names[Int(index)] } }
  /// Adds a name that no other action has.
  func newName(_ text: String) -> UInt32 {
    core.state.with { state in
      state.names.append(text)
      return UInt32(state.names.count - 1)
    }
  }
}

extension Timeline {
  /// Notes for a search of all orders that the running action creates an object, before anything calls ``willUse(_:)``
  /// with it.
  package func didCreate(_ object: AnyObject) {
    if takesTurns { core.state.with { $0.queue.turns?.create(ObjectIdentifier(object)) } }
  }
  /// Notes for a search of all orders that the running action uses an object.
  package func willUse(_ object: AnyObject) {
    if takesTurns { core.state.with { $0.queue.turns?.use(ObjectIdentifier(object)) } }
  }
  /// Notes for a search of all orders that the running action does nothing but start a task.
  package func willStartTaskOnly() {
    if takesTurns { core.state.with { $0.queue.turns?.startsTaskOnly() } }
  }
  /// Ends a run whose order choices have decided. Returns a number that two runs share if each object was used by the
  /// same actions in the same order.
  package func finishTurns() -> UInt64 { core.state.with { $0.queue.turns?.finish() ?? 0 } }
}

extension Timeline.State {
  mutating func enterRun() {
    if depth > 0 {
      outerRunning.append(running)
      queue.turns?.enterRun()
    }
    depth += 1
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
