import Marbles
import Pipes
import Testing

@Suite("Streams with several subscribers") struct SharingTests {
  @Test("MC-02 share: one subscription for all, from the first subscriber to the last") func share() throws {
    try marbles { m in
      let u = m.hot("--1-2-3--", of: Int.self), shared = u.share()
      m.expect(shared, from: "-^---!").toBe("--1-2")
      m.expect(shared, from: "---^---!").toBe("----2-3")
      m.expect(subscriptionsOf: u).toBe("-^-----!")
      m.expect(demandOn: u).toBe("-*")
    }
  }

  @Test("MC-02 share: upstream is asked for everything once somebody asks for something") func shareDemand() throws {
    try marbles { m in
      let u = m.hot("---1-2", of: Int.self)
      m.expect(u.share(), demand: "--1").toBe("---1")
      m.expect(demandOn: u).toBe("--*")
      m.expect(subscriptionsOf: u).toBe("^")
    }
  }

  @Test("MC-02 share: after the end a new subscriber gets just that, and upstream is not subscribed again")
  func shareEnd() throws {
    try marbles { m in
      let u = m.cold("-1|", of: Int.self), shared = u.share()
      m.expect(shared).toBe("-1|")
      m.expect(shared, from: "---^").toBe("---|")
      m.expect(subscriptionsOf: u).toBe("^-!")
    }
  }

  @Test("MC-02 share: a new subscriber after the last has cancelled connects again") func shareAgain() throws {
    try marbles { m in
      let u = m.hot("-1--2", of: Int.self), shared = u.share()
      m.expect(shared, from: "^-!").toBe("-1")
      m.expect(shared, from: "---^").toBe("----2")
      m.expect(subscriptionsOf: u).toBe("^-!", "---^")
    }
  }

  @Test("BC-16 partition shares one subscription") func partition() throws {
    try marbles { m in
      let u = m.hot("-12|", of: Int.self), parts = u.partition { $0 % 2 == 0 }
      m.expect(parts.matching).toBe("--2|")
      m.expect(parts.others).toBe("-1-|")
      m.expect(subscriptionsOf: u).toBe("^--!")
    }
  }

  @Test("BC-45 share(replay:) keeps the values and the end, and subscribes once") func replay() throws {
    try marbles { m in
      let u = m.hot("-123--|", of: Int.self), shared = u.share(replay: 2)
      m.expect(shared).toBe("-123--|")
      m.expect(shared, from: "----^").toBe("----[23]-|")
      m.expect(shared, from: "--------^").toBe("--------[23|]")
      m.expect(subscriptionsOf: u).toBe("^-----!")
      m.expect(demandOn: u).toBe("*")
    }
  }

  @Test("BC-45 share(replay:scope: .whileConnected) begins anew after the last has cancelled") func replayAnew() throws
  {
    try marbles { m in
      let u = m.hot("-1-----2", of: Int.self), shared = u.share(replay: 1, scope: .whileConnected)
      m.expect(shared, from: "^-!").toBe("-1")
      m.expect(shared, from: "^---!").toBe("-1")
      m.expect(shared, from: "---^!").toBe("---1")  // as long as one is left
      m.expect(shared, from: "------^").toBe("-------2")
      m.expect(shared, from: "--------^").toBe("--------2")
      m.expect(subscriptionsOf: u).toBe("^---!", "------^")
    }
  }

  @Test("BC-45 share(replay:scope: .whileConnected) begins anew after a completion", arguments: ["|", "#"])
  func replayAfterEnd(
    _ end: String
  )
    throws
  {
    try marbles { m in
      let u = m.cold("-1-2\(end)", of: Int.self, error: Oops.oops), shared = u.share(replay: 1, scope: .whileConnected)
      m.expect(shared, from: "^------!").toBe("-1-2\(end)")
      m.expect(shared, from: "-----^").toBe("------1-2\(end)")  // those of before count no more
      m.expect(subscriptionsOf: u).toBe("^---!", "-----^---!")
    }
  }

  @Test("BC-45 share(replay:) cancels with the last, and keeps what it has") func replayCancel() throws {
    try marbles { m in
      let u = m.hot("-1", of: Int.self), shared = u.share(replay: 1)
      m.expect(shared, from: "^-!").toBe("-1")
      m.expect(shared, from: "^--!").toBe("-1")
      m.expect(shared, from: "----^").toBe("----1")
      m.expect(subscriptionsOf: u).toBe("^--!", "----^")
    }
  }

  /// A test of a subject that replays: it is subscribed to the row at zero.
  private func replaying(
    _ row: String, size: Int = .max, _ body: @escaping (MarbleTest, ReplaySubject<Int, Oops>) -> Void
  ) throws {
    try marbles { m in
      let subject = ReplaySubject<Int, Oops>(bufferSize: size), source = m.hot(row, of: Int.self, error: Oops.oops)
      body(m, subject)
      m.keep(source.subscribe(subject))
    }
  }

  @Test("BC-46 who comes late gets the last values, then what follows, then the end") func late() throws {
    try replaying("-123-4|", size: 2) { m, subject in
      m.expect(subject, from: "----^").toBe("----[23]4|")
      m.expect(subject, from: "-------^").toBe("-------[34|]")
    }
  }

  @Test("BC-46 a failure is kept, too") func failure() throws {
    try replaying("-1#", size: 1) { m, subject in m.expect(subject, from: "----^").toBe("----[1#]", error: .oops) }
  }

  @Test("BC-46 each gets as much as it asks for, and the end behind its last value") func demand() throws {
    try replaying("-[1234|]") { m, subject in
      m.expect(subject, from: "--^", demand: "--1--3").toBe("--1--[234|]")
      m.expect(subject, from: "--^", demand: "----2-*").toBe("----[12]-[34|]")
    }
  }

  @Test("BC-46 who is slow finds what is still kept") func slow() throws {
    try replaying("-12345-6", size: 2) { m, subject in m.expect(subject, demand: "1-----1-*").toBe("-1----4-[56]") }
  }
}
