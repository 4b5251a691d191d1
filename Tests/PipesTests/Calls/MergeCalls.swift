import Pipes
import Testing

@Suite("merge: the order of calls") struct MergeCalls {
  private func pair(_ demand: Subscribers.Demand? = nil) -> Pair<Int> {
    Pair(demand: demand) { $0.merge(with: $1.map { $0 }) }
  }

  @Test("CO-02 what is kept is freed at the end, even if an upstream keeps its subscriber") func freed() {
    final class Box {}
    let rig = Rig(), leaks = Leaks()
    let a = Source<Box, Oops>(rig, "A"), b = Source<Box, Oops>(rig, "B")
    a.forgets = false
    rig.attach(a.merge(with: b.map { $0 }))
    do {
      let box = Box()
      leaks.watch(box, "box")
      a.send(box)
    }
    #expect(leaks.alive == ["box"])
    b.fail(.oops)
    #expect(leaks.alive == [])
  }

  @Test("CO-02 a send from inside") func reentrant() {
    let p = pair(.unlimited)
    _ = p.rig.take()
    p.probe.whenReceived = { [unowned p] in if p.probe.values == 1 { p.b.send(2) } }
    p.a.send(1)
    p.a.send(3)
    #expect(p.rig.take() == "1 2 3")
  }

  @Test("CO-02 CO-04 upstreams that end at once") func atOnce() {
    let rig = Rig()
    rig.attach([1, 2].publisher.merge(with: (3...4).publisher), demand: .unlimited)
    #expect(rig.take() == "^Merge 1 2 3 4 |")
    rig.attach(Fail<Int, Oops>(error: .oops).merge(with: Empty<Int, Oops>().map { $0 }))
    #expect(rig.take() == "^Merge #oops")
    #expect(Just(1).merge(with: Just(2).map { $0 }).a == Just(1))
    #expect(Publishers.Merge(Just(1), [2].publisher) == Publishers.Merge(Just(1), [2].publisher))
  }
}
