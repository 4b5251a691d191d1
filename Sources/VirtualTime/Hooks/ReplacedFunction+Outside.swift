#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Glibc
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
    fileprivate static let read = Original(), readv = Original(), receive = Original(), receiveFrom = Original(),
      receiveMessage = Original(), wait = Original(), wait3 = Original(), wait4 = Original(), waitpid = Original(),
      waitid = Original()

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
    // Foundation itself has called the body of a thread.
    let entry = CallStack.entry(of: library).flatMap { $0.hasPrefix("NSThreadStart") ? nil : $0 }
    report(entry ?? name, fix)
  }
  /// Called when a thread is about to wait for something that comes from outside of the run. A thread that the code has
  /// started would keep the run waiting, maybe as the loop of a server does, for good: it leaves the run.
  func waitsOutside(_ name: String, unless isReady: @autoclosure () -> Bool = false) {
    guard let run = RunOfThread.current, run.reading != nil, let visitor = Visitors.current, !isReady() else { return }
    run.didCall(OutsideCall(name: name, problem: "waits in real time", fix: pass))
    visitor.leave()
  }
  /// Whether a call for a file returns at once.
  private func isReady(_ file: UInt) -> Bool {
    var wanted = pollfd(fd: CInt(truncatingIfNeeded: file), events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, 0) != 0 || fcntl(wanted.fd, F_GETFL) & O_NONBLOCK != 0
  }
  /// Whether a child process has ended, or the options say that nobody waits.
  private func hasEnded(_ process: UInt = .max, _ options: UInt = 0) -> Bool {
    if CInt(truncatingIfNeeded: options) & WNOHANG != 0 { return true }  // as below
    let id = pid_t(truncatingIfNeeded: process)
    var info = siginfo_t()
    info.si_signo = 0
    let code = waitid(id > 0 ? P_PID : P_ALL, id_t(max(0, id)), &info, WEXITED | WNOHANG | WNOWAIT)
    return code != 0 || info.si_signo != 0
  }
  private let pass = OutsideCall.passTheAnswer,
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
        waitsOutside("accept", unless: isReady($0))
        return Original.accept.call($0, $1, $2, $3, $4, $5)
      },
      outside("accept4", .accept4, from: foundationAndProgram) {
        report(in: foundation, or: "accept4", pass)
        waitsOutside("accept4", unless: isReady($0))
        return Original.accept4.call($0, $1, $2, $3, $4, $5)
      },
      outside("read", .read, from: foundationAndProgram) {
        waitsOutside("read", unless: isReady($0))
        return Original.read.call($0, $1, $2, $3, $4, $5)
      },
      outside("readv", .readv, from: foundationAndProgram) {
        waitsOutside("readv", unless: isReady($0))
        return Original.readv.call($0, $1, $2, $3, $4, $5)
      },
      outside("recv", .receive, from: foundationAndProgram) {
        waitsOutside("recv", unless: isReady($0))
        return Original.receive.call($0, $1, $2, $3, $4, $5)
      },
      outside("recvfrom", .receiveFrom, from: foundationAndProgram) {
        waitsOutside("recvfrom", unless: isReady($0))
        return Original.receiveFrom.call($0, $1, $2, $3, $4, $5)
      },
      outside("recvmsg", .receiveMessage, from: foundationAndProgram) {
        waitsOutside("recvmsg", unless: isReady($0))
        return Original.receiveMessage.call($0, $1, $2, $3, $4, $5)
      },
      outside("wait", .wait, from: foundationAndProgram) {
        waitsOutside("wait", unless: hasEnded())
        return Original.wait.call($0, $1, $2, $3, $4, $5)
      },
      outside("wait3", .wait3, from: foundationAndProgram) {
        waitsOutside("wait3", unless: hasEnded(.max, $1))
        return Original.wait3.call($0, $1, $2, $3, $4, $5)
      },
      outside("wait4", .wait4, from: foundationAndProgram) {
        waitsOutside("wait4", unless: hasEnded($0, $2))
        return Original.wait4.call($0, $1, $2, $3, $4, $5)
      },
      outside("waitpid", .waitpid, from: foundationAndProgram) {
        waitsOutside("waitpid", unless: hasEnded($0, $2))
        return Original.waitpid.call($0, $1, $2, $3, $4, $5)
      },
      outside("waitid", .waitid, from: foundationAndProgram) {
        waitsOutside("waitid", unless: $0 != UInt(P_PID.rawValue) || hasEnded($1, $3))
        return Original.waitid.call($0, $1, $2, $3, $4, $5)
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
        waitsOutside("sigwait")
        return Original.sigwait.call($0, $1, $2, $3, $4, $5)
      },
      outside("sigwaitinfo", .sigwaitInfo) {
        report("sigwaitinfo", handler)
        waitsOutside("sigwaitinfo")
        return Original.sigwaitInfo.call($0, $1, $2, $3, $4, $5)
      },
      outside("sigsuspend", .sigsuspend) {
        report("sigsuspend", handler)
        waitsOutside("sigsuspend")
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
