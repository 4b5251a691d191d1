import Pipes
import Testing

@Suite("CurrentValueSubject") struct CurrentValueSubjectTests {
  let rig = Rig()

  typealias Subject = CurrentValueSubject<Int, Oops>

  @Test("SJ-02 the value of the moment comes with the first request") func first() {
    let subject = Subject(0)
    let probe = rig.attach(subject)
    #expect(rig.take() == "^CurrentValueSubject")
    subject.send(1)
    subject.send(2)
    #expect(rig.take() == "")
    probe.request(.max(1))
    #expect(rig.take() == "2")
    subject.send(3)
    #expect(rig.take() == "")
  }

  @Test("SJ-02 without demand only the latest value is kept") func latest() {
    let subject = Subject(0)
    let probe = rig.attach(subject, demand: .max(1))
    #expect(rig.take() == "^CurrentValueSubject 0")
    probe.request(.max(1))
    #expect(rig.take() == "")
    subject.send(1)
    #expect(rig.take() == "1")
    subject.send(2)
    subject.send(3)
    probe.request(.max(2))
    #expect(rig.take() == "3")
    subject.send(4)
    subject.send(5)
    #expect(rig.take() == "4")
    probe.request(.unlimited)
    #expect(rig.take() == "5")
  }

  @Test("SJ-02 demand given back for the first value counts") func reply() {
    let subject = Subject(0)
    rig.attach(subject, demand: .max(1), reply: .max(1))
    subject.send(1)
    subject.send(2)
    #expect(rig.take() == "^CurrentValueSubject 0 1 2")
  }

  @Test("SJ-02 a send stores, then publishes") func storesFirst() {
    let subject = Subject(0)
    let probe = rig.attach(subject, demand: .unlimited)
    probe.whenReceived = { rig.note("=\(subject.value)") }
    subject.send(1)
    subject.value = 2
    #expect(rig.take() == "^CurrentValueSubject 0 1 =1 2 =2")
    #expect(subject.value == 2)
  }

  @Test("SJ-02 equal values are sent again") func equalValues() {
    let subject = Subject(0)
    rig.attach(subject, demand: .unlimited)
    subject.send(0)
    subject.value = 0
    #expect(rig.take() == "^CurrentValueSubject 0 0 0")
  }

  @Test("SJ-02 after the end nothing is published; only setting the value changes it") func afterEnd() {
    let subject = Subject(0)
    rig.attach(subject, demand: .unlimited)
    subject.send(completion: .finished)
    _ = rig.take()
    subject.send(1)
    #expect(subject.value == 0)
    subject.value = 2
    #expect(subject.value == 2)
    subject.send(completion: .failure(.oops))
    #expect(rig.take() == "")
    rig.attach(subject, demand: .unlimited)
    #expect(rig.take() == "^Empty |")
  }

  @Test("SJ-02 an upstream is asked for everything at once") func upstream() {
    var subject: Subject? = Subject(0)
    subject?.send(subscription: Ticket(rig))
    #expect(rig.take() == "T?*")
    subject?.send(completion: .finished)
    #expect(rig.take() == "")
    subject = nil
    #expect(rig.take() == "T!")
  }

  @Test("SJ-02 a value sent from inside the first one") func nestedSend() {
    let subject = Subject(0)
    let probe = rig.attach(subject)
    probe.whenReceived = { if probe.values == 1 { subject.send(1) } }
    probe.request(.unlimited)
    #expect(rig.take() == "^CurrentValueSubject 0 1")
    #expect(subject.value == 1)
  }

  @Test("SJ-02 each subscriber has its own demand and its own latest value") func ownDemand() {
    let subject = Subject(0)
    rig.attach(subject, "a", demand: .unlimited)
    let b = rig.attach(subject, "b", demand: .max(1))
    _ = rig.take()
    subject.send(1)
    subject.send(2)
    #expect(rig.take() == "a:1 a:2")
    b.request(.max(1))
    #expect(rig.take() == "b:2")
  }

  @Test("SJ-02 cancel and end", arguments: [true, false]) func leaks(_ cancels: Bool) {
    let leaks = Leaks()
    var subject: Subject? = Subject(0)
    var probe: Probe<Int, Oops>? = Rig().attach(subject!, demand: .unlimited)
    leaks.watch(subject!, "subject")
    leaks.watch(probe!, "subscriber")
    let kept = probe?.subscription
    if cancels { kept?.cancel() } else { subject?.send(completion: .finished) }
    #expect(probe?.values == 1)
    (subject, probe) = (nil, nil)
    #expect(leaks.alive == [])
    withExtendedLifetime(kept) {}
  }

  @Test("SJ-02 cancel inside the first value") func nestedCancel() {
    let subject = Subject(0)
    let probe = rig.attach(subject)
    probe.whenReceived = { probe.cancel() }
    probe.request(.unlimited)
    subject.send(1)
    subject.send(completion: .finished)
    #expect(rig.take() == "^CurrentValueSubject 0")
  }

  @Test("G8 SJ-02 a request for nothing is reported") func zeroDemand() {
    let subject = Subject(0)
    let probe = rig.attach(subject)
    #expect(misuses { probe.request(.none) }.count == 1)
    #expect(rig.take() == "^CurrentValueSubject")
  }
}
