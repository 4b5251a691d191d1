import Pipes
import Testing

@testable import VirtualTime

@Suite struct ExploreTests {
  /// Runs a scenario that logs lines, in the order of a seed.
  static func lines(seed: UInt64?, _ scenario: (Timeline, Log<String>) throws -> Void) throws -> [String] {
    let timeline = Timeline(seed: seed), log = Log<String>()
    try scenario(timeline, log)
    try timeline.run()
    return log.entries
  }
  static func explore(_ scenario: (Timeline, Log<String>) throws -> Void) throws -> Exploration<[String]> {
    try VirtualTime.explore(seeds: 0..<60) { timeline in
      let log = Log<String>()
      try scenario(timeline, log)
      try timeline.run()
      return log.entries
    }
  }

  @Test func anOutcomeThatDependsOnTheOrder() throws {
    let line = #line
    func scenario(_ timeline: Timeline, _ log: Log<String>) {
      timeline.schedule(at: .ms(1), by: "click") { log("a") }
      timeline.schedule(at: .ms(1), by: "answer") { log("b") }
      timeline.schedule(at: .ms(2)) { log("c") }
    }
    let exploration = try Self.explore(scenario)
    #expect(exploration.outcome == ["a", "b", "c"] && exploration.dependsOnOrder)
    let difference = try #require(exploration.difference)
    #expect(try difference.outcome.get() == ["b", "a", "c"])
    #expect(try Self.lines(seed: difference.seed, scenario) == ["b", "a", "c"], "the seed reproduces it")
    #expect(
      exploration.description == """
        the outcome depends on the order at equal instants; seed \(difference.seed) shows it
        in the scheduled order: ["a", "b", "c"]
          1ms  click, answer
          2ms  ExploreTests.swift:\(line + 4)
        with seed \(difference.seed): ["b", "a", "c"]
          1ms  answer, click
          2ms  ExploreTests.swift:\(line + 4)
        """)
  }
  /// An action without a name is called by the place at which it was scheduled, or by whose work it is.
  @Test func everyActionHasAName() throws {
    let timeline = Timeline(), scheduler = TestScheduler(timeline: timeline)
    timeline.startActionLog()
    let line = #line
    timeline.schedule(at: .ms(1), by: "click") { scheduler.schedule { scheduler.schedule(after: .ms(3)) {} } }
    timeline.schedule(at: .ms(2)) { scheduler.schedule {} }
    scheduler.schedule(after: .ms(4)) {}
    let timer = scheduler.restartable(after: .milliseconds(2)) {}
    timeline.schedule(at: .ms(5), by: "typed") { timer.restart() }
    timeline.schedule(at: .ms(6), by: "typed again") { timer.restart() }
    try timeline.run()
    #expect(
      timeline.actionLog.map { "\($0.instant) \($0.name)" } == [
        "1ms click", "1ms work of click", "2ms ExploreTests.swift:\(line + 2)",
        "2ms work of ExploreTests.swift:\(line + 2)",
        "3ms work of click", "4ms action 3", "5ms typed", "6ms typed again", "8ms work of typed again",
      ])
  }
  @Test func anOutcomeThatDoesNot() throws {
    let exploration = try VirtualTime.explore(seeds: 0..<60) { timeline in
      var sum = 0
      for number in 1...5 { timeline.schedule(at: .ms(1)) { sum += number } }
      try timeline.run()
      return sum
    }
    #expect(exploration.outcome == 15 && !exploration.dependsOnOrder && exploration.runCount == 61)
    #expect(exploration.description == "the outcome was the same in 61 orders at equal instants")
  }
  @Test func allOrdersAreTried() throws {
    var orders: Set<String> = []
    for seed in 0..<200 as Range<UInt64> {
      let lines = try Self.lines(seed: seed) { timeline, log in
        for name in ["a", "b", "c"] { timeline.schedule(at: .zero) { log(name) } }
      }
      orders.insert(lines.joined())
    }
    #expect(orders == ["abc", "acb", "bac", "bca", "cab", "cba"])
  }
  @Test func theSameSeedIsTheSameOrder() throws {
    func scenario(_ timeline: Timeline, _ log: Log<String>) {
      for number in 0..<50 { timeline.schedule(at: .ms(Int64(number % 3))) { log("\(number)") } }
    }
    let first = try Self.lines(seed: 7, scenario)
    #expect(try Self.lines(seed: 7, scenario) == first)
    #expect(try Self.lines(seed: 8, scenario) != first)
    #expect(first.map { Int($0)! % 3 } == (0..<50).map { $0 % 3 }.sorted(), "instants keep their order")
  }
  @Test func whatASchedulerIsGivenAtOnceKeepsItsOrder() throws {
    // Value and end of a stream, both delayed by the same time: no queue would swap them.
    let exploration = try Self.explore { timeline, log in
      let scheduler = TestScheduler(timeline: timeline)
      timeline.schedule(at: .ms(1), by: "source") {
        scheduler.schedule(after: .ms(3)) { log("value") }
        scheduler.schedule(after: .ms(3)) { log("end") }
        scheduler.schedule { log("soon") }
        scheduler.schedule { log("soon too") }
      }
    }
    #expect(!exploration.dependsOnOrder)
    #expect(exploration.outcome == ["soon", "soon too", "value", "end"])
  }
  @Test func aTimerRacesWithAnEvent() throws {
    // A value comes at the very instant at which the timer started by the value before fires.
    let exploration = try Self.explore { timeline, log in
      let scheduler = TestScheduler(timeline: timeline)
      let timer = scheduler.restartable(after: .milliseconds(2)) { log("quiet") }
      for instant in [1, 3] as [Int64] {
        timeline.schedule(at: .ms(instant), by: "typed") {
          log("typed")
          timer.restart()
        }
      }
    }
    #expect(exploration.outcome == ["typed", "typed", "quiet"])
    #expect(try exploration.difference?.outcome.get() == ["typed", "quiet", "typed", "quiet"])
  }
  @Test func anErrorInAnotherOrderIsAnotherOutcome() throws {
    struct Oops: Error, CustomStringConvertible { var description: String { "oops" } }
    let exploration = try VirtualTime.explore { timeline in
      var isReady = false, failed = false
      timeline.schedule(at: .zero) { isReady = true }
      timeline.schedule(at: .zero) { failed = !isReady }
      try timeline.run()
      if failed { throw Oops() }
      return true
    }
    #expect(exploration.description.contains(": error: oops\n"))
    #expect(throws: Oops.self) { try VirtualTime.explore { _ -> Int in throw Oops() } }
  }
  @Test func tasksThatRace() async throws {
    let exploration = try await VirtualTime.explore(seeds: 0..<60) { clock in
      let log = SharedLog()
      await withTaskGroup(of: Void.self) { group in
        for name in ["a", "b"] {
          group.addTask {
            try? await clock.sleep(for: .seconds(1))
            log(name)
          }
        }
      }
      return log.entries
    }
    #expect(exploration.outcome == ["a", "b"])
    #expect(try exploration.difference?.outcome.get() == ["b", "a"])
    #expect(exploration.description.contains("  1s  a sleeper, a sleeper, a task"))
  }
  @Test func tasksThatDoNotRace() async throws {
    let exploration = try await VirtualTime.explore(seeds: 0..<20) { clock in
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      Task {
        for number in 1...3 {
          continuation.yield(number)
          try await clock.sleep(for: .seconds(1))
        }
        continuation.finish()
      }
      return await stream.reduce(into: []) { $0.append("\($1) \(clock.now)") }
    }
    #expect(exploration.outcome == ["1 0s", "2 1s", "3 2s"] && !exploration.dependsOnOrder)
  }
  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func invariantsHoldUnderPermutation(seed: UInt64) throws {
    var random = SplitMixSequence(seed: seed)
    let timeline = Timeline(seed: seed), scheduler = TestScheduler(timeline: timeline)
    var ran = 0, last = VirtualInstant.zero
    let timers = (0..<5).map { delay in scheduler.restartable(after: .nanoseconds(delay)) { ran += 1 } }
    for _ in 0..<500 {
      timers[Int.random(in: 0..<5, using: &random)].restart()
      let instant = timeline.now.advanced(by: .nanoseconds(Int.random(in: 0..<4, using: &random)))
      let ticket = timeline.schedule(at: instant) { ran += 1 }
      if Bool.random(using: &random) { timeline.cancel(ticket) }
      if Bool.random(using: &random) { try timeline.runOne() }
      timeline.checkInvariants()
      #expect(timeline.now >= last)
      last = timeline.now
    }
    try timeline.run()
    #expect(timeline.pendingCount == 0 && ran > 300)
  }
}
