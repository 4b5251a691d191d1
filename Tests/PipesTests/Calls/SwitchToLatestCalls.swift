import Pipes
import Testing

@Suite("switchToLatest") struct SwitchToLatestCalls {
  let rig = Rig()

  /// A source `U` of the sources `A` and `B`.
  final class Stage {
    let rig = Rig()
    let u: Source<Source<Int, Oops>, Oops>
    let a: Source<Int, Oops>
    let b: Source<Int, Oops>
    let probe: Probe<Int, Oops>

    init(_ demand: Subscribers.Demand? = nil) {
      (u, a, b) = (Source(rig), rig.source("A"), rig.source("B"))
      probe = Probe(rig, demand: demand)
      u.switchToLatest().subscribe(probe)
    }
  }

  @Test("TR-09 the subscriber has its subscription first; upstream is asked for everything") func start() {
    let s = Stage()
    #expect(s.rig.take() == "^SwitchToLatest U^ U?*")
    #expect(s.u.send(s.a) == .none)
    #expect(s.rig.take() == "A^")
    s.probe.request(.max(3))
    #expect(s.rig.take() == "A?3")
  }

  @Test(
    "TR-09 the previous inner publisher is cancelled before the next is subscribed, which is asked for what is left")
  func turn() {
    let s = Stage(.max(5))
    s.u.send(s.a)
    #expect(s.a.send(1) == .none)
    s.a.send(2)
    #expect(s.rig.take() == "^SwitchToLatest U^ U?* A^ A?5 1 2")
    s.u.send(s.b)
    #expect(s.rig.take() == "A! B^ B?3")
    s.b.send(3)
    #expect(s.rig.take() == "3")
  }

  @Test("TR-09 demand given back goes to the one that sent, and survives the next turn") func reply() {
    let s = Stage(.max(1))
    s.probe.reply = .max(2)
    s.u.send(s.a)
    #expect(s.a.send(1) == .max(2))
    _ = s.rig.take()
    s.u.send(s.b)
    #expect(s.rig.take() == "A! B^ B?2")
  }

  @Test("TR-09 demand given back for a value that made it turn goes to the next") func turnInside() {
    let s = Stage(.max(3))
    s.probe.reply = .max(1)
    s.u.send(s.a)
    _ = s.rig.take()
    s.probe.whenReceived = { [unowned s] in s.u.send(s.b) }
    #expect(s.a.send(1) == .none)
    #expect(s.rig.take() == "1 A! B^ B?2 B?1")
  }

  @Test("TR-09 values beyond the demand are dropped") func tooMuch() {
    let s = Stage(.max(1))
    s.u.send(s.a)
    s.a.send([1, 2])
    _ = s.rig.take()
    s.probe.request(.max(1))
    #expect(s.rig.take() == "A?1")
  }

  @Test("TR-09 what an earlier one does is ignored") func stale() {
    let s = Stage(.unlimited)
    s.a.forgets = false
    s.u.send(s.a)
    s.u.send(s.b)
    _ = s.rig.take()
    s.a.send(1)
    s.a.finish()
    s.a.fail(.oops)
    #expect(s.rig.take() == "")
    s.b.send(2)
    #expect(s.rig.take() == "2")
  }

  @Test("TR-09 a subscription that comes when the next is there is cancelled") func late() {
    let s = Stage(.unlimited)
    s.a.whenSubscribed = { _ in }
    s.u.send(s.a)
    s.u.send(s.b)
    _ = s.rig.take()
    s.a.line.open()
    #expect(s.rig.take() == "A!")
  }

  @Test("TR-09 a request before the subscription is remembered") func early() {
    let s = Stage()
    s.a.whenSubscribed = { _ in }
    s.u.send(s.a)
    s.probe.request(.max(2))
    _ = s.rig.take()
    s.a.line.open()
    #expect(s.rig.take() == "A?2")
  }

  @Test("TR-09 a cancel reaches both, once; later ones are not subscribed") func cancel() {
    let s = Stage(.unlimited)
    s.u.forgets = false
    s.u.send(s.a)
    _ = s.rig.take()
    s.probe.cancel()
    s.probe.cancel()
    #expect(s.rig.take() == "A! U!")
    s.u.send(s.b)
    #expect(s.rig.take() == "")
  }

  @Test("TR-09 ends and sends from inside") func inside() {
    let subject = PassthroughSubject<AnyPublisher<Int, Never>, Never>()
    let probe = rig.attach(subject.switchToLatest(), demand: .unlimited)
    probe.whenReceived = { [unowned probe] in
      if probe.values == 1 { subject.send(Just(2).eraseToAnyPublisher()) }
      if probe.values == 2 { subject.send(completion: .finished) }
    }
    subject.send([1, 9].publisher.eraseToAnyPublisher())
    #expect(rig.take() == "^SwitchToLatest 1 2 |")
  }

  @Test("TR-09 publishers that are there at once") func atOnce() {
    rig.attach([[1, 2].publisher, [3].publisher].publisher.switchToLatest(), demand: .unlimited)
    #expect(rig.take() == "^SwitchToLatest 1 2 3 |")
    rig.attach([[1, 2].publisher, [3].publisher].publisher.switchToLatest(), demand: .max(1))
    #expect(rig.take() == "^SwitchToLatest 1")
  }
}
