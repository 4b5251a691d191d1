#if canImport(Glibc)
  import Dispatch
  import Foundation
  import Testing
  import VirtualTime

  /// A thread that waits for work of a queue lets the run go on inside of its wait.
  @Suite(.enabled(if: RealClocks.unavailable == nil)) struct QueueWaitTests {
    private typealias Log = QueueTests.Log
    private static func run(_ body: @escaping @Sendable (Log) -> Void) async throws -> String {
      try await withVirtualTime(patience: .seconds(120)) { clock in
        let log = Log(clock)
        body(log)
        try await clock.sleep(for: .seconds(100))
        return log.text
      }
    }

    @Test func aSemaphore() async throws {
      let text = try await Self.run { log in
        let semaphore = DispatchSemaphore(value: 0), queue = DispatchQueue(label: "queue")
        queue.async {
          log("work")
          semaphore.signal()
        }
        semaphore.wait()
        log("woken")
        queue.asyncAfter(deadline: .now() + 0.5) { semaphore.signal() }
        queue.asyncAfter(deadline: .now() + 2) { log("late") }
        log("\(semaphore.wait(timeout: .now() + 1) == .success)")
        log("\(semaphore.wait(timeout: .now() + 1) == .success)")
      }
      #expect(text == "0:work 0:woken 500:true 1500:false 2000:late")
    }
    @Test func aGroup() async throws {
      let text = try await Self.run { log in
        let group = DispatchGroup(), item = DispatchWorkItem { log("item") }
        for delay in [3, 1, 2] {
          group.enter()
          DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(delay)) {
            log("\(delay)")
            group.leave()
          }
        }
        DispatchQueue.main.async { log("main \(Thread.isMainThread)") }
        group.wait()
        log("all")
        DispatchQueue(label: "items").async(execute: item)
        item.wait()
        log("over")
      }
      #expect(text == "0:main true 1000:1 2000:2 3000:3 3000:all 3000:item 3000:over")
    }
    @Test func operations() async throws {
      let text = try await Self.run { log in
        let queue = OperationQueue()
        let first = BlockOperation { log("first") }, second = BlockOperation { log("second") }
        second.addDependency(first)
        queue.addOperations([second, first], waitUntilFinished: true)
        log("over")
        queue.addOperation { log("third") }
        queue.waitUntilAllOperationsAreFinished()
        log("all")
      }
      #expect(text == "0:first 0:second 0:over 0:third 0:all")
    }
    /// Tasks go on, too: here one wakes the thread by way of a queue.
    @Test func aTaskBeside() async throws {
      let text = try await Self.run { log in
        let semaphore = DispatchSemaphore(value: 0)
        Task {
          try await Task.sleep(for: .seconds(1))
          log("task")
          DispatchQueue.global().async { semaphore.signal() }
        }
        DispatchQueue.main.asyncAfter(deadline: .now() + 10) {}
        semaphore.wait()
        log("woken")
      }
      #expect(text == "1000:task 1000:woken")
    }
    /// The main thread that waits runs other queues, and neither its own queue nor tasks.
    @Test func theMainThread() async throws {
      let text = try await Self.run { log in
        DispatchQueue.main.async {
          let group = DispatchGroup()
          DispatchQueue.main.async { log("main") }
          Task { @MainActor in log("task") }
          DispatchQueue.global().async(group: group) { log("work \(Thread.isMainThread)") }
          group.wait()
          log("over \(Thread.isMainThread)")
        }
      }
      #expect(text.hasPrefix("0:work false 0:over true 0:"))
      #expect(text.split(separator: " ").count == 6)
    }
    /// A semaphore that is free is taken, whatever waits.
    @Test func aFreeSemaphore() async throws {
      let text = try await Self.run { log in
        let semaphore = DispatchSemaphore(value: 1)
        DispatchQueue.global().async { log("work") }
        semaphore.wait()
        semaphore.signal()
        log("\(semaphore.wait(timeout: .now() + 1) == .success)")
        semaphore.signal()
      }
      #expect(text == "0:true 0:work")
    }

    // MARK: Waits that nothing ends

    private static func report(_ body: @escaping @Sendable () -> Void) async -> String {
      let error = await #expect(throws: VirtualTimeError.self) {
        try await withVirtualTime(patience: .seconds(10)) { _ in
          body()
          try await Task.sleep(for: .seconds(1))
        }
      }
      return error?.description ?? ""
    }
    private static let fix =
      " waits for work that cannot run meanwhile; wait with 'await', or use 'notify', or allow outside work"

    /// The work is for the main queue, on which the thread waits.
    @Test func theMainThreadForItself() async {
      let report = await Self.report { Self.waitOnMain(limit: 1) }
      #expect(report.hasPrefix("work left virtual time at 0s: DispatchSemaphore.wait"))
      #expect(report.hasSuffix(Self.fix))
    }
    private static func waitOnMain(limit: Double) {
      DispatchQueue.main.async {
        let semaphore = DispatchSemaphore(value: 0)
        DispatchQueue.main.async { semaphore.signal() }
        _ = semaphore.wait(timeout: .now() + limit)
      }
    }
    /// The queue has one thread, which waits.
    @Test func aQueueThatWaitsForItself() async throws {
      let text = try await Self.run { log in
        let queue = DispatchQueue(label: "queue")
        queue.async {
          let group = DispatchGroup()
          queue.async(group: group) { log("work") }
          log("\(group.wait(timeout: .now() + 1) == .success)")
        }
      }
      #expect(text == "1000:false 1000:work")
    }
    /// A wait inside of another one: each ends at its time.
    @Test func aWaitInsideAWait() async throws {
      let text = try await Self.run { log in
        let outer = DispatchSemaphore(value: 0), inner = DispatchSemaphore(value: 0)
        DispatchQueue(label: "first").async {
          outer.signal()
          DispatchQueue(label: "second").asyncAfter(deadline: .now() + 5) { inner.signal() }
          log("\(inner.wait(timeout: .now() + 10) == .success)")
        }
        outer.wait()
        log("outer")
      }
      #expect(text == "0:outer 5000:true")
    }
  }
#endif
