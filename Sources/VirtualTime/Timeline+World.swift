import PipesCore
import Synchronization

/// The machine around a run: its date can be set, and the device can sleep.
///
/// 1. The instants of a timeline go on while the device sleeps. An action is scheduled by a clock: by the timeline, by the
///    date, or by a clock that stands while the device sleeps.
/// 2. When a clock is set, or has stood, what was scheduled by it is moved. Then its time is right by that clock again.
extension Timeline {
  struct World {
    /// The date that zero had at first.
    var start = StartDate.standard {
      didSet { dateAtZero = start.date }
    }
    /// The date that zero has by the date that is set now.
    var dateAtZero = StartDate.standard.date
    /// The time in which the device has slept.
    var asleep: Int64 = 0
  }

  /// The date now.
  var date: RunDate { core.state.with { $0.world.dateAtZero.plus(nanoseconds) } }

  func setDate(_ date: RunDate) {
    core.state.with { state in
      let now = nanoseconds, length = date.since(state.world.dateAtZero.plus(now))
      state.world.dateAtZero = date.plus(-now)
      state.queue.move(.wall, by: Int64(0).minus(length), now: now)
      core.hasChangedClocks.store(true, ordering: .relaxed)
    }
  }
  /// Lets the device sleep: nothing runs until it is awake again.
  func sleepDevice(_ length: Int64) {
    if length <= 0 { return }
    core.state.with { state in
      let end = nanoseconds.plus(length)
      core.present.store(end, ordering: .relaxed)
      state.guards.enterInstant()
      state.world.asleep = state.world.asleep.plus(length)
      state.queue.move(.suspending, by: length, now: end)
      core.hasChangedClocks.store(true, ordering: .relaxed)
    }
  }
}
