import Synchronization

/// Runs an action once for each call, one run after another: calls that come while the action runs are counted, and the
/// first caller runs the action for them.
@usableFromInline package struct Trampoline: ~Copyable {
  @usableFromInline package init() {}
  let waiting = Atomic(0)
  private let check = Misuse.AccessCheck("the action of a trampoline")
  @usableFromInline package borrowing func take(_ action: () -> Void) {
    // Releasing: a run happens after the call that it is for. Acquiring: after the runs before.
    guard waiting.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
    repeat {
      check.write()
      action()
    } while waiting.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue > 0
  }
}
