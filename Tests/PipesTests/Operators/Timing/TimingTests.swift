import Marbles
import Pipes
import Testing
import VirtualTime

@Suite("delay and debounce") struct TimingTests {
  @Test("TI-03 values and the end come later, in order; requests pass at once") func delay() throws {
    try marbles { m in
      let u = m.hot("-1-2|", of: Int.self)
      m.expect(u.delay(for: m.frames(5), scheduler: m.scheduler), demand: "3").toBe("------1-2|")
      m.expect(demandOn: u).toBe("3")
    }
  }

  @Test("TI-03 a failure is delayed too") func delayFailure() throws {
    try marbles { m in
      let u = m.hot("-1#", of: Int.self, error: Oops.oops)
      m.expect(u.delay(for: m.frames(5), scheduler: m.scheduler)).toBe("------1#", error: .oops)
    }
  }

  @Test("TI-03 a cancel drops what is on its way") func delayCancel() throws {
    try marbles { m in
      let u = m.hot("-1---2--", of: Int.self)
      m.expect(u.delay(for: m.frames(5), scheduler: m.scheduler), from: "^--!").toBe("---")
      m.expect(subscriptionsOf: u).toBe("^--!")
    }
  }

  @Test("TI-02 a value comes when it was quiet for so long; each value starts the wait again") func debounce() throws {
    try marbles { m in
      let u = m.hot("-1-2------3-------|", of: Int.self)
      m.expect(u.debounce(for: m.frames(5), scheduler: m.scheduler)).toBe("--------2------3--|")
      m.expect(demandOn: u).toBe("*")
    }
  }

  @Test("TI-02 G13 of what is due without demand the newest waits, and the finish behind it") func debounceNoDemand() throws {
    try marbles { m in
      let u = m.hot("1-----2-------3-----4-----|", of: Int.self)
      m.expect(u.debounce(for: m.frames(5), scheduler: m.scheduler), demand: "1-----------1---------------1").toBe(
        "-----1------2---------------(4|)")
    }
  }

  @Test("TI-02 the end discards what waits, and comes without delay") func debounceEnd() throws {
    try marbles { m in
      let u = m.hot("-1-|", of: Int.self), v = m.hot("-1-#", of: Int.self, error: Oops.oops)
      m.expect(u.debounce(for: m.frames(5), scheduler: m.scheduler)).toBe("---|")
      m.expect(v.debounce(for: m.frames(5), scheduler: m.scheduler)).toBe("---#", error: .oops)
    }
  }

  @Test("TI-02 a cancel leaves no timer and no value") func debounceCancel() throws {
    try marbles { m in
      let u = m.hot("-1------", of: Int.self)
      m.expect(u.debounce(for: m.frames(5), scheduler: m.scheduler), from: "^--!").toBe("---")
      m.expect(subscriptionsOf: u).toBe("^--!")
    }
  }

  @Test("BC-36 interval counts the ticks; without demand they are lost; a cancel leaves no timer") func interval() throws {
    try marbles { m in
      let ticks = Publishers.interval(m.frames(2), scheduler: m.scheduler)
      m.expect(ticks, from: "^------------!", demand: "2--------*").toBe("--0-1-----4-5")
    }
  }

  @Test("TI-03 shape of Delay") func delayShape() {
    let scheduler = TestScheduler()
    let publisher = Just(1).delay(for: 5, tolerance: 1, scheduler: scheduler)
    #expect(publisher.interval == 5)
    #expect(publisher.tolerance == 1)
    #expect(publisher.scheduler === scheduler)
    #expect(Just(1).delay(for: 5, scheduler: scheduler).tolerance == scheduler.minimumTolerance)
  }

  @Test("TI-02 shape of Debounce") func debounceShape() {
    let scheduler = TestScheduler()
    let publisher = Just(1).debounce(for: 5, scheduler: scheduler)
    #expect(publisher.dueTime == 5)
    #expect(publisher.scheduler === scheduler)
    #expect(publisher.options == nil)
  }
}
