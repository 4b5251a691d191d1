import Marbles
import Pipes
import Testing

@Suite("Until another publisher sends") struct UntilOutputTests {
  @Test("SQ-05 drop: values before the first one of the other publisher do not count, and one is asked for in their place") func drop()
    throws
  {
    try marbles { m in
      let u = m.hot("-1-2-3|", of: Int.self), o = m.hot("--x-x", of: String.self)
      m.expect(u.drop(untilOutputFrom: o), demand: "3").toBe("---2-3|")
      m.expect(demandOn: u).toBe("31")
      m.expect(demandOn: o).toBe("1")
      m.expect(subscriptionsOf: o).toBe("^-!")
    }
  }

  @Test("SQ-05 drop: the end of the other one before its first value ends the stream") func dropOtherEnds() throws {
    try marbles { m in
      let u = m.hot("---1--", of: Int.self, error: Oops.oops), v = m.hot("---1--", of: Int.self, error: Oops.oops)
      let finished = m.hot("--|", of: Int.self, error: Oops.oops), failed = m.hot("-#", of: Int.self, error: Oops.other)
      m.expect(u.drop(untilOutputFrom: finished)).toBe("--|")
      m.expect(subscriptionsOf: u).toBe("^-!")
      m.expect(v.drop(untilOutputFrom: failed)).toBe("-#", error: .other)
      m.expect(subscriptionsOf: v).toBe("^!")
    }
  }

  @Test("SQ-05 SQ-08 the end of upstream ends the stream, and the other one is let go") func upstreamEnds() throws {
    try marbles { m in
      let u = m.hot("--#", of: Int.self, error: Oops.oops)
      let o = m.hot("-----1", of: Int.self, error: Oops.oops), p = m.hot("-----1", of: Int.self, error: Oops.oops)
      m.expect(u.drop(untilOutputFrom: o)).toBe("--#", error: .oops)
      m.expect(subscriptionsOf: o).toBe("^-!")
      m.expect(u.prefix(untilOutputFrom: p)).toBe("--#", error: .oops)
      m.expect(subscriptionsOf: p).toBe("^-!")
    }
  }

  @Test("SQ-05 SQ-08 a cancel reaches both", arguments: [true, false]) func cancel(_ drops: Bool) throws {
    try marbles { m in
      let u = m.hot("-1----", of: Int.self), o = m.hot("----1-", of: Int.self)
      let stream = drops ? u.drop(untilOutputFrom: o).eraseToAnyPublisher() : u.prefix(untilOutputFrom: o).eraseToAnyPublisher()
      m.expect(stream, from: "^--!").toBe(drops ? "----" : "-1--")
      m.expect(subscriptionsOf: u).toBe("^--!")
      m.expect(subscriptionsOf: o).toBe("^--!")
    }
  }

  @Test("SQ-08 prefix: the first value of the other publisher ends the stream") func prefix() throws {
    try marbles { m in
      let u = m.hot("-1-2-3|", of: Int.self), o = m.hot("----x|", of: String.self)
      m.expect(u.prefix(untilOutputFrom: o), demand: "3").toBe("-1-2|")
      m.expect(demandOn: u).toBe("3")
      m.expect(demandOn: o).toBe("1")
      m.expect(subscriptionsOf: u).toBe("^---!")
    }
  }

  @Test("SQ-08 prefix: how the other one ends does not matter") func prefixOtherEnds() throws {
    try marbles { m in
      let u = m.hot("-1-2-3|", of: Int.self)
      let finished = m.hot("--|", of: Int.self), failed = m.hot("--#", of: Int.self, error: Oops.oops)
      m.expect(u.prefix(untilOutputFrom: finished)).toBe("-1-2-3|")
      m.expect(u.prefix(untilOutputFrom: failed)).toBe("-1-2-3|")
    }
  }

  @Test("SQ-05 shape of DropUntilOutput") func shape() {
    let (a, b) = (Empty<Int, Oops>(), Empty<String, Oops>())
    #expect(a.drop(untilOutputFrom: b) == Publishers.DropUntilOutput(upstream: a, other: b))
    #expect(a.drop(untilOutputFrom: b) != a.drop(untilOutputFrom: Empty(completeImmediately: false)))
    #expect(Publishers.PrefixUntilOutput(upstream: a, other: b).other == b)
  }
}
