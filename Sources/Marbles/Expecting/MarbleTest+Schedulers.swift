import Pipes
import VirtualTime

extension MarbleTest {
  /// A scheduler on the time of the test that takes the place of another kind, such as `DispatchQueue` with `VirtualTimeFoundation`.
  public func scheduler<S: TestableScheduler>(for kind: S.Type) -> TestScheduler<S.SchedulerTimeType, S.SchedulerOptions> {
    kind.test(on: timeline)
  }
}
