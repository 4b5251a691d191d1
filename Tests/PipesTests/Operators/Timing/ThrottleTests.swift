import Pipes
import Testing
import VirtualTime

@Suite("throttle") struct ThrottleTests {
  @Test("TI-04 upstream is asked for everything before the subscription is handed down") func demand() {
    let c = Clockwork(demand: nil) { $0.throttle(for: 4, scheduler: $1, latest: true) }
    #expect(c.rig.take() == "U^ U?* ^Throttle")
    #expect(c.source.send(1) == .none)
    #expect(misuses { c.probe.request(.none) } == [])
    #expect(c.go(to: 9) == "", "a value that is due without demand waits")
    c.probe.request(.max(1))
    #expect(c.rig.take() == "", "the scheduler sends it")
    #expect(c.go(to: 9) == "1")
    c.source.send(2)
    #expect(c.go(to: 13) == "")
    c.source.send(3)
    #expect(c.go(to: 17) == "", "it replaces the one that waits")
    c.probe.request(.max(1))
    #expect(c.go(to: 17) == "3")
  }

  @Test("TI-04 the first request may come after the value, until it is sent") func demandOnItsWay() {
    let c = Clockwork(demand: nil) { $0.throttle(for: 4, scheduler: $1, latest: true) }
    _ = c.rig.take()
    c.source.send(1)
    c.probe.request(.max(1))
    #expect(c.go(to: 0) == "1")
  }

  @Test("TI-04 the latest or the first of an interval", arguments: [true, false]) func latest(_ isLatest: Bool) {
    let c = Clockwork { $0.throttle(for: 4, scheduler: $1, latest: isLatest) }
    _ = c.rig.take()
    c.source.send(1)
    #expect(c.rig.take() == "", "never inside the call")
    #expect(c.go(to: 0) == "1")
    #expect(c.go(to: 1) == "")
    c.source.send(2)
    #expect(c.go(to: 2) == "")
    c.source.send(3)
    #expect(c.go(to: 3) == "")
    #expect(c.go(to: 4) == (isLatest ? "3" : "2"))
    #expect(c.go(to: 7) == "")
    c.source.send(4)
    #expect(c.go(to: 8) == "4")
    #expect(c.go(to: 12) == "")
    c.source.send(5)
    #expect(c.go(to: 12) == "5", "after a gap of an interval at once")
  }

  @Test("TI-04 demand is looked up when a value is due, and a period begins when it is sent") func demandUsed() {
    let c = Clockwork(demand: .max(1)) { $0.throttle(for: 4, scheduler: $1, latest: true) }
    _ = c.rig.take()
    c.source.send(1)
    c.source.send(2)
    #expect(c.go(to: 0) == "2")
    c.source.send(3)
    #expect(c.go(to: 9) == "")
    c.probe.reply = .max(1)
    c.probe.request(.max(1))
    c.source.send(4)
    #expect(c.go(to: 12) == "3")
    #expect(c.go(to: 13) == "4", "what the subscriber returns is demand")
  }

  @Test("TI-04 the last demand belongs to the newest value of the period", arguments: [2, 3]) func lastDemand(_ count: Int) {
    let c = Clockwork(demand: .max(count)) { $0.throttle(for: 4, scheduler: $1, latest: true) }
    _ = c.rig.take()
    c.source.send(1)
    #expect(c.go(to: 0) == "1")
    c.source.send(2)
    c.source.send(3)
    #expect(c.go(to: 4) == "3")
  }

  @Test("TI-04 an end waits for the value that waits", arguments: [nil, Oops.oops]) func end(_ error: Oops?) {
    let c = Clockwork { $0.throttle(for: 4, scheduler: $1, latest: false) }
    let end = { if let error { c.source.fail(error) } else { c.source.finish() } }
    _ = c.rig.take()
    c.source.send(1)
    _ = c.go(to: 1)
    c.source.send(2)
    end()
    #expect(c.go(to: 3) == "")
    #expect(c.go(to: 4) == (error == nil ? "2 |" : "2 #oops"))
  }

  @Test("TI-04 an end with nothing waiting is scheduled at once") func endAlone() {
    let c = Clockwork { $0.throttle(for: 4, scheduler: $1, latest: false) }
    _ = c.rig.take()
    c.source.send(1)
    _ = c.go(to: 1)
    c.source.finish()
    #expect(c.rig.take() == "")
    #expect(c.go(to: 1) == "|")
  }

  @Test("TI-04 a cancel drops the value that waits") func cancel() {
    let c = Clockwork { $0.throttle(for: 4, scheduler: $1, latest: true) }
    _ = c.rig.take()
    c.source.send(1)
    c.probe.cancel()
    #expect(c.go(to: 9) == "U!")
  }

  @Test("TI-04 G1 an upstream that ends when it is asked does not end before the subscription") func earlyEnd() {
    let rig = Rig()
    rig.attach([1, 2].publisher.throttle(for: 0, scheduler: ImmediateScheduler.shared, latest: true), demand: .unlimited)
    #expect(rig.take() == "^Throttle 2 |")
  }

  @Test("TI-04 shape of Throttle") func shape() {
    let scheduler = TestScheduler()
    let publisher = Just(1).throttle(for: 4, scheduler: scheduler, latest: true)
    #expect(publisher.interval == 4)
    #expect(publisher.scheduler === scheduler)
    #expect(publisher.latest)
    #expect(publisher.upstream == Just(1))
  }
}
