/// The reasons why async code could not be run in virtual time.
public enum VirtualTimeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The concurrency runtime lacks the named hooks, which send jobs to a timeline.
  case hooksMissing([String])
  /// The body waits at an instant, and no job is left that could resume it.
  case stuck(at: VirtualInstant, patience: Duration)
  /// The body waits at an instant, at which the test holds the time. The next work is due later.
  case held(at: VirtualInstant, next: VirtualInstant, patience: Duration)
  /// The body waits at an instant, no job is left that could resume it, and so many tasks sleep for ever: until they
  /// are cancelled.
  case sleepsForEver(at: VirtualInstant, tasks: Int, patience: Duration)
  /// The body waits at an instant, and no job is left that could resume it; the run is inside another one, which waits
  /// for it.
  case stuckInside(at: VirtualInstant, patience: Duration)
  /// A job ran at an instant for longer than the patience without suspending.
  case blocked(at: VirtualInstant, patience: Duration)
  /// Code of the main actor could not run at an instant, because other code kept the main actor of the process.
  case mainActorBusy(at: VirtualInstant, patience: Duration)
  /// A piece of work ran at an instant for longer than the patience, in a call that blocks its thread.
  case blockedIn(call: String, at: VirtualInstant, patience: Duration)
  /// A problem of a run that met a real clock, and the reason why real clocks are not virtual in this process.
  indirect case metRealClock(VirtualTimeError, reason: String)
  /// A problem of a run whose body waits, and a sentence about each task that waits: what for, and in which function.
  indirect case waiting(VirtualTimeError, tasks: [String])
  /// The run is inside another one on the same timeline.
  case timelineInUse(at: VirtualInstant)
  /// The body has returned, but a task that it started sleeps again and again, although it is cancelled.
  case restless(at: VirtualInstant)
  /// The body has returned, but a thread that it started, in a function, sleeps again and again. It is left behind.
  case restlessThread(startedIn: String, at: VirtualInstant)
  /// Code waited at an instant for the queue on which it is, as `how` describes. Outside of a run it waits for ever.
  case waitsForItself(at: VirtualInstant, how: String)
  /// Work left the timeline at an instant, in the way that `how` describes. Only the first occurrence is reported.
  case outsideWork(at: VirtualInstant, how: String)

  /// Whether the run has waited in real time until its patience was over.
  package var tookPatience: Bool {
    switch self {
    case .stuck, .held, .sleepsForEver, .stuckInside, .blocked, .mainActorBusy, .blockedIn: true
    case .metRealClock(let error, _), .waiting(let error, _): error.tookPatience
    case .hooksMissing, .timelineInUse, .restless, .restlessThread, .waitsForItself, .outsideWork: false
    }
  }

  public var description: String {
    switch self {
    case .hooksMissing(let names):
      "virtual time cannot lead async code here: the Swift runtime lacks \(names.joined(separator: ", ")); "
        + "link the Swift libraries dynamically, with Swift 6.3"
    case .stuck(let instant, let patience):
      "nothing is left to do at \(instant), but the body still waits, after \(patience) of real time: "
        + "for a queue, a real clock or another thread that takes longer, or for something that never happens"
    case .held(let instant, let next, let patience):
      "time is held at \(instant), but the body still waits, after \(patience) of real time: the next work is due at \(next); "
        + "advance the time with 'clock.advance(by:)', or call 'clock.goOn()'"
    case .sleepsForEver(let instant, let tasks, let patience):
      "nothing is left to do at \(instant), but the body still waits, after \(patience) of real time: "
        + "\(tasks == 1 ? "a task sleeps" : "\(tasks) tasks sleep") for ever; cancel \(tasks == 1 ? "it" : "them"), or do not wait for "
        + (tasks == 1 ? "it" : "them")
    case .stuckInside(let instant, let patience):
      "nothing is left to do at \(instant), but the body still waits, after \(patience) of real time: "
        + "this run is inside another one, whose time stands still until this run has ended; it may wait for a task or a clock of that one"
    case .mainActorBusy(let instant, let patience):
      "code of the main actor waits at \(instant), because other code has kept the main actor for \(patience) of real time: "
        + "it blocks the main thread, or nothing runs the main queue"
    case .timelineInUse(let instant):
      "this call is inside a run on the same timeline, at \(instant), so its code is in virtual time already: "
        + "call the code without 'withVirtualTime', or give the call a timeline of its own"
    case .restless(let instant):
      "the body has returned, but a task that it has started sleeps again and again at \(instant), although it is cancelled: "
        + "write 'while !Task.isCancelled', or leave the loop with the error of 'try await' of the sleep"
    case .restlessThread(let function, let instant):
      "the body has returned, but a thread that '\(function)' has started sleeps again and again at \(instant): "
        + "let it end when nobody needs it any more"
    case .blocked(let instant, let patience):
      "one piece of work at \(instant) has not ended or suspended for \(patience) of real time: it blocks its thread, or it loops"
    case .blockedIn(let call, let instant, let patience):
      "one piece of work at \(instant) has not ended or suspended for \(patience) of real time: it waits in \(call)"
    case .metRealClock(let problem, let reason): "\(problem); \(reason)"
    case .waiting(let problem, let tasks): "\(problem)" + tasks.map { "\n  \($0)" }.joined()
    case .waitsForItself(let instant, let how): "at \(instant) \(how)"
    case .outsideWork(let instant, let how): "work left virtual time at \(instant): \(how), or allow outside work"
    }
  }
}
