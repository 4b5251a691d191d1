import Marbles
import Pipes
import Testing
import VirtualTime

@Suite("Timers") struct TimingTests {
  @Test("BC-36 interval counts the ticks; without demand they are lost; a cancel leaves no timer") func interval()
    throws
  {
    try marbles { m in
      let ticks = Publishers.interval(m.frames(2), scheduler: m.scheduler)
      m.expect(ticks, from: "^------------!", demand: "2--------*").toBe("--0-1-----4-5")
    }
  }

  @Test("BC-37 timer: one value and the end, or none if nobody asked") func timer() throws {
    try marbles { m in
      let timer = Publishers.timer(after: m.frames(3), scheduler: m.scheduler)
      m.expect(timer, demand: "1").toBe("---(0|)")
      m.expect(timer, demand: "-").toBe("---|")
      m.expect(timer, from: "^-!").toBe("--")
      let ticks = Publishers.timer(after: m.frames(1), every: m.frames(4), scheduler: m.scheduler)
      m.expect(ticks, from: "^-----!").toBe("-0---1")
    }
  }

  @Test("BC-38 the delays of a back-off") func backoffs() {
    typealias Backoff = Publishers.Backoff<VirtualInstant.Stride>
    #expect((1...6).map(Backoff.exponential(from: 1, upTo: 10).delay) == [1, 2, 4, 8, 10, 10])
    #expect((1...4).map(Backoff.exponential(from: 2, factor: 3, upTo: 100).delay) == [2, 6, 18, 54])
    #expect((1...3).map(Backoff.exponential(from: 0, upTo: 10).delay) == [0, 0, 0])
    #expect((1...3).map(Backoff.exponential(from: 50, upTo: 10).delay) == [10, 10, 10])
    #expect((1...4).map(Backoff.linear(3, upTo: 10).delay) == [3, 6, 9, 10])
    #expect((1...2).map(Backoff.constant(7).delay) == [7, 7])
    #expect((1...2).map(Backoff { .seconds($0 * 100) }.delay) == [100, 200])
    #expect(Backoff.exponential(from: 1, upTo: 60).delay(1_000_000) == 60)
  }
}
