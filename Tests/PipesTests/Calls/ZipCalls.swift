import Pipes
import Testing

@Suite("zip: the order of calls") struct ZipCalls {
  let rig = Rig()

  private func pair(_ demand: Subscribers.Demand? = nil) -> Pair<(Int, Int)> { Pair(demand: demand) { $0.zip($1) } }

  @Test("CO-03 the subscriber gets its subscription after both upstreams gave theirs, or could have") func start() {
    let p = pair(.max(2))
    #expect(p.rig.take() == "A^ B^ ^Zip A?2 B?2")
  }

  @Test("CO-03 a request from inside reaches both; the completing one by return") func requestInside() {
    let p = pair(.max(1))
    p.a.send(1)
    _ = p.rig.take()
    p.probe.whenReceived = { [unowned p] in p.probe.request(.max(666)) }
    #expect(p.b.send(10) == .max(666))
    #expect(p.rig.take() == "(1,10) A?666 B+666")
  }

  @Test("CO-03 demand given back is distributed: by return to the completing one, by request to the other") func reply()
  {
    let p = pair(.max(1))
    p.probe.reply = .max(1)
    p.b.send(10)
    _ = p.rig.take()
    #expect(p.a.send(1) == .max(1))
    #expect(p.rig.take() == "(1,10) B?1 A+1")
  }

  @Test("CO-03 a send from inside") func reentrant() {
    let p = pair(.unlimited)
    p.a.send(1)
    p.a.send(2)
    _ = p.rig.take()
    p.probe.whenReceived = { [unowned p] in if p.probe.values == 1 { p.b.send(20) } }
    p.b.send(10)
    #expect(p.rig.take() == "(1,10) (2,20)")
  }

  @Test("CO-03 CO-04 upstreams that end at once") func atOnce() {
    rig.attach(Just(1).zip(Just(2)), demand: .unlimited)
    #expect(rig.take() == "^Zip (1,2) |")
    rig.attach(Empty<Int, Oops>().zip(Fail<Int, Oops>(error: .oops)))
    #expect(rig.take().hasPrefix("^Zip "))
    rig.attach([1, 2, 3].publisher.zip(["a", "b"].publisher), demand: .unlimited)
    #expect(rig.take() == "^Zip (1,\"a\") (2,\"b\") |")
  }
}
