import Testing
import VirtualTime

@testable import Pipes

@Suite struct RunawayTests {
  @Test func endlessWorkAtOneInstant() {
    let timeline = Timeline()
    var ran = 0
    func again() {
      ran += 1
      timeline.schedule(at: timeline.now, by: "the loop", again)
    }
    timeline.schedule(at: .ms(3), again)
    let runaway = #expect(throws: Timeline.Runaway.self) { try timeline.run() }
    #expect(ran == 100_000)
    #expect(runaway?.limit == .actionsPerInstant && runaway?.count == 100_000 && runaway?.instant == .ms(3))
    #expect(runaway?.culprit == "the loop" && runaway?.culpritCount == 1_000 && runaway?.lastCount == 1_000)
    #expect(
      runaway?.description
        == "stopped after 100000 actions at 3ms and time does not advance; 1000 of the last 1000 were the loop")
    timeline.removeAll()
  }
  @Test func endlessWorkOverTime() {
    let timeline = Timeline(actionsPerRun: 500)
    func again() { timeline.schedule(at: timeline.now.advanced(by: .milliseconds(1)), by: "the clock", again) }
    again()
    let runaway = #expect(throws: Timeline.Runaway.self) { try timeline.run() }
    #expect(runaway?.limit == .actionsPerRun && runaway?.instant == .ms(500))
    #expect(
      runaway?.description
        == "stopped after 500 actions up to 500ms and no end in sight; 500 of the last 500 were the clock")
    timeline.removeAll()
  }
  /// Wide work ends: a limit that nobody has set makes room for it. Work without an end finds the limit all the same,
  /// also if each action schedules two.
  @Test func wideWorkIsNoRunaway() throws {
    let limits = Timeline.ActionLimit.growing(from: 100, to: 1_000),
      timeline = Timeline(perInstant: limits, perRun: 10_000)
    var left = [Int](repeating: 50, count: 9), ran = 0
    func step(_ number: Int) {
      ran += 1
      left[number] -= 1
      if left[number] > 0 { timeline.schedule(at: timeline.now) { step(number) } }
    }
    for number in left.indices { timeline.schedule(at: .zero) { step(number) } }
    try timeline.run()
    #expect(ran == 450)
    for number in left.indices { left[number] = .max }
    for number in left.indices { timeline.schedule(at: .zero) { step(number) } }
    var runaway = #expect(throws: Timeline.Runaway.self) { try timeline.run() }
    #expect(runaway?.limit == .actionsPerInstant && runaway?.count == 900)
    timeline.removeAll()

    let twice = Timeline(perInstant: limits, perRun: 10_000)
    func fork() { for _ in 0..<2 { twice.schedule(at: twice.now, by: "a fork", fork) } }
    fork()
    runaway = #expect(throws: Timeline.Runaway.self) { try twice.run() }
    #expect(runaway?.limit == .actionsPerInstant && runaway?.count == 1_000 && runaway?.culprit == "a fork")
    twice.removeAll()
  }
  /// The choice of a turn looks at the actions of one instant only.
  @Test func manyActionsHaveATurn() throws {
    let timeline = Timeline(
      perInstant: Timeline.ActionLimit(.max), perRun: Timeline.ActionLimit(.max), turns: Choices(repeating: []))
    var ran: [Int] = []
    for number in 0..<20_000 { timeline.schedule(at: .ms(Int64(number))) { ran.append(number) } }
    try timeline.run()
    #expect(ran == Array(0..<20_000))
  }
  @Test func theMostFrequentNameIsTheCulprit() {
    let timeline = Timeline(actionsPerInstant: 9)
    func often() {
      timeline.schedule(at: .zero, by: "often", often)
      timeline.schedule(at: .zero, by: "often") {}
      timeline.schedule(at: .zero) {}
    }
    often()
    let runaway = #expect(throws: Timeline.Runaway.self) { try timeline.advance(by: 0) }
    #expect(runaway?.culprit == "often" && runaway?.culpritCount == 6 && runaway?.lastCount == 9)
    timeline.removeAll()
  }
  @Test func theExactLimitIsAllowed() throws {
    let timeline = Timeline(actionsPerInstant: 10, actionsPerRun: 20)
    for number in 0..<20 { timeline.schedule(at: .ms(Int64(number / 10))) {} }
    try timeline.run()
    #expect(timeline.pendingCount == 0)
    for number in 0..<21 { timeline.schedule(at: .ms(Int64(number + 10))) {} }
    #expect(throws: Timeline.Runaway.self) { try timeline.run() }
    #expect(timeline.pendingCount == 1)
    try timeline.run()
    #expect(timeline.pendingCount == 0, "a stopped run can be taken up")
  }
  @Test func singleStepsCountAsOneRun() throws {
    let timeline = Timeline(actionsPerRun: 5)
    for number in 0..<10 { timeline.schedule(at: .ms(Int64(number))) {} }
    for _ in 0..<5 { #expect(try timeline.runOne()) }
    #expect(throws: Timeline.Runaway.self) { try timeline.runOne() }
    #expect(timeline.pendingCount == 5)
  }
  @Test func anAdvanceWithNothingToDoIsARunToo() throws {
    let timeline = Timeline(actionsPerInstant: 4, actionsPerRun: 5)
    for number in 0..<10 { timeline.schedule(at: .ms(Int64(number))) {} }
    for _ in 0..<5 { try timeline.runOne() }
    try timeline.advance(by: 0)
    for _ in 0..<5 { try timeline.runOne() }
    for _ in 0..<3 { timeline.schedule(at: timeline.now) {} }
    try timeline.run()
    try timeline.advance(by: 1)
    for _ in 0..<4 { timeline.schedule(at: timeline.now) {} }
    try timeline.run()
    #expect(timeline.pendingCount == 0)
  }
  @Test func oneInstantIsCountedAcrossRuns() throws {
    let timeline = Timeline(actionsPerInstant: 5)
    for _ in 0..<3 { timeline.schedule(at: .zero) {} }
    try timeline.run()
    for _ in 0..<3 { timeline.schedule(at: .zero) {} }
    #expect(throws: Timeline.Runaway.self) { try timeline.run() }
  }
  @Test func aNestedRunStopsTheOuterOneToo() {
    let timeline = Timeline(actionsPerInstant: 10)
    var inner: Timeline.Runaway?
    func again() { timeline.schedule(at: timeline.now, again) }
    timeline.schedule(at: .zero) {
      again()
      do throws(Timeline.Runaway) { try timeline.run() } catch { inner = error }
    }
    let outer = #expect(throws: Timeline.Runaway.self) { try timeline.run() }
    #expect(inner == outer && inner != nil)
    timeline.removeAll()
  }

  // MARK: Subscriptions and broken rules

  @Test func subscriptionsCountAsActions() {
    let timeline = Timeline(actionsPerInstant: 50)
    var subscribed = 0
    timeline.schedule(at: .ms(1)) {
      while RunHook.allowsSubscription, subscribed < 1_000 { subscribed += 1 }
    }
    let runaway = #expect(throws: Timeline.Runaway.self) { try timeline.run() }
    #expect(subscribed == 49, "the action itself is the first of the fifty")
    #expect(runaway?.culprit == "a subscription" && runaway?.culpritCount == 49)
  }
  @Test func aBodyPerformedInPlaceIsGuardedToo() throws {
    let timeline = Timeline(actionsPerInstant: 50)
    var subscribed = 0
    try timeline.perform { _ = RunHook.allowsSubscription }
    #expect(throws: Timeline.Runaway.self) {
      try timeline.perform { while RunHook.allowsSubscription, subscribed < 1_000 { subscribed += 1 } }
    }
    #expect(subscribed == 49)
    #expect(RunHook.current == nil)
  }
  @Test func onlyTheThreadOfTheRunIsWatched() throws {
    let timeline = Timeline(), other = Timeline()
    timeline.schedule(at: .zero) {
      #expect(RunHook.current === timeline)
      do { try other.perform { #expect(RunHook.current === other) } } catch { Issue.record(error) }
      #expect(RunHook.current === timeline)
    }
    try timeline.run()
  }
  @Test func brokenRulesAreCollectedOnRequest() throws {
    let timeline = Timeline()
    timeline.reportMisuse()
    timeline.schedule(at: .ms(2)) { Misuse.report("no demand of zero") }
    try timeline.run()
    try timeline.perform { Misuse.report("nothing before the subscription") }
    #expect(timeline.misuses.map(\.sentence) == ["no demand of zero", "nothing before the subscription"])
    #expect(timeline.misuses.map(\.instant) == [.ms(2), .ms(2)])
    #expect(timeline.reportsMisuse)
  }
}
