#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Glibc
  import PipesCore

  private typealias Time = @convention(c) (UnsafeMutablePointer<time_t>?) -> time_t
  typealias DispatchTimeFunction = @convention(c) (UInt64, Int64) -> UInt64

  extension Original {
    fileprivate static let clockGettime = OriginalFunction<
      @convention(c) (clockid_t, UnsafeMutablePointer<timespec>?) -> CInt
    >()
    fileprivate static let gettimeofday = OriginalFunction<
      @convention(c) (UnsafeMutablePointer<timeval>?, Pointer?) -> CInt
    >()
    fileprivate static let time = OriginalFunction<Time>()
    fileprivate static let timespecGet = OriginalFunction<
      @convention(c) (UnsafeMutablePointer<timespec>?, CInt) -> CInt
    >()
    static let dispatchTime = OriginalFunction<DispatchTimeFunction>()
    fileprivate static let dispatchWalltime = OriginalFunction<
      @convention(c) (UnsafePointer<timespec>?, Int64) -> UInt64
    >()
  }

  private func answer(_ id: clockid_t, _ out: UnsafeMutablePointer<timespec>?) -> Bool {
    guard let now = RunOfThread.current?.reading else { return false }
    switch id {
    case CLOCK_REALTIME, CLOCK_REALTIME_COARSE, CLOCK_REALTIME_ALARM, CLOCK_TAI:
      out?.pointee = timespec(now.date)
    case CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW, CLOCK_MONOTONIC_COARSE:
      out?.pointee = timespec(nanoseconds: now.uptime)
    case CLOCK_BOOTTIME, CLOCK_BOOTTIME_ALARM: out?.pointee = timespec(nanoseconds: now.continuous)
    default: return false
    }
    return true
  }
  private func answer(_ out: UnsafeMutablePointer<timeval>?) -> Bool {
    guard let now = RunOfThread.current?.reading else { return false }
    out?.pointee = timeval(tv_sec: time_t(now.date.seconds), tv_usec: suseconds_t(now.date.nanoseconds / 1_000))
    return true
  }
  private func answer(_ out: UnsafeMutablePointer<time_t>?) -> time_t? {
    guard let now = RunOfThread.current?.reading else { return nil }
    let seconds = time_t(now.date.seconds)
    out?.pointee = seconds
    return seconds
  }

  extension ReplacedFunction {
    /// Functions that read a clock.
    static let clocks: [ReplacedFunction] = [
      ReplacedFunction("clock_gettime", Original.clockGettime, sparing: dispatchItself, isNeeded: true) { id, out in
        answer(id, out) ? 0 : Original.clockGettime.function(id, out)
      } other: { id, out in
        answer(id, out) ? 0 : Original.clockGettime.otherFunction(id, out)
      },
      ReplacedFunction("gettimeofday", Original.gettimeofday, sparing: dispatchItself, isNeeded: true) { out, zone in
        answer(out) ? 0 : Original.gettimeofday.function(out, zone)
      } other: { out, zone in
        answer(out) ? 0 : Original.gettimeofday.otherFunction(out, zone)
      },
      ReplacedFunction("time", Original.time, isNeeded: true) { out in
        answer(out) ?? Original.time.function(out)
      } other: { out in
        answer(out) ?? Original.time.otherFunction(out)
      },
      ReplacedFunction("timespec_get", Original.timespecGet) { out, base in
        guard base == 1, answer(CLOCK_REALTIME, out) else {
          return Original.timespecGet.function(out, base)
        }
        return base
      },
      ReplacedFunction("dispatch_time", Original.dispatchTime) { when, length in
        let time = Original.dispatchTime.function
        guard when == dispatchNow || when == dispatchWallNow || when == continuousBit,
          let now = RunOfThread.current?.reading
        else {
          return time(when, length)
        }
        if length == .never { return dispatchForever }
        if when == dispatchWallNow { return 0 &- UInt64(bitPattern: max(2, now.date.plus(length).sinceEpoch)) }
        return UInt64(max(1, now.nanoseconds(of: clock(of: when)).plus(length))) | when
      },
      ReplacedFunction("dispatch_walltime", Original.dispatchWalltime) { start, length in
        guard start == nil, let now = RunOfThread.current?.reading else {
          return Original.dispatchWalltime.function(start, length)
        }
        return length == .never ? dispatchForever : 0 &- UInt64(bitPattern: max(2, now.date.plus(length).sinceEpoch))
      },
    ]
  }

  // A time of Dispatch is one word: of the clock that stops while the machine sleeps, of the one that does not, or of
  // the calendar.
  let dispatchNow: UInt64 = 0, dispatchForever = UInt64.max
  private let dispatchWallNow = UInt64.max - 1, continuousBit: UInt64 = 1 << 63

  /// The clock of a time of Dispatch.
  func clock(of when: UInt64) -> RunClock {
    if when >> 62 == 3 { return .wall }
    return when & continuousBit == 0 ? .suspending : .continuous
  }
  /// The nanoseconds until a time of Dispatch; less than zero if it is over.
  func distance(to when: UInt64, _ now: ClockReading) -> Int64 {
    if when == dispatchForever { return .never }
    if when == dispatchNow { return 0 }
    let clock = clock(of: when)
    return clock == .wall
      ? RunDate(seconds: 0, nanoseconds: 0 - Int64(bitPattern: when)).since(now.date)
      : Int64(when & ~continuousBit).minus(now.nanoseconds(of: clock))
  }
  /// The nanoseconds until a time of Dispatch; zero if it is over.
  func remaining(until when: UInt64, _ now: ClockReading) -> Int64 { max(0, distance(to: when, now)) }
  /// The real time of Dispatch that is as far away as a length of virtual time.
  func realTime(after length: Int64) -> UInt64 {
    switch length {
    case .never: dispatchForever
    case 0: dispatchNow
    default: Original.dispatchTime.function(dispatchNow, length)
    }
  }
  /// The time of Dispatch, for work that stays real, that is as far away as a virtual one.
  func realTime(_ when: UInt64) -> UInt64 {
    guard let now = RunOfThread.current?.reading else { return when }
    return realTime(after: remaining(until: when, now))
  }

  extension JumpSlots {
    /// Time that has passed since some instant, whatever the thread runs.
    static func realNanoseconds(_ id: clockid_t = CLOCK_MONOTONIC) -> Int64 {
      var time = timespec()
      if Original.clockGettime.addresses.address.load(ordering: .relaxed) == 0 {
        clock_gettime(id, &time)
      } else {
        _ = Original.clockGettime.function(id, &time)
      }
      return time.nanoseconds
    }
  }
#endif
