import Pipes
import Testing
import VirtualTime

/// A source, a test scheduler and an operator between the source and a probe.
final class Clockwork<Output, Failure: Error> {
  let rig = Rig()
  let scheduler = TestScheduler()
  let source: Source<Int, Oops>
  let probe: Probe<Output, Failure>

  init<P: Publisher>(
    demand: Subscribers.Demand? = .unlimited, _ build: (Source<Int, Oops>, TestScheduler<VirtualInstant, Never>) -> P
  ) where P.Output == Output, P.Failure == Failure {
    source = rig.source()
    probe = Probe(rig, demand: demand)
    build(source, scheduler).subscribe(probe)
  }
  /// Lets the time pass up to the second, and notes it.
  func go(to second: Int) -> String {
    do { try scheduler.advance(to: .zero.advanced(by: .seconds(second))) } catch { return "\(error)" }
    return rig.take()
  }
}

@Suite("delay and debounce") struct TimingTests {
  @Test("TI-03 values and the end come later, in order; requests pass at once") func delay() {
    let c = Clockwork(demand: .max(3)) { $0.delay(for: 5, scheduler: $1) }
    #expect(c.rig.take().hasSuffix("U?3"))
    #expect(c.source.send(1) == .none)
    #expect(c.go(to: 2) == "")
    c.source.send(2)
    c.source.finish()
    #expect(c.go(to: 4) == "")
    #expect(c.go(to: 5) == "1")
    #expect(c.go(to: 6) == "")
    #expect(c.go(to: 7) == "2 |")
  }

  @Test("TI-03 a failure is delayed too") func delayFailure() {
    let c = Clockwork { $0.delay(for: 5, scheduler: $1) }
    _ = c.rig.take()
    c.source.send(1)
    c.source.fail(.oops)
    #expect(c.go(to: 4) == "")
    #expect(c.go(to: 5) == "1 #oops")
  }

  @Test("TI-03 demand given back goes up by a request, afterwards") func delayReply() {
    let c = Clockwork(demand: .max(1)) { $0.delay(for: 5, scheduler: $1) }
    c.probe.reply = .max(2)
    _ = c.rig.take()
    #expect(c.source.send(1) == .none)
    #expect(c.go(to: 5) == "1 U?2")
  }

  @Test("TI-03 a cancel drops what is on its way") func delayCancel() {
    let c = Clockwork { $0.delay(for: 5, scheduler: $1) }
    _ = c.rig.take()
    c.source.send(1)
    c.probe.cancel()
    #expect(c.go(to: 20) == "U!")
  }

  @Test("TI-03 shape of Delay") func delayShape() {
    let scheduler = TestScheduler()
    let publisher = Just(1).delay(for: 5, tolerance: 1, scheduler: scheduler)
    #expect(publisher.interval == 5)
    #expect(publisher.tolerance == 1)
    #expect(publisher.scheduler === scheduler)
    #expect(Just(1).delay(for: 5, scheduler: scheduler).tolerance == scheduler.minimumTolerance)
  }

  @Test("TI-02 upstream is asked for everything, after the subscription") func debounceDemand() {
    let c = Clockwork(demand: nil) { $0.debounce(for: 5, scheduler: $1) }
    #expect(c.rig.take() == "U^ ^Debounce U?*")
    #expect(c.source.send(1) == .none)
    c.probe.request(.max(1))
    #expect(c.rig.take() == "")
    #expect(c.go(to: 5) == "1")
  }

  @Test("TI-02 a value comes when it was quiet for so long; each value starts the wait again") func debounce() {
    let c = Clockwork { $0.debounce(for: 5, scheduler: $1) }
    _ = c.rig.take()
    c.source.send(1)
    #expect(c.go(to: 3) == "")
    c.source.send(2)
    #expect(c.go(to: 7) == "")
    #expect(c.go(to: 8) == "2")
    #expect(c.go(to: 30) == "")
    c.source.send(3)
    #expect(c.go(to: 35) == "3")
    #expect(c.scheduler.timeline.pendingCount == 0)
  }

  @Test("TI-02 G13 of what is due without demand the newest waits") func debounceNoDemand() {
    let c = Clockwork(demand: .max(1)) { $0.debounce(for: 5, scheduler: $1) }
    _ = c.rig.take()
    c.source.send(1)
    #expect(c.go(to: 5) == "1")
    c.source.send(2)
    #expect(c.go(to: 10) == "")
    c.probe.request(.max(1))
    #expect(c.rig.take() == "", "the scheduler sends it")
    #expect(c.go(to: 10) == "2")
    c.source.send(3)
    #expect(c.go(to: 15) == "")
    c.source.send(4)
    #expect(c.go(to: 20) == "")
    c.source.finish()
    #expect(c.go(to: 20) == "", "the finish waits behind it")
    c.probe.request(.max(1))
    #expect(c.go(to: 20) == "4 |")
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

  @Test("TI-02 the end discards what waits, and comes without delay, but through the scheduler", arguments: [nil, Oops.oops])
  func debounceEnd(_ error: Oops?) {
    let c = Clockwork { $0.debounce(for: 5, scheduler: $1) }
    _ = c.rig.take()
    c.source.send(1)
    if let error { c.source.fail(error) } else { c.source.finish() }
    #expect(c.rig.take() == "")
    #expect(c.go(to: 0) == (error == nil ? "|" : "#oops"))
    #expect(c.scheduler.timeline.pendingCount == 0)
    #expect(c.go(to: 20) == "")
  }

  @Test("TI-02 a cancel leaves no timer and no value") func debounceCancel() {
    let c = Clockwork { $0.debounce(for: 5, scheduler: $1) }
    _ = c.rig.take()
    c.source.send(1)
    #expect(c.scheduler.timeline.pendingCount == 1)
    c.probe.cancel()
    #expect(c.scheduler.timeline.pendingCount == 0)
    #expect(c.go(to: 20) == "U!")
  }

  @Test("TI-02 shape of Debounce") func debounceShape() {
    let scheduler = TestScheduler()
    let publisher = Just(1).debounce(for: 5, scheduler: scheduler)
    #expect(publisher.dueTime == 5)
    #expect(publisher.scheduler === scheduler)
    #expect(publisher.options == nil)
  }

  @Test("BC-36 interval counts the ticks; without demand they are lost") func interval() {
    let rig = Rig()
    let scheduler = TestScheduler()
    let probe = rig.attach(Publishers.interval(2, scheduler: scheduler), demand: .max(2))
    func go(to second: Int) -> String {
      try? scheduler.advance(to: .zero.advanced(by: .seconds(second)))
      return rig.take()
    }
    #expect(go(to: 1) == "^Interval")
    #expect(go(to: 2) == "0")
    #expect(go(to: 9) == "1")
    probe.request(.unlimited)
    #expect(go(to: 13) == "4 5")
    #expect(misuses { probe.request(.none) } == [])
    probe.cancel()
    #expect(scheduler.timeline.pendingCount == 0)
    #expect(go(to: 40) == "")
  }
}
