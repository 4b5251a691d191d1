import Pipes

/// A scheduler of the real world that a ``TestScheduler`` can take the place of, such as a dispatch queue.
public protocol TestableScheduler: Scheduler {
  /// The stand-in: the same type of time, on this timeline.
  static func test(on timeline: Timeline) -> TestScheduler<SchedulerTimeType, SchedulerOptions>
}

extension TestableScheduler {
  /// The stand-in on a timeline of its own: a new one at every use.
  public static var test: TestScheduler<SchedulerTimeType, SchedulerOptions> { test(on: Timeline()) }
}
