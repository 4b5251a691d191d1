import Pipes
import Testing
import VirtualTime

@Suite("timeout") struct TimeoutTests {
  @Test("TI-05 silence ends the stream, after the upstream is cancelled") func expires() {
    let c = Clockwork { $0.timeout(5, scheduler: $1) }
    #expect(c.rig.take() == "U^ ^Timeout U?*")
    #expect(c.go(to: 4) == "")
    #expect(c.go(to: 5) == "U! |")
    #expect(c.scheduler.timeline.pendingCount == 0)
  }

  @Test("TI-05 with an error of one's own") func customError() {
    let c = Clockwork { source, scheduler in source.timeout(5, scheduler: scheduler, customError: { Oops.other }) }
    _ = c.rig.take()
    #expect(c.go(to: 20) == "U! #other")
  }

  @Test("TI-05 every value starts the clock again and is delivered by the scheduler") func restarts() {
    let c = Clockwork { $0.timeout(5, scheduler: $1) }
    _ = c.rig.take()
    _ = c.go(to: 4)
    #expect(c.source.send(1) == .none)
    #expect(c.rig.take() == "")
    #expect(c.go(to: 8) == "1")
    c.source.send(2)
    #expect(c.go(to: 12) == "2")
    #expect(c.go(to: 13) == "U! |")
    c.source.send(3)
    c.source.finish()
    #expect(c.go(to: 30) == "")
  }

  @Test("TI-05 the first request starts the clock again, later ones do not") func firstRequest() {
    let c = Clockwork(demand: nil) { $0.timeout(5, scheduler: $1) }
    _ = c.go(to: 3)
    c.probe.request(.max(1))
    #expect(c.go(to: 7) == "U?1")
    c.probe.request(.max(1))
    #expect(c.go(to: 8) == "U?1 U! |")
  }

  @Test("TI-05 demand given back goes up by a request") func reply() {
    let c = Clockwork(demand: .max(1)) { $0.timeout(5, scheduler: $1) }
    c.probe.reply = .max(2)
    _ = c.rig.take()
    c.source.send(1)
    #expect(c.go(to: 0) == "1 U?2")
  }

  @Test("TI-05 the end stops the clock", arguments: [nil, Oops.oops]) func end(_ error: Oops?) {
    let c = Clockwork { $0.timeout(5, scheduler: $1) }
    _ = c.rig.take()
    if let error { c.source.fail(error) } else { c.source.finish() }
    #expect(c.rig.take() == "")
    #expect(c.go(to: 0) == (error == nil ? "|" : "#oops"))
    #expect(c.scheduler.timeline.pendingCount == 0)
  }

  @Test("TI-05 a cancel stops everything") func cancel() {
    let c = Clockwork { $0.timeout(5, scheduler: $1) }
    _ = c.rig.take()
    c.source.send(1)
    c.probe.cancel()
    #expect(c.go(to: 20) == "U!")
  }

  @Test("TI-05 an ImmediateScheduler is a misuse") func immediate() {
    let rig = Rig()
    let rules = misuses { rig.attach(rig.source().timeout(0, scheduler: ImmediateScheduler.shared), demand: .unlimited) }
    #expect(rules.count == 1)
    #expect(rig.take() == "U^ ^U U?*")
  }

  @Test("TI-05 shape of Timeout") func shape() {
    let scheduler = TestScheduler()
    let publisher = Just(1).timeout(5, scheduler: scheduler)
    #expect(publisher.interval == 5)
    #expect(publisher.scheduler === scheduler)
    #expect(publisher.options == nil)
    #expect(publisher.customError == nil)
  }
}
