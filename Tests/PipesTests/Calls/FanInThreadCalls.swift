import Pipes
import Testing

/// A publisher that is fed by two threads at once.
struct Fed: CustomTestStringConvertible, @unchecked Sendable {
  // Unchecked: the closure has no state; the types that it names need not be `Sendable`.
  typealias Numbers = PassthroughSubject<Int, Never>
  typealias Heard = (values: Int, completions: Int, overlaps: Int)
  static let rounds = 2_000
  let testDescription: String
  /// How many values arrive.
  let values: ClosedRange<Int>
  let completions: Int
  let run: () -> Heard

  /// Each thread sends its numbers into its own subject, and finishes that.
  init<P: Publisher>(_ name: String, _ values: ClosedRange<Int>, _ build: @escaping (Numbers, Numbers) -> P) {
    (testDescription, self.values, completions) = (name, values, 1)
    run = {
      let subjects = [Numbers(), Numbers()]
      return Self.heard(build(subjects[0], subjects[1])) { side in
        for value in 0..<Self.rounds { subjects[side].send(value) }
        subjects[side].send(completion: .finished)
      }
    }
  }
  /// Both threads send into one subject. Each value arrives.
  init<S: Subject<Int, Never>, P: Publisher>(
    _ name: String, one make: @escaping () -> S, _ build: @escaping (S) -> P
  ) {
    (testDescription, values, completions) = (name, 2 * Self.rounds...2 * Self.rounds, 0)
    run = {
      let subject = make()
      return Self.heard(build(subject)) { side in for value in 0..<Self.rounds { subject.send(2 * value + side) } }
    }
  }
  private static func heard<P: Publisher>(_ publisher: P, _ act: (Int) -> Void) -> Heard {
    let exit = Turnstile<P.Output, P.Failure>()
    publisher.subscribe(exit)
    onTwoThreads(act)
    return (exit.values, exit.completions, exit.overlaps)
  }

  static let all = [
    Fed("CO-02 merge", 2 * rounds...2 * rounds) { $0.merge(with: $1) },
    Fed("CO-03 zip", rounds...rounds) { $0.zip($1) },
    Fed("CO-01 combineLatest", rounds...2 * rounds - 1) { $0.combineLatest($1) },
    Fed("TR-08 flatMap", 2 * rounds...2 * rounds) { a, b in [a, b].publisher.flatMap { $0 } },
    Fed("BC-01 withLatestFrom", rounds...rounds) { $0.withLatestFrom($1.prepend(0)) },
    Fed("TR-09 switchToLatest", 0...rounds) { a, b in a.map { _ in b }.switchToLatest() },
    Fed("SQ-08 prefix(untilOutputFrom:)", 0...rounds) { $0.prefix(untilOutputFrom: $1) },
    Fed("SQ-05 drop(untilOutputFrom:)", 0...rounds) { $0.drop(untilOutputFrom: $1) },
    Fed("BC-12 groupBy", one: Numbers.init) { $0.groupBy { $0 % 7 }.flatMap { $0 } },
    Fed("BC-46 ReplaySubject", one: { ReplaySubject<Int, Never>() }) { $0 },
    Fed("BF-01 buffer", one: Numbers.init) {
      $0.buffer(size: 10_000, prefetch: .byRequest, whenFull: .dropNewest)
    },
  ]
}

/// Subjects that are driven by two threads at once, under an operator.
@Suite("Several upstreams on two threads") struct FanInThreadCalls {
  typealias Subject = PassthroughSubject<Int, Never>

  @Test(
    "CO-01 CO-02 CO-03 TR-08 TR-09 SQ-05 SQ-08 BC-01 BC-12 BC-46 BF-01 G6 nothing is lost, and one comes at a time",
    arguments: Fed.all)
  func fed(_ one: Fed) {
    let heard = one.run()
    #expect(one.values.contains(heard.values), "\(heard.values) values")
    #expect(heard.completions == one.completions)
    #expect(heard.overlaps == 0)
  }

  /// Which side wins is chance. All values of this side are delivered, and none of the other side.
  @Test("G6 race delivers one side whole") func raceOfOneSide() {
    let numbers = Array(0..<50), others = numbers.map { -1 - $0 }
    for _ in 0..<200 {
      let subjects = (Subject(), Subject())
      var all: [[Int]] = [], ends = 0
      let life = subjects.0.race(with: subjects.1).collect().sink(
        receiveCompletion: { _ in ends += 1 }, receiveValue: { all.append($0) })
      onTwoThreads { side in
        let subject = side == 0 ? subjects.0 : subjects.1
        for value in side == 0 ? numbers : others { subject.send(value) }
        subject.send(completion: .finished)
      }
      #expect(all == [numbers] || all == [others])
      #expect(ends == 1)
      life.cancel()
    }
  }

  @Test("G6 a cancel beside sends: nothing comes after it returned, and nothing is cancelled twice", arguments: 0..<20)
  func cancel(_ round: Int) {
    let rig = Rig()
    let subject = Subject()
    let source = Source<Int, Never>(rig)
    let exit = Turnstile<Int, Never>()
    subject.merge(with: source.map { $0 }).subscribe(exit)
    onTwoThreads { side in
      if side == 0 { for value in 0..<200 { subject.send(value) } } else { exit.subscription?.cancel() }
    }
    let before = exit.values
    subject.send(1)
    #expect(exit.values == before)
    #expect(exit.overlaps == 0)
    #expect(source.line.cancels == 1)
  }

  @Test("G6 a value from another thread waits its turn; its upstream is asked for the next at once") func postponed() {
    let rig = Rig(), u = rig.source("U"), v = rig.source("V")
    let probe = rig.attach(u.merge(with: v), demand: .max(5))
    _ = rig.take()
    probe.inNextValue {
      onAnotherThread { v.send(2) }
      rig.note("still")
    }
    u.send(1)
    // There is demand for 2, so V is asked for its next value by return, before 2 has been sent: V would lose a value
    // otherwise.
    #expect(rig.take() == "1 V+1 still 2 U+1")
  }

  @Test("G6 a failure from another thread waits behind the values before it, and nothing follows it")
  func postponedEnds() {
    let rig = Rig(), u = rig.source("U"), v = rig.source("V")
    let probe = rig.attach(u.merge(with: v), demand: .unlimited)
    _ = rig.take()
    probe.inNextValue {
      onAnotherThread {
        v.send(2)
        v.fail(.oops)
        v.send(3)
      }
      rig.note("still")
    }
    u.send(1)
    u.send(4)
    #expect(rig.take() == "1 still 2 U! #oops")
  }

  @Test("G2 demand from one thread, values from another: never more than was asked for") func demand() {
    let subjects = (Subject(), Subject())
    let exit = Turnstile<Int, Never>(demand: .max(1))
    subjects.0.merge(with: subjects.1).subscribe(exit)
    onTwoThreads { side in
      for value in 0..<Fed.rounds {
        if side == 0 { subjects.0.send(value) } else if value % 8 == 0 { exit.subscription?.request(.max(1)) }
      }
    }
    #expect(exit.values <= 1 + Fed.rounds / 8)
    #expect(exit.overlaps == 0)
  }
}
