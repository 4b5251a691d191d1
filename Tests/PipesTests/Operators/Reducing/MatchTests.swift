import Pipes
import Testing

@Suite("Matching") struct MatchTests {
  /// Subscribes without demand, sends the values and the end, requests: what came before the request `;` and after.
  private func run<P: Publisher>(_ values: [Int], _ build: (Source<Int, Oops>) -> P) -> String {
    let rig = Rig()
    let source = rig.source()
    let probe = rig.attach(build(source))
    source.send(values)
    source.finish()
    let before = rig.take()
    probe.request(.max(1))
    return before + " ; " + rig.take()
  }

  @Test("MA-04 contains decides at the first match and cancels upstream at once") func contains() {
    #expect(run([1, 2, 3]) { $0.contains(2) } == "U^ ^Contains U?* U! ; true |")
    #expect(run([1, 3]) { $0.contains(2) } == "U^ ^Contains U?* ; false |")
    #expect(run([1, 2]) { $0.contains { $0 > 1 } } == "U^ ^ContainsWhere U?* U! ; true |")
    #expect(run([1, 2]) { $0.contains { $0 > 5 } } == "U^ ^ContainsWhere U?* ; false |")
    #expect(run([1, 2]) { $0.tryContains { try throwing($0, at: 9) == 2 } } == "U^ ^TryContainsWhere U?* U! ; true |")
    #expect(run([1]) { $0.tryContains { try throwing($0, at: 9) == 2 } } == "U^ ^TryContainsWhere U?* ; false |")
    #expect(run([9]) { $0.tryContains { try throwing($0, at: 9) == 2 } } == "U^ ^TryContainsWhere U?* U! #oops ; ")
  }

  @Test("MA-04 shape of Contains") func containsShape() {
    let empty = Empty<Int, Oops>()
    #expect(empty.contains(2) == Publishers.Contains(upstream: empty, output: 2))
    #expect(empty.contains(2) != empty.contains(3))
    #expect(empty.contains { $0 > 1 }.predicate(2))
  }

  @Test("MA-05 allSatisfy decides at the first failure") func allSatisfy() {
    #expect(run([1, 2, 3]) { $0.allSatisfy { $0 < 2 } } == "U^ ^AllSatisfy U?* U! ; false |")
    #expect(run([1, 2, 3]) { $0.allSatisfy { $0 < 5 } } == "U^ ^AllSatisfy U?* ; true |")
    #expect(run([]) { $0.allSatisfy { _ in false } } == "U^ ^AllSatisfy U?* ; true |")
    #expect(run([1, 2]) { $0.tryAllSatisfy { try throwing($0, at: 9) < 2 } } == "U^ ^TryAllSatisfy U?* U! ; false |")
    #expect(run([1]) { $0.tryAllSatisfy { try throwing($0, at: 9) < 2 } } == "U^ ^TryAllSatisfy U?* ; true |")
    #expect(run([9]) { $0.tryAllSatisfy { try throwing($0, at: 9) < 2 } } == "U^ ^TryAllSatisfy U?* U! #oops ; ")
  }

  @Test("SQ-01 first takes the first value or match, though it asks for everything") func first() {
    #expect(run([1, 2, 3]) { $0.first() } == "U^ ^First U?* U! ; 1 |")
    #expect(run([1, 2, 3]) { $0.first { $0 > 1 } } == "U^ ^TryFirst U?* U! ; 2 |")
    #expect(run([1, 2]) { $0.tryFirst { try throwing($0, at: 9) > 1 } } == "U^ ^TryFirstWhere U?* U! ; 2 |")
    #expect(run([9]) { $0.tryFirst { try throwing($0, at: 9) > 1 } } == "U^ ^TryFirstWhere U?* U! #oops ; ")
  }

  @Test("SQ-01 SQ-02 no match: the end alone, at once") func noMatch() {
    #expect(run([]) { $0.first() } == "U^ ^First U?* | ; ")
    #expect(run([1]) { $0.first { $0 > 1 } } == "U^ ^TryFirst U?* | ; ")
    #expect(run([1]) { $0.tryFirst { $0 > 1 } } == "U^ ^TryFirstWhere U?* | ; ")
    #expect(run([]) { $0.last() } == "U^ ^Last U?* | ; ")
    #expect(run([1]) { $0.last { $0 > 1 } } == "U^ ^LastWhere U?* | ; ")
    #expect(run([1]) { $0.tryLast { $0 > 1 } } == "U^ ^TryLastWhere U?* | ; ")
  }

  @Test("SQ-02 last takes the last value or match at the end") func last() {
    #expect(run([1, 2, 3]) { $0.last() } == "U^ ^Last U?* ; 3 |")
    #expect(run([1, 2, 3]) { $0.last { $0 < 3 } } == "U^ ^LastWhere U?* ; 2 |")
    #expect(run([1, 2]) { $0.tryLast { try throwing($0, at: 9) < 2 } } == "U^ ^TryLastWhere U?* ; 1 |")
    #expect(run([1, 9]) { $0.tryLast { try throwing($0, at: 9) < 2 } } == "U^ ^TryLastWhere U?* U! #oops ; ")
  }

  @Test("SQ-01 SQ-02 shapes") func shapes() {
    let empty = Empty<Int, Oops>()
    #expect(empty.first() == Publishers.First(upstream: empty))
    #expect(empty.last() == Publishers.Last(upstream: empty))
    #expect(empty.first { $0 > 1 }.predicate(2))
    #expect(empty.last { $0 > 1 }.predicate(2))
    #expect(empty.first { $0 > 1 }.upstream == empty)
  }

  @Test("SQ-01 R a cancel before the first request drops the answer") func cancelled() {
    let rig = Rig()
    let source = rig.source()
    let probe = rig.attach(source.first())
    source.send(1)
    _ = rig.take()
    probe.cancel()
    probe.request(.unlimited)
    #expect(rig.take() == "")
  }
}
