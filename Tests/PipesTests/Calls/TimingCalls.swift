import Pipes
import Testing
import VirtualTime

@Suite("delay and debounce: the order of calls") struct TimingCalls {
  @Test("TI-03 demand given back goes up by a request, afterwards") func delayReply() {
    let c = Clockwork(demand: .max(1)) { $0.delay(for: 5, scheduler: $1) }
    c.probe.reply = .max(2)
    _ = c.rig.take()
    #expect(c.source.send(1) == .none)
    #expect(c.go(to: 5) == "1 U?2")
  }

  @Test("TI-02 upstream is asked for everything, after the subscription") func debounceDemand() {
    let c = Clockwork(demand: nil) { $0.debounce(for: 5, scheduler: $1) }
    #expect(c.rig.take() == "U^ ^Debounce U?*")
    #expect(c.source.send(1) == .none)
    c.probe.request(.max(1))
    #expect(c.rig.take() == "")
    #expect(c.go(to: 5) == "1")
  }

  @Test("TI-02 demand given back counts") func debounceReply() {
    let c = Clockwork(demand: .max(1)) { $0.debounce(for: 5, scheduler: $1) }
    c.probe.reply = .max(1)
    _ = c.rig.take()
    c.source.send(1)
    #expect(c.go(to: 5) == "1")
    c.source.send(2)
    #expect(c.go(to: 10) == "2")
  }
}
