import Marbles
import Pipes
import Testing

@Suite("race") struct RaceTests {
  @Test("BC-02 all are asked until one has sent something, then it alone") func demand() throws {
    try marbles { m in
      let a = m.hot("-----1", of: Int.self), b = m.hot("---5-6", of: Int.self)
      m.expect(a.race(with: b), demand: "2-1-1").toBe("---5-6")
      // One with the subscription, and the rest of the two that are requested after it.
      m.expect(demandOn: a).toBe("[11]-1")
      m.expect(demandOn: b).toBe("[11]-1-1")
      m.expect(subscriptionsOf: a).toBe("^--!")
    }
  }

  @Test("BC-02 an end wins, and so does a failure") func ends() throws {
    try marbles { m in
      let a = m.hot("--|", of: Int.self), b = m.hot("----1", of: Int.self)
      m.expect(a.race(with: b)).toBe("--|")
      m.expect(subscriptionsOf: b).toBe("^-!")
      let c = m.hot("----1", of: Int.self, error: Oops.oops), d = m.hot("-#", of: Int.self, error: Oops.oops)
      m.expect(c.race(with: d)).toBe("-#", error: .oops)
      m.expect(subscriptionsOf: c).toBe("^!")
    }
  }

  @Test("BC-02 the first value wins before it is requested, and waits, and the end behind it") func noDemand() throws {
    try marbles { m in
      let a = m.hot("-1|", of: Int.self), b = m.hot("---2", of: Int.self)
      m.expect(a.race(with: b), demand: "-----2").toBe("-----(1|)")
      m.expect(demandOn: a).toBe("1")
      m.expect(subscriptionsOf: b).toBe("^!")
    }
  }

  @Test("BC-02 a cancel reaches all") func cancel() throws {
    try marbles { m in
      let a = m.hot("----1", of: Int.self), b = m.hot("----2", of: Int.self)
      m.expect([a, b].race(), from: "^-!").toBe("--")
      m.expect(subscriptionsOf: a).toBe("^-!")
      m.expect(subscriptionsOf: b).toBe("^-!")
    }
  }
}
