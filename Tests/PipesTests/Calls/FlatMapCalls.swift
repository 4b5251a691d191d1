import Pipes
import Testing

@Suite("flatMap") struct FlatMapCalls {
  let rig = Rig()

  /// A source `U` whose values 0, 1, 2 stand for the sources `A`, `B`, `C`.
  final class Stage {
    let rig = Rig()
    let u: Source<Int, Oops>
    let inner: [Source<Int, Oops>]
    let probe: Probe<Int, Oops>

    init(max: Subscribers.Demand = .unlimited, demand: Subscribers.Demand? = nil) {
      let rig = self.rig
      let inner = ["A", "B", "C"].map { rig.source($0) }
      self.inner = inner
      u = rig.source()
      probe = Probe(rig, demand: demand)
      u.flatMap(maxPublishers: max) { inner[$0] }.subscribe(probe)
    }
  }

  @Test(
    "TR-08 the subscriber has its subscription before upstream is subscribed, which is asked for maxPublishers",
    arguments: [
      (Subscribers.Demand.unlimited, "*"), (.max(2), "2"), (.none, "0"),
    ]) func start(_ max: Subscribers.Demand, _ asked: String)
  {
    let s = Stage(max: max)
    #expect(s.rig.take() == "^FlatMap U^ U?\(asked)")
  }

  @Test("TR-08 what a child sends too much is kept in order") func overproducing() {
    let s = Stage()
    s.u.send(0)
    for value in 10...13 { s.inner[0].send(value) }
    _ = s.rig.take()
    s.probe.request(.max(3))
    #expect(s.rig.take().split(separator: " ").filter { !$0.hasPrefix("A") } == ["10", "11", "12"])
  }

  @Test("TR-08 going from bounded to unlimited drains, then asks every child for everything") func toUnlimited() {
    let s = Stage()
    s.u.send(0)
    s.u.send(1)
    s.inner[0].send(10)
    _ = s.rig.take()
    s.probe.request(.unlimited)
    let notes = s.rig.take().split(separator: " ")
    #expect(notes.first == "10")
    #expect(notes.filter { $0 == "A?*" || $0 == "B?*" }.sorted() == ["A?*", "B?*"])
    #expect(s.inner[0].send(11) == .none)
    #expect(s.rig.take() == "11")
  }

  @Test("TR-08 demand given back counts") func reply() {
    let s = Stage(demand: .max(1))
    s.probe.reply = .max(1)
    s.u.send(0)
    for value in 10...12 { s.inner[0].send(value) }
    #expect(s.rig.take() == "^FlatMap U^ U?* A^ A?1 10 A+1 11 A+1 12 A+1")
  }

  @Test("TR-08 a request from inside only adds demand") func reentrantRequest() {
    let s = Stage()
    s.u.send(0)
    for value in 10...13 { s.inner[0].send(value) }
    var depth = 0
    var deepest = 0
    s.probe.whenReceived = { [unowned s] in
      depth += 1
      deepest = max(deepest, depth)
      s.probe.request(.max(1))
      depth -= 1
    }
    s.probe.request(.max(1))
    #expect(s.probe.values == 4)
    #expect(deepest == 1)
  }

  @Test("TR-08 a cancel reaches the children first, then upstream, once") func cancel() {
    let s = Stage(demand: .unlimited)
    s.u.send(0)
    s.u.send(1)
    s.inner[1].finish()
    _ = s.rig.take()
    s.probe.cancel()
    s.probe.cancel()
    #expect(s.rig.take() == "A! U!")
  }

  @Test("TR-08 a child whose subscription comes after the cancel is cancelled") func lateChild() {
    let s = Stage(demand: .unlimited)
    s.inner[0].whenSubscribed = { _ in }
    s.u.send(0)
    _ = s.rig.take()
    s.probe.cancel()
    s.inner[0].line.open()
    #expect(s.rig.take() == "U! A!")
  }

  @Test("TR-08 a child whose subscription is still due keeps it alive") func pendingChild() {
    let s = Stage(demand: .unlimited)
    s.inner[0].whenSubscribed = { _ in }
    s.u.send(0)
    s.u.finish()
    #expect(!s.rig.take().contains("|"))
    s.inner[0].line.open()
    s.inner[0].send(10)
    s.inner[0].finish()
    #expect(s.rig.take() == "A?* 10 |")
  }

  @Test("TR-08 a send from inside is delivered") func reentrantSend() {
    let s = Stage(demand: .unlimited)
    s.u.send(0)
    s.u.send(1)
    _ = s.rig.take()
    s.probe.whenReceived = { [unowned s] in if s.probe.values == 1 { s.inner[1].send(20) } }
    s.inner[0].send(10)
    s.inner[0].send(11)
    #expect(s.rig.take() == "10 20 11")
  }

  @Test("TR-08 children that send inside request") func synchronous() {
    rig.attach((1...3).publisher.flatMap { n in (1...n).publisher }, demand: .max(4))
    #expect(rig.take() == "^FlatMap 1 1 2 1")
    var sum = 0
    let token = (1...1000).publisher.flatMap { n in (0..<10).publisher.map { $0 + n } }.sink { sum += $0 }
    token.cancel()
    #expect(sum == 1000 * 45 + 10 * 1001 * 500)
  }

  @Test("TR-08 nothing is left after the end and after a cancel", arguments: [true, false]) func leaks(_ cancels: Bool)
  {
    let leaks = Leaks()
    var s: Stage? = Stage(demand: .unlimited)
    leaks.watch(s!.probe, "subscriber")
    s?.u.send(0)
    let kept = (s?.probe.subscription, s?.u, s?.inner)
    if cancels { s?.probe.cancel() } else { s?.u.fail(.oops) }
    s = nil
    #expect(leaks.alive == [])
    withExtendedLifetime(kept) {}
  }
}
