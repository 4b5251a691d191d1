import PipesCore

/// One sleep of a task on a real clock that is virtual in its run, such as `Task.sleep`. The runtime has a job that
/// wakes the task; it runs once.
///
/// If the task is cancelled, the runtime resumes it at once. The job still has to run, so it runs then, not at the
/// deadline: time does not pass for it.
final class RuntimeSleep: Sleeper, @unchecked Sendable {
  // Unchecked: the lock of the timeline guards the ticket; the task is only cancelled.
  private let task: UnsafeCurrentTask?
  private let job: () -> Void
  /// The nanoseconds by which its end may be late: see `RowRounding`.
  private let late: Int64

  init(
    _ timeline: Timeline, _ deadline: VirtualInstant, by clock: RunClock, isRounded: Bool, _ task: UnsafeCurrentTask?,
    _ job: @escaping () -> Void
  ) {
    self.task = task
    self.job = job
    late = timeline.beginSleep(isRounded: isRounded)
    super.init(timeline, deadline, by: clock)
  }
  override var suspendedTask: UnsafeRawPointer? { task.map { unsafeBitCast($0, to: UnsafeRawPointer.self) } }
  func begin() { schedule { [self] in wake() } }
  /// Called when the task is resumed before the job has run.
  func end() {
    guard remove() else { return }
    timeline.enqueue({ [self] in job() }, at: timeline.nanoseconds, name: Timeline.task, order: .free)
  }
  override func cancel() {
    task?.cancel()
    end()
  }
  private func wake() {
    if late > 0 { timeline.core.state.with { $0.rows.end(at: timeline.nanoseconds, late: late) } }
    noteEnd()
    forget()
    job()
  }
}
