import Pipes
import Testing
import VirtualTime

@Suite struct TestSchedulerTests {
  @Test func schedulesNowAndLater() throws {
    let scheduler = TestScheduler(), log = Log<String>()
    scheduler.schedule(after: scheduler.now.advanced(by: 2)) { log("later \(scheduler.now)") }
    scheduler.schedule { log("now") }
    scheduler.schedule(after: .ns(-4)) { log("past") }
    #expect(log.entries.isEmpty, "nothing runs by itself")
    try scheduler.advance(by: .zero)
    #expect(log.entries == ["now", "past"])
    try scheduler.advance(by: 2)
    #expect(log.entries == ["now", "past", "later 2s"])
    #expect(scheduler.minimumTolerance == 0)
  }
  @Test func repeats() throws {
    let scheduler = TestScheduler(), log = Log<String>()
    let timer = scheduler.schedule(after: .ms(5), interval: .milliseconds(10)) { log("\(scheduler.now)") }
    try scheduler.advance(to: .ms(30))
    #expect(log.entries == ["5ms", "15ms", "25ms"])
    #expect(scheduler.timeline.pendingCount == 1 && scheduler.timeline.nextDeadline == .ms(35))
    timer.cancel()
    timer.cancel()
    #expect(scheduler.timeline.pendingCount == 0)
    try scheduler.run()
    #expect(scheduler.now == .ms(30))
  }
  @Test func aRepeatingTimerCanCancelItself() throws {
    let scheduler = TestScheduler(), log = Log<Int>()
    var timer: (any Cancellable)?
    timer = scheduler.schedule(after: .ms(1), interval: .milliseconds(1)) {
      log(log.entries.count)
      if log.entries.count == 3 { timer?.cancel() }
    }
    try scheduler.run()
    #expect(log.entries == [0, 1, 2] && scheduler.now == .ms(3))
  }
  @Test func theNextTickIsScheduledAfterTheAction() throws {
    let scheduler = TestScheduler(), log = Log<String>()
    let timer = scheduler.schedule(after: .ms(1), interval: .milliseconds(1)) {
      log("tick \(scheduler.now)")
      scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(1))) { log("delayed \(scheduler.now)") }
    }
    try scheduler.advance(to: .ms(2))
    timer.cancel()
    #expect(log.entries == ["tick 1ms", "delayed 2ms", "tick 2ms"])
  }
  @Test func aRepetitionWithoutAnIntervalIsStopped() {
    let scheduler = TestScheduler(timeline: Timeline(actionsPerInstant: 100)).named("every 0s")
    let timer = scheduler.schedule(after: .ms(1), interval: 0) {}
    let runaway = #expect(throws: Timeline.Runaway.self) { try scheduler.run() }
    #expect(runaway?.limit == .actionsPerInstant && runaway?.culprit == "every 0s")
    timer.cancel()
  }
  @Test func endlessRepetitionIsStoppedAndNamed() {
    let scheduler = TestScheduler()
    let timer = scheduler.named("the heartbeat").schedule(after: .ms(1), interval: 1) {}
    let runaway = #expect(throws: Timeline.Runaway.self) { try scheduler.run() }
    #expect(runaway?.limit == .ticksPerRun && runaway?.count == 90_000 && runaway?.instant == .ms(89_999_001))
    #expect(runaway?.culprit == "a timer of the heartbeat repeats, every 1s")
    timer.cancel()
  }
  @Test func severalSchedulersShareATimeline() throws {
    let timeline = Timeline(), log = Log<String>()
    let first = TestScheduler(timeline: timeline), second = TestScheduler(timeline: timeline)
    second.schedule(after: .ms(1)) { log("second") }
    first.schedule(after: .ms(1)) { log("first") }
    timeline.schedule(at: .ms(1)) { log("timeline") }
    try first.advance(by: 1)
    #expect(log.entries == ["second", "first", "timeline"])
    #expect(second.now == .ms(1000))
  }
  @Test func anyTypeOfTime() throws {
    // Days since some beginning, as whole numbers.
    struct Days: SchedulerTimeIntervalConvertible, SignedNumeric, Comparable {
      var days: Int
      static let day = 86_400
      init(days: Int) { self.days = days }
      init(integerLiteral value: Int) { days = value }
      init?<T: BinaryInteger>(exactly source: T) { days = Int(source) }
      var magnitude: Int { abs(days) }
      static func < (a: Days, b: Days) -> Bool { a.days < b.days }
      static func + (a: Days, b: Days) -> Days { Days(days: a.days + b.days) }
      static func - (a: Days, b: Days) -> Days { Days(days: a.days - b.days) }
      static func * (a: Days, b: Days) -> Days { Days(days: a.days * b.days) }
      static func *= (a: inout Days, b: Days) { a = a * b }
      static func seconds(_ s: Int) -> Days { Days(days: s / day) }
      static func seconds(_ s: Double) -> Days { .seconds(Int(s)) }
      static func milliseconds(_ ms: Int) -> Days { .seconds(ms / 1_000) }
      static func microseconds(_ us: Int) -> Days { .milliseconds(us / 1_000) }
      static func nanoseconds(_ ns: Int) -> Days { .microseconds(ns / 1_000) }
    }
    struct Date: Strideable {
      var day: Int
      func distance(to other: Date) -> Days { Days(days: other.day - day) }
      func advanced(by n: Days) -> Date { Date(day: day + n.days) }
    }
    let scheduler = TestScheduler<Date, String>(origin: Date(day: 100)) { Int64($0.days) * 86_400_000_000_000 }
    let log = Log<Int>()
    scheduler.schedule(after: Date(day: 107), tolerance: 0, options: "ignored") { log(scheduler.now.day) }
    #expect(scheduler.now.day == 100)
    try scheduler.advance(by: 6)
    #expect(log.entries == [] && scheduler.now.day == 106)
    try scheduler.advance(to: Date(day: 107))
    #expect(log.entries == [107])
  }
  @Test func aDroppedTimelineFreesEverything() {
    weak var held: Log<Int>?
    do {
      let log = Log<Int>(), scheduler = TestScheduler()
      held = log
      scheduler.schedule(after: .ms(1)) { log(1) }
      _ = scheduler.schedule(after: .ms(1), interval: 1) { log(2) }
      let timer = scheduler.restartable(after: 1) { log(3) }
      timer.restart()
    }
    #expect(held == nil)
  }
  @Test func aTokenMayOutliveItsTimeline() {
    var scheduler: TestScheduler? = TestScheduler()
    let token = scheduler!.schedule(after: .ms(1), interval: 1) {}
    let timer = scheduler!.restartable(after: 1) {}
    scheduler = nil
    token.cancel()
    timer.restart()
    timer.stop()
  }
}

@Suite struct MovableTimerTests {
  @Test func runsOnceAfterTheLastRestart() throws {
    let scheduler = TestScheduler(), log = Log<String>()
    let timer = scheduler.restartable(after: .milliseconds(10)) { log("\(scheduler.now)") }
    try scheduler.run()
    #expect(log.entries.isEmpty, "it was not started")
    timer.restart()
    try scheduler.advance(to: .ms(9))
    timer.restart()
    #expect(scheduler.timeline.pendingCount == 1 && scheduler.timeline.nextDeadline == .ms(19))
    scheduler.timeline.checkInvariants()
    try scheduler.run()
    #expect(log.entries == ["19ms"])
    timer.restart()
    try scheduler.run()
    #expect(log.entries == ["19ms", "29ms"])
  }
  /// A thousand actions are more than the timer remembers without looking which have run.
  @Test func aStopForGoodCancelsWhatWasAdded() throws {
    let scheduler = TestScheduler(), log = Log<Int>(), action = NumberedAction { log($0) }
    let timer = scheduler.restartable(after: .milliseconds(300)) {}
    for number in 0..<1000 {
      timer.add(action, number)
      try scheduler.advance(by: .milliseconds(1))
    }
    #expect(log.entries == Array(0...700) && scheduler.timeline.pendingCount == 299)
    timer.schedule(action, -1)
    timer.stop(.max)
    timer.add(action, -2)
    #expect(scheduler.timeline.pendingCount == 1, "only the action that was scheduled")
    try scheduler.run()
    #expect(log.entries.count == 702 && log.entries.last == -1)
  }
  @Test func stopAndRestart() throws {
    let scheduler = TestScheduler(), log = Log<String>()
    let timer = scheduler.restartable(after: .milliseconds(10)) { log("\(scheduler.now)") }
    timer.restart()
    timer.stop()
    timer.stop()
    #expect(scheduler.timeline.pendingCount == 0 && scheduler.timeline.nextDeadline == nil)
    try scheduler.advance(to: .ms(3))
    timer.restart()
    scheduler.timeline.checkInvariants()
    try scheduler.run()
    #expect(log.entries == ["13ms"])
  }
  @Test func ofTwoRoundsTheLaterCounts() throws {
    let scheduler = TestScheduler(), log = Log<String>()
    let timer = scheduler.movableTimer(after: .milliseconds(10)) { log("\(scheduler.now) \($0)") }!
    timer.restart(2)
    try scheduler.advance(to: .ms(3))
    timer.restart(1)  // a thread that was late
    timer.stop(1)
    try scheduler.run()
    #expect(log.entries == ["10ms 2"])
    timer.restart(3)
    timer.stop(4)
    timer.restart(3)
    try scheduler.run()
    #expect(log.entries == ["10ms 2"])
  }
  @Test func restartInsideItsAction() throws {
    let scheduler = TestScheduler(), log = Log<String>()
    var timer: (any MovableTimer)?
    timer = scheduler.restartable(after: .milliseconds(10)) {
      log("\(scheduler.now)")
      if log.entries.count < 3 { timer?.restart() }
    }
    timer?.restart()
    try scheduler.run()
    #expect(log.entries == ["10ms", "20ms", "30ms"])
    timer = nil
  }
  @Test func aRestartTakesANewPlaceInTheOrder() throws {
    let scheduler = TestScheduler(), log = Log<String>()
    let timer = scheduler.restartable(after: .milliseconds(10)) { log("timer") }
    timer.restart()
    scheduler.schedule(after: .ms(10)) { log("other") }
    timer.restart()  // same instant, but scheduled last now
    try scheduler.run()
    #expect(log.entries == ["other", "timer"])
  }
  @Test func aTimerThatWaitsDoesNotKeepItsTimeline() {
    var scheduler: TestScheduler? = TestScheduler()
    weak let timeline = scheduler?.timeline
    let kept = Log<String>()
    weak var captured: Log<String>?
    let (timer, ticks): (any MovableTimer, any Cancellable) = {
      let local = Log<String>()
      captured = local
      let timer = scheduler!.restartable(after: .milliseconds(1)) { kept("timer") }
      timer.restart()
      scheduler!.schedule(after: .ms(1)) { local("once") }
      return (timer, scheduler!.schedule(after: .ms(1), interval: .milliseconds(1)) { kept("tick") })
    }()
    #expect(timeline?.pendingCount == 3 && captured != nil)
    scheduler = nil
    #expect(timeline == nil && captured == nil)
    timer.restart()  // of a timeline that is gone: nothing happens, and nothing is kept
    timer.stop()
    ticks.cancel()
    #expect(kept.entries.isEmpty)
  }
  @Test func aMillionRestartsStayOnePendingAction() throws {
    let scheduler = TestScheduler(timeline: Timeline(actionsPerRun: 2_000_000)), log = Log<String>()
    let timer = scheduler.restartable(after: .milliseconds(10)) { log("\(scheduler.now)") }
    for number in 1...200_000 {
      scheduler.schedule(after: .ns(Int64(number))) { timer.restart() }
    }
    try scheduler.run()
    #expect(log.entries == ["10200us"])
  }
}
