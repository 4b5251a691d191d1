import Foundation
import Testing
import VirtualTime

@Suite struct TimelineTests {
  @Test func runsInOrderOfInstants() throws {
    let timeline = Timeline(), log = Log<String>()
    for instant in [5, 1, 3, 2, 4] as [Int64] { timeline.schedule(at: .ms(instant)) { log("\(timeline.now)") } }
    try timeline.run()
    #expect(log.entries == ["1ms", "2ms", "3ms", "4ms", "5ms"])
    #expect(timeline.now == .ms(5))
  }
  @Test func atOneInstantFirstScheduledRunsFirst() throws {
    let timeline = Timeline(), log = Log<Int>()
    for number in 0..<100 { timeline.schedule(at: .ms(Int64(number % 3))) { log(number) } }
    try timeline.run()
    let expected = [0, 1, 2].flatMap { rest in (0..<100).filter { $0 % 3 == rest } }
    #expect(log.entries == expected)
  }
  @Test func whatAnActionSchedulesForNowRunsAfterWhatWaits() throws {
    let timeline = Timeline(), log = Log<String>()
    timeline.schedule(at: .ms(1)) {
      log("a")
      timeline.schedule(at: .ms(1)) { log("c") }
      log("still a")
    }
    timeline.schedule(at: .ms(1)) { log("b") }
    try timeline.run()
    #expect(log.entries == ["a", "still a", "b", "c"])
  }
  @Test func thePastMeansNow() throws {
    let timeline = Timeline(), log = Log<String>()
    try timeline.advance(to: .ms(10))
    timeline.schedule(at: .ms(10)) { log("first \(timeline.now)") }
    timeline.schedule(at: .ms(2)) { log("second \(timeline.now)") }
    #expect(timeline.nextDeadline == .ms(10))
    try timeline.advance(by: 0)
    #expect(log.entries == ["first 10ms", "second 10ms"])
  }
  @Test func advanceIncludesItsEnd() throws {
    let timeline = Timeline(), log = Log<Int64>()
    for instant in [0, 1, 2, 3] as [Int64] { timeline.schedule(at: .ns(instant)) { log(instant) } }
    try timeline.advance(to: .ns(0))
    #expect(log.entries == [0])
    try timeline.advance(by: .nanoseconds(2))
    #expect(log.entries == [0, 1, 2])
    #expect(timeline.now == .ns(2))
    #expect(timeline.nextDeadline == .ns(3))
    try timeline.advance(to: .ns(1))
    #expect(timeline.now == .ns(2), "time never goes back")
    #expect(throws: Timeline.Runaway.self) { try timeline.advance(by: .nanoseconds(-5)) }
    #expect(timeline.now == .ns(2))
    try timeline.advance(by: 1)
    #expect(timeline.now == .ns(1_000_000_002) && log.entries == [0, 1, 2, 3])
  }
  @Test func aRunThatIsAskedBeforeTimeGoesOn() throws {
    let timeline = Timeline(), log = Log<String>()
    for instant in [0, 0, 2, 2, 5, 9] as [Int64] {
      timeline.schedule(at: .ms(instant)) {
        log("\(timeline.now)")
        if instant == 2 { timeline.schedule(at: .ms(2)) { log("more") } }
      }
    }
    try timeline.run { next in
      log("to \(next)?")
      return next < .ms(9)
    }
    #expect(log.entries == ["0s", "0s", "to 2ms?", "2ms", "2ms", "more", "more", "to 5ms?", "5ms", "to 9ms?"])
    #expect(timeline.now == .ms(5) && timeline.pendingCount == 1)
    try timeline.run { _ in true }
    #expect(log.entries.last == "9ms" && timeline.pendingCount == 0)
  }
  @Test func advancingWithNothingToDo() throws {
    let timeline = Timeline(), log = Log<String>()
    try timeline.advance(by: 1)
    let ticket = timeline.schedule(at: .ms(1500)) { log("cancelled") }
    timeline.schedule(at: .ms(4000)) { log("\(timeline.now)") }
    timeline.cancel(ticket)
    try timeline.advance(to: .ms(2000))
    #expect(log.entries.isEmpty && timeline.now == .ms(2000))
    let error = #expect(throws: Timeline.Runaway.self) { try timeline.advance(by: -1) }
    #expect(error?.limit == .backwards)
    #expect(
      error?.description == "time cannot go back: at 2s it was to advance by -1s; advance it by a positive length")
    #expect(throws: Timeline.Runaway.self) { try TestScheduler(timeline: timeline).advance(by: .milliseconds(-3)) }
    #expect(timeline.now == .ms(2000))
    timeline.schedule(at: .ms(3000)) {
      #expect(throws: Never.self) { try timeline.advance(by: 0.5) }
      log("\(timeline.now), nested")
    }
    try timeline.advance(to: .ms(3600))
    try timeline.advance(to: .ms(4000))
    #expect(log.entries == ["3500ms, nested", "4s"])
  }
  @Test func runOneRunsOne() throws {
    let timeline = Timeline(), log = Log<Int>()
    timeline.schedule(at: .ms(4)) { log(1) }
    timeline.schedule(at: .ms(4)) { log(2) }
    #expect(try timeline.runOne())
    #expect(log.entries == [1] && timeline.now == .ms(4) && timeline.pendingCount == 1)
    #expect(try timeline.runOne())
    #expect(try !timeline.runOne())
    #expect(log.entries == [1, 2])
  }
  @Test func anActionThatSchedulesMoreIsPartOfTheAdvance() throws {
    let timeline = Timeline(), log = Log<String>()
    func tick() {
      log("\(timeline.now)")
      timeline.schedule(at: timeline.now.advanced(by: .milliseconds(2)), tick)
    }
    timeline.schedule(at: .ms(1), tick)
    try timeline.advance(to: .ms(6))
    #expect(log.entries == ["1ms", "3ms", "5ms"])
    #expect(timeline.now == .ms(6) && timeline.nextDeadline == .ms(7))
    timeline.removeAll()
  }
  @Test func actionsMayAdvanceTheTime() throws {
    let timeline = Timeline(), log = Log<String>()
    timeline.schedule(at: .ms(1)) {
      log("in")
      do { try timeline.advance(to: .ms(5)) } catch { Issue.record(error) }
      log("out \(timeline.now)")
    }
    timeline.schedule(at: .ms(3)) { log("between") }
    timeline.schedule(at: .ms(9)) { log("late") }
    try timeline.advance(to: .ms(2))
    #expect(log.entries == ["in", "between", "out 5ms"])
    #expect(timeline.now == .ms(5))
  }

  // MARK: Cancel

  @Test func cancelledActionsDoNotRun() throws {
    let timeline = Timeline(), log = Log<Int>()
    let tickets = (0..<10).map { number in timeline.schedule(at: .ms(Int64(10 - number))) { log(number) } }
    for ticket in tickets where ticket != tickets[3] {
      timeline.cancel(ticket)
      timeline.cancel(ticket)
    }
    #expect(timeline.pendingCount == 1 && timeline.nextDeadline == .ms(7))
    timeline.checkInvariants()
    try timeline.run()
    #expect(log.entries == [3] && timeline.now == .ms(7))
  }
  @Test func cancelInsideAnAction() throws {
    let timeline = Timeline(), log = Log<String>()
    var later: Timeline.Ticket?, own: Timeline.Ticket?
    own = timeline.schedule(at: .ms(1)) {
      log("a")
      timeline.cancel(own!)  // runs already: nothing to do
      timeline.cancel(later!)
    }
    timeline.schedule(at: .ms(1)) { log("b") }
    later = timeline.schedule(at: .ms(1)) { log("never") }
    try timeline.run()
    #expect(log.entries == ["a", "b"])
  }
  @Test func anOldTicketDoesNotReachANewAction() throws {
    let timeline = Timeline(), log = Log<String>()
    let old = timeline.schedule(at: .ms(1)) { log("old") }
    timeline.cancel(old)
    let new = timeline.schedule(at: .ms(1)) { log("new") }  // in the slot of the old one
    timeline.cancel(old)
    #expect(old != new)
    try timeline.run()
    timeline.cancel(new)
    #expect(log.entries == ["new"])
  }
  @Test func cancelledActionsAreReleasedAtOnceAndOutsideOfTheLock() {
    final class Held {
      let timeline: Timeline
      let log: Log<Int>
      init(_ timeline: Timeline, _ log: Log<Int>) { (self.timeline, self.log) = (timeline, log) }
      deinit { log(timeline.pendingCount) }  // asks the timeline, which takes its lock
    }
    let timeline = Timeline(), log = Log<Int>()
    func ticket() -> Timeline.Ticket {
      let held = Held(timeline, log)
      return timeline.schedule(at: .ms(1)) { withExtendedLifetime(held) {} }
    }
    let (first, _) = (ticket(), ticket())
    timeline.cancel(first)
    #expect(log.entries == [1])
    timeline.removeAll()
    #expect(log.entries == [1, 0])
  }
  @Test func cancellingMostOfManyKeepsTheRestInOrder() throws {
    let timeline = Timeline(), log = Log<Int>()
    let tickets = (0..<5_000).map { number in timeline.schedule(at: .ns(Int64(number * 7919 % 1000))) { log(number) } }
    for number in 0..<5_000 where number % 50 != 0 { timeline.cancel(tickets[number]) }
    timeline.checkInvariants()
    #expect(timeline.pendingCount == 100)
    try timeline.run()
    let expected = stride(from: 0, to: 5_000, by: 50).sorted { ($0 * 7919 % 1000, $0) < ($1 * 7919 % 1000, $1) }
    #expect(log.entries == expected)
  }

  // MARK: Many

  @Test func manyActions() throws {
    // Deep enough for every case of the heap; `LONG=1` schedules a million.
    let count = ProcessInfo.processInfo.environment["LONG"] == nil ? 30_000 : 1_000_000
    let timeline = Timeline(actionsPerRun: 2 * count)
    var random = SplitMixSequence(seed: 1), last = VirtualInstant.zero, ran = 0, isOrdered = true
    for _ in 0..<count {
      timeline.schedule(at: .ns(Int64.random(in: 0..<1_000_000_000, using: &random))) {
        isOrdered = isOrdered && last <= timeline.now
        last = timeline.now
        ran += 1
      }
    }
    #expect(timeline.pendingCount == count)
    try timeline.run()
    #expect(ran == count && isOrdered && timeline.pendingCount == 0)
  }
  @Test func manyThreadsMaySchedule() async throws {
    let timeline = Timeline()
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          for number in 0..<1_000 {
            let ticket = timeline.schedule(at: .ns(Int64(number))) {}
            if (number + worker) % 2 == 0 { timeline.cancel(ticket) }
          }
        }
      }
    }
    timeline.checkInvariants()
    #expect(timeline.pendingCount == 2_000)
    try timeline.run()
    #expect(timeline.now == .ns(999))
  }
}
