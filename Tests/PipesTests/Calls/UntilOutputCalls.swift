import Pipes
import Testing

@Suite("Until another publisher sends: the order of calls") struct UntilOutputCalls {
  let rig = Rig()

  @Test("SQ-05 drop: first the subscription, then the other publisher, then upstream") func dropOrder() {
    let (u, o) = (rig.source(), rig.source("O"))
    let probe = rig.attach(u.drop(untilOutputFrom: o), demand: .max(3), reply: .max(1))
    #expect(rig.take() == "^DropUntilOutput O^ O?1 U^ U?3")
    probe.request(.none)
    #expect(u.send(1) == .max(1))
    o.send(10)
    #expect(u.send(2) == .max(1))
    o.send(11)
    o.finish()
    #expect(rig.take() == "U?0 U+1 O! 2 U+1")
    u.finish()
    #expect(rig.take().hasPrefix("|"))
  }

  @Test("SQ-05 drop: what is asked before upstream has given its subscription reaches it then") func dropLate() {
    let (u, o) = (rig.source(), rig.source("O"))
    u.whenSubscribed = { _ in }
    let probe = rig.attach(u.drop(untilOutputFrom: o), demand: .max(3))
    probe.request(.max(2))
    #expect(rig.take() == "^DropUntilOutput O^ O?1 U^")
    u.line.open()
    #expect(rig.take() == "U?5")
    probe.request(.max(1))
    #expect(rig.take() == "U?1")
  }

  @Test("SQ-05 a cancel inside the subscription refuses both") func cancelInside() {
    let (u, o) = (rig.source(), rig.source("O"))
    let probe = Probe<Int, Oops>(rig)
    probe.whenSubscribed = { $0.cancel() }
    u.drop(untilOutputFrom: o).subscribe(probe)
    #expect(rig.take() == "^DropUntilOutput O^ O! U^ U!")
  }

  @Test("SQ-08 prefix: first the other publisher, then upstream; its first value ends the stream") func prefixOrder() {
    let (u, o) = (rig.source(), Source<String, Never>(rig, "O"))
    u.forgets = false
    rig.attach(u.prefix(untilOutputFrom: o), demand: .max(3), reply: .max(1))
    #expect(rig.take() == "O^ O?1 U^ ^ U?3")
    #expect(u.send(1) == .max(1))
    o.send("x")
    #expect(rig.take() == "1 U+1 U! |")
    u.send(2)
    u.finish()
    o.send("y")
    #expect(rig.take() == "")
  }

  @Test("SQ-08 prefix: a value before upstream has given its subscription ends at once") func prefixEarly() {
    let u = rig.source()
    u.whenSubscribed = { _ in }
    rig.attach(u.prefix(untilOutputFrom: Just(1)), demand: .unlimited)
    #expect(rig.take() == "^ | U^")
    u.line.open()
    #expect(rig.take() == "U!")
  }

  @Test("SQ-08 prefix: a value from inside the subscription ends after it") func prefixInside() {
    let (u, o) = (rig.source(), rig.source("O"))
    let probe = Probe<Int, Oops>(rig, demand: .unlimited)
    probe.whenSubscribed = { _ in
      u.send(1)
      o.send(10)
      u.send(2)
    }
    u.prefix(untilOutputFrom: o).subscribe(probe)
    #expect(rig.take().hasPrefix("O^ O?1 U^ ^ U?* 1 U! |"))
    #expect(probe.values == 1)
  }

  @Test("SQ-05 SQ-08 G5 nothing is left when the stream has ended", arguments: [true, false]) func leaks(_ drops: Bool)
  {
    let leaks = Leaks()
    let (u, o) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    do {
      let token = Rig()
      leaks.watch(token, "the closure of the sink")
      let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in _ = token })
      leaks.watch(sink, "the sink")
      if drops { u.drop(untilOutputFrom: o).subscribe(sink) } else { u.prefix(untilOutputFrom: o).subscribe(sink) }
    }
    #expect(leaks.alive.count == 2)
    if drops { u.send(completion: .finished) } else { o.send(1) }
    #expect(leaks.alive == [])
  }

  @Test("SQ-08 another thread ends a stream that never pauses") func endless() {
    let o = PassthroughSubject<Int, Never>()
    let exit = Turnstile<Int, Never>()
    let forever = sequence(first: 0) { $0 &+ 1 }.publisher
    onTwoThreads { side in
      if side == 0 {
        forever.prefix(untilOutputFrom: o).subscribe(exit)
      } else {
        while exit.values == 0 {}
        o.send(1)
      }
    }
    #expect(exit.completions == 1)
    #expect(exit.overlaps == 0)
  }
}
