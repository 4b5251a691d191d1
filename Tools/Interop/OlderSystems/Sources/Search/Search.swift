/// Calls an action for the last of several texts, when no other one has come for a while.
actor Search<C: Clock> where C.Duration == Duration {
  private let clock: C
  private let action: @Sendable (String) -> Void
  private var pause: Task<Void, Never>?

  init(clock: C, action: @escaping @Sendable (String) -> Void) { (self.clock, self.action) = (clock, action) }

  func type(_ text: String) {
    pause?.cancel()
    pause = Task { [clock, action] in
      guard (try? await clock.sleep(for: .milliseconds(300))) != nil else { return }
      action(text)
    }
  }
}
