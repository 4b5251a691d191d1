import Pipes
import Testing

@Suite("append and prepend") struct ConcatenateContractTests {
  private func pair(_ demand: Subscribers.Demand? = nil) -> Pair<Int> { Pair(demand: demand) { $0.append($1) } }

  @Test("SQ-09 the second is subscribed inside the end of the first, and gets the demand that is left") func handOver() {
    let p = pair(.max(3))
    #expect(p.rig.take().split(separator: " ").sorted() == ["A?3", "A^", "^Concatenate"])
    p.a.send(1)
    p.a.finish()
    #expect(p.rig.take() == "1 B^ B?2")
    p.probe.request(.max(2))
    p.b.send(2)
    p.b.finish()
    #expect(p.rig.take() == "B?2 2 |")
    #expect(p.probe.subscriptions.count == 1)
  }

  @Test("SQ-09 without demand the second is asked for nothing") func noDemand() {
    let p = pair(.max(1))
    p.a.send(1)
    _ = p.rig.take()
    p.a.finish()
    #expect(p.rig.take() == "B^")
    p.probe.request(.max(2))
    #expect(p.rig.take() == "B?2")
  }

  @Test("SQ-09 demand given back goes to the live side, and is counted") func reply() {
    let p = pair(.max(1))
    p.probe.reply = .max(2)
    #expect(p.a.send(1) == .max(2))
    _ = p.rig.take()
    p.a.finish()
    #expect(p.rig.take() == "B^ B?2")
    #expect(p.b.send(2) == .max(2))
  }

  @Test("SQ-09 a failure of the first is the end") func failure() {
    let p = pair(.unlimited)
    _ = p.rig.take()
    p.a.fail(.oops)
    #expect(p.rig.take() == "#oops")
    #expect(p.b.lines.count == 0)
  }

  @Test("SQ-09 values of the first beyond the demand are dropped") func tooMuch() {
    let p = pair(.max(1))
    _ = p.rig.take()
    p.a.send([1, 2])
    #expect(p.rig.take() == "1")
  }

  @Test("SQ-09 a cancel reaches the live side; the second is never subscribed") func cancel() {
    let p = pair(.unlimited)
    _ = p.rig.take()
    p.probe.cancel()
    p.probe.cancel()
    p.a.finish()
    #expect(p.rig.take() == "A!")
    let q = pair(.unlimited)
    q.a.finish()
    _ = q.rig.take()
    q.probe.cancel()
    #expect(q.rig.take() == "B!")
  }

  @Test("SQ-09 a second end of the first is ignored") func secondEnd() {
    let rig = Rig()
    let a = rig.source("A")
    a.forgets = false
    let b = rig.source("B")
    rig.attach(a.append(b), demand: .unlimited)
    a.finish()
    _ = rig.take()
    a.finish()
    a.fail(.oops)
    a.send(1)
    #expect(rig.take() == "")
    #expect(b.lines.count == 1)
  }

  @Test("SQ-09 elements, sequences and publishers, in front and behind") func forms() {
    let rig = Rig()
    let middle = rig.source()
    middle.whenSubscribed = {
      $0.open()
      $0.feed([5], then: .finished)
    }
    func all<P: Publisher>(_ publisher: P) -> String {
      rig.attach(publisher, demand: .unlimited)
      return rig.take().split(separator: " ").filter { !$0.hasPrefix("U") && !$0.hasPrefix("^") }.joined(separator: " ")
    }
    let front: Publishers.Concatenate<Publishers.Sequence<[Int], Oops>, Source<Int, Oops>> = middle.prepend(1, 2)
    let range: Publishers.Concatenate<Publishers.Sequence<ClosedRange<Int>, Oops>, Source<Int, Oops>> = middle.prepend(1...2)
    let behind: Publishers.Concatenate<Source<Int, Oops>, Publishers.Sequence<[Int], Oops>> = middle.append(1, 2)
    #expect(all(front) == "1 2 5 |")
    #expect(all(range) == "1 2 5 |")
    #expect(all(behind) == "5 1 2 |")
    #expect(all(middle.append(1...2)) == "5 1 2 |")
    #expect(all(middle.prepend(middle)) == "5 5 |")
    #expect(all(middle.append(middle)) == "5 5 |")
    #expect(front.suffix === middle)
    #expect(behind.prefix === middle)
  }

  @Test("SQ-09 equal by its parts") func shape() {
    let a = Empty<Int, Oops>().append(Fail(error: .oops))
    #expect(a == Publishers.Concatenate(prefix: Empty(), suffix: Fail(error: .oops)))
    #expect(a != Publishers.Concatenate(prefix: Empty(), suffix: Fail(error: .other)))
  }
}
