#if canImport(Glibc)
  import Dispatch
  import Foundation
  import FoundationNetworking
  import Glibc
  import VirtualTime

  /// The world of a run as data: what reads time, sleeps, waits or enqueues, and what becomes of it. The tests are
  /// generated from it, and a page is its printout.
  struct WorldMatrix {
    /// Code that runs on the actor of its caller.
    typealias Work = nonisolated(nonsending) @Sendable () async throws -> Void

    enum Use: Sendable {
      /// Reads a clock, in seconds.
      case reads(@Sendable () -> Double)
      /// Suspends the task for an hour.
      case sleeps(Work)
      /// Lets other tasks run.
      case yields(Work)
      /// Blocks the thread for an hour at most.
      case blocks(@Sendable () -> Void)
      /// Gives work to a queue or a thread, which runs so many seconds later where the test is awaited. Else a report names it.
      case given(after: Int, report: String, @Sendable (@escaping @Sendable () -> Void) -> Void)
      /// Gets a random number, as a text.
      case draws(@Sendable () -> String)
      /// Leaves virtual time in a call, which a report names.
      case leaves(report: String, @Sendable () -> Void)
      /// Leaves virtual time while the task waits, which a report names.
      case comesBack(report: String, Work)
      /// Is neither virtual nor reported.
      case outside(advice: String)
    }
    struct Row: Sendable, CustomStringConvertible {
      let name: String
      let use: Use
      init(_ name: String, _ use: Use) { (self.name, self.use) = (name, use) }
      var description: String { name }
    }
    enum Kind: String, CaseIterable {
      case body = "the body", child = "`async let`", group = "a task group", task = "`Task`", detached =
        "`Task.detached`", immediate =
        "`Task.immediate`"
    }
    enum Isolation: String, CaseIterable {
      case none = "no actor", actor = "an actor", main = "the main actor", concurrent = "`@concurrent`"
    }

    static let hour = Duration.seconds(3_600)
    static let clocks: [Row] = [
      Row("`ContinuousClock.now`", .reads { (ContinuousClock.now - start.0) / .seconds(1) }),
      Row("`SuspendingClock.now`", .reads { (SuspendingClock.now - start.1) / .seconds(1) }),
      Row("`Date()`", .reads { Date().timeIntervalSince1970 }),
      Row("`DispatchTime.now()`", .reads { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }),
      Row("`DispatchWallTime.now()`", .reads { Double(-Int64(bitPattern: DispatchWallTime.now().rawValue)) / 1e9 }),
      Row("`ProcessInfo.systemUptime`", .reads { ProcessInfo.processInfo.systemUptime }),
      Row(
        "`clock_gettime`",
        .reads {
          var time = timespec()
          clock_gettime(CLOCK_MONOTONIC, &time)
          return Double(time.tv_sec)
        }),
      Row(
        "`gettimeofday`",
        .reads {
          var time = timeval()
          gettimeofday(&time, nil)
          return Double(time.tv_sec)
        }),
      Row(
        "`timespec_get`",
        .reads {
          var time = timespec()
          timespec_get(&time, 1)
          return Double(time.tv_sec)
        }), Row("`time`", .reads { Double(time(nil)) }),
    ]
    private static let start = (ContinuousClock.now, SuspendingClock.now)

    static let sleeps: [Row] = [
      Row("`Task.sleep(for:)`", .sleeps { try await Task.sleep(for: hour) }),
      Row("`Task.sleep(for:tolerance:)`", .sleeps { try await Task.sleep(for: hour, tolerance: .seconds(60)) }),
      Row("`Task.sleep(until:clock:)`", .sleeps { try await Task.sleep(until: .now + hour, clock: .continuous) }),
      Row(
        "`Task.sleep(until:tolerance:clock:)`",
        .sleeps { try await Task.sleep(until: .now + hour, tolerance: .seconds(60), clock: .suspending) }),
      Row("`Task.sleep(nanoseconds:)`", .sleeps { try await Task.sleep(nanoseconds: 3_600_000_000_000) }),
      Row("`ContinuousClock().sleep`", .sleeps { try await ContinuousClock().sleep(for: hour) }),
      Row(
        "`SuspendingClock().sleep`, with a tolerance",
        .sleeps { try await SuspendingClock().sleep(until: .now + hour, tolerance: .seconds(60)) }),
      Row("a task on an executor of your own, which is a queue", .yields { await OwnRoom().enter() }),
      Row("`Task.yield()`", .yields { for _ in 0..<3 { await Task.yield() } }),
    ]
    static let waits: [Row] = [
      Row("`Thread.sleep(forTimeInterval:)`", .blocks { Thread.sleep(forTimeInterval: 3_600) }),
      Row("`Thread.sleep(until:)`", .blocks { Thread.sleep(until: Date() + 3_600) }),
      Row(
        "`nanosleep`",
        .blocks {
          var length = timespec(tv_sec: 3_600, tv_nsec: 0)
          nanosleep(&length, nil)
        }),
      Row(
        "`clock_nanosleep`",
        .blocks {
          var length = timespec(tv_sec: 3_600, tv_nsec: 0)
          clock_nanosleep(CLOCK_MONOTONIC, 0, &length, nil)
        }), Row("`usleep`", .blocks { for _ in 0..<3_600 { usleep(1_000_000) } }),
      Row("`sleep`", .blocks { _ = sleep(3_600) }),
      Row(
        "`select` without files",
        .blocks {
          var length = timeval(tv_sec: 3_600, tv_usec: 0)
          select(0, nil, nil, nil, &length)
        }), Row("`poll` without files", .blocks { for _ in 0..<2 { poll(nil, 0, 1_800_000) } }),
    ]
    /// Waits with a limit, for something that another thread may do: in real time, so they are short here.
    static let limits: [Row] = [
      Row(
        "`DispatchSemaphore.wait(timeout:)`", .blocks { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + limit) }),
      Row(
        "`DispatchGroup.wait(timeout:)`",
        .blocks {
          let group = DispatchGroup()
          group.enter()
          _ = group.wait(timeout: .now() + limit)
          group.leave()
        }),
      Row(
        "`NSCondition.wait(until:)`",
        .blocks {
          let condition = NSCondition()
          condition.lock()
          _ = condition.wait(until: Date() + limit)
          condition.unlock()
        }),
      Row(
        "`NSLock.lock(before:)`",
        .blocks {
          let lock = NSLock()
          lock.lock()
          _ = lock.lock(before: Date() + limit)
          lock.unlock()
        }),
    ]
    static let limit = 0.002

    static let chance: [Row] = [
      Row("`Int.random(in:)`", .draws { "\(Int.random(in: 0 ..< .max))" }),
      Row("`SystemRandomNumberGenerator`", .draws { "\(SystemRandomNumberGenerator.draw())" }),
      Row("`shuffled()`", .draws { "\(Array(0..<30).shuffled())" }), Row("`UUID()`", .draws { UUID().uuidString }),
      Row("`arc4random`", .draws { "\(arc4random())" }),
    ]

    /// Work that runs in virtual time in a test that is awaited: an hour later, and for what asks on its queue.
    static let queues: [Row] = [
      Row(
        "`DispatchQueue.async`",
        .given(after: 0, report: "DispatchQueue.main.async") { work in
          DispatchQueue.main.async(execute: work)
        }),
      Row(
        "`DispatchQueue.asyncAfter`",
        .given(after: 3_600, report: "DispatchQueue.main.asyncAfter") { work in
          DispatchQueue.main.asyncAfter(deadline: .now() + 3_600, execute: work)
        }),
      Row(
        "`asyncAfter` with a `DispatchWorkItem`",
        .given(after: 3_600, report: "asyncAfter on the queue 'a queue'") { work in
          DispatchQueue(label: "a queue").asyncAfter(deadline: .now() + 3_600, execute: DispatchWorkItem(block: work))
        }),
      Row(
        "`DispatchQueue.async(group:)`",
        .given(after: 0, report: "DispatchQueue.global().async") { work in
          DispatchQueue.global().async(group: DispatchGroup(), execute: work)
        }),
      Row(
        "`DispatchGroup.notify`",
        .given(after: 0, report: "DispatchQueue.main.notify") { work in
          DispatchGroup().notify(queue: .main, execute: work)
        }),
      Row(
        "`DispatchWorkItem.notify`",
        .given(after: 0, report: "DispatchQueue.main.notify") { work in
          let item = DispatchWorkItem {}
          item.notify(queue: .main, execute: work)
          item.perform()
        }),
      Row(
        "a timer of `DispatchSource`",
        .given(after: 3_600, report: "DispatchSource.makeTimerSource") { work in
          let timer = DispatchSource.makeTimerSource()
          timer.schedule(deadline: .now() + 3_600, repeating: 10, leeway: .seconds(60))
          timer.setEventHandler {
            timer.cancel()
            work()
          }
          timer.activate()
        }),
      Row(
        "data of a `DispatchSource`",
        .given(after: 0, report: "the data of a DispatchSource") { work in
          let source = DispatchSource.makeUserDataAddSource(queue: .main)
          source.setEventHandler {
            source.cancel()
            work()
          }
          source.activate()
          source.add(data: 1)
        }),
      Row(
        "a signal of a `DispatchSource`",
        .given(after: 0, report: "DispatchSource.makeSignalSource") { work in
          let source = DispatchSource.makeSignalSource(signal: SIGWINCH)
          source.setEventHandler {
            source.cancel()
            work()
          }
          source.activate()
          try? VirtualClock.current?.send(signal: SIGWINCH)
        }),
      Row(
        "`OperationQueue.addOperation`",
        .given(after: 0, report: "an OperationQueue") { work in
          OperationQueue().addOperation(work)
        }),
      Row("`Thread`", .given(after: 0, report: "Thread.start()") { work in Thread { work() }.start() }),
      Row(
        "`pthread_create`",
        .given(after: 0, report: "pthread_create") { work in
          final class Body {
            let work: () -> Void
            init(_ work: @escaping () -> Void) { self.work = work }
          }
          var thread = pthread_t()
          pthread_create(
            &thread, nil,
            {
              Unmanaged<Body>.fromOpaque($0!).takeRetainedValue().work()
              return nil
            }, Unmanaged.passRetained(Body(work)).toOpaque())
          pthread_detach(thread)
        }),
      Row(
        "`RunLoop.main.add` of a `Timer`",
        .given(after: 3_600, report: "a Timer on a run loop") { work in
          RunLoop.main.add(Timer(fire: Date() + 3_600, interval: 0, repeats: false) { _ in work() }, forMode: .common)
        }),
      Row(
        "`RunLoop.main.perform`",
        .given(after: 0, report: "RunLoop.perform") { work in
          RunLoop.main.perform(work)
        }),
    ]
    static let calls: [Row] = [
      Row(
        "a source of `DispatchSource` for a file",
        .leaves(report: "DispatchSource.makeReadSource") { DispatchSource.makeReadSource(fileDescriptor: 0).activate() }
      ),
      Row(
        "`DispatchIO`",
        .leaves(report: "DispatchIO") {
          DispatchIO(type: .stream, fileDescriptor: 0, queue: .global()) { _ in }.close()
        }
      ),
      Row(
        "`Timer` on another run loop",
        .leaves(report: "a Timer on a run loop") { withALoop { loop, timer in loop.add(timer, forMode: .common) } }),
      Row(
        "`Timer.fireDate` of a timer on another run loop",
        .leaves(report: "a Timer on a run loop") { withALoop { _, timer in timer.fireDate = Date() + 50 } }),
      Row(
        "`sigwait`",
        .leaves(report: "sigwait") {
          var signals = sigset_t(), outer = sigset_t(), signal: CInt = 0
          sigemptyset(&signals)
          sigaddset(&signals, SIGUSR2)
          pthread_sigmask(SIG_BLOCK, &signals, &outer)
          pthread_kill(pthread_self(), SIGUSR2)
          sigwait(&signals, &signal)
          pthread_sigmask(SIG_SETMASK, &outer, nil)
        }),
      Row(
        "`Process`",
        .leaves(report: "Process.run()") {
          let process = Process()
          process.executableURL = URL(fileURLWithPath: "/bin/true")
          try? process.run()
        }),
      Row(
        "`RunLoop.run(until:)`",
        .leaves(report: "RunLoop.run") { withALoop { loop, _ in loop.run(until: Date() + limit) } }),
      Row(
        "`RunLoop.run(mode:before:)`",
        .leaves(report: "RunLoop.run") { withALoop { loop, _ in _ = loop.run(mode: .default, before: Date() + limit) } }
      ),
      Row(
        "`URLSession.shared`",
        .leaves(report: "URLSession.shared") {
          URLSession.shared.dataTask(with: URL(string: "http://127.0.0.1:9/")!) { _, _, _ in }.resume()
        }),
    ]
    /// The run loop of the thread, with a timer from outside of the run. A run loop without a source returns at once.
    private static func withALoop(_ body: (RunLoop, Timer) -> Void) {
      let (loop, timer) = RunOfThread.withoutRun {
        let timer = Timer(timeInterval: 100, repeats: false) { _ in }
        RunLoop.current.add(timer, forMode: .default)
        return (RunLoop.current, timer)
      }
      body(loop, timer)
      timer.invalidate()
    }

    /// An executor that somebody wrote.
    final class OwnExecutor: SerialExecutor {
      private let queue = DispatchQueue(label: "own executor")
      func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
      }
    }
    actor OwnRoom {
      private let executor = OwnExecutor()
      nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
      func enter() {}
    }
    static let tasks: [Row] = [
      Row(
        "a continuation that another thread resumes",
        .comesBack(report: "another thread resumed a task") {
          await withUnsafeContinuation { continuation in
            let isWaiting = DispatchSemaphore(value: 0)
            RunOfThread.withoutRun {
              Thread.detachNewThread {
                isWaiting.wait()
                continuation.resume()
              }
            }
            // It runs when this task waits. A task that is resumed before has not left the run.
            Task { isWaiting.signal() }
          }
        })
    ]
    static let outside: [Row] = [
      Row(
        "a change of the time zone, by `TZ` or `NSTimeZone.default`",
        .outside(advice: "what is computed from a date follows, and no time passes: change it back at the end")),
      Row("the dates of files", .outside(advice: "the system sets them: pass the date to your code")),
      Row(
        "`DispatchQueue.concurrentPerform`",
        .outside(advice: "its iterations run one after the other, in virtual time")),
      Row(
        "`DispatchQueue.sync`",
        .outside(advice: "runs what its queue has received, then its work, in virtual time")),
      Row(
        "a thread that waits until work on a queue ends",
        .outside(advice: "the run goes on meanwhile; reported if the work is for the thread that waits")),
      Row(
        "`wait(for:)` of XCTest",
        .outside(
          advice: "in an awaited test the run goes on meanwhile, with a virtual limit; else it is reported by name")),
      Row(
        "a loop that reads a clock until it shows a time",
        .outside(advice: "no time passes while code runs: the run reports that its thread is blocked")),
    ]

    /// The sections of the page.
    static let sections: [(title: String, rows: [Row])] = [
      ("Clocks", clocks), ("Sleeps of a task", sleeps), ("Sleeps of a thread", waits), ("Waits with a limit", limits),
      ("Chance", chance), ("Work for a queue", queues),
      ("Work for somebody else", calls + tasks), ("The rest", outside),
    ]
  }

  extension SystemRandomNumberGenerator {
    fileprivate static func draw() -> UInt64 {
      var generator = Self()
      return generator.next()
    }
  }

  extension WorldMatrix.Use {
    /// The words of the page about a test that is awaited.
    var awaited: String {
      switch self {
      case .reads, .sleeps, .yields: "virtual"
      case .blocks: "virtual"
      case .draws: "from the seed of the run"
      case .given: "virtual"
      case .leaves(let report, _), .comesBack(let report, _): "reported: “\(report)”"
      case .outside(let advice): advice
      }
    }
    /// The words of the page about a test that is not awaited.
    var unawaited: String {
      switch self {
      case .sleeps, .yields, .comesBack: "its task is reported"
      case .given(_, let report, _): "reported: “\(report)”"
      case .outside: "the same"
      default: awaited
      }
    }
  }
#endif
