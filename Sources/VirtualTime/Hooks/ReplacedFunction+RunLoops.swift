#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Pipes

  private typealias AddTimer =
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
  private typealias SetFireDate = @convention(c) (UnsafeMutableRawPointer?, Double) -> Void
  private typealias RunInMode = @convention(c) (UnsafeMutableRawPointer?, Double, UInt8) -> Int32
  private typealias CreateTimer =
    @convention(c) (
      UnsafeMutableRawPointer?, Double, Double, UInt, Int, RunLoopTimer.Fire, UnsafeMutableRawPointer?
    ) -> UnsafeMutableRawPointer?
  private typealias IsFinished = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> UInt8
  private typealias OfTimer = @convention(c) (UnsafeMutableRawPointer?) -> Void
  private typealias GetLoop = @convention(c) () -> UnsafeMutableRawPointer?
  private typealias CopyMode = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
  private typealias OfObserver = AddTimer
  private typealias NextDate = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Double
  private typealias PerformBlock =
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void

  extension Original {
    fileprivate static let addTimer = Original(), fireDate = Original(), runInMode = Original(), perform = Original(),
      createTimer = Original(), invalidate = Original(), finished = Original(), stop = Original(), current = Original(),
      addObserver = Original(), removeObserver = Original(), mode = Original(), nextDate = Original()
  }

  /// Reports a call of a run loop by its name, or nothing if XCTest calls it for its own waits.
  private func report(_ call: String) {
    guard let run = RunOfThread.current, run.reading != nil, !isCalledFromXCTest else { return }
    run.didCall(OutsideCall(name: call))
  }
  /// Reports a wait of XCTest in which the run cannot go on.
  private func reportWaitOfXCTest() {
    guard let run = RunOfThread.current, run.reading != nil, isCalledFromXCTest else { return }
    run.didCall(OutsideCall(name: "wait(for:)", fix: "write 'await fulfillment(of:)'"))
  }
  /// The run of this thread, if XCTest waits in it and the run can go on meanwhile.
  private var runInWaitOfXCTest: (any HookedRun)? {
    guard let run = RunOfThread.current, run.takesQueues, isCalledFromXCTest else { return nil }
    return run
  }
  private var isCalledFromXCTest: Bool { CallStack.isCalled(from: "libXCTest.", through: ReplacedFunction.foundation) }

  /// The time since a run loop was run on a thread: virtual time passes there by the real time that has passed since
  /// then. Its limit is a timer that fires once.
  final class LoopTime {
    private static let key = Host.ThreadKey<LoopTime>()
    private let start = JumpSlots.realNanoseconds(), virtualStart: Int64
    private init(_ now: ClockReading) { virtualStart = now.uptime }

    fileprivate static func measured<Result>(_ run: () -> Result) -> Result {
      guard let now = RunOfThread.current?.reading else { return run() }
      let outer = key.value, time = LoopTime(now)
      key.value = time
      defer { key.value = outer }
      return withExtendedLifetime(time) { run() }
    }
    /// The virtual nanoseconds that are to pass so that they are as many as the real ones; `nil` where no run loop is
    /// run.
    static func behind(_ now: ClockReading) -> Int64? {
      key.value.map { JumpSlots.realNanoseconds().minus($0.start).minus(now.uptime.minus($0.virtualStart)) }
    }
  }

  extension ReplacedFunction {
    /// The functions of the run loops of Foundation by which a timer, a block or an observer is added, and by which a loop
    /// is run.
    /// Each call of Foundation passes them, whatever the loop has already. If a loop is neither the main one nor one of a
    /// thread of the run, they do their work in real time, and are reported.
    static let runLoops: [ReplacedFunction] = [
      ReplacedFunction(
        "CFRunLoopTimerCreate", .createTimer, isNeeded: false,
        { allocator, date, interval, flags, order, fire, context in
          RunLoopTimer.fire.store(unsafeBitCast(fire, to: UInt.self), ordering: .relaxed)
          return Original.createTimer.function(CreateTimer.self)(allocator, date, interval, flags, order, fire, context)
        } as CreateTimer),
      ReplacedFunction(
        "CFRunLoopTimerInvalidate", .invalidate, isNeeded: false,
        { timer in
          Original.invalidate.function(OfTimer.self)(timer)
          RunLoopTimer.cancel(timer)
        } as OfTimer),
      ReplacedFunction(
        "CFRunLoopAddTimer", .addTimer, isNeeded: false,
        { loop, timer, mode in
          if RunLoopTimer.add(timer, to: loop, mode) { return }
          report("a Timer on a run loop")
          Original.addTimer.function(AddTimer.self)(loop, timer, mode)
        } as AddTimer),
      ReplacedFunction(
        "CFRunLoopTimerSetNextFireDate", .fireDate, isNeeded: false,
        { timer, date in
          if RunLoopTimer.isVirtual(timer) {
            Original.fireDate.function(SetFireDate.self)(timer, date)
            return RunLoopTimer.restart(timer)
          }
          report("a Timer on a run loop")
          Original.fireDate.function(SetFireDate.self)(timer, date)
        } as SetFireDate),
      ReplacedFunction(
        "CFRunLoopRunInMode", .runInMode, isNeeded: false,
        { mode, length, returnsAfterOne in
          let runs = Original.runInMode.function(RunInMode.self)
          let nanoseconds = max(0, Int64.nanoseconds(ofSeconds: length))
          if let run = runInWaitOfXCTest {
            let loop = OwnLoop()
            let code = LoopWaits.wait(loop, { runs(mode, 0, returnsAfterOne) }) {
              run.waits(atMost: nanoseconds, servesMain: true) { loop.isStopped }
            }
            if let code { return code }
          }
          // A source is real: its thread would wait in the system.
          if let loop = ThreadLoop.current, ThreadLoop.isDefault(mode),
            Original.finished.function(IsFinished.self)(Original.current.function(GetLoop.self)(), mode) != 0,
            let code = loop.run(atMost: nanoseconds)
          {
            return code
          }
          report("RunLoop.run")
          reportWaitOfXCTest()
          return LoopTime.measured { runs(mode, length, returnsAfterOne) }
        } as RunInMode),
      // XCTest runs a loop again and again that has nothing to do, and so is not run.
      ReplacedFunction(
        "_CFRunLoopFinished", .finished, isNeeded: false,
        { loop, mode in
          if runInWaitOfXCTest != nil { return 0 }
          if let own = ThreadLoop.known(loop), !own.isEmpty, ThreadLoop.isDefault(mode) { return 0 }
          reportWaitOfXCTest()
          return Original.finished.function(IsFinished.self)(loop, mode)
        } as IsFinished),
      ReplacedFunction(
        "CFRunLoopStop", .stop, isNeeded: false,
        { loop in
          Original.stop.function(OfTimer.self)(loop)
          LoopWaits.stop(loop)
          ThreadLoop.known(loop)?.stop()
        } as OfTimer),
      // A thread that asks for its loop may give it to others.
      ReplacedFunction(
        "CFRunLoopGetCurrent", .current, isNeeded: false,
        {
          _ = ThreadLoop.current
          return Original.current.function(GetLoop.self)()
        } as GetLoop),
      ReplacedFunction(
        "CFRunLoopPerformBlock", .perform, isNeeded: false,
        { loop, mode, block in
          if let kept = KeptBlock(block) {
            let isDefault = ThreadLoop.isDefault(mode, orCommon: true)
            if isDefault, let run = RunLoopTimer.run(of: loop), let work = QueueWork(.blocks, kept.call) {
              return run.give(work)
            }
            if isDefault, let own = ThreadLoop.known(loop) { return own.add(kept) }
          }
          report("RunLoop.perform")
          Original.perform.function(PerformBlock.self)(loop, mode, block)
        } as PerformBlock),
      ReplacedFunction(
        "CFRunLoopAddObserver", .addObserver, isNeeded: false,
        { loop, observer, mode in
          if LoopObserver.add(observer, to: loop, mode) { return }
          report("a NotificationQueue on a run loop")
          Original.addObserver.function(OfObserver.self)(loop, observer, mode)
        } as OfObserver),
      ReplacedFunction(
        "CFRunLoopRemoveObserver", .removeObserver, isNeeded: false,
        { loop, observer, mode in
          LoopObserver.remove(observer, from: loop)
          Original.removeObserver.function(OfObserver.self)(loop, observer, mode)
        } as OfObserver),
      ReplacedFunction(
        "CFRunLoopGetNextTimerFireDate", .nextDate, isNeeded: false,
        { loop, mode in
          if RunLoopTimer.run(of: loop) != nil || ThreadLoop.known(loop) != nil { report("RunLoop.limitDate") }
          return Original.nextDate.function(NextDate.self)(loop, mode)
        } as NextDate),
      ReplacedFunction(
        "CFRunLoopCopyCurrentMode", .mode, isNeeded: false,
        { loop in
          if RunLoopTimer.run(of: loop) != nil || ThreadLoop.known(loop)?.isRunning == true {
            return ThreadLoop.copyDefaultMode()
          }
          return Original.mode.function(CopyMode.self)(loop)
        } as CopyMode),
    ]
  }
#endif
