#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import PipesCore

  extension Original {
    fileprivate static let addTimer = OriginalFunction<OfThreePointers>(),
      addObserver = OriginalFunction<OfThreePointers>(),
      removeObserver = OriginalFunction<OfThreePointers>(), perform = OriginalFunction<OfThreePointers>()
    fileprivate static let fireDate = OriginalFunction<@convention(c) (Pointer?, Double) -> Void>()
    fileprivate static let runInMode = OriginalFunction<@convention(c) (Pointer?, Double, UInt8) -> Int32>()
    fileprivate static let createTimer = OriginalFunction<
      @convention(c) (Pointer?, Double, Double, UInt, Int, RunLoopTimer.Fire, Pointer?) -> Pointer?
    >()
    fileprivate static let invalidate = OriginalFunction<OfPointer>(), stop = OriginalFunction<OfPointer>()
    fileprivate static let finished = OriginalFunction<@convention(c) (Pointer?, Pointer?) -> UInt8>()
    fileprivate static let current = OriginalFunction<@convention(c) () -> Pointer?>()
    fileprivate static let mode = OriginalFunction<@convention(c) (Pointer?) -> Pointer?>()
    fileprivate static let nextDate = OriginalFunction<@convention(c) (Pointer?, Pointer?) -> Double>()
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
      ReplacedFunction("CFRunLoopTimerCreate", Original.createTimer) {
        allocator, date, interval, flags, order, fire, context in
        RunLoopTimer.fire.store(unsafeBitCast(fire, to: UInt.self), ordering: .relaxed)
        return Original.createTimer.function(allocator, date, interval, flags, order, fire, context)
      },
      ReplacedFunction("CFRunLoopTimerInvalidate", Original.invalidate) { timer in
        Original.invalidate.function(timer)
        RunLoopTimer.cancel(timer)
      },
      ReplacedFunction("CFRunLoopAddTimer", Original.addTimer) { loop, timer, mode in
        if RunLoopTimer.add(timer, to: loop, mode) { return }
        report("a Timer on a run loop")
        Original.addTimer.function(loop, timer, mode)
      },
      ReplacedFunction("CFRunLoopTimerSetNextFireDate", Original.fireDate) { timer, date in
        if RunLoopTimer.isVirtual(timer) {
          Original.fireDate.function(timer, date)
          return RunLoopTimer.restart(timer)
        }
        report("a Timer on a run loop")
        Original.fireDate.function(timer, date)
      },
      ReplacedFunction("CFRunLoopRunInMode", Original.runInMode) { mode, length, returnsAfterOne in
        let runs = Original.runInMode.function
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
          Original.finished.function(Original.current.function(), mode) != 0,
          let code = loop.run(atMost: nanoseconds)
        {
          return code
        }
        report("RunLoop.run")
        reportWaitOfXCTest()
        return LoopTime.measured { runs(mode, length, returnsAfterOne) }
      },
      // XCTest runs a loop again and again that has nothing to do, and so is not run.
      ReplacedFunction("_CFRunLoopFinished", Original.finished) { loop, mode in
        if runInWaitOfXCTest != nil { return 0 }
        if let own = ThreadLoop.known(loop), !own.isEmpty, ThreadLoop.isDefault(mode) { return 0 }
        reportWaitOfXCTest()
        return Original.finished.function(loop, mode)
      },
      ReplacedFunction("CFRunLoopStop", Original.stop) { loop in
        Original.stop.function(loop)
        LoopWaits.stop(loop)
        ThreadLoop.known(loop)?.stop()
      },
      // A thread that asks for its loop may give it to others.
      ReplacedFunction("CFRunLoopGetCurrent", Original.current) {
        _ = ThreadLoop.current
        return Original.current.function()
      },
      ReplacedFunction("CFRunLoopPerformBlock", Original.perform) { loop, mode, block in
        if let kept = KeptBlock(block) {
          let isDefault = ThreadLoop.isDefault(mode, orCommon: true)
          if isDefault, let run = RunLoopTimer.run(of: loop), let work = QueueWork(.blocks, kept.call) {
            return run.give(work)
          }
          if isDefault, let own = ThreadLoop.known(loop) { return own.add(kept) }
        }
        report("RunLoop.perform")
        Original.perform.function(loop, mode, block)
      },
      ReplacedFunction("CFRunLoopAddObserver", Original.addObserver) { loop, observer, mode in
        if LoopObserver.add(observer, to: loop, mode) { return }
        report("a NotificationQueue on a run loop")
        Original.addObserver.function(loop, observer, mode)
      },
      ReplacedFunction("CFRunLoopRemoveObserver", Original.removeObserver) { loop, observer, mode in
        LoopObserver.remove(observer, from: loop)
        Original.removeObserver.function(loop, observer, mode)
      },
      ReplacedFunction("CFRunLoopGetNextTimerFireDate", Original.nextDate) { loop, mode in
        if RunLoopTimer.run(of: loop) != nil || ThreadLoop.known(loop) != nil { report("RunLoop.limitDate") }
        return Original.nextDate.function(loop, mode)
      },
      ReplacedFunction("CFRunLoopCopyCurrentMode", Original.mode) { loop in
        if RunLoopTimer.run(of: loop) != nil || ThreadLoop.known(loop)?.isRunning == true {
          return ThreadLoop.copyDefaultMode()
        }
        return Original.mode.function(loop)
      },
    ]
  }
#endif
