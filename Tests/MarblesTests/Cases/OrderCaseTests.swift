import Pipes
import Testing
import VirtualTime

@testable import Marbles

/// All orders at equal instants, counted through as cases.
@Suite struct OrderCaseTests {
  @Test func aTestThatHoldsInAllOrdersSaysHowMany() throws {
    let run = try marbles(cases: .allOrders) { m in
      let left = m.hot("a-|"), right = m.hot("b-|"), third = m.hot("c-|")
      m.expect(left.merge(with: right, third).count()).toBe("--(3|)")
    }
    // Three sources with an event at frame 0 and one at frame 2: 3! orders of three at each of them.
    #expect(run.count == 36 && run.completeSwitches == .max)
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
    let text = try failure(cases: .allOrders) { m in
      let typed = m.hot("-a-b-"), stop = m.hot("---x-")
      m.expect(typed.prefix(untilOutputFrom: stop)).toBe("-a-(b|)")
    }
    // The only place where two actions meet is frame 3.
    #expect(text.contains("case 2 of the orders at equal instants"), "\(text)")
    #expect(text.contains("It depends on the order at frame 3:"), "\(text)")
    #expect(text.contains("\n    as scheduled  typed, stop\n    here          stop, typed\n"), "\(text)")
    #expect(text.contains("shrunk to 1 switch\n"), "\(text)")
    #expect(text.contains("again: cases: .again(\"O01\")"), "\(text)")
  }

  @Test func theTextRepeatsTheOrder() throws {
    let text = try failure(cases: .again("O01")) { m in
      let typed = m.hot("-a-b-"), stop = m.hot("---x-")
      m.expect(typed.prefix(untilOutputFrom: stop)).toBe("-a-(b|)")
    }
    #expect(text.contains("a repeated case"), "\(text)")
    _ = try marbles(cases: .again("O0")) { m in
      let typed = m.hot("-a-b-"), stop = m.hot("---x-")
      m.expect(typed.prefix(untilOutputFrom: stop)).toBe("-a-(b|)")
    }
  }

  /// Six orders: one without a switch, three with one, two with two.
  @Test func aSmallLimitSaysHowManyAreMissing() throws {
    func run(_ cases: Cases, _ report: @escaping (MarbleFailure.Problem) -> Void) throws -> RunCount {
      try marbles(cases: cases, report: report) { m in
        let sources = ["a", "b", "c"].map { m.hot("-\($0)-") }
        m.expect(sources.merge().count()).toBe("-----")
      }
    }
    var text = ""
    let few = try run(.allOrders(atMost: 5)) { text += $0.text }
    #expect("\(few)" == "every order with at most 1 switch (4), 1 of 2 with 2 switches" && text.isEmpty)
    #expect(few.count == 5 && few.completeSwitches == 1)
    _ = try run(.allOrders(atMost: 5, mustComplete: true)) { text += $0.text }
    #expect(text.hasPrefix("not every order with at most 2 switches has run: \(few)\n"), "\(text)")
    #expect(text.contains("\n  the most turns are at 1ms: "), "\(text)")
    text = ""
    let one = try run(.allOrders(switches: 1, atMost: 5, mustComplete: true)) { text += $0.text }
    #expect(text.isEmpty && one.completeSwitches == 1)
    let none = try run(.allOrders(within: .zero)) { text += $0.text }
    #expect(text.isEmpty && none.count <= 1 && none.completeSwitches != .max)
  }
  /// The text of an order says where it switches. The number of an order that was drawn is one, too.
  @Test func theTextOfAnOrder() throws {
    for (list, text) in [
      ([], "O0"), ([1], "O01"), ([0, 0, 2, 0, 1], "O2211"), (Array(repeating: 0, count: 40) + [1], "Oz2141"),
    ] {
      #expect(CaseText(list, frames: nil, permutes: false, takesTurns: true).text == text)
      #expect(try #require(CaseText(text)).list == list)
    }
    #expect(CaseText("R7")?.drawn == 7)
    for wrong in ["O", "O1", "O012", "Oz5zzzzz1", "R", "R0", "Rx"] { #expect(CaseText(wrong) == nil, "\(wrong)") }
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
  /// The last orders are drawn, because there are too many.
  @Test func heartbeatsThatShareNothing() async throws {
    let run = try await marbles(cases: .allOrders(atMost: 400)) { m in
      for _ in 0..<2 {
        let beats = PassthroughSubject<String, Never>()
        Self.beats(m, beats, times: 3)
        m.expect(beats).toBe("-ttt")
      }
    }
    #expect(run.completeSwitches == 2 && "\(run)".hasPrefix("every order with at most 2 switches ("), "\(run)")
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
  private func awaitedFailure(
    cases: Cases = .allOrders, _ body: @escaping @Sendable (MarbleTest) async throws -> Void
  ) async throws -> String {
    let text = Guarded("")
    _ = try await marbles(cases: cases, report: { problem in text.with { $0 += problem.text } }) { try await body($0) }
    return text.with { $0 }
  }
}
