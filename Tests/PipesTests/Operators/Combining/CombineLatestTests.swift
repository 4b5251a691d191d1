import Pipes
import Testing

/// Two sources `A` and `B` under an operator, and a probe.
final class Pair<Output> {
  let rig = Rig()
  let a: Source<Int, Oops>
  let b: Source<Int, Oops>
  let probe: Probe<Output, Oops>

  init<P: Publisher>(demand: Subscribers.Demand? = nil, _ build: (Source<Int, Oops>, Source<Int, Oops>) -> P)
  where P.Output == Output, P.Failure == Oops {
    (a, b) = (rig.source("A"), rig.source("B"))
    probe = Probe(rig, demand: demand)
    build(a, b).subscribe(probe)
  }
}

@Suite("combineLatest") struct CombineLatestTests {
  private func pair(_ demand: Subscribers.Demand? = nil) -> Pair<(Int, Int)> { Pair(demand: demand) { $0.combineLatest($1) } }

  @Test("CO-01 a pair once both have a value, then one for each value") func pairs() {
    let p = pair(.unlimited)
    let start = p.rig.take().split(separator: " ")
    #expect(start.sorted() == ["A?*", "A^", "B?*", "B^", "^CombineLatest"])
    #expect(p.a.send(1) == .none)
    p.a.send(2)
    #expect(p.rig.take() == "")
    #expect(p.b.send(10) == .none)
    #expect(p.rig.take() == "(2,10)")
    p.b.send(11)
    p.a.send(3)
    #expect(p.rig.take() == "(2,11) (3,11)")
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

  @Test("CO-01 G13 without demand the latest is stored, and sent at the next request") func noDemand() {
    let p = pair(.max(1))
    p.a.send(1)
    p.b.send(10)
    p.a.send(2)
    p.a.send(3)
    _ = p.rig.take()
    p.probe.request(.max(1))
    #expect(p.rig.take() == "(3,10) A?1 B?1")
    p.b.send(11)
    p.a.finish()
    p.b.finish()
    #expect(p.rig.take() == "", "the finish waits behind it")
    p.probe.request(.max(1))
    #expect(p.rig.take() == "(3,11) |")
  }

  @Test("CO-01 it ends when both have ended; the last value of an ended one stays in use") func end() {
    let p = pair(.unlimited)
    p.a.send(1)
    p.a.finish()
    _ = p.rig.take()
    p.b.send(10)
    p.b.send(11)
    #expect(p.rig.take() == "(1,10) (1,11)")
    p.b.finish()
    #expect(p.rig.take() == "|")
  }

  @Test("CO-01 one ends without a value: still not the end") func endWithoutValue() {
    let p = pair(.unlimited)
    _ = p.rig.take()
    p.a.finish()
    p.b.send(1)
    #expect(p.rig.take() == "")
    p.b.finish()
    #expect(p.rig.take() == "|")
  }

  @Test("CO-01 a failure cancels the other") func failure() {
    let p = pair(.unlimited)
    _ = p.rig.take()
    p.b.fail(.oops)
    #expect(p.rig.take() == "A! #oops")
    p.a.send(1)
    #expect(p.rig.take() == "")
  }

  @Test("CO-01 a cancel reaches both, once") func cancel() {
    let p = pair(.unlimited)
    _ = p.rig.take()
    p.probe.cancel()
    p.probe.cancel()
    #expect(p.rig.take() == "A! B!")
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

  @Test("CO-01 with a transform") func transform() {
    let p = Pair(demand: .unlimited) { $0.combineLatest($1) { $0 * 100 + $1 } }
    p.a.send(1)
    p.b.send(2)
    #expect(p.rig.take().hasSuffix(" 102"))
  }

  @Test("CO-01 CO-04 upstreams that end at once") func atOnce() {
    let rig = Rig()
    rig.attach(Just(1).combineLatest(Just(2)), demand: .unlimited)
    #expect(rig.take() == "^CombineLatest (1,2) |")
    rig.attach(Fail<Int, Oops>(error: .oops).combineLatest(Empty<Int, Oops>()))
    #expect(rig.take() == "^CombineLatest #oops")
    rig.attach(Empty<Int, Oops>().combineLatest(Empty<Int, Oops>()))
    #expect(rig.take() == "^CombineLatest |")
  }

  @Test("CO-01 G4 each subscriber combines for itself, and it is equal by its parts") func shape() {
    let both = Just(1).combineLatest(Just(2))
    let rig = Rig()
    rig.attach(both, "x", demand: .unlimited)
    rig.attach(both, "y", demand: .unlimited)
    #expect(rig.take() == "x:^CombineLatest x:(1,2) x:| y:^CombineLatest y:(1,2) y:|")
    #expect(both == Publishers.CombineLatest(Just(1), Just(2)))
    #expect(both != Publishers.CombineLatest(Just(1), Just(3)))
    #expect(both.a == Just(1))
    #expect(both.b == Just(2))
  }
}
