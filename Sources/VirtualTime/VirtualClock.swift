import PipesCore

/// A clock in the virtual time of a ``Timeline``. A task that sleeps on it wakes when the timeline has reached its
/// deadline.
///
/// It replaces any `Clock` whose duration is `Duration`, and can share its timeline with a ``TestScheduler``.
///
///     try await withVirtualTime { clock in
///       try await clock.sleep(for: .seconds(3600))  // takes no time at all
///       print(clock.now)  // 1h
///     }
public struct VirtualClock: Clock {
  /// The virtual time of this clock. Other clocks and schedulers may share it.
  public let timeline: Timeline

  /// Creates a clock on a timeline, a new one by default.
  public init(timeline: Timeline = Timeline()) { self.timeline = timeline }

  /// The current time of the timeline.
  public var now: VirtualInstant { timeline.now }
  /// The smallest step of the clock: one nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Waits until the timeline has reached an instant. For an instant that is not in the future it lets the work run
  /// that is pending now. A sleep until the farthest instant ends only when its task is cancelled; it is not pending
  /// work. `tolerance` has no effect.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  /// - Complexity: O(log *n*) for *n* pending actions.
  public func sleep(until deadline: VirtualInstant, tolerance: Duration? = nil) async throws {
    let sleeper = Sleeper(timeline, timeline.deadline(after: deadline))
    do {
      try await withTaskCancellationHandler {
        try await withThrowingTaskContinuation { sleeper.fallAsleep($0) }
      } onCancel: {
        sleeper.cancel()
      }
    } catch {
      // The body of the run has returned. A loop ends with its task, also if it ignores the error of a sleep.
      if timeline.isEnding { withUnsafeCurrentTask { $0?.cancel() } }
      throw error
    }
  }

  /// The error of a timeline on which tasks still sleep.
  public struct StillAsleep: Error, Hashable, Sendable, CustomStringConvertible {
    /// The deadlines of the sleeping tasks, in order.
    public let deadlines: [VirtualInstant]
    /// A sentence about each task, with the function in which it sleeps, where that can be found.
    var sentences: [String] = []
    public var description: String {
      let ends = deadlines.filter { !$0.isNever }.map(\.description)
      let until =
        ends.isEmpty ? [] : ["until \(ends.prefix(5).joined(separator: ", "))" + (ends.count > 5 ? ", …" : "")]
      let endless = deadlines.count - ends.count
      let parts = until + (endless == 0 ? [] : [ends.isEmpty ? "for ever" : "\(endless) for ever"])
      let verb = deadlines.count == 1 ? "sleeps" : "sleep"
      let start = "\(deadlines.count) still \(verb), \(parts.joined(separator: ", "))"
      return ([start] + sentences).joined(separator: "\n  ")
    }
  }
  /// Throws if a task sleeps on this timeline. Call it at the end of a test.
  ///
  /// - Throws: ``StillAsleep`` with the deadlines of the sleeping tasks.
  public func checkNobodySleeps() throws(StillAsleep) {
    let deadlines = timeline.sleepers.map(\.deadline)
    if !deadlines.isEmpty { throw StillAsleep(deadlines: deadlines, sentences: timeline.sleeps { "\($0)" }) }
  }
}

/// One call of `sleep`. It resumes its task once: at its deadline or when it is cancelled.
class Sleeper: @unchecked Sendable {
  // Unchecked: the lock of the timeline guards the state that changes.
  let deadline: VirtualInstant
  let timeline: Timeline
  private let clock: RunClock
  private var continuation: TaskContinuation<Void, any Error>?
  private var ticket: Timeline.Ticket?
  private var isCancelled = false
  /// Its place in the list of the timeline; -1 outside of that.
  fileprivate var place = -1
  /// Whether it is in the list of the timeline.
  var isAsleep: Bool { timeline.core.state.with { _ in place >= 0 } }
  /// The object of the task that sleeps.
  var suspendedTask: UnsafeRawPointer? {
    timeline.core.state.with { _ in continuation?.task }
  }
  /// Decides between two sleeps with one deadline.
  fileprivate var order: UInt64 { ticket?.order ?? 0 }

  init(_ timeline: Timeline, _ deadline: VirtualInstant, by clock: RunClock = .continuous) {
    self.timeline = timeline
    self.deadline = deadline
    self.clock = clock
  }

  func fallAsleep(_ continuation: TaskContinuation<Void, any Error>) {
    let isCancelled = timeline.core.state.with { state in
      // At the end of a run a cancelled task sleeps, too: one that sleeps for ever does not keep the thread busy.
      let isCancelled = self.isCancelled && !state.sleepers.isEnding
      if !isCancelled {
        self.continuation = continuation
        schedule({ [self] in wake() }, &state)
      }
      return isCancelled
    }
    if isCancelled { continuation.resume(throwing: CancellationError()) }
  }
  /// Schedules what happens at the deadline.
  func schedule(_ wake: @escaping () -> Void) { timeline.core.state.with { schedule(wake, &$0) } }
  private func schedule(_ wake: @escaping () -> Void, _ state: inout Timeline.State) {
    let new =
      deadline.isNever
      ? state.sleepers.endlessTicket()
      : timeline.enqueue(
        .action(.init(run: wake)), at: deadline.nanoseconds, name: Timeline.sleep, order: .free, isTimer: true,
        clock: clock, &state)
    ticket = new
    state.sleepers.add(self)
  }
  /// Forgets the sleep, which is over.
  func forget() {
    timeline.core.state.with { state in
      ticket = nil
      state.sleepers.remove(self)
    }
  }
  /// Takes back what was scheduled for the deadline. Returns whether that had not happened yet.
  func remove() -> Bool {
    let (wasAsleep, action) = timeline.core.state.with { state -> (Bool, ActionQueue.Content?) in
      guard let ticket = ticket.take() else { return (false, nil) }
      state.sleepers.remove(self)
      let action = state.remove(ticket.order, at: timeline.nanoseconds)
      return (action != nil || deadline.isNever, action)
    }
    return withExtendedLifetime(action) { wasAsleep }
  }
  func cancel() {
    let action = timeline.core.state.with { state in
      isCancelled = true
      return ticket.flatMap { state.remove($0.order, at: timeline.nanoseconds) }
    }
    withExtendedLifetime(action) { end()?.resume(throwing: CancellationError()) }
  }
  private func wake() {
    noteEnd()
    end()?.resume()
  }
  /// Notes for a report that the running action ends the sleep.
  func noteEnd() {
    if timeline.takesTurns, let task = suspendedTask { timeline.noteEnd(of: .sleep, UInt(bitPattern: task)) }
  }
  private func end() -> TaskContinuation<Void, any Error>? {
    timeline.core.state.with { state in
      state.sleepers.remove(self)
      return continuation.take()
    }
  }
}

extension Timeline {
  /// The end of a sleep until a deadline, which may be over: see `EmptySleeps`.
  fileprivate func deadline(after deadline: VirtualInstant) -> VirtualInstant {
    // The instants of this clock are whole: a length such as 1.1 seconds was rounded up to a nanosecond more before.
    let length = deadline.nanoseconds.minus(nanoseconds), isRounded = length > 1_000 && length % 1_000 == 1
    let isPlain = length > 0 && !isRounded && !core.hasEmptySleeps.load(ordering: .relaxed)
    guard !isPlain || core.roundsRows.load(ordering: .relaxed), let run = Host.executor, run.timeline === self else {
      return deadline
    }
    let task = withUnsafeCurrentTask { $0.map(RuntimeHooks.taskID(of:)) } ?? 0
    let more = run.timeAfterEmptySleeps(of: task, length)
    _ = beginSleep(isRounded: more > 0 || isRounded)
    return more > 0 ? VirtualInstant(nanoseconds: nanoseconds.plus(more)) : deadline
  }
  /// The calls of `sleep` that wait, by deadline and then in the order of the calls.
  var sleepers: [Sleeper] {
    core.state.with { $0.sleepers.list.sorted { ($0.deadline, $0.order) < ($1.deadline, $1.order) } }
  }
  /// Lets all tasks that sleep go on sleeping for ever. A sleep keeps its timeline, which keeps it.
  func abandonSleepers() {
    let sleepers = core.state.with { $0.sleepers.removeAll() }
    withExtendedLifetime(sleepers) {}  // released outside of the lock
  }
  /// The number of tasks that sleep for ever.
  package var endlessSleepers: Int {
    core.state.with { $0.sleepers.endlessCount }
  }
  /// Whether the body of a run has returned, so that tasks that sleep are woken and cancelled.
  var isEnding: Bool {
    get { core.state.with { $0.sleepers.isEnding } }
    set { core.state.with { $0.sleepers.isEnding = newValue } }
  }
}

extension Timeline {
  /// The calls of `sleep` that wait, in no order.
  struct Sleepers {
    private(set) var list: [Sleeper] = []
    /// The number of calls that had no end.
    private var endless: UInt64 = 0
    /// Whether the body of the run has returned.
    var isEnding = false

    /// Adds a sleep, in O(1).
    fileprivate mutating func add(_ sleeper: Sleeper) {
      sleeper.place = list.count
      list.append(sleeper)
    }
    /// Removes a sleep if it is there, in O(1).
    fileprivate mutating func remove(_ sleeper: Sleeper) {
      if sleeper.place < 0 { return }
      let last = list.removeLast()
      if last !== sleeper {
        list[sleeper.place] = last
        last.place = sleeper.place
      }
      sleeper.place = -1
    }
    fileprivate mutating func removeAll() -> [Sleeper] {
      for sleeper in list { sleeper.place = -1 }
      defer { list = [] }
      return list
    }
    /// A ticket that no action has.
    fileprivate mutating func endlessTicket() -> Ticket {
      endless += 1
      return Ticket(order: UInt64.max - endless)
    }
    fileprivate var endlessCount: Int { endless == 0 ? 0 : list.count { $0.deadline.isNever } }
  }
}

extension VirtualInstant {
  /// Whether this is the instant that does not come.
  var isNever: Bool { nanoseconds == .never }
}
