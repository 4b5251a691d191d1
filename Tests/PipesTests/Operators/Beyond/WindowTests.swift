import Pipes
import Testing
import VirtualTime

@Suite("sample, audit, delay(for each:)") struct WindowTests {
  private let rig = Rig()

  @Test("BC-34 sample asks both for everything, and sends a value once") func sample() {
    let u = rig.source(), v = rig.source("V")
    rig.attach(u.sample(v), demand: .max(5))
    #expect(rig.take() == "^Sample U^ U?* V^ V?*")
    v.send(0)
    u.send([1, 2])
    v.send([0, 0])
    u.send(3)
    v.send(0)
    #expect(rig.take() == "2 3")
  }

  @Test("BC-34 G13 of the sampled values that found no demand the newest is sent at the next request") func sampleDemand() {
    let u = rig.source(), v = rig.source("V")
    let probe = rig.attach(u.sample(v), demand: .max(1))
    _ = rig.take()
    u.send(1)
    v.send(0)
    u.send(2)
    v.send(0)
    u.send(3)
    v.send(0)
    u.send(4)
    #expect(rig.take() == "1")
    probe.request(.max(1))
    #expect(rig.take() == "3")
    v.send(0)
    #expect(rig.take() == "")
    u.finish()
    #expect(rig.take() == "V!", "the finish waits, and the trigger does not")
    probe.request(.max(1))
    #expect(rig.take() == "4 |")
  }

  @Test("BC-34 sample ends with the source, without what waits") func sampleEnds() {
    let u = rig.source(), v = rig.source("V")
    rig.attach(u.sample(v), demand: .unlimited)
    _ = rig.take()
    u.send(1)
    u.finish()
    #expect(rig.take() == "V! |")
    rig.attach(u.sample(v), demand: .unlimited)
    _ = rig.take()
    v.finish()
    #expect(rig.take() == "")
    u.fail(.oops)
    #expect(rig.take() == "#oops")
    rig.attach(u.sample(v), demand: .unlimited)
    _ = rig.take()
    v.fail(.other)
    #expect(rig.take() == "U! #other")
  }

  @Test("BC-34 sample at a pace: a cancel takes the timer back") func samplePace() {
    let c = Clockwork { $0.sample(every: 5, scheduler: $1) }
    _ = c.rig.take()
    c.source.send([1, 2])
    #expect(c.go(to: 4) == "")
    #expect(c.go(to: 12) == "2")
    c.probe.cancel()
    #expect(c.scheduler.timeline.pendingCount == 0)
  }

  @Test("BC-35 audit opens one window at a time, and closes it at the first value") func audit() {
    let u = rig.source(), windows = ["A", "B"].map { rig.source($0) }
    let probe = rig.attach(u.audit { windows[$0 % 2] }, demand: .max(3))
    #expect(rig.take() == "^Audit U^ U?*")
    u.send([2, 3])
    windows[0].send(0)
    #expect(rig.take() == "A^ A?* A! 3")
    u.send(5)
    windows[1].finish()
    #expect(rig.take() == "B^ B?* 5", "a finish without a value ends the window, too")
    u.send(7)
    _ = rig.take()
    windows[1].send(0)
    #expect(rig.take() == "B! 7")
    u.send(9)
    _ = rig.take()
    windows[1].send(0)
    #expect(rig.take() == "B!", "no demand is left: the value waits")
    probe.request(.max(1))
    #expect(rig.take() == "9")
  }

  @Test("BC-24 BC-35 a window that is over at once loses no value", arguments: ["audit", "leading", "trailing", "both"])
  func emptyWindow(_ name: String) {
    let u = rig.source(), empty = Empty<Int, Oops>()
    let publisher =
      name == "audit"
      ? u.audit { _ in empty }.eraseToAnyPublisher()
      : u.throttle(leading: name != "trailing", trailing: name != "leading") { _ in empty }.eraseToAnyPublisher()
    rig.attach(publisher, demand: .unlimited)
    _ = rig.take()
    u.send([1, 2])
    u.finish()
    #expect(rig.take() == "1 2 |")
  }

  @Test("BC-24 BC-35 the last value of a window is sent when its publisher finishes without a value", arguments: [false, true])
  func windowWithoutValue(_ isAudit: Bool) {
    let u = rig.source(), window = rig.source("W")
    rig.attach(
      isAudit ? u.audit { _ in window }.eraseToAnyPublisher() : u.throttle(trailing: true) { _ in window }.eraseToAnyPublisher(),
      demand: .unlimited)
    u.send([1, 2, 3])
    u.finish()
    _ = rig.take()
    window.finish()
    #expect(rig.take() == "3 |")
  }

  @Test("BC-35 the end waits for the window, a failure does not") func auditEnds() {
    let u = rig.source(), window = rig.source("W")
    rig.attach(u.audit { _ in window }, demand: .unlimited)
    u.finish()
    #expect(rig.take().hasSuffix("U?* |"))
    rig.attach(u.audit { _ in window }, demand: .unlimited)
    u.send(1)
    u.finish()
    _ = rig.take()
    window.send(0)
    #expect(rig.take() == "W! 1 |")
    rig.attach(u.audit { _ in window }, demand: .unlimited)
    u.send(1)
    _ = rig.take()
    u.fail(.oops)
    #expect(rig.take() == "W! #oops")
    rig.attach(u.audit { _ in window }, demand: .unlimited)
    u.send(1)
    _ = rig.take()
    window.fail(.other)
    #expect(rig.take() == "U! #other")
  }

  @Test("BC-35 audit for a time: a cancel takes the timer back") func auditTime() {
    let c = Clockwork { $0.audit(for: 5, scheduler: $1) }
    _ = c.rig.take()
    c.source.send([1, 2])
    #expect(c.go(to: 5) == "2")
    c.source.send(3)
    c.probe.cancel()
    #expect(c.scheduler.timeline.pendingCount == 0)
    #expect(c.go(to: 20) == "U!")
  }

  @Test("BC-17 each value waits for a publisher of its own") func delayForEach() {
    let u = rig.source(), triggers = ["A", "B", "C"].map { rig.source($0) }
    rig.attach(u.delay { triggers[$0] }, demand: .unlimited)
    u.send([0, 1, 2])
    u.finish()
    _ = rig.take()
    triggers[1].send(7)
    #expect(rig.take() == "1 B!")
    triggers[2].finish()
    #expect(rig.take() == "", "a publisher without a value keeps its value")
    triggers[0].send(7)
    #expect(rig.take() == "0 A! |")
  }
}
