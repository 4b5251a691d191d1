extension VirtualClock {
  /// Lets this much time pass, and runs all that is due up to and including its end.
  ///
  /// Inside `withVirtualTime` tasks are part of the time: those that wake meanwhile have run as far as they can when this returns. Outside of it
  /// tasks that wake run on threads of their own, whenever these come to it.
  ///
  ///     try await clock.advance(by: .seconds(3))
  ///
  /// - Parameter duration: The time that passes. Without one, what is due now runs.
  /// - Throws: ``Timeline/Runaway`` if a limit of the timeline is reached.
  public func advance(by duration: Duration = .zero) async throws(Timeline.Runaway) {
    try timeline.advance(by: VirtualInstant.Stride(duration))
  }
  /// Lets time pass until an instant, and runs all that is due up to and including it.
  public func advance(to deadline: VirtualInstant) async throws(Timeline.Runaway) { try timeline.advance(to: deadline) }
  /// Lets time pass until nothing waits any more.
  public func run() async throws(Timeline.Runaway) { try timeline.run() }
}
