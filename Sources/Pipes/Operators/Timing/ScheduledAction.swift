/// An action that is given to a scheduler, and that reports if the scheduler releases it without running it, as a queue
/// does whose operations are cancelled.
@usableFromInline final class ScheduledAction: @unchecked Sendable {
  // Unchecked: only the scheduler uses it, which runs it and then releases it.
  private let action: () -> Void
  private let whenLost: () -> Void
  @exclusivity(unchecked) private var hasRun = false
  @usableFromInline init(_ action: @escaping () -> Void, whenLost: @escaping () -> Void) {
    self.action = action
    self.whenLost = whenLost
  }
  deinit { if !hasRun { whenLost() } }
  @usableFromInline func run() {
    hasRun = true
    action()
  }
}
