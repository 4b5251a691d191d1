#if !canImport(Combine)
  import Foundation
  import Marbles
  import MarblesFoundation
  import PipesFoundation
  import Testing
  import VirtualTime

  /// Schedulers of the real world that are written into the code under test work on the timeline of a run.
  @Suite struct VirtualSchedulerTests {
    /// A model that nobody wrote for a test.
    final class SearchModel: ObservableObject {
      @Published var query = ""
      @Published private(set) var hits: [String] = []
      private var tokens: Set<AnyCancellable> = []

      init(_ find: @escaping (String) -> AnyPublisher<[String], Never>) {
        $query.dropFirst()
          .debounce(for: 0.3, scheduler: DispatchQueue.main)
          .removeDuplicates()
          .map(find).switchToLatest()
          .receive(on: DispatchQueue.main)
          .sink { [weak self] in self?.hits = $0 }
          .store(in: &tokens)
      }
    }
    @Test func aModelAsItIs() throws {
      try marbles(frame: .milliseconds(100)) { m in
        let answer = m.cold("--h|", ["h": ["tram", "tree"]])
        let model = SearchModel { _ in answer.eraseToAnyPublisher() }
        m.atEach("-t-'tr'", name: "typed") { model.query = $0 }
        // The last key comes at frame 3, so the pause is over at 6, and the answer comes at 8.
        m.expect(model.$hits).toBe("     n-------h", ["n": [], "h": ["tram", "tree"]])
        m.expect(subscriptionsOf: answer).toBe("------^--!")
      }
    }
    @Test func aModelAsItIsInAnAsyncTest() async throws {
      try await marbles(frame: .milliseconds(100)) { m in
        let answer = m.cold("--h|", ["h": ["tram"]])
        let model = SearchModel { _ in answer.eraseToAnyPublisher() }
        m.atEach("-t", name: "typed") { model.query = $0 }
        m.expect(model.$hits).toBe("n-----h", ["n": [], "h": ["tram"]])
      }
    }

    // MARK: Every operator, every scheduler

    private func check<S: Scheduler>(_ scheduler: S) throws {
      try marbles { m in
        let letters = m.hot("-ab----c---|")
        m.expect(letters.debounce(for: .milliseconds(3), scheduler: scheduler), name: "debounce").toBe(
          "    -----b----c|")
        m.expect(letters.delay(for: .milliseconds(3), scheduler: scheduler), name: "delay").toBe(
          "          ----ab----c---|")
        m.expect(letters.receive(on: scheduler), name: "receive").toBe("                                  -ab----c---|")
        m.expect(letters.subscribe(on: scheduler), name: "subscribe").toBe("                              -ab----c---|")
        m.expect(letters.throttle(for: .milliseconds(3), scheduler: scheduler, latest: true), name: "throttle").toBe(
          "-a--b--c---|")
        m.expect(letters.timeout(.milliseconds(4), scheduler: scheduler), name: "timeout").toBe("         -ab---|")
        m.expect(letters.collect(.byTime(scheduler, .milliseconds(6))).map { $0.joined() }, name: "collect")
          .toBe("------b----(c|)", ["b": "ab", "c": "c"])
        m.expect(
          Publishers.interval(.milliseconds(4), scheduler: scheduler).prefix(2).map { "\($0)" }, name: "interval"
        ).toBe(
          "----0---(1|)")
        m.expect(letters.measureInterval(using: scheduler).map { _ in "true" }, name: "measure")
          .toBe("-tt----t---|", ["t": "true"])
      }
    }
    @Test func everyOperatorOnEveryScheduler() throws {
      try check(DispatchQueue.main)
      try check(DispatchQueue(label: "search"))
      try check(DispatchQueue.global())
      try check(DispatchQueue.main.eraseToAnyScheduler())
      try check(AnySchedulerOf<OperationQueue>.main)
      try check(RunLoop.main)
      try check(RunLoop.current)
      try check(OperationQueue.main)
      try check(OperationQueue())
    }
    @Test func lengthsAreExact() throws {
      func measured<S: Scheduler>(_ scheduler: S) throws -> [S.SchedulerTimeType.Stride] {
        var lengths: [S.SchedulerTimeType.Stride] = []
        try marbles { m in
          m.expect(
            m.hot("-a-b|").measureInterval(using: scheduler).handleEvents(receiveOutput: { lengths.append($0) }).map {
              _ in "x"
            }
          )
          .toBe("           -x-x|")
        }
        return lengths
      }
      #expect(try measured(DispatchQueue.main) == [.milliseconds(1), .milliseconds(2)])
      #expect(try measured(RunLoop.main).map { ($0.timeInterval * 1e9).rounded() } == [1e6, 2e6])
      #expect(try measured(OperationQueue.main).map { ($0.timeInterval * 1e9).rounded() } == [1e6, 2e6])
    }

    // MARK: Time

    /// `now` begins at constants, so that no outcome depends on the day and the machine, and moves with the timeline.
    @Test func theTimeIsVirtual() throws {
      let timeline = Timeline()
      var uptimes: [UInt64] = [], dates: [TimeInterval] = []
      for seconds in [0, 3_600] {
        timeline.schedule(at: .zero.advanced(by: .seconds(seconds))) {
          uptimes.append(DispatchQueue.main.now.dispatchTime.uptimeNanoseconds)
          dates.append(RunLoop.main.now.date.timeIntervalSinceReferenceDate)
          dates.append(OperationQueue.main.now.date.timeIntervalSinceReferenceDate)
        }
      }
      try timeline.run()
      #expect(uptimes == [1_000_000_000_000_000, 1_003_600_000_000_000])
      #expect(dates == [0, 0, 3_600, 3_600])
    }
    /// Run loops have the date of the test, exact to the microsecond, and their timers are due at frames on any day.
    @Test func theDateOfATest() throws {
      let start = try Date("2026-02-28T23:59:59Z", strategy: .iso8601)
      #expect(StartDate(start) == .utc(2026, 2, 28, 23, 59, 59))
      #expect(StartDate(.distantFuture).nanoseconds == .max && StartDate(.distantPast).nanoseconds == .min)
      #expect(StartDate(.distantFuture) == .utc(4001, 1, 1))
      let far = try Date("9999-01-01T00:00:00Z", strategy: .iso8601)
      try marbles(startingAt: .utc(9999, 1, 1)) { m in
        #expect(RunLoop.main.now.date == far)
        m.expect(m.hot("-a---b").delay(for: .milliseconds(3), scheduler: RunLoop.main)).toBe("----a---b")
      }
      try marbles(startingAt: StartDate(start)) { m in
        #expect(RunLoop.main.now.date == start)
        m.expect(m.hot("-a---b").delay(for: .milliseconds(3), scheduler: RunLoop.main)).toBe("----a---b")
        m.expect(m.hot("-a-b-------c|").debounce(for: 0.002, scheduler: OperationQueue.main)).toBe("-----b------|")
      }
    }
    @Test func outsideOfARunNothingIsVirtual() {
      let before = DispatchTime.now()
      #expect(DispatchQueue.main.now.dispatchTime >= before)
      #expect(abs(RunLoop.main.now.date.timeIntervalSinceNow) < 60)
      let done = DispatchSemaphore(value: 0)
      let token = Just(1).receive(on: DispatchQueue.global()).sink { _ in done.signal() }
      #expect(done.wait(timeout: .now() + 60) == .success)
      token.cancel()
    }
    /// A model that lives longer than a test is on the timeline of each run that uses it, and on the real queue outside
    /// of runs.
    @Test func aSingletonInTwoRuns() throws {
      let typed = PassthroughSubject<String, Never>()
      let calm = typed.debounce(for: .milliseconds(2), scheduler: DispatchQueue.global())
      let done = DispatchSemaphore(value: 0)
      let heard = Guarded<[String]>([])
      let token = calm.sink { value in
        heard.with { $0.append(value) }
        done.signal()
      }
      for name in ["a", "b"] {
        try marbles { m in
          m.at("-x") { typed.send(name) }
          m.at("--x") { #expect(heard.with { $0.last } != name) }
          m.at("----x") { #expect(heard.with { $0.last } == name) }
        }
      }
      typed.send("c")
      for _ in 0..<3 { #expect(done.wait(timeout: .now() + 60) == .success) }
      #expect(heard.with { $0 } == ["a", "b", "c"])
      token.cancel()
    }

    // MARK: Order

    /// At equal instants: first scheduled, first run, also on two queues. Nothing runs inside the call.
    @Test func theOrderOfScheduling() throws {
      let timeline = Timeline(), first = DispatchQueue(label: "first"), second = RunLoop.main
      var log: [String] = []
      timeline.schedule(at: .zero) {
        second.schedule(after: second.now.advanced(by: 2)) { log.append("c") }
        first.schedule(after: first.now.advanced(by: 2)) { log.append("d") }
        first.schedule { log.append("b") }
        log.append("a")
      }
      try timeline.run()
      #expect(log == ["a", "b", "c", "d"])
      #expect(timeline.now == .zero.advanced(by: 2))
    }
    /// A serial queue keeps its order whatever the seed; an operation queue with a width does not.
    @Test func theOrderThatSeedsExplore() throws {
      func outcome(_ schedule: @escaping (@escaping () -> Void) -> Void) throws -> Exploration<[Int]> {
        try explore(seeds: 0..<50) { timeline in
          var log: [Int] = []
          timeline.schedule(at: .zero) { for number in 0..<4 { schedule { log.append(number) } } }
          try timeline.run()
          return log
        }
      }
      let wide = OperationQueue(), narrow = OperationQueue()
      (wide.maxConcurrentOperationCount, narrow.maxConcurrentOperationCount) = (3, 1)
      #expect(try !outcome { DispatchQueue.main.schedule($0) }.dependsOnOrder)
      #expect(try !outcome { RunLoop.main.schedule($0) }.dependsOnOrder)
      #expect(try !outcome { narrow.schedule($0) }.dependsOnOrder)
      #expect(try outcome { wide.schedule($0) }.dependsOnOrder)
      #expect(try outcome { wide.schedule(after: wide.now, $0) }.dependsOnOrder)
    }
    @Test func aThousandTimesTheSame() throws {
      for _ in 0..<1_000 { try aModelAsItIs() }
    }

    // MARK: Timers

    @Test func aRepetitionEndsWithItsToken() throws {
      func ticks<S: Scheduler>(_ scheduler: S) throws -> [String] {
        let timeline = Timeline()
        var log: [String] = [], token: (any Cancellable)?
        timeline.schedule(at: .zero) {
          token = scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1)), interval: .seconds(3)) {
            log.append("\(timeline.now)")
          }
        }
        timeline.schedule(at: .zero.advanced(by: 8)) { token = nil }
        try timeline.advance(by: 3_600)
        withExtendedLifetime(token) {}
        return log
      }
      #expect(try ticks(DispatchQueue.main) == ["1s", "4s", "7s"])
      #expect(try ticks(RunLoop.main) == ["1s", "4s", "7s"])
      #expect(try ticks(OperationQueue.main) == ["1s", "4s", "7s"])
    }
    @Test func aClock() throws {
      try marbles(frame: .milliseconds(250)) { m in
        let clock = Timer.publish(every: 0.5, on: .main, in: .common).autoconnect().map {
          "\($0.timeIntervalSinceReferenceDate)"
        }
        m.expect(clock.prefix(3)).toBe("--a-b-(c|)", ["a": "0.5", "b": "1.0", "c": "1.5"])
      }
    }
    @Test func aTimeThatNeverComes() throws {
      let timeline = Timeline()
      timeline.schedule(at: .zero) {
        DispatchQueue.main.schedule(after: .init(.distantFuture)) { Issue.record("it runs") }
        _ = DispatchQueue.main.schedule(after: .init(.distantFuture), interval: 1) { Issue.record("it runs") }
        RunLoop.main.schedule(after: .init(.init(timeIntervalSinceReferenceDate: .infinity))) {
          Issue.record("it runs")
        }
      }
      try timeline.run()
      #expect(timeline.now == .zero)
    }
    @Test func aGroupIsLeft() throws {
      let group = DispatchGroup(), timeline = Timeline(), options = DispatchQueue.SchedulerOptions(group: group)
      timeline.schedule(at: .zero) {
        let queue = DispatchQueue.main
        queue.schedule(options: options) {}
        queue.schedule(after: queue.now.advanced(by: 3), tolerance: 0, options: options) {}
      }
      timeline.schedule(at: .zero.advanced(by: 1)) { #expect(group.wait(timeout: .now()) == .timedOut) }
      try timeline.run()
      #expect(group.wait(timeout: .now()) == .success)
      // An action that is dropped with its timeline leaves its group, too.
      timeline.schedule(at: .zero) { DispatchQueue.main.schedule(options: options) {} }
      try timeline.runOne()
      timeline.removeAll()
      #expect(group.wait(timeout: .now()) == .success)
    }
  }
#endif
