import Pipes
import Testing

@Suite("PassthroughSubject") struct PassthroughSubjectTests {
  let rig = Rig()

  typealias Subject = PassthroughSubject<Int, Oops>

  @Test("SJ-01 a new subscriber gets a subscription and nothing else") func subscription() {
    let subject = Subject()
    subject.send(1)
    rig.attach(subject)
    #expect(rig.take() == "^PassthroughSubject")
  }

  @Test("SJ-01 values without demand are dropped") func dropped() {
    let subject = Subject()
    let probe = rig.attach(subject)
    _ = rig.take()
    subject.send(1)
    probe.request(.max(2))
    #expect(rig.take() == "")
    for value in 2...5 { subject.send(value) }
    #expect(rig.take() == "2 3")
    probe.request(.unlimited)
    for value in 6...8 { subject.send(value) }
    #expect(rig.take() == "6 7 8")
  }

  @Test("SJ-01 demand adds up over requests") func demandAddsUp() {
    let subject = Subject()
    let probe = rig.attach(subject, demand: .max(1))
    probe.request(.max(1))
    probe.request(.max(1))
    for value in 1...5 { subject.send(value) }
    #expect(rig.take() == "^PassthroughSubject 1 2 3")
  }

  @Test("SJ-01 each subscriber has its own demand") func ownDemand() {
    let subject = Subject()
    rig.attach(subject, "a", demand: .max(1))
    rig.attach(subject, "b", demand: .max(2))
    rig.attach(subject, "c")
    _ = rig.take()
    for value in 1...3 { subject.send(value) }
    #expect(rig.take() == "a:1 b:1 b:2")
  }

  @Test("SJ-01 demand given back counts after the call") func reply() {
    let subject = Subject()
    let probe = rig.attach(subject, demand: .max(1), reply: .max(1))
    subject.send(1)
    subject.send(2)
    probe.reply = .none
    subject.send(3)
    subject.send(4)
    #expect(rig.take() == "^PassthroughSubject 1 2 3")
  }

  @Test("SJ-01 demand given back does not count inside the call") func replyIsLate() {
    let subject = Subject()
    let probe = rig.attach(subject, demand: .max(1), reply: .max(1))
    probe.whenReceived = { if probe.values == 1 { subject.send(2) } }
    subject.send(1)
    subject.send(3)
    #expect(rig.take() == "^PassthroughSubject 1 3")
  }

  @Test("SJ-01 after the end sends are ignored", arguments: [nil, Oops.oops]) func afterEnd(_ error: Oops?) {
    let subject = Subject()
    let probe = rig.attach(subject, demand: .unlimited)
    _ = rig.take()
    subject.send(completion: error.map { .failure($0) } ?? .finished)
    subject.send(1)
    subject.send(completion: .failure(.other))
    probe.request(.max(1))
    probe.cancel()
    let end = error == nil ? "|" : "#oops"
    #expect(rig.take() == end)
    rig.attach(subject)
    #expect(rig.take() == "^Empty \(end)")
  }

  @Test("SJ-01 an end needs no demand") func endWithoutDemand() {
    let subject = Subject()
    rig.attach(subject, "a")
    rig.attach(subject, "b")
    subject.send(completion: .finished)
    #expect(rig.take() == "a:^PassthroughSubject b:^PassthroughSubject a:| b:|")
  }

  @Test("SJ-01 a cancel concerns one subscriber") func cancel() {
    let subject = Subject()
    let a = rig.attach(subject, "a", demand: .unlimited)
    rig.attach(subject, "b", demand: .unlimited)
    _ = rig.take()
    a.cancel()
    a.cancel()
    a.request(.unlimited)
    subject.send(1)
    subject.send(completion: .finished)
    #expect(rig.take() == "b:1 b:|")
  }

  @Test("SJ-01 an upstream is asked for everything once anybody has asked") func upstreamFirst() {
    let subject = Subject()
    subject.send(subscription: Ticket(rig))
    let probe = rig.attach(subject)
    #expect(rig.take() == "^PassthroughSubject")
    probe.request(.max(1))
    #expect(rig.take() == "T?*")
    probe.request(.max(1))
    rig.attach(subject, "b", demand: .max(1))
    #expect(rig.take() == "b:^PassthroughSubject")
    subject.send(subscription: Ticket(rig, "V"))
    #expect(rig.take() == "V?*")
  }

  @Test("SJ-01 an upstream is not released at the end, but cancelled with the subject") func upstreamKept() {
    var subject: Subject? = Subject()
    let leaks = Leaks()
    do {
      let ticket = Ticket(rig)
      leaks.watch(ticket, "upstream")
      subject?.send(subscription: ticket)
    }
    subject?.send(completion: .finished)
    #expect(leaks.alive == ["upstream"])
    #expect(rig.take() == "")
    subject = nil
    #expect(leaks.alive == [])
    #expect(rig.take() == "T!")
  }

  @Test("SJ-01 a live subscription keeps the subject, a cancelled one does not", arguments: [true, false])
  func keepsSubject(_ cancels: Bool) {
    let leaks = Leaks()
    var subject: Subject? = Subject()
    leaks.watch(subject!, "subject")
    var probe: Probe<Int, Oops>? = Rig().attach(subject!, demand: .unlimited)
    leaks.watch(probe!, "subscriber")
    let kept = probe?.subscription
    if !cancels { probe = nil }
    #expect(leaks.alive == ["subject", "subscriber"])
    if cancels { kept?.cancel() } else { subject?.send(completion: .finished) }
    (subject, probe) = (nil, nil)
    #expect(leaks.alive == [])
    withExtendedLifetime(kept) {}
  }

  @Test("SJ-01 a subscriber added during a send misses that value") func addedDuringSend() {
    let subject = Subject()
    let a = rig.attach(subject, "a", demand: .unlimited)
    a.inNextValue { rig.attach(subject, "b", demand: .unlimited) }
    subject.send(1)
    subject.send(2)
    #expect(rig.take() == "a:^PassthroughSubject a:1 b:^PassthroughSubject a:2 b:2")
  }

  @Test("SJ-01 a subscriber cancelled during a send does not get that value") func cancelledDuringSend() {
    let subject = Subject()
    let a = rig.attach(subject, "a", demand: .unlimited)
    let b = rig.attach(subject, "b", demand: .unlimited)
    a.whenReceived = { b.cancel() }
    _ = rig.take()
    subject.send(1)
    #expect(rig.take() == "a:1")
  }

  @Test("SJ-01 G6 a send from inside is delivered nested") func nestedSend() {
    let subject = Subject()
    let a = rig.attach(subject, "a", demand: .unlimited)
    rig.attach(subject, "b", demand: .unlimited)
    _ = rig.take()
    a.whenReceived = { if a.values == 1 { subject.send(2) } }
    subject.send(1)
    #expect(rig.take() == "a:1 a:2 b:2 b:1")
  }

  @Test("SJ-01 an end from inside a value") func nestedEnd() {
    let subject = Subject()
    let a = rig.attach(subject, demand: .unlimited)
    a.whenReceived = { subject.send(completion: .finished) }
    subject.send(1)
    subject.send(2)
    #expect(rig.take() == "^PassthroughSubject 1 |")
  }

  @Test("SJ-01 a cancel from inside a value") func nestedCancel() {
    let subject = Subject()
    let a = rig.attach(subject, demand: .unlimited)
    a.whenReceived = { a.cancel() }
    subject.send(1)
    subject.send(2)
    subject.send(completion: .finished)
    #expect(rig.take() == "^PassthroughSubject 1")
  }

  @Test("SJ-01 G11 subscriptions have identifiers of their own") func identifiers() {
    let subject = Subject()
    let probes = (0..<10).map { _ in rig.attach(subject) }
    #expect(Set(probes.compactMap { $0.subscription?.combineIdentifier }).count == 10)
  }

  @Test("G8 SJ-01 a request for nothing is reported") func zeroDemand() {
    let subject = Subject()
    let probe = rig.attach(subject)
    #expect(misuses { probe.request(.none) }.count == 1)
    subject.send(1)
    #expect(rig.take() == "^PassthroughSubject")
  }

  @Test("SJ-01 many subscribers come and go") func many() {
    let subject = Subject()
    let probes = (0..<50).map { _ in Rig().attach(subject, demand: .unlimited) }
    for (i, probe) in probes.enumerated() where i % 3 == 0 { probe.cancel() }
    subject.send(1)
    for (i, probe) in probes.enumerated() { #expect(probe.values == (i % 3 == 0 ? 0 : 1)) }
  }
}
