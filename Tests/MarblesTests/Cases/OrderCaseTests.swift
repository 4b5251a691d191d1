import Marbles
import Pipes
import Testing
import VirtualTime

/// All orders at equal instants, counted through as cases.
@Suite struct OrderCaseTests {
  @Test func aTestThatHoldsInAllOrdersSaysHowMany() throws {
    let run = try marbles(cases: .allOrders) { m in
      let left = m.hot("a-|"), right = m.hot("b-|"), third = m.hot("c-|")
      m.expect(left.merge(with: right, third).count()).toBe("--(3|)")
    }
    // Three sources with an event at frame 0 and one at frame 2: 3! orders of three at each of them.
    #expect(run.count == 36)
    #expect("\(run)" == "all 36 orders at equal instants")
  }

  @Test func eachOrderComesOnce() throws {
    var orders: [String] = []
    let run = try marbles(cases: .allOrders) { m in
      let sources = ["a", "b", "c", "d"].map { m.hot("-\($0)-") }
      m.expect(sources.merge()).toSatisfy { run in
        orders.append("\(run)")
        return true
      }
    }
    #expect(run.count == 24)
    #expect(Set(orders).count == 24)
  }

  @Test func oneSourceKeepsItsOrder() throws {
    let run = try marbles(cases: .allOrders) { m in
      m.expect(m.hot("-(ab)-(cd|)")).toBe("-(ab)-(cd|)")
    }
    #expect("\(run)" == "the only order at equal instants")
  }

  @Test func anOrderThatFailsIsShownAsASwap() throws {
    let text = try failure { m in
      let typed = m.hot("-a-b-"), stop = m.hot("---x-")
      m.expect(typed.prefix(untilOutputFrom: stop)).toBe("-a-(b|)")
    }
    // The only place where two actions meet is frame 3.
    #expect(text.contains("case 2 of all orders at equal instants"), "\(text)")
    #expect(text.contains("It depends on the order at frame 3:"), "\(text)")
    #expect(text.contains("\n    as scheduled  typed, stop\n    here          stop, typed\n"), "\(text)")
    #expect(text.contains("shrunk to 1 choice\n"), "\(text)")
    #expect(text.contains("again: cases: .again(\"O1\")"), "\(text)")
  }

  @Test func theTextRepeatsTheOrder() throws {
    let text = try failure(cases: .again("O1")) { m in
      let typed = m.hot("-a-b-"), stop = m.hot("---x-")
      m.expect(typed.prefix(untilOutputFrom: stop)).toBe("-a-(b|)")
    }
    #expect(text.contains("a repeated case"), "\(text)")
    _ = try marbles(cases: .again("O0")) { m in
      let typed = m.hot("-a-b-"), stop = m.hot("---x-")
      m.expect(typed.prefix(untilOutputFrom: stop)).toBe("-a-(b|)")
    }
  }

  @Test func moreOrdersThanAllowedAreAFailure() throws {
    let text = try failure(cases: .allOrders(atMost: 5)) { m in
      let sources = ["a", "b", "c"].map { m.hot("-\($0)-") }
      m.expect(sources.merge().count()).toBe("-----")
    }
    #expect(text.contains("there are more than 5 orders; 5 were run, and the test holds in all of them"), "\(text)")
  }
  @Test func aSearchThatFailedHasNotRunAllOrders() throws {
    let run = try marbles(cases: .allOrders, report: { _ in }) { m in m.expect(m.hot("-a-")).toBe("-b-") }
    #expect("\(run)" == "stopped after 1 order at equal instants")
  }

  @Test func anAwaitedTestHasOrdersToo() async throws {
    let orders = Names()
    _ = try await marbles(cases: .allOrders) { m in
      let left = m.hot("--a-"), right = m.hot("--b-")
      m.expect(left.merge(with: right)).toSatisfy { run in
        orders.add("\(run)")
        return true
      }
    }
    #expect(Set(orders.all) == ["[value(a, at: 2ms), value(b, at: 2ms)]", "[value(b, at: 2ms), value(a, at: 2ms)]"])
  }
  private final class Names: Sendable {
    private let names = Guarded<[String]>([])
    var all: [String] { names.with { $0 } }
    func add(_ name: String) { names.with { $0.append(name) } }
  }

  // MARK: Tasks

  private static func beats(
    _ m: MarbleTest, _ subject: PassthroughSubject<String, Never>, every length: Int = 1, times: Int
  ) {
    let clock = m.clock
    m.at("x") {
      for _ in 0..<times {
        try await clock.sleep(for: .milliseconds(length))
        subject.send("t")
      }
    }
  }
  /// At each beat two tasks take at least two turns each, which have 6 orders. The numbers of two beats are not
  /// multiplied but added.
  @Test func heartbeatsThatShareNothing() async throws {
    func run(times: Int) async throws -> CasesRun {
      try await marbles(cases: .allOrders) { m in
        for _ in 0..<2 {
          let beats = PassthroughSubject<String, Never>()
          Self.beats(m, beats, times: times)
          m.expect(beats).toBe("-" + String(repeating: "t", count: times))
        }
      }
    }
    let few = try await run(times: 3), more = try await run(times: 6)
    #expect(few.count > 6 && more.count < 2 * few.count)
    let start = "all \(more.count) orders at equal instants that may differ; at least ", end = " more were left out"
    let text = "\(more)"
    try #require(text.hasPrefix(start) && text.hasSuffix(end), "\(text)")
    let leftOut = try #require(Int(text.dropFirst(start.count).dropLast(end.count)))
    #expect(leftOut > 0)
  }
  @Test func heartbeatsOfActors() async throws {
    actor Heart {
      private let beats: PassthroughSubject<String, Never>
      private var count = 0
      init(_ beats: PassthroughSubject<String, Never>) { self.beats = beats }
      func beat(_ clock: VirtualClock) async throws {
        while count < 5 {
          try await clock.sleep(for: .milliseconds(1))
          count += 1
          beats.send("t")
        }
      }
    }
    let run = try await marbles(cases: .allOrders) { m in
      let clock = m.clock
      for _ in 0..<2 {
        let beats = PassthroughSubject<String, Never>(), heart = Heart(beats)
        m.at("x") { try await heart.beat(clock) }
        m.expect(beats).toBe("-ttttt")
      }
    }
    // 6 orders at least at each of 5 beats would be more than 7000. The run does not see which actor a task enters, so
    // entrances are tried in both orders.
    #expect(run.count < 1000)
  }
  /// Two heartbeats meet at 6 ms, where the order shows in a stream that both lead to.
  @Test func heartbeatsThatShareAStream() async throws {
    let text = try await awaitedFailure { m in
      let left = PassthroughSubject<String, Never>(), right = PassthroughSubject<String, Never>()
      Self.beats(m, left, every: 2, times: 3)
      Self.beats(m, right, every: 3, times: 2)
      // The right one has begun to sleep first.
      m.expect(left.map { _ in "l" }.merge(with: right.map { _ in "r" })).toBe("--lrl-(rl)")
    }
    #expect(text.contains("frame 6: expected 'r', 'l', got 'l', 'r'"), "\(text)")
  }
  /// The run does not see a lock, but tries each order of two actions that wait together.
  @Test func heartbeatsThatShareALock() async throws {
    let text = try await awaitedFailure { m in
      let count = Guarded(0), clock = m.clock
      let result = PassthroughSubject<String, Never>()
      m.at("x") {
        for _ in 0..<4 {
          try await clock.sleep(for: .milliseconds(2))
          count.with { $0 += 1 }
        }
      }
      m.at("x") {
        for _ in 0..<2 { try await clock.sleep(for: .milliseconds(3)) }
        if count.with({ $0 }) == 2 { result.send("wrong") }  // at 6 ms the third beat may come before or after
      }
      m.expect(result).toBe("")
    }
    #expect(text.contains("frame 6: nothing expected, got 'wrong'"), "\(text)")
  }
  @Test func theBusiestInstantIsNamed() async throws {
    let text = try await awaitedFailure(cases: .allOrders(atMost: 20)) { m in
      let beats = PassthroughSubject<String, Never>()
      for _ in 0..<4 { Self.beats(m, beats, every: 3, times: 1) }
      m.expect(beats).toBe("---(tttt)")
    }
    #expect(text.contains("there are more than 20 orders"), "\(text)")
    #expect(text.contains("\n  the most are at "), "\(text)")
  }

  private func awaitedFailure(
    cases: Cases = .allOrders, _ body: @escaping @Sendable (MarbleTest) async throws -> Void
  ) async throws -> String {
    let text = Guarded("")
    _ = try await marbles(cases: cases, report: { problem in text.with { $0 += problem.text } }) { try await body($0) }
    return text.with { $0 }
  }
  private func failure(cases: Cases = .allOrders, _ body: (MarbleTest) throws -> Void) throws -> String {
    var text = ""
    _ = try marbles(cases: cases, report: { text += $0.text }) { try body($0) }
    return text
  }
}
