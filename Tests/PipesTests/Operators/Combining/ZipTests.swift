import Marbles
import Pipes
import Testing

@Suite("zip") struct ZipTests {
  @Test("CO-03 pairs first with first; what is early waits") func pairs() throws {
    try marbles { m in
      let a = m.hot("-12-----3-|", of: Int.self), b = m.hot("---45---6-|", of: Int.self)
      m.expect(a.zip(b) { 10 * $0 + $1 }).toBe("---xy---z-|", ["x": 14, "y": 25, "z": 36])
    }
  }

  @Test("CO-03 pairs beyond the demand are held until a request, which reaches both") func held() throws {
    try marbles { m in
      let a = m.cold("-123|", of: Int.self), b = m.cold("-456|", of: Int.self)
      m.expect(a.zip(b) { 10 * $0 + $1 }, demand: "1----1---*").toBe("-x---y---(z|)", ["x": 14, "y": 25, "z": 36])
      m.expect(demandOn: a).toBe("1----1---*")
      m.expect(demandOn: b).toBe("1----1---*")
    }
  }

  @Test("CO-03 it ends when no further pair is possible, and cancels who is left") func end() throws {
    try marbles { m in
      let a = m.hot("-12|", of: Int.self), b = m.hot("----4-5-6|", of: Int.self), empty = m.hot("--|", of: Int.self)
      let left = m.hot("---1-|", of: Int.self)
      m.expect(a.zip(b) { 10 * $0 + $1 }).toBe("----x-(y|)", ["x": 14, "y": 25])
      m.expect(subscriptionsOf: b).toBe("^-----!")
      m.expect(empty.zip(left) { $0 + $1 }).toBe("--|")
      m.expect(subscriptionsOf: left).toBe("^-!")
    }
  }

  @Test("CO-03 a failure is sent at once, then the others are cancelled; what waits is dropped") func failure() throws {
    try marbles { m in
      let a = m.hot("-1---2", of: Int.self, error: Oops.oops), b = m.hot("---#", of: Int.self, error: Oops.oops)
      m.expect(a.zip(b) { $0 + $1 }).toBe("---#", error: .oops)
      m.expect(subscriptionsOf: a).toBe("^--!")
    }
  }

  @Test("CO-03 a cancel reaches both, once") func cancel() throws {
    try marbles { m in
      let a = m.hot("-1-----", of: Int.self), b = m.hot("--4----", of: Int.self)
      m.expect(a.zip(b) { 10 * $0 + $1 }, from: "^---!").toBe("--x", ["x": 14])
      m.expect(subscriptionsOf: a).toBe("^---!")
      m.expect(subscriptionsOf: b).toBe("^---!")
    }
  }

  @Test("CO-03 with a transform; equal by its parts") func shape() {
    let p = Pair(demand: .unlimited) { $0.zip($1) { $0 * 100 + $1 } }
    p.a.send(1)
    p.b.send(2)
    #expect(p.rig.take().hasSuffix(" 102"))
    #expect(Just(1).zip(Just(2)) == Publishers.Zip(Just(1), Just(2)))
    #expect(Just(1).zip(Just(2)) != Publishers.Zip(Just(2), Just(2)))
  }
}
