/// Any scheduler with a certain type of time: the type of a property that holds a queue in production and a test
/// scheduler in tests.
///
///     struct Search {
///       var scheduler: AnySchedulerOf<DispatchQueue>
///     }
///     let search = Search(scheduler: DispatchQueue.main.eraseToAnyScheduler())
///
/// Erasing does not change the behavior of a scheduler, and timed operators that are fast on it stay fast. The result
/// is `Sendable`, so it requires a scheduler that is.
public struct AnyScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler, @unchecked Sendable
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  // Unchecked: the closures capture only a scheduler or a time. A time is Sendable, a scheduler is Sendable or vouched
  // for by the caller of `init(threadSafe:)`. (The closures cannot be @Sendable themselves because the types of time
  // need not be Sendable.)
  private typealias Action = () -> Void
  private let present: () -> SchedulerTimeType
  private let tolerance: () -> SchedulerTimeType.Stride
  private let soon: (SchedulerOptions?, @escaping Action) -> Void
  private let later: (SchedulerTimeType, SchedulerTimeType.Stride, SchedulerOptions?, @escaping Action) -> Void
  private let repeating:
    (SchedulerTimeType, SchedulerTimeType.Stride, SchedulerTimeType.Stride, SchedulerOptions?, @escaping Action) ->
      any Cancellable
  private let movable: (SchedulerTimeType.Stride, @escaping (Int) -> Void) -> (any MovableTimer)?
  package let realScheduler: RealScheduler?

  /// Wraps a scheduler. All calls are forwarded to it.
  public init<S: Scheduler & Sendable>(_ base: S)
  where S.SchedulerTimeType == SchedulerTimeType, S.SchedulerOptions == SchedulerOptions {
    self.init(threadSafe: base)
  }
  /// Wraps a scheduler that does not conform to `Sendable`. The caller knows that each of its methods may be called on
  /// any thread.
  package init<S: Scheduler>(threadSafe base: S)
  where S.SchedulerTimeType == SchedulerTimeType, S.SchedulerOptions == SchedulerOptions {
    present = { base.now }
    tolerance = { base.minimumTolerance }
    soon = { base.schedule(options: $0, $1) }
    later = { base.schedule(after: $0, tolerance: $1, options: $2, $3) }
    repeating = { base.schedule(after: $0, interval: $1, tolerance: $2, options: $3, $4) }
    #if hasFeature(Embedded)
      realScheduler = nil
    #else
      realScheduler = (base as? any RealTimeScheduler)?.realScheduler
    #endif
    movable = { interval, action in (base as? any MovableTimers).flatMap { Self.timer(on: $0, interval, action) } }
  }
  private static func timer<Moving: MovableTimers>(
    on scheduler: Moving, _ interval: SchedulerTimeType.Stride, _ action: @escaping (Int) -> Void
  ) -> (any MovableTimer)? {
    // `scheduler` was found by a cast of the wrapped scheduler, so the stride is the same type.
    scheduler.movableTimer(after: interval as! Moving.SchedulerTimeType.Stride, action)
  }
  /// A scheduler that reports every use, and runs the scheduled actions if `runs` is true.
  private init(now: SchedulerTimeType, runs: Bool, used: @escaping @Sendable () -> Void)
  where SchedulerTimeType: Sendable {
    present = {
      used()
      return now
    }
    tolerance = { .nanoseconds(0) }
    realScheduler = nil
    movable = { _, _ in nil }
    let run: (() -> Void) -> Void = { action in
      used()
      if runs { action() }
    }
    soon = { run($1) }
    later = { run($3) }
    repeating = {
      run($4)
      return AnyCancellable {}
    }
  }
}

extension AnyScheduler where SchedulerTimeType: Sendable {
  /// A scheduler whose time never passes and which runs each action immediately, inside the call that schedules it.
  ///
  /// The repeating form runs once. Use it for previews and for tests that are not about time.
  ///
  /// - Parameter now: The time that `now` returns, always.
  public static func immediate(now: SchedulerTimeType) -> Self { Self(now: now, runs: true) {} }

  /// A scheduler that must not be used: it reports its first use and runs no action.
  ///
  /// Use it in a test that asserts that some code schedules nothing.
  /// - Parameters:
  ///   - name: The name of the scheduler in the report.
  ///   - now: The time that `now` returns, always.
  ///   - report: Receives the report, once. By default the use is a misuse: the marble test that is running fails, and
  ///     without one the program stops.
  public static func unimplemented(
    _ name: String, now: SchedulerTimeType, report: (@Sendable (String) -> Void)? = nil
  ) -> Self {
    let report = SharedValue<(@Sendable (String) -> Void)??>(.some(report))  // taken by the first use
    return Self(now: now, runs: false) {
      guard let report = report.dispose() else { return }
      let rule = "the scheduler '\(name)' is used, and it is not implemented here"
      if let report { return report(rule) }
      if RunHook.current?.didMisuse(rule) != true { fatalError(rule) }
    }
  }
}

extension AnyScheduler: MovableTimers, RealTimeScheduler {
  public var now: SchedulerTimeType { present() }
  public var minimumTolerance: SchedulerTimeType.Stride { tolerance() }
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) { soon(options, action) }
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    later(date, tolerance, options, action)
  }
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    repeating(date, interval, tolerance, options, action)
  }
  package func movableTimer(after interval: SchedulerTimeType.Stride, _ action: @escaping (Int) -> Void) -> (
    any MovableTimer
  )? {
    movable(interval, action)
  }
}

/// Any scheduler with the time type of a given scheduler: an `AnySchedulerOf<DispatchQueue>` replaces a dispatch queue.
public typealias AnySchedulerOf<S: Scheduler> = AnyScheduler<S.SchedulerTimeType, S.SchedulerOptions>

extension Scheduler where Self: Sendable {
  /// Hides the type of this scheduler behind ``AnyScheduler``.
  public func eraseToAnyScheduler() -> AnyScheduler<SchedulerTimeType, SchedulerOptions> { AnyScheduler(self) }
}
