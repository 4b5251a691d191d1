import Pipes
import Testing

@Suite("Publishers into subjects") struct SubjectBridgeTests {
  @Test("PR-03 a subject gets the values and the end of its upstream") func bridge() {
    let rig = Rig()
    let source = rig.source()
    let subject = PassthroughSubject<Int, Oops>()
    rig.attach(subject, demand: .unlimited)
    _ = rig.take()
    let token = source.subscribe(subject)
    #expect(rig.take() == "U^ U?*")
    #expect(source.send(1) == .none)
    source.fail(.oops)
    #expect(rig.take() == "1 #oops")
    token.cancel()
    #expect(rig.take() == "")
  }

  @Test("PR-03 the upstream of a PassthroughSubject is asked once somebody asks") func demand() {
    let rig = Rig()
    let source = rig.source()
    let subject = PassthroughSubject<Int, Oops>()
    let token = source.subscribe(subject)
    #expect(rig.take() == "U^")
    rig.attach(subject, demand: .max(1))
    #expect(rig.take() == "^PassthroughSubject U?*")
    withExtendedLifetime(token) {}
  }

  @Test("PR-03 a cancel stops the upstream and the values") func cancel() {
    let rig = Rig()
    let source = rig.source()
    source.forgets = false
    let subject = PassthroughSubject<Int, Oops>()
    rig.attach(subject, demand: .unlimited)
    let token = source.subscribe(subject)
    _ = rig.take()
    token.cancel()
    #expect(rig.take() == "U!")
    source.send(1)
    source.finish()
    #expect(rig.take() == "")
    subject.send(2)
    #expect(rig.take() == "2")
  }

  @Test("PR-03 dropping the token stops it") func dropped() {
    let rig = Rig()
    let source = rig.source()
    let subject = CurrentValueSubject<Int, Oops>(0)
    do {
      let token = source.subscribe(subject)
      source.send(3)
      withExtendedLifetime(token) {}
    }
    #expect(rig.take() == "U^ U?* U!")
    #expect(subject.value == 3)
  }

  @Test("PR-03 the bridge does not keep the subject") func weakSubject() {
    let rig = Rig()
    let source = rig.source()
    let leaks = Leaks()
    var subject: CurrentValueSubject<Int, Oops>? = CurrentValueSubject(0)
    leaks.watch(subject!, "subject")
    let token = source.subscribe(subject!)
    subject = nil
    #expect(leaks.alive == [])
    source.send(1)
    withExtendedLifetime(token) {}
  }

  @Test("PR-03 two upstreams feed one subject") func twoUpstreams() {
    let rig = Rig()
    let u = rig.source("U")
    let v = rig.source("V")
    let subject = PassthroughSubject<Int, Oops>()
    rig.attach(subject, demand: .unlimited)
    let tokens = [u.subscribe(subject), v.subscribe(subject)]
    _ = rig.take()
    u.send(1)
    v.send(2)
    u.finish()
    v.send(3)
    #expect(rig.take() == "1 2 |")
    withExtendedLifetime(tokens) {}
  }
}
