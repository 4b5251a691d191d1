#if canImport(Glibc)
  import Dispatch
  import Foundation
  import Testing
  import VirtualTime

  /// In a run, code of the main actor and of the main queue is on the main thread, for whatever asks.
  @Suite(.enabled(if: RealClocks.unavailable == nil)) struct MainThreadTests {
    nonisolated static func isMainThread() -> Bool { Thread.isMainThread }
    nonisolated static func isCurrentMain() -> Bool { Thread.current.isMainThread }

    @Test func theThread() async throws {
      try await withVirtualTime { @MainActor _ in
        #expect(Self.isMainThread())
        #expect(await Task.detached { Self.isMainThread() }.value == false)
        #expect(await MainActor.run { Self.isMainThread() })
        try await Task.sleep(for: .seconds(1))
        #expect(Self.isMainThread())
      }
      try await withVirtualTime { _ in
        #expect(!Self.isMainThread())
        #expect(await MainActor.run { Self.isMainThread() })
        #expect(!Self.isMainThread())
      }
    }
    /// Foundation keeps an object for each thread: the first question must not decide the later ones.
    @Test func theCurrentThread() async throws {
      try await withVirtualTime { @MainActor _ in
        #expect(Self.isCurrentMain())
        #expect(await Task.detached { Self.isCurrentMain() }.value == false)
        #expect(Self.isCurrentMain())
      }
      try await withVirtualTime { _ in
        #expect(!Self.isCurrentMain())
        #expect(await MainActor.run { Self.isCurrentMain() })
        #expect(!Self.isCurrentMain())
      }
    }
    @Test func preconditions() async throws {
      try await withVirtualTime { @MainActor _ in
        Self.isOnMain()
        await Task.detached { dispatchPrecondition(condition: .notOnQueue(.main)) }.value
      }
    }
    nonisolated static func isOnMain() {
      dispatchPrecondition(condition: .onQueue(.main))
      dispatchPrecondition(condition: .onQueueAsBarrier(.main))
      MainActor.assumeIsolated {}
    }
    @Test func wrongPreconditionsStopTheProcess() async {
      await #expect(processExitsWith: .failure) {
        try? await withVirtualTime { _ in dispatchPrecondition(condition: .onQueue(.main)) }
      }
      await #expect(processExitsWith: .failure) {
        try? await withVirtualTime { @MainActor _ in Self.isNotOnMain() }
      }
    }
    nonisolated static func isNotOnMain() { dispatchPrecondition(condition: .notOnQueue(.main)) }

    @Test func valuesOfTheMainQueue() async throws {
      let key = DispatchSpecificKey<Int>()
      DispatchQueue.main.setSpecific(key: key, value: 7)
      defer { DispatchQueue.main.setSpecific(key: key, value: nil) }
      @Sendable func value() -> Int? { DispatchQueue.getSpecific(key: key) }
      try await withVirtualTime { @MainActor _ in
        #expect(value() == 7)
        #expect(await Task.detached { value() }.value == nil)
      }
    }
    /// The usual helper, from both sides.
    nonisolated static func onMain<Result: Sendable>(_ work: @Sendable () -> Result) -> Result {
      if Thread.isMainThread { work() } else { DispatchQueue.main.sync(execute: work) }
    }
    @Test func theUsualHelper() async throws {
      let results = try await withVirtualTime { @MainActor clock in
        let inside = Self.onMain { Self.isMainThread() }
        let outside = await Task.detached { Self.onMain { Self.isMainThread() && Self.onMain { true } } }.value
        return [inside, outside]
      }
      #expect(results == [true, true])
    }
    /// The work is on the main actor, and the rest of the caller is not.
    @Test func aSyncFromAnotherQueue() async throws {
      let seen = try await withVirtualTime { _ in
        let inside = DispatchQueue.main.sync { MainActor.assumeIsolated { Self.isMainThread() } }
        return [inside, Self.isMainThread()]
      }
      #expect(seen == [true, false])
    }
    @Test func aSyncOnTheMainQueueIsADeadlock() async {
      let start = ContinuousClock.now
      let error = await #expect(throws: VirtualTimeError.self) {
        try await withVirtualTime(patience: .seconds(600), allowsOutsideWork: true) { @MainActor clock in
          try await clock.sleep(for: .seconds(2))
          Self.deadlock()
        }
      }
      #expect(
        error?.description
          == "at 2s DispatchQueue.main.sync in 'MainThreadTests.deadlock()' waits for the main queue, on which it is called; call its work directly"
      )
      #expect(ContinuousClock.now - start < .seconds(300))
    }
    @inline(never)  // Its name is in the report.
    nonisolated static func deadlock() { DispatchQueue.main.sync {} }

    /// A job off the main actor inside of one on it, and back.
    @Test func nestedRuns() async throws {
      try await withVirtualTime { @MainActor clock in
        let log = SharedLog()
        Task.detached { log("detached \(Self.isMainThread())") }
        Task { @MainActor in log("main \(Self.isMainThread())") }
        try await clock.advance(by: .seconds(1))
        log("\(Self.isMainThread())")
        #expect(Set(log.entries) == ["detached false", "main true", "true"])
      }
    }
    /// Real code of the main actor never runs while code of a run says that it is on the main thread.
    @Test func realCodeIsExcluded() async throws {
      let counter = MainCounter()
      let real = Task.detached { for _ in 0..<500 { await MainActor.run { counter.bump() } } }
      try await withVirtualTime(patience: .seconds(120)) { clock in
        for _ in 0..<500 {
          DispatchQueue.main.sync { MainActor.assumeIsolated { counter.bump() } }
          try await clock.sleep(for: .seconds(1))
        }
      }
      await real.value
      #expect(await counter.overlaps == 0)
      #expect(await counter.count == 1_000 * 200)
    }
  }
#endif
