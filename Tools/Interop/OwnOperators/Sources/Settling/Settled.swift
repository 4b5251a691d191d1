import Pipes

extension Publisher where Output: Equatable {
  /// Sends a value when no other value has arrived for `dueTime`, unless it equals the value that was sent before.
  public func settled<S: Scheduler>(for dueTime: S.SchedulerTimeType.Stride, scheduler: S) -> some Publisher<
    Output, Failure
  > {
    debounce(for: dueTime, scheduler: scheduler).removeDuplicates()
  }
}
