import Synchronization

extension Timeline {
  /// The observers of a run: they follow the actions of a timeline and change nothing. Guarded by the lock of the
  /// timeline.
  ///
  /// The timeline calls each of these methods once for the event in its name. A timeline without observers pays one
  /// check for each.
  struct Observers {
    /// The actions that have run, for an exploration.
    var log: ActionLog?
    /// The pending actions that may still show an effect, for the end of a test.
    var effects: PendingEffects?
    /// The timers and notes with their causes, for a picture.
    var journal: Journal?
    /// Called when an operator of state keeps a value that is due, because there is no demand for it.
    var whenNewestIsKept: (() -> Void)?
    /// Called at the end of each action.
    var watchers: [() -> Void] = []

    /// The state of the observers before an action, which its end restores.
    struct Outer {
      var kind: PendingEffects.Kind?
      var context: Journal.Context?
      var isEmpty: Bool { kind == nil && context == nil }
    }

    /// The state now: of the action that runs.
    var outer: Outer {
      get { Outer(kind: effects?.current, context: journal?.context) }
      set {
        if let kind = newValue.kind { effects?.current = kind }
        if let context = newValue.context { journal?.context = context }
      }
    }
    /// An action was scheduled. `timer` is its timer if it is a tick other than the first one.
    @inline(__always)
    mutating func didSchedule(
      _ order: UInt64, at instant: Int64, from now: Int64, isTimer: Bool, tickOf timer: TimelineTimer? = nil
    ) {
      effects?.note(order, tickOf: timer)
      journal?.schedule(order, at: instant, from: now, isTimer: isTimer)
      log?.note(order)
    }
    /// A scheduled action will not run.
    @inline(__always) mutating func didRemove(
      _ order: UInt64, _ ending: Journal.Timer.Ending = .cancelled, at now: Int64
    ) {
      effects?.forget(order)
      journal?.forget(order, ending, at: now)
    }
    /// A scheduled action is about to run. The caller passes the result to ``didEnd(_:)``.
    @inline(__always) mutating func willRun(_ order: UInt64, at now: Int64) -> Outer {
      Outer(kind: effects?.begin(order), context: journal?.begin(order, at: now))
    }
    /// An action has run.
    @inline(__always) mutating func didEnd(_ outer: inout Outer) {
      if let kind = outer.kind.take() { effects?.end(kind) }
      if let context = outer.context.take() { journal?.context = context }
    }
  }
}

extension Timeline.State {
  /// Removes the action or timer with this order, if it is pending. The caller releases the result outside of the lock.
  @inline(__always) mutating func remove(_ order: UInt64, at now: Int64) -> ActionQueue.Content? {
    observers.didRemove(order, at: now)
    return queue.remove(order)
  }
}

extension Timeline {
  /// Removes all pending actions. A pending action often keeps the timeline alive, so a test calls this at its end.
  package func removeAll() {
    core.isWatched.store(false, ordering: .relaxed)
    _ = core.state.with { state in
      state.observers.effects?.forgetAll()
      defer { state.observers.watchers = [] }
      return (state.queue.removeAll(), state.runs.driver.take(), state.observers.watchers)
    }  // released here, outside of the lock
  }
  /// Whether the causes of actions are tracked, which ``mayStillChange`` needs. Set it before anything is scheduled.
  package var followsCauses: Bool {
    get { core.state.with { $0.observers.effects != nil } }
    set { core.state.with { $0.observers.effects = newValue ? PendingEffects() : nil } }
  }
}
