import Pipes
import Testing
import VirtualTime

@Suite("timeout: the order of calls") struct TimeoutCalls {
  @Test("TI-05 demand given back goes up by a request") func reply() {
    let c = Clockwork(demand: .max(1)) { $0.timeout(5, scheduler: $1) }
    c.probe.reply = .max(2)
    _ = c.rig.take()
    c.source.send(1)
    #expect(c.go(to: 0) == "1 U?2")
  }

  @Test("TI-05 an ImmediateScheduler is a misuse") func immediate() {
    let rig = Rig()
    let rules = misuses {
      rig.attach(rig.source().timeout(0, scheduler: ImmediateScheduler.shared), demand: .unlimited)
    }
    #expect(rules.count == 1)
    #expect(rig.take() == "U^ ^U U?*")
  }
}
