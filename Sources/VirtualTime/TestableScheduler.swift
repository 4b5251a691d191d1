import PipesCore

/// A scheduler that a ``TestScheduler`` can replace in tests, such as a dispatch queue.
public protocol TestableScheduler: Scheduler {
  /// Returns a test scheduler with the same type of time, on a timeline.
  static func test(on timeline: Timeline) -> TestScheduler<SchedulerTimeType, SchedulerOptions>
}

extension TestableScheduler {
  /// A test scheduler with the same type of time, on a timeline of its own. Each access creates a new one.
  public static var test: TestScheduler<SchedulerTimeType, SchedulerOptions> { test(on: Timeline()) }
}
