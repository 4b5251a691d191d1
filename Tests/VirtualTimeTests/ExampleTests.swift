import Foundation
import Pipes
import Testing
import VirtualTime

/// The examples of the documentation, to the letter.
@Suite struct ExampleTests {
  @Test func timelines() throws {
    var log: [String] = []
    let timeline = Timeline()
    timeline.schedule(at: timeline.now.advanced(by: 7_200)) { log.append("two hours later") }
    timeline.schedule(at: .zero) { log.append("now") }
    try timeline.runOne()  // now
    #expect(log == ["now"])
    try timeline.run()  // two hours later
    #expect(log == ["now", "two hours later"])
  }
  @Test func schedulers() throws {
    let scheduler = TestScheduler()
    var log: [String] = []
    scheduler.schedule(after: scheduler.now.advanced(by: 3)) { log.append("after three seconds") }
    try scheduler.advance(by: 2.999)  // nothing yet
    #expect(log == [])
    try scheduler.advance(by: 0.001)
    #expect(log == ["after three seconds"])

    struct Reminder {
      var scheduler: AnyScheduler<VirtualInstant, Never>
      func start(_ ring: @escaping () -> Void) { scheduler.schedule(after: scheduler.now.advanced(by: 60), ring) }
    }
    Reminder(scheduler: scheduler.eraseToAnyScheduler()).start { log.append("after a minute") }
    Reminder(scheduler: .immediate(now: .zero)).start { log.append("at once") }
    try scheduler.run()
    #expect(log == ["after three seconds", "at once", "after a minute"])
  }
  @Test func clocks() async throws {
    let woken = try await withVirtualTime { clock in
      try await clock.sleep(for: .seconds(3600))  // takes no time at all
      try clock.checkNobodySleeps()
      return clock.now  // 1h
    }
    #expect(woken.description == "1h")
  }
  @Test func tasks() async throws {
    let order = try await withVirtualTime { clock in
      let slow = Task { try await clock.sleep(for: .seconds(2)) }
      async let fast: Void = clock.sleep(for: .seconds(1))
      try await fast
      slow.cancel()
      return (await slow.result, clock.now)  // CancellationError, 1s
    }
    #expect(throws: CancellationError.self) { try order.0.get() }
    #expect(order.1.description == "1s")
  }
  @Test func clocksForTests() async throws {
    @Sendable func countdown(from start: Int, on clock: some Clock<Duration>) async throws -> Int {
      for _ in 0..<start { try await clock.sleep(for: .seconds(1)) }
      return start
    }
    let ticks = try await withVirtualTime { clock in
      let task = Task { try await countdown(from: 3, on: clock) }
      try await clock.advance(by: .seconds(2))
      try await clock.run()
      return try await task.value
    }
    #expect(ticks == 3)
  }
  @Test func orders() throws {
    let exploration = try explore(seeds: 0..<50) { timeline in
      var winner: String?
      for name in ["a", "b"] { timeline.schedule(at: .zero) { winner = winner ?? name } }
      try timeline.run()
      return winner
    }
    #expect(exploration.outcome == "a" && exploration.dependsOnOrder)
  }

  #if canImport(Glibc)
    @Test(.enabled(if: RealClocks.unavailable == nil)) func aMachineThatObeys() async throws {
      let log = SharedLog()
      try await withVirtualTime(startingAt: .utc(2026, 12, 31, 8)) { clock in
        DispatchQueue.main.asyncAfter(wallDeadline: .now() + 3_600) { log("9 o'clock") }
        DispatchQueue.main.asyncAfter(deadline: .now() + 3_600) { log("after an hour awake") }
        clock.hold()
        try await clock.advance(by: .seconds(600))  // ten minutes, and no more
        clock.setDate(.utc(2026, 12, 31, 9))
        try await clock.advance()  // 9 o'clock
        clock.sleepDevice(for: .seconds(7_200))
        try await clock.advance(by: .seconds(3_000))  // after an hour awake
        log("\(clock.now)")  // 3h
      }
      #expect(log.entries == ["9 o'clock", "after an hour awake", "3h"])
    }
    /// Without other work meanwhile the short sleep would begin after the long one, and end at 11 s.
    @Test(.enabled(if: callsAreVirtual)) func threadsThatBlock() async throws {
      let end = try await withVirtualTime { clock in
        await withTaskGroup(of: Void.self) { group in
          group.addTask { sleep(10) }  // ends at 10 s
          group.addTask { try? await Task.sleep(for: .seconds(1)) }  // ends at 1 s
        }
        return clock.now
      }
      #expect(end.description == "10s")
    }
  #endif

  #if canImport(Glibc)
    @Test(.enabled(if: RealClocks.unavailable == nil)) func aGracefulShutdown() async throws {
      let calls = SharedLog()
      try await withVirtualTime { clock in
        let service = Task {
          await run(until: SIGTERM) {
            await poll {
              calls("\(clock.now)")
              if calls.entries.count == 2 { try await Task.sleep(for: .seconds(30)) }
            }
          }
        }
        try await clock.sleep(for: .seconds(150))
        try clock.send(signal: SIGTERM)
        await service.value
        calls("ended at \(clock.now)")
      }
      #expect(calls.entries == ["0s", "1m", "63s", "123s", "ended at 150s"])
    }
  #endif

  /// Every code line of the documentation stands in this file, block by block and in order.
  @Test func theDocumentationShowsTheseExamples() throws {
    let here = URL(fileURLWithPath: #filePath)
    let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let page = try ["VirtualTime.md", "WhatIsVirtual.md", "YourService.md"].map {
      try String(
        contentsOf: root.appendingPathComponent("Sources/VirtualTime/VirtualTime.docc/\($0)"), encoding: .utf8)
    }.joined()
    let code = try String(contentsOf: here, encoding: .utf8).split(separator: "\n").map { $0.drop { $0 == " " } }
    let blocks = page.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    #expect(blocks.count == 12)
    for block in blocks {
      var rest = code[...]
      for line in block.split(separator: "\n").map({ $0.drop { $0 == " " } }) {
        guard let place = rest.firstIndex(of: line) else {
          Issue.record("not compiled: \(line)")
          continue
        }
        rest = rest[(place + 1)...]
      }
    }
  }
}

#if canImport(Glibc)
  private func poll(_ fetch: @escaping @Sendable () async throws -> Void) async {
    while !Task.isCancelled {
      while (try? await limited(to: .seconds(2), fetch)) == nil {
        guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
      }
      try? await Task.sleep(for: .seconds(60))
    }
  }
  private func limited<Value: Sendable>(
    to limit: Duration, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
      group.addTask { try await work() }
      group.addTask {
        try await Task.sleep(for: limit)
        throw CancellationError()
      }
      defer { group.cancelAll() }
      return try await group.next()!
    }
  }
  private func run(until signal: Int32, _ service: @escaping @Sendable () async -> Void) async {
    let source = DispatchSource.makeSignalSource(signal: signal, queue: .global())
    let signals = AsyncStream<Void> { signals in source.setEventHandler { signals.yield() } }
    source.activate()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await service() }
      for await _ in signals { break }
      group.cancelAll()
    }
    source.cancel()
  }
#endif
