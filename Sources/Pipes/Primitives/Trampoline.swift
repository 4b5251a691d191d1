import Synchronization

/// Runs an action again for every call that came while it was running, one after the other, in the call that came first.
@usableFromInline struct Trampoline: ~Copyable {
  @usableFromInline init() {}
  let waiting = Atomic(0)
  @usableFromInline borrowing func take(_ action: () -> Void) {
    guard waiting.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
    repeat { action() } while waiting.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue > 0
  }
}
