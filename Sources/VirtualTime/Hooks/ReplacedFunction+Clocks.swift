#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Glibc
  import Pipes

  private typealias ClockGettime = @convention(c) (clockid_t, UnsafeMutablePointer<timespec>?) -> CInt
  private typealias Gettimeofday = @convention(c) (UnsafeMutablePointer<timeval>?, UnsafeMutableRawPointer?) -> CInt
  private typealias Time = @convention(c) (UnsafeMutablePointer<time_t>?) -> time_t
  private typealias TimespecGet = @convention(c) (UnsafeMutablePointer<timespec>?, CInt) -> CInt
  typealias DispatchTimeFunction = @convention(c) (UInt64, Int64) -> UInt64
  private typealias DispatchWalltime = @convention(c) (UnsafePointer<timespec>?, Int64) -> UInt64

  extension Original {
    fileprivate static let clockGettime = Original(), gettimeofday = Original(), time = Original(),
      timespecGet = Original()
    static let dispatchTime = Original()
    fileprivate static let dispatchWalltime = Original()
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
      ReplacedFunction(
        "clock_gettime", .clockGettime, sparing: dispatchItself,
        { id, out in answer(id, out) ? 0 : Original.clockGettime.function(ClockGettime.self)(id, out) } as ClockGettime,
        other: { id, out in answer(id, out) ? 0 : Original.clockGettime.otherFunction(ClockGettime.self)(id, out) }),
      ReplacedFunction(
        "gettimeofday", .gettimeofday, sparing: dispatchItself,
        { out, zone in answer(out) ? 0 : Original.gettimeofday.function(Gettimeofday.self)(out, zone) } as Gettimeofday,
        other: { out, zone in answer(out) ? 0 : Original.gettimeofday.otherFunction(Gettimeofday.self)(out, zone) }),
      ReplacedFunction(
        "time", .time, { out in answer(out) ?? Original.time.function(Time.self)(out) } as Time,
        other: { out in answer(out) ?? Original.time.otherFunction(Time.self)(out) }),
      ReplacedFunction(
        "timespec_get", .timespecGet, isNeeded: false,
        { out, base in
          guard base == 1, answer(CLOCK_REALTIME, out) else {
            return Original.timespecGet.function(TimespecGet.self)(out, base)
          }
          return base
        } as TimespecGet),
      ReplacedFunction(
        "dispatch_time", .dispatchTime, isNeeded: false,
        { when, length in
          let time = Original.dispatchTime.function(DispatchTimeFunction.self)
          guard when == dispatchNow || when == dispatchWallNow || when == continuousBit,
            let now = RunOfThread.current?.reading
          else {
            return time(when, length)
          }
          if length == .never { return dispatchForever }
          if when == dispatchWallNow { return 0 &- UInt64(bitPattern: max(2, now.date.plus(length).sinceEpoch)) }
          return UInt64(max(1, now.nanoseconds(of: clock(of: when)).plus(length))) | when
        } as DispatchTimeFunction),
      ReplacedFunction(
        "dispatch_walltime", .dispatchWalltime, isNeeded: false,
        { start, length in
          guard start == nil, let now = RunOfThread.current?.reading else {
            return Original.dispatchWalltime.function(DispatchWalltime.self)(start, length)
          }
          return length == .never ? dispatchForever : 0 &- UInt64(bitPattern: max(2, now.date.plus(length).sinceEpoch))
        } as DispatchWalltime),
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
    default: Original.dispatchTime.function(DispatchTimeFunction.self)(dispatchNow, length)
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
      if Original.clockGettime.address.load(ordering: .relaxed) == 0 {
        clock_gettime(id, &time)
      } else {
        _ = Original.clockGettime.function(ClockGettime.self)(id, &time)
      }
      return time.nanoseconds
    }
  }
#endif
