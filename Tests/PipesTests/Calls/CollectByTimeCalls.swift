import Pipes
import Testing
import VirtualTime

@Suite("collect by time") struct CollectByTimeCalls {
  @Test("RE-03 a request for nothing asks for nothing; values are never sent inside the call") func calls() {
    let c = Clockwork(demand: nil) { $0.collect(.byTimeOrCount($1, 2, 2)) }
    #expect(c.rig.take() == "U^ ^CollectByTime")
    c.probe.request(.none)
    #expect(c.rig.take() == "")
    c.probe.request(.unlimited)
    for value in 1...3 { #expect(c.source.send(value) == .none) }
    #expect(c.rig.take() == "U?*")
    #expect(c.go(to: 0) == "[1,2]")
  }

  @Test("RE-03 by count the demand is multiplied, also what is given back") func byCountDemand() {
    let c = Clockwork(demand: .max(2)) { $0.collect(.byTimeOrCount($1, 2, 3)) }
    c.probe.reply = .max(1)
    #expect(c.rig.take() == "U^ ^CollectByTime U?6")
    c.source.send([1, 2, 3])
    #expect(c.go(to: 0) == "[1,2,3] U?3")
  }

  @Test("RE-03 the rest comes with the end, in one action") func finish() {
    for c in [Clockwork { $0.collect(.byTime($1, 4)) }, Clockwork { $0.collect(.byTimeOrCount($1, 4, 3)) }] {
      c.source.send([1, 2])
      c.source.finish()
      _ = c.rig.take()
      #expect(c.scheduler.timeline.pendingCount == 1)
      #expect(c.go(to: 0) == "[1,2] |")
      #expect(c.scheduler.timeline.pendingCount == 0)
    }
  }

  @Test("RE-03 one batch per tick, also when values come from inside it") func reentrant() {
    let c = Clockwork { $0.collect(.byTime($1, 4)) }
    c.probe.whenReceived = { [source = c.source] in source.send(2) }
    c.source.send(1)
    _ = c.rig.take()
    #expect(c.go(to: 4) == "[1]")
    #expect(c.go(to: 8) == "[2]")
  }
}
