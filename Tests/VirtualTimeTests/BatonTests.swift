#if canImport(Glibc)
  import Dispatch
  import Foundation
  import Pipes
  import Testing
  import VirtualTime

  /// A thread that blocks inside a run gives its turn away: exactly one thread runs at each instant.
  @Suite(.enabled(if: RealClocks.unavailable == nil)) struct BatonTests {
    private typealias Log = QueueTests.Log
    /// Runs a body, and the tasks that it starts, to their end.
    private static func run(_ body: @escaping @Sendable (Log) async throws -> Void) async throws -> String {
      try await withVirtualTime(patience: .seconds(120)) { clock in
        let log = Log(clock)
        try await body(log)
        return log.text
      }
    }
    private static func nap(_ seconds: Double) { Thread.sleep(forTimeInterval: seconds) }

    private static func nap(_ seconds: Double, _ log: Log, _ name: String) {
      log(name)
      nap(seconds)
    }

    // MARK: Sleeps

    @Test func aLimitBesideBlockingWork() async throws {
      let text = try await Self.run { log in
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            Self.nap(10)
            log("work")
          }
          group.addTask {
            guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
            log("limit")
          }
          await group.next()
          group.cancelAll()
        }
      }
      #expect(text == "1000:limit 10000:work")
    }
    @Test(.enabled(if: callsAreVirtual)) func sleepsThatCross() async throws {
      let text = try await Self.run { log in
        await withTaskGroup(of: Void.self) { group in
          for seconds in [3, 1, 2] {
            group.addTask {
              Self.nap(Double(seconds))
              log("\(seconds)")
              usleep(500_000)
              log("\(seconds)+")
            }
          }
        }
        log("over")
      }
      #expect(text == "1000:1 1500:1+ 2000:2 2500:2+ 3000:3 3500:3+ 3500:over")
    }
    /// The sleep ends first that was first, although the other one began inside of it.
    @Test func aSleepInsideOfASleep() async throws {
      let text = try await Self.run { log in
        let other = Task {
          try await Task.sleep(for: .seconds(1))
          log("begins")
          Self.nap(10)
          log("inner")
        }
        try await Task.sleep(for: .milliseconds(500))
        Self.nap(2)
        log("outer")
        try await Task.sleep(for: .seconds(1))
        log("goes on")
        try await other.value
      }
      #expect(text == "1000:begins 2500:outer 3500:goes on 11000:inner")
    }
    /// A loop that waits until another task has done something.
    @Test(.enabled(if: callsAreVirtual)) func polling() async throws {
      let text = try await Self.run { log in
        let isDone = DispatchSemaphore(value: 0)
        Task {
          try await Task.sleep(for: .seconds(1))
          isDone.signal()
        }
        while isDone.wait(timeout: .now()) == .timedOut { usleep(300_000) }
        log("done")
      }
      #expect(text == "1200:done")
    }
    /// The body has returned: a thread that sleeps goes on, and its time passes.
    @Test func theEndOfTheRun() async throws {
      let timeline = Timeline()
      let log = try await withVirtualTime(on: timeline) { clock in
        let log = Log(clock)
        Task {
          Self.nap(5)
          log("slept")
        }
        Task {
          do { try await Task.sleep(for: .seconds(100)) } catch { log("cancelled") }
        }
        try await clock.sleep(for: .seconds(1))
        log("body")
        return log
      }
      #expect(log.text == "1000:body 1000:cancelled 5000:slept" || log.text == "1000:body 5000:slept 5000:cancelled")
    }
    /// The test advances the time in a task, and a job of another task sleeps meanwhile.
    @Test func advancing() async throws {
      let text = try await withVirtualTime { clock in
        let log = Log(clock)
        for seconds in [2, 3] {
          Task {
            Self.nap(Double(seconds))
            log("\(seconds)")
          }
        }
        try await clock.advance(by: .seconds(5))
        log("advanced")
        return log.text
      }
      #expect(text == "2000:2 3000:3 5000:advanced")
    }

    // MARK: The main actor

    /// A thread that sleeps on the main actor keeps it: other code of it waits, and the rest goes on.
    @Test func theMainActor() async throws {
      let text = try await Self.run { log in
        await withTaskGroup(of: Void.self) { group in
          group.addTask { @MainActor in
            Self.nap(0.2)
            log("main")
          }
          group.addTask { @MainActor in log("other main \(Thread.isMainThread)") }
          group.addTask {
            try? await Task.sleep(for: .milliseconds(100))
            log("detached \(Thread.isMainThread)")
          }
          group.addTask { DispatchQueue.main.async { log("queue") } }
        }
        try await Task.sleep(for: .milliseconds(1))
      }
      #expect(text.hasPrefix("100:detached false 200:main 200:"))
      #expect(text.contains("200:other main true") && text.contains("200:queue"))
    }
    /// Work for the main queue that another thread waits for runs when the main thread is free.
    @Test func syncOnTheMainQueue() async throws {
      let text = try await Self.run { log in
        await withTaskGroup(of: Void.self) { group in
          group.addTask { @MainActor in
            Self.nap(0.2)
            log("main")
          }
          group.addTask {
            try? await Task.sleep(for: .milliseconds(100))
            DispatchQueue.main.sync { log("sync \(Thread.isMainThread)") }
            log("after")
          }
        }
      }
      #expect(text == "200:main 200:sync true 200:after")
    }

    // MARK: Locks

    private final class Locks: Sendable {
      let lock = NSLock(), recursive = NSRecursiveLock(), mutex = Guarded(0), queue = DispatchQueue(label: "lock")
      let semaphore = DispatchSemaphore(value: 1)
      func locked(_ kind: Int, _ body: () -> Void) {
        switch kind {
        case 0: lock.withLock(body)
        case 1: recursive.withLock(body)
        case 2: mutex.with { _ in body() }
        case 3: queue.sync(execute: body)
        default:
          semaphore.wait()
          body()
          semaphore.signal()
        }
      }
    }
    /// Each lock is held by a thread that sleeps, and wanted by another one.
    @Test(.enabled(if: callsAreVirtual), arguments: [0, 1, 2, 3, 4])
    func aLockThatASleeperHolds(_ kind: Int) async throws {
      let text = try await Self.run { log in
        let locks = Locks()
        await withTaskGroup(of: Void.self) { group in
          for name in ["a", "b", "c"] {
            group.addTask {
              locks.locked(kind) { Self.nap(1, log, name) }
              log("\(name)+")
            }
          }
          group.addTask {
            try? await Task.sleep(for: .milliseconds(500))
            log("beside")
          }
        }
      }
      #expect(text.hasPrefix("0:a 500:beside 1000:a+ 1000:b 2000:") && text.hasSuffix(" 3000:c+"), "\(text)")
      #expect(text.contains("2000:b+") && text.contains("2000:c"))
    }
    private static let slow: Int = {
      nap(1)
      return 7
    }()
    /// A variable that is made once, by a thread that sleeps.
    @Test(.enabled(if: callsAreVirtual)) func aVariableThatSleeps() async throws {
      let text = try await Self.run { log in
        await withTaskGroup(of: Void.self) { group in
          for name in ["a", "b"] { group.addTask { log("\(name) \(Self.slow)") } }
          group.addTask { log("beside") }
        }
      }
      #expect(text == "0:beside 1000:a 7 1000:b 7")
    }

    // MARK: Waits

    /// A semaphore that a task signals, with and without a limit.
    @Test func aSemaphoreOfATask() async throws {
      let text = try await Self.run { log in
        let semaphore = DispatchSemaphore(value: 0)
        await withTaskGroup(of: Void.self) { group in
          group.addTask { log("\(Self.wait(semaphore, 1))") }
          group.addTask { log("\(Self.wait(semaphore, 3))") }
          group.addTask {
            try? await Task.sleep(for: .seconds(2))
            log("signal")
            semaphore.signal()
            try? await Task.sleep(for: .seconds(2))
            semaphore.signal()
          }
          group.addTask { log("\(Self.wait(semaphore, nil))") }
        }
      }
      #expect(text == "1000:false 2000:signal 2000:true 4000:true")
    }
    private static func wait(_ semaphore: DispatchSemaphore, _ limit: Double?) -> Bool {
      semaphore.wait(timeout: limit.map { .now() + $0 } ?? .distantFuture) == .success
    }
    @Test func aGroupOfATask() async throws {
      let text = try await Self.run { log in
        let group = DispatchGroup()
        group.enter()
        Task {
          try await Task.sleep(for: .seconds(2))
          log("leaves")
          group.leave()
        }
        log("\(group.wait(timeout: .now() + 1) == .success)")
        log("\(group.wait(timeout: .now() + 5) == .success)")
      }
      #expect(text == "1000:false 2000:leaves 2000:true")
    }
    private final class Flag: Sendable { let isSet = Guarded(false) }
    /// A condition with a limit, and one without.
    @Test func aCondition() async throws {
      let text = try await Self.run { log in
        let condition = NSCondition(), flag = Flag()
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            condition.withLock {
              while !flag.isSet.with({ $0 }) { condition.wait() }
            }
            log("ready")
          }
          group.addTask {
            let isSignalled = condition.withLock { condition.wait(until: Date() + 1) }
            log("\(isSignalled)")
          }
          group.addTask {
            let isSignalled = condition.withLock { condition.wait(until: Date() + 5) }
            log("\(isSignalled)")
          }
          group.addTask {
            try? await Task.sleep(for: .seconds(2))
            flag.isSet.with { $0 = true }
            condition.withLock { condition.broadcast() }
          }
        }
      }
      #expect(text == "1000:false 2000:ready 2000:true" || text == "1000:false 2000:true 2000:ready")
    }
  }
#endif
