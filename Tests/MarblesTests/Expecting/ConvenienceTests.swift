import Marbles
import Pipes
import Testing
import VirtualTime

/// Short forms for tests; each is a line in the documentation.
struct ConvenienceTests {
  // MARK: Values

  @Test func valuesReadFromTheirDescription() throws {
    try marbles { m in
      let numbers = m.cold("-1-2-'30'|", of: Int.self)
      m.expect(numbers.map { $0 * 2 }).toBe("-2-4-'60'|")
      m.expect(numbers.map { Double($0) / 2 }).toBe("-'0.5'-1-'15.0'|")
      m.expect(numbers.map { $0 > 1 }).toBe("-'false'-'true'-'true'|")
      let subject = PassthroughSubject<Int, Never>()
      m.drive(subject, with: "-4-5")
      m.expect(subject, from: "^---!").toBe("-4-5")
      m.expect(m.hot("-x", of: Character.self), from: "^-!").toBe("-x")
      m.expect(m.cold("-x|", of: Substring.self)).toBe("-x|")
    }
  }
  @Test func aValueThatCannotBeRead() throws {
    struct Opaque: Equatable {}
    let text = try failure { m in
      _ = m.cold("-x|", of: Int.self)
      _ = m.cold("-x|", of: Opaque.self)
    }
    #expect(
      text == """
        +1: 'x' is not of type Int
          -x|
           ^
          pass a table, such as ["x": value], or a closure from symbols to Int

        +2: 'x' is not of type Opaque
          -x|
           ^
          pass a table, such as ["x": value], or a closure from symbols to Opaque
        """)
  }
  @Test func sourcesThatOnlyFail() throws {
    try marbles { m in
      let request = m.cold("--#", of: Int.self, error: Trouble.refused)
      m.expect(request).toBe("--#", error: .refused)
      m.expect(request.catch { _ in Just(7) }).toBe("--(7|)")
      m.expect(m.hot("--#", of: Int.self, error: Trouble.refused)).toBe("--#'refused'")
      m.expect(m.cold("-|", of: Int.self)).toBe("-|")
    }
  }

  // MARK: Errors

  private let errors = ["late": Trouble.timedOut, "no": .refused]

  @Test func errorsByNameEverywhere() throws {
    try marbles { m in
      let subject = PassthroughSubject<String, Trouble>(), numbers = PassthroughSubject<Int, Trouble>()
      m.drive(subject, with: "-a#'late'", errors: errors)
      m.drive(numbers, with: "-1#", error: .timedOut, errors: errors) { Int($0) }
      m.expect(subject).toBe("-a#'late'", errors: errors)
      m.expect(numbers).toBe("-1#'late'", errors: errors)
      m.expect(m.cold("-a#'no'", errors: errors)).toBe("-a#", error: .refused)
      m.expect(m.cold("-a#", ["a": 1], error: .timedOut, errors: errors)).toBe("-1#'late'", errors: errors)
      m.expect(m.hot("-1#'no'", errors: errors) { Int($0) }).toBe("-1#'no'", errors: errors)
      m.expect(m.cold("#'no'", of: Int.self, errors: errors)).toBe("#", error: .refused)
    }
  }
  @Test func errorsOfSequencesByName() async throws {
    try await marbles { [errors] m in
      m.expect(m.async("-a#'no'", errors: errors)).toBe("-a#'no'", errors: errors)
      m.expect(m.async("-1#'no'", errors: errors) { Int($0) }).toBe("-1#", error: .refused)
      m.expect(m.async("#'late'", of: Int.self, errors: errors)).toBe("#", error: .timedOut)
      m.expect(m.async("--#", of: Int.self, error: Trouble.refused)).toBe("--#", error: .refused)
    }
  }

  // MARK: Actions

  @Test func actionsWithATable() throws {
    var done: [Int] = []
    try marbles { m in
      m.atEach("-a-b", ["a": 1, "b": 20]) { done.append($0) }
    }
    #expect(done == [1, 20])
    let text = try failure { m in
      m.atEach("-a-c", ["a": 1]) { _ in }
    }
    #expect(
      text == """
        +1: 'c' is not in the table
          -a-c
             ^
          the table has 'a'
        """)
  }
  @Test func asyncActions() async throws {
    try await marbles { m in
      let clock = m.clock, done = PassthroughSubject<String, Never>(), number = PassthroughSubject<Int, Never>()
      m.atEach("-a----b") { symbol in
        try await clock.sleep(for: .milliseconds(2))
        done.send(symbol)
      }
      m.at("x") {
        try await clock.sleep(for: .milliseconds(1))
        done.send("x")
      }
      m.atEach("--c", ["c": 3]) { (value: Int) in
        try await clock.sleep(for: .milliseconds(1))
        number.send(value)
      }
      m.expect(done, from: "^---------!").toBe("-x-a----b")
      m.expect(number, from: "^---------!").toBe("---3")
    }
  }
  @Test func anActionThatFails() async throws {
    let line = #line
    do {
      try await marbles { m in
        m.at("--x") { throw Trouble.refused }
      }
      Issue.record("nothing was reported")
    } catch let failure as MarbleFailure {
      #expect(failure.problems.map(\.text) == ["frame 2: the action failed: refused"])
      #expect(failure.problems.first?.place.line == line + 3)
    }
  }
  @Test func anActionThatFailsAtOnce() throws {
    let text = try failure { m in
      m.at("--x") { throw Trouble.refused }
    }
    #expect(text == "+1: frame 2: the action failed: refused")
  }
  @Test func anAsyncActionInATestThatIsNotAwaited() throws {
    let text = try failure { m in
      m.at("-x") { await Task.yield() }
    }
    #expect(
      text == """
        +1: an async action runs in a test that is awaited
          write try await marbles { … }
        """)
  }

  // MARK: Tuples

  @Test func tuplesWithLabels() throws {
    try marbles { m in
      let pairs = m.cold("-a-b|").map { (name: $0, length: $0.count) }
      m.expect(pairs).toBe("-x-y|", ["x": (name: "a", length: 1), "y": (name: "b", length: 1)])
      let nested = m.cold("-a|").map { (text: $0, size: (width: 1, height: 2)) }
      m.expect(nested).toBe("-x|", ["x": (text: "a", size: (width: 1, height: 2))])
      let stamped = m.hot("-a").timestamp(scheduler: m.scheduler)
      m.expect(stamped, from: "^-!").toBe("-x", ["x": (value: "a", time: VirtualInstant(nanoseconds: 1_000_000))])
    }
    let text = try failure { m in
      let pairs = m.cold("-a|").map { (name: $0, size: (width: 1, height: 2)) }
      m.expect(pairs, name: "pairs").toBe("-x|", ["x": (name: "a", size: (width: 1, height: 3))])
    }
    #expect(text.contains("expected 'x' ("), "\(text)")
  }
  @Test func valuesThatCannotBeCompared() throws {
    struct Opaque {}
    let text = try failure { m in
      m.expect(Just(Opaque())).toBe("(?|)")
    }
    #expect(
      text == """
        +1: values of Opaque cannot be compared
          make the type Equatable, or pass by: with a closure that compares
        """)
  }

  // MARK: Tables

  /// All parameters of a source go together.
  @Test func aSourceWithEverything() throws {
    let (bare, named) = (Trouble.refused, ["late": Trouble.timedOut])
    try marbles { m in
      let rows = ["-1-#", "-2-#'late'", "-3|"], table = ["1": 1, "2": 2, "3": 3]
      let later = Array(rows.dropFirst())
      let sources = [
        m.cold(rows[0], then: later, of: Int.self, failure: Trouble.self, error: bare, errors: named),
        m.cold(rows[0], then: later, of: Int.self, error: bare, errors: named),
        m.cold(rows[0], then: later, table, failure: Trouble.self, error: bare, errors: named),
        m.cold(rows[0], then: later, table, error: bare, errors: named),
        m.cold(rows[0], then: later, error: bare, errors: named) { Int($0) },
      ]
      for source in sources { m.expect(source.retry(2)).toBe("-1--2--3|") { Int($0) } }
      let hot = [
        m.hot(rows[0], of: Int.self, failure: Trouble.self, error: bare, errors: named),
        m.hot(rows[0], table, failure: Trouble.self, error: bare, errors: named),
      ]
      for source in hot { m.expect(source).toBe("-1-#", error: bare) { Int($0) } }
      m.allowUnusedNames()
    }
  }

  @Test func aTableThatSeveralRowsShare() throws {
    let table = ["a": 1, "b": 2, "c": 3]
    try marbles { m in
      // The body has the name for another reason.
      let letters: Set = ["a", "b", "c"]
      m.expect(m.cold("-a-b|", table).filter { $0 < letters.count }).toBe("-a-b|", table)
    }
    try marbles { m in
      m.expect(m.cold("-a-b|", ["a": 1, "b": 2, "c": 3])).toBe("-1-2|")
      m.allowUnusedNames()
    }
  }
  @Test func aTableThatIsWrittenInTheCall() throws {
    let text = try failure { m in
      m.expect(m.cold("-a|", ["a": 1, "b": 2])).toBe("-a|", ["a": 1, "b": 2])
      let table = ["x": 1, "y": 2]
      m.expect(m.cold("-x|", table)).toBe("-1|")
      m.expect(
        m.cold(
          "-p|",
          [
            "p": 1, "q": 2,
          ])
      ).toBe("-1|")
    }
    #expect(
      text == """
        +1: no row uses 'b' of the table
          remove it, or call m.allowUnusedNames()

        +3: no row uses 'y' of the table
          remove it, or call m.allowUnusedNames()

        +5: no row uses 'q' of the table
          remove it, or call m.allowUnusedNames()
        """)
  }

  /// A table that several tests share is no mistake in a test that uses half of it.
  private let shared = ["a": 1, "b": 2]
  @Test func aTableOfTheSuite() throws {
    try marbles { m in
      m.expect(m.cold("-a|", shared)).toBe("-1|")
    }
    try marbles { m in m.expect(m.cold("-b|", shared)).toBe("-b|", shared) }
  }
}
