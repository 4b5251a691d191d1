#if !canImport(Combine)
  import Foundation
  import MarblesTesting
  import PipesFoundation
  import Testing
  import VirtualTime

  private final class ListModel {
    enum State: Equatable { case idle, loading, loaded([String]), failed }
    @Published private(set) var state = State.idle
    private let request: () -> AnyPublisher<[String], URLError>

    init(_ request: @escaping () -> AnyPublisher<[String], URLError>) { self.request = request }
    func load() {
      state = .loading
      request().map { .loaded($0) }.replaceError(with: .failed).assign(to: &$state)
    }
  }

  private final class Countdown {
    @Published private(set) var left = 3
    init(ticks: some Publisher<Date, Never> = Timer.publish(every: 1, on: .main, in: .common).autoconnect()) {
      ticks.prefix(3).scan(3) { left, _ in left - 1 }.assign(to: &$left)
    }
  }

  /// Makes the calls of a delegate an async stream.
  private final class Locations: Sendable {
    let values: AsyncStream<String>
    private let sender: AsyncStream<String>.Continuation
    init(stop: @escaping @Sendable () -> Void) {
      (values, sender) = AsyncStream.makeStream(of: String.self)
      sender.onTermination = { _ in stop() }
    }
    func turned(to direction: String) { sender.yield(direction) }
  }

  private func polls(
    _ ticks: some Publisher<Date, Never>, center: NotificationCenter
  ) -> some Publisher<Date, Never> {
    center.publisher(for: .pause).map { _ in false }
      .merge(with: center.publisher(for: .resume).map { _ in true })
      .prepend(true)
      .map { isActive in isActive ? ticks.eraseToAnyPublisher() : Empty().eraseToAnyPublisher() }
      .switchToLatest()
  }
  extension Notification.Name {
    fileprivate static let pause = Notification.Name("pause"), resume = Notification.Name("resume")
  }

  private actor Prices {
    private let now: @Sendable () -> Date
    private var entry: (value: Int, date: Date)?
    init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }
    func value(_ load: () async -> Int) async -> Int {
      if let entry, now().timeIntervalSince(entry.date) < 300 { return entry.value }
      let value = await load()
      entry = (value, now())
      return value
    }
  }

  /// Answers to questions of people who test apps, on several pages.
  @Suite struct AppAnswerTests {
    // MARK: TestingAnApp.md

    @Test func whatTheModelAsksFor() async throws {
      try await marbles(frame: .milliseconds(100)) { @MainActor m in
        let asked = PassthroughSubject<String, Never>()
        let model = Suggestions(clock: m.clock) {
          asked.send($0)
          return [$0 + "1"]
        }
        m.atEach("-a-b") { model.query = $0 }
        m.expect(asked).toBe("------b")
        m.at("-------x") { #expect(model.words == ["b1"]) }
      }
    }

    @Test func aPollingThatPauses() throws {
      try marbles(frame: .seconds(1)) { m in
        let center = NotificationCenter(), ticks = m.cold("--t-t-t-t").map { _ in Date() }
        m.atEach("---p---r--p", ["p": Notification.Name.pause, "r": .resume]) { center.post(name: $0, object: nil) }
        m.expect(polls(ticks, center: center).map { _ in "t" }).toBe("--t------t")
      }
    }

    // MARK: TestingQuestions.md

    @Test func casesOfAnEnum() throws {
      try marbles { m in
        let request = m.cold("--i|", then: ["--#"], ["i": ["tea"]], error: URLError(.timedOut))
        let model = ListModel { request.eraseToAnyPublisher() }
        m.at("-x---x") { model.load() }
        m.expect(model.$state).toBe("il-d-l-f", ["i": .idle, "l": .loading, "d": .loaded(["tea"]), "f": .failed])
      }
    }

    @Test func ticksAreAParameter() throws {
      try marbles { m in
        let model = Countdown(ticks: m.hot("-t-tt").map { _ in Date() })
        m.expect(model.$left).toBe("32-10") { Int($0) }
      }
    }
    @Test func theTimerOfTheCountdown() throws {
      try marbles(frame: .seconds(1)) { m in
        m.expect(Countdown().$left).toBe("3210") { Int($0) }
      }
    }

    // MARK: AppQuestions.md

    @Test func aRequestWithAwait() async throws {
      try await marbles(frame: .seconds(1)) { m in
        let url = URL(string: "http://weather.example/oslo")!
        let shown = PassthroughSubject<String, Never>()
        let answer = m.cold("--a|", then: ["-#"], error: URLError(.timedOut))
        let load = { @Sendable (_: URL) async throws -> Data in
          for try await text in answer.values { return Data(text.utf8) }
          throw CancellationError()
        }
        m.at("x---x") { shown.send((try? await load(url)).map { String(decoding: $0, as: UTF8.self) } ?? "failed") }
        m.expect(shown).toBe("--a--f", ["a": "a", "f": "failed"])
      }
    }

    @Test func aDelegateAsAnAsyncStream() async throws {
      try await marbles { m in
        let stops = PassthroughSubject<String, Never>()
        let locations = Locations { stops.send("x") }
        m.atEach("-n--s") { locations.turned(to: $0) }
        m.expect(locations.values, from: "^----!").toBe("-n--s")
        m.expect(stops).toBe("-----x")
      }
    }

    @Test func inParallel() async throws {
      try await marbles(frame: .seconds(1)) { m in
        let user = m.cold("--u|"), posts = m.cold("----p|"), shown = PassthroughSubject<String, Never>()
        m.at("x") {
          async let name = user.values.first { _ in true }
          async let post = posts.values.first { _ in true }
          shown.send(await name! + post!)
        }
        m.expect(shown).toBe("----b", ["b": "up"])
        m.expect(subscriptionsOf: posts).toBe("^---!")
      }
    }

    // MARK: TestingAsyncCode.md

    @Test func aDateAsAParameter() async throws {
      try await marbles(frame: .seconds(60)) { m in
        let clock = m.clock, loads = PassthroughSubject<String, Never>()
        let prices = Prices { Date(timeIntervalSinceReferenceDate: Double(clock.now.nanoseconds) / 1e9) }
        m.at("x---xx---x") {
          _ = await prices.value {
            loads.send("l")
            return 7
          }
        }
        m.expect(loads).toBe("l----l")
      }
    }
  }
#endif
