import Pipes
import Testing
import VirtualTime

@Suite("retry in its later forms, repeat") struct AgainTests {
  private let rig = Rig()

  @Test("BC-38 a delay between attempts, and the demand that is left") func delay() {
    let c = Clockwork(demand: .max(3)) { $0.retry(1, delay: 5, scheduler: $1) }
    #expect(c.rig.take() == "^RetryWhen U^ U?3")
    c.source.send(1)
    c.source.fail(.oops)
    #expect(c.go(to: 4) == "1")
    #expect(c.go(to: 5) == "U^ U?2")
    c.source.send(2)
    c.source.fail(.other)
    #expect(c.rig.take() == "2 #other")
    #expect(c.scheduler.timeline.pendingCount == 0)
  }

  @Test("BC-38 a request during the wait goes to the next attempt") func requestWhileWaiting() {
    let c = Clockwork(demand: .max(1)) { $0.retry(1, delay: 5, scheduler: $1) }
    c.source.fail(.oops)
    _ = c.rig.take()
    c.probe.request(.max(4))
    #expect(c.rig.take() == "")
    #expect(c.go(to: 5) == "U^ U?5")
  }

  @Test("BC-38 a cancel during the wait takes the timer back") func cancelWhileWaiting() {
    let c = Clockwork { $0.retry(5, delay: 5, scheduler: $1) }
    c.source.fail(.oops)
    _ = c.rig.take()
    #expect(c.scheduler.timeline.pendingCount == 1)
    c.probe.cancel()
    #expect(c.scheduler.timeline.pendingCount == 0)
    #expect(c.go(to: 20) == "")
  }

  @Test("BC-38 the delays of a back-off")
  func backoffs() {
    typealias Backoff = Publishers.Backoff<VirtualInstant.Stride>
    #expect((1...6).map(Backoff.exponential(from: 1, upTo: 10).delay) == [1, 2, 4, 8, 10, 10])
    #expect((1...4).map(Backoff.exponential(from: 2, factor: 3, upTo: 100).delay) == [2, 6, 18, 54])
    #expect((1...3).map(Backoff.exponential(from: 0, upTo: 10).delay) == [0, 0, 0])
    #expect((1...3).map(Backoff.exponential(from: 50, upTo: 10).delay) == [10, 10, 10])
    #expect((1...4).map(Backoff.linear(3, upTo: 10).delay) == [3, 6, 9, 10])
    #expect((1...2).map(Backoff.constant(7).delay) == [7, 7])
    #expect((1...2).map(Backoff { .seconds($0 * 100) }.delay) == [100, 200])
    #expect(Backoff.exponential(from: 1, upTo: 60).delay(1_000_000) == 60)
  }

  @Test("BC-38 jitter changes each delay") func jitter() {
    let c = Clockwork { $0.retry(9, backoff: .linear(2, upTo: 60), jitter: { $0 + 1 }, scheduler: $1) }
    _ = c.rig.take()
    c.source.fail(.oops)
    #expect(c.go(to: 2) == "")
    #expect(c.go(to: 3) == "U^ U?*")
    c.source.fail(.oops)
    #expect(c.go(to: 7) == "")
    #expect(c.go(to: 8) == "U^ U?*")
  }

  @Test("BC-39 with a delay a failure that is not accepted is sent without it") func conditionAndDelay() {
    let c = Clockwork { $0.retry(5, delay: 3, if: { $0 == .oops }, scheduler: $1) }
    c.source.fail(.oops)
    _ = c.go(to: 3)
    c.source.fail(.other)
    #expect(c.rig.take() == "#other")
  }

  @Test("BC-39 failures that are not accepted stand") func condition() {
    let u = rig.source()
    rig.attach(u.retry(5, if: { $0 == .oops }), demand: .unlimited)
    _ = rig.take()
    u.fail(.oops)
    #expect(rig.take() == "U^ U?*")
    u.fail(.other)
    #expect(rig.take() == "#other")
  }

  @Test("BC-38 BC-39 a negative number of retries is no limit, and no recursion") func endless() {
    var attempts = 0
    let publisher = Deferred {
      attempts += 1
      return attempts == 10_000 ? Result<Int, Oops>.success(attempts).publisher : Result<Int, Oops>.failure(.oops).publisher
    }
    rig.attach(publisher.retry(-1, if: { _ in true }), demand: .unlimited)
    #expect(rig.take() == "^RetryWhen 10000 |")
  }

  @Test("BC-40 the handler is called once for each subscriber, and its stream is asked for everything") func handler() {
    let u = rig.source(), v = rig.source("V")
    var calls = 0
    let publisher = u.retry { (errors: AnyPublisher<Oops, Never>) -> Source<Int, Oops> in
      calls += 1
      return v
    }
    let probe = rig.attach(publisher, demand: .max(1))
    #expect(rig.take() == "^RetryWhen V^ V?* U^ U?1")
    v.send(0)
    #expect(rig.take() == "", "nothing has failed yet")
    u.fail(.oops)
    v.send(0)
    #expect(rig.take() == "U^ U?1")
    probe.cancel()
    #expect(rig.take() == "V! U!")
    rig.attach(publisher)
    #expect(calls == 2)
  }

  @Test("BC-40 the finish of the handler's stream lets the running attempt go on, and its failure is sent; a failure fails")
  func handlerEnds() {
    let u = rig.source(), v = rig.source("V")
    rig.attach(u.retry { (_: AnyPublisher<Oops, Never>) in v }, demand: .unlimited)
    _ = rig.take()
    v.finish()
    #expect(rig.take() == "")
    u.send(1)
    u.fail(.oops)
    #expect(rig.take() == "1 #oops")

    rig.attach(u.retry { (_: AnyPublisher<Oops, Never>) in v }, demand: .unlimited)
    _ = rig.take()
    v.fail(.other)
    #expect(rig.take() == "U! #other")
  }

  @Test("BC-40 the finish of the handler's stream finishes when no attempt is running") func handlerEndsWaiting() {
    let u = rig.source(), v = rig.source("V")
    rig.attach(u.retry { (_: AnyPublisher<Oops, Never>) in v }, demand: .unlimited)
    u.fail(.oops)
    _ = rig.take()
    v.finish()
    #expect(rig.take() == "|")
  }

  @Test(
    "BC-40 a handler that allows some attempts: the failure of the last one is sent, also if an attempt fails at once", arguments: 0...3)
  func allowed(_ count: Int) {
    for atOnce in [0, 1, 2, 3] {
      var attempt = 0
      let later = (0...3).map { rig.source("U\($0)") }
      let publisher = Deferred { () -> AnyPublisher<Int, Oops> in
        defer { attempt += 1 }
        return attempt == atOnce ? Fail(error: .oops).eraseToAnyPublisher() : later[attempt].eraseToAnyPublisher()
      }
      rig.attach(publisher.retry { $0.prefix(count) }, demand: .unlimited)
      for number in 0...count where number != atOnce { later[number].fail(.oops) }
      let attempts = (0...count).filter { $0 != atOnce }.map { " U\($0)^ U\($0)?*" }.joined()
      #expect(rig.take() == "^RetryWhen\(attempts) #oops", "\(count) more attempts, number \(atOnce) fails at once")
    }
  }

  @Test("BC-38 a number, a condition and a delay together; after a value failures are counted anew", arguments: [false, true])
  func connection(_ resets: Bool) {
    let c = Clockwork {
      $0.retry(2, backoff: .linear(2, upTo: 60), if: { $0 == .oops }, resetOnSuccess: resets, scheduler: $1)
    }
    _ = c.rig.take()
    c.source.fail(.oops)
    #expect(c.go(to: 2) == "U^ U?*")
    c.source.send(1)
    c.source.fail(.oops)
    #expect(c.go(to: 4) == (resets ? "1 U^ U?*" : "1"))
    if !resets { #expect(c.go(to: 6) == "U^ U?*") }
    c.source.fail(.oops)
    if resets {
      #expect(c.go(to: 8) == "U^ U?*")
      c.source.fail(.other)
      #expect(c.rig.take() == "#other", "the condition")
    } else {
      #expect(c.rig.take() == "#oops", "the number")
    }
    #expect(c.scheduler.timeline.pendingCount == 0)
  }

  @Test("BC-40 a handler that asks for one failure at a time misses none") func slowHandler() {
    let u = rig.source()
    rig.attach(u.retry { $0.flatMap(maxPublishers: .max(1)) { _ in Just(0).setFailureType(to: Oops.self) } }, demand: .unlimited)
    _ = rig.take()
    for _ in 1...3 {
      u.fail(.oops)
      #expect(rig.take() == "U^ U?*")
    }
  }

  @Test("BC-41 repeat: the demand that is left, and how often") func repeats() {
    let u = rig.source()
    rig.attach(u.repeat(2), demand: .max(3))
    u.send(1)
    u.finish()
    #expect(rig.take() == "^Repeat U^ U?3 1 U^ U?2")
    u.send(2)
    u.finish()
    #expect(rig.take() == "2 |")
    #expect(u.repeat(-3).times == nil)
    #expect(u.repeat().times == nil)
  }

  @Test("BC-41 repeat without end is no recursion") func repeatsLong() {
    rig.attach(Just(1).repeat().prefix(50_000).count(), demand: .unlimited)
    #expect(rig.take().hasSuffix("50000 |"))
  }

  @Test("BC-41 repeat passes a failure on") func repeatFails() {
    let u = rig.source()
    rig.attach(u.repeat(), demand: .unlimited)
    _ = rig.take()
    u.fail(.oops)
    #expect(rig.take() == "#oops")
  }

  @Test("BC-41 repeat(when:) waits for the word") func repeatWhen() {
    let c = Clockwork { source, scheduler in source.repeat { $0.delay(for: 5, scheduler: scheduler).setFailureType(to: Oops.self) } }
    _ = c.rig.take()
    c.source.send(1)
    c.source.finish()
    #expect(c.go(to: 4) == "1")
    #expect(c.go(to: 5) == "U^ U?*")
    c.source.fail(.oops)
    #expect(c.rig.take() == "#oops")
  }

  @Test("BC-37 timer: one value and the end, or none if nobody asked") func timer() {
    let scheduler = TestScheduler()
    let timer = Publishers.timer(after: 3, scheduler: scheduler)
    rig.attach(timer, "a", demand: .max(1))
    rig.attach(timer, "b")
    rig.attach(timer, "c", demand: .unlimited).cancel()
    _ = rig.take()
    try? scheduler.advance(by: 2)
    #expect(rig.take() == "")
    try? scheduler.advance(by: 1)
    #expect(rig.take() == "a:0 a:| b:|")
    #expect(scheduler.timeline.pendingCount == 0)
    let ticks = rig.attach(Publishers.timer(after: 1, every: 4, scheduler: scheduler), demand: .unlimited)
    _ = rig.take()
    try? scheduler.advance(by: 5)
    #expect(rig.take() == "0 1")
    ticks.cancel()
    #expect(scheduler.timeline.pendingCount == 0)
  }
}
