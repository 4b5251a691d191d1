import Pipes
import Testing

@Suite("combineLatest: the order of calls") struct CombineLatestCalls {
  let rig = Rig()

  private func pair(_ demand: Subscribers.Demand? = nil) -> Pair<(Int, Int)> {
    Pair(demand: demand) { $0.combineLatest($1) }
  }

  @Test("CO-01 G4 each subscriber combines for itself") func separate() {
    let both = Just(1).combineLatest(Just(2))
    rig.attach(both, "x", demand: .unlimited)
    rig.attach(both, "y", demand: .unlimited)
    #expect(rig.take() == "x:^CombineLatest x:(1,2) x:| y:^CombineLatest y:(1,2) y:|")
  }

  @Test("CO-01 demand is passed on to each; demand given back as well") func demand() {
    let p = pair()
    _ = p.rig.take()
    p.probe.request(.max(2))
    #expect(p.rig.take() == "A?2 B?2")
    p.probe.reply = .max(3)
    p.a.send(1)
    #expect(p.b.send(10) == .none)
    #expect(p.rig.take() == "A+1 (1,10) A?3 B?3", "the value that made no pair was replaced")
  }

  @Test("CO-01 a value from inside is delivered after the outer call") func reentrant() {
    let p = pair(.unlimited)
    p.a.send(1)
    p.probe.whenReceived = { [unowned p] in
      if p.probe.values == 1 {
        p.a.send(2)
        p.rig.note("out")
      }
    }
    _ = p.rig.take()
    p.b.send(10)
    #expect(p.rig.take() == "(1,10) out (2,10)")
  }

  @Test("CO-01 CO-04 upstreams that end at once") func atOnce() {
    rig.attach(Just(1).combineLatest(Just(2)), demand: .unlimited)
    #expect(rig.take() == "^CombineLatest (1,2) |")
    rig.attach(Fail<Int, Oops>(error: .oops).combineLatest(Empty<Int, Oops>()))
    #expect(rig.take() == "^CombineLatest #oops")
    rig.attach(Empty<Int, Oops>().combineLatest(Empty<Int, Oops>()))
    #expect(rig.take() == "^CombineLatest |")
  }
}
