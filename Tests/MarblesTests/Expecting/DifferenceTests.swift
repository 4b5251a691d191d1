import Marbles
import Pipes
import Testing

/// The whole text of each way in which a stream can differ from what is expected.
struct DifferenceTests {
  @Test func aValueOfATable() throws {
    let text = try failure { m in
      let numbers = m.cold("-a-b-|", ["a": 1, "b": 2])
      m.expect(numbers.map { $0 * 10 }, name: "tens").toBe("-x-y-|", ["x": 10, "y": 30])
    }
    #expect(
      text == """
        +2: tens differs at frame 3
          numbers   -a-b   -|
          expected  -x-y   -|
          actual    -x-'20'-|
                       ^^^^
          frame 3: expected 'y' (30), got 20
        """)
  }

  @Test func theEnd() throws {
    let text = try failure { m in
      m.expect(m.cold("-a|")).toBe("-a--|")
      m.expect(m.cold("-a|")).toBe("-a-")
      m.expect(m.cold("-a-")).toBe("-a|")
    }
    #expect(
      text == """
        +1: expectation 1 differs at frame 2
          cold 1    -a|
          cold 2    -a|
          cold 3    -a---
          expected  -a--|
          actual    -a|
                      ^ ^
          frame 2: nothing expected, got the completion '|'
          frame 4: expected the completion '|', nothing happened

        +2: expectation 2 differs at frame 2
          cold 1    -a|
          cold 2    -a|
          cold 3    -a-
          expected  -a-
          actual    -a|
                      ^
          frame 2: nothing expected, got the completion '|'

        +3: expectation 3 differs at frame 2
          cold 1    -a|
          cold 2    -a|
          cold 3    -a-
          expected  -a|
          actual    -a-
                      ^
          frame 2: expected the completion '|', nothing happened
        """)
  }

  @Test func theFailure() throws {
    let text = try failure { m in
      let request = m.cold("--#", error: Trouble.timedOut)
      m.expect(request).toBe("--#", error: .refused)
      m.expect(request).toBe("--|")
      m.expect(request).toBe("--#'refused'")
    }
    #expect(
      text == """
        +2: request differs at frame 2
          request   --#
          expected  --#
          actual    --#'timedOut'
                      ^^^^^^^^^^^
          frame 2: expected the failure refused, got the failure timedOut

        +3: request differs at frame 2
          request   --#
          expected  --|
          actual    --#'timedOut'
                      ^^^^^^^^^^^
          frame 2: expected the completion '|', got the failure timedOut

        +4: request differs at frame 2
          request   --#
          expected  --#'refused'
          actual    --#'timedOut'
                      ^^^^^^^^^^^
          frame 2: expected the failure refused, got the failure timedOut
        """)
  }

  @Test func failuresOfATable() throws {
    try marbles { m in
      let request = m.cold("--#", error: Trouble.timedOut)
      m.expect(request).toBe("--#'slow'", errors: ["slow": .timedOut])
      m.expect(request.map { $0.count }).toBe("--#'slow'", errors: ["slow": .timedOut]) { Int($0) }
    }
    let text = try failure { m in
      let request = m.cold("--#", error: Trouble.timedOut)
      m.expect(request).toBe("--#'slow'", errors: ["slow": .timedOut])
      m.expect(request).toBe("--#'no'", errors: ["no": .refused, "slow": .timedOut])
    }
    #expect(
      text == """
        +3: request differs at frame 2
          request   --#
          expected  --#'no'
          actual    --#'slow'
                      ^^^^^^^
          frame 2: expected the failure refused, got the failure timedOut
        """)
    let unknown = try failure { m in
      let request = m.cold("--#", error: Trouble.timedOut)
      m.expect(request).toBe("--#'ol'", errors: ["no": .refused, "slow": .timedOut])
    }
    #expect(
      unknown == """
        +2: 'ol' is not in the table of errors
          --#'ol'
            ^^^^^
          the table has 'no', 'slow'
        """)
  }

  @Test func theOrderAtOneInstant() throws {
    let text = try failure { m in
      let pair = m.cold("-(ab|)")
      m.expect(pair).toBe("-(ba|)")
    }
    #expect(
      text == """
        +2: pair differs at frame 1
          pair      -(ab|)
          expected  -(ba|)
          actual    -(ab|)
                     ^^^^^
          frame 1: expected 'b', 'a', the completion '|', got 'a', 'b', the completion '|'
        """)
  }

  @Test func anyValueAndAnyOrder() throws {
    try marbles { m in
      let source = m.cold("a-[bc]-(dd)-|")
      m.expect(source).toBe("?-{cb}-(d?)-|")
      m.expect(source).toBe("?-{b?}-{dd} 4ms |")
    }
    let text = try failure { m in
      let source = m.cold("a-[bc]-|")
      m.expect(source).toBe("?-{cd}?|")
    }
    #expect(
      text == """
        +2: source differs at frame 2
          source    a-[bc]-|
          expected  ?-{cd}?|
          actual    a-[bc]-|
                      ^^^^^
          frame 2: expected 'c' and 'd' in any order, got 'b', 'c'
          frame 3: expected any value, nothing happened
        """)
  }

  @Test func whatMayComeEarlierOrLater() throws {
    try marbles { m in
      let source = m.cold("--a-b--(c|)")
      m.expect(source).toBe("-a---b-(c|)", within: m.frames(1))
      m.expect(source).toBe("--a-b-(c|)", within: m.frames(1))
    }
    let text = try failure { m in
      let source = m.cold("--a-b--|")
      m.expect(source).toBe("-a---b----|", within: m.frames(1))
    }
    // Each event is drawn when it came, also one that was allowed to come then.
    #expect(
      text == """
        +2: source differs at frame 7
          source    --a-b--|
          expected  -a---b----|
          actual    --a-b--|
                           ^  ^
          frame 7: nothing expected, got the completion '|'
          frame 10: expected the completion '|', nothing happened
          events may come 1ms early or late; '|' comes 3ms early; allowed: 'a' 1ms late, 'b' 1ms early
        """)
    // The order may not differ: a is 5 frames early, and b, which is exact, came after it.
    let swapped = try failure { m in
      let source = m.cold("-a-b----|")
      m.expect(source).toBe("---b--a-|", within: m.frames(5))
    }
    #expect(
      swapped == """
        +2: source differs at frame 1
          source    -a-b----|
          expected  ---b--a-|
          actual    -a-b----|
                     ^    ^
          frame 1: nothing expected, got 'a'
          frame 6: expected 'a', nothing happened
          events may come 5ms early or late; their order may not differ
        """)
  }

  @Test func betweenFrames() throws {
    let text = try failure(frame: .milliseconds(10)) { m in
      let source = m.cold("a---|")
      m.expect(source.delay(for: .milliseconds(5), scheduler: m.scheduler), name: "late").toBe("a---|")
    }
    #expect(
      text == """
        +2: late differs at frame 0
          source    a       ---   |
          expected  a       ---   |
          actual      @5ms a 25ms   @45ms |
                    ^      ^      ^       ^
          all 2 events come 5ms late
        """)
  }

  @Test func ofALongRowThePartsWithDifferencesAreShown() throws {
    let text = try failure { m in
      let source = m.cold(String(repeating: "abcd------", count: 30) + "|")
      m.expect(source.filter { $0 != "c" }, name: "some").toBe(String(repeating: "ab-d------", count: 20) + "a")
    }
    func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }
    let told = [
      201: "b", 203: "d", 210: "a", 211: "b", 213: "d", 220: "a", 221: "b", 223: "d", 230: "a", 231: "b", 233: "d",
      240: "a",
    ]
    let sentences = told.sorted { $0.key < $1.key }.map { "  frame \($0.key): nothing expected, got '\($0.value)'" }
    #expect(
      text == """
        +2: some differs at frame 201
          source    …cd------\(times(7, "abcd------"))abcd----…
          expected  …-d------\(times(2, "ab-d------"))a\(times(57, "-"))…
          actual    …-d------\(times(7, "ab-d------"))ab-d----…
                     \(times(29, " "))^ ^\(times(5, "      ^^ ^"))

          source    …--\(times(4, "abcd------"))|
          expected  …\(times(43, "-"))
          actual    …--\(times(4, "ab-d------"))|
                       \(times(4, "^^ ^      "))^
        \(sentences.joined(separator: "\n"))
          and 18 more differences
        """)
  }

  @Test func manyDifferences() throws {
    let text = try failure { m in
      let source = m.cold("abcdefghijklmno")
      m.expect(source).toBe("|")
    }
    let sentences = (1...11).map { "  frame \($0): nothing expected, got '\(Array("abcdefghijklmno")[$0])'" }
    #expect(
      text == """
        +2: source differs at frame 0
          source    abcdefghijklmno
          expected  |
          actual    abcdefghijklmno
                    ^^^^^^^^^^^^^^^
          frame 0: expected the completion '|', got 'a'
        \(sentences.joined(separator: "\n"))
          and 3 more differences
        """)
  }

  @Test func wideCharactersStayAligned() throws {
    let text = try failure { m in
      let 入力 = m.cold("-日-👍🏽-x|")
      m.expect(入力).toBe("-日---y|")
    }
    #expect(
      text == """
        +2: 入力 differs at frame 3
          入力      -日-👍🏽-x|
          expected  -日-- -y|
          actual    -日-👍🏽-x|
                        ^^ ^
          frame 3: nothing expected, got '👍🏽'
          frame 5: expected 'y', got 'x'
        """)
  }

  @Test func aValueTooLongForARowGetsALetter() throws {
    let text = try failure { m in
      let source = m.cold("-a-b|")
      m.expect(source.map { $0 == "a" ? "short" : "something rather long" }, name: "words").toBe("-'short'-a|")
    }
    #expect(
      text == """
        +2: words differs at frame 3
          source    -a      -b|
          expected  -'short'-a|
          actual    -'short'-b|
                             ^
          frame 3: expected 'a', got 'b' ("something rather long")
        """)
  }
}
