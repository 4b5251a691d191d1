import Pipes
import Testing

@Suite("Prefixes: the order of calls") struct PrefixCalls {
  let rig = Rig(), source: Source<Int, Oops>
  init() { source = rig.source() }

  @Test("SQ-06 a value sent from inside counts") func prefixReentrant() {
    let probe = rig.attach(source.prefix(2), demand: .unlimited)
    _ = rig.take()
    probe.whenReceived = { if probe.values == 1 { source.send(2) } }
    source.send(1)
    source.send(3)
    #expect(rig.take() == "1 2 U! |")
  }

  @Test("SQ-06 output(in:) replaces the demand of what comes before its range") func outputIn() {
    rig.attach(source.output(in: 1...2), demand: .max(2), reply: .max(3))
    #expect(source.send(10) == .max(1))
    #expect(source.send(11) == .max(3))
    source.send(12)
    #expect(rig.take().hasPrefix("U^ ^Output U?2 U+1 11 U+3 12 U! |"))
  }

  @Test("SQ-07 prefix(while:) ends at the first false, without that value") func prefixWhile() {
    rig.attach(source.prefix { $0 < 3 }, demand: .max(5), reply: .max(2))
    #expect(source.send(1) == .max(2))
    #expect(source.send(3) == .none)
    #expect(rig.take() == "U^ ^PrefixWhile U?5 1 U+2 U! |")
    source.send(1)
    #expect(rig.take() == "")
  }
}
