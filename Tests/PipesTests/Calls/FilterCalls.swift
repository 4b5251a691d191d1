import Pipes
import Testing

@Suite("Filtering: the order of calls") struct FilterCalls {
  let rig = Rig(), source: Source<Int, Oops>
  init() { source = rig.source() }

  @Test("FI-01 fused filters keep their types and order") func fusion() {
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
    #expect(rig.take() == "U^ ^U U?* U+1 2 U+1")
  }

  @Test("FI-03 fused compactMaps keep their types") func compactFusion() {
    let twice: Publishers.CompactMap<Source<Int, Oops>, String> =
      source.compactMap { $0 > 1 ? $0 : nil }.compactMap { $0 < 3 ? "<\($0)>" : nil }
    let mapped: Publishers.CompactMap<Source<Int, Oops>, Int> = source.compactMap { $0 > 1 ? $0 : nil }.map { $0 * 10 }
    rig.attach(twice, demand: .unlimited)
    source.send([1, 2, 3])
    rig.attach(mapped, demand: .unlimited)
    source.send([1, 2])
    #expect(rig.take() == "U^ ^U U?* U+1 <2> U+1 U^ ^U U?* U+1 20")
    #expect(mapped.transform(1) == nil)
    #expect(mapped.transform(2) == 20)
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
}
