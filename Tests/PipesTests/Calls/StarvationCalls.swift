import Pipes
import Testing
import VirtualTime

/// Streams that once waited for ever, or lost what they should have sent, because demand was used up for nothing.
@Suite("Nothing starves") struct StarvationCalls {
  private let rig = Rig()

  @Test("SQ-08 prefix(untilOutputFrom:): a completion inside the first request comes after the subscription")
  func prefixAtOnce() {
    let never = Empty<Int, Never>(completeImmediately: false)
    rig.attach(Just(1).prefix(untilOutputFrom: never), demand: .unlimited)
    #expect(rig.take() == "^ 1 |")
    rig.attach(Fail<Int, Oops>(error: .oops).prefix(untilOutputFrom: never))
    #expect(rig.take() == "^ #oops")
  }

  @Test("SQ-08 G1 prefix(untilOutputFrom:): the other publisher sends first, and there is still a subscription")
  func prefixOfNothing() {
    let a = [1, 2].publisher
    rig.attach(a.prefix(untilOutputFrom: Just(0)), demand: .unlimited)
    #expect(rig.take() == "^ |")
    rig.attach(a.prefix(untilOutputFrom: Just(0)).append(a), demand: .unlimited)
    #expect(rig.take() == "^Concatenate 1 2 |")
  }

  @Test("SQ-08 prefix(untilOutputFrom:): an upstream that completes without a subscription completes")
  func prefixUngreeted() {
    let u = rig.source()
    u.whenSubscribed = { $0.end(.failure(.oops)) }
    rig.attach(u.prefix(untilOutputFrom: Empty<Int, Never>(completeImmediately: false)), demand: .unlimited)
    #expect(rig.take() == "U^ ^ #oops")
  }

  @Test("SQ-08 G5 prefix(untilOutputFrom:): a cancel while the subscription is received is the end of it")
  func prefixCancelled() {
    for isEarly in [true, false] {
      let o = PassthroughSubject<Int, Never>(), probe = Probe<Int, Never>(rig)
      probe.whenSubscribed = {
        if !isEarly { o.send(1) }
        $0.cancel()
      }
      let other = isEarly ? Just(0).eraseToAnyPublisher() : o.eraseToAnyPublisher()
      [1, 2].publisher.prefix(untilOutputFrom: other).subscribe(probe)
      #expect(rig.take() == "^")
    }
  }

  @Test("TI-04 throttle: values that come while the stream is being subscribed are not lost") func throttle() throws {
    let scheduler = TestScheduler()
    let subject = CurrentValueSubject<Int, Never>(7)
    rig.attach(Just(1).eraseToAnyPublisher().throttle(for: 2, scheduler: scheduler, latest: true), "a", demand: .max(1))
    rig.attach([1, 2].publisher.throttle(for: 2, scheduler: scheduler, latest: true), "b", demand: .unlimited)
    rig.attach([1, 2].publisher.throttle(for: 2, scheduler: scheduler, latest: false), "c", demand: .unlimited)
    rig.attach(subject.throttle(for: 2, scheduler: scheduler, latest: true), "d", demand: .unlimited)
    _ = rig.take()
    try scheduler.advance(by: 0)
    #expect(rig.take() == "a:1 a:| b:2 b:| c:1 c:| d:7")
    subject.send(8)
    try scheduler.advance(by: 2)
    #expect(rig.take() == "d:8", "the first value began the interval")
  }

  @Test("TI-04 throttle: an early value waits for demand, and the finish behind it") func throttleUnasked() throws {
    let scheduler = TestScheduler()
    let probe = rig.attach([1].publisher.append([2]).throttle(for: 2, scheduler: scheduler, latest: true))
    try scheduler.advance(by: 0)
    probe.request(.max(1))
    try scheduler.advance(by: 5)
    #expect(rig.take() == "^Throttle 2 |")
  }

  @Test("CO-01 combineLatest: a value that makes no pair is replaced") func combineLatest() {
    let a = rig.source("A"), b = rig.source("B"), c = rig.source("C"), d = rig.source("D")
    let made: [AnyPublisher<Int, Oops>] = [
      a.combineLatest(b).map { _ in 1 }.eraseToAnyPublisher(),
      a.combineLatest(b, c).map { _ in 1 }.eraseToAnyPublisher(),
      a.combineLatest(b, c, d).map { _ in 1 }.eraseToAnyPublisher(),
      [a, b].combineLatest().map { _ in 1 }.eraseToAnyPublisher(),
    ]
    for (index, publisher) in made.enumerated() {
      rig.attach(publisher, demand: .max(1))
      #expect(a.send(1) == .max(1) && a.send(2) == .max(1), "form \(index)")
      for source in [c, d] where !source.lines.isEmpty { source.send(5) }
      _ = rig.take()
      #expect(b.send(3) == .none)
      #expect(rig.take() == "1", "form \(index)")
      #expect(b.send(4) == .none, "nothing is requested for a value without demand")
    }
  }

  @Test("CO-01 combineLatest: it is the latest, and it ends, behind what asks for one value at a time")
  func combineLatestEnds() {
    let name = PassthroughSubject<String, Never>(), ok = PassthroughSubject<String, Never>()
    rig.attach(name.combineLatest(ok).flatMap(maxPublishers: .max(1)) { Just("\($0)\($1)") }, demand: .unlimited)
    for text in ["a", "b", "c"] { name.send(text) }
    ok.send("t")
    #expect(rig.take() == "^FlatMap ct")
    let empty = Empty<Int, Never>()
    rig.attach(
      empty.combineLatest([1, 2].publisher).flatMap(maxPublishers: .max(1)) { Just($0) }.count(), demand: .unlimited)
    #expect(rig.take() == "^Count 0 |")
  }

  @Test("RE-03 collect(.byTime) takes every value of an instant") func collectByTime() {
    let c = Clockwork(demand: .max(1)) { source, scheduler in
      source.receive(on: scheduler).collect(.byTime(scheduler, 4))
    }
    #expect(c.rig.take().hasSuffix("^CollectByTime U?*"))
    for value in 1...3 { c.source.send(value) }
    #expect(c.go(to: 4) == "[1,2,3]")
    c.source.send(4)
    #expect(c.go(to: 8) == "", "kept until there is demand")
    c.source.send(5)
    c.probe.request(.max(1))
    #expect(c.go(to: 12) == "[4,5]")
  }

  @Test("concatMap and mergeMap keep the values of a hot source", arguments: [1, 2]) func queues(_ width: Int) {
    let u = PassthroughSubject<Int, Never>()
    let children = (0..<4).map { _ in PassthroughSubject<Int, Never>() }
    let publisher = width == 1 ? u.concatMap { children[$0] } : u.mergeMap(concurrency: 2) { children[$0] }
    rig.attach(publisher.map { $0 }, demand: .unlimited)
    for value in 0..<4 { u.send(value) }
    u.send(completion: .finished)
    _ = rig.take()
    for (index, child) in children.enumerated() {
      child.send(index)
      child.send(completion: .finished)
    }
    #expect(rig.take() == "0 1 2 3 |")
  }

  @Test("repeat counts the rounds", arguments: 0...3) func rounds(_ count: Int) {
    let u = rig.source()
    u.whenSubscribed = {
      $0.open()
      $0.feed([1], then: .finished)
    }
    rig.attach(u.repeat(count), demand: .unlimited)
    #expect(rig.take() == (["^Repeat"] + Array(repeating: "U^ U?* 1", count: count) + ["|"]).joined(separator: " "))
  }
}
