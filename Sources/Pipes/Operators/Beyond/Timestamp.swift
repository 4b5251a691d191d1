extension Publisher {
  /// Sends each value together with the instant at which it arrived.
  ///
  /// *Use it* to know when each value arrived. *See also* `measureInterval`.
  ///
  ///     a: -1-2-|
  ///     > a.timestamp()
  ///     =  -b-c-|
  ///       b = (1, 1ms)   c = (2, 3ms)
  ///
  /// - Parameter scheduler: The scheduler whose clock is read.
  @inlinable public func timestamp<S: Scheduler>(
    scheduler: S
  ) -> Publishers.Map<Self, (value: Output, time: S.SchedulerTimeType)> {
    map { (value: $0, time: scheduler.now) }
  }
}
