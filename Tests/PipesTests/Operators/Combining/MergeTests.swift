import Marbles
import Pipes
import Testing

@Suite("merge") struct MergeTests {
  @Test("CO-02 values come in the order of their arrival; it ends when both have ended") func values() throws {
    try marbles { m in
      let a = m.hot("-1-3-|", of: Int.self), b = m.hot("--2---|", of: Int.self)
      m.expect(a.merge(with: b)).toBe("-123--|")
      m.expect(demandOn: a).toBe("*")
      m.expect(demandOn: b).toBe("*")
    }
  }

  @Test("CO-02 with bounded demand each is asked for one, and for one more when its value was delivered") func bounded() throws {
    try marbles { m in
      let a = m.hot("-12-4---", of: Int.self), b = m.hot("---3-5--", of: Int.self)
      m.expect(a.merge(with: b), demand: "3-----1*").toBe("-123--45")
      // 4 and 5 are kept without demand; the request at 6 takes 4 alone.
      m.expect(demandOn: a).toBe("111---1*")
    }
  }

  @Test("CO-02 it ends when both have ended and nothing is kept") func end() throws {
    try marbles { m in
      let a = m.cold("-12|", of: Int.self), b = m.cold("--|", of: Int.self)
      m.expect(a.merge(with: b), demand: "1----1").toBe("-1---(2|)")
    }
  }

  @Test("CO-02 the first failure cancels the other") func failure() throws {
    try marbles { m in
      let a = m.hot("-#", of: Int.self, error: Oops.oops), b = m.hot("---1", of: Int.self, error: Oops.oops)
      m.expect(a.merge(with: b)).toBe("-#", error: .oops)
      m.expect(subscriptionsOf: b).toBe("^!")
    }
  }

  @Test("CO-02 a cancel reaches both, once") func cancel() throws {
    try marbles { m in
      let a = m.hot("-1-----", of: Int.self), b = m.hot("--2----", of: Int.self)
      m.expect(a.merge(with: b), from: "^---!").toBe("-12")
      m.expect(subscriptionsOf: a).toBe("^---!")
      m.expect(subscriptionsOf: b).toBe("^---!")
    }
  }

  @Test("CO-02 any number of the same type; none ends at once") func many() throws {
    try marbles { m in
      let a = m.hot("--1|", of: Int.self), b = m.hot("---|", of: Int.self), c = m.hot("-3---|", of: Int.self)
      m.expect(Publishers.MergeMany([a, b, c])).toBe("-31--|")
      m.expect(Publishers.MergeMany([HotSource<Int, Never>]())).toBe("|")
    }
  }

  @Test("CO-02 shape of MergeMany") func manyShape() {
    let two: Publishers.MergeMany<Just<Int>> = Just(1).merge(with: Just(2))
    #expect(two == Publishers.MergeMany(Just(1), Just(2)))
    #expect(two != Publishers.MergeMany(Just(1)))
    #expect(two.merge(with: Just(3)).publishers == [Just(1), Just(2), Just(3)])
  }
}
