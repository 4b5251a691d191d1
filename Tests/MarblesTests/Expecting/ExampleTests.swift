import Marbles
import Pipes
import Testing

/// The example of the documentation, as it holds and as it fails.
struct ExampleTests {
  @Test func aFailureExplainsItself() throws {
    let text = try failure { m in
      let typed = m.cold("  -a-b-c------d-|")
      let calm = typed.debounce(for: m.frames(3), scheduler: m.scheduler)
      m.expect(calm).toBe(" -------c------|")
      m.expect(subscriptionsOf: typed).toBe("^-------------!")
    }
    #expect(
      text == """
        +3: calm differs at frame 7
          typed     -a-b-c------d-|
          expected  -------c------|
          actual    --------c-----|
                           ^^
          frame 7: expected 'c', nothing happened
          frame 8: nothing expected, got 'c'
        """)
  }

  @Test func theErrorNamesFileAndLineOfEachProblem() {
    let line = #line
    var text = ""
    do {
      try marbles { m in
        let source = m.cold("a|")
        m.expect(source).toBe("b|")
        m.expect(source)
          .toBe("|")
      }
    } catch {
      text = "\(error)"
    }
    #expect(
      text == """
        ExampleTests.swift:\(line + 5): source differs at frame 0
          source    a|
          expected  b|
          actual    a|
                    ^
          frame 0: expected 'b', got 'a'

        ExampleTests.swift:\(line + 6): source differs at frame 0
          source    a|
          expected  |
          actual    a|
                    ^^
          frame 0: expected the completion '|', got 'a'
          frame 1: nothing expected, got the completion '|'
        """)
  }
}
