import Pipes
import Testing

@Suite("Prefixes") struct PrefixTests {
  @Test("SQ-06 prefix(n) cancels and ends right after the last value") func prefix() {
    let rig = Rig()
    let source = rig.source()
    rig.attach(source.prefix(2), demand: .unlimited)
    source.send(1)
    #expect(rig.take() == "U^ ^Output U?* 1")
    #expect(source.send(2) == .none)
    #expect(rig.take() == "2 U! |")
    source.send(3)
    #expect(rig.take() == "")
  }

  @Test("SQ-06 prefix(0) ends right after the subscription") func prefixZero() {
    let rig = Rig()
    let source = rig.source()
    rig.attach(source.prefix(0))
    #expect(rig.take() == "U^ ^Output U! |")
    rig.attach(source.output(in: 5..<5), demand: .unlimited)
    #expect(rig.take().replacing("U?* ", with: "") == "U^ ^Output U! |")
  }

  @Test("SQ-06 prefix of a source that ends earlier") func prefixShort() {
    let rig = Rig()
    let source = rig.source()
    rig.attach(source.prefix(2), demand: .unlimited)
    source.send(1)
    source.finish()
    #expect(rig.take() == "U^ ^Output U?* 1 |")
  }

  @Test("SQ-06 a value sent from inside counts") func prefixReentrant() {
    let rig = Rig()
    let source = rig.source()
    let probe = rig.attach(source.prefix(2), demand: .unlimited)
    _ = rig.take()
    probe.whenReceived = { if probe.values == 1 { source.send(2) } }
    source.send(1)
    source.send(3)
    #expect(rig.take() == "1 2 U! |")
  }

  @Test("SQ-06 output(in:) replaces the demand of what comes before its range") func outputIn() {
    let rig = Rig()
    let source = rig.source()
    rig.attach(source.output(in: 1...2), demand: .max(2), reply: .max(3))
    #expect(source.send(10) == .max(1))
    #expect(source.send(11) == .max(3))
    source.send(12)
    #expect(rig.take().hasPrefix("U^ ^Output U?2 U+1 11 U+3 12 U! |"))
  }

  @Test("SQ-06 output(at:) gives one value") func outputAt() {
    let rig = Rig()
    let source = rig.source()
    rig.attach(source.output(at: 2), demand: .unlimited)
    source.send([10, 11, 12, 13])
    #expect(rig.take() == "U^ ^Output U?* U+1 U+1 12 U! |")
  }

  @Test("SQ-06 shape of Output") func outputShape() {
    let empty = Empty<Int, Oops>()
    #expect(empty.prefix(3).range == 0..<3)
    #expect(empty.output(at: 3).range == 3..<4)
    #expect(empty.output(in: 2...).range == 2..<Int.max)
    #expect(empty.output(in: ...2).range == 0..<3)
    #expect(empty.prefix(3) == empty.output(in: ..<3))
    #expect(empty.prefix(3) == Publishers.Output(upstream: empty, range: 0..<3))
    #expect(empty.prefix(3) != empty.prefix(4))
  }

  @Test("SQ-07 prefix(while:) ends at the first false, without that value") func prefixWhile() {
    let rig = Rig()
    let source = rig.source()
    rig.attach(source.prefix { $0 < 3 }, demand: .max(5), reply: .max(2))
    #expect(source.send(1) == .max(2))
    #expect(source.send(3) == .none)
    #expect(rig.take() == "U^ ^PrefixWhile U?5 1 U+2 U! |")
    source.send(1)
    #expect(rig.take() == "")
  }

  @Test("SQ-07 G7 tryPrefix(while:)") func tryPrefixWhile() {
    let rig = Rig()
    let source = rig.source()
    rig.attach(source.tryPrefix { try throwing($0, at: 2) < 5 }, demand: .max(5))
    source.send([1, 2])
    #expect(rig.take() == "U^ ^TryPrefixWhile U?5 1 U! #oops")
    rig.attach(source.tryPrefix { try throwing($0, at: 9) < 5 }, demand: .max(5))
    source.send([1, 6])
    #expect(rig.take() == "U^ ^TryPrefixWhile U?5 1 U! |")
  }

  @Test("SQ-08 prefix(untilOutputFrom:) subscribes to the other first, asks it for one") func untilOrder() {
    let rig = Rig()
    let u = rig.source("U")
    let v = Source<Int, Never>(rig, "V")
    rig.attach(u.prefix(untilOutputFrom: v), demand: .max(2), reply: .max(1))
    let notes = rig.take()
    #expect(notes.hasPrefix("V^ V?1 U^ ^") && notes.hasSuffix(" U?2"))
    #expect(u.send(1) == .max(1))
    #expect(rig.take() == "1 U+1")
    v.send(0)
    #expect(rig.take().hasPrefix("U! |"))
    u.send(2)
    #expect(rig.take() == "")
  }

  @Test("SQ-08 an end of the other is ignored", arguments: [nil, Oops.other]) func untilOtherEnds(_ error: Oops?) {
    let rig = Rig()
    let u = rig.source("U")
    let v = rig.source("V")
    rig.attach(u.prefix(untilOutputFrom: v), demand: .unlimited)
    if let error { v.fail(error) } else { v.finish() }
    _ = rig.take()
    u.send(1)
    u.fail(.oops)
    #expect(rig.take() == "1 #oops")
  }

  @Test("SQ-08 the end of the stream cancels the other") func untilEnd() {
    let rig = Rig()
    let u = rig.source("U")
    let v = rig.source("V")
    rig.attach(u.prefix(untilOutputFrom: v), demand: .unlimited)
    _ = rig.take()
    u.finish()
    #expect(rig.take() == "V! |")
  }

  @Test("SQ-08 the other fires before the subscription: end at once, the late subscription is cancelled") func untilFirst() {
    let rig = Rig()
    let u = rig.source("U")
    u.whenSubscribed = { _ in }
    rig.attach(u.prefix(untilOutputFrom: Just(0)), demand: .unlimited)
    #expect(rig.take().contains("|"))
    u.line.open()
    #expect(rig.take() == "U!")
  }

  @Test("SQ-08 a cancel cancels both") func untilCancel() {
    let rig = Rig()
    let u = rig.source("U")
    let v = rig.source("V")
    let probe = rig.attach(u.prefix(untilOutputFrom: v), demand: .unlimited)
    _ = rig.take()
    probe.cancel()
    probe.cancel()
    #expect(Set(rig.take().split(separator: " ")) == ["U!", "V!"])
  }
}
