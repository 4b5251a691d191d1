import Pipes
import Testing
import VirtualTime

/// The record of the timers of a timeline and of their causes, for the pictures of tests.
struct JournalTests {
  private func instant(_ nanoseconds: Int64) -> VirtualInstant { VirtualInstant(nanoseconds: nanoseconds) }
  /// A timeline that writes down, with a scheduler on it.
  private func noted() -> (Timeline, TestScheduler<VirtualInstant, Never>) {
    let timeline = Timeline()
    timeline.keepJournal()
    return (timeline, TestScheduler(timeline: timeline))
  }
  /// `0-5 fired at 5`
  private func text(_ timer: Journal.Timer) -> String {
    let ending = timer.ending.map { " \($0) at \(timer.end?.nanoseconds ?? -1)" } ?? " runs"
    return "\(timer.start.nanoseconds)-\(timer.due.nanoseconds)" + ending
  }

  @Test func nothingIsWrittenDownUnlessItIsWanted() throws {
    let timeline = Timeline()
    TestScheduler(timeline: timeline).schedule(after: instant(1)) {}
    #expect(timeline.note(.began, of: timeline) == nil)
    try timeline.run()
    #expect(timeline.journal == nil)
  }

  @Test func timersOfAllKindsEndAsTheyDo() throws {
    let (timeline, scheduler) = noted()
    let movable = try #require(scheduler.movableTimer(after: .nanoseconds(5)) { _ in })
    movable.restart(1)
    scheduler.schedule(after: instant(3)) {}
    let repeating = scheduler.schedule(after: instant(6), interval: .nanoseconds(2)) {}
    timeline.schedule(at: instant(2)) { movable.restart(2) }
    timeline.schedule(at: instant(4)) { movable.stop(3) }
    timeline.schedule(at: instant(9)) { repeating.cancel() }
    try timeline.run()
    #expect(
      timeline.journal?.timers.map(text) == [
        "0-5 restarted at 2", "0-3 fired at 3", "0-6 fired at 6", "2-7 cancelled at 4", "6-8 fired at 8",
        "8-10 cancelled at 9",
      ])
  }

  /// An action that only takes its turn at the same instant is not a timer, nor is an action of the timeline itself.
  @Test func onlyWhatWaitsIsATimer() throws {
    let (timeline, scheduler) = noted()
    scheduler.schedule {}
    scheduler.schedule(after: instant(0)) {}
    timeline.schedule(at: instant(3)) {}
    try timeline.run()
    #expect(timeline.journal?.timers.isEmpty == true && timeline.journal?.steps.isEmpty == true)
  }

  @Test func whatIsScheduledRunsInTheContextInWhichItWasScheduled() throws {
    let (timeline, scheduler) = noted()
    var seen: [Journal.Context] = []
    timeline.inContext(Journal.Context(owner: 7)) {
      timeline.schedule(at: instant(1)) {
        seen.append(timeline.context)
        scheduler.schedule(after: instant(3)) { seen.append(timeline.context) }
      }
    }
    timeline.schedule(at: instant(2)) { seen.append(timeline.context) }
    try timeline.run()
    #expect(seen == [Journal.Context(owner: 7), Journal.Context(), Journal.Context(owner: 7, timer: 0)])
    #expect(timeline.context == Journal.Context())
  }

  @Test func aMarkIsTheReasonForWhatHappensDuringIt() throws {
    let (timeline, scheduler) = noted()
    var late: Journal.Context?
    timeline.schedule(at: instant(4)) {
      let mark = timeline.note(.event(0), of: timeline)
      timeline.inContext(Journal.Context(owner: 1, note: mark)) {
        scheduler.schedule(after: instant(6)) { late = timeline.context }
      }
      #expect(timeline.context == Journal.Context())
    }
    try timeline.run()
    #expect(late == Journal.Context(owner: 1, note: 0, timer: 0))
    #expect(timeline.journal?.steps == [.note(0), .timerStarted(0), .timerEnded(0)])
    #expect(timeline.journal?.timers.first?.context == Journal.Context(owner: 1, note: 0))
  }

  @Test func aLongRunIsCut() throws {
    let (timeline, scheduler) = noted()
    var count = 0
    func again() {
      count += 1
      if count < 10_000 { scheduler.schedule(after: scheduler.now.advanced(by: .nanoseconds(1)), again) }
    }
    again()
    try timeline.run()
    let journal = try #require(timeline.journal)
    #expect(count == 10_000 && journal.isCut)
    #expect((4_000...4_001).contains(journal.steps.count))
  }

  /// Random timers that are restarted, stopped and cancelled: each starts once and ends at most once, one that fires
  /// does so when it is due, and as many fire as actions ran.
  @Test(arguments: 0..<200 as Range<UInt64>) func everyTimerStartsOnceAndEndsOnce(seed: UInt64) throws {
    var random = Draws(seed: seed)
    let (timeline, scheduler) = noted()
    var ran = 0, rounds = 0
    var movables: [any MovableTimer] = []
    var tokens: [any Cancellable] = []
    for _ in 0..<30 {
      let (kind, index) = (random.below(6), Int(random.below(8)))
      let length = VirtualInstant.Stride.nanoseconds(Int(random.below(6)) + 1)
      timeline.schedule(at: instant(Int64(random.below(20)))) {
        let due = scheduler.now.advanced(by: length)
        switch kind {
        case 0: scheduler.schedule(after: due) { ran += 1 }
        case 1: tokens.append(scheduler.schedule(after: due, interval: length) { ran += 1 })
        case 2: if let timer = scheduler.movableTimer(after: length, { _ in ran += 1 }) { movables.append(timer) }
        case 3, 4:
          rounds += 1
          if movables.indices.contains(index) { movables[index].restart(rounds) }
        default:
          rounds += 1
          if movables.indices.contains(index) { movables[index].stop(rounds) }
          if tokens.indices.contains(index) { tokens[index].cancel() }
        }
      }
    }
    try timeline.advance(to: instant(25))
    for token in tokens { token.cancel() }
    try timeline.run()
    let journal = try #require(timeline.journal)
    let started = journal.steps.compactMap { if case .timerStarted(let timer) = $0 { timer } else { nil } }
    let ended = journal.steps.compactMap { if case .timerEnded(let timer) = $0 { timer } else { nil } }
    #expect(started == Array(journal.timers.indices))
    #expect(Set(ended).count == ended.count && Set(ended) == Set(started), "seed \(seed)")
    #expect(journal.timers.count { $0.ending == .fired } == ran, "seed \(seed)")
    for timer in journal.timers {
      let end = try #require(timer.end)
      #expect(
        timer.ending == .fired ? end == timer.due : timer.start <= end && end <= timer.due,
        "seed \(seed): \(text(timer))")
    }
  }
}

/// Numbers that depend on a seed alone.
private struct Draws {
  private var state: UInt64
  init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1 }
  mutating func below(_ limit: UInt64) -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) % limit
  }
}
