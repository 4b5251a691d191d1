import Pipes
import Testing

@Suite("collect(n)") struct BatchCalls {
  let rig = Rig(), source: Source<Int, Oops>
  init() { source = rig.source() }

  @Test("RE-02 demand is multiplied both ways") func demand() {
    let probe = rig.attach(source.collect(3), demand: .max(2), reply: .max(2))
    #expect(rig.take() == "U^ ^CollectByCount U?6")
    #expect(source.send(1) == .none)
    #expect(source.send(2) == .none)
    #expect(source.send(3) == .max(6))
    probe.request(.max(1))
    probe.request(.unlimited)
    #expect(rig.take() == "[1,2,3] U+6 U?3 U?*")
  }

  @Test("RE-02 a partial batch at the end does not wait for demand") func partial() {
    rig.attach(source.collect(2))
    source.send(1)
    source.finish()
    #expect(rig.take() == "U^ ^CollectByCount [1] |")
  }

  @Test("RE-02 each subscription collects for itself; a cancel drops the batch") func separate() {
    let publisher = source.collect(2)
    rig.attach(publisher, "a", demand: .unlimited)
    let b = rig.attach(publisher, "b", demand: .unlimited)
    _ = rig.take()
    source.lines[0].send(1)
    source.lines[1].send(2)
    b.cancel()
    source.lines[0].send(3)
    source.lines[1].end(.finished)
    #expect(rig.take() == "U! a:[1,3]")
  }

  @Test("RE-02 a value from inside a batch belongs to the next") func reentrant() {
    let probe = rig.attach(source.collect(2), demand: .unlimited)
    _ = rig.take()
    probe.whenReceived = { if probe.values == 1 { source.send([3, 4]) } }
    source.send([1, 2])
    source.finish()
    #expect(rig.take() == "[1,2] [3,4] |")
  }

  #if os(macOS) || os(Linux) || os(Windows)
  #endif
}
