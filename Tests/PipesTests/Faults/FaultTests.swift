import Pipes
import Testing
import VirtualTime

/// Former faults, each with its repair.
@Suite("Faults of the engine that were mended") struct FaultTests {
  private let rig = Rig()

  // MARK: A pending value has its own pause

  @Test("TI-02 a value that arrives while the timer of its predecessor is being taken back waits for its own pause")
  func debounce() {
    let scheduler = WilfulScheduler(), source = rig.source()
    scheduler.whenCancelled = { source.send(2) }
    let probe = rig.attach(source.debounce(for: 3, scheduler: scheduler), demand: .unlimited)
    _ = rig.take()
    source.send(1)
    scheduler.actions[0]()
    #expect(rig.take() == "1", "the pause of 1 is over; that of 2 has begun")
    scheduler.actions[1]()
    #expect(rig.take() == "2")
    withExtendedLifetime(probe) {}
  }

  @Test("TI-05 a clock that is restarted while it is being restarted runs for the later round only") func timeout() {
    let scheduler = WilfulScheduler(), source = rig.source()
    scheduler.whenCancelled = { source.send(2) }
    let probe = rig.attach(source.timeout(3, scheduler: scheduler), demand: nil)
    #expect(rig.take() == "U^ ^Timeout")
    // The first request restarts the clock, and the cancel of the first timer sends 2, which restarts it again.
    probe.request(.unlimited)
    #expect(rig.take() == "U?*")
    scheduler.runSoon()
    #expect(rig.take() == "2")
    // The timers of the subscription, of the value 2, and of the request, which is stale.
    scheduler.actions[0]()
    scheduler.actions[2]()
    #expect(rig.take() == "", "timers of earlier rounds")
    scheduler.actions[1]()
    #expect(rig.take() == "U! |")
    withExtendedLifetime(probe) {}
  }

  @Test("TI-05 what was accepted before the time was up is delivered before the end") func timeoutKeepsOrder() {
    let scheduler = WilfulScheduler(), source = rig.source()
    let probe = rig.attach(source.timeout(3, scheduler: scheduler), demand: .unlimited)
    _ = rig.take()
    source.send(1)
    scheduler.actions.last?()  // the scheduler is late with the delivery
    scheduler.runSoon()
    #expect(rig.take() == "U! 1 |")
    withExtendedLifetime(probe) {}
  }

  // MARK: A cancelled sink keeps nothing

  final class Box {}

  /// The objects that a cancelled sink keeps below an upstream that keeps its subscribers.
  private func kept<P: Publisher>(after: (Source<Int, Oops>) -> Void = { _ in }, _ make: (Source<Int, Oops>) -> P)
    -> Bool
  {
    let keeper = rig.source()
    keeper.forgets = false
    weak var weakBox: Box?
    func subscribe() -> AnyCancellable {
      let box = Box()
      weakBox = box
      return make(keeper).sink(receiveCompletion: { _ in _ = box }, receiveValue: { _ in _ = box })
    }
    let token = subscribe()
    after(keeper)
    token.cancel()
    defer { withExtendedLifetime((keeper, token)) {} }
    return weakBox != nil
  }

  @Test("SB-01 a cancelled sink of groups keeps nothing while a group goes on") func sinkOfGroups() {
    let source = rig.source()
    weak var weakBox: Box?
    var values: [Int] = [], member: AnyCancellable?
    func subscribe() -> AnyCancellable {
      let box = Box()
      weakBox = box
      return source.groupBy { $0 & 1 }.sink(receiveCompletion: { _ in _ = box }) { group in
        _ = box
        member = group.sink(receiveCompletion: { _ in }) { values.append($0) }
      }
    }
    let token = subscribe()
    source.send(1)
    token.cancel()
    source.send(3)
    #expect(weakBox == nil)
    #expect(values == [1, 3])
    member?.cancel()
    withExtendedLifetime(token) {}
  }

  @Test("SB-01 a cancel frees the closures of a sink, whatever is above it and whoever keeps it") func sink() {
    let never = Empty<Int, Oops>(completeImmediately: false)
    #expect(!kept { $0 }, "alone")
    #expect(!kept { $0.map { $0 } }, "map")
    #expect(!kept { $0.removeDuplicates() }, "removeDuplicates")
    #expect(!kept { $0.merge(with: never) }, "merge")
    #expect(!kept { $0.zip(never) }, "zip")
    #expect(!kept { $0.combineLatest(never) }, "combineLatest")
    #expect(!kept { $0.flatMap { Just($0).setFailureType(to: Oops.self) } }, "flatMap, outer")
    #expect(!kept { keeper in [1].publisher.setFailureType(to: Oops.self).flatMap { _ in keeper } }, "flatMap, inner")
    #expect(
      !kept { keeper in [1].publisher.setFailureType(to: Oops.self).map { _ in keeper }.switchToLatest() },
      "switchToLatest")
    #expect(!kept { $0.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest) }, "buffer")
    #expect(!kept { $0.dropFirst() }, "dropFirst")
    #expect(!kept { $0.withLatestFrom(never) }, "withLatestFrom")
    #expect(!kept { never.withLatestFrom($0) }, "withLatestFrom, other")
    #expect(!kept { $0.append(never) }, "append")
    #expect(!kept { keeper in Fail(outputType: Int.self, failure: Oops.oops).catch { _ in keeper } }, "catch, next")
    #expect(!kept { keeper in [1].publisher.setFailureType(to: Oops.self).append(keeper) }, "append, next")
    #expect(!kept { $0.retry(1) }, "retry")
    #expect(!kept { never.prefix(untilOutputFrom: $0) }, "prefix(untilOutputFrom:)")
    #expect(!kept { never.drop(untilOutputFrom: $0) }, "drop(untilOutputFrom:)")
    let subject = PassthroughSubject<Int, Oops>()
    func send(_: Source<Int, Oops>) { subject.send(1) }
    #expect(!kept(after: send) { subject.prefix(untilOutputFrom: $0) }, "prefix(untilOutputFrom:), after a value")
    #expect(!kept(after: send) { subject.drop(untilOutputFrom: $0) }, "drop(untilOutputFrom:), after a value")
    #expect(!kept(after: send) { subject.withLatestFrom($0) }, "withLatestFrom, after a value")
    #expect(!kept(after: send) { subject.sample($0) }, "sample, after a value")
    let one = Just(1).setFailureType(to: Oops.self)
    #expect(!kept { one.append($0).prefix(untilOutputFrom: subject) }, "an upstream that follows another one")
    #expect(!kept { $0.race(with: $0) }, "race")
    #expect(!kept { $0.share() }, "share")
    #expect(!kept { $0.reduce(0, +) }, "reduce")
    #expect(!kept { $0.replaceEmpty(with: 1) }, "replaceEmpty")
    #expect(!kept { $0.groupBy { $0 } }, "groupBy")
    #expect(!kept(after: { $0.send(1) }) { $0.merge(with: never) }, "merge, after a value")
    #expect(!kept { $0.debounce(for: 1, scheduler: TestScheduler()) }, "debounce")
    #expect(!kept { $0.receive(on: TestScheduler()) }, "receive(on:)")
  }

  @Test("SB-01 a cancel from inside the value closure frees the closures after it has returned") func sinkInside() {
    for isForeign in [true, false] {
      let subject = PassthroughSubject<Int, Oops>(), keeper = rig.source()
      keeper.forgets = false
      weak var weakBox: Box?
      var token: AnyCancellable?
      func subscribe() {
        let box = Box()
        weakBox = box
        let onValue = { (_: Int) in
          token?.cancel()
          rig.note(weakBox == nil ? "freed" : "kept")
          _ = box
        }
        token =
          isForeign
          ? keeper.sink(receiveCompletion: { _ in }, receiveValue: onValue)
          : subject.sink(receiveCompletion: { _ in }, receiveValue: onValue)
      }
      subscribe()
      _ = rig.take()
      if isForeign { keeper.send(1) } else { subject.send(1) }
      #expect(rig.take().hasSuffix("kept"))
      #expect(weakBox == nil)
    }
  }

  @Test("SB-01 an end from inside the value closure is delivered there, and frees them after it has returned")
  func sinkEndsInside() {
    let keeper = rig.source()
    keeper.forgets = false
    let token = keeper.sink(
      receiveCompletion: { [rig] in rig.note(note(of: $0)) },
      receiveValue: { [rig] value in
        keeper.finish()
        rig.note("after")
      })
    _ = rig.take()
    keeper.send(1)
    keeper.send(2)
    #expect(rig.take() == "| after")
    withExtendedLifetime(token) {}
  }

  // MARK: Subjects

  /// Runs a closure when it goes.
  final class Farewell {
    let number: Int
    let body: () -> Void
    init(_ number: Int, _ body: @escaping () -> Void = {}) { (self.number, self.body) = (number, body) }
    deinit { body() }
  }

  @Test("a replay subject keeps what the deinit of a value sends that it drops") func replay() {
    let subject = ReplaySubject<Farewell, Never>(bufferSize: 2)
    subject.send(Farewell(1) { subject.send(Farewell(9)) })
    subject.send(Farewell(2))
    subject.send(Farewell(3))  // drops 1, which sends 9 after 3
    var got: [Int] = []
    let token = subject.sink { got.append($0.number) }
    #expect(got == [3, 9])
    withExtendedLifetime(token) {}
  }

  @Test("a buffer that drops its oldest value keeps what the deinit of that one sends, and no more than fits")
  func buffer() {
    let subject = PassthroughSubject<Farewell, Never>()
    let probe = Probe<Farewell, Never>(rig)
    subject.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).subscribe(probe)
    subject.send(Farewell(1) { subject.send(Farewell(9)) })
    subject.send(Farewell(2))
    subject.send(Farewell(3))
    probe.request(.unlimited)
    #expect(probe.values == 2, "two values fit")
  }

  @Test("SJ-02 a subscriber never ends on an older value than the subject's") func current() {
    let subject = CurrentValueSubject<Int, Oops>(0)
    let a = rig.attach(subject, "a", demand: .unlimited), b = rig.attach(subject, "b", demand: .unlimited)
    _ = rig.take()
    a.inNextValue { subject.send(2) }
    subject.send(1)
    #expect(rig.take() == "a:1 a:2 b:2", "b has the newer value already when its turn for 1 comes")
    #expect(subject.value == 2)
    subject.send(3)
    #expect(rig.take() == "a:3 b:3")
    withExtendedLifetime(b) {}
  }

  // MARK: Nobody waits for ever

  @Test("CO-03 zip with a publisher that never answers can be cancelled, and keeps nothing then") func zip() {
    func check<P: Publisher>(_ name: String, _ make: (Source<Int, Oops>, Source<Int, Oops>) -> P) {
      let a = rig.source("A"), silent = rig.source("B")
      silent.whenSubscribed = { _ in }
      let probe = rig.attach(make(a, silent), demand: .max(1))
      #expect(rig.take() == "A^ B^ ^\(name) A?1")
      probe.cancel()
      #expect(rig.take() == "A!")
      silent.line.open()
      #expect(rig.take() == "B!", "a late subscription is refused")
    }
    check("Zip") { $0.zip($1) }
    check("CombineLatest") { $0.combineLatest($1) }
  }
  @Test("CO-03 an upstream of zip that answers late is asked for what was requested meanwhile") func lateZip() {
    let a = rig.source("A"), late = rig.source("B")
    late.whenSubscribed = { _ in }
    let probe = rig.attach(a.zip(late) { $0 * 10 + $1 }, demand: .max(1))
    probe.request(.max(2))
    _ = rig.take()
    a.send(1)
    late.line.open()
    #expect(rig.take() == "B?3")
    late.send(2)
    #expect(rig.take() == "12")
    late.finish()
    #expect(rig.take() == "| A!")
  }
  @Test("CO-01 CO-02 TR-08 an upstream that ends before its subscription ends all the same") func earlyEnds() {
    func notes<P: Publisher>(_ make: (Source<Int, Oops>, Source<Int, Oops>) -> P) -> String {
      let a = rig.source("A"), b = rig.source("B")
      b.whenSubscribed = { $0.end(.failure(.oops)) }
      rig.attach(make(a, b), demand: .max(1))
      return rig.take()
    }
    #expect(notes { $0.zip($1) } == "A^ B^ ^Zip #oops A!")
    #expect(notes { $0.combineLatest($1) } == "A^ B^ ^CombineLatest A! #oops")
    #expect(notes { $0.merge(with: $1) } == "^Merge A^ A?1 B^ A! #oops")
    #expect(notes { $0.withLatestFrom($1) } == "^WithLatestFrom B^ #oops")
    #expect(notes { $0.race(with: $1) } == "^Race A^ A?1 B^ A! #oops")
    #expect(notes { $1.share() } == "^Multicast B^ #oops")
  }

  // MARK: Numbers

  @Test("linear and exponential delays take no longer for large numbers") func backoff() {
    typealias Backoff = Publishers.Backoff<VirtualInstant.Stride>
    #expect(Backoff.linear(1, upTo: 2).delay(1_000_000_000) == 2)
    #expect(Backoff.linear(0, upTo: 2).delay(1_000_000_000) == 0)
    #expect(Backoff.linear(3, upTo: .seconds(3_000_000_000)).delay(1_000_000_000) == .seconds(3_000_000_000))
    #expect(Backoff.linear(1, upTo: .init(nanoseconds: .max)).delay(.max) == .init(nanoseconds: .max))
    #expect(Backoff.exponential(from: 1, factor: 1, upTo: 2).delay(1_000_000_000) == 1)
    #expect(Backoff.exponential(from: 1, factor: 0, upTo: 2).delay(1_000_000_000) == 0)
    #expect((1...7).map(Backoff.linear(3, upTo: 20).delay) == [3, 6, 9, 12, 15, 18, 20])
  }

  @Test("SP-04 tryMin and tryMax of a result call the closure with the value twice, as tryRemoveDuplicates does")
  func extremes() {
    let result = Result<Int, any Error>.success(1).publisher
    func thrower(_ a: Int, _ b: Int) throws -> Bool {
      rig.note("\(a),\(b)")
      throw Oops.oops
    }
    for publisher in [result.tryMin(by: thrower), result.tryMax(by: thrower)] {
      #expect(throws: Oops.oops) { try publisher.result.get() }
    }
    #expect(rig.take() == "1,1 1,1")
  }
}
