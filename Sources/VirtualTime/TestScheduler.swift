import PipesCore

/// A scheduler in the virtual time of a ``Timeline``. No action runs before the test advances the time; then all
/// actions that are due run in a fixed order.
///
/// It replaces any scheduler with the same time type, so production code runs on it unchanged.
///
///     let scheduler = TestScheduler()
///     scheduler.schedule(after: scheduler.now.advanced(by: 3)) { print("three seconds later") }
///     try scheduler.advance(by: 3)
public final class TestScheduler<SchedulerTimeType: Strideable, SchedulerOptions>
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  /// The virtual time of this scheduler. Other schedulers and clocks may share it.
  public let timeline: Timeline
  @usableFromInline let origin: SchedulerTimeType
  @usableFromInline let length: @Sendable (SchedulerTimeType.Stride) -> Int64
  @usableFromInline let name: ActionName

  /// Creates a scheduler on a timeline, for any type of time.
  ///
  /// - Parameters:
  ///   - timeline: The virtual time; a new one by default.
  ///   - origin: The time that corresponds to zero on the timeline.
  ///   - nanoseconds: Returns the length of a stride in nanoseconds.
  public convenience init(
    timeline: Timeline = Timeline(), origin: SchedulerTimeType,
    nanoseconds: @escaping @Sendable (SchedulerTimeType.Stride) -> Int64
  ) {
    self.init(timeline, origin, nanoseconds, name: 0)
  }
  init(
    _ timeline: Timeline, _ origin: SchedulerTimeType,
    _ length: @escaping @Sendable (SchedulerTimeType.Stride) -> Int64, name: UInt32
  ) {
    self.timeline = timeline
    self.origin = origin
    self.length = length
    self.name = ActionName(name)
  }
  /// Returns a scheduler on the same timeline whose actions have a name in reports.
  package func named(_ name: String) -> TestScheduler {
    TestScheduler(timeline, origin, length, name: timeline.index(of: name))
  }

  /// Advances the time by a length, and runs all actions that are due up to and including its end.
  ///
  /// - Throws: ``Timeline/Runaway`` if a limit of the timeline is reached, or if the length is negative.
  public func advance(by stride: SchedulerTimeType.Stride) throws(Timeline.Runaway) {
    if stride < 0 {
      throw Timeline.Runaway(backwards: "\(VirtualInstant.Stride(nanoseconds: length(stride)))", at: timeline.now)
    }
    try advance(to: now.advanced(by: stride))
  }
  /// Advances the time to a date, and runs all actions that are due up to and including it.
  ///
  /// - Throws: ``Timeline/Runaway`` if a limit of the timeline is reached.
  public func advance(to date: SchedulerTimeType) throws(Timeline.Runaway) {
    try timeline.advance(to: instant(of: date))
  }
  /// Advances the time until no action is pending.
  ///
  /// - Throws: ``Timeline/Runaway`` if a limit of the timeline is reached, as with a timer that repeats for ever.
  public func run() throws(Timeline.Runaway) { try timeline.run() }

  @inlinable func instant(of date: SchedulerTimeType) -> VirtualInstant {
    VirtualInstant(nanoseconds: length(origin.distance(to: date)))
  }
}

extension TestScheduler where SchedulerTimeType == VirtualInstant, SchedulerOptions == Never {
  /// Creates a scheduler whose type of time is ``VirtualInstant``.
  public convenience init(timeline: Timeline = Timeline()) {
    self.init(timeline: timeline, origin: .zero) { $0.nanoseconds }
  }
}

/// The name of a scheduler's actions, as its index on the timeline. The scheduler shares it with its timers, because a
/// test may give the scheduler a name after a timer was created.
@usableFromInline final class ActionName: Sendable {
  // Unchecked: a test gives a scheduler its name before its run.
  @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var index: UInt32
  init(_ index: UInt32) { self.index = index }
}

extension TestScheduler: Sendable where SchedulerTimeType: Sendable {}

extension TestScheduler: Scheduler {
  /// The current time of the timeline.
  @inlinable public var now: SchedulerTimeType {
    let nanoseconds = timeline.nanoseconds
    if let whole = Int(exactly: nanoseconds) { return origin.advanced(by: .nanoseconds(whole)) }
    // An `Int` of 32 bits holds only two seconds in nanoseconds.
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return origin.advanced(by: .seconds(Int(clamping: seconds))).advanced(by: .nanoseconds(Int(rest)))
  }
  /// Zero: virtual time is exact.
  @inlinable public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

  /// Runs the action at the current instant, after the actions that are pending for it. `options` have no effect.
  ///
  /// - Complexity: O(log *n*) for *n* pending actions.
  @inlinable public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    timeline.enqueue(action, at: timeline.nanoseconds, name: name.index)
  }
  /// Runs the action once, exactly at `date`. A date in the past means now. `tolerance` and `options` have no effect.
  ///
  /// - Complexity: O(log *n*) for *n* pending actions.
  @inlinable public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    timeline.enqueue(action, at: instant(of: date).nanoseconds, name: name.index, isTimer: true)
  }
  /// Runs the action at `date` and then every `interval`, until the result is cancelled. Releasing the result has no
  /// effect.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    let timer = TimelineTimer(timeline, every: length(interval), repeats: true, name: name) { _ in action() }
    timer.start(at: instant(of: date).nanoseconds)
    return timer
  }
}

extension TestScheduler: MovableTimers {
  package func movableTimer(after interval: SchedulerTimeType.Stride, _ action: @escaping (Int) -> Void) -> (
    any MovableTimer
  )? {
    TimelineTimer(timeline, every: length(interval), repeats: false, name: name, action)
  }
}
