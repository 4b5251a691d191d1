#if !canImport(Combine)
  import Foundation
  import Pipes
  import Synchronization

  extension OperationQueue: Scheduler {
    /// The options of an operation queue: there are none.
    public struct SchedulerOptions: Sendable {}

    // During a run in virtual time the actions are not operations: they run on the timeline of the run. A seed permutes
    // those of a queue that runs several operations at a time.

    private var isSerial: Bool { maxConcurrentOperationCount == 1 }

    /// The current time.
    public var now: SchedulerTimeType { SchedulerTimeType(RunHook.time?.date ?? Date()) }
    /// Zero.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Adds an operation that runs the action.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
      if let time = RunHook.time(for: self) {
        return schedule(in: time, isSerial: isSerial, at: time.elapsed, isTimer: false, action)
      }
      nonisolated(unsafe) let action = action
      addOperation { action() }
    }
    /// Adds an operation that runs the action and becomes ready at `date`. `tolerance` has no effect.
    public func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
      _ action: @escaping () -> Void
    ) {
      if let time = RunHook.time(for: self) {
        if let instant = time.instant(of: date.date) {
          schedule(in: time, isSerial: isSerial, at: instant, isTimer: true, action)
        }
        return
      }
      add(action, readyAt: date)
    }
    /// Runs the action at `date` and then every `interval`, until the result is cancelled or released.
    ///
    /// Each run is an operation, and there is one at a time: ticks that pass before it is done become one.
    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
      options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
      if let time = RunHook.time(for: self) {
        guard let instant = time.instant(of: date.date) else { return AnyCancellable {} }
        return AnyCancellable(
          schedule(in: time, isSerial: isSerial, at: instant, every: time.pace(interval.timeInterval), action))
      }
      let repetition = Repetition(queue: self, interval, action)
      repetition.add(at: date)
      return AnyCancellable(repetition)
    }

    /// Adds an operation that becomes ready at a date. It is on the queue from now on, so that it is counted and can be
    /// cancelled with the others.
    @discardableResult fileprivate func add(
      _ action: @escaping () -> Void, readyAt date: SchedulerTimeType, whenLost: (@Sendable () -> Void)? = nil
    ) -> Operation {
      let operation = DatedOperation(action, whenLost)
      addOperation(operation)
      let wait = DispatchQueue.SchedulerTimeType.Stride.seconds(now.distance(to: date).timeInterval)
      let clock = DatedOperation.clock
      // The timer starts after the operation was added: Foundation misses a readiness that comes while it is being
      // added.
      clock.asyncAfter(deadline: clock.now.advanced(by: wait).dispatchTime) { [weak operation] in
        operation?.becomeReady()
      }
      return operation
    }
  }

  /// An operation that becomes ready when `becomeReady()` is called. It depends on no other operation: on Linux,
  /// Foundation keeps an unowned pointer from an operation to the ones that depend on it, even after these have been
  /// cancelled and freed.
  ///
  /// The action is released when it has run, and when the operation is cancelled.
  private final class DatedOperation: Operation, @unchecked Sendable {
    // Unchecked: the action need not be Sendable. The lock guards it, and it is taken out once.
    static let clock = DispatchQueue(label: "dates of operations")
    private let isDue = Atomic(false)
    private let action: Guarded<(() -> Void)?>
    private let whenLost: (@Sendable () -> Void)?

    init(_ action: @escaping () -> Void, _ whenLost: (@Sendable () -> Void)?) {
      self.action = Guarded(action)
      self.whenLost = whenLost
    }
    func becomeReady() {
      willChangeValue(forKey: "isReady")
      isDue.store(true, ordering: .releasing)
      didChangeValue(forKey: "isReady")
    }
    /// Whether the operation may run. A cancelled operation is ready, so that the queue releases it.
    override var isReady: Bool { super.isReady && (isDue.load(ordering: .acquiring) || isCancelled) }
    override func main() { action.with { $0.take() }?() }
    override func cancel() {
      super.cancel()
      let old = action.with { $0.take() }
      // The old action is freed outside the lock.
      if old != nil, let whenLost { DatedOperation.clock.async(execute: whenLost) }
    }
  }

  /// Adds one operation after another. A cancel releases the action. If an operation is cancelled on the queue, that
  /// run is lost and no other.
  private final class Repetition: Cancellable, Sendable {
    private struct State {
      var action: (() -> Void)?
      var operation: Operation?
    }
    private let queue: OperationQueue
    private let interval: OperationQueue.SchedulerTimeType.Stride
    private let state: Guarded<State>

    init(queue: OperationQueue, _ interval: OperationQueue.SchedulerTimeType.Stride, _ action: @escaping () -> Void) {
      self.queue = queue
      self.interval = interval
      state = Guarded(State(action: action))
    }
    func add(at date: OperationQueue.SchedulerTimeType) {
      let operation = queue.add({ [self] in run(at: date) }, readyAt: date, whenLost: { [self] in goOn(after: date) })
      let isOver = state.with { state in
        if state.action != nil { state.operation = operation }
        return state.action == nil
      }
      if isOver { operation.cancel() }
    }
    private func run(at date: OperationQueue.SchedulerTimeType) {
      guard let action = state.with({ $0.action }) else { return }
      action()
      goOn(after: date)
    }
    private func goOn(after date: OperationQueue.SchedulerTimeType) {
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
