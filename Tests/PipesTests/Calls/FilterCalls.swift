import Pipes
import Testing

@Suite("Filtering: the order of calls") struct FilterCalls {
  let rig = Rig(), source: Source<Int, Oops>
  init() { source = rig.source() }

  @Test("FI-01 filter replaces the demand of what it rejects") func filter() {
    rig.attach(source.filter { $0 % 2 == 0 }, demand: .max(2), reply: .max(3))
    #expect(source.send(1) == .max(1))
    #expect(source.send(2) == .max(3))
    source.finish()
    #expect(rig.take() == "U^ ^U U?2 U+1 2 U+3 |")
  }

  @Test("FI-01 FI-02 fused filters keep their types and order") func fusion() {
    var asked: [String] = []
    func passes(_ name: String, _ value: Int, _ verdict: Bool) -> Bool {
      asked.append("\(name)\(value)")
      return verdict
    }
    let both: Publishers.Filter<Source<Int, Oops>> = source.filter { passes("a", $0, $0 > 1) }.filter {
      passes("b", $0, $0 < 3)
    }
    rig.attach(both, demand: .unlimited)
    source.send([1, 2, 3])
    #expect(asked == ["a1", "a2", "b2", "a3", "b3"])
    let tryBoth: Publishers.TryFilter<Source<Int, Oops>> = source.filter { $0 > 1 }.tryFilter { $0 < 3 }
    rig.attach(tryBoth, demand: .unlimited)
    source.send([1, 2, 3])
    let tryThree: Publishers.TryFilter<Source<Int, Oops>> = source.tryFilter { $0 > 1 }.filter { $0 < 3 }.tryFilter {
      $0 != 7
    }
    rig.attach(tryThree, demand: .unlimited)
    source.send([1, 2, 3])
    let rest = "U?* U+1 2 U+1"
    #expect(rig.take() == "U^ ^U \(rest) U^ ^TryFilter \(rest) U^ ^TryFilter \(rest)")
    #expect(both.isIncluded(2))
    #expect(!both.isIncluded(3))
  }

  @Test("FI-03 FI-04 fused compactMaps keep their types") func compactFusion() {
    let twice: Publishers.CompactMap<Source<Int, Oops>, String> =
      source.compactMap { $0 > 1 ? $0 : nil }.compactMap { $0 < 3 ? "<\($0)>" : nil }
    let mapped: Publishers.CompactMap<Source<Int, Oops>, Int> = source.compactMap { $0 > 1 ? $0 : nil }.map { $0 * 10 }
    let tried: Publishers.TryCompactMap<Source<Int, Oops>, Int> =
      source.tryCompactMap { $0 > 1 ? $0 : nil }.compactMap { try throwing($0, at: 3) }
    rig.attach(twice, demand: .unlimited)
    source.send([1, 2, 3])
    rig.attach(mapped, demand: .unlimited)
    source.send([1, 2])
    rig.attach(tried, demand: .unlimited)
    source.send([1, 2, 3])
    #expect(rig.take() == "U^ ^U U?* U+1 <2> U+1 U^ ^U U?* U+1 20 U^ ^TryCompactMap U?* U+1 2 U! #oops")
    #expect(mapped.transform(1) == nil)
    #expect(mapped.transform(2) == 20)
  }

  @Test("FI-05 removeDuplicates lets the first of equal neighbors through") func removeDuplicates() {
    rig.attach(source.removeDuplicates(), demand: .max(5), reply: .max(2))
    #expect(source.send(1) == .max(2))
    #expect(source.send(1) == .max(1))
    source.send([2, 2, 1])
    source.finish()
    #expect(rig.take() == "U^ ^RemoveDuplicates U?5 1 U+2 U+1 2 U+2 U+1 1 U+2 |")
  }

  @Test("FI-05 the predicate gets the previous and the current value; the previous is the last received")
  func predicate() {
    let rig = Rig()
    let source = rig.source()
    let publisher = source.removeDuplicates {
      rig.note("(\($0),\($1))")
      return $1 - $0 < 5
    }
    rig.attach(publisher, demand: .unlimited)
    source.send([0, 4, 8, 20])
    #expect(rig.take() == "U^ ^RemoveDuplicates U?* 0 (0,4) U+1 (4,8) U+1 (8,20) 20")
    #expect(publisher.predicate(1, 2))
    _ = rig.take()
  }

  @Test("FI-05 a value sent from inside is compared with the outer one") func reentrant() {
    let probe = rig.attach(source.removeDuplicates(), demand: .unlimited)
    _ = rig.take()
    probe.whenReceived = { if probe.values == 1 { source.send(1) } }
    source.send(1)
    source.send(2)
    #expect(rig.take() == "1 U+1 2")
  }

  @Test("FI-07 replaceEmpty passes values and their demand through") func replaceEmptyValues() {
    let probe = rig.attach(source.replaceEmpty(with: 9), reply: .max(2))
    _ = rig.take()
    probe.request(.max(3))
    #expect(rig.take() == "U?3")
    #expect(source.send(1) == .max(2))
    source.finish()
    #expect(rig.take() == "1 U+2 |")
  }
}
