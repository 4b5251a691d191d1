import Pipes
import Testing

@Suite("Reducing: the order of calls") struct ReduceCalls {
  let rig = Rig(), source: Source<Int, Oops>
  init() { source = rig.source() }

  @Test("RE-02 collect(n) asks for n times as many") func collectByCount() {
    let probe = rig.attach(source.collect(2), demand: .max(3))
    #expect(rig.take() == "U^ ^CollectByCount U?6")
    probe.request(.max(1))
    #expect(rig.take() == "U?2")
    probe.reply = .max(2)
    #expect(source.send(1) == .none)
    #expect(source.send(2) == .max(4))
    source.send(3)
    source.finish()
    #expect(rig.take() == "[1,2] U+4 [3] |")
  }

  @Test("RE-02 a partial batch at the end does not wait for demand") func collectByCountPartial() {
    rig.attach(source.collect(2))
    source.send(1)
    source.finish()
    #expect(rig.take() == "U^ ^CollectByCount [1] |")
  }

  @Test("RE-04 ignoreOutput keeps the end alone") func ignoreOutput() {
    let probe: Probe<Never, Oops> = rig.attach(source.ignoreOutput())
    #expect(rig.take() == "U^ ^U U?*")
    #expect(probe.subscription as AnyObject? === source.line)
    #expect(source.send(1) == .none)
    source.fail(.oops)
    #expect(rig.take() == "#oops")
    #expect(Empty<Int, Oops>().ignoreOutput() == Empty<Int, Oops>().ignoreOutput())
  }
}
