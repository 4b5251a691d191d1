import Foundation
import PipesFoundation
import VirtualTime

#if canImport(Combine)
  import Combine
#endif

extension DispatchQueue: TestableScheduler {
  /// Returns a scheduler in virtual time with the time type of a dispatch queue. Its time begins at one nanosecond
  /// after the start of the machine.
  ///
  /// - Parameter timeline: The virtual time, which other schedulers and clocks may share.
  public static func test(on timeline: Timeline) -> TestScheduler<SchedulerTimeType, SchedulerOptions> {
    let origin = SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1))
    return TestScheduler(timeline: timeline, origin: origin) { Int64($0.magnitude) }
  }
}

extension RunLoop: TestableScheduler {
  /// Returns a scheduler in virtual time with the time type of a run loop. Its time begins with the year 2001, and is
  /// exact to the nanosecond for a hundred days.
  public static func test(on timeline: Timeline) -> TestScheduler<SchedulerTimeType, SchedulerOptions> {
    TestScheduler(timeline: timeline, origin: SchedulerTimeType(Date(timeIntervalSinceReferenceDate: 0))) {
      VirtualInstant.Stride.seconds($0.timeInterval).nanoseconds
    }
  }
}

extension OperationQueue: TestableScheduler {
  /// Returns a scheduler in virtual time with the time type of an operation queue. Its time begins with the year 2001,
  /// and is exact to the nanosecond for a hundred days.
  public static func test(on timeline: Timeline) -> TestScheduler<SchedulerTimeType, SchedulerOptions> {
    TestScheduler(timeline: timeline, origin: SchedulerTimeType(Date(timeIntervalSinceReferenceDate: 0))) {
      VirtualInstant.Stride.seconds($0.timeInterval).nanoseconds
    }
  }
}
