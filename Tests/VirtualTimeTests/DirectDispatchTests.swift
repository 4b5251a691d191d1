#if canImport(Glibc)
  import Dispatch
  import Foundation
  import Testing
  import VirtualTime

  /// Calls of Dispatch and of run loops that stay real: reported by name, also if no task waits for them.
  @Suite(.enabled(if: RealClocks.unavailable == nil)) struct DirectDispatchTests {
    private static func report(_ body: @escaping @Sendable () throws -> Void) async -> String? {
      do {
        try await withVirtualTime(patience: .seconds(120)) { clock in
          try await clock.sleep(for: .milliseconds(3))
          try body()
        }
        return nil
      } catch {
        return "\(error)"
      }
    }
    private static func text(_ call: String, in test: String = #function) -> String {
      "work left virtual time at 3ms: \(call) in 'DirectDispatchTests.\(test)' works in real time; use a task, Task.sleep or a scheduler, or allow outside work"
    }

    @Test func queues() async {
      // They are virtual: see QueueTests, and StartedThreadTests.
      #expect(await Self.report { DispatchQueue.main.async {} } == nil)
      #expect(await Self.report { DispatchWorkItem {}.notify(queue: .main) {} } == nil)
      #expect(await Self.report { Thread.detachNewThread {} } == nil)
    }
    @Test func timers() async {
      // The loop of a thread of its own; the timers of the main loop are virtual.
      #expect(
        await Self.report { Timer.scheduledTimer(withTimeInterval: 100, repeats: false) { _ in }.invalidate() }
          == Self.text("a Timer on a run loop"))
    }
    /// The first process of a program starts a thread of Foundation, too.
    @Test func eachProcessIsReportedAlike() async {
      await #expect(processExitsWith: .success) {
        @Sendable func run() async -> String? {
          await Self.report {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/true")
            try process.run()
          }
        }
        let first = await run(), second = await run()
        #expect(first == second && first?.contains("; pass the answer to your code") == true, "\(first ?? "-")")
      }
    }
    /// A run loop that has an earlier timer makes no call of the C library when it gets another one.
    @Test func aTimerBehindAnEarlierOne() async {
      let report = await Self.report {
        let first = RunOfThread.withoutRun { Timer.scheduledTimer(withTimeInterval: 100, repeats: false) { _ in } }
        Timer.scheduledTimer(withTimeInterval: 200, repeats: false) { _ in }.invalidate()
        first.invalidate()
      }
      #expect(report == Self.text("a Timer on a run loop"))
    }
    /// The limit of a run loop is as far away as the code says, however late it is in virtual time.
    @Test func aRunLoopReturns() async throws {
      try await withVirtualTime(patience: .seconds(60), allowsOutsideWork: true) { clock in
        try await clock.sleep(for: .seconds(3_600))
        let start = clock.now
        Self.runALoop()
        #expect(start.duration(to: clock.now) >= .milliseconds(1))
      }
      #expect(
        await Self.report { Self.runALoop() }?.contains(
          "RunLoop.run in 'DirectDispatchTests.runALoop()' works in real time") == true)
    }
    @inline(never)  // Its name is in the report.
    private static func runALoop() {
      let timer = RunOfThread.withoutRun { Timer.scheduledTimer(withTimeInterval: 10_000, repeats: false) { _ in } }
      RunLoop.current.run(until: Date() + 0.001)
      timer.invalidate()
    }
    /// Work that is over when the call returns is no departure.
    @Test func waitingForAQueueIsNotReported() async {
      #expect(await Self.report { DispatchQueue(label: "q").sync {} } == nil)
      #expect(await Self.report { DispatchQueue.concurrentPerform(iterations: 3) { _ in } } == nil)
      // The write of a store: a read waits for it.
      #expect(
        await Self.report {
          nonisolated(unsafe) var value = 0
          let queue = DispatchQueue(label: "store", attributes: .concurrent)
          queue.async(flags: .barrier) { value = 1 }
          precondition(queue.sync { value } == 1)
        } == nil)
      #expect(await Self.report { DispatchSource.makeUserDataAddSource().activate() } == nil)
    }
    @Test func onlyTheThreadOfARunReports() async {
      let report = await Self.report {
        let isDone = DispatchSemaphore(value: 0)
        RunOfThread.withoutRun {
          Thread.detachNewThread {
            Thread.detachNewThread { isDone.signal() }
          }
        }
        isDone.wait()
      }
      #expect(report == nil)
    }
    @Test func allowedOrReal() async throws {
      try await withVirtualTime(allowsOutsideWork: true) { _ in Thread.detachNewThread {} }
      try await withVirtualTime(realClocks: .reported) { _ in Thread.detachNewThread {} }
    }
    /// The calls do their work as ever.
    @Test func theWorkRuns() async throws {
      let isDone = DispatchSemaphore(value: 0), count = 6
      try await withVirtualTime(patience: .seconds(60), allowsOutsideWork: true) { _ in
        let queue = DispatchQueue(label: "work"), group = DispatchGroup()
        queue.async { isDone.signal() }
        queue.async(group: group) { isDone.signal() }
        // A virtual instant in the past or the future of the real clock is as far away as the code says.
        queue.asyncAfter(deadline: .now() + 0.001) { isDone.signal() }
        queue.asyncAfter(wallDeadline: .now() + 0.001) { isDone.signal() }
        group.notify(queue: queue) { isDone.signal() }
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + 0.001)
        timer.setEventHandler { isDone.signal() }
        timer.resume()
        for _ in 0..<count { isDone.wait() }
        timer.cancel()
      }
    }
  }
#endif
