import Marbles
import Pipes
import Testing
import VirtualTime

@Suite("timeout") struct TimeoutTests {
  @Test("TI-05 silence ends the stream, and the upstream is cancelled") func expires() throws {
    try marbles { m in
      let u = m.hot("--------", of: Int.self, error: Oops.oops)
      m.expect(u.timeout(m.frames(5), scheduler: m.scheduler)).toBe("-----|")
      m.expect(subscriptionsOf: u).toBe("^----!")
      m.expect(demandOn: u).toBe("*")
    }
  }

  @Test("TI-05 with an error of one's own") func customError() throws {
    try marbles { m in
      let u = m.hot("--------", of: Int.self, error: Oops.oops)
      m.expect(u.timeout(m.frames(5), scheduler: m.scheduler, customError: { .other })).toBe("-----#", error: .other)
    }
  }

  @Test("TI-05 every value starts the clock again") func restarts() throws {
    try marbles { m in
      let u = m.hot("----1---2-------3", of: Int.self)
      m.expect(u.timeout(m.frames(5), scheduler: m.scheduler)).toBe("----1---2----|")
      m.expect(subscriptionsOf: u).toBe("^------------!")
    }
  }

  @Test("TI-05 the first request starts the clock again, later ones do not") func firstRequest() throws {
    try marbles { m in
      let u = m.hot("------------", of: Int.self)
      m.expect(u.timeout(m.frames(5), scheduler: m.scheduler), demand: "---1---1").toBe("--------|")
      m.expect(demandOn: u).toBe("---1---1")
    }
  }

  @Test("TI-05 the end stops the clock") func end() throws {
    try marbles { m in
      let u = m.hot("--|", of: Int.self), v = m.hot("--#", of: Int.self, error: Oops.oops)
      m.expect(u.timeout(m.frames(5), scheduler: m.scheduler)).toBe("--|")
      m.expect(v.timeout(m.frames(5), scheduler: m.scheduler)).toBe("--#", error: .oops)
    }
  }

  @Test("TI-05 a cancel stops everything") func cancel() throws {
    try marbles { m in
      let u = m.hot("-1------", of: Int.self)
      m.expect(u.timeout(m.frames(5), scheduler: m.scheduler), from: "^--!").toBe("-1")
      m.expect(subscriptionsOf: u).toBe("^--!")
    }
  }

  @Test("TI-05 shape of Timeout") func shape() {
    let scheduler = TestScheduler()
    let publisher = Just(1).timeout(5, scheduler: scheduler)
    #expect(publisher.interval == 5)
    #expect(publisher.scheduler === scheduler)
    #expect(publisher.options == nil)
    #expect(publisher.customError == nil)
  }
}
