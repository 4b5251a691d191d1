import Pipes

/// A clock on which every sleep is over at once: its time jumps to the deadline.
///
/// Good for previews, and for tests that are not about time. A task that is cancelled does not sleep.
public final class ImmediateClock: Clock {
  private let present: Guarded<VirtualInstant>

  /// A clock that shows a time.
  public init(now: VirtualInstant = .zero) { present = Guarded(now) }

  /// The latest deadline of a sleep.
  public var now: VirtualInstant { present.with { $0 } }
  /// One nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Moves the time on to the deadline, lets other tasks run, and returns.
  public func sleep(until deadline: VirtualInstant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    present.with { $0 = max($0, deadline) }
    await Task.yield()
  }
}

/// A clock that must not be used: its first use is reported, and a sleep on it ends at once with `CancellationError`.
///
/// Good for a test that claims that some code waits for nothing.
public final class UnimplementedClock: Clock {
  private let name: String
  private let report: (@Sendable (String) -> Void)?
  private let isUsed = Guarded(false)

  /// A clock that reports its use.
  /// - Parameters:
  ///   - name: The name of the clock in the report.
  ///   - report: Takes the report. By default it is a broken rule: a failure of the marble test that runs, else the end of the program.
  public init(_ name: String = "clock", report: (@Sendable (String) -> Void)? = nil) {
    (self.name, self.report) = (name, report)
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

  /// Zero, after a report.
  public var now: VirtualInstant {
    use()
    return .zero
  }
  /// One nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Throws at once, after a report: nobody could wake who sleeps here.
  public func sleep(until deadline: VirtualInstant, tolerance: Duration? = nil) async throws {
    use()
    throw CancellationError()
  }
}
