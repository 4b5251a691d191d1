import MarbleRuns
import Pipes
import VirtualTime

/// The virtual scheduler of a spec.
///
/// Your own operator receives it as the argument of the parameter `.scheduler`. In a traced run it records its timers.
public struct SpecScheduler: MovableTimers {
  public typealias SchedulerTimeType = VirtualInstant
  public typealias SchedulerOptions = Never

  private let base: TestScheduler<VirtualInstant, Never>
  private let tracer: Tracer?
  /// The jobs that wait because the scheduler is busy; `nil` if it is always free.
  private let busy: BusyTimes?

  init(_ base: TestScheduler<VirtualInstant, Never>, _ tracer: Tracer?, _ busy: BusyTimes? = nil) {
    self.base = base
    self.tracer = tracer
    self.busy = busy
  }

  /// The same scheduler with a name that reports show for its actions.
  func named(_ name: String, mayBeBusy: Bool) -> SpecScheduler {
    SpecScheduler(base.named(name), tracer, mayBeBusy ? busy : nil)
  }

  public var now: VirtualInstant { base.now }
  public var minimumTolerance: VirtualInstant.Stride { base.minimumTolerance }

  public func schedule(options: Never?, _ action: @escaping () -> Void) {
    base.schedule(options: options, traced(action, due: base.now))
  }
  public func schedule(
    after date: VirtualInstant, tolerance: VirtualInstant.Stride, options: Never?, _ action: @escaping () -> Void
  ) {
    base.schedule(after: date, tolerance: tolerance, options: options, traced(action, due: date))
  }
  public func schedule(
    after date: VirtualInstant, interval: VirtualInstant.Stride, tolerance: VirtualInstant.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    if let busy {
      return BusyTimer(base, busy, tracer, interval, action).started(due: date)
    }
    guard let tracer else {
      return base.schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
    }
    let traced = TracedTimer(tracer, base, interval, action)
    traced.start(due: date)
    let timer = base.schedule(after: date, interval: interval, tolerance: tolerance, options: options) { traced.tick() }
    return AnyCancellable {
      timer.cancel()
      traced.end(.cancelled)
    }
  }
  package func movableTimer(after interval: VirtualInstant.Stride, _ action: @escaping (Int) -> Void) -> (
    any MovableTimer
  )? {
    // A timer that may wait is one that the operator schedules again.
    if busy != nil { return nil }
    guard let tracer else { return base.movableTimer(after: interval, action) }
    let traced = TracedTimer(tracer, base, interval) {}
    return base.movableTimer(after: interval) { round in traced.fire { action(round) } }.map {
      TracedMovableTimer($0, traced, self)
    }
  }

  fileprivate func traced(_ action: @escaping () -> Void, due: VirtualInstant) -> () -> Void {
    if let busy { return busy.job(base, tracer, due: due, action) }
    guard let tracer else { return action }
    let timer = tracer.startTimer(due: due)
    return { tracer.fire(timer, action) }
  }
}

/// The record of a timer that is started more than once.
private final class TracedTimer {
  private let tracer: Tracer
  private let base: TestScheduler<VirtualInstant, Never>
  private let interval: VirtualInstant.Stride
  private let action: () -> Void
  private var running: Int?

  init(
    _ tracer: Tracer, _ base: TestScheduler<VirtualInstant, Never>, _ interval: VirtualInstant.Stride,
    _ action: @escaping () -> Void
  ) {
    self.tracer = tracer
    self.base = base
    self.interval = interval
    self.action = action
  }

  private var added: [Int] = []
  /// Returns an action that is added to the timer, as one that is recorded.
  func adding(since start: VirtualInstant, _ action: @escaping () -> Void) -> () -> Void {
    let timer = tracer.startTimer(due: max(base.now, start.advanced(by: interval)))
    if let timer { added.append(timer) }
    return { [tracer] in tracer.fire(timer, action) }
  }
  /// Records that the actions that were added and have not run are cancelled.
  func cancelAdded() {
    for timer in added { tracer.endTimer(timer, .cancelled) }
    added = []
  }
  func start(due: VirtualInstant? = nil) { running = tracer.startTimer(due: due ?? base.now.advanced(by: interval)) }
  func end(_ ending: TraceTimer.Ending) { tracer.endTimer(running.take(), ending) }
  func fire(_ action: () -> Void) { tracer.fire(running.take(), action) }
  /// Fires, and starts the next period unless the timer was cancelled meanwhile.
  func tick() {
    let ticking = running
    tracer.fire(ticking) {
      action()
      if running == ticking { start() }
    }
  }
}

private final class TracedMovableTimer: MovableTimer {
  private let base: any MovableTimer
  private let traced: TracedTimer
  private let scheduler: SpecScheduler

  init(_ base: any MovableTimer, _ traced: TracedTimer, _ scheduler: SpecScheduler) {
    self.base = base
    self.traced = traced
    self.scheduler = scheduler
  }

  func restart(_ round: Int) {
    traced.end(.restarted)
    traced.start()
    base.restart(round)
  }
  func restart(_ round: Int, scheduling action: NumberedAction, _ number: Int) {
    restart(round)
    schedule(action, number)
  }
  func schedule(_ action: NumberedAction, _ number: Int) { scheduler.schedule(options: nil) { action.run(number) } }
  func stop(_ round: Int) {
    traced.end(.cancelled)
    if round == .max { traced.cancelAdded() }
    base.stop(round)
  }
  var now: Int64 { base.now }
  func add(_ action: NumberedAction, _ number: Int) { add(action, number, since: now) }
  func add(_ action: NumberedAction, _ number: Int, since start: Int64) {
    let recorded = traced.adding(since: VirtualInstant(nanoseconds: start)) { action.run(number) }
    base.add(NumberedAction { _ in recorded() }, number, since: start)
  }
}
