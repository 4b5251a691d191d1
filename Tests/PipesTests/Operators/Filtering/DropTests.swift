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

  @Test("SQ-04 drop(while:) replaces demand, and stops asking after the first false") func dropWhile() {
    let rig = Rig()
    let source = rig.source()
    let publisher = source.drop {
      rig.note("(\($0))")
      return $0 < 3
    }
    rig.attach(publisher, demand: .max(2), reply: .max(5))
    #expect(source.send(1) == .max(1))
    #expect(source.send(3) == .max(5))
    #expect(source.send(2) == .max(5))
    source.finish()
    #expect(rig.take() == "U^ ^DropWhile U?2 (1) U+1 (3) 3 U+5 2 U+5 |")
  }

  @Test("SQ-04 G7 tryDrop(while:)") func tryDropWhile() {
    let rig = Rig()
    let source = rig.source()
    rig.attach(source.tryDrop { try throwing($0, at: 2) == 1 }, demand: .max(1))
    source.send([1, 2])
    #expect(rig.take() == "U^ ^TryDropWhile U?1 U+1 U! #oops")
    rig.attach(source.tryDrop { try throwing($0, at: 9) == 1 }, demand: .max(1))
    source.send([1, 2, 9])
    #expect(rig.take() == "U^ ^TryDropWhile U?1 U+1 2 9")
  }

  @Test("SQ-05 drop(untilOutputFrom:) subscribes to the other first, asks it for one") func order() {
    let rig = Rig()
    let u = rig.source("U")
    let v = rig.source("V")
    let probe = rig.attach(u.drop(untilOutputFrom: v))
    #expect(rig.take() == "^DropUntilOutput V^ V?1 U^")
    probe.request(.max(2))
    #expect(rig.take() == "U?2")
  }

  @Test("SQ-05 values before the other's are replaced; afterwards all pass") func trigger() {
    let rig = Rig()
    let u = rig.source("U")
    let v = rig.source("V")
    rig.attach(u.drop(untilOutputFrom: v), demand: .max(3), reply: .max(1))
    _ = rig.take()
    #expect(u.send(1) == .max(1))
    v.send(0)
    _ = rig.take()
    #expect(u.send(2) == .max(1))
    v.send(0)
    v.finish()
    u.send(3)
    u.finish()
    #expect(rig.take() == "2 U+1 3 U+1 |")
  }

  @Test("SQ-05 an end of the other before its value ends all", arguments: [nil, Oops.oops]) func otherEnds(_ error: Oops?) {
    let rig = Rig()
    let u = rig.source("U")
    let v = rig.source("V")
    rig.attach(u.drop(untilOutputFrom: v), demand: .unlimited)
    _ = rig.take()
    if let error { v.fail(error) } else { v.finish() }
    #expect(rig.take() == (error == nil ? "U! |" : "U! #oops"))
    u.send(1)
    #expect(rig.take() == "")
  }

  @Test("SQ-05 a cancel cancels both") func cancelBoth() {
    let rig = Rig()
    let u = rig.source("U")
    let v = rig.source("V")
    let probe = rig.attach(u.drop(untilOutputFrom: v), demand: .unlimited)
    _ = rig.take()
    probe.cancel()
    probe.cancel()
    #expect(Set(rig.take().split(separator: " ")) == ["U!", "V!"])
  }

  @Test("SQ-05 shape of DropUntilOutput") func dropUntilShape() {
    let publisher = Empty<Int, Oops>().drop(untilOutputFrom: Empty<String, Oops>())
    #expect(publisher == Publishers.DropUntilOutput(upstream: Empty(), other: Empty()))
    #expect(publisher.other == Empty())
  }
}
