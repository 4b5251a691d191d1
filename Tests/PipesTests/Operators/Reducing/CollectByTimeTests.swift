import Pipes
import Testing
import VirtualTime

@Suite("collect by time") struct CollectByTimeTests {
  @Test("RE-03 one batch per period; empty periods send nothing") func byTime() {
    let c = Clockwork { $0.collect(.byTime($1, 4)) }
    #expect(c.rig.take() == "U^ ^CollectByTime U?*")
    #expect(c.source.send(1) == .none)
    #expect(c.source.send(2) == .none)
    #expect(c.rig.take() == "")
    #expect(c.go(to: 3) == "")
    #expect(c.go(to: 4) == "[1,2]")
    #expect(c.go(to: 9) == "")
    c.source.send(3)
    _ = c.rig.take()
    #expect(c.go(to: 12) == "[3]")
  }

  @Test("RE-03 by time the first request asks for everything; the demand gates what is sent, values pile up meanwhile") func byTimeDemand()
  {
    let c = Clockwork(demand: nil) { $0.collect(.byTime($1, 4)) }
    #expect(c.rig.take() == "U^ ^CollectByTime")
    c.probe.request(.none)
    #expect(c.rig.take() == "")
    c.probe.request(.max(1))
    #expect(c.rig.take() == "U?*")
    c.source.send(1)
    #expect(c.go(to: 4) == "[1]")
    c.source.send(2)
    #expect(c.go(to: 8) == "")
    c.source.send(3)
    #expect(c.go(to: 12) == "")
    c.probe.request(.max(7))
    #expect(c.rig.take() == "")
    #expect(c.go(to: 16) == "[2,3]")
  }

  @Test("RE-03 by time or count") func byCount() {
    let c = Clockwork { $0.collect(.byTimeOrCount($1, 2, 2)) }
    #expect(c.rig.take() == "U^ ^CollectByTime U?*")
    for value in 1...3 { #expect(c.source.send(value) == .none) }
    #expect(c.rig.take() == "", "never inside the call")
    #expect(c.go(to: 0) == "[1,2]")
    #expect(c.go(to: 1) == "")
    #expect(c.go(to: 2) == "[3]")
    c.source.send([4, 5, 6, 7, 8])
    #expect(c.go(to: 2) == "[4,5] [6,7]")
    #expect(c.go(to: 3) == "")
    #expect(c.go(to: 4) == "[8]")
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

  @Test("RE-03 the rest is lost with a failure, but not what was complete") func failure() {
    let c = Clockwork { $0.collect(.byTimeOrCount($1, 4, 2)) }
    c.source.send([1, 2, 3])
    c.source.fail(.oops)
    _ = c.rig.take()
    #expect(c.go(to: 0) == "[1,2] #oops")
    let d = Clockwork { $0.collect(.byTime($1, 4)) }
    d.source.send([1, 2])
    d.source.fail(.oops)
    _ = d.rig.take()
    #expect(d.go(to: 9) == "#oops")
  }

  @Test("RE-03 one batch per tick, also when values come from inside it") func reentrant() {
    let c = Clockwork { $0.collect(.byTime($1, 4)) }
    c.probe.whenReceived = { [source = c.source] in source.send(2) }
    c.source.send(1)
    _ = c.rig.take()
    #expect(c.go(to: 4) == "[1]")
    #expect(c.go(to: 8) == "[2]")
  }

  @Test("RE-03 a cancel stops the timer") func cancel() {
    let c = Clockwork { $0.collect(.byTime($1, 4)) }
    c.source.send(1)
    _ = c.rig.take()
    c.probe.cancel()
    #expect(c.scheduler.timeline.pendingCount == 0)
    #expect(c.go(to: 9) == "U!")
  }

  @Test("RE-03 shape of CollectByTime") func shape() {
    let publisher = Just(1).collect(.byTimeOrCount(TestScheduler(), 4, 3))
    #expect(publisher.upstream == Just(1))
    #expect(publisher.options == nil)
    guard case .byTimeOrCount(_, 4, 3) = publisher.strategy else { Issue.record("another strategy"); return }
  }
}
