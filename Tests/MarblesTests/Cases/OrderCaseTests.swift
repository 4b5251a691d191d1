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

  private func failure(cases: Cases = .allOrders, _ body: (MarbleTest) throws -> Void) throws -> String {
    var text = ""
    _ = try marbles(cases: cases, report: { text += $0.text }) { try body($0) }
    return text
  }
}
