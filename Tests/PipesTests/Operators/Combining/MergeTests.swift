import Pipes
import Testing

@Suite("merge") struct MergeTests {
  private func pair(_ demand: Subscribers.Demand? = nil) -> Pair<Int> { Pair(demand: demand) { $0.merge(with: $1.map { $0 }) } }

  @Test("CO-02 values come in the order of their arrival") func values() {
    let p = pair(.unlimited)
    #expect(p.rig.take().split(separator: " ").sorted() == ["A?*", "A^", "B?*", "B^", "^Merge"])
    #expect(p.a.send(1) == .none)
    p.b.send(2)
    p.a.send(3)
    #expect(p.rig.take() == "1 2 3")
  }

  @Test("CO-02 with bounded demand each is asked for one, and for one more when its value was delivered") func bounded() {
    let p = pair(.max(3))
    #expect(p.rig.take().split(separator: " ").sorted() == ["A?1", "A^", "B?1", "B^", "^Merge"])
    #expect(p.a.send(1) == .max(1))
    #expect(p.a.send(2) == .max(1))
    #expect(p.b.send(3) == .max(1))
    #expect(p.rig.take() == "1 A+1 2 A+1 3 B+1")
    #expect(p.a.send(4) == .none)
    #expect(p.b.send(5) == .none)
    #expect(p.rig.take() == "")
    p.probe.request(.max(1))
    #expect(p.rig.take() == "4 A?1")
    p.probe.request(.unlimited)
    let notes = p.rig.take().split(separator: " ")
    #expect(notes.first == "5")
    #expect(notes.contains("A?*") && notes.contains("B?*"))
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

  @Test("CO-02 it ends when both have ended and nothing is kept") func end() {
    let p = pair(.max(1))
    p.a.send(1)
    p.a.send(2)
    p.a.finish()
    p.b.finish()
    #expect(!p.rig.take().contains("|"))
    p.probe.request(.max(1))
    #expect(p.rig.take() == "2 |")
  }

  @Test("CO-02 the first failure cancels the other") func failure() {
    let p = pair(.unlimited)
    _ = p.rig.take()
    p.a.fail(.oops)
    #expect(p.rig.take() == "B! #oops")
    p.b.send(1)
    #expect(p.rig.take() == "")
  }

  @Test("CO-02 a cancel reaches both, once") func cancel() {
    let p = pair(.unlimited)
    _ = p.rig.take()
    p.probe.cancel()
    p.probe.cancel()
    #expect(p.rig.take() == "A! B!")
  }

  @Test("CO-02 a send from inside") func reentrant() {
    let p = pair(.unlimited)
    _ = p.rig.take()
    p.probe.whenReceived = { [unowned p] in if p.probe.values == 1 { p.b.send(2) } }
    p.a.send(1)
    p.a.send(3)
    #expect(p.rig.take() == "1 2 3")
  }

  @Test("CO-02 any number of the same type") func many() {
    let rig = Rig()
    let sources = ["A", "B", "C"].map { rig.source($0) }
    rig.attach(Publishers.MergeMany(sources), demand: .unlimited)
    _ = rig.take()
    sources[2].send(3)
    sources[0].send(1)
    sources[0].finish()
    sources[1].finish()
    #expect(rig.take() == "3 1")
    sources[2].finish()
    #expect(rig.take() == "|")
    rig.attach(Publishers.MergeMany([Source<Int, Oops>]()))
    let notes = rig.take()
    #expect(notes.hasPrefix("^") && notes.hasSuffix(" |"))
  }

  @Test("CO-02 shape of MergeMany") func manyShape() {
    let two: Publishers.MergeMany<Just<Int>> = Just(1).merge(with: Just(2))
    #expect(two == Publishers.MergeMany(Just(1), Just(2)))
    #expect(two != Publishers.MergeMany(Just(1)))
    #expect(two.merge(with: Just(3)).publishers == [Just(1), Just(2), Just(3)])
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
