import Marbles
import Pipes
import Testing

@Suite("withLatestFrom") struct WithLatestFromTests {
  @Test("BC-01 a value without a partner is replaced, and does not count; the other is asked for everything") func replaced() throws {
    try marbles { m in
      let u = m.hot("-1-2-3", of: Int.self), v = m.hot("--7---", of: Int.self)
      m.expect(u.withLatestFrom(v) { 10 * $0 + $1 }, demand: "2").toBe("---x-y", ["x": 27, "y": 37])
      m.expect(demandOn: u).toBe("21")
      m.expect(demandOn: v).toBe("*")
    }
  }

  @Test("BC-01 the end of the other changes nothing") func otherEnds() throws {
    try marbles { m in
      let u = m.hot("---1-|", of: Int.self), v = m.hot("-7|", of: Int.self)
      m.expect(u.withLatestFrom(v) { 10 * $0 + $1 }).toBe("---x-|", ["x": 17])
    }
  }

  @Test("BC-01 a failure of either ends it and cancels the other one") func failures() throws {
    try marbles { m in
      let u = m.hot("--#", of: Int.self, error: Oops.oops), v = m.hot("-7--8", of: Int.self, error: Oops.oops)
      m.expect(u.withLatestFrom(v) { $0 + $1 }).toBe("--#", error: .oops)
      m.expect(subscriptionsOf: v).toBe("^-!")
      let w = m.hot("-1--2", of: Int.self, error: Oops.oops), x = m.hot("---#", of: Int.self, error: Oops.other)
      m.expect(w.withLatestFrom(x) { $0 + $1 }).toBe("---#", error: .other)
      m.expect(subscriptionsOf: w).toBe("^--!")
    }
  }

  @Test("BC-01 a cancel reaches both") func cancel() throws {
    try marbles { m in
      let u = m.hot("--1----", of: Int.self), v = m.hot("-7-----", of: Int.self)
      m.expect(u.withLatestFrom(v) { 10 * $0 + $1 }, from: "^---!").toBe("--x", ["x": 17])
      m.expect(subscriptionsOf: u).toBe("^---!")
      m.expect(subscriptionsOf: v).toBe("^---!")
    }
  }
}
