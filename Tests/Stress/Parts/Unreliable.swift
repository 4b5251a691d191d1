import Foundation
import Pipes
import PipesFoundation

/// An operation queue that treats actions as schedulers may.
struct Unreliable: Scheduler, Sendable {
  typealias SchedulerTimeType = OperationQueue.SchedulerTimeType
  typealias SchedulerOptions = OperationQueue.SchedulerOptions
  enum Habit: String, CaseIterable {
    case faithful
    /// Loses the actions that wait, when `lose` is called.
    case loses = "loses actions"
    case twice = "runs actions twice"
    /// Runs several actions at a time, so that later ones overtake.
    case reorders = "reorders actions"
    case inside = "runs actions inside schedule"
  }
  private let habit: Habit
  private let queue = OperationQueue()

  init(_ habit: Habit) {
    self.habit = habit
    queue.maxConcurrentOperationCount = habit == .reorders ? 3 : 1
  }
  func lose() { if habit == .loses { queue.cancelAllOperations() } }

  var now: SchedulerTimeType { queue.now }
  var minimumTolerance: SchedulerTimeType.Stride { queue.minimumTolerance }
  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    if habit == .inside { action() } else { each { queue.schedule(options: options, action) } }
  }
  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    each { queue.schedule(after: date, tolerance: tolerance, options: options, action) }
  }
  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    queue.schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
  }
  private func each(_ schedule: () -> Void) {
    schedule()
    if habit == .twice { schedule() }
  }
}
