#if !canImport(Combine)
  import Foundation
  import FoundationNetworking
  import MarblesFoundation
  import MarblesTesting
  import PipesFoundation
  import Testing

  /// A class without `Equatable`.
  final class Member {
    let id: Int
    let name: String
    init(_ id: Int, _ name: String) { (self.id, self.name) = (id, name) }
  }

  /// Asks again after 1 s and after 2 s, each time up to half a second later.
  func answer(
    _ request: some Publisher<String, URLError>, on scheduler: some Scheduler<DispatchQueue.SchedulerTimeType>,
    jitter: @escaping () -> Int = { .random(in: 0...500) }
  ) -> some Publisher<String, URLError> {
    request.retry(
      2, backoff: .exponential(from: .seconds(1), upTo: .seconds(8)), jitter: { $0 + .milliseconds(jitter()) },
      scheduler: scheduler)
  }

  /// A model that stays with run loops.
  final class Filter {
    @Published var text = ""
    @Published private(set) var shown = ""
    init(scheduler: AnySchedulerOf<RunLoop> = .main) {
      $text.debounce(for: 0.3, scheduler: scheduler).assign(to: &$shown)
    }
  }

  /// A scheduler of one's own: it counts what is scheduled, and passes it on to another one.
  struct Counting<Base: Scheduler>: Scheduler {
    let base: Base
    let count: () -> Void

    var now: Base.SchedulerTimeType { base.now }
    var minimumTolerance: Base.SchedulerTimeType.Stride { base.minimumTolerance }

    func schedule(options: Base.SchedulerOptions?, _ action: @escaping () -> Void) {
      count()
      base.schedule(options: options, action)
    }
    func schedule(
      after date: Base.SchedulerTimeType, tolerance: Base.SchedulerTimeType.Stride, options: Base.SchedulerOptions?,
      _ action: @escaping () -> Void
    ) {
      count()
      base.schedule(after: date, tolerance: tolerance, options: options, action)
    }
    func schedule(
      after date: Base.SchedulerTimeType, interval: Base.SchedulerTimeType.Stride,
      tolerance: Base.SchedulerTimeType.Stride,
      options: Base.SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
      count()
      return base.schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
    }
  }

  protocol Compass: AnyObject { var delegate: (any CompassDelegate)? { get set } }
  protocol CompassDelegate: AnyObject {
    func turned(to direction: String)
    func failed(_ error: any Error)
  }

  /// Makes the calls of a delegate a stream.
  final class Directions: CompassDelegate {
    let values = PassthroughSubject<String, any Error>()
    init(_ compass: some Compass) { compass.delegate = self }
    func turned(to direction: String) { values.send(direction) }
    func failed(_ error: any Error) { values.send(completion: .failure(error)) }
  }
  final class FakeCompass: Compass { weak var delegate: (any CompassDelegate)? }

  /// The hour of a clock on the wall, once an hour.
  private func hours(in zone: String) -> some Publisher<Int, Never> {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: zone)!
    return Timer.publish(every: 3_600, on: .main, in: .common).autoconnect().map { [calendar] in
      calendar.component(.hour, from: $0)
    }
  }

  /// The later answers of TestingQuestions.md and AppQuestions.md, and code of other pages.
  @Suite struct MoreTestingQuestionsTests {
    struct Busy: Error {}

    // MARK: A chain

    @Test func aLongChainHasAName() throws {
      try marbles { m in
        let typed = m.cold("-1-2-3|", of: Int.self)
        let sums = typed.map { $0 * 2 }.scan(0) { $0 + $1 }.filter { $0 > 2 }.map { $0 + 1 }
        m.expect(sums).toBe("---a-b|", ["a": 7, "b": 13])
      }
    }

    // MARK: Errors and attempts

    @Test func aCertainError() throws {
      try marbles { m in
        let request = m.cold("-a-#", error: URLError(.timedOut))
        m.expect(request).toBe("-a-#", error: URLError(.timedOut))
        m.expect(request).toBe("-a-#")  // any error
      }
      try marbles { m in
        let errors = ["late": URLError(.timedOut), "off": URLError(.notConnectedToInternet)]
        let request = m.cold("-#'late'", then: ["--#'off'"], failure: URLError.self, errors: errors)
        m.expect(request.retry(1)).toBe("---#'off'", errors: errors)
      }
    }

    @Test func theWaitsOfABackOff() throws {
      try marbles(frame: .seconds(1)) { m in
        let request = m.cold("#", error: Busy())
        let answer = request.retry(
          3, backoff: .exponential(from: .seconds(1), upTo: .seconds(60)), scheduler: m.scheduler)
        m.expect(answer).toBe("       -------#", error: Busy())
        m.expect(subscriptionsOf: request).toBe("(^!)", "-(^!)", "---(^!)", "-------(^!)")
      }
    }

    @Test func oneRequestForTwoSubscribers() throws {
      try marbles { m in
        let request = m.cold("--a|")
        let shared = request.share()
        m.expect(shared).toBe("--a|")
        m.expect(shared, from: "-^").toBe("--a|")
        m.expect(subscriptionsOf: request).toBe("^--!")
      }
    }

    @Test func everyAttemptFails() throws {
      try marbles { m in
        let request = m.cold("-#", error: Busy())
        m.expect(request.retry(3)).toBe("----#", error: Busy())
        m.expect(subscriptionsOf: request).toBe("^!", "-^!", "--^!", "---^!")
      }
      // The last row of `then:` is repeated.
      try marbles { m in
        let request = m.cold("-#", then: ["--#"], error: Busy())
        m.expect(request.retry(2)).toBe("-----#", error: Busy())
        m.expect(subscriptionsOf: request).toBe("^!", "-^-!", "---^-!")
      }
    }

    @Test func jitter() throws {
      try marbles(frame: .milliseconds(100)) { m in
        let request = m.cold("#", then: ["#", "a|"], error: URLError(.timedOut))
        var jitters = [500, 0].makeIterator()
        m.expect(answer(request, on: m.scheduler(for: DispatchQueue.self)) { jitters.next()! }).toBe("@3500ms a|")
        m.expect(subscriptionsOf: request).toBe("(^!)", "@1500ms (^!)", "@3500ms ^!")
      }
      try marbles(frame: .milliseconds(100)) { m in
        let request = m.cold("#", then: ["a|"], error: URLError(.timedOut))
        let answer = answer(request, on: m.scheduler(for: DispatchQueue.self))
        m.expect(answer).toBe("@1250ms a @1350ms |", within: .milliseconds(250))
      }
    }

    // MARK: Values

    @Test func valuesThatAreNotEquatable() throws {
      try marbles { m in
        let ada = Member(1, "Ada"), bo = Member(2, "Bo")
        let members = m.cold("-a-b|", ["a": ada, "b": bo])
        m.expect(members, by: { $0.id == $1.id }).toBe("-a-b|", ["a": Member(1, "Ada"), "b": Member(2, "Bo")])
        m.expect(members, by: { $0 === $1 }).toBe("-a-b|", ["a": ada, "b": bo])
        m.expect(members.map(\.name)).toBe("-a-b|", ["a": "Ada", "b": "Bo"])
      }
    }

    // MARK: Subscriptions and demand

    @Test func cancelledAtFifty() throws {
      try marbles { m in
        let places = m.hot("-a @50ms b @60ms c")
        m.expect(places.dropFirst().first()).toBe("@50ms (b|)")
        m.expect(subscriptionsOf: places).toBe("^ @50ms !")
      }
      try marbles { m in
        let places = m.hot("-a @60ms c")
        var log: [String] = []
        var screen: AnyCancellable? = places.handleEvents(receiveCancel: { log.append("cancelled") }).sink { _ in }
        m.at("@50ms x") {
          screen?.cancel()
          screen = nil
        }
        m.expect(subscriptionsOf: places).toBe("^ @50ms !")
        try m.run()
        #expect(log == ["cancelled"])
      }
    }

    @Test func aTaskThatIsCancelledAtFifty() async throws {
      try await marbles { @MainActor m in
        let places = m.async("-a @60ms c")
        var task: Task<Void, Never>?
        m.at("x") { task = Task { for await _ in places {} } }
        m.at("@50ms x") { task?.cancel() }
        m.expect(subscriptionsOf: places).toBe("^ @50ms !")
      }
    }

    @Test func twoThenThree() throws {
      try marbles { m in
        let source = m.cold("abcdef|")
        m.expect(source, demand: "2----3").toBe("ab---[cde]")
        m.expect(demandOn: source).toBe("2----3")
        m.allowLive()
      }
    }

    @Test func aWindow() throws {
      try marbles(frame: .seconds(1)) { m in
        let ticks = Timer.publish(every: 1, on: .main, in: .common).autoconnect().scan(0) { count, _ in count + 1 }
        m.expect(ticks, from: "^ @10s !").toBe("-123456789")
      }
    }

    // MARK: Sources and schedulers

    @Test func aSchedulerOfOnesOwn() throws {
      try marbles { m in
        var count = 0
        let own = Counting(base: m.scheduler) { count += 1 }
        let typed = m.hot("                                   -a-b-----|")
        m.expect(typed.debounce(for: m.frames(3), scheduler: own)).toBe("------b--|")
        try m.run()
        #expect(count > 0)
      }
    }

    @Test func theCallsOfADelegate() throws {
      try marbles { m in
        let compass = FakeCompass()
        let directions = m.keep(Directions(compass))
        m.atEach("-n-n-s") { compass.delegate?.turned(to: $0) }
        m.expect(directions.values.removeDuplicates()).toBe("-n---s")
      }
    }

    /// At one o'clock UTC the clocks in Berlin go from two to three.
    @Test func theHourThatIsSkipped() throws {
      try marbles(frame: .seconds(3_600), startingAt: .utc(2026, 3, 29, 0, 0)) { m in
        let hours = hours(in: "Europe/Berlin").prefix(3)
        m.expect(hours).toBe("-ab(c|)", ["a": 3, "b": 4, "c": 5])
      }
    }

    // MARK: Rows

    @Test func notTheWholeRow() throws {
      try marbles { m in
        let prices = m.cold("         -a-b-c-|", ["a": 10, "b": 30, "c": 20])
        m.expect(prices.last()).toBe(" -------(c|)", ["c": 20])
        m.expect(prices.count()).toBe("-------(n|)", ["n": 3])
        m.expect(prices).toSatisfy("has 30 among its values") { $0.values.contains(30) }
      }
    }

    @Test func aLongRow() throws {
      try marbles { m in
        let ticks = m.cold(String(repeating: "-t", count: 500) + "|")
        m.expect(ticks.count()).toBe("@1s (n|)", ["n": 500])
        let hour = m.cold("a 1h b 1h c|")
        m.expect(hour.map { $0.uppercased() }).toBe("A 1h B 1h C|")
      }
    }

    @Test(arguments: [
      ("-a-b-c------d-----|", "--------c------d--|"),
      ("-a----b-a----|", "----a--------|"),
    ])
    func severalRows(input: String, expected: String) throws {
      try marbles { m in
        let typed = m.hot(input)
        m.expect(typed.debounce(for: m.frames(3), scheduler: m.scheduler).removeDuplicates()).toBe(expected)
      }
    }

    @Test func fiveMinutes() throws {
      try marbles { m in
        m.expect(m.cold("a 5m b|")).toBe("a @300001ms b|")
        m.expect(m.cold("a @5m b|")).toBe("a @300000ms b|")
      }
    }

    @Test func aRunLoop() throws {
      try marbles(frame: .milliseconds(100)) { m in
        let model = Filter(scheduler: m.scheduler(for: RunLoop.self).eraseToAnyScheduler())
        m.atEach("-s-'sw'") { model.text = $0 }
        m.expect(model.$shown).toBe("e-----w", ["e": "", "w": "sw"])
      }
    }

    // MARK: Failures

    /// The first problem of a test, as if it were in a file of another name.
    private func failure(_ place: String, seeds: Range<UInt64>? = nil, _ body: (MarbleTest) throws -> Void) throws
      -> String
    {
      var problems: [String] = []
      try Marbles.marbles(seeds: seeds, report: { problems.append($0.text) }, body)
      return "\(place): \(try #require(problems.first))"
    }

    /// Each failure that the page shows is the text of a run; `RecordingRunTests` has the one about a recorded row.
    @Test func thePageQuotesFailures() throws {
      let failures = [
        try failure("MembersTests.swift:6") { m in
          let members = m.cold("-a-b|", ["a": Member(1, "Ada"), "b": Member(2, "Bo")])
          m.expect(members).toBe("-a-b|", ["a": Member(1, "Ada"), "b": Member(2, "Bo")])
        },
        try failure("InboxTests.swift:6", seeds: 0..<50) { m in
          let inbox = m.hot(" -a---|"), outbox = m.hot("-b---|")
          m.expect(inbox.merge(with: outbox), name: "merged").toBe("-[ab]---|")
        },
        try failure("DemandTests.swift:6") { m in
          let source = m.cold("abcdef|")
          m.expect(source, demand: "2----3").toBe("ab---[cde]")
        },
      ]
      let page = try ["TestingQuestions", "AppQuestions"].map {
        try PagesTests.Page("Sources/Marbles/Marbles.docc/\($0).md").text
      }.joined()
      for failure in failures { #expect(page.contains("```text\n\(failure)\n```\n")) }
      #expect(page.components(separatedBy: "```text\n").count - 1 == failures.count + 1)
      // The seed that the failure names shows the failure again.
      let again = try failure("InboxTests.swift:6", seeds: 0..<1) { m in
        let inbox = m.hot(" -a---|"), outbox = m.hot("-b---|")
        m.expect(inbox.merge(with: outbox), name: "merged").toBe("-[ab]---|")
      }
      #expect(again == failures[1])
    }
  }
#endif
