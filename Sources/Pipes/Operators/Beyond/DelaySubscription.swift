extension Publisher {
  /// Subscribes to this publisher when some time has passed since its own subscription.
  ///
  /// Keeps the demand until then. A cancel stops the timer. Rx calls it `delaySubscription`, too.
  ///
  ///     source                    -1-2-|
  ///     delaySubscription(for: 3) ----1-2-|
  @inlinable
  public func delaySubscription<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> some Publisher<Output, Failure> {
    Publishers.timer(after: interval, scheduler: scheduler, options: options)
      .ignoreOutput().map { never -> Output in }.setFailureType(to: Failure.self).append(self)
  }
}
