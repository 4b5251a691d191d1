extension VirtualClock {
  /// Advances the time by a duration, and runs everything that is due up to and including its end.
  ///
  /// Inside `withVirtualTime` the tasks that wake meanwhile have run as far as they can when this returns. Outside of
  /// it, tasks that wake run later, on other threads.
  ///
  ///     try await clock.advance(by: .seconds(3))
  ///
  /// - Parameter duration: The time that passes. By default it is zero: only work that is due now runs.
  /// - Throws: ``Timeline/Runaway`` if a limit of the timeline is reached, or if the duration is negative.
  public func advance(by duration: Duration = .zero) async throws(Timeline.Runaway) {
    try timeline.advance(by: VirtualInstant.Stride(duration))
  }
  /// Advances the time to an instant, and runs everything that is due up to and including it.
  ///
  /// - Throws: ``Timeline/Runaway`` if a limit of the timeline is reached.
  public func advance(to deadline: VirtualInstant) async throws(Timeline.Runaway) { try timeline.advance(to: deadline) }
  /// Advances the time until no work is pending.
  ///
  /// - Throws: ``Timeline/Runaway`` if a limit of the timeline is reached.
  public func run() async throws(Timeline.Runaway) { try timeline.run() }
}
