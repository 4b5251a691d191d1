import Pipes
import Testing

@Suite("Dropping") struct DropTests {
  @Test("SQ-03 dropFirst asks for what it drops in addition") func dropFirst() {
    let rig = Rig()
    let source = rig.source()
    let probe = rig.attach(source.dropFirst(2), demand: .max(1))
    #expect(rig.take() == "^Drop U^ U?3")
    probe.request(.max(2))
    #expect(rig.take() == "U?2")
    #expect(source.send(1) == .none)
    #expect(source.send(2) == .none)
    probe.reply = .max(4)
    #expect(source.send(3) == .max(4))
    source.finish()
    #expect(rig.take() == "3 U+4 |")
  }

  @Test("SQ-03 a request that comes later is increased by what is dropped, once") func dropFirstLater() {
    let rig = Rig()
    let source = rig.source()
    let probe = rig.attach(source.dropFirst(3))
    probe.request(.max(2))
    #expect(source.line.demand == .max(5))
    probe.request(.max(2))
    #expect(source.line.demand == .max(7))
    #expect(rig.take().hasSuffix("U?2"))
    rig.attach(source.dropFirst(), demand: .unlimited)
    #expect(rig.take() == "^Drop U^ U?*")
    rig.attach(source.dropFirst(0), demand: .max(2))
    source.send(1)
    #expect(rig.take() == "^Drop U^ U?2 1")
  }

  @Test("SQ-03 an end while dropping passes") func dropFirstEnd() {
    let rig = Rig()
    let source = rig.source()
    rig.attach(source.dropFirst(2), demand: .unlimited)
    source.send(1)
    source.fail(.oops)
    #expect(rig.take() == "^Drop U^ U?* #oops")
  }

  @Test("SQ-03 shape of Drop") func dropShape() {
    let three = Empty<Int, Oops>().dropFirst(3)
    #expect(three == Publishers.Drop(upstream: Empty(), count: 3))
    #expect(three != Empty<Int, Oops>().dropFirst())
    #expect(three.count == 3)
  }

}
