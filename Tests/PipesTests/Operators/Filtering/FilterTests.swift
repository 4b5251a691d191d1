import Pipes
import Testing

@Suite("Filtering") struct FilterTests {
  @Test("FI-01 filter replaces the demand of what it rejects") func filter() {
    let rig = Rig()
    let source = rig.source()
    rig.attach(source.filter { $0 % 2 == 0 }, demand: .max(2), reply: .max(3))
    #expect(source.send(1) == .max(1))
    #expect(source.send(2) == .max(3))
    source.finish()
    #expect(rig.take() == "U^ ^U U?2 U+1 2 U+3 |")
  }

  @Test("FI-03 compactMap drops nil and replaces its demand") func compactMap() {
    let rig = Rig()
    let source = Source<String, Oops>(rig)
    rig.attach(source.compactMap { Int($0) }, demand: .max(2))
    #expect(source.send("a") == .max(1))
    source.send(["1", "b", "2"])
    source.finish()
    #expect(rig.take() == "U^ ^U U?2 U+1 1 U+1 2 |")
  }

  @Test("FI-05 removeDuplicates lets the first of equal neighbours through") func removeDuplicates() {
    let rig = Rig()
    let source = rig.source()
    rig.attach(source.removeDuplicates(), demand: .max(5), reply: .max(2))
    #expect(source.send(1) == .max(2))
    #expect(source.send(1) == .max(1))
    source.send([2, 2, 1])
    source.finish()
    #expect(rig.take() == "U^ ^RemoveDuplicates U?5 1 U+2 U+1 2 U+2 U+1 1 U+2 |")
  }

  @Test("FI-05 the predicate gets the previous and the current value; the previous is the last received") func predicate() {
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
    let rig = Rig()
    let source = rig.source()
    let probe = rig.attach(source.removeDuplicates(), demand: .unlimited)
    _ = rig.take()
    probe.whenReceived = { if probe.values == 1 { source.send(1) } }
    source.send(1)
    source.send(2)
    #expect(rig.take() == "1 U+1 2")
  }

}
