import Pipes
import Synchronization

/// Any scheduler with a certain type of time: what a type stores to run on a queue in production and on a ``TestScheduler`` in tests.
///
///     struct Search {
///       var scheduler: AnyScheduler<VirtualInstant, Never>
///     }
///     let search = Search(scheduler: TestScheduler().eraseToAnyScheduler())
public struct AnyScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler, @unchecked Sendable
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  // Unchecked: as safe to share as the scheduler it wraps, and schedulers are made to be called from everywhere.
  private typealias Action = () -> Void
  private let present: () -> SchedulerTimeType
  private let tolerance: () -> SchedulerTimeType.Stride
  private let soon: (SchedulerOptions?, @escaping Action) -> Void
  private let later: (SchedulerTimeType, SchedulerTimeType.Stride, SchedulerOptions?, @escaping Action) -> Void
  private let repeating:
    (SchedulerTimeType, SchedulerTimeType.Stride, SchedulerTimeType.Stride, SchedulerOptions?, @escaping Action) -> any Cancellable

  /// Wraps a scheduler.
  public init<S: Scheduler>(_ base: S) where S.SchedulerTimeType == SchedulerTimeType, S.SchedulerOptions == SchedulerOptions {
    present = { base.now }
    tolerance = { base.minimumTolerance }
    soon = { base.schedule(options: $0, $1) }
    later = { base.schedule(after: $0, tolerance: $1, options: $2, $3) }
    repeating = { base.schedule(after: $0, interval: $1, tolerance: $2, options: $3, $4) }
  }
  /// A scheduler that hears of every use and runs what it is given if `runs` says so.
  private init(now: SchedulerTimeType, runs: Bool, used: @escaping () -> Void) {
    present = {
      used()
      return now
    }
    tolerance = { .nanoseconds(0) }
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

  /// A scheduler whose time stands still and which runs everything at once, inside the call that schedules it.
  ///
  /// The repeating form runs once. Good for previews, and for tests that are not about time.
  public static func immediate(now: SchedulerTimeType) -> Self { Self(now: now, runs: true) {} }

  /// A scheduler that must not be used: its first use is reported, and nothing it is given runs.
  ///
  /// Good for a test that claims that some code schedules nothing.
  /// - Parameters:
  ///   - name: what a reader of the report knows the scheduler by.
  ///   - now: the time it shows.
  ///   - report: takes the report. By default it is a broken rule: a failure of the marble test that runs, else the end of the program.
  public static func unimplemented(
    _ name: String, now: SchedulerTimeType,
    report: (@Sendable (String) -> Void)? = nil
  ) -> Self {
    let isReported = Once()
    return Self(now: now, runs: false) {
      guard isReported.claim() else { return }
      let rule = "the scheduler '\(name)' is used, and it is not implemented here"
      if let report { return report(rule) }
      if RunHook.current?.didMisuse(rule) != true { fatalError(rule) }
    }
  }

  public var now: SchedulerTimeType { present() }
  public var minimumTolerance: SchedulerTimeType.Stride { tolerance() }
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) { soon(options, action) }
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    later(date, tolerance, options, action)
  }
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    repeating(date, interval, tolerance, options, action)
  }
}

/// Any scheduler with the time of another kind: `AnySchedulerOf<DispatchQueue>` is what takes the place of a dispatch queue.
public typealias AnySchedulerOf<S: Scheduler> = AnyScheduler<S.SchedulerTimeType, S.SchedulerOptions>

extension Scheduler {
  /// This scheduler without its type.
  public func eraseToAnyScheduler() -> AnyScheduler<SchedulerTimeType, SchedulerOptions> { AnyScheduler(self) }
}

/// Something that only one caller may do.
final class Once: Sendable {
  private let isClaimed = Atomic<Bool>(false)
  /// True for the first call.
  func claim() -> Bool { !isClaimed.exchange(true, ordering: .acquiringAndReleasing) }
}
