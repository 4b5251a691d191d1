import Pipes
import Testing
import VirtualTime

/// Streams that may fail beside streams that cannot, without `setFailureType`: that all this compiles is half of what
/// is tested.
@Suite("a side that cannot fail") struct SidesCalls {
  private let rig = Rig()
  private let never = PassthroughSubject<Int, Never>(), bell = PassthroughSubject<Void, Never>()

  /// The output of the publisher while the closure runs, without the events of the sources.
  private func outcome<P: Publisher<String, Oops>>(of publisher: P, _ act: () -> Void) -> String {
    let probe = rig.attach(publisher, demand: .unlimited)
    _ = rig.take()
    act()
    probe.cancel()
    return rig.take().split(separator: " ").filter { !$0.hasPrefix("U") && !$0.hasPrefix("V") }.joined(separator: " ")
  }

  @Test("BC-01 withLatestFrom of others that cannot fail") func latestOfNever() {
    let u = rig.source()
    let joined: [(AnyPublisher<String, Oops>, String)] = [
      (u.withLatestFrom(never).map { "\($0)\($1)" }.eraseToAnyPublisher(), "17 #oops"),
      (u.withLatestFrom(never) { "\($0)\($1)" }.eraseToAnyPublisher(), "17 #oops"),
      (u.withLatestFrom(never, Just(8)).map { "\($0)\($1)\($2)" }.eraseToAnyPublisher(), "178 #oops"),
      (u.withLatestFrom(never, Just(8)) { "\($0)\($1)\($2)" }.eraseToAnyPublisher(), "178 #oops"),
      (u.withLatestFrom(never, Just(8), Just(9)).map { "\($0)\($1)\($2)\($3)" }.eraseToAnyPublisher(), "1789 #oops"),
      (u.withLatestFrom(never, Just(8), Just(9)) { "\($0)\($1)\($2)\($3)" }.eraseToAnyPublisher(), "1789 #oops"),
    ]
    for (publisher, expected) in joined {
      let heard = outcome(of: publisher) {
        u.send(0)
        never.send(7)
        u.send(1)
        u.fail(.oops)
      }
      #expect(heard == expected)
    }
  }

  @Test("BC-01 withLatestFrom of others that may fail, beside a stream that cannot") func latestOfFailing() {
    let v = rig.source("V"), one = Result<Int, Oops>.success(8).publisher
    let joined: [(AnyPublisher<String, Oops>, String)] = [
      (never.withLatestFrom(v).map { "\($0)\($1)" }.eraseToAnyPublisher(), "17 #other"),
      (never.withLatestFrom(v) { "\($0)\($1)" }.eraseToAnyPublisher(), "17 #other"),
      (never.withLatestFrom(v, one).map { "\($0)\($1)\($2)" }.eraseToAnyPublisher(), "178 #other"),
      (never.withLatestFrom(v, one) { "\($0)\($1)\($2)" }.eraseToAnyPublisher(), "178 #other"),
      (never.withLatestFrom(v, one, one).map { "\($0)\($1)\($2)\($3)" }.eraseToAnyPublisher(), "1788 #other"),
      (never.withLatestFrom(v, one, one) { "\($0)\($1)\($2)\($3)" }.eraseToAnyPublisher(), "1788 #other"),
    ]
    for (publisher, expected) in joined {
      let heard = outcome(of: publisher) {
        never.send(0)
        v.send(7)
        never.send(1)
        v.fail(.other)
      }
      #expect(heard == expected)
    }
  }

  @Test("others that fail differently are joined one after the other") func chained() {
    let u = rig.source(), v = rig.source("V")
    let heard = outcome(of: u.withLatestFrom(v).withLatestFrom(never) { "\($0.0)\($0.1)\($1)" }) {
      v.send(7)
      u.send(0)
      never.send(8)
      u.send(1)
      v.fail(.other)
    }
    #expect(heard == "178 #other")
  }

  @Test("BC-34 BC-35 sample and audit with a bell that cannot fail") func bells() {
    let u = rig.source()
    for publisher in [u.sample(bell).eraseToAnyPublisher(), u.audit { _ in bell }.eraseToAnyPublisher()] {
      let heard = outcome(of: publisher.map { "\($0)" }) {
        u.send([1, 2])
        bell.send()
        u.fail(.oops)
      }
      #expect(heard == "2 #oops")
    }
  }

  @Test("BC-34 BC-35 sample and audit of what cannot fail, with a bell that may") func failingBells() {
    let v = rig.source("V")
    for publisher in [never.sample(v).eraseToAnyPublisher(), never.audit { _ in v }.eraseToAnyPublisher()] {
      let heard = outcome(of: publisher.map { "\($0)" }) {
        never.send(1)
        v.send(0)
        never.send(2)
        v.fail(.other)
      }
      #expect(heard == "1 #other")
    }
  }

  @Test("BC-17 each value waits for a publisher that cannot fail, or may") func delays() {
    let u = rig.source(), v = rig.source("V")
    let waiting = outcome(of: u.delay { _ in bell }.map { "\($0)" }) {
      u.send(1)
      bell.send()
      u.fail(.oops)
    }
    #expect(waiting == "1 #oops")
    let failing = outcome(of: never.delay { _ in v }.map { "\($0)" }) {
      never.send(1)
      v.send(0)
      never.send(2)
      v.fail(.other)
    }
    #expect(failing == "1 #other")
  }

  @Test("BC-02 BC-03 BC-06 race, forkJoin and sequenceEqual with another that cannot fail") func others() {
    let u = rig.source()
    let slower = outcome(of: u.race(with: never, PassthroughSubject()).map { "\($0)" }) {
      u.send(1)
      never.send(7)
      u.fail(.oops)
    }
    #expect(slower == "1 #oops")
    let faster = outcome(of: u.race(with: never).map { "\($0)" }) { never.send(7) }
    #expect(faster == "7")
    let last = outcome(of: u.forkJoin(Just("x")).map { "\($0)\($1)" }) {
      u.send([1, 2])
      u.finish()
    }
    #expect(last == "2x |")
    #expect(outcome(of: u.forkJoin(Just("x")).map { "\($0)\($1)" }) { u.fail(.oops) } == "#oops")
    #expect(outcome(of: u.sequenceEqual([1, 2].publisher).map { "\($0)" }) { u.send([1, 3]) } == "false |")
    #expect(outcome(of: u.sequenceEqual([1, 2].publisher).map { "\($0)" }) { u.fail(.oops) } == "#oops")
  }

  @Test("BC-02 BC-03 BC-06 race, forkJoin and sequenceEqual of what cannot fail, with another that may")
  func failingOthers() {
    let v = rig.source("V")
    let race = outcome(of: never.race(with: v).map { "\($0)" }) { v.fail(.other) }
    #expect(race == "#other")
    let won = outcome(of: never.race(with: v, Source(rig, "V")).map { "\($0)" }) {
      never.send(1)
      v.fail(.other)
    }
    #expect(won == "1")
    #expect(outcome(of: Just(1).forkJoin(v).map { "\($0)\($1)" }) { v.fail(.other) } == "#other")
    #expect(outcome(of: Just(1).sequenceEqual(v).map { "\($0)" }) { v.fail(.other) } == "#other")
    let equal = outcome(of: Just(1).sequenceEqual(v).map { "\($0)" }) {
      v.send(1)
      v.finish()
    }
    #expect(equal == "true |")
  }

  @Test("BC-40 a publisher made of failures cannot fail itself: at its end a running attempt goes on") func retryWhen()
  {
    let c = Clockwork { source, scheduler in source.retry { $0.prefix(1).delay(for: 5, scheduler: scheduler) } }
    _ = c.rig.take()
    c.source.send(1)
    c.source.fail(.oops)
    #expect(c.go(to: 4) == "1")
    #expect(c.go(to: 5) == "U^ U?*", "the delayed end comes right after the delayed failure, and cuts nothing")
  }

  @Test("a closure of several statements, and one that answers with a failure") func retryInOtherWays() {
    let u = rig.source()
    var heard: [Oops] = []
    let said = u.retry(when: { errors in
      let noted = errors.handleEvents(receiveOutput: { heard.append($0) })
      return noted.map { _ in "again" }
    })
    let again = outcome(of: said.map { "\($0)" }) {
      u.fail(.oops)
      u.send(2)
    }
    #expect(again == "2")
    #expect(heard == [.oops])
    let stops = u.retry { errors in errors.flatMap { Fail<Int, Oops>(error: $0 == .oops ? .other : .oops) } }
    #expect(outcome(of: stops.map { "\($0)" }) { u.fail(.oops) } == "#other")
  }

  @Test("BC-41 repeat by a publisher that cannot fail, or may") func repeatWhen() {
    let u = rig.source(), v = rig.source("V")
    let again = outcome(of: u.repeat { $0.map { 1 } }.map { "\($0)" }) {
      u.finish()
      u.send(2)
      u.fail(.oops)
    }
    #expect(again == "2 #oops")
    let failing = outcome(of: Just(1).repeat { _ in v }.map { "\($0)" }) {
      v.send(0)
      v.fail(.other)
    }
    #expect(failing == "1 #other", "the first 1 came before the trigger spoke")
  }

  @Test("where neither can fail, nothing is put between") func neither() {
    typealias Numbers = PassthroughSubject<Int, Never>
    let joined: Publishers.WithLatestFrom<Numbers, Numbers> = never.withLatestFrom(never)
    let sampled: Publishers.Sample<Numbers, Numbers> = never.sample(never)
    let audited: Publishers.Audit<Numbers, Just<Int>> = never.audit { Just($0) }
    let repeated: Publishers.RepeatWhen<Numbers, Just<Int>> = never.repeat { _ in Just(1) }
    let forked: Publishers.ForkJoin<Numbers, Numbers> = never.forkJoin(never)
    let paired = never.withLatestFrom(never, Just(2)).map { $0 + $1 + $2 },
      pair = never.withLatestFrom(Just(2), Just(3)) { $0 + $1 + $2 }
    let all: [AnyPublisher<Int, Never>] = [
      joined.map(\.0).eraseToAnyPublisher(), sampled.eraseToAnyPublisher(), audited.eraseToAnyPublisher(),
      repeated.eraseToAnyPublisher(),
      forked.map(\.0).eraseToAnyPublisher(), never.delay { Just($0) }.eraseToAnyPublisher(),
      never.race(with: never).eraseToAnyPublisher(),
      never.sequenceEqual(never).map { $0 ? 1 : 0 }.eraseToAnyPublisher(), paired.eraseToAnyPublisher(),
      pair.eraseToAnyPublisher(),
    ]
    #expect(all.count == 10)
    var heard: [Int] = []
    let subscriptions = [all[2], all[5], all[9]].map { $0.sink { heard.append($0) } }
    never.send(1)
    #expect(heard == [1, 1, 6])
    subscriptions.forEach { $0.cancel() }
  }
}
