extension Publisher {
  /// Joins to each value the time of a scheduler at which it came.
  ///
  /// Rx calls it `timestamp`, too.
  ///
  ///     source      -a-b-|
  ///     timestamp   -x-y-|   x = (a, 1), y = (b, 3)
  @inlinable
  public func timestamp<S: Scheduler>(
    scheduler: S
  ) -> Publishers.Map<Self, (value: Output, time: S.SchedulerTimeType)> {
    map { (value: $0, time: scheduler.now) }
  }
}
