import Pipes
import Testing
import VirtualTime

@Suite("Operators that Rx has and Combine does not") struct RxOperatorTests {
  private let rig = Rig()

  @Test("BC-19 collect(_:every:) asks again for values that fill no array, and waits for demand with the rest") func collectEvery() {
    let u = rig.source()
    let probe = rig.attach(u.collect(2, every: 3).eraseToAnyPublisher(), demand: .max(1))
    _ = rig.take()
    #expect(u.send(1) == .max(1))
    #expect(u.send(2) == .none)
    #expect(rig.take() == "U+1 [1,2]")
    probe.request(.max(1))
    u.send([3, 4])
    _ = rig.take()
    let slow = rig.attach([1, 2].publisher.collect(3, every: 1).eraseToAnyPublisher())
    slow.request(.max(1))
    #expect(rig.take().hasSuffix(" [1,2]"))
    slow.request(.max(1))
    #expect(rig.take() == "[2] |")
    u.fail(.oops)
    #expect(rig.take() == "#oops", "what is not full is dropped")
    withExtendedLifetime(probe) {}
  }

  @Test("BC-16 partition shares one subscription") func partition() {
    let u = rig.source(), parts = u.partition { $0 % 2 == 0 }
    rig.attach(parts.matching, "even", demand: .unlimited)
    rig.attach(parts.others, "odd", demand: .unlimited)
    _ = rig.take()
    u.send([1, 2])
    u.finish()
    #expect(rig.take() == "odd:1 even:2 even:| odd:|")
    #expect(u.lines.count == 1)
  }

  @Test("BC-22 timestamp reads the scheduler") func timestamp() {
    let c = Clockwork { $0.timestamp(scheduler: $1).map { "\($0.value)@\($0.time.nanoseconds)" } }
    _ = c.rig.take()
    c.source.send(1)
    _ = c.go(to: 2)
    c.source.send(2)
    #expect(c.rig.take() == "2@2000000000")
  }

  @Test("BC-07 switchIfEmpty subscribes to the other one only if there was nothing, each time anew") func switchIfEmpty() {
    let u = rig.source(), v = rig.source("V"), publisher = u.switchIfEmpty(v).eraseToAnyPublisher()
    rig.attach(publisher, demand: .max(2))
    u.send(1)
    u.finish()
    #expect(rig.take().hasSuffix(" 1 |") && v.lines.isEmpty)
    rig.attach(publisher, demand: .max(2))
    _ = rig.take()
    u.finish()
    #expect(rig.take() == "V^ V?2")
    rig.attach(publisher, demand: .max(2))
    _ = rig.take()
    u.fail(.oops)
    #expect(rig.take() == "#oops")
  }

  @Test("BC-25 delaySubscription keeps the demand, and a cancel takes the timer back") func delaySubscription() {
    let c = Clockwork(demand: .max(2)) { $0.delaySubscription(for: 3, scheduler: $1).eraseToAnyPublisher() }
    _ = c.rig.take()
    #expect(c.go(to: 2) == "")
    #expect(c.go(to: 3) == "U^ U?2")
    let d = Clockwork { $0.delaySubscription(for: 3, scheduler: $1).eraseToAnyPublisher() }
    _ = d.rig.take()
    d.probe.cancel()
    #expect(d.scheduler.timeline.pendingCount == 0 && d.go(to: 9) == "")
  }

  @Test("BC-14 expand is breadth first, ends with its last inner publisher, and is no recursion") func expand() {
    let numbers = Just(1).expand { n in n < 4 ? [n * 2, n * 2 + 1].publisher.eraseToAnyPublisher() : Empty().eraseToAnyPublisher() }
    rig.attach(numbers, demand: .unlimited)
    #expect(rig.take() == "^Expand 1 2 3 4 5 6 7 |")
    let slow = rig.attach(numbers, demand: .max(1))
    for _ in 0..<6 { slow.request(.max(1)) }
    #expect(rig.take().split(separator: " ").dropFirst().sorted() == ["1", "2", "3", "4", "5", "6", "7", "|"])
    rig.attach(
      Just(0).expand { $0 < 50_000 ? Just($0 + 1).eraseToAnyPublisher() : Empty().eraseToAnyPublisher() }.count(), demand: .unlimited)
    #expect(rig.take() == "^Count 50001 |")
  }

  @Test("BC-14 expand fails with an inner publisher and cancels the others") func expandFails() {
    let u = rig.source(), v = rig.source("V")
    rig.attach(u.expand { _ in v }, demand: .unlimited)
    u.send(1)
    _ = rig.take()
    v.fail(.oops)
    #expect(rig.take() == "U! #oops")
  }

  @Test("BC-15 mergeScan: each inner publisher starts with the latest result") func mergeScan() {
    let u = rig.source(), v = rig.source("V")
    rig.attach(u.mergeScan(10) { sum, n in v.map { $0 + sum + n } }.eraseToAnyPublisher(), demand: .unlimited)
    u.send([1, 2])
    v.lines[1].send(100)
    u.send(3)
    _ = rig.take()
    v.lines[2].send(0)
    #expect(rig.take() == "115", "10 + 2 + 100 is the latest result, 3 the value")
  }

  @Test("BC-13 window(count:) ends each window with its last value, and opens the next at once") func windowCount() {
    let u = rig.source()
    rig.attach(u.window(count: 2).flatMap { w in w.map { "\(w.key):\($0)" }.append("\(w.key)|") }, demand: .unlimited)
    #expect(rig.take() == "^FlatMap U^ U?*")
    u.send([1, 2])
    #expect(rig.take() == "0:1 0:2 0|")
    u.send(3)
    u.finish()
    #expect(rig.take() == "1:3 1| |")
  }

  @Test("BC-13 windows that nobody takes wait for demand, and a cancel lets the open one go on") func windowCancel() {
    let u = rig.source(), rig = rig
    let probe = Probe<Publishers.Group<Int, Int, Oops>, Oops>(rig, "w")
    var taken: [Publishers.Group<Int, Int, Oops>] = []
    let windows = u.window(count: 2).handleEvents(receiveOutput: { taken.append($0) })
    windows.subscribe(probe)
    u.send(1)
    probe.request(.max(1))
    rig.attach(taken[0], "a", demand: .unlimited)
    _ = rig.take()
    probe.cancel()
    #expect(rig.take() == "")
    u.send(2)
    #expect(rig.take() == "a:2 a:| U!")
  }

  @Test("BC-20 buffer(boundary) sends what has come, also nothing, and the rest at the end") func bufferBoundary() {
    let u = rig.source(), b = PassthroughSubject<Void, Never>()
    let probe = rig.attach(u.buffer(b).eraseToAnyPublisher())
    u.send([1, 2])
    b.send()
    b.send()
    u.send(3)
    _ = rig.take()
    probe.request(.max(2))
    #expect(rig.take() == "[1,2] []")
    u.finish()
    #expect(rig.take() == "")
    probe.request(.max(1))
    #expect(rig.take() == "[3] |")
  }

  @Test("BC-13 BC-20 window and buffer fail with the boundary", arguments: [true, false]) func boundaryFails(_ fails: Bool) {
    let u = rig.source(), b = rig.source("B")
    rig.attach(u.buffer(b).eraseToAnyPublisher(), demand: .unlimited)
    u.send(1)
    _ = rig.take()
    if fails { b.fail(.oops) } else { b.finish() }
    #expect(rig.take() == (fails ? "U! #oops" : ""))
  }

  @Test("BC-23 debounce by a stream: the pending value replaces and cancels, and comes with the finish") func debounceBy() {
    let u = rig.source(), v = rig.source("V")
    rig.attach(u.debounce { _ in v }, demand: .unlimited)
    u.send(1)
    _ = rig.take()
    u.send(2)
    #expect(rig.take() == "V! V^ V?*")
    v.send(0)
    #expect(rig.take() == "V! 2")
    u.send(3)
    u.finish()
    #expect(rig.take() == "V^ V?* 3 V! |")
  }

  @Test("BC-24 throttle: a pending trailing value delays the finish, not a failure") func throttleEnds() {
    let u = rig.source(), v = rig.source("V")
    rig.attach(u.throttle(leading: true, trailing: true) { _ in v }, demand: .unlimited)
    u.send([1, 2])
    u.finish()
    _ = rig.take()
    v.send(0)
    #expect(rig.take() == "V! 2 |")
    rig.attach(u.throttle(leading: true, trailing: true) { _ in v }, demand: .unlimited)
    u.send([1, 2])
    _ = rig.take()
    u.fail(.oops)
    #expect(rig.take() == "V! #oops")
  }
}
