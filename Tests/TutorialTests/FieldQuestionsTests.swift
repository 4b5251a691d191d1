#if !canImport(Combine)
  import Foundation
  import MarblesFoundation
  import MarblesTesting
  import Observation
  import PipesFoundation
  import Testing
  import VirtualTime

  extension Publisher {
    /// Fails when it has not completed within a time after the subscription.
    func limited<S: Scheduler>(
      to time: S.SchedulerTimeType.Stride, scheduler: S, error: Failure
    ) -> some Publisher<Output, Failure> {
      let late = Publishers.timer(after: time, scheduler: scheduler)
        .map { _ in Subscribers.Event<Output, Failure>.failure(error) }
      return materialize().merge(with: late).dematerialize()
    }

    /// Shares one subscription, which lives on for a time after a subscriber has cancelled.
    func shareWhileSubscribed<S: Scheduler>(
      keptFor time: S.SchedulerTimeType.Stride, scheduler: S
    ) -> some Publisher<Output, Failure> {
      let shared = share(replay: 1, scope: .whileConnected)
      return shared.handleEvents(receiveCancel: {
        shared.prefix(untilOutputFrom: Publishers.timer(after: time, scheduler: scheduler))
          .subscribe(Subscribers.Sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
      })
    }
  }

  @MainActor private final class Counter {
    private(set) var taps = 0
    func tap() { taps += 1 }
  }

  @MainActor private protocol Locator { func locate(_ done: @escaping @Sendable (String) -> Void) }
  @MainActor private func place(from locator: some Locator) async -> String {
    await withCheckedContinuation { continuation in locator.locate { continuation.resume(returning: $0) } }
  }
  private final class FakeLocator: Locator {
    var answer: (@Sendable (String) -> Void)?
    func locate(_ done: @escaping @Sendable (String) -> Void) { answer = done }
  }

  @MainActor @Observable private final class Meter { var seconds = 0 }
  private struct Worker: Sendable {
    let clock: any Clock<Duration>
    let done: @Sendable () -> Void
    func run() async {
      while !Task.isCancelled {
        await Task {
          try? await clock.sleep(for: .seconds(3))  // the job
          done()
        }.value
        try? await clock.sleep(for: .seconds(2))
      }
    }
  }

  /// Answers to questions of forums about other kits, on several pages.
  @Suite struct FieldQuestionsTests {
    // MARK: FifteenQuestions.md: a limit on the whole

    @Test func aLimitOnTheWhole() throws {
      try marbles(frame: .seconds(1)) { m in
        let progress = m.cold("--a-a-a-a|", failure: URLError.self)
        let limited = progress.limited(to: .seconds(5), scheduler: m.scheduler, error: URLError(.timedOut))
        m.expect(progress.timeout(.seconds(5), scheduler: m.scheduler)).toBe("--a-a-a-a|")
        m.expect(limited).toBe("--a-a#", error: URLError(.timedOut))
        m.expect(limited.retry(1)).toBe("--a-a--a-a#", error: URLError(.timedOut))
        m.expect(progress.retry(1).limited(to: .seconds(10), scheduler: m.scheduler, error: URLError(.timedOut)))
          .toBe("--a-a-a-a|")
      }
    }
    /// A stream that completes in time stops the timer, and so does a cancel: else the test fails for a pending timer.
    @Test func aLimitThatIsNotReached() throws {
      try marbles { m in
        let quick = m.cold("-a|", failure: URLError.self)
        let failed = m.cold("-#", of: String.self, error: URLError(.badURL))
        let error = URLError(.timedOut)
        m.expect(quick.limited(to: .seconds(5), scheduler: m.scheduler, error: error)).toBe("-a|")
        m.expect(failed.limited(to: .seconds(5), scheduler: m.scheduler, error: error))
          .toBe("-#", error: URLError(.badURL))
        m.expect(quick.limited(to: .seconds(5), scheduler: m.scheduler, error: error).first()).toBe("-(a|)")
      }
    }

    // MARK: Time.md: one instant

    @Test func anActionComesBeforeATaskThatWakes() async throws {
      try await marbles { m in
        let clock = m.clock
        let woken = PassthroughSubject<String, Never>()
        m.at("x") {
          try await clock.sleep(for: .milliseconds(3))
          woken.send("t")
        }
        let typed = m.hot("-a")
        m.expect(typed.debounce(for: m.frames(2), scheduler: m.scheduler).merge(with: woken)).toBe("---[at]")
      }
    }
    @Test(.enabled(if: RealClocks.unavailable == nil)) func anActionOfAQueueComesBeforeATaskThatWakes() async throws {
      try await withVirtualTime { @MainActor clock in
        var log: [String] = []
        let sleeps = Task { @MainActor in
          try await Task.sleep(for: .seconds(3))
          log.append("task")
        }
        await Task.yield()
        let queue = DispatchQueue.test(on: clock.timeline)
        queue.schedule(after: queue.now.advanced(by: .seconds(3))) { log.append("queue") }
        try await clock.advance(by: .seconds(3))
        #expect(log == ["queue", "task"])
        try await sleeps.value
      }
    }

    // MARK: ComingFromOtherKits.md

    @Test func theValuesUpToNow() async throws {
      try await withVirtualTime { clock in
        let flow = Publishers.interval(.seconds(5), scheduler: TestScheduler(timeline: clock.timeline))
        let seen = Recorder<Int, Never>(timeline: clock.timeline)
        flow.subscribe(seen)
        try await clock.advance(by: .seconds(4))
        #expect(seen.recording.values == [])
        try await clock.advance(by: .seconds(1))
        #expect(seen.recording.values == [0])
        try await clock.advance(by: .seconds(5))
        #expect(seen.recording.values == [0, 1])
        seen.cancel()
      }
    }
    @Test func sharedForFiveSecondsMore() throws {
      try marbles(frame: .seconds(1)) { m in
        let request = m.cold("-a @8s b @12s c @20s d @40s e")
        let shared = request.shareWhileSubscribed(keptFor: .seconds(5), scheduler: m.scheduler)
        m.expect(shared, from: "     ^ @10s !").toBe("-a @8s b")
        m.expect(shared, from: "@13s ^ @14s !").toBe("@13s c")
        m.expect(shared, from: "@30s ^ @33s !").toBe("@31s a")
        m.expect(subscriptionsOf: request).toBe("^ @19s !", "@30s ^ @38s !")
        m.allowLive()
      }
    }

    // MARK: Setup.md: Swift 6

    @Test func aVariableInATestWithAwait() async throws {
      let subject = PassthroughSubject<Int, Never>()
      var received: [Int] = []
      let token = subject.sink { received.append($0) }
      subject.send(1)
      await Task.yield()
      subject.send(2)
      #expect(received == [1, 2])
      token.cancel()
      try await marbles { m in
        var received: [String] = []
        m.expect(m.cold("-a-b|").handleEvents(receiveOutput: { received.append($0) })).toBe("-a-b|")
        try await m.run()
        #expect(received == ["a", "b"])
      }
    }
    @MainActor @Test func anActionOnTheMainActor() throws {
      let scheduler = TestScheduler(), model = Counter()
      scheduler.schedule(after: scheduler.now.advanced(by: 1)) { model.tap() }
      try scheduler.run()
      #expect(model.taps == 1)
    }
    /// The closure says where it runs, because nothing around it does.
    private nonisolated func tapLater(_ model: Counter, on scheduler: some Scheduler) {
      scheduler.schedule { MainActor.assumeIsolated { model.tap() } }
    }
    @MainActor @Test func aHelperThatIsNotOnTheMainActor() throws {
      let scheduler = TestScheduler(), model = Counter()
      tapLater(model, on: scheduler)
      try scheduler.run()
      #expect(model.taps == 1)
    }

    // MARK: TestingQuestions.md: a test that cannot fail

    @Test func theTestCanFail() {
      withKnownIssue {
        try marbles { m in
          let source = m.cold("-a|")
          m.expect(source).toBe("-b|")
        }
      }
    }
    @Test func dashesAloneAreSilence() throws {
      try marbles { m in
        m.expect(Empty<String, Never>(completeImmediately: false)).toBe("-----")
        m.expect(Empty<String, Never>(completeImmediately: false)).toBe("")
      }
      withKnownIssue { try marbles { m in m.expect(Empty<String, Never>()).toBe("-----") } }
    }

    // MARK: TestingQuestions.md: values alone

    @Test func valuesWithoutInstants() throws {
      try marbles { m in
        let typed = m.cold("-a--b-c|"), other = m.cold("abc|")
        m.expect(typed).toSatisfy("sends a, b and c, in this order") { $0.values == ["a", "b", "c"] }
        m.expect(typed).toEqual(other, ignoring: .time)
        let degrees = m.cold("-a-b|", ["a": 0.1 + 0.2, "b": 1.0 / 3])
        m.expect(degrees, by: { abs($0 - $1) < 0.01 }).toBe("-a-b|", ["a": 0.3, "b": 0.33])
      }
    }

    // MARK: AppQuestions.md: a completion handler

    @Test func aCompletionHandler() async throws {
      try await marbles { @MainActor m in
        let locator = FakeLocator(), places = PassthroughSubject<String, Never>()
        m.at("-x") { places.send(await place(from: locator)) }
        m.at("----x") { locator.answer?("Oslo") }
        m.expect(places).toBe("----o", ["o": "Oslo"])
      }
    }

    // MARK: VirtualTime.md: no time to wait

    @Test func aSleepOfNoLength() async throws {
      try await withVirtualTime { clock in
        try await clock.sleep(for: .zero)
        try await clock.sleep(until: clock.now)
        try await clock.advance(by: .seconds(2))
        try await clock.sleep(until: clock.now.advanced(by: .seconds(-1)))
        #expect("\(clock.now)" == "2s")
      }
    }

    // MARK: ServerSideSwift.md: a shutdown

    @Test func aShutdown() async throws {
      try await marbles(frame: .seconds(1)) { m in
        let asked = PassthroughSubject<String, Never>(), stopped = PassthroughSubject<String, Never>()
        let done = PassthroughSubject<String, Never>()
        let worker = Worker(clock: m.clock) { done.send("d") }
        let run = Task {
          await worker.run()
          stopped.send("s")
        }
        m.at("------x") {
          asked.send("x")
          run.cancel()
        }
        m.expect(done).toBe("---d----d")
        m.expect(stopped).toBe("--------s")
        m.each(asked).isFollowed(by: stopped, within: .seconds(10))
      }
    }

    // MARK: ComingFromOtherKits.md, AppQuestions.md

    @Test func aClockThatNobodyGave() async throws {
      try await withKnownIssue {
        try await marbles { m in
          let clock = UnimplementedClock("search"), done = PassthroughSubject<String, Never>()
          m.at("-x") {
            try? await clock.sleep(for: .seconds(1))
            done.send("d")
          }
          m.expect(done).toBe("-d")
        }
      } matching: {
        "\($0)".contains("the clock 'search' is used")
      }
    }
    @Test func twoChangesAtOnceAreOneValue() async throws {
      try await marbles { @MainActor m in
        let meter = Meter()
        m.at("-x") {
          meter.seconds = 1
          meter.seconds = 2
        }
        m.expect(Observations { meter.seconds }, from: "^---!").toBe("02") { Int($0) }
      }
    }

    // MARK: Setup.md: a time limit is real

    @Test(.enabled(if: RealClocks.unavailable == nil), .timeLimit(.minutes(60)), .virtualTime)
    func twoHoursWithinAnHour() async throws {
      try await Task.sleep(for: .seconds(7_200))
    }
    @Test(.enabled(if: RealClocks.unavailable == nil), .virtualTime, .timeLimit(.minutes(60)))
    func theLimitInside() async throws {
      try await Task.sleep(for: .seconds(7_200))
    }
    @Test(.timeLimit(.minutes(60))) func rowsOfTwoHours() async throws {
      try await marbles(frame: .seconds(3_600)) { m in m.expect(m.async("-a-|")).toBe("-a-|") }
    }

    // MARK: TestingQuestions.md: a scheduler

    @Test func onTheMainQueue() throws {
      try marbles { m in
        let main = m.scheduler(for: DispatchQueue.self)
        let loaded = m.cold("-a-b|")
        m.expect(loaded.receive(on: main), on: main).toBe("-a-b|")
      }
      withKnownIssue {
        try marbles { m in
          let main = m.scheduler(for: DispatchQueue.self)
          m.expect(m.cold("-a|"), on: main).toBe("-a|")
        }
      }
    }
  }
#endif
