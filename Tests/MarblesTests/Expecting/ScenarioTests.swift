import Marbles
import Pipes
import Testing

/// Uses of streams in apps, each as a marble test.
struct ScenarioTests {
  @Test func searchAsYouType() throws {
    try marbles { m in
      let typed = m.cold("-a-b---c-----------|")
      let found = m.cold("-----1|")
      let results = typed.debounce(for: m.frames(3), scheduler: m.scheduler)
        .map { query in found.map { query + $0 } }
        .switchToLatest()
      m.expect(results).toBe("---------------'c1'---|")
      // The search for 'b' is given up when 'c' has been typed.
      m.expect(subscriptionsOf: found).toBe("------^---!", "----------^-----!")
    }
  }

  @Test func pollingWithRetryAndBackOff() throws {
    try marbles { m in
      let answers = ["-#", "-#", "-(v|)"].map { m.cold($0, error: Trouble.refused) }
      func ask(_ attempt: Int) -> AnyPublisher<String, Trouble> {
        answers[attempt].catch { _ in
          Just(attempt + 1).delay(for: m.frames(2 << attempt), scheduler: m.scheduler).setFailureType(to: Trouble.self)
            .flatMap { ask($0) }
        }.eraseToAnyPublisher()
      }
      m.expect(ask(0)).toBe("---------(v|)")
      m.expect(subscriptionsOf: answers[0]).toBe("^!")
      m.expect(subscriptionsOf: answers[1]).toBe("---^!")
      m.expect(subscriptionsOf: answers[2]).toBe("--------^!")
    }
  }

  @Test func formValidation() throws {
    try marbles { m in
      let name = m.hot("  -A------e--|", ["A": "Ann", "e": ""])
      let agreed = m.hot("---n-y----|", ["n": false, "y": true])
      let isValid = name.combineLatest(agreed) { !$0.isEmpty && $1 }
      m.expect(isValid).toBe("---n-y--n--|", ["n": false, "y": true])
    }
  }

  @Test func aProgressBarThatIsRedrawnSeldom() throws {
    try marbles { m in
      let progress = m.cold("-1-2-3-4-5-|") { Int($0) }
      let shown = progress.throttle(for: m.frames(3), scheduler: m.scheduler, latest: true)
      m.expect(shown).toBe(" -1--2--4--5|") { Int($0) }
    }
  }

  @Test func aRequestWithTimeoutAndFallback() throws {
    try marbles { m in
      let slow = m.cold("------(r|)", failure: Trouble.self)
      let quick = m.cold("-(r|)", failure: Trouble.self)
      func patient(_ request: ColdSource<String, Trouble>) -> some Publisher<String, Never> {
        request.timeout(m.frames(3), scheduler: m.scheduler, customError: { .timedOut }).catch { _ in Just("cached") }
      }
      m.expect(patient(slow)).toBe(" ---('cached'|)")
      m.expect(patient(quick)).toBe("-(r|)")
      m.expect(subscriptionsOf: slow).toBe("^--!")
    }
  }

  @Test func paginationWithBackPressure() throws {
    try marbles { m in
      let page = m.cold("-(ab|)")
      let items = (1...3).publisher.flatMap(maxPublishers: .max(1)) { number in page.map { "\($0)\(number)" } }
      m.expect(items, from: "^------!", demand: "2----2").toBe("-['a1''b1']---['a2''b2']")
      // The next page is asked for as soon as one is used up; more of it only once somebody wants to see it.
      m.expect(subscriptionsOf: page).toBe("^!", "-^---!", "-----^-!")
    }
  }
}
