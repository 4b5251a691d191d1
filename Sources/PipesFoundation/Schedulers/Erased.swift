import Foundation
import Pipes

// Short names for schedulers without their type: `Search(scheduler: .main)` in production, `Search(scheduler: DispatchQueue.immediate)` in previews.

extension AnyScheduler where SchedulerTimeType == DispatchQueue.SchedulerTimeType, SchedulerOptions == DispatchQueue.SchedulerOptions {
  /// The main queue.
  public static var main: Self { DispatchQueue.main.eraseToAnyScheduler() }
  /// A global queue.
  public static func global(qos: DispatchQoS.QoSClass = .default) -> Self { DispatchQueue.global(qos: qos).eraseToAnyScheduler() }
}
extension AnyScheduler where SchedulerTimeType == OperationQueue.SchedulerTimeType, SchedulerOptions == OperationQueue.SchedulerOptions {
  /// The operation queue of the main thread.
  public static var main: Self { OperationQueue.main.eraseToAnyScheduler() }
}

extension DispatchQueue {
  /// A scheduler in place of a queue that runs everything at once, inside the call that schedules it. Its time stands still.
  public static var immediate: AnySchedulerOf<DispatchQueue> { .immediate(now: .init(DispatchTime(uptimeNanoseconds: 1))) }
}
extension RunLoop {
  /// A scheduler in place of a run loop that runs everything at once, inside the call that schedules it. Its time stands still.
  public static var immediate: AnySchedulerOf<RunLoop> { .immediate(now: .init(Date(timeIntervalSinceReferenceDate: 0))) }
}
extension OperationQueue {
  /// A scheduler in place of an operation queue that runs everything at once, inside the call that schedules it. Its time stands still.
  public static var immediate: AnySchedulerOf<OperationQueue> { .immediate(now: .init(Date(timeIntervalSinceReferenceDate: 0))) }
}
