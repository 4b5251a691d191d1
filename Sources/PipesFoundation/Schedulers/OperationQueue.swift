#if !canImport(Combine)
  import Foundation
  import Pipes

  extension OperationQueue: Scheduler {
    /// A point in the time of operation queues.
    public typealias SchedulerTimeType = DatedTime<OperationQueue>
    /// There is nothing to choose yet.
    public struct SchedulerOptions: Sendable {}

    /// The present.
    public var now: SchedulerTimeType { SchedulerTimeType(Date()) }
    /// Nothing.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Adds an operation that runs the action.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
      nonisolated(unsafe) let action = action
      addOperation { action() }
    }
    /// Adds an operation that runs the action and becomes ready at `date`. The tolerance is not used.
    public func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
    ) {
      add(action, readyAt: date)
    }
    /// Runs the action at `date` and then every `interval`, until the result is cancelled or dropped.
    ///
    /// Each run is an operation, and there is one at a time: ticks that pass before it is done become one.
    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
      _ action: @escaping () -> Void
    ) -> any Cancellable {
      let repetition = Repetition(queue: self, interval, action)
      repetition.add(at: date)
      return AnyCancellable(repetition)
    }

    /// The operation waits for another one, which is not on any queue and runs when the date has come.
    @discardableResult fileprivate func add(_ action: @escaping () -> Void, readyAt date: SchedulerTimeType) -> Operation {
      nonisolated(unsafe) let action = action
      let moment = BlockOperation {}
      let operation = BlockOperation { action() }
      operation.addDependency(moment)
      addOperation(operation)
      let wait = DispatchQueue.SchedulerTimeType.Stride.seconds(now.distance(to: date).timeInterval)
      DispatchQueue.global().schedule(after: DispatchQueue.global().now.advanced(by: wait)) { moment.start() }
      return operation
    }
  }

  /// Adds one operation after another. Cancelling lets go of the action.
  private final class Repetition: Cancellable, Sendable {
    private struct State {
      var action: (() -> Void)?
      var operation: Operation?
    }
    private let queue: OperationQueue
    private let interval: OperationQueue.SchedulerTimeType.Stride
    private let state: Guarded<State>

    init(queue: OperationQueue, _ interval: OperationQueue.SchedulerTimeType.Stride, _ action: @escaping () -> Void) {
      (self.queue, self.interval) = (queue, interval)
      state = Guarded(State(action: action))
    }
    func add(at date: OperationQueue.SchedulerTimeType) {
      let operation = queue.add({ [self] in run(at: date) }, readyAt: date)
      let isOver = state.with { state in
        if state.action != nil { state.operation = operation }
        return state.action == nil
      }
      if isOver { operation.cancel() }
    }
    private func run(at date: OperationQueue.SchedulerTimeType) {
      guard let action = state.with({ $0.action }) else { return }
      action()
      if state.with({ $0.action != nil }) { add(at: max(date.advanced(by: interval), queue.now)) }
    }
    func cancel() {
      let old = state.with { state in
        defer { state = State() }
        return state
      }
      old.operation?.cancel()
    }
  }
#endif
