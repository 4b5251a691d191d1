import Pipes
import Testing

@testable import VirtualTime

/// A run in which only a sleep or a timer repeats is stopped long before the limit of all actions.
@Suite struct TickerTests {
  /// A timeline that stops a ticker after 2,000 ticks. By default that takes 90,000: see
  /// `endlessRepetitionIsStoppedAndNamed()`.
  static func timeline() -> Timeline {
    let timeline = Timeline()
    timeline.core.state.with { $0.guards.ticker = Timeline.Ticker(limit: 2_000) }
    return timeline
  }
  /// Tickers that never end, with what the error says about each.
  enum Ticker: CaseIterable {
    case interval, named, chain, pair, restart, irregular, cancels, moves

    var culprit: String {
      switch self {
      case .interval: "a timer repeats, every 1s"
      case .named: "a timer of the heartbeat repeats, every 1s"
      case .chain: "the chain comes again and again, every 1s"
      case .pair: "a timer repeats, every 1s"
      case .restart: "an action without a name comes again and again, every 1s"
      case .irregular: "the chain comes again and again"
      case .cancels, .moves: "the chain comes again and again, every 1s"
      }
    }
    func start(on timeline: Timeline) {
      let scheduler = TestScheduler(timeline: timeline)
      func again() { timeline.schedule(at: timeline.now.advanced(by: .seconds(1)), by: "the chain", again) }
      switch self {
      case .interval: _ = scheduler.schedule(after: .ms(1000), interval: 1) {}
      case .named: _ = scheduler.named("the heartbeat").schedule(after: .ms(1000), interval: 1) {}
      case .chain: again()
      case .pair:
        _ = scheduler.schedule(after: .ms(1000), interval: 1) {}
        _ = scheduler.schedule(after: .ms(1000), interval: 1) { scheduler.schedule {} }
      case .restart:
        var timer: (any MovableTimer)?
        timer = scheduler.restartable(after: .seconds(1)) { timer?.restart() }
        timer?.restart()
      case .irregular:
        var pause = 500 as Int64
        func alternate() {
          timeline.schedule(at: timeline.now.advanced(by: .milliseconds(Int(pause))), by: "the chain", alternate)
          pause = 2_000 - pause
        }
        alternate()
      case .cancels:
        func later() -> Timeline.Ticket { timeline.schedule(at: timeline.now.advanced(by: .seconds(10))) {} }
        func next() {
          timeline.cancel(later())
          timeline.schedule(at: timeline.now.advanced(by: .seconds(1)), by: "the chain", next)
          timeline.cancel(later())
        }
        next()
      case .moves:
        let timer = scheduler.restartable(after: .seconds(1)) {}
        func next() {
          timeline.schedule(at: timeline.now.advanced(by: .seconds(1)), by: "the chain", next)
          timer.restart()
          scheduler.schedule { timer.restart() }  // it is due at the next tick, and is moved then
        }
        next()
      }
    }
  }
  @Test(arguments: Ticker.allCases) func isStopped(_ ticker: Ticker) throws {
    let timeline = Self.timeline()
    ticker.start(on: timeline)
    let runaway = #expect(throws: Timeline.Runaway.self) { try timeline.run() }
    #expect(runaway?.limit == .ticksPerRun && runaway?.count == 2_000 && runaway?.culprit == ticker.culprit)
    #expect(runaway?.instant == .ms(2_000_000))
    #expect(
      runaway?.description
        == "stopped after 2000 ticks up to 2000s: \(ticker.culprit), and nothing else is pending; "
        + "cancel it, or allow more with 'Timeline(actionsPerRun: 44400)'")
    timeline.removeAll()
  }
  /// Work that ticks for longer, and that is spared.
  enum Work: CaseIterable {
    /// Something else is due after all ticks.
    case somethingElse
    /// Each tick schedules something that is still pending at the next one.
    case overlapping
    /// Each tick moves a timer that is due after all ticks.
    case postponing
    /// One tick in a while does something else.
    case different
    /// Two timers: the second one is pending when the first one ticks.
    case twoPeriods
    /// The advance has an end.
    case advance
    /// More timers than a few.
    case many
    /// More actions at each tick than are compared.
    case crowded
    /// The limit itself is allowed.
    case exact

    var ticks: Int { self == .exact ? 2_000 : self == .crowded ? 2_100 : 4_500 }
    func run(on timeline: Timeline) throws {
      let scheduler = TestScheduler(timeline: timeline), end = timeline.now.advanced(by: .seconds(ticks))
      var timers: [any Cancellable] = []
      func start(every interval: VirtualInstant.Stride = 1, _ action: @escaping () -> Void = {}) {
        timers.append(
          scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1)), interval: interval) {
            action()
            if scheduler.now >= end { for timer in timers { timer.cancel() } }
          })
      }
      switch self {
      case .somethingElse:
        start()
        scheduler.schedule(after: end) {}
      case .overlapping: start { scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(1500))) {} }
      case .postponing:
        let timer = scheduler.restartable(after: .seconds(10_000)) {}
        start { if scheduler.now < end { timer.restart() } else { timer.stop() } }
      case .different:
        var count = 0
        start {
          count += 1
          if count % 900 == 0 { scheduler.schedule {} }
        }
      case .twoPeriods:
        start()
        start(every: 1.5)
      case .advance, .exact: start()
      case .many: for _ in 0..<20 { start() }
      case .crowded: start { for _ in 0..<40 { scheduler.schedule {} } }
      }
      if self == .advance { try timeline.advance(to: end) } else { try timeline.run() }
      #expect(timeline.now >= end)
    }
  }
  @Test(arguments: Work.allCases) func isSpared(_ work: Work) throws {
    let timeline = Self.timeline()
    try work.run(on: timeline)
    #expect(timeline.pendingCount == 0)
  }
  /// Something else is to come during the first look at ticks, which come alone from then on.
  @Test func isStoppedLater() {
    let timeline = Self.timeline(), end = VirtualInstant.ms(1_500_000)
    timeline.schedule(at: end) {}
    Ticker.interval.start(on: timeline)
    let runaway = #expect(throws: Timeline.Runaway.self) { try timeline.run() }
    // The ticks 1001, 1202 and 1403 are looked at. Another thousand follow 1604, the first one that is alone.
    #expect(runaway?.instant == .ms(2_603_000) && runaway?.culprit == Ticker.interval.culprit)
    timeline.removeAll()
  }
  /// Each run counts its ticks from zero.
  @Test func aRunBeginsAnew() throws {
    let timeline = Self.timeline()
    for _ in 1...2 { try Work.exact.run(on: timeline) }
    #expect(timeline.now == .ms(4_000_000))
  }
  /// The number of ticks is 9 % of all actions that are allowed, and 90,000 at least.
  @Test(arguments: [(1_000, 90_000), (1_000_000, 90_000), (2_000_000, 180_000)])
  func theLimit(actionsPerRun: Int, ticks: Int) {
    var ticker = Timeline.Ticker(perRun: actionsPerRun), count = 1
    while count < 2 * ticks, !ticker.counts() { count += 1 }
    #expect(count == ticks - 1_000 + 1, "the last thousand are looked at")
    ticker.reset()
    let isLooked = ticker.counts()
    #expect(!isLooked)
  }
  /// A stopped run can be taken up by single steps.
  @Test func singleStepsAreStoppedAgain() {
    let timeline = Self.timeline()
    Ticker.interval.start(on: timeline)
    for round in 1...2 {
      #expect(throws: Timeline.Runaway.self) { while try timeline.runOne() {} }
      #expect(timeline.now == .ms(Int64(round) * 2_000_000))
    }
    timeline.removeAll()
  }
  /// A stopped run can be taken up, and is stopped again after as many ticks.
  @Test func isStoppedAgain() {
    let timeline = Self.timeline()
    Ticker.interval.start(on: timeline)
    for round in 1...2 {
      #expect(throws: Timeline.Runaway.self) { try timeline.run() }
      #expect(timeline.now == .ms(Int64(round) * 2_000_000))
    }
    timeline.removeAll()
  }

  // MARK: Tasks

  actor Poller {
    @inline(never) func poll() async throws { while true { try await Task.sleep(for: .seconds(1)) } }
  }
  /// Tickers of tasks: of the body, of another one, of an actor, and one that ignores its errors.
  enum Loop: CaseIterable {
    case clock, body, task, actor, ignoring, values, several, besideATimer

    @inline(never) static func forever() async throws { while true { try await Task.sleep(for: .seconds(1)) } }
    @inline(never) static func ignoring() async { while true { try? await Task.sleep(for: .seconds(1)) } }
    @inline(never) static func forever(_ clock: VirtualClock) async throws {
      while true { try await clock.sleep(for: .seconds(1)) }
    }

    func run(_ clock: VirtualClock) async throws {
      switch self {
      case .clock: try await Self.forever(clock)
      case .body: try await Self.forever()
      case .ignoring: await Self.ignoring()
      case .task:
        Task { try await Self.forever() }
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      case .several:
        for _ in 1...2 { Task { try await Self.forever() } }
        await Self.ignoring()
      case .besideATimer:
        let timer = TestScheduler(timeline: clock.timeline).schedule(after: .ms(1000), interval: 1) {}
        try await Self.forever()
        timer.cancel()
      case .actor:
        Task { try await Poller().poll() }
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      case .values:
        let scheduler = TestScheduler(timeline: clock.timeline), ticks = AsyncStream<Void>.makeStream()
        let timer = scheduler.schedule(after: .ms(1000), interval: 1) { ticks.continuation.yield() }
        for await _ in ticks.stream {}
        timer.cancel()
      }
    }
    var culprit: String {
      if self == .values || self == .besideATimer { return "a timer repeats, every 1s" }
      #if canImport(Glibc) && (arch(x86_64) || arch(arm64))
        let names = functions.map { "'TickerTests.\($0)'" }.joined(separator: " and ")
        return "a task sleeps again and again, every 1s, in \(names)"
      #else
        return "a task sleeps again and again, every 1s"
      #endif
    }
    private var functions: [String] {
      switch self {
      case .clock: ["Loop.forever(_:)"]
      case .body, .task: ["Loop.forever()"]
      case .ignoring: ["Loop.ignoring()"]
      case .actor: ["Poller.poll()"]
      // The body sleeps before the tasks do that it has started.
      case .several: ["Loop.ignoring()", "Loop.forever()"]
      case .values, .besideATimer: []
      }
    }
  }
  @Test(.enabled(if: RealClocks.unavailable == nil), arguments: Loop.allCases) func ofATaskIsStopped(_ loop: Loop) async
  {
    let runaway = await #expect(throws: Timeline.Runaway.self) {
      try await withVirtualTime(on: Self.timeline()) { clock in try await loop.run(clock) }
    }
    #expect(runaway?.limit == .ticksPerRun && runaway?.instant == .ms(2_000_000))
    #expect(runaway?.culprit == loop.culprit)
  }
  /// While work may come back from outside, or a row is still to come, time passes.
  @Test(.enabled(if: RealClocks.unavailable == nil)) func ofATaskIsSpared() async throws {
    try await withVirtualTime(on: Self.timeline(), allowsOutsideWork: true) { clock in
      for _ in 0..<4_500 { try await clock.sleep(for: .seconds(1)) }
    }
    try await withVirtualTime(on: Self.timeline()) { clock in
      async let other: Void = clock.sleep(for: .seconds(4_500))
      for _ in 0..<4_500 { try await clock.sleep(for: .seconds(1)) }
      try await other
    }
    try await withVirtualTime(on: Self.timeline()) { clock in
      let ticker = Task { try await Loop.forever() }
      #expect(await clock.timeline.run { $0 <= .ms(4_500_000) } == nil)
      #expect(clock.now == .ms(4_500_000))
      withExtendedLifetime(ticker) {}
    }
    try await withVirtualTime(on: Self.timeline()) { clock in
      for _ in 0..<2_000 { try await Task.sleep(for: .seconds(1)) }
    }
  }
}
