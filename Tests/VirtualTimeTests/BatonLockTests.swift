#if canImport(Glibc)
  import Foundation
  import Glibc
  import Pipes
  import Synchronization
  import Testing
  import VirtualTime

  /// A parked thread has a lock that another thread of the run wants.
  @Suite(.enabled(if: callsAreVirtual)) struct BatonLockTests {
    private typealias Log = QueueTests.Log
    private static func nap(_ seconds: Double, _ log: Log, _ name: String) {
      nap(seconds)
      log(name)
    }
    private static func nap(_ seconds: Double) { Thread.sleep(forTimeInterval: seconds) }

    enum Kind: CaseIterable, Sendable {
      case mutex, timedMutex, read, write, timedWrite, clocked, triedRead, triedWrite, spin, triedSpin, semaphore,
        timedSemaphore
    }
    /// Locks of the C library.
    final class CLocks: @unchecked Sendable {
      // Unchecked: they are made before the threads.
      let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
      let readWrite = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
      let spin = UnsafeMutablePointer<pthread_spinlock_t>.allocate(capacity: 1)
      let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
      init() {
        mutex.initialize(to: pthread_mutex_t())
        readWrite.initialize(to: pthread_rwlock_t())
        semaphore.initialize(to: sem_t())
        pthread_mutex_init(mutex, nil)
        pthread_rwlock_init(readWrite, nil)
        pthread_spin_init(spin, 0)
        sem_init(semaphore, 0, 1)
      }
      deinit {
        mutex.deallocate()
        readWrite.deallocate()
        spin.deallocate()
        semaphore.deallocate()
      }
      /// Runs a body with a lock. Returns false if a time of 1.5 s was over before.
      func locked(_ kind: Kind, isFirst: Bool, _ body: () -> Void) -> Bool {
        var end = timespec(), code: CInt = 0
        clock_gettime(kind == .clocked ? CLOCK_MONOTONIC : CLOCK_REALTIME, &end)
        let nanoseconds = end.tv_nsec + 500_000_000
        end.tv_sec += (isFirst ? 10 : 1) + nanoseconds / 1_000_000_000
        end.tv_nsec = nanoseconds % 1_000_000_000
        switch kind {
        case .mutex: code = pthread_mutex_lock(mutex)
        case .timedMutex: code = pthread_mutex_timedlock(mutex, &end)
        case .read: code = isFirst ? pthread_rwlock_rdlock(readWrite) : pthread_rwlock_wrlock(readWrite)
        case .write: code = isFirst ? pthread_rwlock_wrlock(readWrite) : pthread_rwlock_rdlock(readWrite)
        case .timedWrite: code = pthread_rwlock_timedwrlock(readWrite, &end)
        case .clocked:
          code =
            isFirst
            ? pthread_rwlock_clockwrlock(readWrite, CLOCK_MONOTONIC, &end)
            : pthread_rwlock_clockrdlock(readWrite, CLOCK_MONOTONIC, &end)
        case .triedRead: code = isFirst ? pthread_rwlock_tryrdlock(readWrite) : pthread_rwlock_wrlock(readWrite)
        case .triedWrite: code = isFirst ? pthread_rwlock_trywrlock(readWrite) : pthread_rwlock_rdlock(readWrite)
        case .spin: code = pthread_spin_lock(spin)
        case .triedSpin: code = isFirst ? pthread_spin_trylock(spin) : pthread_spin_lock(spin)
        case .semaphore: code = sem_wait(semaphore)
        case .timedSemaphore: code = sem_timedwait(semaphore, &end)
        }
        if code != 0 { return false }
        body()
        switch kind {
        case .mutex, .timedMutex: pthread_mutex_unlock(mutex)
        case .read, .write, .timedWrite, .clocked, .triedRead, .triedWrite: pthread_rwlock_unlock(readWrite)
        case .spin, .triedSpin: pthread_spin_unlock(spin)
        case .semaphore, .timedSemaphore: sem_post(semaphore)
        }
        return true
      }
    }
    /// The first thread has the lock for 2 s. The second one gets it then, or gives up at 1.5 s.
    @Test(arguments: Kind.allCases) func aLockOfC(_ kind: Kind) async throws {
      let text = try await withVirtualTime(patience: .seconds(60)) { clock in
        let log = Log(clock), locks = CLocks()
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            _ = locks.locked(kind, isFirst: true) {
              Self.nap(2)
              log("first")
            }
          }
          group.addTask {
            let isThere = locks.locked(kind, isFirst: false) { log("second") }
            if !isThere { log("gives up") }
          }
          group.addTask {
            try? await Task.sleep(for: .seconds(1))
            log("beside")
          }
        }
        return log.text
      }
      let isTimed = [Kind.timedMutex, .timedWrite, .clocked, .timedSemaphore].contains(kind)
      #expect(
        text == (isTimed ? "1000:beside 1500:gives up 2000:first" : "1000:beside 2000:first 2000:second"), "\(kind)")
    }
    private final class OwnLock: Sendable {
      let isTaken = Atomic<Bool>(false)
      /// A lock of the kernel that no stand-in knows: a pipe with one byte.
      let ends: (read: CInt, write: CInt)
      init() {
        var files: [CInt] = [0, 0]
        _ = pipe(&files)
        ends = (files[0], files[1])
        give()
      }
      deinit {
        close(ends.read)
        close(ends.write)
      }
      func take() {
        var byte: UInt8 = 0
        _ = read(ends.read, &byte, 1)
      }
      func give() {
        var byte: UInt8 = 0
        _ = write(ends.write, &byte, 1)
      }
    }
    /// A lock that the kit does not know. (The thread sanitizer keeps signals back.) When the patience is over, the thread that waits for it is parked by force: the
    /// outcome is that of a known one.
    @Test func aLockThatNobodyKnows() async throws {
      let text = try await withVirtualTime(patience: .milliseconds(500)) { clock in
        let log = Log(clock), lock = OwnLock()
        await withTaskGroup(of: Void.self) { group in
          for name in ["a", "b"] {
            group.addTask {
              lock.take()
              (1...3).forEach { Self.nap(1, log, "\(name)\($0)") }
              lock.give()
            }
          }
          group.addTask {
            for part in 1...4 {
              try? await Task.sleep(for: .milliseconds(900))
              log("\(part)")
            }
            usleep(1)
          }
        }
        return log.text
      }
      #expect(
        text
          == "900:1 1000:a1 1800:2 2000:a2 2700:3 3000:a3 3600:4 4000:b1 5000:b2 6000:b3")
    }
    /// A lock whose waiter never gives its processor away.
    @Test func aLockThatSpins() async throws {
      let text = try await withVirtualTime(patience: .milliseconds(100)) { clock in
        let log = Log(clock), lock = OwnLock()
        await withTaskGroup(of: Void.self) { group in
          for name in ["a", "b"] {
            group.addTask {
              while !lock.isTaken.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged {}
              Self.nap(1)
              log(name)
              lock.isTaken.store(false, ordering: .releasing)
            }
          }
          group.addTask {
            try? await Task.sleep(for: .milliseconds(900))
            log("beside")
          }
        }
        return log.text
      }
      #expect(text == "900:beside 1000:a 2000:b")
    }
    /// Threads wait for each other: the run tells who waits for whom.
    @Test func aLockThatIsNeverFree() async throws {
      let error = await #expect(throws: VirtualTimeError.self) {
        try await withVirtualTime(patience: .milliseconds(500)) { _ in
          let lock = OwnLock(), semaphore = DispatchSemaphore(value: 0)
          await withTaskGroup(of: Void.self) { group in
            group.addTask { Self.wait(lock, semaphore) }
            group.addTask {
              lock.take()
              semaphore.signal()
            }
          }
        }
      }
      let text = try "\(#require(error))"
      #expect(
        text.hasSuffix(
          "it blocks its thread, or it loops\n  another thread waits in 'BatonLockTests.wait(_:_:)'"), "\(text)")
    }
    @Test func locksThatCross() async throws {
      let error = await #expect(throws: VirtualTimeError.self) {
        try await withVirtualTime(patience: .milliseconds(500)) { _ in
          let locks = [NSLock(), NSLock(), NSLock()]
          await withTaskGroup(of: Void.self) { group in
            group.addTask { Self.first(locks[0], locks[1]) }
            group.addTask { Self.second(locks[1], locks[2]) }
            group.addTask { Self.third(locks[2], locks[0]) }
          }
        }
      }
      // Each waits for the next one; the first goes on in vain.
      let text = try "\(#require(error))"
      #expect(
        Self.merged(text).hasSuffix(
          Self.merged(
            "it waits in a lock in 'BatonLockTests.first(_:_:)'\n"
              + "  another thread waits for a lock in 'BatonLockTests.second(_:_:)', which the one in "
              + "'BatonLockTests.third(_:_:)' has\n"
              + "  another thread waits for a lock in 'BatonLockTests.third(_:_:)', which this one has")), "\(text)")
    }
    /// The three functions are one in an optimized build.
    private static func merged(_ text: String) -> String {
      #if DEBUG
        text
      #else
        text.replacing("second(", with: "first(").replacing("third(", with: "first(")
      #endif
    }
    @inline(never)
    private static func first(_ a: NSLock, _ b: NSLock) {
      a.lock()
      nap(1)
      b.lock()
    }
    @inline(never)
    private static func second(_ a: NSLock, _ b: NSLock) {
      a.lock()
      nap(2)
      b.lock()
    }
    @inline(never)
    private static func third(_ a: NSLock, _ b: NSLock) {
      a.lock()
      nap(3)
      b.lock()
    }
    @inline(never)
    private static func wait(_ lock: OwnLock, _ semaphore: DispatchSemaphore) {
      lock.take()
      semaphore.wait()
      lock.give()
    }

    // MARK: Runs inside a run

    // The patience is beyond the limit of the test: a thread that it stops would find the same way out.

    /// A thread of the outer run sleeps with a lock that the inner one wants.
    @Test(.timeLimit(.minutes(60)), arguments: [Kind.mutex, .write]) func aRunInsideARun(_ kind: Kind) async throws {
      let text = try await withVirtualTime(patience: .seconds(36_000)) { clock in
        let log = Log(clock), locks = CLocks()
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            _ = locks.locked(kind, isFirst: true) {
              Self.nap(2)
              log("outer")
            }
          }
          group.addTask {
            try? await withVirtualTime(patience: .seconds(36_000)) { inner in
              _ = locks.locked(kind, isFirst: false) { log("inner \(inner.now)") }
              Self.nap(1)
              log("inner \(inner.now)")
            }
            log("over")
          }
          group.addTask {
            try? await Task.sleep(for: .seconds(1))
            log("beside")
          }
        }
        return log.text
      }
      #expect(text == "1000:beside 2000:outer 2000:inner 0s 2000:inner 1s 2000:over")
    }
    /// A test of a timeline in a job, which wants a lock of the run.
    @Test(.timeLimit(.minutes(60))) func aTestInsideARun() async throws {
      let text = try await withVirtualTime(patience: .seconds(36_000)) { clock in
        let log = Log(clock), locks = CLocks()
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            _ = locks.locked(.mutex, isFirst: true) {
              Self.nap(2)
              log("outer")
            }
          }
          group.addTask {
            let timeline = Timeline()
            timeline.schedule(at: VirtualInstant(nanoseconds: 5)) {
              _ = locks.locked(.mutex, isFirst: false) { log("inner \(timeline.now)") }
            }
            try? timeline.performUnawaited { try timeline.run() }
          }
        }
        return log.text
      }
      #expect(text == "2000:outer 2000:inner 5ns")
    }

    // MARK: Time that is held

    /// A thread is parked when the test holds the time: its sleep ends when the test has advanced it.
    @Test func holding() async throws {
      let text = try await withVirtualTime(patience: .seconds(60)) { clock in
        let log = Log(clock)
        let other = Task {
          Self.nap(2)
          log("slept")
        }
        let third = Task {
          try await Task.sleep(for: .seconds(3))
          log("third")
        }
        try await Task.sleep(for: .seconds(1))
        clock.hold()
        for _ in 0..<3 { await Task.yield() }
        log("held")
        try await clock.advance(by: .milliseconds(500))
        log("advanced")
        try await clock.advance(by: .milliseconds(500))
        await other.value
        log("again")
        clock.goOn()
        try await third.value
        return log.text
      }
      #expect(text == "1000:held 1500:advanced 2000:slept 2000:again 3000:third")
    }
    /// A body that waits while it holds the time is told so, also when a thread is parked.
    @Test func waitingWhileTimeIsHeld() async throws {
      await #expect(throws: VirtualTimeError.self) {
        try await withVirtualTime(patience: .milliseconds(300)) { clock in
          let other = Task { Self.nap(2) }
          try await Task.sleep(for: .seconds(1))
          clock.hold()
          await other.value
        }
      }
    }
  }

  // Functions that the module of the C library does not declare for Swift.
  @_silgen_name("pthread_rwlock_clockrdlock") private func pthread_rwlock_clockrdlock(
    _: UnsafeMutablePointer<pthread_rwlock_t>, _: clockid_t, _: UnsafePointer<timespec>
  ) -> CInt
  @_silgen_name("pthread_rwlock_clockwrlock") private func pthread_rwlock_clockwrlock(
    _: UnsafeMutablePointer<pthread_rwlock_t>, _: clockid_t, _: UnsafePointer<timespec>
  ) -> CInt
#endif
