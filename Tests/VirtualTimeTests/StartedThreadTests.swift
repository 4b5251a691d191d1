#if canImport(Glibc)
  import Dispatch
  import Foundation
  import Glibc
  import Pipes
  import Testing
  import VirtualTime

  /// Threads that the code of a run starts: threads of the run, one of which runs at each instant.
  @Suite(.enabled(if: callsAreVirtual)) struct StartedThreadTests {
    private typealias Log = QueueTests.Log
    private static func run(_ body: @escaping @Sendable (Log) async throws -> Void) async throws -> String {
      try await withVirtualTime(patience: .seconds(120)) { clock in
        let log = Log(clock)
        try await body(log)
        return log.text
      }
    }
    private static func report(
      patience: Duration = .milliseconds(300), _ body: @escaping @Sendable () async throws -> Void
    ) async throws -> String {
      let error = await #expect(throws: (any Error).self) {
        try await withVirtualTime(patience: patience) { _ in try await body() }
      }
      return try "\(#require(error))"
    }
    private static func nap(_ seconds: Double) { Thread.sleep(forTimeInterval: seconds) }
    private static func signal(_ semaphore: DispatchSemaphore) { semaphore.signal() }
    @inline(never)
    private static func wait(_ semaphore: DispatchSemaphore) { semaphore.wait() }
    /// A thread of the C library, by its function.
    private static func thread(_ body: @escaping () -> Int) -> pthread_t {
      final class Body {
        let run: () -> Int
        init(_ run: @escaping () -> Int) { self.run = run }
      }
      var thread = pthread_t()
      let code = pthread_create(
        &thread, nil,
        {
          let body = Unmanaged<Body>.fromOpaque($0!).takeRetainedValue()
          return UnsafeMutableRawPointer(bitPattern: body.run())
        }, Unmanaged.passRetained(Body(body)).toOpaque())
      precondition(code == 0)
      return thread
    }
    private static func join(_ thread: pthread_t) -> Int {
      var result: UnsafeMutableRawPointer?
      precondition(pthread_join(thread, &result) == 0)
      return Int(bitPattern: result)
    }

    // MARK: Turns

    @Test func inTheOrderOfTheirStarts() async throws {
      let text = try await Self.run { log in
        for name in ["a", "b", "c"] {
          Thread.detachNewThread {
            log(name)
            Self.nap(name == "a" ? 2 : 1)
            log(name + name)
          }
        }
        log("body")
        try await Task.sleep(for: .seconds(3))
      }
      #expect(text == "0:body 0:a 0:b 0:c 1000:bb 1000:cc 2000:aa")
    }
    /// Sleeps are drawn, and no two threads wake at one instant.
    @Test(arguments: 1...20) func anySleeps(_ seed: UInt64) async throws {
      var random = SplitMixSequence(seed: seed)
      func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(random.next() % UInt64(range.count))
      }
      let count = number(1...6)
      var naps = [[Int]](repeating: [], count: count)
      var expected: [(Int, String)] = []
      for thread in 0..<count {
        var now = 0
        for _ in 0..<number(0...8) {
          // The instants of a thread are those that have its number for a remainder.
          let length = number(1...40) * count + (now == 0 ? thread : 0)
          naps[thread].append(length)
          now += length
          expected.append((now, "\(now):\(thread)"))
        }
      }
      let plan = naps
      let text = try await Self.run { log in
        for thread in 0..<count {
          Thread.detachNewThread {
            for length in plan[thread] {
              Self.nap(Double(length) / 1000)
              log("\(thread)")
            }
          }
        }
        try await Task.sleep(for: .seconds(100))
      }
      #expect(text == expected.sorted { $0.0 < $1.0 }.map(\.1).joined(separator: " "))
    }
    @Test func whatAThreadSees() async throws {
      let text = try await Self.run { log in
        let thread = Thread {
          Thread.current.threadDictionary["key"] = 7
          Thread.current.name = "worker"
          Self.nap(1)
          let known = Thread.current.threadDictionary["key"] as? Int
          log("\(Thread.isMainThread) \(Thread.current.name ?? "-") \(known ?? 0) \(Thread.current.isExecuting)")
          log("\(Date().timeIntervalSinceReferenceDate) \(DispatchQueue.main.sync { Thread.isMainThread })")
        }
        thread.start()
        log("\(thread.isExecuting)")
        try await Task.sleep(for: .seconds(2))
        log("\(thread.isFinished)")
      }
      #expect(text == "0:false 1000:false worker 7 true 1000:1.0 true 2000:true")
    }
    @Test func aThreadInsideAThread() async throws {
      let text = try await Self.run { log in
        await withCheckedContinuation { continuation in
          Thread.detachNewThread {
            Thread.detachNewThread {
              Self.nap(2)
              log("inner")
              continuation.resume()
            }
            Self.nap(1)
            log("outer")
          }
        }
        log("body")
      }
      #expect(text == "1000:outer 2000:inner 2000:body")
    }
    @Test func aTaskOfAThread() async throws {
      let text = try await Self.run { log in
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
          Thread.detachNewThread {
            Task {
              try await Task.sleep(for: .seconds(2))
              log("task")
              continuation.resume()
            }
            DispatchQueue.global().asyncAfter(deadline: .now() + 1) { log("queue") }
            log("thread")
          }
        }
      }
      #expect(text == "0:thread 1000:queue 2000:task")
    }

    // MARK: Waits

    @Test func aWorkerWithACondition() async throws {
      final class Jobs: @unchecked Sendable {
        // Unchecked: the condition guards them.
        private let condition = NSCondition()
        private var jobs: [Double?] = []
        func add(_ job: Double?) {
          condition.withLock {
            jobs.append(job)
            condition.signal()
          }
        }
        func next() -> Double? {
          condition.withLock {
            while jobs.isEmpty { condition.wait() }
            return jobs.removeFirst()
          }
        }
      }
      let text = try await Self.run { log in
        let jobs = Jobs(), isOver = DispatchSemaphore(value: 0)
        Thread {
          while let job = jobs.next() {
            Self.nap(job)
            log("job \(job)")
          }
          isOver.signal()
        }.start()
        try await Task.sleep(for: .seconds(1))
        jobs.add(2)
        jobs.add(3)
        jobs.add(nil)
        log("given")
        Self.wait(isOver)
        log("over")
      }
      #expect(text == "1000:given 3000:job 2.0 6000:job 3.0 6000:over")
    }
    @Test func aLock() async throws {
      let text = try await Self.run { log in
        let lock = NSLock()
        for name in ["a", "b"] {
          Thread.detachNewThread {
            lock.withLock {
              Self.nap(1)
              log(name)
            }
          }
        }
        try await Task.sleep(for: .seconds(5))
      }
      #expect(text == "1000:a 2000:b")
    }
    /// Threads that wait for each other go on when the last one has come, twice.
    @Test func aBarrierOfThreads() async throws {
      nonisolated(unsafe) let barrier = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1)
      defer { barrier.deallocate() }
      pthread_barrier_init(barrier, nil, 3)
      let last = SharedLog()
      let text = try await Self.run { log in
        for seconds in 1...3 {
          Thread.detachNewThread {
            for _ in 0..<2 {
              Self.nap(Double(seconds))
              if pthread_barrier_wait(barrier) == PTHREAD_BARRIER_SERIAL_THREAD { last("\(seconds)") }
              log("\(seconds)")
            }
          }
        }
        try await Task.sleep(for: .seconds(10))
      }
      let parts = text.split(separator: " ")
      #expect(last.entries == ["3", "3"])
      #expect(parts.prefix(3).sorted() == ["3000:1", "3000:2", "3000:3"])
      #expect(parts.dropFirst(3).sorted() == ["6000:1", "6000:2", "6000:3"])
    }
    @Test func theMainActorWaits() async throws {
      let text = try await Self.run { log in
        await MainActor.run {
          let isOver = DispatchSemaphore(value: 0)
          Thread.detachNewThread {
            Self.nap(1)
            log("thread \(Thread.isMainThread)")
            isOver.signal()
          }
          DispatchQueue.main.async { log("main") }
          Self.wait(isOver)
          log("woken \(Thread.isMainThread)")
        }
        try await Task.sleep(for: .seconds(1))
      }
      #expect(text == "1000:thread false 1000:woken true 1000:main")
    }
    @Test func joins() async throws {
      let text = try await Self.run { log in
        let thread = Self.thread {
          Self.nap(3)
          log("over")
          return 7
        }
        #expect(Self.join(thread) == 7)
        log("joined")
        let next = Self.thread { 8 }
        #expect(Self.join(next) == 8)
      }
      #expect(text == "3000:over 3000:joined")
    }

    // MARK: Ends

    /// A thread that is over has released its values when another one goes on.
    @Test func exits() async throws {
      final class Value: Sendable {
        let log: Log
        init(_ log: Log) { self.log = log }
        deinit { log("released") }
      }
      let text = try await Self.run { log in
        Thread.detachNewThread {
          Thread.current.threadDictionary["key"] = Value(log)
          Self.nap(1)
        }
        Thread.detachNewThread {
          Self.nap(1.5)
          log("exit")
          Thread.exit()
        }
        let thread = Self.thread {
          Self.nap(2)
          pthread_exit(UnsafeMutableRawPointer(bitPattern: 9))
        }
        #expect(Self.join(thread) == 9)
        log("joined")
      }
      #expect(text == "1000:released 1500:exit 2000:joined")
    }
    /// A flag, as in the program.
    @Test func cancel() async throws {
      let text = try await Self.run { log in
        let thread = Thread {
          while !Thread.current.isCancelled { Self.nap(1) }
          log("cancelled")
        }
        thread.start()
        try await Task.sleep(for: .milliseconds(2500))
        thread.cancel()
        try await Task.sleep(for: .seconds(1))
        log("\(thread.isFinished)")
      }
      #expect(text == "3000:cancelled 3500:true")
    }
    /// The thread sleeps when the body returns: its time passes.
    @Test func aThreadThatOutlivesTheBody() async throws {
      let log = Guarded<[String]>([])
      for _ in 0..<10 {
        try await withVirtualTime { clock in
          for seconds in [2, 1] {
            Thread.detachNewThread {
              Self.nap(Double(seconds))
              log.with { $0.append("\(seconds) at \(clock.now)") }
            }
          }
        }
      }
      #expect(log.with { $0 } == Array(repeating: ["1 at 1s", "2 at 2s"], count: 10).flatMap { $0 })
    }
    /// A worker that waits for work when the run is over goes on in real time when it gets some.
    @Test func aWorkerThatIsLeft() async throws {
      let work = DispatchSemaphore(value: 0), done = DispatchSemaphore(value: 0), date = Guarded(Date?.none)
      let before = Date()
      try await withVirtualTime { _ in
        Thread.detachNewThread {
          Self.wait(work)
          Self.nap(0.001)
          date.with { $0 = Date() }
          done.signal()
        }
        try await Task.sleep(for: .seconds(1))
      }
      #expect(date.with { $0 } == nil)
      Self.signal(work)
      Self.wait(done)
      #expect(try #require(date.with { $0 }) > before)
    }
    @Test func aThreadThatSleepsForEver() async throws {
      let ticks = Count()
      let text = try await Self.report { Self.startTicker(ticks) }
      #expect(
        text
          == "the body has returned, but a thread that 'StartedThreadTests.startTicker(_:)' has started sleeps again and "
          + "again at 1000s: let it end when nobody needs it any more")
      #expect(ticks.count == 1_000)
    }
    private final class Count: Sendable {
      private let value = Guarded(0)
      var count: Int { value.with { $0 } }
      func add() { value.with { $0 += 1 } }
    }
    @inline(never)
    private static func startTicker(_ ticks: Count) {
      Thread.detachNewThread {
        while true {
          nap(1)
          ticks.add()
        }
      }
    }
    /// The body waits for what never comes, and time passes for the thread alone.
    @Test func aTickerWhileTheBodyWaits() async throws {
      let error = await #expect(throws: Timeline.Runaway.self) {
        try await withVirtualTime(on: Timeline(actionsPerRun: 1_000), patience: .seconds(60)) { _ in
          Self.startTicker(Count())
          await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
      }
      #expect("\(try #require(error))".contains("a thread that waits"), "\(error!)")
    }
    /// A thread that takes a lock again at once keeps the body from it for ever: the run ends, and says so.
    @Test(arguments: LockOfTicker.allCases) fileprivate func aTickerThatKeepsALock(_ lock: LockOfTicker) async throws {
      let ticks = Count(), waits = lock.make()
      let error = await #expect(throws: Timeline.Runaway.self) {
        try await withVirtualTime(on: Timeline(actionsPerRun: 1_000), patience: .seconds(1)) { _ in
          Self.startTicker(ticks, waits)
          try await Task.sleep(for: .milliseconds(500))
          waits {}
        }
      }
      #expect("\(try #require(error))".contains("a thread that waits"), "\(error!)")
      #expect(ticks.count < 10_000)
    }
    private static func startTicker(_ ticks: Count, _ waits: @escaping @Sendable (_ body: () -> Void) -> Void) {
      @Sendable func tick() {
        nap(1)
        ticks.add()
      }
      Thread.detachNewThread { while true { waits(tick) } }
    }
    enum LockOfTicker: CaseIterable {
      case lock, condition, semaphore, mutex
      private final class Holder: Sendable {
        let mutex = Guarded(0)
      }
      func make() -> @Sendable (_ body: () -> Void) -> Void {
        let lock = NSLock(), condition = NSCondition(), semaphore = DispatchSemaphore(value: 1), holder = Holder()
        return { body in
          switch self {
          case .lock: lock.withLock(body)
          case .condition: condition.withLock(body)
          case .semaphore:
            semaphore.wait()
            body()
            semaphore.signal()
          case .mutex: holder.mutex.with { _ in body() }
          }
        }
      }
    }
    @Test func aLoopWithoutASleep() async throws {
      let mayEnd = Count()
      let text = try await Self.report {
        Self.startLoop(mayEnd)
        try await Task.sleep(for: .seconds(1))
      }
      mayEnd.add()
      // An optimized build has one function for `startLoop` and `startTicker`.
      let starter = /it loops\n  it is a thread that 'StartedThreadTests\.start(Loop|Ticker)\(_:\)' has started/
      #expect(text.contains(starter), "\(text)")
    }
    @inline(never)
    private static func startLoop(_ mayEnd: Count) {
      Thread.detachNewThread { while mayEnd.count == 0 {} }
    }
    @Test func waitingForAThreadThatWaits() async throws {
      let text = try await Self.report {
        let semaphore = DispatchSemaphore(value: 0)
        await withUnsafeContinuation { continuation in
          Self.startWaiter(semaphore) { continuation.resume() }
        }
      }
      #expect(text.hasPrefix("nothing is left to do at 0s, but the body still waits"), "\(text)")
      #expect(text.contains("\n  another thread waits in 'StartedThreadTests.wait(_:)'"), "\(text)")
    }
    @inline(never)
    private static func startWaiter(_ semaphore: DispatchSemaphore, _ body: @escaping @Sendable () -> Void) {
      Thread.detachNewThread {
        wait(semaphore)
        body()
      }
    }

    // MARK: Reports

    /// It would keep the run waiting. The report comes without waiting for the patience, and the other threads go on.
    @Test(arguments: OutsideWait.all) private func waitingOutside(_ wait: OutsideWait) async throws {
      let waiter = try wait.prepare(),
        text = try await Self.report(patience: .seconds(600)) {
          Self.startWaiter(waiter)
          Thread.detachNewThread { Self.nap(0.5) }
          try await Task.sleep(for: .seconds(1))
        }
      let caller = "\(wait.testDescription) in 'StartedThreadTests."
      #expect(text.hasPrefix("work left virtual time at 0s: \(caller)") && text.contains(" in real time"), "\(text)")
      waiter.end()
    }
    /// It waits for any child, and would take that of another test: here the process has one test.
    @Test func waitingForAnyChild() async {
      await #expect(processExitsWith: .success) {
        try await StartedThreadTests().waitingOutside(.child("wait3") { _ in _ = wait3(nil, 0, nil) })
      }
      await #expect(processExitsWith: .success) {
        try await StartedThreadTests().waitingOutside(.child("wait") { _ in _ = Glibc.wait(nil) })
      }
    }
    @inline(never)
    private static func startWaiter(_ waiter: OutsideWait.Waiter) {
      Thread.detachNewThread { waiter.wait() }
    }
    private struct OutsideWait: CustomTestStringConvertible, Sendable {
      struct Waiter: Sendable {
        let wait: @Sendable () -> Void, end: @Sendable () -> Void
      }
      let testDescription: String
      let prepare: @Sendable () throws -> Waiter
      /// Waits for a pipe, or another pair of files.
      private static func files(_ name: String, isSocket: Bool = false, _ wait: @escaping @Sendable (CInt) -> Void)
        -> Self
      {
        OutsideWait(testDescription: name) {
          var files: [CInt] = [0, 0]
          let code = isSocket ? socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &files) : pipe(&files), ends = files
          try #require(code == 0)
          return Waiter(wait: { wait(ends[0]) }, end: { close(ends[1]) })
        }
      }
      static func child(_ name: String, _ wait: @escaping @Sendable (pid_t) -> Void) -> Self {
        OutsideWait(testDescription: name) {
          let process = Process()
          process.executableURL = URL(fileURLWithPath: "/bin/sleep")
          process.arguments = ["20"]
          try process.run()
          let id = process.processIdentifier
          return Waiter(wait: { wait(id) }, end: { process.terminate() })
        }
      }
      static let all: [OutsideWait] = [
        files("poll") { file in
          var wanted = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
          poll(&wanted, 1, -1)
        },
        files("read") { file in
          var byte: UInt8 = 0
          _ = read(file, &byte, 1)
        },
        files("readv") { file in
          var byte: UInt8 = 0
          withUnsafeMutablePointer(to: &byte) { byte in
            var part = iovec(iov_base: byte, iov_len: 1)
            _ = readv(file, &part, 1)
          }
        },
        files("recv", isSocket: true) { file in
          var byte: UInt8 = 0
          _ = recv(file, &byte, 1, 0)
        },
        files("recvfrom", isSocket: true) { file in
          var byte: UInt8 = 0
          _ = recvfrom(file, &byte, 1, 0, nil, nil)
        },
        files("recvmsg", isSocket: true) { file in
          var message = msghdr()
          _ = recvmsg(file, &message, 0)
        },
        OutsideWait(testDescription: "accept") {
          let file = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
          var address = sockaddr(sa_family: sa_family_t(AF_UNIX), sa_data: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
          // A name of the family alone lets the system choose an address.
          let codes = [bind(file, &address, 2), listen(file, 1)]
          try #require(codes == [0, 0])
          return Waiter(wait: { _ = accept(file, nil, nil) }, end: { shutdown(file, CInt(SHUT_RDWR)) })
        },
        child("waitpid") { _ = waitpid($0, nil, 0) },
        child("wait4") { _ = wait4($0, nil, 0, nil) },
        child("waitid") { id in
          var info = siginfo_t()
          _ = waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT)
        },
      ]
    }
    /// Data that is there already is no wait.
    @Test func readingWhatIsThere() async throws {
      let text = try await Self.run { log in
        let pipe = Pipe()
        pipe.fileHandleForWriting.write(Data([7]))
        let thread = Self.thread {
          Self.nap(1)
          var byte: UInt8 = 0
          let count = read(pipe.fileHandleForReading.fileDescriptor, &byte, 1)
          return count * Int(byte)
        }
        log("\(Self.join(thread))")
      }
      #expect(text == "1000:7")
    }
    @Test func joinsWithALimit() async throws {
      let text = try await Self.run { log in
        let thread = Self.thread {
          Self.nap(3)
          return 7
        }
        func soon(_ clock: clockid_t) -> timespec {
          var now = timespec()
          clock_gettime(clock, &now)
          now.tv_nsec += 30_000_000
          return now
        }
        var end = soon(CLOCK_REALTIME), monotonicEnd = soon(CLOCK_MONOTONIC)
        log("\(pthread_timedjoin_np(thread, nil, &end) == ETIMEDOUT)")
        log("\(pthread_clockjoin_np(thread, nil, CLOCK_MONOTONIC, &monotonicEnd) == ETIMEDOUT)")
        log("\(pthread_tryjoin_np(thread, nil) == EBUSY)")
        monotonicEnd.tv_sec += 10
        var result: UnsafeMutableRawPointer?
        log("\(pthread_clockjoin_np(thread, &result, CLOCK_MONOTONIC, &monotonicEnd)) \(Int(bitPattern: result))")
        let next = Self.thread { 8 }
        end.tv_sec += 10
        log("\(pthread_timedjoin_np(next, &result, &end)) \(Int(bitPattern: result))")
      }
      #expect(text == "30:true 30:true 30:true 3000:0 7 3000:0 8")
    }
    @Test func thePriorityOfAThread() async throws {
      let text = try await Self.run { log in
        let thread = Thread { log("\(Thread.current.qualityOfService == .utility)") }
        thread.qualityOfService = .utility
        thread.stackSize = 1 << 20
        thread.start()
        try await Task.sleep(for: .seconds(1))
        log("\(thread.isFinished) \(thread.stackSize == 1 << 20)")
      }
      #expect(text == "0:true 1000:true true")
    }
    @Test func cancellingAThread() async throws {
      let text = try await Self.report(patience: .seconds(20)) {
        let thread = Self.thread {
          Self.nap(1)
          return 1
        }
        pthread_cancel(thread)
        #expect(Self.join(thread) == 1)
      }
      #expect(text.contains("pthread_cancel in 'StartedThreadTests.cancellingAThread()'"), "\(text)")
    }
  }

  // Functions that the module of the C library does not declare for Swift.
  @_silgen_name("pthread_timedjoin_np") private func pthread_timedjoin_np(
    _: pthread_t, _: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _: UnsafePointer<timespec>
  ) -> CInt
  @_silgen_name("pthread_clockjoin_np") private func pthread_clockjoin_np(
    _: pthread_t, _: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _: clockid_t, _: UnsafePointer<timespec>
  ) -> CInt
  @_silgen_name("pthread_tryjoin_np") private func pthread_tryjoin_np(
    _: pthread_t, _: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> CInt
#endif
