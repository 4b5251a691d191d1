import Pipes
import Testing

@Suite("ReplaySubject and share(replay:)") struct ReplayCalls {
  private let rig = Rig()

  @Test("BC-46 an end with nothing left to give needs no demand") func endAtOnce() {
    let subject = ReplaySubject<Int, Oops>()
    rig.attach(subject)
    subject.send(completion: .finished)
    #expect(rig.take() == "^ReplaySubject |")
    rig.attach(subject)
    #expect(rig.take() == "^ReplaySubject |")
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
    a.inNextValue { subject.send(2) }
    subject.send(1)
    #expect(rig.take() == "a:1 a:2 b:1 b:2")
  }

  @Test("BC-46 one subscriber that sends and asks from inside receive gets all in order, then the end")
  func nestedAlone() {
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
}
