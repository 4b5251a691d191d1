import Synchronization

/// Runs an action once for each call, one after the other: calls that arrive while the action runs are counted and run by the first caller.
@usableFromInline struct Trampoline: ~Copyable {
  @usableFromInline init() {}
  let waiting = Atomic(0)
  @usableFromInline borrowing func take(_ action: () -> Void) {
    guard waiting.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
    repeat { action() } while waiting.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue > 0
  }
}
