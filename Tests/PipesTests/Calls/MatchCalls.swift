import Pipes
import Testing

@Suite("Matching: the order of calls") struct MatchCalls {
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
