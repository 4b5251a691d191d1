#if !canImport(Combine)
  import Foundation
  import FoundationNetworking
  import MarblesFoundation
  import MarblesTesting
  import Observation
  import PipesFoundation
  import Testing
  import VirtualTime

  // Twelve programs as people write them: no clock, no scheduler and no date is a parameter.

  /// 1. A search field that waits for a pause.
  private final class SearchField: ObservableObject {
    @Published var query = ""
    @Published private(set) var searched: [String] = []
    private var tokens: Set<AnyCancellable> = []
    init() {
      $query.dropFirst().debounce(for: 0.3, scheduler: DispatchQueue.main).removeDuplicates().receive(
        on: DispatchQueue.main
      )
      .sink { [weak self] in self?.searched.append($0) }.store(in: &tokens)
    }
  }

  /// 2. Loads again after each pause.
  private func polling<Value: Sendable>(_ load: @escaping @Sendable () async -> Value) -> AsyncStream<Value> {
    AsyncStream { continuation in
      let task = Task {
        while !Task.isCancelled {
          continuation.yield(await load())
          try? await Task.sleep(for: .seconds(600))
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// 3. A value that is loaded again when it is an hour old.
  private actor Cache {
    private var entry: (value: String, date: Date)?
    private var loads = 0
    func value() async -> String {
      if let entry, Date().timeIntervalSince(entry.date) < 3_600 { return entry.value }
      loads += 1
      try? await Task.sleep(for: .seconds(2))
      let value = "\(loads)"
      entry = (value, Date())
      return value
    }
  }

  /// 4. A token that is renewed a minute before it expires, once for all who wait for it.
  private actor Login {
    private var token: (text: String, expires: Date)?
    private var renewal: Task<String, Never>?
    private var count = 0
    func current() async -> String {
      if let token, token.expires.timeIntervalSinceNow > 60 { return token.text }
      if let renewal { return await renewal.value }
      count += 1
      let task = Task { [count] in
        try? await Task.sleep(for: .seconds(1))
        return "\(count)"
      }
      renewal = task
      let text = await task.value
      token = (text, Date(timeIntervalSinceNow: 1_800))
      renewal = nil
      return text
    }
  }

  /// 5. Tries again after one second, two, four.
  private func retrying<Value>(_ work: () async throws -> Value) async throws -> Value {
    var pause = Duration.seconds(1)
    while true {
      do {
        return try await work()
      } catch {
        try await Task.sleep(for: pause)
        pause *= 2
      }
    }
  }

  /// 6. A text that is saved when nobody has typed for a second.
  @MainActor private final class Letter {
    private var saving: Task<Void, Never>?
    let saved = PassthroughSubject<String, Never>()
    func type(_ text: String) {
      saving?.cancel()
      saving = Task {
        do { try await Task.sleep(for: .seconds(1)) } catch { return }
        saved.send(text)
      }
    }
  }

  /// 7. The value of work, if it needs no more than a time.
  private struct TimedOut: Error {}
  func limited<Value: Sendable>(
    to limit: Duration, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
      group.addTask { try await work() }
      group.addTask {
        try await Task.sleep(for: limit)
        throw TimedOut()
      }
      defer { group.cancelAll() }
      return try await group.next()!
    }
  }

  /// 8. One request a minute.
  private actor Limiter {
    private var next = ContinuousClock.now
    func turn() async throws {
      let start = max(next, ContinuousClock.now)
      next = start + .seconds(60)
      try await Task.sleep(until: start)
    }
  }

  /// 9. A pace that does not drift.
  private func ticks(every interval: Duration) -> AsyncStream<Int> {
    let clock = SuspendingClock()
    return AsyncStream { continuation in
      let ticking = Task {
        var next = clock.now, count = 0
        while true {
          next += interval
          do { try await clock.sleep(until: next) } catch { return continuation.finish() }
          count += 1
          continuation.yield(count)
        }
      }
      continuation.onTermination = { _ in ticking.cancel() }
    }
  }

  /// 10. A clock on the wall.
  private func wallClock() -> some Publisher<String, Never> {
    Timer.publish(every: 1_200, on: .main, in: .common).autoconnect().map { date in
      let minutes = Int(date.timeIntervalSince1970) / 60
      return "\(minutes / 60 % 24):\(minutes % 60)"
    }
  }

  /// 11. A download with a progress.
  @MainActor @Observable private final class Download {
    private(set) var percent = 0
    var progress: some AsyncSequence<Int, Never> & Sendable { Observations { self.percent } }
    func run() async throws {
      while percent < 100 {
        try await Task.sleep(for: .seconds(900))
        percent += 25
      }
    }
  }

  /// 12. A list of books, requested again after a pause when there is no answer.
  private struct Bookshop: Sendable {
    var session = URLSession.shared
    func books() async throws -> [String] {
      while true {
        do {
          let (data, response) = try await session.data(from: URL(string: "https://example.com/books")!)
          guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
          return try JSONDecoder().decode([String].self, from: data)
        } catch is URLError {
          try await Task.sleep(for: .seconds(1_200))
        }
      }
    }
  }

  /// Each of the programs as a row of an hour.
  @Suite(.enabled(if: RealClocks.unavailable == nil)) struct AsTheyAreTests {
    @Test func aSearchField() throws {
      try marbles(frame: .milliseconds(100)) { m in
        let field = SearchField()
        m.atEach("-t-'te' @1h t-'to'", name: "typed") { field.query = $0 }
        m.expect(field.$searched.map { $0.joined(separator: " ") }).toBe(
          "e-----a @3600500ms b", ["e": "", "a": "te", "b": "te to"])
      }
    }
    @Test func polls() async throws {
      try await marbles(frame: .seconds(60)) { m in
        let count = Guarded(0)
        let values = polling {
          count.with { count -> Int in
            count += 1
            return count
          }
        }
        m.expect(values, from: "^ @61m !").toBe("1 @10m 2 @20m 3 @30m 4 @40m 5 @50m 6 @60m 7") { Int($0) }
      }
    }
    @Test func aCache() async throws {
      try await marbles(frame: .seconds(1)) { m in
        let cache = Cache(), answers = PassthroughSubject<String, Never>()
        m.at("x @30m x @1h x @3602s x") { answers.send(await cache.value()) }
        // The value is from 0:00:02, and is loaded again an hour after that.
        m.expect(answers).toBe("--1 @30m 1 @1h 1 @3604s 2")
      }
    }
    @Test func aToken() async throws {
      try await marbles(frame: .seconds(1)) { m in
        let login = Login(), tokens = PassthroughSubject<String, Never>()
        // The token of 0:00:01 expires at 0:30:01, so it is good for requests before 0:29:01; then two wait for the
        // next one.
        m.at("x @29m x @1741s xx @3600s x") { tokens.send(await login.current()) }
        m.expect(tokens).toBe("-1 @29m 1 @1742s (22) @3601s 3")
      }
    }
    @Test func backsOff() async throws {
      try await marbles(frame: .seconds(1)) { m in
        let attempts = PassthroughSubject<String, Never>(), start = Date()
        m.at("x") {
          try await retrying {
            attempts.send("x")
            if Date().timeIntervalSince(start) < 3_600 { throw TimedOut() }
          }
        }
        m.expect(attempts).toBe(
          "x @1s x @3s x @7s x @15s x @31s x @63s x @127s x @255s x @511s x @1023s x @2047s x @4095s x")
      }
    }
    @Test func aLetter() async throws {
      try await marbles(frame: .milliseconds(100)) { @MainActor m in
        let letter = Letter()
        m.atEach("a--b @1h c") { letter.type($0) }
        m.expect(letter.saved).toBe("@1300ms b @3601s c")
      }
    }
    @Test func aLimit() async throws {
      try await marbles(frame: .seconds(1)) { m in
        let ends = PassthroughSubject<String, Never>()
        m.atEach("a @30m b @1h c", ["a": 10, "b": 40, "c": 29]) { seconds in
          do {
            try await limited(to: .seconds(30)) { try await Task.sleep(for: .seconds(seconds)) }
            ends.send("y")
          } catch {
            ends.send("n")
          }
        }
        m.expect(ends).toBe("@10s y @1830s n @3629s y")
      }
    }
    @Test func aLimiter() async throws {
      try await marbles(frame: .seconds(60)) { m in
        let limiter = Limiter(), requests = PassthroughSubject<String, Never>()
        m.at("x") {
          for _ in 0...60 {
            try await limiter.turn()
            requests.send("x")
          }
        }
        m.expect(requests).toBe(String(repeating: "x", count: 61))
      }
    }
    @Test func aTicker() async throws {
      try await marbles(frame: .seconds(60)) { m in
        m.expect(ticks(every: .seconds(1_200)).prefix(3)).toBe("@20m 1 @40m 2 @60m (3|)") { Int($0) }
      }
    }
    @Test func aWallClock() throws {
      try marbles(frame: .seconds(60), startingAt: .utc(2026, 2, 28, 23, 30)) { m in
        m.expect(wallClock().prefix(3)).toBe("@20m a @40m b @60m (c|)", ["a": "23:50", "b": "0:10", "c": "0:30"])
      }
    }
    @Test func aDownload() async throws {
      try await marbles(frame: .seconds(60)) { @MainActor m in
        let download = Download()
        m.at("x") { @MainActor in try await download.run() }
        m.expect(download.progress, from: "^ @61m !").toBe(
          "a @15m b @30m c @45m d @60m e", ["a": 0, "b": 25, "c": 50, "d": 75, "e": 100])
      }
    }
    @Test func aRequest() async throws {
      try await marbles(frame: .seconds(60)) { m in
        let session = m.session(["/books": ["-", "#", "e", "b"]], ["e": .status(503), "b": .json(["Dune"])])
        let shop = Bookshop(session: session), books = PassthroughSubject<[String], Never>()
        m.at("x") { books.send(try await shop.books()) }
        // No answer within the 60 seconds of every request, then no connection, then an error of the server: 20 minutes
        // after each.
        m.expect(session.requests).toBe("r @21m r @41m r @61m r", ["r": "/books"])
        m.expect(books).toBe("@61m b", ["b": ["Dune"]])
      }
    }
    @Test func aThousandTimes() async throws {
      for _ in 0..<200 {
        try await aCache()
        try await aToken()
        try await aLimit()
        try await aLetter()
        try await aRequest()
        try await backsOff()
      }
    }
  }

  /// One word makes an async test virtual.
  @Suite(.enabled(if: RealClocks.unavailable == nil), .virtualTime(startingAt: .utc(2026, 1, 1))) struct TraitTests {
    @Test func aSuite() async throws {
      try await Task.sleep(for: .seconds(3_600))
      #expect(Date() == (try Date("2026-01-01T01:00:00Z", strategy: .iso8601)))
    }
    @Test(.virtualTime, arguments: [1, 2]) func aTest(_ hours: Int) async throws {
      let start = ContinuousClock.now
      try await confirmation(expectedCount: hours) { passed in
        for _ in 0..<hours {
          try await Task.sleep(for: .seconds(3_600))
          passed()
        }
      }
      #expect(ContinuousClock.now - start == .seconds(hours * 3_600))
      #expect(Date().timeIntervalSinceReferenceDate == Double(hours * 3_600), "the trait of the test is the inner one")
    }
    @Test(.timeLimit(.minutes(60))) @MainActor func onTheMainActor() async throws {
      try await Task.sleep(for: .seconds(86_400))
      MainActor.assertIsolated()
    }
  }
#endif
