#if !canImport(Combine)
  import Foundation
  import PipesFoundation
  import VirtualTime

  extension DispatchQueue: TestableScheduler {
    /// A scheduler in virtual time that takes the place of a dispatch queue. Its time begins one nanosecond after the machine's start.
    public static func test(on timeline: Timeline) -> TestScheduler<SchedulerTimeType, SchedulerOptions> {
      let origin = SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1))
      return TestScheduler(timeline: timeline, origin: origin) { Int64($0.magnitude) }
    }
  }

  extension RunLoop: TestableScheduler {
    /// A scheduler in virtual time that takes the place of a run loop. Its time begins with the year 2001, and is exact to the nanosecond for
    /// a hundred days.
    public static func test(on timeline: Timeline) -> TestScheduler<SchedulerTimeType, SchedulerOptions> { .dated(on: timeline) }
  }

  extension OperationQueue: TestableScheduler {
    /// A scheduler in virtual time that takes the place of an operation queue. Its time begins with the year 2001, and is exact to the
    /// nanosecond for a hundred days.
    public static func test(on timeline: Timeline) -> TestScheduler<SchedulerTimeType, SchedulerOptions> { .dated(on: timeline) }
  }

  extension TestScheduler {
    /// A scheduler that tells time in dates, from the reference date on.
    fileprivate static func dated(on timeline: Timeline) -> TestScheduler where SchedulerTimeType: DatedTime {
      TestScheduler(timeline: timeline, origin: SchedulerTimeType(Date(timeIntervalSinceReferenceDate: 0))) { stride in
        VirtualInstant.Stride.seconds(stride.timeInterval).nanoseconds
      }
    }
  }
#endif
