import Pipes
import Testing
import VirtualTime

@Suite("timeout: the order of calls") struct TimeoutCalls {
  @Test("TI-05 an ImmediateScheduler is a misuse") func immediate() {
    let rig = Rig()
    let rules = misuses {
      rig.attach(rig.source().timeout(0, scheduler: ImmediateScheduler.shared), demand: .unlimited)
    }
    #expect(rules.count == 1)
    #expect(rig.take() == "U^ ^U U?*")
  }
}
