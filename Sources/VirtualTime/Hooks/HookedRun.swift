import PipesCore
import Synchronization

/// A run in virtual time, as the hooks see it. The thread of a run announces it with `HookedRun.adopting`; the
/// functions that are replaced ask for it.
protocol HookedRun: AnyObject, Sendable {
  /// The time that clocks show to the code of the run; `nil` if its clocks are real, or if it is over.
  var reading: ClockReading? { get }
  /// Lets virtual time pass, because the thread of the run sleeps, or has waited in vain.
  func pass(_ nanoseconds: Int64)
  /// Runs a job, which wakes a task that sleeps, when virtual time has passed. Returns false if the job has to wait in
  /// real time.
  func sleep(_ job: UnownedJob, for length: SleepLength) -> Bool
  /// Called when the code of the run calls something that works in real time.
  func didCall(_ call: OutsideCall)
  /// Called when the code of the run gives work to a queue, to begin after a delay in nanoseconds. If virtual time
  /// waits for that work, returns a closure to call when the work is over, on any thread.
  func didGiveWork(after delay: Int64) -> (@Sendable () -> Void)?
  /// Called when the code of the run enqueues a job.
  func didEnqueue()
  var runsTasks: Bool { get }
  /// Whether orders are searched: a call of an actor is a turn of its own then.
  var mayHop: Bool { get }
  /// Whether the turn that runs has been on an actor, in a search of orders.
  var hasBeenOnActor: Bool { get }
  /// Takes the job of a new task that begins on an actor, in a search of orders. Returns false if it cannot.
  func begin(_ job: UnownedJob, onActor actor: UInt) -> Bool
  /// Whether an action that is not a job may run code of the main actor now.
  func actsOnMain() -> Bool
  /// The next random number of the run; `nil` if its code gets the numbers of the system.
  func randomNumber() -> UInt64?
  /// The queue on which the code of the run is now.
  var place: RunPlace { get }
  /// Whether the code that runs now is code of the main actor.
  var isMainActor: Bool { get }
  /// Runs a body as code on the main queue, which is not the caller's. Returns false if the run cannot.
  func onMain(_ body: () -> Void) -> Bool
  /// Whether the queues of Dispatch work in virtual time in the run. If not, nobody calls the next nine.
  var takesQueues: Bool { get }
  /// Whether the run has other work than the code that runs.
  var hasOtherWork: Bool { get }
  /// Takes work for a queue, to run after a delay in nanoseconds of a clock.
  func give(_ work: QueueWork, after delay: Int64, by clock: RunClock)
  /// Takes work for a queue, to run when a group is empty. The work retains the group.
  func give(_ work: QueueWork, whenEmpty group: UnsafeMutableRawPointer)
  /// Called when a member has left a group.
  func didLeaveGroup()
  /// Runs a body that waits for a queue, and runs on it.
  func sync(_ queue: UnsafeMutableRawPointer, isBarrier: Bool, _ body: () -> Void)
  /// Called when a queue is resumed or activated.
  func didResume()
  /// Called when a work item is cancelled, with its block: what waits for its instant is taken back, unless the code waits
  /// for the end of the item.
  func didCancel(_ block: UnsafeMutableRawPointer)
  /// Called when the code asks for the end of a work item: although it was cancelled, that comes at its instant.
  func willWait(for block: UnsafeMutableRawPointer)
  /// Lets the run go on inside of a wait of its thread, action by action, until the wait is over or its limit in
  /// nanoseconds has passed.
  ///
  /// - Parameter servesMain: Whether code of the main thread may run meanwhile, if it is the main thread that waits.
  /// - Parameter isOver: Called before each action. It may take what the thread waits for.
  /// - Returns: Whether the wait is over; `nil` if no action can end it, or none that may run meanwhile.
  func waits(atMost limit: Int64, servesMain: Bool, until isOver: () -> Bool) -> Bool?
  /// The signals that its test sends.
  var signals: RunSignals { get }
  /// The notifications that the main thread of the run has enqueued.
  var notifications: MainNotifications { get }
  /// Takes a thread that the code is about to start. Called if the run takes queues.
  func makeVisitor() -> (any Visitor)?
  /// Called when the code of the run waits for the main queue, on which it is.
  func waitsForItself(in call: String)
  /// The call in which the thread of the run waits in real time, for a report; `nil` when it goes on.
  func waits(in call: String?)
  /// Called before the thread waits for a lock, for some virtual nanoseconds at most. While a thread of the run that
  /// waits has the lock, the run goes on.
  ///
  /// - Parameter isHeld: Whether a thread has the lock for which its parameter returns true, by the kernel's number.
  /// - Returns: False if the time is over.
  func waits(in call: String, atMost limit: Int64, whileHeld isHeld: ((CInt) -> Bool) -> Bool) -> Bool
}

/// The queue on which the code of a run is, as the code sees it: the thread of the run runs the actions of all queues.
final class RunPlace: Sendable {
  enum Queue: UInt8, AtomicRepresentable {
    /// The action is not one of a queue.
    case none
    case main, another
  }
  private let current = Atomic<Queue>(.none)
  init() {}
  var queue: Queue { current.load(ordering: .relaxed) }
  /// Sets the queue, and returns the previous one. Two steps are enough, because only the thread that has the run calls it.
  @discardableResult func swap(_ queue: Queue) -> Queue {
    let outer = self.queue
    current.store(queue, ordering: .relaxed)
    return outer
  }
  func on(_ queue: Queue, _ body: () -> Void) {
    let outer = swap(queue)
    body()
    swap(outer)
  }
}

/// A run for which the queues of Dispatch stay real needs no more than this.
extension HookedRun {
  var takesQueues: Bool { false }
  var hasOtherWork: Bool { false }
  func give(_ work: QueueWork, after delay: Int64, by clock: RunClock) {}
  func give(_ work: QueueWork, whenEmpty group: UnsafeMutableRawPointer) {}
  func sync(_ queue: UnsafeMutableRawPointer, isBarrier: Bool, _ body: () -> Void) { body() }
  func didLeaveGroup() {}
  func didResume() {}
  func didCancel(_ block: UnsafeMutableRawPointer) {}
  func willWait(for block: UnsafeMutableRawPointer) {}
  func waits(atMost limit: Int64, servesMain: Bool, until isOver: () -> Bool) -> Bool? { nil }
  func makeVisitor() -> (any Visitor)? { nil }
}

extension HookedRun {
  func give(_ work: QueueWork) { give(work, after: 0, by: .continuous) }
  func waits(atMost limit: Int64, until isOver: () -> Bool) -> Bool? {
    waits(atMost: limit, servesMain: false, until: isOver)
  }
  /// Whether the code that runs now is on the main thread, as far as it can tell. Then no other code of the main actor
  /// runs meanwhile.
  var isOnMain: Bool {
    switch place.queue {
    case .none: return isMainActor
    case .main:
      _ = actsOnMain()
      return true
    case .another: return false
    }
  }
}

/// The time that clocks show to a run: the date, and the nanoseconds since the start of the machine.
struct ClockReading {
  let date: RunDate
  /// Without the time in which the device slept, and with it.
  let uptime, continuous: Int64
  init(date: RunDate, elapsed: Int64, asleep: Int64 = 0) {
    self.date = date
    continuous = RunHook.startUptime.plus(elapsed)
    uptime = continuous - asleep
  }
  /// The nanoseconds that a clock shows.
  func nanoseconds(of clock: RunClock) -> Int64 {
    switch clock {
    case .continuous: continuous
    case .suspending: uptime
    case .wall: date.sinceEpoch
    }
  }
}

/// The length of a sleep, in whole nanoseconds.
struct SleepLength {
  var nanoseconds: Int64
  var clock = RunClock.continuous
  /// Whether it was rounded up, so that the sleep does not end early.
  var isRounded = false
  init(nanoseconds: Int64, by clock: RunClock) {
    self.nanoseconds = max(0, nanoseconds)
    self.clock = clock
  }
  init(_ duration: Duration, by clock: RunClock) {
    self.init(nanoseconds: .nanoseconds(of: duration), by: clock)
    isRounded = duration > .zero && duration.components.attoseconds % 1_000_000_000 != 0
  }
}

extension RunClock {
  init<C: Clock>(of clock: C.Type) { self = clock == SuspendingClock.self ? .suspending : .continuous }
}

/// A call that works in real time.
struct OutsideCall {
  /// The call, such as `DispatchQueue.main.async`.
  let name: String
  /// The name of the queue, if the call is for one.
  var queue: String?
  var problem = "works in real time"
  /// The call to use instead.
  var fix = "use a task, Task.sleep or a scheduler"
  static let passTheAnswer = "pass the answer to your code"
}

/// Decides where a job runs that is enqueued on any thread.
protocol JobHandler: AnyObject, Sendable {
  /// Takes a job for a run in virtual time. Returns false if it belongs to none.
  func take(_ job: UnownedJob, on face: RunFace) -> Bool
  /// Keeps the job of a task that is being resumed by the thread of a run.
  func keep(_ job: UnownedJob) -> Bool
}

/// The executor that a job sees.
@usableFromInline enum RunFace: Sendable {
  /// The global executor.
  case general
  case main
  /// No actor. The job enters one.
  case hop
  /// The actor at an address, on which the job begins a task.
  case actor(UInt)
  /// The executor that the body of a run and its child tasks prefer. Without it, `Task.yield` inside an actor would use
  /// the real one.
  case preferred

  // A comparison by `==` would look for it at run time in another module.
  @inlinable var isMain: Bool { if case .main = self { true } else { false } }
}

package enum RunOfThread {
  private final class Registration {
    unowned(unsafe) let run: any HookedRun
    init(_ run: any HookedRun) { self.run = run }
  }
  private static let key = Host.ThreadKey<Registration>()
  /// The number of threads that have announced a run and wait, while another thread of that run goes on.
  static let parked = Atomic<Int>(0)
  /// The number of threads that have announced a run.
  private static let count = Atomic<Int>(0)

  /// The run that the thread has announced. While no thread has, this is one load.
  @_transparent static var current: (any HookedRun)? {
    if count.load(ordering: .relaxed) == 0 { return nil }
    return key.value?.run
  }
  /// Makes this thread one of a run, until `leave` is called with the result.
  static func enter(_ run: any HookedRun) -> AnyObject {
    let registration = Registration(run)
    key.value = registration
    count.wrappingAdd(1, ordering: .relaxed)
    return registration
  }
  static func leave(_ registration: AnyObject) {
    key.value = nil
    count.wrappingSubtract(1, ordering: .relaxed)
  }
  /// Runs the body as a thread without a run.
  package static func withoutRun<Result>(_ body: () throws -> Result) rethrows -> Result { try adopting(nil, body) }
  /// Runs the body as the thread of a run, or of none.
  static func adopting<Result>(_ run: (any HookedRun)?, _ body: () throws -> Result) rethrows -> Result {
    let outer = key.value
    let registration = run.map { Registration($0) }
    key.value = registration
    if run != nil { count.wrappingAdd(1, ordering: .relaxed) }
    defer {
      if run != nil { count.wrappingSubtract(1, ordering: .relaxed) }
      key.value = outer
    }
    return try withExtendedLifetime(registration) { try body() }
  }
}
