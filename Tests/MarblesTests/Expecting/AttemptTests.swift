import Marbles
import Pipes
import Testing
import VirtualTime

/// Attempts at a source: one row of the instants at which its subscriptions begin.
struct AttemptTests {
  @Test func nineRetriesAreOneRow() throws {
    try marbles { m in
      let request = m.cold("-#", error: Trouble.refused)
      // Each attempt fails after a frame, and the next one begins at once.
      m.expect(request.retry(9)).toBe("----------#", error: .refused)
      m.expect(attemptsOf: request).toBe("123456789'10'")
    }
    // Two attempts at one instant, and none.
    try marbles { m in
      let request = m.cold("#", error: Trouble.refused), other = m.cold("-a")
      m.expect(request.retry(1)).toBe("#", error: .refused)
      m.expect(attemptsOf: request).toBe("(12)")
      m.expect(attemptsOf: other).toBe("-")
    }
  }

  @Test func aDifferenceNamesInstantsAndNumbersAttempts() throws {
    let text = try failure { m in
      let request = m.cold("-#", error: Trouble.refused)
      m.expect(request.retry(2)).toBe("---#", error: .refused)
      m.expect(attemptsOf: request).toBe("a-aa")
      _ = m.expect(attemptsOf: request)
    }
    #expect(
      text == """
        +3: the attempts at request differ at frame 1
          request   -#
          expected  1-23
          actual    123-
                     ^ ^
          frame 1: nothing expected, got an attempt
          frame 3: expected an attempt, nothing happened

        +4: the attempts at request have no expected row
          write .toBe("…") after m.expect
        """)
  }

  /// Rows for several subscriptions are shown where they play.
  @Test func rowsOfSeveralSubscriptionsAreShownWhereTheyPlay() throws {
    let text = try failure { m in
      let request = m.cold("-#", then: ["--#", "-b|"], error: Trouble.refused)
      m.expect(request.retry(2), name: "answer").toBe("----a|")
    }
    // The second subscription begins at frame 1, the third one at frame 3.
    #expect(
      text == """
        +2: answer differs at frame 4
          request 1  -#
          request 2  ---#
          request 3  ----b|
          expected   ----a|
          actual     ----b|
                         ^
          frame 4: expected 'a', got 'b'
        """)
  }
}
