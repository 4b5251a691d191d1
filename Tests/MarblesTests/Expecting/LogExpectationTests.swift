import Marbles
import Pipes
import Testing

/// Subscriptions and demand: what is asserted, and the whole text where it does not hold.
struct LogExpectationTests {
  @Test func eachSubscriptionHasItsWindow() throws {
    try marbles { m in
      let source = m.cold("-a-#", error: Trouble.timedOut)
      m.expect(source.retry(2)).toBe("-a--a--a-#")
      m.expect(subscriptionsOf: source).toBe("^--!", "---^--!", "------^--!")
      m.expect(subscriptionsOf: source).toBe(["^--!", "---^--!", "------^--!"])
      m.expect(subscriptionsOf: m.cold("a")).toBe()
      m.expect(subscriptionsOf: m.cold("a")).toBe("-")
    }
  }

  @Test func subscriptionsThatDiffer() throws {
    let text = try failure { m in
      let source = m.cold("-a-#", error: Trouble.timedOut)
      m.expect(source.retry(1)).toBe("-a--a-#")
      m.expect(subscriptionsOf: source).toBe("^--!", "----^-!", "------^")
    }
    #expect(
      text == """
        +3: the subscriptions of source differ at frame 3
          source      -a-#
          expected 1  ^--!
          actual 1    ^--!
          expected 2  ----^-!
          actual 2    ---^--!
          expected 3  ------^
          actual 3    -------
                         ^^ ^
          subscription 2: frame 3: nothing expected, got the subscription
          subscription 2: frame 4: expected the subscription, nothing happened
          subscription 3: frame 6: expected the subscription, nothing happened
        """)
  }

  @Test func whenASubscriptionIsOver() throws {
    let text = try failure { m in
      let source = m.hot("-a-b-c-")
      m.expect(source, from: "--^--!").toBe("---b")
      m.expect(subscriptionsOf: source).toBe("--^---!")
    }
    #expect(
      text == """
        +3: the subscriptions of source differ at frame 5
          source    -a-b-c-
          expected  --^---!
          actual    --^--!
                         ^^
          frame 5: nothing expected, got its end
          frame 6: expected its end, nothing happened
        """)
  }

  @Test func demandUpAndDown() throws {
    try marbles { m in
      let source = m.cold("abcd|")
      m.expect(source, demand: "2 4ms 1 3ms *").toBe("ab---c---(d|)")
      m.expect(demandOn: source).toBe("2----1---*")
      let hot = m.hot("abcd|")
      m.expect(hot, demand: "-1-1").toBe("-b-d|")
    }
  }

  @Test func demandThatDiffers() throws {
    let text = try failure { m in
      let source = m.cold("abcd|")
      m.expect(source.prefix(2), demand: "1-'12'").toBe("a-(b|)")
      m.expect(demandOn: source).toBe("1--*")
    }
    #expect(
      text == """
        +3: the demand on source differs at frame 2
          source    abc   d|
          expected  1--   *-
          actual    1-'12'--
                      ^^^^^
          frame 2: nothing expected, got a request of 12
          frame 3: expected an unlimited request, nothing happened
        """)
  }
}
