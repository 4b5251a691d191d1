#if !canImport(Combine)
  import MarblesTesting
  import Observation
  import PipesFoundation
  import Testing
  import VirtualTime

  private actor TokenStore {
    private let request: @Sendable () async -> String
    private var refresh: Task<String, Never>?
    init(request: @escaping @Sendable () async -> String) { self.request = request }

    func refreshed() async -> String {
      if let refresh { return await refresh.value }
      let task = Task { await request() }
      refresh = task
      defer { refresh = nil }
      return await task.value
    }
  }

  @MainActor private final class Finder {
    let shown = PassthroughSubject<String, Never>()
    private let fetch: @MainActor (String) async throws -> String
    private var task: Task<Void, Never>?
    init(fetch: @escaping @MainActor (String) async throws -> String) { self.fetch = fetch }

    func search(_ query: String) {
      task?.cancel()
      task = Task { if let found = try? await fetch(query) { shown.send(found) } }
    }
  }

  @MainActor @Observable private final class Loader {
    private(set) var showsSpinner = false
    func load(_ request: @escaping @Sendable () async -> String) async {
      let spinner = Task {
        try await Task.sleep(for: .milliseconds(200))
        showsSpinner = true
      }
      _ = await request()
      spinner.cancel()
      if showsSpinner { showsSpinner = false }
    }
  }

  @MainActor @Observable private final class Shelf {
    private(set) var isLoading = false
    private(set) var items: [String] = []
    func load(_ request: @escaping @Sendable () async -> [String]) async {
      isLoading = true
      let found = await request()
      (items, isLoading) = (found, false)
    }
  }

  private final class Form {
    @Published var email = ""
    @Published var password = ""
    @Published var hasAgreed = false
    func fillIn() { (email, password, hasAgreed) = ("e", "p", true) }
  }

  private struct Refused: Error {
    var status: Int
    var body: String
  }
  private struct Status: Error, Equatable { var code: Int }

  /// The code of pages for questions that newcomers asked.
  @Suite struct NewcomerQuestionsTests {
    @Test func fiveCallersMakeOneRequest() async throws {
      try await marbles(frame: .milliseconds(10)) { m in
        let token = m.cold("--------t|"), done = PassthroughSubject<String, Never>()
        let store = TokenStore { await token.values.first { _ in true } ?? "" }
        m.atEach("abcde") { caller in
          _ = await store.refreshed()
          done.send(caller)
        }
        m.expect(subscriptionsOf: token).toBe("^-------!")
        m.expect(done).toBe("--------{abcde}")
      }
    }

    @Test func aTieOfAnswerAndLimit() async throws {
      let first = try await withVirtualTime { _ in
        try? await limited(to: .seconds(5)) {
          try await Task.sleep(for: .seconds(5))
          return "an answer"
        }
      }
      // The child that was added first began to sleep first.
      #expect(first == "an answer")
      await withKnownIssue {
        try await everyOrder {
          let answer = try? await limited(to: .seconds(5)) {
            try await Task.sleep(for: .seconds(5))
            return "an answer"
          }
          #expect(answer == "an answer")
        }
      }
    }

    @Test func aTaskThatTheModelCancels() async throws {
      try await marbles { @MainActor m in
        let stopped = PassthroughSubject<String, Never>()
        let finder = Finder { query in
          do { try await Task.sleep(for: .milliseconds(10)) } catch {
            if error is CancellationError { stopped.send(query) }
            throw error
          }
          return query
        }
        m.atEach("a---b") { finder.search($0) }
        m.expect(stopped).toBe("----a")
        m.expect(finder.shown).toBe("--------------b")
      }
    }

    @Test(arguments: [("-a|", "f"), ("-----a|", "f--t--f")])
    func aSpinnerForSlowAnswersOnly(answer: String, spinner: String) async throws {
      try await marbles(frame: .milliseconds(100)) { @MainActor m in
        let loader = Loader(), request = m.cold(answer)
        m.at("-x") { await loader.load { await request.values.first { _ in true } ?? "" } }
        m.expect(Observations { loader.showsSpinner }, from: "^---------!").toBe(spinner) { $0 == "t" }
      }
    }

    @Test func aSlowConsumerLosesValues() async throws {
      try await marbles { m in
        let dropped = PassthroughSubject<String, Never>()
        let (news, sender) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(2))
        m.atEach("-abcd----------e") { if case .dropped(let old) = sender.yield($0) { dropped.send(old) } }
        m.at("-----------------x") { sender.finish() }
        let read = news.map { text in
          try? await Task.sleep(for: .milliseconds(4))
          return text
        }
        m.expect(read).toBe("-----a---c---d-----(e|)")
        m.expect(dropped).toBe("----b")
      }
    }

    @Test func aMillionValues() async throws {
      try await withVirtualTime(on: Timeline(actionsPerRun: 100_000_000)) { clock in
        let scheduler = TestScheduler(timeline: clock.timeline)
        let last = Recorder<Int, Never>(timeline: clock.timeline)
        Publishers.interval(.milliseconds(86), scheduler: scheduler).prefix(3_000).last().subscribe(last)
        try await clock.advance(by: .seconds(24 * 3_600))
        #expect(last.recording.values == [2_999])
      }
    }

    @Test func twoPropertiesHaveTwoRows() async throws {
      try await marbles { @MainActor m in
        let shelf = Shelf(), answer = m.cold("--a|")
        m.at("-x") { await shelf.load { await answer.values.first { _ in true }.map { [$0] } ?? [] } }
        m.expect(Observations { shelf.isLoading }, from: "^------!").toBe("ft-f", ["f": false, "t": true])
        m.expect(Observations { shelf.items.count }, from: "^------!").toBe("0--1") { Int($0) }
      }
    }

    @Test func threePropertiesChangeAtOnce() throws {
      try marbles { m in
        let form = Form()
        m.at("-x") { form.fillIn() }
        let state = form.$email.combineLatest(form.$password, form.$hasAgreed)
          .map { "\($0.count)\($1.count)\($2 ? 1 : 0)" }
        let names = ["a": "000", "b": "100", "c": "110", "d": "111"]
        m.expect(state).toBe("a[bcd]", names)
        m.expect(state.debounce(for: .seconds(0), scheduler: m.scheduler)).toBe("ad", names)
      }
    }

    @Test func twoUploadsAtOnce() throws {
      try marbles { m in
        let file = m.cold("abcd|"), upload = m.cold("--1|")
        m.expect(file.flatMap(maxPublishers: .max(2)) { [upload] name in upload.map { name + $0 } })
          .toBe("--ef-gh|", ["e": "a1", "f": "b1", "g": "c1", "h": "d1"])
        m.expect(subscriptionsOf: upload).toBe("^--!", "-^--!", "---^--!", "----^--!")
        m.expect(demandOn: file).toBe("2--11")
      }
    }

    @Test func pollsInTheForeground() throws {
      try marbles(frame: .seconds(1)) { m in
        var last: VirtualInstant?
        let isActive = m.hot("t @45s f @55s t @75s f @95s t", ["t": true, "f": false])
        let polls = isActive.map { [m] isActive -> AnyPublisher<Int, Never> in
          if !isActive { return Empty(completeImmediately: false).eraseToAnyPublisher() }
          let rest = last.map { max(.zero, .seconds(30) - $0.distance(to: m.scheduler.now)) } ?? .zero
          return Publishers.timer(after: rest, every: .seconds(30), scheduler: m.scheduler).eraseToAnyPublisher()
        }.switchToLatest().handleEvents(receiveOutput: { [m] _ in last = m.scheduler.now })
        m.expect(polls, from: "^ @99s !").toBe("? @30s ? @60s ? @95s ?")
      }
    }

    @Test func aPartOfAnError() throws {
      try marbles { m in
        let request = m.cold("-#", of: String.self, error: Refused(status: 503, body: "Later"))
        m.expect(request.mapError { Status(code: $0.status) }).toBe("-#", error: Status(code: 503))
      }
    }
  }
#endif
