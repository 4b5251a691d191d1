import PipesCore

/// A clock on which every sleep returns immediately: its time jumps to the deadline.
///
/// Use it for previews and for tests that are not about time. A sleep in a cancelled task throws `CancellationError`.
public final class ImmediateClock: Clock {
  private let present: Guarded<VirtualInstant>

  /// Creates a clock.
  ///
  /// - Parameter now: The time that the clock shows at first.
  public init(now: VirtualInstant = .zero) { present = Guarded(now) }

  /// The current time: the latest deadline of a sleep.
  public var now: VirtualInstant { present.with { $0 } }
  /// The smallest step of the clock: one nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Advances the time to the deadline, lets other tasks run, and returns. `tolerance` has no effect.
  public func sleep(until deadline: VirtualInstant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    present.with { $0 = max($0, deadline) }
    await Task.yield()
  }
}

/// A clock that must not be used. Its first use is reported, and a sleep throws `CancellationError` immediately.
///
/// Use it in a test that asserts that some code does not wait.
public final class UnimplementedClock: Clock {
  private let name: String
  private let report: (@Sendable (String) -> Void)?
  private let isUsed = Guarded(false)

  /// Creates a clock that reports its first use.
  /// - Parameters:
  ///   - name: The name of the clock in the report.
  ///   - report: Receives the report, once. By default the use is a misuse: the marble test that is running fails, and
  ///     without one the program stops.
  public init(_ name: String = "clock", report: (@Sendable (String) -> Void)? = nil) {
    self.name = name
    self.report = report
  }

  private func use() {
    let isFirst = isUsed.with { isUsed in
      defer { isUsed = true }
      return !isUsed
    }
    guard isFirst else { return }
    let rule = "the clock '\(name)' is used, and it is not implemented here"
    if let report { return report(rule) }
    if RunHook.current?.didMisuse(rule) != true { fatalError(rule) }
  }

  /// Zero. The first use is reported.
  public var now: VirtualInstant {
    use()
    return .zero
  }
  /// The smallest step of the clock: one nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Throws `CancellationError` immediately. The first use is reported.
  public func sleep(until deadline: VirtualInstant, tolerance: Duration? = nil) async throws {
    use()
    throw CancellationError()
  }
}
