import Marbles
import Pipes
import Testing

@Suite("combineLatest") struct CombineLatestTests {
  @Test("CO-01 a pair once both have a value, then one for each value; each is asked for what the subscriber asks for") func pairs() throws
  {
    try marbles { m in
      let a = m.hot("-12--3-|", of: Int.self), b = m.hot("---45---|", of: Int.self)
      m.expect(a.combineLatest(b) { 10 * $0 + $1 }).toBe("---xyz--|", ["x": 24, "y": 25, "z": 35])
      m.expect(demandOn: a).toBe("*")
      m.expect(demandOn: b).toBe("*")
    }
  }

  @Test("CO-01 a value that made no pair and was replaced does not count") func replaced() throws {
    try marbles { m in
      let a = m.hot("-1-2--", of: Int.self), b = m.hot("--4---", of: Int.self)
      m.expect(a.combineLatest(b) { 10 * $0 + $1 }, demand: "2").toBe("--xy", ["x": 14, "y": 24])
      m.expect(demandOn: a).toBe("21")
      m.expect(demandOn: b).toBe("2")
    }
  }

  @Test("CO-01 G13 without demand the latest is stored, and sent at the next request; the finish waits behind it") func noDemand() throws {
    try marbles { m in
      let a = m.hot("-1---2--3-|", of: Int.self), b = m.hot("-7-------|", of: Int.self)
      m.expect(a.combineLatest(b) { 10 * $0 + $1 }, demand: "1------1----1").toBe(
        "-x-----y----(z|)", ["x": 17, "y": 27, "z": 37])
      m.expect(demandOn: a).toBe("11-----1")
    }
  }

  @Test("CO-01 it ends when both have ended; the last value of an ended one stays in use") func end() throws {
    try marbles { m in
      let a = m.hot("-1|", of: Int.self), b = m.hot("----45|", of: Int.self)
      m.expect(a.combineLatest(b) { 10 * $0 + $1 }).toBe("----xy|", ["x": 14, "y": 15])
    }
  }

  @Test("CO-01 one ends without a value: still not the end") func endWithoutValue() throws {
    try marbles { m in
      let a = m.hot("--|", of: Int.self), b = m.hot("-1--|", of: Int.self)
      m.expect(a.combineLatest(b) { $0 + $1 }).toBe("----|")
    }
  }

  @Test("CO-01 a failure cancels the other") func failure() throws {
    try marbles { m in
      let a = m.hot("-1--2", of: Int.self, error: Oops.oops), b = m.hot("--#", of: Int.self, error: Oops.oops)
      m.expect(a.combineLatest(b) { $0 + $1 }).toBe("--#", error: .oops)
      m.expect(subscriptionsOf: a).toBe("^-!")
    }
  }

  @Test("CO-01 a cancel reaches both, once") func cancel() throws {
    try marbles { m in
      let a = m.hot("-1-----", of: Int.self), b = m.hot("--4----", of: Int.self)
      m.expect(a.combineLatest(b) { 10 * $0 + $1 }, from: "^---!").toBe("--x", ["x": 14])
      m.expect(subscriptionsOf: a).toBe("^---!")
      m.expect(subscriptionsOf: b).toBe("^---!")
    }
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
