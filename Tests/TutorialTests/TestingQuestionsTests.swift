#if !canImport(Combine)
  import Foundation
  import FoundationNetworking
  import MarblesFoundation
  import MarblesTesting
  import Observation
  import PipesFoundation
  import Testing
  import VirtualTime
  import XCTest

  /// A structure that tests compare.
  struct Station: Equatable {
    var name: String
    var minutes: Int
  }

  /// A button: its taps have no value, its selection may be `nil`.
  final class Panel {
    let taps = PassthroughSubject<Void, Never>()
    let selection = CurrentValueSubject<String?, Never>(nil)
  }

  /// Asks again after a pause, and waits longer each time.
  func answer(_ request: () async throws -> String, clock: some Clock<Duration>) async throws -> String {
    for pause in [1, 2, 4] {
      do { return try await request() } catch { try await clock.sleep(for: .seconds(pause)) }
    }
    return try await request()
  }

  struct Weather {
    var load: (URL) -> AnyPublisher<(data: Data, response: URLResponse), URLError>

    func degrees(
      at url: URL, on scheduler: some Scheduler<DispatchQueue.SchedulerTimeType>
    ) -> some Publisher<Int, any Error> {
      load(url)
        .timeout(.seconds(5), scheduler: scheduler, customError: { URLError(.timedOut) })
        .retry(1)
        .map(\.data)
        .decode(type: Int.self, decoder: JSONDecoder())
    }
  }
  extension Weather {
    static var live: Weather { Weather { URLSession.shared.dataTaskPublisher(for: $0).eraseToAnyPublisher() } }
  }

  @MainActor @Observable final class Stopwatch {
    private(set) var seconds = 0
    func run(on clock: some Clock<Duration>) async throws {
      while seconds < 3 {
        try await clock.sleep(for: .seconds(1))
        seconds += 1
      }
    }
  }

  /// Stores the last text that was typed.
  final class Draft {
    private(set) var text = ""
    private var token: AnyCancellable?
    init(_ typed: some Publisher<String, Never>) { token = typed.sink { [weak self] in self?.text = $0 } }
  }

  /// The answers of TestingQuestions.md and AppQuestions.md.
  @Suite struct TestingQuestionsTests {
    @Test func nothingIsSent() throws {
      try marbles { m in
        let source = m.hot("-a-b-|")
        m.expect(source.filter { $0 == "z" }).toBe("-----|")
        m.expect(source.ignoreOutput().append(Empty(completeImmediately: false))).toBe("")
      }
    }

    @Test func valuesWithoutAName() throws {
      try marbles { m in
        let panel = Panel()
        m.at("-t-t") { panel.taps.send() }
        m.expect(panel.taps, by: { _, _ in true }).toBe("-t-t") { _ in () }

        m.drive(panel.selection, with: "--a-n", ["a": "Oslo", "n": nil])
        m.expect(panel.selection).toBe("n-a-n", ["a": "Oslo", "n": nil])

        let stops = m.cold(
          "-b-o|", ["b": Station(name: "Bergen", minutes: 0), "o": Station(name: "Oslo", minutes: 400)])
        m.expect(stops.map(\.minutes)).toBe("-s-e|", ["s": 0, "e": 400])
        m.expect(stops.filter { $0.minutes > 0 }).toBe("---o|", ["o": Station(name: "Oslo", minutes: 400)])
      }
    }

    @Test func stillSubscribed() throws {
      try marbles { m in
        let radio = m.hot("-a-b-c-")
        m.expect(radio).toBe("-a-b-c-")
        m.expect(radio.prefix(1)).toBe("-(a|)")
        m.expect(subscriptionsOf: radio).toBe("^", "^!")
      }
    }

    @Test func aPendingTimer() throws {
      try marbles { m in
        let typed = m.hot("-a|")
        m.keep(typed.delay(for: m.frames(60), scheduler: m.scheduler).sink { _ in })
        m.expect(typed).toBe("-a|")
        m.allowLive()
      }
    }

    @Test func twoStreamsAreEqual() throws {
      try marbles { m in
        let typed = m.hot("-a-b-c------d-----|")
        let one = m.record(typed.debounce(for: m.frames(3), scheduler: m.scheduler))
        let other = m.record(
          typed.map { [m] in Just($0).delay(for: m.frames(3), scheduler: m.scheduler) }.switchToLatest())
        try m.run()
        #expect(one.recording == other.recording)
      }
    }

    struct Busy: Error {}

    @Test func theSecondAttemptSucceeds() throws {
      try marbles { m in
        let request = m.cold("-#", then: ["--a|"], error: Busy())
        m.expect(request.retry(1)).toBe("---a|")
        m.expect(subscriptionsOf: request).toBe("^!", "-^--!")
      }
    }

    @Test func aPauseOfATask() async throws {
      try await marbles(frame: .seconds(1)) { m in
        let clock = m.clock
        let request = m.cold("#", then: ["#", "a|"], error: Busy())
        let shown = PassthroughSubject<String, Never>()
        m.at("x") {
          let ask = { () async throws -> String in
            for try await value in request.values { return value }
            throw CancellationError()  // the values of a cancelled task end
          }
          shown.send(try await answer(ask, clock: clock))
        }
        m.expect(shown).toBe("---a")
        m.expect(subscriptionsOf: request).toBe("(^!)", "-(^!)", "---(^!)")
      }
    }
    @Test func allAttemptsOfATaskFail() async throws {
      try await marbles(frame: .seconds(1)) { m in
        let clock = m.clock, shown = PassthroughSubject<String, Never>()
        let request = m.cold("#", of: String.self, error: Busy())
        m.at("x") {
          let ask = { () async throws -> String in
            for try await value in request.values { return value }
            throw CancellationError()
          }
          shown.send((try? await answer(ask, clock: clock)) ?? "gave up")
        }
        m.expect(shown).toBe("-------g", ["g": "gave up"])
        m.expect(attemptsOf: request).toBe("12-3---4")
      }
    }

    @Test func aRequestOfASession() throws {
      try marbles(frame: .seconds(1)) { m in
        let url = URL(string: "http://weather.example/oslo")!
        let response: URLResponse = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)!
        let values = ["a": (data: Data("21".utf8), response: response)]
        let request = m.cold("------a|", then: ["-a|"], values, failure: URLError.self)
        let weather = Weather { _ in request.eraseToAnyPublisher() }
        let degrees = weather.degrees(at: url, on: m.scheduler(for: DispatchQueue.self))
        m.expect(degrees).toBe("------d|", ["d": 21])
        m.expect(subscriptionsOf: request).toBe("^----!", "-----^-!")
      }
    }

    @Test func anObservedModel() async throws {
      try await marbles(frame: .seconds(1)) { @MainActor m in
        let watch = Stopwatch(), clock = m.clock
        m.at("x") { try await watch.run(on: clock) }
        m.expect(Observations { watch.seconds }, from: "^----!").toBe("0123") { Int($0) }
      }
    }

    @Test func aModelIsReleased() throws {
      try marbles { m in
        let typed = m.hot("-a-b-c")
        var draft: Draft? = Draft(typed)
        weak let released = draft
        m.at("----x") {
          #expect(draft?.text == "b")
          draft = nil
          #expect(released == nil)
        }
        m.expect(subscriptionsOf: typed).toBe("^---!")
      }
    }

    @Test func aColdRowIsNeverSynchronous() throws {
      try marbles { m in
        let row = m.cold("(a|)")
        var sent: [String] = []
        var tokens: [AnyCancellable] = []
        m.at("x") {
          tokens.append(row.sink { sent.append($0 + " of the row") })
          tokens.append(Just("a").sink { sent.append($0 + " of Just") })
          #expect(sent == ["a of Just"])
        }
        try m.run()
        #expect(sent == ["a of Just", "a of the row"])
      }
    }

    @Test func anyOrder() throws {
      try marbles(seeds: 0..<50) { m in
        let inbox = m.hot(" -a---|"), outbox = m.hot("-b---|")
        m.expect(inbox.merge(with: outbox)).toBe("-{ab}---|")
      }
    }

    @Test func theLengthOfASymbol() throws {
      try marbles { m in
        m.expect(m.cold("-(ab)c|")).toBe("-[ab]---c|")
        m.expect(m.cold("-'10'-5|", of: Int.self)).toBe("-t-f|", ["t": 10, "f": 5])
        m.expect(m.cold("a 3ms b|")).toBe("a---b|")
      }
    }
  }

  /// A counter that belongs to the main actor, as a view model does.
  @MainActor final class Launch: ObservableObject {
    @Published private(set) var left = 3
    private let clock: any Clock<Duration>
    init(clock: any Clock<Duration>) { self.clock = clock }
    func run() async throws {
      while left > 0 {
        try await clock.sleep(for: .seconds(1))
        left -= 1
      }
    }
  }

  /// A class that is not sendable.
  final class Notebook {
    var lines: [String] = []
  }

  @MainActor final class LaunchTests: XCTestCase {
    var sut: Launch!
    let clock = VirtualClock()

    override func setUp() async throws {
      sut = Launch(clock: clock)
    }

    func testItCountsDown() async throws {
      try await withVirtualTime(on: clock.timeline) { @MainActor _ in
        try await self.sut.run()
        XCTAssertEqual(self.sut.left, 0)
      }
    }

    func testALocalValue() async throws {
      let notebook = Notebook()
      try await marbles { @MainActor m in
        let typed = m.cold("-a-b|")
        m.expect(typed.handleEvents(receiveOutput: { notebook.lines.append($0) })).toBe("-a-b|")
      }
      XCTAssertEqual(notebook.lines, ["a", "b"])
    }
  }
#endif
