#if canImport(Glibc)
  import Foundation
  import Glibc
  import Testing
  @testable import VirtualTime

  /// The set of functions that may bring real time into a run is what the toolchain at hand exports, declares and
  /// imports, not what somebody thought of.
  @Suite struct ClosedSetTests {
    /// The headers of the C library that declare clocks, timers, threads, waits, processes and signals.
    private static let headers = [
      "time.h", "pthread.h", "semaphore.h", "poll.h", "signal.h", "threads.h", "sched.h", "aio.h", "mqueue.h",
      "spawn.h",
      "sys/epoll.h", "sys/timerfd.h", "sys/eventfd.h", "sys/signalfd.h", "sys/select.h", "sys/time.h", "sys/timeb.h",
      "sys/wait.h", "sys/inotify.h", "sys/sem.h", "sys/msg.h",
    ]
    /// The names of the functions that a header declares.
    static func declarations(in text: String) -> Set<String> {
      // A comment or a directive may have the words of a declaration.
      let plain = text.replacing(/\/\*[\s\S]*?\*\//, with: "").replacing(/(?m)^\s*#(?:.*\\\n)*.*$/, with: "")
      return Set(
        plain.matches(of: /extern\s[^;{]*?;/).compactMap { declaration in
          let name =
            declaration.output.firstMatch(of: /__REDIRECT\w*\s*\(\s*(\w+)/)?.output.1
            ?? declaration.output.firstMatch(of: /(\w+)\s*\(/)?.output.1
          return name.map(String.init)
        })
    }
    @Test func namesInAHeader() {
      let text = """
        /* extern int gone (void); */
        #define also_gone(x) \\
          extern int gone_too (x);
        extern int __REDIRECT_NTH (moved, (int a), moved64);
        extern int plain (void) __THROW;
        extern void *star (const char *__restrict a,
                           int (*f) (void));
        extern int variable;
        """
      #expect(Self.declarations(in: text) == ["moved", "plain", "star"])
      // The table does not know what nobody has looked through.
      #expect(Self.declarations(in: text).allSatisfy { !RuntimeEntries.knows($0) })
    }
    @Test func everyDeclaration() throws {
      var all: Set<String> = []
      for header in Self.headers {
        let text = ["", "x86_64-linux-gnu/", "aarch64-linux-gnu/"].lazy.compactMap {
          try? String(contentsOfFile: "/usr/include/\($0)\(header)", encoding: .utf8)
        }.first
        // A machine may have the compiler without the headers at their usual place.
        guard let text else { continue }
        let names = Self.declarations(in: text)
        all.formUnion(names)
        let unknown = names.filter { !RuntimeEntries.knows($0) }.sorted()
        #expect(unknown == [], "functions of <\(header)> that nobody looked through: see RuntimeEntries.swift")
      }
      #expect(all.isEmpty || all.isSuperset(of: ["cnd_timedwait", "pthread_create", "epoll_pwait2"]))
    }
    @Test func everyFunctionOfDispatch() throws {
      guard let symbols = try RuntimeEntriesTests.symbols(of: "libdispatch", "--defined-only") else { return }
      let names = Set(symbols.filter { $0.hasPrefix("dispatch_") })
      #expect(names.count > 100)
      #expect(
        names.filter { !RuntimeEntries.knows($0) }.sorted() == [],
        "functions of Dispatch that nobody looked through: see RuntimeEntries.swift")
    }
    /// The functions of Core Foundation that have to do with run loops and threads, which Foundation calls by slots.
    @Test func everyFunctionOfRunLoops() throws {
      guard let symbols = try RuntimeEntriesTests.symbols(of: "libFoundation", "--defined-only") else { return }
      let names = symbols.filter { name in ["CFRunLoop", "_CFThread"].contains(where: name.hasPrefix) }
      #expect(names.contains("CFRunLoopAddTimer"))
      #expect(
        names.filter { !RuntimeEntries.knows($0) }.sorted() == [],
        "functions of Core Foundation that nobody looked through: see RuntimeEntries.swift")
    }

    // MARK: Limits from virtual dates

    /// A limit that is computed from a virtual date ends by virtual time.
    @Test(.enabled(if: callsAreVirtual), arguments: CWait.all)
    func aLimitOfTheCLibrary(_ wait: CWait) async throws {
      let real = RunOfThread.withoutRun { ContinuousClock.now }
      let (code, passed) = try await withVirtualTime { clock in
        try await clock.sleep(for: .seconds(1_000))
        let start = clock.now
        let code = wait.wait()
        return (code, start.duration(to: clock.now))
      }
      #expect(code == wait.code)
      #expect(passed >= .milliseconds(29) && passed <= .milliseconds(30), "\(wait): \(passed)")
      #expect(RunOfThread.withoutRun { ContinuousClock.now } - real < .seconds(100))
    }
    struct CWait: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let code: CInt
      let wait: @Sendable () -> CInt
      init(_ name: String, _ code: CInt, _ wait: @escaping @Sendable () -> CInt) {
        (testDescription, self.code, self.wait) = (name, code, wait)
      }
      /// An instant that is 30 ms away.
      static func soon(_ clock: clockid_t = CLOCK_REALTIME) -> timespec {
        var now = timespec()
        clock_gettime(clock, &now)
        let nanoseconds = now.tv_nsec + 30_000_000
        return timespec(tv_sec: now.tv_sec + nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
      }
      static let thirty = timespec(tv_sec: 0, tv_nsec: 30_000_000)

      static let all: [CWait] = [
        CWait("pthread_rwlock_timedrdlock", ETIMEDOUT) {
          var lock = pthread_rwlock_t(), end = soon()
          pthread_rwlock_init(&lock, nil)
          pthread_rwlock_wrlock(&lock)
          // The thread that has the lock waits for itself, which the C library sees.
          return pthread_rwlock_timedrdlock(&lock, &end) == EDEADLK ? timedLockOfAnother(reads: true) : -1
        },
        CWait("pthread_rwlock_timedwrlock", ETIMEDOUT) { timedLockOfAnother(reads: false) },
        CWait("sigtimedwait", -1) {
          var set = sigset_t(), length = thirty
          sigemptyset(&set)
          sigaddset(&set, SIGUSR2)
          return sigtimedwait(&set, nil, &length)
        },
        CWait("pselect", 0) {
          var length = thirty
          return pselect(0, nil, nil, nil, &length, nil)
        },
        CWait("ppoll", 0) {
          var length = thirty
          return ppoll(nil, 0, &length, nil)
        },
        CWait("epoll_pwait2", 0) {
          let files = epoll_create1(0)
          defer { close(files) }
          var event = (UInt64(0), UInt64(0)), length = thirty
          return epoll_pwait2(files, &event, 1, &length, nil)
        },
        CWait("semtimedop", -1) {
          let semaphores = semget(0, 1, 0o600)
          defer { _ = semctl(semaphores, 0, 0) }
          var length = thirty, operation: (UInt16, Int16, Int16) = (0, -1, 0)
          return semtimedop(semaphores, &operation, 1, &length)
        },
        CWait("mq_timedreceive", -1) {
          var text: CChar = 0, end = soon()
          let queue = aQueueOfOne()
          defer { close(queue) }
          return CInt(mq_timedreceive(queue, &text, 1, nil, &end))
        },
        CWait("mq_timedsend", -1) {
          var end = soon()
          let queue = aQueueOfOne()
          defer { close(queue) }
          return mq_timedsend(queue, "a", 1, 0, &end) == 0 ? mq_timedsend(queue, "b", 1, 0, &end) : 0
        },
        CWait("pthread_cond_clockwait", ETIMEDOUT) {
          var mutex = pthread_mutex_t(), condition = pthread_cond_t(), end = soon(CLOCK_MONOTONIC)
          pthread_mutex_init(&mutex, nil)
          pthread_cond_init(&condition, nil)
          pthread_mutex_lock(&mutex)
          return pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &end)
        },
        CWait("epoll_wait", 0) {
          let files = epoll_create1(0)
          defer { close(files) }
          var event = (UInt64(0), UInt64(0))
          return epoll_wait(files, &event, 1, 30)
        },
        CWait("epoll_pwait", 0) {
          let files = epoll_create1(0)
          defer { close(files) }
          var event = (UInt64(0), UInt64(0))
          return epoll_pwait(files, &event, 1, 30, nil)
        },
        CWait("mtx_timedlock", 4) {
          withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { mutex in
            var end = soon()
            _ = mtx_init(mutex.baseAddress!, 2)  // with a limit
            _ = mtx_lock(mutex.baseAddress!)
            return mtx_timedlock(mutex.baseAddress!, &end)
          }
        },
        CWait("cnd_timedwait", 4) {
          withUnsafeTemporaryAllocation(byteCount: 128, alignment: 16) { memory in
            let mutex = memory.baseAddress!, condition = mutex + 64
            var end = soon()
            _ = mtx_init(mutex, 2)
            _ = cnd_init(condition)
            _ = mtx_lock(mutex)
            return cnd_timedwait(condition, mutex, &end)
          }
        },
        CWait("thrd_sleep", 0) {
          var length = thirty
          return thrd_sleep(&length, nil)
        },
        CWait("sem_clockwait", -1) {
          var semaphore = sem_t(), end = soon(CLOCK_MONOTONIC)
          sem_init(&semaphore, 0, 0)
          return sem_clockwait(&semaphore, CLOCK_MONOTONIC, &end)
        },
        CWait("pthread_mutex_clocklock", ETIMEDOUT) {
          var mutex = pthread_mutex_t(), end = soon(CLOCK_MONOTONIC)
          pthread_mutex_init(&mutex, nil)
          pthread_mutex_lock(&mutex)
          return pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &end)
        },
      ]
      /// A queue for one message of one byte, which nobody else finds.
      private static func aQueueOfOne() -> CInt {
        var attributes = [0, 1, 1, 0, 0, 0, 0, 0]
        // In a run both cases would draw the same name.
        let name = "/\(RunOfThread.withoutRun { UUID() })"
        defer { mq_unlink(name) }
        return mq_open(name, O_CREAT | O_RDWR, 0o600, &attributes)
      }
      private static func timedLockOfAnother(reads: Bool) -> CInt {
        nonisolated(unsafe) let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
        let isHeld = DispatchSemaphore(value: 0), isDone = DispatchSemaphore(value: 0)
        pthread_rwlock_init(lock, nil)
        RunOfThread.withoutRun {
          Thread.detachNewThread {
            pthread_rwlock_wrlock(lock)
            isHeld.signal()
            isDone.wait()
            pthread_rwlock_unlock(lock)
            isHeld.signal()
          }
        }
        isHeld.wait()
        var end = soon()
        defer {
          isDone.signal()
          isHeld.wait()
          lock.deallocate()
        }
        return reads ? pthread_rwlock_timedrdlock(lock, &end) : pthread_rwlock_timedwrlock(lock, &end)
      }
    }
    @Test(.enabled(if: callsAreVirtual))
    func everyClockOfTheCLibrary() async throws {
      for id in [CLOCK_REALTIME, CLOCK_TAI, CLOCK_MONOTONIC, CLOCK_BOOTTIME, 8, 9] {
        let passed = try await withVirtualTime { clock in
          func read() -> Int {
            var now = timespec()
            clock_gettime(id, &now)
            return now.tv_sec
          }
          let start = read()
          try await clock.sleep(for: .seconds(100))
          return read() - start
        }
        #expect(passed == 100, "clock \(id)")
      }
    }

    // MARK: Reported by name

    private static func report(_ body: @escaping @Sendable () throws -> Void) async -> String {
      do {
        try await withVirtualTime(patience: .seconds(120)) { _ in try body() }
        return ""
      } catch {
        return "\(error)"
      }
    }
    /// The same in every run of a process, not only in the first one.
    @Test(.enabled(if: callsAreVirtual), arguments: Departing.all)
    func reportedInEachRun(_ call: Departing) async {
      for _ in 0..<3 {
        let report = await Self.report(call.body)
        #expect(
          report.contains("at 0s: \(call.testDescription) in '") && report.contains("' works in real time; "),
          "\(report)"
        )
      }
    }
    struct Departing: Sendable, CustomTestStringConvertible {
      /// The name in the report.
      let testDescription: String
      let body: @Sendable () throws -> Void
      init(_ name: String, _ body: @escaping @Sendable () throws -> Void) {
        (testDescription, self.body) = (name, body)
      }

      /// A request for no file.
      private static func aRequest(_ body: (UnsafeMutableRawPointer) -> Void) {
        // Never freed: a thread of the C library writes the result into it, when it likes.
        let request = UnsafeMutableRawPointer.allocate(byteCount: 512, alignment: 16)
        request.initializeMemory(as: UInt8.self, repeating: 0, count: 512)
        request.storeBytes(of: -1, as: CInt.self)
        body(request)
      }
      private static let theSignal = __libc_current_sigrtmin() + 3
      /// A signal that has come already, and that the thread blocks.
      private static func aSignal(_ body: (UnsafePointer<sigset_t>) -> Void) {
        var signals = sigset_t(), before = sigset_t(), action = sigaction()
        sigemptyset(&signals)
        sigaddset(&signals, theSignal)
        action.__sigaction_handler.sa_handler = { _ in }
        sigaction(theSignal, &action, nil)
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        pthread_kill(pthread_self(), theSignal)
        body(&signals)
        pthread_sigmask(SIG_SETMASK, &before, nil)
      }
      static let all: [Departing] = [
        Departing("DispatchSource.makeReadSource") {
          DispatchSource.makeReadSource(fileDescriptor: 0).activate()
        },
        Departing("Process.run()") {
          let process = Process()
          process.executableURL = URL(fileURLWithPath: "/bin/true")
          try process.run()
        },
        Departing("posix_spawn") {
          var id = pid_t()
          var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
          posix_spawn(&id, "/bin/true", nil, nil, &arguments, nil)
          waitpid(id, nil, 0)
          free(arguments[0])
        },
        Departing("connect") {
          var address = sockaddr_in()
          address.sin_family = sa_family_t(AF_INET)
          let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
          withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
              _ = connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
          }
          close(file)
        },
        Departing("timerfd_settime") {
          let file = timerfd_create(CLOCK_MONOTONIC, 0)
          var timer = itimerspec()
          _ = timerfd_settime(file, 0, &timer, nil)
          close(file)
        },
        Departing("posix_spawnp") {
          var id = pid_t()
          var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
          posix_spawnp(&id, "true", nil, nil, &arguments, nil)
          waitpid(id, nil, 0)
          free(arguments[0])
        },
        Departing("system") { _ = system("true") },
        Departing("popen") { pclose(popen("true", "r")) },
        Departing("accept4") { _ = accept4(-1, nil, nil, 0) },
        Departing("alarm") { _ = alarm(0) },
        Departing("ualarm") { _ = ualarm(0, 0) },
        Departing("timer_settime") {
          var timer: timer_t?, never = itimerspec()
          timer_create(CLOCK_MONOTONIC, nil, &timer)
          timer_settime(timer, 0, &never, nil)
          timer_delete(timer)
        },
        Departing("setitimer") {
          withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { timer in
            timer.initializeMemory(as: UInt8.self, repeating: 0)
            _ = setitimer(0, timer.baseAddress!, nil)
          }
        },
        Departing("aio_read") { aRequest { _ = aio_read($0) } },
        Departing("aio_write") { aRequest { _ = aio_write($0) } },
        Departing("lio_listio") { aRequest { _ = lio_listio(1, $0, 0, nil) } },
        Departing("mq_notify") { _ = mq_notify(-1, nil) },
        Departing("thrd_create") {
          var thread: UInt = 0
          _ = thrd_create(&thread, { _ in 0 }, nil)
          _ = thrd_join(thread, nil)
        },
        Departing("signalfd") {
          var signals = sigset_t()
          sigemptyset(&signals)
          close(signalfd(-1, &signals, 0))
        },
        Departing("sigwaitinfo") { aSignal { _ = sigwaitinfo($0, nil) } },
        Departing("sigwait") {
          aSignal {
            var number: CInt = 0
            _ = sigwait($0, &number)
          }
        },
        Departing("sigsuspend") {
          aSignal { _ in
            var all = sigset_t()
            sigfillset(&all)
            sigdelset(&all, theSignal)
            _ = sigsuspend(&all)
          }
        },
        Departing("dispatch_group_async_f") {
          dispatch_group_async_f(dispatch_group_create(), dispatch_get_global_queue(0, 0), nil) { _ in }
        },
        Departing("dispatch_group_notify_f") {
          dispatch_group_notify_f(dispatch_group_create(), dispatch_get_global_queue(0, 0), nil) { _ in }
        },
        Departing("DispatchQueue.global().async") { dispatch_async_f(dispatch_get_global_queue(0, 0), nil) { _ in } },
        Departing("DispatchQueue.global().asyncAfter") {
          dispatch_after_f(0, dispatch_get_global_queue(0, 0), nil) { _ in }
        },
        Departing("DispatchIO.write") {
          DispatchIO.write(toFileDescriptor: -1, data: .empty, runningHandlerOn: .global()) { _, _ in }
        },
        Departing("DispatchIO.read") {
          DispatchIO.read(fromFileDescriptor: 0, maxLength: 0, runningHandlerOn: .global()) { _, _ in }
        },
        Departing("DispatchIO") {
          DispatchIO(type: .stream, fileDescriptor: 0, queue: .global()) { _ in }.close()
        },
      ]
    }
  }

  // Functions that the module of the C library does not declare for Swift.
  @_silgen_name("mtx_init") private func mtx_init(_: UnsafeMutableRawPointer, _: CInt) -> CInt
  @_silgen_name("mtx_lock") private func mtx_lock(_: UnsafeMutableRawPointer) -> CInt
  @_silgen_name("mtx_timedlock") private func mtx_timedlock(_: UnsafeMutableRawPointer, _: UnsafePointer<timespec>)
    -> CInt
  @_silgen_name("cnd_init") private func cnd_init(_: UnsafeMutableRawPointer) -> CInt
  @_silgen_name("cnd_timedwait") private func cnd_timedwait(
    _: UnsafeMutableRawPointer, _: UnsafeMutableRawPointer, _: UnsafePointer<timespec>
  ) -> CInt
  @_silgen_name("thrd_sleep") private func thrd_sleep(_: UnsafePointer<timespec>, _: UnsafeMutablePointer<timespec>?)
    -> CInt
  @_silgen_name("epoll_create1") private func epoll_create1(_: CInt) -> CInt
  @_silgen_name("epoll_wait") private func epoll_wait(_: CInt, _: UnsafeMutableRawPointer, _: CInt, _: CInt) -> CInt
  @_silgen_name("epoll_pwait") private func epoll_pwait(
    _: CInt, _: UnsafeMutableRawPointer, _: CInt, _: CInt, _: UnsafeRawPointer?
  ) -> CInt
  @_silgen_name("epoll_pwait2") private func epoll_pwait2(
    _: CInt, _: UnsafeMutableRawPointer, _: CInt, _: UnsafePointer<timespec>, _: UnsafeRawPointer?
  ) -> CInt
  @_silgen_name("ppoll") private func ppoll(
    _: UnsafeMutableRawPointer?, _: UInt, _: UnsafePointer<timespec>, _: UnsafeRawPointer?
  ) -> CInt
  @_silgen_name("semtimedop") private func semtimedop(
    _: CInt, _: UnsafeMutableRawPointer, _: Int, _: UnsafePointer<timespec>
  ) -> CInt
  @_silgen_name("semget") private func semget(_: CInt, _: CInt, _: CInt) -> CInt
  @_silgen_name("semctl") private func semctl(_: CInt, _: CInt, _: CInt) -> CInt
  @_silgen_name("pthread_cond_clockwait") private func pthread_cond_clockwait(
    _: UnsafeMutablePointer<pthread_cond_t>, _: UnsafeMutablePointer<pthread_mutex_t>, _: clockid_t,
    _: UnsafePointer<timespec>
  ) -> CInt
  @_silgen_name("mq_open") private func mq_open(
    _: UnsafePointer<CChar>, _: CInt, _: mode_t, _: UnsafePointer<Int>
  ) -> CInt
  @discardableResult @_silgen_name("mq_unlink") private func mq_unlink(_: UnsafePointer<CChar>) -> CInt
  @_silgen_name("mq_timedreceive") private func mq_timedreceive(
    _: CInt, _: UnsafeMutablePointer<CChar>, _: Int, _: UnsafeMutablePointer<CUnsignedInt>?, _: UnsafePointer<timespec>
  ) -> Int
  @_silgen_name("mq_timedsend") private func mq_timedsend(
    _: CInt, _: UnsafePointer<CChar>, _: Int, _: CUnsignedInt, _: UnsafePointer<timespec>
  ) -> CInt
  @_silgen_name("system") private func system(_: UnsafePointer<CChar>) -> CInt
  @_silgen_name("accept4") private func accept4(
    _: CInt, _: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?, _: CInt
  ) -> CInt
  @_silgen_name("ualarm") private func ualarm(_: CUnsignedInt, _: CUnsignedInt) -> CUnsignedInt
  @_silgen_name("setitimer") private func setitimer(
    _: CInt, _: UnsafeMutableRawPointer, _: UnsafeMutableRawPointer?
  ) -> CInt
  @_silgen_name("aio_read") private func aio_read(_: UnsafeMutableRawPointer) -> CInt
  @_silgen_name("aio_write") private func aio_write(_: UnsafeMutableRawPointer) -> CInt
  @_silgen_name("lio_listio") private func lio_listio(
    _: CInt, _: UnsafeMutableRawPointer, _: CInt, _: UnsafeMutableRawPointer?
  ) -> CInt
  @_silgen_name("mq_notify") private func mq_notify(_: CInt, _: UnsafeMutableRawPointer?) -> CInt
  @_silgen_name("thrd_create") private func thrd_create(
    _: UnsafeMutablePointer<UInt>, _: @convention(c) (UnsafeMutableRawPointer?) -> CInt, _: UnsafeMutableRawPointer?
  ) -> CInt
  @_silgen_name("thrd_join") private func thrd_join(_: UInt, _: UnsafeMutablePointer<CInt>?) -> CInt
  @_silgen_name("signalfd") private func signalfd(_: CInt, _: UnsafePointer<sigset_t>, _: CInt) -> CInt
  private typealias DispatchFunction = @convention(c) (UnsafeMutableRawPointer?) -> Void
  @_silgen_name("dispatch_group_create") private func dispatch_group_create() -> UnsafeMutableRawPointer
  @_silgen_name("dispatch_get_global_queue") private func dispatch_get_global_queue(
    _: Int, _: UInt
  ) -> UnsafeMutableRawPointer
  @_silgen_name("dispatch_group_async_f") private func dispatch_group_async_f(
    _: UnsafeMutableRawPointer, _: UnsafeMutableRawPointer, _: UnsafeMutableRawPointer?, _: DispatchFunction)
  @_silgen_name("dispatch_group_notify_f") private func dispatch_group_notify_f(
    _: UnsafeMutableRawPointer, _: UnsafeMutableRawPointer, _: UnsafeMutableRawPointer?, _: DispatchFunction)
  @_silgen_name("dispatch_async_f") private func dispatch_async_f(
    _: UnsafeMutableRawPointer, _: UnsafeMutableRawPointer?, _: DispatchFunction)
  @_silgen_name("dispatch_after_f") private func dispatch_after_f(
    _: UInt64, _: UnsafeMutableRawPointer, _: UnsafeMutableRawPointer?, _: DispatchFunction)
  @_silgen_name("timerfd_create") private func timerfd_create(_: CInt, _: CInt) -> CInt
  @_silgen_name("timerfd_settime") private func timerfd_settime(
    _: CInt, _: CInt, _: UnsafePointer<itimerspec>, _: UnsafeMutablePointer<itimerspec>?
  ) -> CInt
  @_silgen_name("sem_clockwait") private func sem_clockwait(
    _: UnsafeMutablePointer<sem_t>, _: clockid_t, _: UnsafePointer<timespec>
  ) -> CInt
  @_silgen_name("pthread_mutex_clocklock") private func pthread_mutex_clocklock(
    _: UnsafeMutablePointer<pthread_mutex_t>, _: clockid_t, _: UnsafePointer<timespec>
  ) -> CInt
#endif
