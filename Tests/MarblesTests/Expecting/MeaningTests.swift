import Marbles
import Pipes
import Testing

/// The meanings of symbols: tables, transforms, errors, and the whole message for wrong ones.
struct MeaningTests {
  @Test func tablesAndTransforms() throws {
    try marbles { m in
      let numbers = m.cold("-a-'bc'-|", ["a": 1, "bc": 2])
      m.expect(numbers).toBe("-x-y-|", ["x": 1, "y": 2])
      m.expect(numbers).toBe("-1-2-|") { Int($0) }
      let digits = m.hot("-1-2-|") { Int($0) }
      m.expect(digits.map { $0 + 1 }).toBe("-2-3-|") { Int($0) }
      m.expect(digits.map { _ in }).toBe("-?-?-|")
    }
  }

  @Test func failures() throws {
    try marbles { m in
      let one = m.cold("-#", error: Trouble.refused)
      m.expect(one).toBe("-#")
      m.expect(one).toBe("-#", error: .refused)
      m.expect(one).toBe("-#'refused'")
      let two = m.hot("-a-#'late'", ["a": 1], failure: Trouble.self, errors: ["late": .timedOut])
      m.expect(two).toBe("-1-#", error: .timedOut) { Int($0) }
      m.expect(m.cold("-a|", failure: Trouble.self)).toBe("-a|")
      let any = one.tryMap { $0 }
      m.expect(any).toBe("-#", error: Trouble.refused)
    }
  }

  @Test func anUnknownName() throws {
    let text = try failure { m in
      _ = m.cold("-a-c|", ["a": 1, "b": 2])
      m.expect(m.cold("-1|") { Int($0) }).toBe("-x|", ["y": 1, "x": 2])
      _ = m.cold("-x|") { Int($0) }
      m.expect(Just(1)).toBe("(a|)")
    }
    #expect(
      text == """
        +1: 'c' is not in the table
          -a-c|
             ^
          the table has 'a', 'b'

        +3: 'x' is not of type Int
          -x|
           ^
          the closure returned nil

        +4: 'a' is not of type Int
          (a|)
           ^
          pass a table, such as ["a": value], or a closure from symbols to Int
        """)
  }

  @Test func anUnusedName() throws {
    let text = try failure { m in
      let table = ["a": 1, "b": 2, "c": 3]
      let source = m.cold("-a-b|", table)
      m.expect(source).toBe("-a-b|", table)
      m.expect(m.cold("-#'x'", failure: Trouble.self, errors: ["x": .refused, "y": .timedOut])).toBe("-#")
    }
    #expect(
      text == """
        +4: no row uses 'y' of the table
          remove it, or call m.allowUnusedNames()
        """)
  }

  @Test func aNameOfOneTableMayBeUsedByAnotherRow() throws {
    try marbles { m in
      let table = ["a": 1, "b": 2, "c": 3]
      let source = m.cold("-a-b|", table)
      m.expect(source.map { $0 + 1 }).toBe("-b-c|", table)
    }
  }

  @Test func anErrorThatIsNotGiven() throws {
    let text = try failure { m in
      _ = m.cold("-a#")
      _ = m.cold("-a#'x'", error: Trouble.refused)
      _ = m.cold("-a#'x'", failure: Trouble.self, errors: ["y": .refused])
      _ = m.cold("-a#", failure: Trouble.self)
    }
    #expect(
      text == """
        +1: '#' has no error
          -a#
            ^
          pass error: with the failure of the stream

        +2: '#'x'' has no error
          -a#'x'
            ^^^^
          pass errors: ["x": …], or error: for a bare '#'

        +3: 'x' is not in the table of errors
          -a#'x'
            ^^^^
          the table has 'y'

        +4: '#' has no error
          -a#
            ^
          pass error: with the failure of the stream
        """)
  }

  @Test func rowsThatCannotBeReadAreReportedTogetherAndNothingRuns() throws {
    var hasRun = false
    let text = try failure { m in
      let source = m.cold("-a(b")
      m.at("x") { hasRun = true }
      m.expect(source, from: "^-^", demand: "0").toBe("-|a")
      m.expect(subscriptionsOf: source).toBe("^", "x")
    }
    #expect(
      text == """
        +1: the group is not closed
          -a(b
            ^^
          write ')' at its end

        +3: a second '^'
          ^-^
            ^
          write each subscription as a row of its own

        +3: '0' is not a number of values to request
          0
          ^
          write 1 to 9, a larger number in quotes such as '12', or *

        +3: the stream has ended before 'a'
          -|a
            ^
          after '|' only silence may follow

        +4: a row of a subscription cannot hold 'x'
          x
          ^
          it holds '^' where the subscription begins and '!' where it ends
        """)
    #expect(!hasRun)
  }
}
