#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Pipes

  extension Original {
    fileprivate static let spawn = Original(), spawnPath = Original(), fork = Original(), system = Original(),
      popen = Original(), connect = Original(), accept = Original(), accept4 = Original(), alarm = Original(),
      ualarm = Original(), itimer = Original(), timer = Original(), aioRead = Original(), aioRead64 = Original(),
      aioWrite = Original(), aioWrite64 = Original(), aioList = Original(), aioList64 = Original(),
      mqNotify = Original(), thrdCreate = Original(), ioCreate = Original(), ioPath = Original(),
      ioRead = Original(), ioWrite = Original(), groupAsyncF = Original(),
      groupNotifyF = Original(), timerfd = Original(), sigwait = Original(), sigwaitInfo = Original(),
      sigsuspend = Original(), signalfd = Original()

    fileprivate func call(_ a: UInt, _ b: UInt, _ c: UInt, _ d: UInt, _ e: UInt, _ f: UInt) -> UInt {
      function(AnyFunction.self)(a, b, c, d, e, f)
    }
  }
  private func report(_ name: String, _ fix: String? = nil) {
    guard let run = RunOfThread.current, run.reading != nil else { return }
    var call = OutsideCall(name: name)
    if let fix { call.fix = fix }
    run.didCall(call)
  }
  /// Reports a call by the name of the function of a library that the code has called.
  private func report(in library: String, or name: String, _ fix: String? = nil) {
    guard let run = RunOfThread.current, run.reading != nil else { return }
    report(CallStack.entry(of: library) ?? name, fix)
  }
  private let pass = "pass the answer to your code",
    handler = "receive the signal with a source of Dispatch or a handler"

  extension ReplacedFunction {
    private static let foundationAndProgram = [foundation, program]

    /// Calls that start something outside of the run: they work as ever, and are reported.
    static let outside: [ReplacedFunction] = [
      outside("posix_spawn", .spawn, from: foundationAndProgram) {
        report(in: foundation, or: "posix_spawn", pass)
        return Original.spawn.call($0, $1, $2, $3, $4, $5)
      },
      outside("posix_spawnp", .spawnPath, from: foundationAndProgram) {
        report(in: foundation, or: "posix_spawnp", pass)
        return Original.spawnPath.call($0, $1, $2, $3, $4, $5)
      },
      outside("fork", .fork) {
        report("fork", pass)
        return Original.fork.call($0, $1, $2, $3, $4, $5)
      },
      outside("system", .system) {
        report("system", pass)
        return Original.system.call($0, $1, $2, $3, $4, $5)
      },
      outside("popen", .popen) {
        report("popen", pass)
        return Original.popen.call($0, $1, $2, $3, $4, $5)
      },
      outside("connect", .connect, from: foundationAndProgram) {
        report(in: foundation, or: "connect", pass)
        return Original.connect.call($0, $1, $2, $3, $4, $5)
      },
      outside("accept", .accept, from: foundationAndProgram) {
        report(in: foundation, or: "accept", pass)
        return Original.accept.call($0, $1, $2, $3, $4, $5)
      },
      outside("accept4", .accept4, from: foundationAndProgram) {
        report(in: foundation, or: "accept4", pass)
        return Original.accept4.call($0, $1, $2, $3, $4, $5)
      },
      outside("alarm", .alarm) {
        report("alarm")
        return Original.alarm.call($0, $1, $2, $3, $4, $5)
      },
      outside("ualarm", .ualarm) {
        report("ualarm")
        return Original.ualarm.call($0, $1, $2, $3, $4, $5)
      },
      outside("setitimer", .itimer) {
        report("setitimer")
        return Original.itimer.call($0, $1, $2, $3, $4, $5)
      },
      outside("timer_settime", .timer) {
        report("timer_settime")
        return Original.timer.call($0, $1, $2, $3, $4, $5)
      },
      outside("timerfd_settime", .timerfd) {
        report("timerfd_settime")
        return Original.timerfd.call($0, $1, $2, $3, $4, $5)
      },
      outside("aio_read", .aioRead) {
        report("aio_read", pass)
        return Original.aioRead.call($0, $1, $2, $3, $4, $5)
      },
      outside("aio_read64", .aioRead64) {
        report("aio_read", pass)
        return Original.aioRead64.call($0, $1, $2, $3, $4, $5)
      },
      outside("aio_write", .aioWrite) {
        report("aio_write", pass)
        return Original.aioWrite.call($0, $1, $2, $3, $4, $5)
      },
      outside("aio_write64", .aioWrite64) {
        report("aio_write", pass)
        return Original.aioWrite64.call($0, $1, $2, $3, $4, $5)
      },
      outside("lio_listio", .aioList) {
        report("lio_listio", pass)
        return Original.aioList.call($0, $1, $2, $3, $4, $5)
      },
      outside("lio_listio64", .aioList64) {
        report("lio_listio", pass)
        return Original.aioList64.call($0, $1, $2, $3, $4, $5)
      },
      outside("mq_notify", .mqNotify) {
        report("mq_notify", pass)
        return Original.mqNotify.call($0, $1, $2, $3, $4, $5)
      },
      outside("sigwait", .sigwait) {
        report("sigwait", handler)
        return Original.sigwait.call($0, $1, $2, $3, $4, $5)
      },
      outside("sigwaitinfo", .sigwaitInfo) {
        report("sigwaitinfo", handler)
        return Original.sigwaitInfo.call($0, $1, $2, $3, $4, $5)
      },
      outside("sigsuspend", .sigsuspend) {
        report("sigsuspend", handler)
        return Original.sigsuspend.call($0, $1, $2, $3, $4, $5)
      },
      outside("signalfd", .signalfd) {
        report("signalfd", handler)
        return Original.signalfd.call($0, $1, $2, $3, $4, $5)
      },
      outside("thrd_create", .thrdCreate) {
        report("thrd_create")
        return Original.thrdCreate.call($0, $1, $2, $3, $4, $5)
      },
      outside("dispatch_io_create", .ioCreate, from: [overlay, program]) {
        report("DispatchIO", pass)
        return Original.ioCreate.call($0, $1, $2, $3, $4, $5)
      },
      outside("dispatch_io_create_with_path", .ioPath, from: [overlay, program]) {
        report("DispatchIO", pass)
        return Original.ioPath.call($0, $1, $2, $3, $4, $5)
      },
      outside("dispatch_read", .ioRead, from: [overlay, program]) {
        report("DispatchIO.read", pass)
        return Original.ioRead.call($0, $1, $2, $3, $4, $5)
      },
      outside("dispatch_write", .ioWrite, from: [overlay, program]) {
        report("DispatchIO.write", pass)
        return Original.ioWrite.call($0, $1, $2, $3, $4, $5)
      },
      outside("dispatch_group_async_f", .groupAsyncF) {
        report("dispatch_group_async_f")
        return Original.groupAsyncF.call($0, $1, $2, $3, $4, $5)
      },
      outside("dispatch_group_notify_f", .groupNotifyF) {
        report("dispatch_group_notify_f")
        return Original.groupNotifyF.call($0, $1, $2, $3, $4, $5)
      },
    ]
    private static func outside(
      _ name: String, _ original: Original, from callers: [String] = [program], _ standIn: AnyFunction
    ) -> ReplacedFunction {
      ReplacedFunction(name, original, from: callers, isNeeded: false, standIn)
    }
  }
#endif
