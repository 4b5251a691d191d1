import PipesCore

#if canImport(Glibc)
  import Glibc
#endif

/// A thread that has been stopped by a signal, wherever it is, also inside of a lock.
///
/// 1. The handler of the signal uses its record alone: two semaphores, and the addresses of two functions, so that it
///    allocates nothing and calls no stand-in.
/// 2. A record is never freed: the handler may still be in it when the thread goes on.
/// 3. The signal is one of real time that nobody handles when the first thread is stopped.
/// 4. Threads of Dispatch block all signals, and so does a thread that one of them starts. So a thread admits the signal
///    before it may be stopped.
final class StoppedThread: @unchecked Sendable {
  #if canImport(Glibc) && (arch(x86_64) || arch(arm64))
    // Unchecked: semaphores order all accesses.
    private typealias Semaphore = @convention(c) (UnsafeMutablePointer<sem_t>) -> CInt
    private typealias SystemCall = @convention(c) (Int, Int, Int, Int, UnsafeMutableRawPointer) -> Int
    private struct StopRecord {
      let wait: Semaphore, post: Semaphore
      var hasStopped = sem_t(), mayGoOn = sem_t()
    }
    private let record: UnsafeMutablePointer<StopRecord>

    /// Stops a thread, by the kernel's number. Returns `nil` if it does not stop in time.
    init?(_ thread: CInt) {
      guard let signal = Self.signal, let new = Self.makeRecord(), let call = Host.symbol("syscall") else { return nil }
      record = new
      var info = siginfo_t()
      info.si_signo = signal
      info.si_code = -1  // SI_QUEUE
      info._sifields._rt.si_pid = getpid()
      info._sifields._rt.si_uid = getuid()
      info._sifields._rt.si_sigval.sival_ptr = UnsafeMutableRawPointer(record)
      let send = unsafeBitCast(call, to: SystemCall.self)
      if send(Self.sendCall, Int(getpid()), Int(thread), Int(signal), &info) != 0 { return nil }
      var end = timespec(nanoseconds: Host.realNanoseconds(CLOCK_REALTIME).plus(Self.patience))
      let record = record
      let hasStopped = RunOfThread.withoutRun {
        while sem_timedwait(&record.pointee.hasStopped, &end) != 0 { if errno != EINTR { return false } }
        return true
      }
      if hasStopped { return }
      goOn()
      return nil
    }
    /// Lets this thread be stopped from now on.
    static func admitSignal() {
      guard let signal else { return }
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, signal)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }
    func goOn() { _ = record.pointee.post(&record.pointee.mayGoOn) }

    /// The real time in which a thread has to stop: one that blocks the signal does not.
    private static let patience: Int64 = 1_000_000_000
    /// The number of `rt_tgsigqueueinfo`.
    private static var sendCall: Int {
      #if arch(x86_64)
        297
      #else
        240
      #endif
    }
    private static func makeRecord() -> UnsafeMutablePointer<StopRecord>? {
      guard let wait = Host.symbol("sem_wait"), let post = Host.symbol("sem_post") else { return nil }
      let record = UnsafeMutablePointer<StopRecord>.allocate(capacity: 1)
      record.initialize(
        to: StopRecord(wait: unsafeBitCast(wait, to: Semaphore.self), post: unsafeBitCast(post, to: Semaphore.self)))
      sem_init(&record.pointee.hasStopped, 0, 0)
      sem_init(&record.pointee.mayGoOn, 0, 0)
      return record
    }
    private typealias Handler =
      @convention(c) (CInt, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void
    private static let handler: Handler = { _, info, _ in
      guard let pointer = info?.pointee._sifields._rt.si_sigval.sival_ptr else { return }
      let record = pointer.assumingMemoryBound(to: StopRecord.self), reason = errno
      _ = record.pointee.post(&record.pointee.hasStopped)
      while record.pointee.wait(&record.pointee.mayGoOn) != 0 {}
      errno = reason
    }
    /// The signal; `nil` if all are in use.
    private static let signal: CInt? = {
      let free = (__libc_current_sigrtmin() + 1..<__libc_current_sigrtmax()).last { signal in
        var action = sigaction()
        return sigaction(signal, nil, &action) == 0 && action.__sigaction_handler.sa_handler == nil
      }
      guard let free, let record = makeRecord() else { return nil }
      var info = siginfo_t()
      info._sifields._rt.si_sigval.sival_ptr = UnsafeMutableRawPointer(record)
      // The first call looks up types, which may allocate.
      _ = record.pointee.post(&record.pointee.mayGoOn)
      handler(free, &info, nil)
      var action = sigaction()
      action.__sigaction_handler.sa_sigaction = handler
      action.sa_flags = SA_SIGINFO | SA_RESTART
      return sigaction(free, &action, nil) == 0 ? free : nil
    }()
  #else
    init?(_ thread: CInt) { return nil }
    func goOn() {}
    static func admitSignal() {}
  #endif
}
