import Pipes

/// A scheduler whose time is a ``Timeline``: nothing runs before a test lets the time pass, and then everything runs in a fixed order.
///
/// It takes the place of any scheduler with the same time type, so production code runs on it unchanged.
///
///     let scheduler = TestScheduler()
///     scheduler.schedule(after: scheduler.now.advanced(by: 3)) { print("three seconds later") }
///     try scheduler.advance(by: 3)
public final class TestScheduler<SchedulerTimeType: Strideable, SchedulerOptions>
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  /// The time of this scheduler, which others may share.
  public let timeline: Timeline
  @usableFromInline let origin: SchedulerTimeType
  @usableFromInline let length: @Sendable (SchedulerTimeType.Stride) -> Int64
  @usableFromInline let name: UInt32

  /// A scheduler on a timeline, for any type of time.
  ///
  /// - Parameters:
  ///   - timeline: what it schedules on.
  ///   - origin: the time that belongs to the zero of the timeline.
  ///   - nanoseconds: the length of a stride in nanoseconds.
  public convenience init(
    timeline: Timeline = Timeline(), origin: SchedulerTimeType, nanoseconds: @escaping @Sendable (SchedulerTimeType.Stride) -> Int64
  ) {
    self.init(timeline, origin, nanoseconds, name: 0)
  }
  init(_ timeline: Timeline, _ origin: SchedulerTimeType, _ length: @escaping @Sendable (SchedulerTimeType.Stride) -> Int64, name: UInt32) {
    (self.timeline, self.origin, self.length, self.name) = (timeline, origin, length, name)
  }
  /// A scheduler on the same timeline whose actions carry a name in reports.
  package func named(_ name: String) -> TestScheduler {
    TestScheduler(timeline, origin, length, name: timeline.index(of: name))
  }

  /// Runs all that is due within this length of time.
  public func advance(by stride: SchedulerTimeType.Stride) throws(Timeline.Runaway) { try advance(to: now.advanced(by: stride)) }
  /// Runs all that is due up to and including a date.
  public func advance(to date: SchedulerTimeType) throws(Timeline.Runaway) { try timeline.advance(to: instant(of: date)) }
  /// Runs until nothing waits any more.
  public func run() throws(Timeline.Runaway) { try timeline.run() }

  @inlinable func instant(of date: SchedulerTimeType) -> VirtualInstant {
    VirtualInstant(nanoseconds: length(origin.distance(to: date)))
  }
}

extension TestScheduler where SchedulerTimeType == VirtualInstant, SchedulerOptions == Never {
  /// A scheduler that tells time in virtual instants, alone on its timeline or beside others.
  public convenience init(timeline: Timeline = Timeline()) {
    self.init(timeline: timeline, origin: .zero) { $0.nanoseconds }
  }
}

extension TestScheduler: Sendable where SchedulerTimeType: Sendable {}

extension TestScheduler: Scheduler {
  /// The present of the timeline.
  @inlinable public var now: SchedulerTimeType {
    let nanoseconds = timeline.nanoseconds
    if let whole = Int(exactly: nanoseconds) { return origin.advanced(by: .nanoseconds(whole)) }
    // An `Int` of 32 bits holds two seconds.
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return origin.advanced(by: .seconds(Int(clamping: seconds))).advanced(by: .nanoseconds(Int(rest)))
  }
  /// Nothing: virtual time is exact.
  @inlinable public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

  /// Runs the action at the present instant, after what already waits for it. O(log n).
  @inlinable public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    timeline.enqueue(action, at: timeline.nanoseconds, name: name)
  }
  /// Runs the action once, exactly at `date`; a date in the past means now. O(log n).
  @inlinable public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    timeline.enqueue(action, at: instant(of: date).nanoseconds, name: name, isTimer: true)
  }
  /// Runs the action at `date` and then every `interval`, until the result is cancelled. Dropping the result changes nothing.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    let timer = TimelineTimer(timeline, every: length(interval), repeats: true, name: name) { _ in action() }
    timer.start(at: instant(of: date).nanoseconds)
    return timer
  }
}

extension TestScheduler: MovableTimers {
  package func movableTimer(after interval: SchedulerTimeType.Stride, _ action: @escaping (Int) -> Void) -> (any MovableTimer)? {
    TimelineTimer(timeline, every: length(interval), repeats: false, name: name, action)
  }
}
