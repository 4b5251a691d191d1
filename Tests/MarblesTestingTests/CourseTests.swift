import MarblesTesting
import Pipes
import Testing
import VirtualTime

/// The code of the lessons in the folder `Course`.
struct CourseTests {
  @Test func anArrayOverTime() throws {
    try marbles { m in
      let n = m.cold("   -1--2-3-|", of: Int.self)
      m.expect(n.scan(0) { $0 + $1 }).toBe("-1--3-6-|")
      m.expect(n.count()).toBe("--------(3|)")
      m.expect(n.prefix(2)).toBe("-1--(2|)")
    }
  }

  @Test func aLateSubscriberOfAHotRowMissesWhatCameBefore() throws {
    try marbles { m in
      let cold = m.cold(" -a-b-c|")
      m.expect(cold, from: "--^").toBe("---a-b-c|")
      let hot = m.hot("  -a-b-c|")
      m.expect(hot, from: "--^").toBe("---b-c|")
    }
  }

  @Test func debounceWaitsForAPauseAndThrottleDoesNot() throws {
    try marbles(frame: .milliseconds(100)) { m in
      let key = m.hot("     -abcdefgh-----i----|")
      let calm = key.debounce(for: .milliseconds(300), scheduler: m.scheduler)
      m.expect(calm).toBe(" -----------h-----i-|")
      let paced = key.throttle(for: .milliseconds(300), scheduler: m.scheduler, latest: true)
      m.expect(paced).toBe("-a--d--g--h---i----|")
    }
  }

  @Test func debounceDropsWhatIsPendingAtTheCompletion() throws {
    try marbles(frame: .milliseconds(100)) { m in
      let key = m.hot("    -a----b-|")
      let calm = key.debounce(for: .milliseconds(300), scheduler: m.scheduler)
      m.expect(calm).toBe("----a---|")
      let late = key.delay(for: .milliseconds(300), scheduler: m.scheduler)
      m.expect(late).toBe("----a----b-|")
    }
  }

  @Test func subscribingThroughASchedulerMissesTheFirstValueOfAHotStream() throws {
    try marbles { m in
      let touch = m.hot("   a-b-|")
      m.expect(touch.subscribe(on: m.scheduler)).toBe("--b-|")
      m.expect(touch.receive(on: m.scheduler)).toBe("  a-b-|")
      m.expect(touch.delay(for: m.frames(1), scheduler: m.scheduler)).toBe("-a-b-|")
    }
  }

  @Test func aDiamondHasAGlitchThatADebounceOfZeroRemoves() throws {
    try marbles { m in
      let n = m.hot("-1-2-3-|", ["1": 1, "2": 2, "3": 3])
      let pairs = n.combineLatest(n.map { $0 * 10 }) { "\($0) \($1)" }
      m.expect(pairs).toBe("-a-[bc]-[de]-|", ["a": "1 10", "b": "2 10", "c": "2 20", "d": "3 20", "e": "3 30"])
      let calm = pairs.debounce(for: .zero, scheduler: m.scheduler)
      m.expect(calm).toBe("-a-c-e-|", ["a": "1 10", "c": "2 20", "e": "3 30"])
    }
  }

  @Test func aPressDuringWorkCancelsItOrIsDropped() throws {
    try marbles { m in
      let press = m.hot("  -a-b----c-----|")
      let work = m.cold("  -1-2|")
      let names = ["d": "a1", "e": "a2", "f": "b1", "g": "b2", "h": "c1", "i": "c2"]
      let switched = press.switchMap { p in work.map { p + $0 } }
      m.expect(switched).toBe("--d-f-g--h-i--|", names.filter { $0.key != "e" })
      m.expect(subscriptionsOf: work).toBe("-^-!", "---^---!", "--------^---!")
    }
  }

  @Test func aFailureCaughtInsideLeavesTheSearchFieldAlive() throws {
    struct Busy: Error {}
    try marbles { m in
      let query = m.hot(" -a----b----c--|")
      let server = m.cold("--#", error: Busy())
      let outside = query.setFailureType(to: Busy.self).flatMap { _ in server }.replaceError(with: "d")
      m.expect(outside).toBe("---(d|)")
      let inside = query.flatMap { _ in server.replaceError(with: "d") }
      m.expect(inside).toBe(" ---d----d----d|")
    }
  }

  @Test func aSharedRequestIsMadeOnce() throws {
    try marbles { m in
      let match = m.cold("-1-2-3-|")
      let shared = match.share()
      m.expect(shared, from: "^").toBe("-1-2-3-|")
      m.expect(shared, from: "----^").toBe("-----3-|")
      m.expect(subscriptionsOf: match).toBe("^------!")
    }
  }

  @Test func aBufferThatRequestsOnlyWhatFitsLosesTheNewestOfAHotStream() throws {
    try marbles { m in
      let ping = m.hot("-1-2-3-4-|")
      let open = ping.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)
      m.expect(open, demand: "---------1-1-1").toBe("---------3-4-|")
      let full = ping.buffer(size: 2, prefetch: .keepFull, whenFull: .dropOldest)
      m.expect(full, demand: "---------1-1-1").toBe("---------1-2-|")
    }
  }

  func hits(
    _ typed: some Publisher<String, Never>, _ answer: some Publisher<String, Never>,
    on scheduler: some Scheduler<VirtualInstant>
  ) -> some Publisher<String, Never> {
    typed.debounce(for: .milliseconds(300), scheduler: scheduler).removeDuplicates()
      .map { q in answer.map { _ in "hits for \(q)" } }.switchToLatest()
  }

  @Test func theSearchFieldHoldsInEveryOrder() throws {
    try marbles(frame: .milliseconds(100), seeds: 0..<50) { m in
      let typed = m.hot("  -t-r---p-----------|", ["t": "T", "r": "Tr", "p": "Trip"])
      let answer = m.cold("-----x|")
      let found = hits(typed, answer, on: m.scheduler)
      m.expect(found).toBe("---------------a---|", ["a": "hits for Trip"])
      m.expect(subscriptionsOf: answer).toBe("------^---!", "----------^-----!")
    }
  }

  @Test func withAQuickerServerItHoldsByLuck() throws {
    var problems: [String] = []
    try marbles(frame: .milliseconds(100), seeds: 0..<50, report: { problems.append($0.text) }) { m in
      let typed = m.hot("  -t-r---p-----------|", ["t": "T", "r": "Tr", "p": "Trip"])
      let answer = m.cold("----x|")
      let found = hits(typed, answer, on: m.scheduler)
      m.expect(found).toBe("----------b---a----|", ["a": "hits for Trip", "b": "hits for Tr"])
    }
    #expect(problems.first?.hasPrefix("the test holds only in some orders") == true)
  }
}
