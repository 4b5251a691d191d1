#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Glibc
  import PipesCore

  extension Original {
    fileprivate static let spawn = AnyOriginal(), spawnPath = AnyOriginal(), fork = AnyOriginal(),
      system = AnyOriginal(), popen = AnyOriginal(), connect = AnyOriginal(), accept = AnyOriginal(),
      accept4 = AnyOriginal(), alarm = AnyOriginal(), ualarm = AnyOriginal(), itimer = AnyOriginal(),
      timer = AnyOriginal(), aioRead = AnyOriginal(), aioRead64 = AnyOriginal(), aioWrite = AnyOriginal(),
      aioWrite64 = AnyOriginal(), aioList = AnyOriginal(), aioList64 = AnyOriginal(), mqNotify = AnyOriginal(),
      thrdCreate = AnyOriginal(), ioCreate = AnyOriginal(), ioPath = AnyOriginal(), ioRead = AnyOriginal(),
      ioWrite = AnyOriginal(), groupAsyncF = AnyOriginal(), groupNotifyF = AnyOriginal(), timerfd = AnyOriginal(),
      sigwait = AnyOriginal(), sigwaitInfo = AnyOriginal(), sigsuspend = AnyOriginal(), signalfd = AnyOriginal(),
      read = AnyOriginal(), readv = AnyOriginal(), receive = AnyOriginal(), receiveFrom = AnyOriginal(),
      receiveMessage = AnyOriginal(), wait = AnyOriginal(), wait3 = AnyOriginal(), wait4 = AnyOriginal(),
      waitpid = AnyOriginal(), waitid = AnyOriginal()
  }
  private typealias AnyOriginal = OriginalFunction<AnyFunction>
  extension OriginalFunction<AnyFunction> {
    /// Reports a call, and makes it.
    fileprivate func reported(
      in library: String? = nil, _ name: String, _ fix: String?,
      _ a: UInt, _ b: UInt, _ c: UInt, _ d: UInt, _ e: UInt, _ f: UInt
    ) -> UInt {
      report(in: library, or: name, fix)
      return function(a, b, c, d, e, f)
    }
    /// Makes a call that waits.
    fileprivate func waited(
      _ name: String, unless isReady: @autoclosure () -> Bool = false,
      _ a: UInt, _ b: UInt, _ c: UInt, _ d: UInt, _ e: UInt, _ f: UInt
    ) -> UInt {
      waitsOutside(name, unless: isReady())
      return function(a, b, c, d, e, f)
    }
  }
  /// Reports a call, by the name of the function of a library that the code has called.
  private func report(in library: String? = nil, or name: String, _ fix: String?) {
    guard let run = RunOfThread.current, run.reading != nil else { return }
    // Foundation itself has called the body of a thread.
    let entry = library.flatMap(CallStack.entry).flatMap { $0.hasPrefix("NSThreadStart") ? nil : $0 }
    var call = OutsideCall(name: entry ?? name)
    if let fix { call.fix = fix }
    run.didCall(call)
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
      outside("posix_spawn", Original.spawn, from: foundationAndProgram) {
        Original.spawn.reported(in: foundation, "posix_spawn", pass, $0, $1, $2, $3, $4, $5)
      },
      outside("posix_spawnp", Original.spawnPath, from: foundationAndProgram) {
        Original.spawnPath.reported(in: foundation, "posix_spawnp", pass, $0, $1, $2, $3, $4, $5)
      },
      outside("fork", Original.fork) { Original.fork.reported("fork", pass, $0, $1, $2, $3, $4, $5) },
      outside("system", Original.system) { Original.system.reported("system", pass, $0, $1, $2, $3, $4, $5) },
      outside("popen", Original.popen) { Original.popen.reported("popen", pass, $0, $1, $2, $3, $4, $5) },
      outside("connect", Original.connect, from: foundationAndProgram) {
        Original.connect.reported(in: foundation, "connect", pass, $0, $1, $2, $3, $4, $5)
      },
      outside("accept", Original.accept, from: foundationAndProgram) {
        report(in: foundation, or: "accept", pass)
        return Original.accept.waited("accept", unless: isReady($0), $0, $1, $2, $3, $4, $5)
      },
      outside("accept4", Original.accept4, from: foundationAndProgram) {
        report(in: foundation, or: "accept4", pass)
        return Original.accept4.waited("accept4", unless: isReady($0), $0, $1, $2, $3, $4, $5)
      },
      outside("read", Original.read, from: foundationAndProgram) {
        Original.read.waited("read", unless: isReady($0), $0, $1, $2, $3, $4, $5)
      },
      outside("readv", Original.readv, from: foundationAndProgram) {
        Original.readv.waited("readv", unless: isReady($0), $0, $1, $2, $3, $4, $5)
      },
      outside("recv", Original.receive, from: foundationAndProgram) {
        Original.receive.waited("recv", unless: isReady($0), $0, $1, $2, $3, $4, $5)
      },
      outside("recvfrom", Original.receiveFrom, from: foundationAndProgram) {
        Original.receiveFrom.waited("recvfrom", unless: isReady($0), $0, $1, $2, $3, $4, $5)
      },
      outside("recvmsg", Original.receiveMessage, from: foundationAndProgram) {
        Original.receiveMessage.waited("recvmsg", unless: isReady($0), $0, $1, $2, $3, $4, $5)
      },
      outside("wait", Original.wait, from: foundationAndProgram) {
        Original.wait.waited("wait", unless: hasEnded(), $0, $1, $2, $3, $4, $5)
      },
      outside("wait3", Original.wait3, from: foundationAndProgram) {
        Original.wait3.waited("wait3", unless: hasEnded(.max, $1), $0, $1, $2, $3, $4, $5)
      },
      outside("wait4", Original.wait4, from: foundationAndProgram) {
        Original.wait4.waited("wait4", unless: hasEnded($0, $2), $0, $1, $2, $3, $4, $5)
      },
      outside("waitpid", Original.waitpid, from: foundationAndProgram) {
        Original.waitpid.waited("waitpid", unless: hasEnded($0, $2), $0, $1, $2, $3, $4, $5)
      },
      outside("waitid", Original.waitid, from: foundationAndProgram) {
        Original.waitid.waited("waitid", unless: $0 != UInt(P_PID.rawValue) || hasEnded($1, $3), $0, $1, $2, $3, $4, $5)
      },
      outside("alarm", Original.alarm) { Original.alarm.reported("alarm", nil, $0, $1, $2, $3, $4, $5) },
      outside("ualarm", Original.ualarm) { Original.ualarm.reported("ualarm", nil, $0, $1, $2, $3, $4, $5) },
      outside("setitimer", Original.itimer) { Original.itimer.reported("setitimer", nil, $0, $1, $2, $3, $4, $5) },
      outside("timer_settime", Original.timer) {
        Original.timer.reported("timer_settime", nil, $0, $1, $2, $3, $4, $5)
      },
      outside("timerfd_settime", Original.timerfd) {
        Original.timerfd.reported("timerfd_settime", nil, $0, $1, $2, $3, $4, $5)
      },
      outside("aio_read", Original.aioRead) { Original.aioRead.reported("aio_read", pass, $0, $1, $2, $3, $4, $5) },
      outside("aio_read64", Original.aioRead64) {
        Original.aioRead64.reported("aio_read", pass, $0, $1, $2, $3, $4, $5)
      },
      outside("aio_write", Original.aioWrite) { Original.aioWrite.reported("aio_write", pass, $0, $1, $2, $3, $4, $5) },
      outside("aio_write64", Original.aioWrite64) {
        Original.aioWrite64.reported("aio_write", pass, $0, $1, $2, $3, $4, $5)
      },
      outside("lio_listio", Original.aioList) { Original.aioList.reported("lio_listio", pass, $0, $1, $2, $3, $4, $5) },
      outside("lio_listio64", Original.aioList64) {
        Original.aioList64.reported("lio_listio", pass, $0, $1, $2, $3, $4, $5)
      },
      outside("mq_notify", Original.mqNotify) { Original.mqNotify.reported("mq_notify", pass, $0, $1, $2, $3, $4, $5) },
      outside("sigwait", Original.sigwait) {
        report(or: "sigwait", handler)
        return Original.sigwait.waited("sigwait", $0, $1, $2, $3, $4, $5)
      },
      outside("sigwaitinfo", Original.sigwaitInfo) {
        report(or: "sigwaitinfo", handler)
        return Original.sigwaitInfo.waited("sigwaitinfo", $0, $1, $2, $3, $4, $5)
      },
      outside("sigsuspend", Original.sigsuspend) {
        report(or: "sigsuspend", handler)
        return Original.sigsuspend.waited("sigsuspend", $0, $1, $2, $3, $4, $5)
      },
      outside("signalfd", Original.signalfd) {
        Original.signalfd.reported("signalfd", handler, $0, $1, $2, $3, $4, $5)
      },
      outside("thrd_create", Original.thrdCreate) {
        Original.thrdCreate.reported("thrd_create", nil, $0, $1, $2, $3, $4, $5)
      },
      outside("dispatch_io_create", Original.ioCreate, from: [overlay, program]) {
        Original.ioCreate.reported("DispatchIO", pass, $0, $1, $2, $3, $4, $5)
      },
      outside("dispatch_io_create_with_path", Original.ioPath, from: [overlay, program]) {
        Original.ioPath.reported("DispatchIO", pass, $0, $1, $2, $3, $4, $5)
      },
      outside("dispatch_read", Original.ioRead, from: [overlay, program]) {
        Original.ioRead.reported("DispatchIO.read", pass, $0, $1, $2, $3, $4, $5)
      },
      outside("dispatch_write", Original.ioWrite, from: [overlay, program]) {
        Original.ioWrite.reported("DispatchIO.write", pass, $0, $1, $2, $3, $4, $5)
      },
      outside("dispatch_group_async_f", Original.groupAsyncF) {
        Original.groupAsyncF.reported("dispatch_group_async_f", nil, $0, $1, $2, $3, $4, $5)
      },
      outside("dispatch_group_notify_f", Original.groupNotifyF) {
        Original.groupNotifyF.reported("dispatch_group_notify_f", nil, $0, $1, $2, $3, $4, $5)
      },
    ]
    private static func outside(
      _ name: String, _ original: AnyOriginal, from callers: [String] = [program], _ standIn: AnyFunction
    ) -> ReplacedFunction {
      ReplacedFunction(name, original, from: callers, standIn: standIn)
    }
  }
#endif
