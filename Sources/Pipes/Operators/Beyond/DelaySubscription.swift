extension Publisher {
  /// Subscribes to the upstream after a given time.
  ///
  /// *Use it* to start later than other publishers. *See also* `delay`, `subscribe`.
  ///
  ///     a: -1-2|
  ///     > a.delaySubscription(for: 3)
  ///     =  ----1-2|
  ///
  /// - Parameter interval: The time from the subscription to the subscription to the upstream, as a stride of the
  ///   scheduler.
  /// - Parameter scheduler: Measures the time and runs the subscribing.
  /// - Parameter options: Passed to the scheduler with the timer.
  @inlinable public func delaySubscription<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> some Publisher<Output, Failure> {
    Publishers.timer(after: interval, scheduler: scheduler, options: options)
      .ignoreOutput().map { never -> Output in }.setFailureType(to: Failure.self).append(self)
  }
}
