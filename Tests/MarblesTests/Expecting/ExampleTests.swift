import Marbles
import Pipes
import Testing

struct ExampleTests {
  @Test func debounceWaitsForAPause() throws {
    try marbles { m in
      let typed = m.cold("  -a-b-c------d-|")
      let calm = typed.debounce(for: m.frames(3), scheduler: m.scheduler)
      m.expect(calm).toBe(" --------c-----|")
      m.expect(subscriptionsOf: typed).toBe("^-------------!")
    }
  }
  @Test func aFailureExplainsItself() throws {
    let text = try failure { m in
      let typed = m.cold("  -a-b-c------d-|")
      let calm = typed.debounce(for: m.frames(3), scheduler: m.scheduler)
      m.expect(calm).toBe(" -------c------|")
      m.expect(subscriptionsOf: typed).toBe("^-------------!")
    }
    print(text)
  }
}
