#if !canImport(Combine)
  import Foundation
  import Pipes
  import Synchronization

  extension OperationQueue: Scheduler {
    /// There is nothing to choose yet.
    public struct SchedulerOptions: Sendable {}

    /// The present.
    public var now: SchedulerTimeType { SchedulerTimeType(Date()) }
    /// Nothing.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Adds an operation that runs the action.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
      RunHook.note(self)
      nonisolated(unsafe) let action = action
      addOperation { action() }
    }
    /// Adds an operation that runs the action and becomes ready at `date`. The tolerance is not used.
    public func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
    ) {
      RunHook.note(self)
      add(action, readyAt: date)
    }
    /// Runs the action at `date` and then every `interval`, until the result is cancelled or dropped.
    ///
    /// Each run is an operation, and there is one at a time: ticks that pass before it is done become one.
    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
      _ action: @escaping () -> Void
    ) -> any Cancellable {
      RunHook.note(self)
      let repetition = Repetition(queue: self, interval, action)
      repetition.add(at: date)
      return AnyCancellable(repetition)
    }

    /// The operation is on the queue at once, as everything that waits there: it is counted, and can be cancelled with the others.
    @discardableResult fileprivate func add(_ action: @escaping () -> Void, readyAt date: SchedulerTimeType) -> Operation {
      let operation = DatedOperation(action)
      addOperation(operation)
      let wait = DispatchQueue.SchedulerTimeType.Stride.seconds(now.distance(to: date).timeInterval)
      let clock = DatedOperation.clock
      // Started when the operation is on the queue: Foundation overlooks readiness that comes while it is being added.
      clock.asyncAfter(deadline: clock.now.advanced(by: wait).dispatchTime) { [weak operation] in operation?.becomeReady() }
      return operation
    }
  }

  /// An operation that becomes ready when it is told. It depends on no other: on Linux, Foundation keeps an unowned pointer from an
  /// operation to those that wait for it, also when they have been cancelled and freed.
  ///
  /// The action is freed when it has run, and when the operation is cancelled.
  private final class DatedOperation: Operation, @unchecked Sendable {
    // Unchecked: the action need not be Sendable. It is reached through the lock, and taken out once.
    static let clock = DispatchQueue(label: "dates of operations")
    private let isDue = Atomic(false)
    private let action: Guarded<(() -> Void)?>

    init(_ action: @escaping () -> Void) { self.action = Guarded(action) }
    func becomeReady() {
      willChangeValue(forKey: "isReady")
      isDue.store(true, ordering: .releasing)
      didChangeValue(forKey: "isReady")
    }
    /// A cancelled operation is ready, so that the queue can let go of it.
    override var isReady: Bool { super.isReady && (isDue.load(ordering: .acquiring) || isCancelled) }
    override func main() { action.with { $0.take() }?() }
    override func cancel() {
      super.cancel()
      let old = action.with { $0.take() }
      withExtendedLifetime(old) {}  // freed outside the lock
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
