import Pipes
import Testing
import VirtualTime

@Suite("throttle") struct ThrottleCalls {
  @Test(
    "TI-04 upstream is asked for everything before the subscription is handed down; a request for nothing is allowed")
  func order() {
    let c = Clockwork(demand: nil) { $0.throttle(for: 4, scheduler: $1, latest: true) }
    #expect(c.rig.take() == "U^ U?* ^Throttle")
    #expect(c.source.send(1) == .none)
    #expect(misuses { c.probe.request(.none) } == [])
    #expect(c.go(to: 9) == "")
    c.probe.request(.max(1))
    #expect(c.rig.take() == "", "the scheduler sends it")
    #expect(c.go(to: 9) == "1")
  }

  @Test("TI-04 the first request may come after the value, until it is sent") func demandOnItsWay() {
    let c = Clockwork(demand: nil) { $0.throttle(for: 4, scheduler: $1, latest: true) }
    _ = c.rig.take()
    c.source.send(1)
    c.probe.request(.max(1))
    #expect(c.go(to: 0) == "1")
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

  @Test("TI-04 G1 an upstream that ends when it is asked does not end before the subscription") func earlyEnd() {
    let rig = Rig()
    rig.attach(
      [1, 2].publisher.throttle(for: 0, scheduler: ImmediateScheduler.shared, latest: true), demand: .unlimited)
    #expect(rig.take() == "^Throttle 2 |")
  }
}
