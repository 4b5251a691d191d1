import Foundation
import PipesFoundation
import VirtualTime

#if canImport(Combine)
  import Combine
#endif

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
  public static func test(on timeline: Timeline) -> TestScheduler<SchedulerTimeType, SchedulerOptions> {
    TestScheduler(timeline: timeline, origin: SchedulerTimeType(Date(timeIntervalSinceReferenceDate: 0))) {
      VirtualInstant.Stride.seconds($0.timeInterval).nanoseconds
    }
  }
}

extension OperationQueue: TestableScheduler {
  /// A scheduler in virtual time that takes the place of an operation queue. Its time begins with the year 2001, and is exact to the
  /// nanosecond for a hundred days.
  public static func test(on timeline: Timeline) -> TestScheduler<SchedulerTimeType, SchedulerOptions> {
    TestScheduler(timeline: timeline, origin: SchedulerTimeType(Date(timeIntervalSinceReferenceDate: 0))) {
      VirtualInstant.Stride.seconds($0.timeInterval).nanoseconds
    }
  }
}
