import Pipes
import Testing

@Suite("ReplaySubject and share(replay:)") struct ReplayTests {
  private let rig = Rig()

  @Test("BC-46 who comes late gets the last values, then what follows, then the end") func late() {
    let subject = ReplaySubject<Int, Oops>(bufferSize: 2)
    for value in 1...3 { subject.send(value) }
    rig.attach(subject, demand: .unlimited)
    #expect(rig.take() == "^ReplaySubject 2 3")
    subject.send(4)
    subject.send(completion: .finished)
    #expect(rig.take() == "4 |")
    rig.attach(subject, demand: .unlimited)
    #expect(rig.take() == "^ReplaySubject 3 4 |")
  }

  @Test("BC-46 a failure is kept, too") func failure() {
    let subject = ReplaySubject<Int, Oops>(bufferSize: 1)
    subject.send(1)
    subject.send(completion: .failure(.oops))
    subject.send(2)
    subject.send(completion: .finished)
    rig.attach(subject, demand: .unlimited)
    #expect(rig.take() == "^ReplaySubject 1 #oops")
  }

  @Test("BC-46 each gets as much as it asks for, and the end behind its last value") func demand() {
    let subject = ReplaySubject<Int, Oops>()
    for value in 1...4 { subject.send(value) }
    subject.send(completion: .finished)
    let a = rig.attach(subject, "a", demand: .max(1)), b = rig.attach(subject, "b")
    _ = rig.take()
    b.request(.max(2))
    #expect(rig.take() == "b:1 b:2")
    a.request(.max(3))
    #expect(rig.take() == "a:2 a:3 a:4 a:|")
    b.request(.unlimited)
    #expect(rig.take() == "b:3 b:4 b:|")
  }

  @Test("BC-46 an end with nothing left to give needs no demand") func endAtOnce() {
    let subject = ReplaySubject<Int, Oops>()
    rig.attach(subject)
    subject.send(completion: .finished)
    #expect(rig.take() == "^ReplaySubject |")
    rig.attach(subject)
    #expect(rig.take() == "^ReplaySubject |")
  }

  @Test("BC-46 who is slow finds what is still kept") func slow() {
    let subject = ReplaySubject<Int, Oops>(bufferSize: 2)
    let probe = rig.attach(subject, demand: .max(1))
    for value in 1...5 { subject.send(value) }
    #expect(rig.take() == "^ReplaySubject 1")
    probe.request(.max(1))
    #expect(rig.take() == "4")
    subject.send(6)
    probe.request(.unlimited)
    #expect(rig.take() == "5 6")
  }

  @Test("BC-46 demand given back counts, and many values asked for one by one are no recursion") func replies() {
    let subject = ReplaySubject<Int, Oops>()
    for value in 1...50_000 { subject.send(value) }
    let probe = rig.attach(subject)
    probe.reply = .max(1)
    probe.request(.max(1))
    #expect(probe.values == 50_000)
    let other = rig.attach(subject)
    other.whenReceived = { [weak other] in other?.request(.max(1)) }
    other.request(.max(1))
    #expect(other.values == 50_000)
  }

  @Test("BC-46 a send from inside receive comes in order to all") func nested() {
    let subject = ReplaySubject<Int, Oops>()
    let a = rig.attach(subject, "a", demand: .unlimited)
    rig.attach(subject, "b", demand: .unlimited)
    _ = rig.take()
    a.whenReceived = { [weak a] in
      a?.whenReceived = {}
      subject.send(2)
    }
    subject.send(1)
    #expect(rig.take() == "a:1 a:2 b:1 b:2")
  }

  @Test("BC-46 one subscriber that sends and asks from inside receive gets all in order, then the end") func nestedAlone() {
    let subject = ReplaySubject<Int, Oops>()
    let probe = rig.attach(subject, demand: .max(1))
    probe.whenReceived = { [weak probe] in
      probe?.whenReceived = { subject.send(completion: .finished) }
      subject.send(2)
      subject.send(3)
      probe?.request(.max(1))
    }
    subject.send(1)
    #expect(rig.take() == "^ReplaySubject 1 2")
    probe.request(.max(1))
    #expect(rig.take() == "3 |")
  }

  @Test("BC-46 a cancel from inside receive is the end of it") func nestedCancel() {
    let subject = ReplaySubject<Int, Oops>()
    for value in 1...3 { subject.send(value) }
    let probe = rig.attach(subject)
    probe.whenReceived = { [weak probe] in probe?.cancel() }
    probe.request(.unlimited)
    subject.send(completion: .finished)
    #expect(rig.take() == "^ReplaySubject 1")
  }

  @Test("BC-46 it asks an upstream for everything at once") func upstream() {
    let u = rig.source(), subject = ReplaySubject<Int, Oops>()
    let connection = u.subscribe(subject)
    #expect(rig.take() == "U^ U?*")
    connection.cancel()
    #expect(rig.take() == "U!")
  }

  @Test("BC-46 two threads send, one subscriber gets each value once and one at a time") func threads() {
    let subject = ReplaySubject<Int, Never>(), turnstile = Turnstile<Int, Never>()
    subject.subscribe(turnstile)
    onTwoThreads { _ in for value in 0..<1000 { subject.send(value) } }
    #expect(turnstile.values == 2000 && turnstile.overlaps == 0)
  }

  @Test("BC-45 share(replay:) keeps the values and the end, and subscribes once") func share() {
    let u = rig.source(), shared = u.share(replay: 2)
    let a = rig.attach(shared, "a", demand: .unlimited)
    u.send([1, 2, 3])
    let b = rig.attach(shared, "b", demand: .unlimited)
    #expect(rig.take() == "a:^Multicast U^ U?* a:1 a:2 a:3 b:^Multicast b:2 b:3")
    u.finish()
    rig.attach(shared, "c", demand: .unlimited)
    #expect(rig.take() == "a:| b:| c:^Multicast c:2 c:3 c:|")
    withExtendedLifetime((a, b)) {}
  }

  @Test("BC-45 share(replay:scope: .whileConnected) begins anew after the last has cancelled") func shareAnew() {
    let u = rig.source(), shared = u.share(replay: 1, scope: .whileConnected)
    let a = rig.attach(shared, "a", demand: .unlimited), b = rig.attach(shared, "b", demand: .unlimited)
    u.send(1)
    a.cancel()
    rig.attach(shared, "c", demand: .unlimited).cancel()
    #expect(rig.take() == "a:^Multicast U^ U?* b:^Multicast a:1 b:1 c:^Multicast c:1", "as long as one is left")
    b.cancel()
    rig.attach(shared, "d", demand: .unlimited)
    u.send(2)
    rig.attach(shared, "e", demand: .unlimited)
    #expect(rig.take() == "U! d:^Multicast U^ U?* d:2 e:^Multicast e:2")
  }

  @Test("BC-45 share(replay:scope: .whileConnected) begins anew after a completion", arguments: [true, false]) func shareAfterEnd(
    _ fails: Bool
  ) {
    let u = rig.source(), shared = u.share(replay: 1, scope: .whileConnected)
    let a = rig.attach(shared, "a", demand: .unlimited)
    u.send(1)
    if fails { u.fail(.oops) } else { u.finish() }
    _ = rig.take()
    rig.attach(shared, "b", demand: .unlimited)
    u.send(2)
    a.cancel()
    u.send(3)
    #expect(rig.take() == "b:^Multicast U^ U?* b:2 b:3", "those of before count no more")
    withExtendedLifetime(a) {}
  }

  @Test("BC-45 share(replay:scope:): who comes while the last one cancels is served by one run")
  func shareThreads() {
    for _ in 0..<200 {
      let shared = CurrentValueSubject<Int, Never>(1).share(replay: 1, scope: .whileConnected)
      let first = shared.sink { _ in }
      let exit = Turnstile<Int, Never>()
      onTwoThreads { side in if side == 0 { first.cancel() } else { shared.subscribe(exit) } }
      #expect(exit.values == 1 && exit.completions == 0)
    }
  }

  @Test("BC-45 share(replay:) cancels with the last, and keeps what it has") func shareCancel() {
    let u = rig.source(), shared = u.share(replay: 1)
    let a = rig.attach(shared, "a", demand: .unlimited), b = rig.attach(shared, "b", demand: .unlimited)
    u.send(1)
    _ = rig.take()
    a.cancel()
    #expect(rig.take() == "")
    b.cancel()
    #expect(rig.take() == "U!")
    rig.attach(shared, "c", demand: .unlimited)
    #expect(rig.take() == "c:^Multicast c:1 U^ U?*")
  }
}
