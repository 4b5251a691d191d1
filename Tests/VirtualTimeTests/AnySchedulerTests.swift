import Pipes
import Testing
import VirtualTime

@Suite struct AnySchedulerTests {
  typealias Erased = AnyScheduler<VirtualInstant, Never>

  @Test func forwardsEverything() throws {
    let base = TestScheduler(), log = Log<String>(), scheduler = base.eraseToAnyScheduler()
    try base.advance(to: .ms(1))
    #expect(scheduler.now == .ms(1) && scheduler.minimumTolerance == 0)
    scheduler.schedule { log("now") }
    scheduler.schedule(after: .ms(4)) { log("4ms") }
    let timer = scheduler.schedule(after: .ms(2), interval: .milliseconds(3)) { log("tick \(scheduler.now)") }
    try base.advance(to: .ms(5))
    timer.cancel()
    try base.run()
    #expect(log.entries == ["now", "tick 2ms", "4ms", "tick 5ms"])
  }
  @Test func anErasedSchedulerCanBeErasedAgain() throws {
    let base = TestScheduler(), log = Log<Int>()
    base.eraseToAnyScheduler().eraseToAnyScheduler().schedule { log(1) }
    try base.run()
    #expect(log.entries == [1])
  }
  @Test func whatCanMoveTimersStillCan() throws {
    let base = TestScheduler(), log = Log<String>(), erased = base.eraseToAnyScheduler().eraseToAnyScheduler()
    let timer = try #require(erased.movableTimer(after: .milliseconds(3)) { log("\(base.now) \($0)") })
    timer.restart(1)
    try base.advance(to: .ms(1))
    timer.restart(2)
    #expect(base.timeline.pendingCount == 1)
    try base.run()
    #expect(log.entries == ["4ms 2"])
    #expect(Erased.immediate(now: .zero).movableTimer(after: .milliseconds(3)) { _ in } == nil)
  }
  @Test func itIsSendable() {
    func check<T: Sendable>(_ value: T) {}
    check(TestScheduler().eraseToAnyScheduler())
  }
  @Test func productionCodeRunsOnAll() throws {
    // Code of an app: it knows the type of time and nothing else.
    func remind(on scheduler: some Scheduler<VirtualInstant>, _ action: @escaping () -> Void) {
      scheduler.schedule(after: scheduler.now.advanced(by: 60), action)
    }
    let log = Log<String>(), test = TestScheduler()
    remind(on: test) { log("test") }
    remind(on: test.eraseToAnyScheduler()) { log("erased") }
    remind(on: Erased.immediate(now: .zero)) { log("immediate") }
    #expect(log.entries == ["immediate"])
    try test.advance(by: 60)
    #expect(log.entries == ["immediate", "test", "erased"])
  }
  @Test func immediateRunsInsideTheCall() {
    let scheduler = Erased.immediate(now: .ms(7)), log = Log<String>()
    scheduler.schedule { log("now") }
    scheduler.schedule(after: .ms(100)) { log("later") }
    scheduler.schedule(after: .ms(100), interval: 1) { log("repeating") }.cancel()
    #expect(log.entries == ["now", "later", "repeating"])
    #expect(scheduler.now == .ms(7) && scheduler.minimumTolerance == 0)
  }
  @Test func unimplementedReportsItsFirstUse() {
    let reports = Guarded<[String]>([]), log = Log<Int>()
    let scheduler = Erased.unimplemented("main queue", now: .ms(7)) { text in reports.with { $0.append(text) } }
    #expect(scheduler.minimumTolerance == 0)
    #expect(reports.with { $0 } == [])
    scheduler.schedule { log(1) }
    scheduler.schedule(after: .ms(100)) { log(2) }
    #expect(scheduler.now == .ms(7))
    #expect(log.entries.isEmpty)
    #expect(reports.with { $0 } == ["the scheduler 'main queue' is used, and it is not implemented here"])
  }
  @Test func unimplementedIsABrokenRuleOfTheRun() throws {
    let timeline = Timeline()
    timeline.reportMisuse()
    timeline.schedule(at: .ms(1)) { _ = Erased.unimplemented("main queue", now: .zero).now }
    try timeline.run()
    #expect(timeline.misuses.map(\.sentence) == ["the scheduler 'main queue' is used, and it is not implemented here"])
  }
}
