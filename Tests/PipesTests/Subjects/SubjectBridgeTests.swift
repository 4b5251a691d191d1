import Pipes
import Testing

@Suite("Publishers into subjects") struct SubjectBridgeTests {
  let rig = Rig(), source: Source<Int, Oops>
  init() { source = rig.source() }

  @Test("PR-03 a subject gets the values and the end of its upstream") func bridge() {
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

  @Test("PR-03 a cancel stops the upstream and the values") func cancel() {
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
    let subject = CurrentValueSubject<Int, Oops>(0)
    do {
      let token = source.subscribe(subject)
      source.send(3)
      withExtendedLifetime(token) {}
    }
    #expect(rig.take() == "U^ U?* U!")
    #expect(subject.value == 3)
  }

  /// Feeds a subject, and lets go of it.
  private func leave<S: Subject>(_ make: @autoclosure () -> S, _ source: Source<Int, Oops>) -> (
    alive: [String], token: AnyCancellable
  )
  where S.Output == Int, S.Failure == Oops {
    let leaks = Leaks()
    var subject: S? = make()
    leaks.watch(subject!, "subject")
    let token = source.subscribe(subject!)
    source.send(1)
    subject = nil
    return (leaks.alive, token)
  }

  @Test("PR-03 the bridge does not keep the subject, which cancels its upstream when it goes") func weakSubject() {
    source.forgets = false
    let a = leave(PassthroughSubject(), source)
    #expect(rig.take() == "U^ U!")
    let b = leave(CurrentValueSubject(0), source), c = leave(ReplaySubject(), source)
    #expect(rig.take() == "U^ U?* U! U^ U?* U!")
    let d = leave(Wrapped(), source)
    #expect(rig.take() == "U^ U!")
    #expect(a.alive + b.alive + c.alive + d.alive == [])
    source.send(2)
    source.finish()
    #expect(rig.take() == "")
    withExtendedLifetime((a, b, c, d)) {}
  }

  /// A subject that somebody else wrote.
  private final class Wrapped: Subject {
    typealias Output = Int
    typealias Failure = Oops
    let subject = PassthroughSubject<Int, Oops>()
    func send(_ value: Int) { subject.send(value) }
    func send(completion: Subscribers.Completion<Oops>) { subject.send(completion: completion) }
    func send(subscription: any Subscription) { subject.send(subscription: subscription) }
    func receive<S: Subscriber<Int, Oops>>(subscriber: S) { subject.receive(subscriber: subscriber) }
  }
  @Test("PR-03 a subject that somebody else wrote gets the same") func foreign() {
    let subject = Wrapped()
    rig.attach(subject, demand: .unlimited)
    _ = rig.take()
    let token = source.subscribe(subject)
    source.send(1)
    source.finish()
    #expect(rig.take() == "U^ U?* 1 |")
    withExtendedLifetime(token) {}
  }

  @Test("PR-03 two upstreams feed one subject") func twoUpstreams() {
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
