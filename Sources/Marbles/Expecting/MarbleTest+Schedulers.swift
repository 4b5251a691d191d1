import Pipes
import VirtualTime

extension MarbleTest {
  /// Returns a scheduler in the virtual time of the test that replaces a scheduler of another type.
  ///
  /// - Parameter kind: The type, such as `DispatchQueue.self`; that one needs `import MarblesFoundation`.
  public func scheduler<S: TestableScheduler>(for kind: S.Type) -> TestScheduler<
    S.SchedulerTimeType, S.SchedulerOptions
  > {
    kind.test(on: timeline)
  }
}
