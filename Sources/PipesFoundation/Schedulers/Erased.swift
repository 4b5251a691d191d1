import Foundation
import Pipes

#if canImport(Combine)
  import Combine
#endif

// Short names for erased schedulers: `Search(scheduler: .main)` in production,
// `Search(scheduler: DispatchQueue.immediate)` in previews.

extension AnyScheduler
where SchedulerTimeType == DispatchQueue.SchedulerTimeType, SchedulerOptions == DispatchQueue.SchedulerOptions {
  /// The main queue.
  public static var main: Self { DispatchQueue.main.eraseToAnyScheduler() }
  /// A global queue of a quality of service.
  public static func global(qos: DispatchQoS.QoSClass = .default) -> Self {
    DispatchQueue.global(qos: qos).eraseToAnyScheduler()
  }
}
extension AnyScheduler
where SchedulerTimeType == OperationQueue.SchedulerTimeType, SchedulerOptions == OperationQueue.SchedulerOptions {
  /// The operation queue of the main thread.
  public static var main: Self { OperationQueue.main.eraseToAnyScheduler() }
}
extension AnyScheduler
where SchedulerTimeType == RunLoop.SchedulerTimeType, SchedulerOptions == RunLoop.SchedulerOptions {
  /// The run loop of the main thread.
  public static var main: Self { RunLoop.main.eraseToAnyScheduler() }
}

extension RunLoop {
  /// Hides the type of this run loop behind `AnyScheduler`.
  ///
  /// A run loop is not `Sendable`, and the result is: as a scheduler a run loop only performs actions and adds timers,
  /// which any thread may do.
  public func eraseToAnyScheduler() -> AnySchedulerOf<RunLoop> { AnyScheduler(threadSafe: self) }
}

extension DispatchQueue {
  /// A scheduler with the time type of a dispatch queue that runs each action immediately, inside the call that
  /// schedules it. Its time never passes.
  public static var immediate: AnySchedulerOf<DispatchQueue> {
    .immediate(now: .init(DispatchTime(uptimeNanoseconds: 1)))
  }
}
extension RunLoop {
  /// A scheduler with the time type of a run loop that runs each action immediately, inside the call that schedules it.
  /// Its time never passes.
  public static var immediate: AnySchedulerOf<RunLoop> {
    .immediate(now: .init(Date(timeIntervalSinceReferenceDate: 0)))
  }
}
extension OperationQueue {
  /// A scheduler with the time type of an operation queue that runs each action immediately, inside the call that
  /// schedules it. Its time never passes.
  public static var immediate: AnySchedulerOf<OperationQueue> {
    .immediate(now: .init(Date(timeIntervalSinceReferenceDate: 0)))
  }
}
