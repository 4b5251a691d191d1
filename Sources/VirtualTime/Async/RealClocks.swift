// All that reaches into the system so that real clocks are virtual: functions of the C library are replaced in the jump slots of the loaded
// libraries, and the executors of a run accept the jobs of sleeping tasks by an interface of the runtime that is not public. Both are known for the
// compilers that the condition below names. `RealClocksTests` fails with a compiler that it does not name.
//
// 1. Nothing is replaced before the first run that wants it. From then on each replaced function checks whether its thread runs a run whose
//    clocks are virtual, and calls the function that it has replaced if not. While no run is open, the check is one load.
// 2. All functions are replaced, or none: after replacing them, each clock is read once in virtual time. If one is not virtual, everything is
//    put back, and `unavailable` has the reason.
// 3. The loader binds most slots at the first call. A thread that makes that first call while the functions are replaced may put the real one back;
//    therefore each run looks at all slots when it begins, and replaces what has changed.
// 4. The C library, Dispatch and the kits for tests keep the real functions for themselves. A thread of a run that blocks with a time limit waits for
//    real, because another thread may end the wait; if none does, virtual time passes by the limit. A thread that only sleeps does not wait.

/// The time that real clocks show to the code of a run: `Task.sleep`, `ContinuousClock`, `SuspendingClock`, `Date()`, `DispatchTime.now()`.
public enum RealClocks: Hashable, Sendable {
  /// The time of the timeline, where the platform allows it. Elsewhere they are reported: ``unavailable`` has the reason.
  case virtual
  /// Real time. A task that waits on a real clock leaves virtual time, which is reported.
  case reported

  /// The reason why real clocks cannot be virtual in this process, in one sentence; `nil` if they can.
  public static var unavailable: String? {
    #if canImport(Glibc) && (arch(x86_64) || arch(arm64)) && compiler(>=6.3) && compiler(<6.4)
      install()
    #elseif canImport(Glibc) && compiler(<6.3)
      "real clocks are not virtual with this version of Swift: 6.3 is the first one"
    #elseif canImport(Glibc) && compiler(>=6.4)
      "real clocks are not virtual yet with this version of Swift: 6.3 is the last one that was tried"
    #elseif canImport(Glibc)
      "real clocks are not virtual on this processor: x86-64 and arm64 are supported"
    #elseif canImport(Musl)
      "real clocks are not virtual on Linux with musl: use a toolchain for glibc"
    #elseif canImport(Darwin)
      "real clocks are not virtual on Apple's platforms: pass the clock of the run"
    #else
      "real clocks are not virtual on this platform: pass the clock of the run"
    #endif
  }
}

#if canImport(Glibc) && (arch(x86_64) || arch(arm64)) && compiler(>=6.3) && compiler(<6.4)
  import Glibc
  import Pipes
  import Synchronization
  @_spi(ExperimentalScheduling) import _Concurrency

  // MARK: The jobs of sleeping tasks

  // `Task.sleep` and the clocks of the standard library ask the executor of the task for this conformance. All runs share these executors, so
  // a job of a run whose clocks are real is passed on to the runtime.
  extension VirtualExecutor.SerialFace: SchedulingExecutor {
    func enqueue<C: Clock>(_ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C) {
      VirtualExecutor.sleep(UnownedJob(job), on: face, for: nanoseconds(delay))
    }
    func enqueue<C: Clock>(_ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C) {
      VirtualExecutor.sleep(UnownedJob(job), on: face, for: nanoseconds(clock.now.duration(to: instant)))
    }
  }
  extension VirtualExecutor.TaskFace: SchedulingExecutor {
    func enqueue<C: Clock>(_ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C) {
      VirtualExecutor.sleep(UnownedJob(job), on: .preferred, for: nanoseconds(delay))
    }
    func enqueue<C: Clock>(_ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C) {
      VirtualExecutor.sleep(UnownedJob(job), on: .preferred, for: nanoseconds(clock.now.duration(to: instant)))
    }
  }
  /// The clocks that come here measure in `Duration`.
  private func nanoseconds(_ length: some DurationProtocol) -> Int64 {
    (length as? Duration).map { max(0, VirtualInstant.Stride($0).nanoseconds) } ?? 0
  }

  // MARK: The functions that are replaced

  private typealias ClockGettime = @convention(c) (clockid_t, UnsafeMutablePointer<timespec>?) -> CInt
  private typealias Gettimeofday = @convention(c) (UnsafeMutablePointer<timeval>?, UnsafeMutableRawPointer?) -> CInt
  private typealias Time = @convention(c) (UnsafeMutablePointer<time_t>?) -> time_t
  private typealias Nanosleep = @convention(c) (UnsafePointer<timespec>?, UnsafeMutablePointer<timespec>?) -> CInt
  private typealias Sleep = @convention(c) (CUnsignedInt) -> CUnsignedInt
  private typealias DispatchTime = @convention(c) (UInt64, Int64) -> UInt64
  private typealias DispatchWalltime = @convention(c) (UnsafePointer<timespec>?, Int64) -> UInt64
  private typealias Wait = @convention(c) (UnsafeMutableRawPointer?, UInt64) -> Int
  private typealias DispatchAfter = @convention(c) (UInt64, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UInt) -> Void
  private typealias DispatchAsync = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
  private typealias DispatchInGroup = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
  private typealias DispatchBlockAfter = @convention(c) (UInt64, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
  private typealias SetSourceTimer = @convention(c) (UnsafeMutableRawPointer?, UInt64, UInt64, UInt64) -> Void
  private typealias CreateSource = @convention(c) (UnsafeRawPointer?, UInt, UInt, UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
  private typealias SetTimer = @convention(c) (CInt, CInt, UnsafePointer<itimerspec>?, UnsafeMutablePointer<itimerspec>?) -> CInt
  private typealias Label = @convention(c) (UnsafeMutableRawPointer?) -> UnsafePointer<CChar>?
  private typealias TimedWait = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafePointer<timespec>?) -> CInt
  private typealias Usleep = @convention(c) (useconds_t) -> CInt

  /// The time of the run on this thread, if its clocks are virtual.
  @inline(__always) private func virtualTime() -> VirtualExecutor.ClockReading? {
    VirtualExecutor.isAnyOpen ? Host.executor?.clockReading : nil
  }
  private func answer(_ id: clockid_t, _ out: UnsafeMutablePointer<timespec>?) -> Bool {
    guard let now = virtualTime() else { return false }
    let nanoseconds: Int64
    switch id {
    case CLOCK_REALTIME, CLOCK_REALTIME_COARSE: nanoseconds = now.date
    case CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW, CLOCK_MONOTONIC_COARSE, CLOCK_BOOTTIME: nanoseconds = now.uptime
    default: return false
    }
    let (seconds, rest) = floored(nanoseconds, 1_000_000_000)
    out?.pointee = timespec(tv_sec: seconds, tv_nsec: rest)
    return true
  }
  private func answer(_ out: UnsafeMutablePointer<timeval>?) -> Bool {
    guard let now = virtualTime() else { return false }
    let (seconds, rest) = floored(now.date, 1_000_000_000)
    out?.pointee = timeval(tv_sec: seconds, tv_usec: rest / 1_000)
    return true
  }
  /// The quotient, rounded down, and the rest, which is not negative.
  private func floored(_ number: Int64, _ size: Int64) -> (Int, Int) {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: size)
    return rest < 0 ? (Int(quotient - 1), Int(rest + size)) : (Int(quotient), Int(rest))
  }
  // A time of Dispatch is one word: of the clock that stops while the machine sleeps, of the one that does not, or of the calendar.
  private let dispatchNow: UInt64 = 0, dispatchForever = UInt64.max, dispatchWallNow = UInt64.max - 1, continuousBit: UInt64 = 1 << 63

  /// The nanoseconds until a time of Dispatch; `nil` for the one that never comes.
  private func remaining(until when: UInt64, _ now: VirtualExecutor.ClockReading) -> Int64? {
    if when == dispatchForever { return nil }
    if when == dispatchNow { return 0 }
    let isWall = when >> 62 == 3
    return max(0, isWall ? (0 - Int64(bitPattern: when)).minus(now.date) : Int64(when & ~continuousBit).minus(now.uptime))
  }
  /// The time of Dispatch, for work that stays real, that is as far away as a virtual one.
  private func realTime(_ when: UInt64) -> UInt64 {
    guard let now = virtualTime(), let length = remaining(until: when, now) else { return when }
    return length == 0 ? dispatchNow : Original.dispatchTime.function(DispatchTime.self)(dispatchNow, length)
  }
  /// Waits in real time for as long as the wait may last, and lets virtual time pass if it was in vain.
  private func waits(for object: UnsafeMutableRawPointer?, until when: UInt64, _ wait: Wait) -> Int {
    guard let now = virtualTime(), let executor = Host.executor, let length = remaining(until: when, now) else { return wait(object, when) }
    let isInVain = wait(object, length == 0 ? dispatchNow : Original.dispatchTime.function(DispatchTime.self)(dispatchNow, length)) != 0
    if isInVain { executor.timeline.pass(length) }
    return isInVain ? 1 : 0
  }
  /// Lets virtual time pass instead of blocking the thread of a run.
  private func sleepsVirtually(_ nanoseconds: Int64) -> Bool {
    guard virtualTime() != nil, let executor = Host.executor else { return false }
    executor.timeline.pass(max(0, nanoseconds))
    return true
  }

  /// Reports that a method of a queue is called, unless Foundation does it for itself.
  @inline(__always) private func noteDispatch(_ method: String, on queue: UnsafeMutableRawPointer?) {
    if virtualTime() == nil { return }
    let getLabel = Host.symbol("dispatch_queue_get_label").map { unsafeBitCast($0, to: Label.self) }
    let label = getLabel?(queue).map { String(cString: $0) } ?? ""
    if ["org.swift.", "URLSession", "workQueue"].contains(where: label.hasPrefix) { return }
    let name =
      switch label {
      case "com.apple.main-thread": "DispatchQueue.main"
      case _ where label.hasPrefix("com.apple.root."): "DispatchQueue.global()"
      default: "the queue '\(label)'"
      }
    let scheduler = label == "com.apple.main-thread" ? name : "the queue '\(label)'"
    if label.hasPrefix("NSOperationQueue") {
      VirtualExecutor.didDispatch { "an OperationQueue" }
    } else {
      VirtualExecutor.didDispatch({ label.hasPrefix("com.apple.") ? "\(name).\(method)" : "\(method) on \(name)" }, queue: scheduler)
    }
  }

  /// A function of the C library, with the functions in its slots.
  private struct Function {
    let name: String
    /// The stand-in for the function of the C library.
    let standIn: UInt
    /// The stand-in for a function with which another library has replaced it; zero if such a slot stays as it is.
    var otherStandIn: UInt = 0
    let original: Original
    /// The beginnings of the names of libraries whose own calls stay real.
    var spared: [String] = []
    /// The beginning of the name of the only library whose calls are virtual.
    var caller: String?
    /// Whether each program has it.
    var isNeeded = true
    /// A function whose calls from one library are reported.
    static func reported<StandIn>(_ name: String, _ original: Original, from caller: String, _ standIn: StandIn) -> Function {
      Function(name: name, standIn: unsafeBitCast(standIn, to: UInt.self), original: original, caller: caller, isNeeded: false)
    }
  }
  /// The addresses of the functions that were replaced. Written before the first slot is.
  private final class Original: Sendable {
    let address = Atomic<UInt>(0), other = Atomic<UInt>(0)
    static let clockGettime = Original(), gettimeofday = Original(), time = Original()
    static let nanosleep = Original(), sleep = Original(), usleep = Original(), timedWait = Original()
    static let dispatchTime = Original(), dispatchWalltime = Original(), dispatchAfter = Original()
    static let semaphoreWait = Original(), groupWait = Original()
    static let async = Original(), groupAsync = Original(), notify = Original(), after = Original(), source = Original(), timer = Original()
    static let sourceTimer = Original()
    func function<Signature>(_: Signature.Type) -> Signature { unsafeBitCast(address.load(ordering: .relaxed), to: Signature.self) }
    func otherFunction<Signature>(_: Signature.Type) -> Signature { unsafeBitCast(other.load(ordering: .relaxed), to: Signature.self) }
  }
  private let dispatch = ["libdispatch."]
  private let waitingLibraries = ["libdispatch.", "libswift_Concurrency.", "libswiftCore."]
  private let functions: [Function] = [
    Function(
      name: "clock_gettime",
      standIn: unsafeBitCast(
        { id, out in answer(id, out) ? 0 : Original.clockGettime.function(ClockGettime.self)(id, out) } as ClockGettime, to: UInt.self),
      otherStandIn: unsafeBitCast(
        { id, out in answer(id, out) ? 0 : Original.clockGettime.otherFunction(ClockGettime.self)(id, out) } as ClockGettime, to: UInt.self),
      original: .clockGettime, spared: dispatch),
    Function(
      name: "gettimeofday",
      standIn: unsafeBitCast(
        { out, zone in answer(out) ? 0 : Original.gettimeofday.function(Gettimeofday.self)(out, zone) } as Gettimeofday, to: UInt.self),
      otherStandIn: unsafeBitCast(
        { out, zone in answer(out) ? 0 : Original.gettimeofday.otherFunction(Gettimeofday.self)(out, zone) } as Gettimeofday, to: UInt.self),
      original: .gettimeofday, spared: dispatch),
    Function(
      name: "time",
      standIn: unsafeBitCast(
        { out in
          var now = timeval()
          guard answer(&now) else { return Original.time.function(Time.self)(out) }
          out?.pointee = now.tv_sec
          return now.tv_sec
        } as Time, to: UInt.self),
      otherStandIn: unsafeBitCast(
        { out in
          var now = timeval()
          guard answer(&now) else { return Original.time.otherFunction(Time.self)(out) }
          out?.pointee = now.tv_sec
          return now.tv_sec
        } as Time, to: UInt.self),
      original: .time),
    Function(
      name: "nanosleep",
      standIn: unsafeBitCast(
        { length, rest in
          if let length = length?.pointee {
            let nanoseconds = Int64(length.tv_sec).times(1_000_000_000).plus(Int64(length.tv_nsec))
            if sleepsVirtually(nanoseconds) { return 0 }
          }
          return Original.nanosleep.function(Nanosleep.self)(length, rest)
        } as Nanosleep, to: UInt.self),
      original: .nanosleep, spared: waitingLibraries),
    Function(
      name: "sleep",
      standIn: unsafeBitCast(
        { sleepsVirtually(Int64($0).times(1_000_000_000)) ? 0 : Original.sleep.function(Sleep.self)($0) } as Sleep, to: UInt.self),
      original: .sleep, spared: waitingLibraries),
    Function(
      name: "usleep",
      standIn: unsafeBitCast(
        { sleepsVirtually(Int64($0).times(1_000)) ? 0 : Original.usleep.function(Usleep.self)($0) } as Usleep, to: UInt.self),
      original: .usleep, spared: waitingLibraries),
    Function(
      name: "pthread_cond_timedwait",
      standIn: unsafeBitCast(
        { condition, mutex, end in
          let wait = Original.timedWait.function(TimedWait.self)
          guard let now = virtualTime(), let executor = Host.executor, let end = end?.pointee else { return wait(condition, mutex, end) }
          let length = max(0, Int64(end.tv_sec).times(1_000_000_000).plus(Int64(end.tv_nsec)).minus(now.date))
          let (seconds, rest) = floored(RealClocks.realNanoseconds(CLOCK_REALTIME).plus(length), 1_000_000_000)
          var realEnd = timespec(tv_sec: seconds, tv_nsec: rest)
          let code = wait(condition, mutex, &realEnd)
          if code == ETIMEDOUT { executor.timeline.pass(length) }
          return code
        } as TimedWait, to: UInt.self),
      original: .timedWait, spared: waitingLibraries),
    Function(
      name: "dispatch_time",
      standIn: unsafeBitCast(
        { when, length in
          let time = Original.dispatchTime.function(DispatchTime.self)
          guard when == dispatchNow || when == dispatchWallNow || when == continuousBit, let now = virtualTime() else {
            return time(when, length)
          }
          if length == .max { return dispatchForever }
          if when == dispatchWallNow { return 0 &- UInt64(bitPattern: max(2, now.date.plus(length))) }
          return UInt64(max(1, now.uptime.plus(length))) | when
        } as DispatchTime, to: UInt.self),
      original: .dispatchTime, isNeeded: false),
    Function(
      name: "dispatch_walltime",
      standIn: unsafeBitCast(
        { start, length in
          guard start == nil, let now = virtualTime() else {
            return Original.dispatchWalltime.function(DispatchWalltime.self)(start, length)
          }
          return length == .max ? dispatchForever : 0 &- UInt64(bitPattern: max(2, now.date.plus(length)))
        } as DispatchWalltime, to: UInt.self),
      original: .dispatchWalltime, isNeeded: false),
    Function(
      name: "dispatch_semaphore_wait",
      standIn: unsafeBitCast(
        { waits(for: $0, until: $1, Original.semaphoreWait.function(Wait.self)) } as Wait, to: UInt.self),
      original: .semaphoreWait, isNeeded: false),
    Function(
      name: "dispatch_group_wait",
      standIn: unsafeBitCast({ waits(for: $0, until: $1, Original.groupWait.function(Wait.self)) } as Wait, to: UInt.self),
      original: .groupWait, isNeeded: false),
    // The runtime enqueues the job of a sleep here if the task is on an actor, and not in a task that the executor of the run started.
    Function(
      name: "dispatch_after_f",
      standIn: unsafeBitCast(
        { when, queue, job, run in
          guard let now = virtualTime(), let job, let length = remaining(until: when, now) else {
            return Original.dispatchAfter.function(DispatchAfter.self)(when, queue, job, run)
          }
          VirtualExecutor.sleep(unsafeBitCast(job, to: UnownedJob.self), on: .general, for: length)
        } as DispatchAfter, to: UInt.self),
      original: .dispatchAfter, caller: "libswift_Concurrency.", isNeeded: false),

    // Direct calls of Dispatch stay real, and are reported. `queue.async(flags: .barrier)` is not: it writes what `queue.sync` reads, which waits for it.
    .reported(
      "dispatch_async", .async, from: overlay,
      { queue, block in
        noteDispatch("async", on: queue)
        Original.async.function(DispatchAsync.self)(queue, block)
      } as DispatchAsync),
    .reported(
      "dispatch_group_async", .groupAsync, from: overlay,
      { group, queue, block in
        noteDispatch("async", on: queue)
        Original.groupAsync.function(DispatchInGroup.self)(group, queue, block)
      } as DispatchInGroup),
    .reported(
      "dispatch_group_notify", .notify, from: overlay,
      { group, queue, block in
        noteDispatch("notify", on: queue)
        Original.notify.function(DispatchInGroup.self)(group, queue, block)
      } as DispatchInGroup),
    .reported(
      "dispatch_after", .after, from: overlay,
      { when, queue, block in
        noteDispatch("asyncAfter", on: queue)
        Original.after.function(DispatchBlockAfter.self)(realTime(when), queue, block)
      } as DispatchBlockAfter),
    .reported(
      "dispatch_source_create", .source, from: overlay,
      { kind, handle, mask, queue in
        if UInt(bitPattern: kind) == timerSource { VirtualExecutor.didDispatch { "DispatchSource.makeTimerSource" } }
        return Original.source.function(CreateSource.self)(kind, handle, mask, queue)
      } as CreateSource),
    .reported(
      "dispatch_source_set_timer", .sourceTimer, from: overlay,
      { source, start, interval, leeway in
        Original.sourceTimer.function(SetSourceTimer.self)(source, realTime(start), interval, leeway)
      } as SetSourceTimer),
    // The run loops of Foundation set this when they are given a timer.
    .reported(
      "timerfd_settime", .timer, from: "libFoundation.",
      { file, flags, new, old in
        VirtualExecutor.didDispatch { "a Timer on a run loop" }
        return Original.timer.function(SetTimer.self)(file, flags, new, old)
      } as SetTimer),
  ]
  private let overlay = "libswiftDispatch."
  private let timerSource = UInt(bitPattern: Host.symbol("_dispatch_source_type_timer"))

  // MARK: The slots

  /// The places from which the loaded libraries jump to a function of another library.
  private enum JumpSlots {
    struct JumpSlot {
      let place: UnsafeMutablePointer<UInt>
      /// Whether the loader has made the page read-only.
      let isProtected: Bool
      let content: UInt
      let standIn: UInt
    }
    struct State {
      var slots: [JumpSlot] = []
      /// The numbers of libraries that had been loaded and unloaded.
      var loads: (UInt64, UInt64) = (0, 0)
      var refusal: String?
    }
    static let state = Guarded(State())

    /// Replaces the functions in all libraries that are loaded now. Returns the reason if that is impossible.
    static func install() -> String? {
      state.with { state in
        if state.refusal != nil { return state.refusal }
        let loads = loads()
        if loads == state.loads, state.slots.allSatisfy({ $0.place.pointee == $0.standIn }) { return nil }
        if let refusal = replace(&state) {
          for slot in state.slots { _ = write(slot.content, into: slot) }
          state.slots = []
          state.refusal = "real clocks are not virtual in this process: \(refusal)"
        }
        state.loads = loads
        return state.refusal
      }
    }

    private static func loads() -> (UInt64, UInt64) { libraries(atMost: 1).first.map { ($0.adds, $0.removals) } ?? (0, 0) }
    private static func libraries(atMost count: Int = .max) -> [Library] {
      typealias Visitor = @convention(c) (UnsafeRawPointer?, Int, UnsafeMutableRawPointer?) -> CInt
      typealias Iterate = @convention(c) (Visitor, UnsafeMutableRawPointer?) -> CInt
      final class List {
        var all: [Library] = []
        let limit: Int
        init(_ limit: Int) { self.limit = limit }
      }
      let list = List(count)
      guard let iterate = Host.symbol("dl_iterate_phdr").map({ unsafeBitCast($0, to: Iterate.self) }) else { return [] }
      _ = iterate(
        { library, _, list in
          guard let library, let list = list.map({ Unmanaged<List>.fromOpaque($0).takeUnretainedValue() }) else { return 1 }
          list.all.append(library.load(as: Library.self))
          return list.all.count < list.limit ? 0 : 1
        }, Unmanaged.passUnretained(list).toOpaque())
      return list.all
    }

    private static func replace(_ state: inout State) -> String? {
      for function in functions {
        guard let address = Host.symbol(function.name) else {
          if function.isNeeded { return "it has no function '\(function.name)'" }
          continue
        }
        if function.original.address.load(ordering: .relaxed) == 0 {
          function.original.address.store(UInt(bitPattern: address), ordering: .releasing)
        }
      }
      let known = Dictionary(uniqueKeysWithValues: state.slots.map { ($0.place, $0) })
      var slots: [JumpSlot] = []
      for image in libraries().map(Image.init) {
        // The C library and the loader call their own functions; test kits measure real time.
        let exempt = ["libc.so", "ld-linux", "linux-vdso", "libpthread", "librt", "libTesting.", "libXCTest.", "libclang_rt."]
        if exempt.contains(where: image.name.hasPrefix) { continue }
        for (place, function) in image.slots(of: functions) {
          let content = place.pointee
          if content == function.standIn || content == function.otherStandIn {
            if let slot = known[place] { slots.append(slot) }
            continue
          }
          let original = function.original.address.load(ordering: .relaxed)
          if original == 0 { continue }
          var standIn = function.standIn
          if content != original, !image.contains(content), !isOfCLibrary(content) {
            let address = function.original.other.load(ordering: .relaxed)
            if function.otherStandIn == 0 { continue }
            if address != 0, address != content { return "two other libraries have replaced '\(function.name)'" }
            function.original.other.store(content, ordering: .releasing)
            standIn = function.otherStandIn
          }
          let slot = JumpSlot(place: place, isProtected: image.isProtected(place), content: content, standIn: standIn)
          slots.append(slot)
          if !write(standIn, into: slot) {
            state.slots = slots
            return "a page of \(image.name) with the address of '\(function.name)' cannot be written"
          }
        }
      }
      state.slots = slots
      return firstRealClock().map { "\($0) stays real" }
    }
    /// Whether an address is in the C library or the loader. A slot holds one function of a pair with different versions.
    private static func isOfCLibrary(_ address: UInt) -> Bool {
      libraries().map(Image.init).contains { image in
        ["libc.so", "linux-vdso", "ld-linux", "libdispatch."].contains(where: image.name.hasPrefix) && image.contains(address)
      }
    }
    private static func write(_ address: UInt, into slot: JumpSlot) -> Bool {
      guard slot.isProtected else {
        slot.place.pointee = address
        return true
      }
      let size = Image.pageSize
      let page = UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: slot.place) & ~(size - 1))
      guard mprotect(page, Int(size), PROT_READ | PROT_WRITE) == 0 else { return false }
      slot.place.pointee = address
      return mprotect(page, Int(size), PROT_READ) == 0
    }

    /// Reads each clock twice, an hour of virtual time apart. Returns the first one that is not exactly an hour later.
    private static func firstRealClock() -> String? {
      let timeline = Timeline()
      let executor = VirtualExecutor(timeline, hasVirtualClocks: true)
      executor.openDoors()
      defer { executor.closeDoors() }
      return Host.adopting(executor) {
        let date = Host.symbol("$s20FoundationEssentials4DateVACycfC").map {
          unsafeBitCast($0, to: (@convention(c) () -> Double).self)
        }
        let dispatchTime = Host.symbol("$s8Dispatch0A4TimeV3nowACyFZ").map {
          unsafeBitCast($0, to: (@convention(c) () -> UInt64).self)
        }
        let start = (ContinuousClock.now, SuspendingClock.now, date?() ?? 0, dispatchTime?() ?? 0)
        timeline.pass(3_600_000_000_000)
        if ContinuousClock.now - start.0 != .seconds(3_600) { return "ContinuousClock" }
        if SuspendingClock.now - start.1 != .seconds(3_600) { return "SuspendingClock" }
        if let date, date() - start.2 != 3_600 { return "Date()" }
        if let dispatchTime, dispatchTime() &- start.3 != 3_600_000_000_000 { return "DispatchTime.now()" }
        return nil
      }
    }
  }

  /// The beginning of `dl_phdr_info` of the C library, which its module does not declare.
  private struct Library {
    var base: UInt
    var name: UnsafePointer<CChar>?
    var headers: UnsafePointer<Elf64_Phdr>?
    var headerCount: UInt16
    var adds: UInt64
    var removals: UInt64
  }

  /// A library or the program, as the loader describes it.
  private struct Image {
    static let pageSize = UInt(sysconf(CInt(_SC_PAGESIZE)))
    let base: UInt
    let name: String
    private var dynamic: UnsafePointer<Elf64_Dyn>?
    private var segments: [Range<UInt>] = []
    private var readOnly: Range<UInt> = 0..<0

    init(_ library: Library) {
      base = library.base
      name = library.name.map { String(cString: $0).split(separator: "/").last.map(String.init) ?? "" } ?? ""
      for index in 0..<Int(library.headerCount) {
        guard let header = library.headers?[index] else { continue }
        let start = base &+ UInt(header.p_vaddr), end = start &+ UInt(header.p_memsz)
        switch header.p_type {
        case 1: segments.append(start..<end)
        case 2: dynamic = UnsafePointer(bitPattern: start)
        case 0x6474_e552:
          // The loader protects whole pages only.
          let first = start & ~(Self.pageSize - 1)
          readOnly = first..<max(first, end & ~(Self.pageSize - 1))
        default: break
        }
      }
    }
    func contains(_ address: UInt) -> Bool { segments.contains { $0.contains(address) } }
    func isProtected(_ place: UnsafeMutablePointer<UInt>) -> Bool { readOnly.contains(UInt(bitPattern: place)) }

    /// The slots of this library that hold the addresses of functions.
    func slots(of functions: [Function]) -> [(UnsafeMutablePointer<UInt>, Function)] {
      guard var entry = dynamic else { return [] }
      var names: UInt = 0, symbols: UInt = 0
      var tables: (jumps: UInt, jumpBytes: UInt, others: UInt, otherBytes: UInt) = (0, 0, 0, 0)
      while entry.pointee.d_tag != 0 {
        let value = UInt(entry.pointee.d_un.d_val)
        switch entry.pointee.d_tag {
        case 23: tables.jumps = address(value)
        case 2: tables.jumpBytes = value
        case 7: tables.others = address(value)
        case 8: tables.otherBytes = value
        case 5: names = address(value)
        case 6: symbols = address(value)
        case 20 where value != 7: return []  // relocations without addends, which these processors do not use
        default: break
        }
        entry += 1
      }
      guard let names = UnsafePointer<CChar>(bitPattern: names), let symbols = UnsafePointer<Elf64_Sym>(bitPattern: symbols) else {
        return []
      }
      var found: [(UnsafeMutablePointer<UInt>, Function)] = []
      for (table, bytes) in [(tables.jumps, tables.jumpBytes), (tables.others, tables.otherBytes)] {
        guard let table = UnsafePointer<Elf64_Rela>(bitPattern: table) else { continue }
        for index in 0..<Int(bytes) / MemoryLayout<Elf64_Rela>.stride {
          let relocation = table[index]
          let symbol = Int(relocation.r_info >> 32)
          guard Self.kinds.contains(relocation.r_info & 0xffff_ffff), symbol != 0 else { continue }
          let text = names + Int(symbols[symbol].st_name)
          guard let function = functions.first(where: { strcmp(text, $0.name) == 0 }), !function.spared.contains(where: name.hasPrefix),
            function.caller.map(name.hasPrefix) != false,
            let place = UnsafeMutablePointer<UInt>(bitPattern: base &+ UInt(relocation.r_offset))
          else { continue }
          found.append((place, function))
        }
      }
      return found
    }
    /// The loader has added the base to the addresses of most libraries.
    private func address(_ value: UInt) -> UInt { value < base ? value &+ base : value }
    /// The relocations of slots: for a jump, and for an address.
    #if arch(x86_64)
      private static let kinds: [UInt64] = [7, 6]
    #else
      private static let kinds: [UInt64] = [1026, 1025]
    #endif
  }

  extension RealClocks {
    fileprivate static func install() -> String? { JumpSlots.install() }
    /// Time that has passed since some instant, whatever the thread runs.
    static func realNanoseconds(_ id: clockid_t = CLOCK_MONOTONIC) -> Int64 {
      var time = timespec()
      if Original.clockGettime.address.load(ordering: .relaxed) == 0 {
        clock_gettime(id, &time)
      } else {
        _ = Original.clockGettime.function(ClockGettime.self)(id, &time)
      }
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
  }
#endif
