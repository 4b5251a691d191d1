#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Glibc
  import PipesCore
  import Synchronization

  private typealias DispatchWait = @convention(c) (Pointer?, UInt64) -> Int

  private typealias Nanosleep = OriginalFunction<
    @convention(c) (UnsafePointer<timespec>?, UnsafeMutablePointer<timespec>?) -> CInt
  >
  private typealias TimedLock = OriginalFunction<@convention(c) (Pointer?, UnsafePointer<timespec>?) -> CInt>

  extension Original {
    fileprivate static let nanosleep = Nanosleep(), sleepOfThread = Nanosleep()
    fileprivate static let clockNanosleep = OriginalFunction<
      @convention(c) (clockid_t, CInt, UnsafePointer<timespec>?, UnsafeMutablePointer<timespec>?) -> CInt
    >()
    fileprivate static let sleep = OriginalFunction<@convention(c) (CUnsignedInt) -> CUnsignedInt>()
    fileprivate static let usleep = OriginalFunction<@convention(c) (useconds_t) -> CInt>()
    fileprivate static let timedWait = OriginalFunction<
      @convention(c) (Pointer?, Pointer?, UnsafePointer<timespec>?) -> CInt
    >()
    fileprivate static let clockWait = OriginalFunction<
      @convention(c) (Pointer?, Pointer?, clockid_t, UnsafePointer<timespec>?) -> CInt
    >()
    fileprivate static let timedLock = TimedLock(), timedSemaphore = TimedLock()
    fileprivate static let semaphoreWait = OriginalFunction<DispatchWait>(),
      groupWait = OriginalFunction<DispatchWait>(), itemWait = OriginalFunction<DispatchWait>()
    fileprivate static let semaphoreSignal = OriginalFunction<@convention(c) (Pointer?) -> Int>()
    fileprivate static let select = OriginalFunction<
      @convention(c) (CInt, Pointer?, Pointer?, Pointer?, UnsafeMutablePointer<timeval>?) -> CInt
    >()
    fileprivate static let pselect = OriginalFunction<
      @convention(c) (CInt, Pointer?, Pointer?, Pointer?, UnsafePointer<timespec>?, UnsafeRawPointer?) -> CInt
    >()
    fileprivate static let poll = OriginalFunction<@convention(c) (Pointer?, UInt, CInt) -> CInt>()
    fileprivate static let ppoll = OriginalFunction<
      @convention(c) (Pointer?, UInt, UnsafePointer<timespec>?, UnsafeRawPointer?) -> CInt
    >()
    fileprivate static let epoll = OriginalFunction<@convention(c) (CInt, Pointer?, CInt, CInt) -> CInt>()
  }

  extension OutsideCall {
    static func blocking(_ call: String) -> OutsideCall {
      OutsideCall(
        name: call, problem: "waits for work that cannot run meanwhile",
        fix: "wait with 'await', or use 'notify'")
    }
  }
  /// Lets virtual time pass instead of blocking the thread of a run. A thread that sleeps for ever blocks for real.
  private func sleepsVirtually(_ nanoseconds: Int64, _ call: String) -> Bool {
    guard let run = RunOfThread.current, run.reading != nil else { return false }
    if nanoseconds == .never {
      run.waits(in: call)
      return false
    }
    run.pass(max(0, nanoseconds))
    return true
  }
  /// Waits in real time for as long as the wait may last, because another thread may end it, and lets virtual time pass
  /// if it was in vain.
  func waits<Code>(_ call: String, for length: Int64, _ wait: () -> Code, isInVain: (Code) -> Bool) -> Code {
    let run = RunOfThread.current
    if length > 0 { run?.waits(in: call) }
    let code = wait()
    run?.waits(in: nil)
    if length > 0, length != .never, isInVain(code) { run?.pass(length) }
    return code
  }
  private func dispatchWaits(
    _ call: String, for object: UnsafeMutableRawPointer?, until when: UInt64, _ wait: DispatchWait
  ) -> Int {
    guard let run = RunOfThread.current, let now = run.reading else { return wait(object, when) }
    let length = remaining(until: when, now)
    if length > 0, run.takesQueues, run.hasOtherWork {
      SemaphoreWaits.begin(object)
      let isOver = run.waits(atMost: length, until: { wait(object, dispatchNow) == 0 })
      SemaphoreWaits.end(object, isOver == true)
      if let isOver { return isOver ? 0 : 1 }
      if run.hasOtherWork {
        run.didCall(.blocking(call))
        if length != .never {
          run.pass(length)
          return 1
        }
      }
    }
    return waits(call, for: length, { wait(object, realTime(after: length)) == 0 ? 0 : 1 }, isInVain: { $0 != 0 })
  }
  /// Called when the code asks for the end of a work item.
  func willWait(for item: UnsafeMutableRawPointer?) {
    if let item, let run = RunOfThread.current, run.takesQueues { run.willWait(for: item) }
  }
  /// The waits for objects of Dispatch while runs go on. A signal of a semaphore says whether it wakes one.
  enum SemaphoreWaits {
    private static let all = Guarded<[UnsafeMutableRawPointer?: (waiting: Int, woken: Int)]>([:])
    private static let count = Atomic<Int>(0)

    static func areWaiting(for object: UnsafeMutableRawPointer) -> Bool {
      count.load(ordering: .relaxed) > 0 && all.with { $0[object] != nil }
    }
    fileprivate static func begin(_ object: UnsafeMutableRawPointer?) {
      all.with { $0[object, default: (0, 0)].waiting += 1 }
      count.wrappingAdd(1, ordering: .relaxed)
    }
    fileprivate static func end(_ object: UnsafeMutableRawPointer?, _ wasWoken: Bool) {
      count.wrappingSubtract(1, ordering: .relaxed)
      all.with { all in
        let (waiting, woken) = all[object] ?? (1, 0)
        all[object] = waiting == 1 ? nil : (waiting - 1, wasWoken ? max(0, woken - 1) : min(woken, waiting - 1))
      }
    }
    fileprivate static func wakes(_ object: UnsafeMutableRawPointer?) -> Bool {
      if count.load(ordering: .relaxed) == 0 { return false }
      return all.with { all in
        guard let (waiting, woken) = all[object], waiting > woken else { return false }
        all[object] = (waiting, woken + 1)
        return true
      }
    }
  }
  /// The nanoseconds until a virtual time of a clock of the C library.
  func remaining(until end: timespec, of clock: clockid_t, _ now: ClockReading) -> Int64 {
    let date = RunDate(seconds: Int64(end.tv_sec), nanoseconds: Int64(end.tv_nsec))
    switch clock {
    case CLOCK_REALTIME: return date.since(now.date)
    case CLOCK_BOOTTIME: return date.sinceEpoch.minus(now.continuous)
    default: return date.sinceEpoch.minus(now.uptime)
    }
  }
  /// Waits until a virtual time of a clock of the C library.
  func clockWaits(
    _ call: String, until end: UnsafePointer<timespec>?, _ clock: clockid_t, isOver: CInt = ETIMEDOUT,
    _ wait: (UnsafePointer<timespec>?) -> CInt
  ) -> CInt {
    guard let now = RunOfThread.current?.reading, let end = end?.pointee else { return wait(end) }
    let length = max(0, remaining(until: end, of: clock, now))
    var realEnd = timespec(nanoseconds: JumpSlots.realNanoseconds(clock).plus(length))
    return waits(call, for: length, { wait(&realEnd) }, isInVain: { $0 == isOver })
  }
  /// The same for a function that returns a negative number if it fails, with the reason in `errno`.
  func errorWaits<Code: BinaryInteger & SignedInteger>(
    _ call: String, until end: UnsafePointer<timespec>?, _ clock: clockid_t = CLOCK_REALTIME,
    _ wait: (UnsafePointer<timespec>?) -> Code
  ) -> Code {
    var code: Code = 0, reason: CInt = 0
    _ = clockWaits(call, until: end, clock) {
      code = wait($0)
      reason = code < 0 ? errno : 0
      return reason
    }
    if code < 0 { errno = reason }
    return code
  }
  /// The result of a wait that the run has ended.
  func errorCode(_ isThere: Bool) -> CInt {
    if !isThere { errno = ETIMEDOUT }
    return isThere ? 0 : -1
  }
  /// Waits as a run loop does, which looks at the clock afterwards: virtual time passes by the real time that has
  /// passed.
  private func loopWaits(_ wait: () -> CInt) -> CInt {
    guard let run = RunOfThread.current, run.reading != nil else { return wait() }
    let start = JumpSlots.realNanoseconds()
    run.waits(in: "a run loop")
    defer {
      run.waits(in: nil)
      let length = JumpSlots.realNanoseconds().minus(start)
      run.pass(run.reading.flatMap(LoopTime.behind) ?? length)
    }
    return wait()
  }
  /// Waits for files, or only sleeps if there are none.
  func fileWaits(_ call: String, count: Int, for length: Int64?, _ wait: () -> CInt) -> CInt {
    guard RunOfThread.current?.reading != nil else { return wait() }
    if count == 0, let length, sleepsVirtually(length, call) { return 0 }
    if length != 0, Visitors.current != nil {
      waitsOutside(call)
      return wait()
    }
    return waits(call, for: length ?? .never, wait, isInVain: { $0 == 0 })
  }

  extension ReplacedFunction {
    static let sleeps: [ReplacedFunction] = [
      ReplacedFunction("nanosleep", Original.nanosleep, sparing: waitingLibraries, isNeeded: true) { length, rest in
        // A loop that sleeps for the rest of a nanosecond waits for the next one.
        if let length = length?.pointee, sleepsVirtually(max(1, length.nanoseconds), "Thread.sleep") { return 0 }
        return Original.nanosleep.function(length, rest)
      },
      ReplacedFunction("clock_nanosleep", Original.clockNanosleep, sparing: waitingLibraries) {
        clock, flags, length, rest in
        if let now = RunOfThread.current?.reading, let length {
          var nanoseconds = length.pointee.nanoseconds
          if flags & TIMER_ABSTIME != 0 {
            nanoseconds = remaining(until: length.pointee, of: clock, now)
          }
          if sleepsVirtually(nanoseconds, "clock_nanosleep") { return 0 }
        }
        return Original.clockNanosleep.function(clock, flags, length, rest)
      },
      // The locks of Core Foundation that are held by another thread sleep for 0 seconds, again and again.
      ReplacedFunction("sleep", Original.sleep, sparing: waitingLibraries + [foundation], isNeeded: true) {
        sleepsVirtually(Int64($0).times(1_000_000_000), "sleep") ? 0 : Original.sleep.function($0)
      },
      ReplacedFunction("usleep", Original.usleep, sparing: waitingLibraries, isNeeded: true) {
        sleepsVirtually(Int64($0).times(1_000), "usleep") ? 0 : Original.usleep.function($0)
      },
      ReplacedFunction("thrd_sleep", Original.sleepOfThread, sparing: waitingLibraries) { length, rest in
        if let length = length?.pointee, sleepsVirtually(max(1, length.nanoseconds), "thrd_sleep") { return 0 }
        return Original.sleepOfThread.function(length, rest)
      },
    ]

    /// Functions that wait with a limit.
    static let waits: [ReplacedFunction] =
      rareWaits + [
        ReplacedFunction("pthread_cond_timedwait", Original.timedWait, sparing: waitingLibraries, isNeeded: true) {
          condition, mutex, end in
          if let code = ConditionWait.wait(condition, mutex, until: end, CLOCK_REALTIME) { return code }
          return clockWaits("a wait for a condition", until: end, CLOCK_REALTIME) {
            Original.timedWait.function(condition, mutex, $0)
          }
        },
        ReplacedFunction("pthread_cond_clockwait", Original.clockWait, sparing: waitingLibraries) {
          condition, mutex, clock, end in
          if let code = ConditionWait.wait(condition, mutex, until: end, clock) { return code }
          return clockWaits("a wait for a condition", until: end, clock) {
            Original.clockWait.function(condition, mutex, clock, $0)
          }
        },
        ReplacedFunction("pthread_mutex_timedlock", Original.timedLock, sparing: waitingLibraries) { mutex, end in
          timedLock(mutex, until: end) { Original.timedLock.function(mutex, $0) }
        },
        ReplacedFunction("sem_timedwait", Original.timedSemaphore, sparing: waitingLibraries) { semaphore, end in
          if let isThere = semaphoreWaits(semaphore, until: end) { return errorCode(isThere) }
          return errorWaits("a wait for a semaphore", until: end) {
            Original.timedSemaphore.function(semaphore, $0)
          }
        },
        ReplacedFunction("dispatch_semaphore_wait", Original.semaphoreWait) {
          dispatchWaits(
            "DispatchSemaphore.wait", for: $0, until: $1, Original.semaphoreWait.function)
        },
        ReplacedFunction("dispatch_semaphore_signal", Original.semaphoreSignal, from: [overlay, program]) {
          let wakes = SemaphoreWaits.wakes($0)
          return max(Original.semaphoreSignal.function($0), wakes ? 1 : 0)
        },
        ReplacedFunction("dispatch_group_wait", Original.groupWait) {
          dispatchWaits("DispatchGroup.wait", for: $0, until: $1, Original.groupWait.function)
        },
        ReplacedFunction("dispatch_block_wait", Original.itemWait, from: [overlay, program]) {
          willWait(for: $0)
          return dispatchWaits("DispatchWorkItem.wait", for: $0, until: $1, Original.itemWait.function)
        },
        ReplacedFunction("select", Original.select, sparing: waitingLibraries) { count, read, write, failed, limit in
          let length = limit.map {
            Int64($0.pointee.tv_sec).times(1_000_000_000).plus(Int64($0.pointee.tv_usec).times(1_000))
          }
          return fileWaits("select", count: Int(count), for: length) {
            Original.select.function(count, read, write, failed, limit)
          }
        },
        ReplacedFunction("pselect", Original.pselect, sparing: waitingLibraries) {
          count, read, write, failed, limit, signals in
          fileWaits("pselect", count: Int(count), for: limit?.pointee.nanoseconds) {
            Original.pselect.function(count, read, write, failed, limit, signals)
          }
        },
        ReplacedFunction("poll", Original.poll, sparing: waitingLibraries) { files, count, limit in
          fileWaits("poll", count: Int(count), for: limit < 0 ? nil : Int64(limit).times(1_000_000)) {
            Original.poll.function(files, count, limit)
          }
        },
        ReplacedFunction("epoll_wait", Original.epoll, from: [foundation]) { set, events, count, limit in
          loopWaits { Original.epoll.function(set, events, count, limit) }
        },
        ReplacedFunction("ppoll", Original.ppoll, from: [foundation]) { files, count, limit, signals in
          loopWaits { Original.ppoll.function(files, count, limit, signals) }
        },
        ReplacedFunction("ppoll", Original.ppoll, sparing: waitingLibraries + [foundation]) {
          files, count, limit, signals in
          fileWaits("ppoll", count: Int(count), for: limit?.pointee.nanoseconds) {
            Original.ppoll.function(files, count, limit, signals)
          }
        },
      ]
  }
#endif
