import Pipes
import Testing

@Suite("switchToLatest") struct SwitchToLatestContractTests {
  /// A source `U` of the sources `A`, `B`, `C`.
  final class Stage {
    let rig = Rig()
    let u: Source<Source<Int, Oops>, Oops>
    let inner: [Source<Int, Oops>]
    let probe: Probe<Int, Oops>

    init(demand: Subscribers.Demand? = nil) {
      let rig = self.rig
      inner = ["A", "B", "C"].map { rig.source($0) }
      u = Source(rig)
      probe = Probe(rig, demand: demand)
      u.switchToLatest().subscribe(probe)
    }
    func turn(_ index: Int) -> Subscribers.Demand { u.send(inner[index]) }
  }

  @Test("TR-09 upstream is asked for everything, after the subscriber has its subscription") func start() {
    let s = Stage(demand: .max(2))
    #expect(s.rig.take() == "^SwitchToLatest U^ U?*")
    #expect(s.turn(0) == .none)
    #expect(s.rig.take() == "A^ A?2")
  }

  @Test("TR-09 the previous inner publisher is cancelled before the new one is subscribed, which gets the demand that is left") func turns()
  {
    let s = Stage(demand: .max(3))
    _ = s.turn(0)
    s.inner[0].send(1)
    _ = s.rig.take()
    _ = s.turn(1)
    #expect(s.rig.take() == "A! B^ B?2")
    s.probe.request(.max(4))
    #expect(s.rig.take() == "B?4")
    s.inner[1].send(2)
    _ = s.turn(2)
    #expect(s.rig.take() == "2 B! C^ C?5")
  }

  @Test("TR-09 without demand the new one is asked for nothing") func noDemand() {
    let s = Stage(demand: .max(1))
    _ = s.turn(0)
    s.inner[0].send(1)
    _ = s.rig.take()
    _ = s.turn(1)
    #expect(s.rig.take() == "A! B^")
    s.probe.request(.max(2))
    #expect(s.rig.take() == "B?2")
  }

  @Test("TR-09 demand given back goes to the inner one and outlives it") func reply() {
    let s = Stage(demand: .max(1))
    s.probe.reply = .max(2)
    _ = s.turn(0)
    #expect(s.inner[0].send(1) == .max(2))
    _ = s.rig.take()
    _ = s.turn(1)
    #expect(s.rig.take() == "A! B^ B?2")
  }

  @Test("TR-09 events of one that was left are ignored; its late subscription is cancelled") func stale() {
    let s = Stage(demand: .unlimited)
    s.inner[0].forgets = false
    s.inner[1].whenSubscribed = { _ in }
    _ = s.turn(0)
    _ = s.turn(1)
    _ = s.turn(2)
    _ = s.rig.take()
    s.inner[0].send(1)
    s.inner[0].fail(.oops)
    #expect(s.rig.take() == "")
    s.inner[1].line.open()
    #expect(s.rig.take() == "B!")
    s.inner[2].send(3)
    #expect(s.rig.take() == "3")
  }

  @Test("TR-09 it ends when both upstream and the current one have ended") func end() {
    let s = Stage(demand: .unlimited)
    _ = s.turn(0)
    s.inner[0].finish()
    _ = s.turn(1)
    s.u.finish()
    #expect(s.rig.take() == "^SwitchToLatest U^ U?* A^ A?* B^ B?*")
    s.inner[1].send(1)
    s.inner[1].finish()
    #expect(s.rig.take() == "1 |")
    let t = Stage()
    t.u.finish()
    #expect(t.rig.take() == "^SwitchToLatest U^ U?* |")
  }

  @Test("TR-09 a failure of the inner one cancels upstream, of upstream the inner one") func failure() {
    let s = Stage(demand: .unlimited)
    _ = s.turn(0)
    _ = s.rig.take()
    s.inner[0].fail(.oops)
    #expect(s.rig.take() == "U! #oops")
    let t = Stage(demand: .unlimited)
    _ = t.turn(0)
    _ = t.rig.take()
    t.u.fail(.oops)
    #expect(t.rig.take() == "A! #oops")
  }

  @Test("TR-09 a cancel reaches both, once") func cancel() {
    let s = Stage(demand: .unlimited)
    _ = s.turn(0)
    _ = s.rig.take()
    s.probe.cancel()
    s.probe.cancel()
    #expect(s.rig.take().split(separator: " ").sorted() == ["A!", "U!"])
  }

  @Test("TR-09 the four forms and their types") func forms() {
    let rig = Rig()
    typealias Sure = Source<Int, Never>
    typealias Failing = Source<Int, Oops>
    let same: Publishers.SwitchToLatest<Failing, Source<Failing, Oops>> = Source<Failing, Oops>(rig).switchToLatest()
    let outer: Publishers.SwitchToLatest<Failing, Publishers.SetFailureType<Source<Failing, Never>, Oops>> =
      Source<Failing, Never>(rig).switchToLatest()
    let inner:
      Publishers.SwitchToLatest<
        Publishers.SetFailureType<Sure, Oops>, Publishers.Map<Source<Sure, Oops>, Publishers.SetFailureType<Sure, Oops>>
      > = Source<Sure, Oops>(rig).switchToLatest()
    let both: Publishers.SwitchToLatest<Sure, Source<Sure, Never>> = Source<Sure, Never>(rig).switchToLatest()
    rig.attach(same, demand: .unlimited)
    rig.attach(outer, demand: .unlimited)
    rig.attach(inner, demand: .unlimited)
    rig.attach(both, demand: .unlimited)
    #expect(rig.take() == Array(repeating: "^SwitchToLatest U^ U?*", count: 4).joined(separator: " "))
    #expect(same.upstream.name == "U")
  }
}
