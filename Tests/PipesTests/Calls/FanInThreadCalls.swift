import Pipes
import Testing

/// Two subjects that are driven by two threads at once, under an operator.
@Suite("Several upstreams on two threads") struct FanInThreadCalls {
  static let rounds = 2_000
  typealias Subject = PassthroughSubject<Int, Never>

  /// The output when each thread sends its numbers into its subject and ends it.
  private func race<P: Publisher>(_ build: (Subject, Subject) -> P) -> Turnstile<P.Output, P.Failure> {
    let subjects = (Subject(), Subject())
    let exit = Turnstile<P.Output, P.Failure>()
    build(subjects.0, subjects.1).subscribe(exit)
    onTwoThreads { side in
      let subject = side == 0 ? subjects.0 : subjects.1
      for value in 0..<Self.rounds { subject.send(value) }
      subject.send(completion: .finished)
    }
    return exit
  }

  @Test("CO-02 G6 merge loses nothing") func merge() {
    let exit = race { $0.merge(with: $1) }
    #expect(exit.values == 2 * Self.rounds)
    #expect(exit.completions == 1)
    #expect(exit.overlaps == 0)
  }

  @Test("CO-03 G6 zip pairs everything") func zip() {
    let exit = race { $0.zip($1) }
    #expect(exit.values == Self.rounds)
    #expect(exit.completions == 1)
    #expect(exit.overlaps == 0)
  }

  @Test("CO-01 G6 combineLatest delivers one at a time") func combineLatest() {
    let exit = race { $0.combineLatest($1) }
    #expect(exit.values >= Self.rounds)
    #expect(exit.values < 2 * Self.rounds)
    #expect(exit.completions == 1)
    #expect(exit.overlaps == 0)
  }

  @Test("TR-08 G6 children of flatMap on two threads lose nothing") func flatMap() {
    let exit = race { a, b in [a, b].publisher.flatMap { $0 } }
    #expect(exit.values == 2 * Self.rounds)
    #expect(exit.completions == 1)
    #expect(exit.overlaps == 0)
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
    probe.whenReceived = { [weak probe] in
      probe?.whenReceived = {}
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
    probe.whenReceived = { [weak probe] in
      probe?.whenReceived = {}
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
      for value in 0..<Self.rounds {
        if side == 0 { subjects.0.send(value) } else if value % 8 == 0 { exit.subscription?.request(.max(1)) }
      }
    }
    #expect(exit.values <= 1 + Self.rounds / 8)
    #expect(exit.overlaps == 0)
  }
}
