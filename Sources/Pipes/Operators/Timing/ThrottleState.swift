/// The state of `throttle` between two values, guarded by the lock of its core.
@usableFromInline struct ThrottleState<Downstream: Subscriber, Context: Scheduler> {
  /// The value that is sent at the end of the period.
  @usableFromInline var pending: Downstream.Input?
  /// The completion that arrived after the pending value, or before the downstream had its subscription.
  @usableFromInline var completion: Subscribers.Completion<Downstream.Failure>?
  @usableFromInline var lastEmission: Context.SchedulerTimeType?
  /// The same on a timeline, in its nanoseconds.
  @usableFromInline var lastInstant: Int64 = 0
  /// The number of the emission that is scheduled; zero if there is none.
  @usableFromInline var scheduled = 0
  /// Whether something has arrived since that emission was scheduled. If the scheduler loses the emission, another one
  /// takes its place.
  @usableFromInline var hasFollower = false
  /// Whether the downstream has its subscription. It may request values while it receives the subscription, so both are
  /// independent.
  @usableFromInline var hasSubscription = false
  @inlinable init() {}
  /// Notes that a value is sent. An emission that was scheduled for the end of an earlier period is over.
  @inlinable mutating func beginPeriod(_ now: Context.SchedulerTimeType, _ instant: Int64) {
    lastEmission = now
    lastInstant = instant
    scheduled = 0
  }
}
