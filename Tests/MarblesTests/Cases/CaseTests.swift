@testable import Marbles
import Pipes
import Testing
import VirtualTime

/// Tests with generated rows: what they report, and that they find what is wrong.
@Suite struct CaseTests {
  @Test func theShortestRowIsShownWithItsModel() throws {
    let text = try failure(cases: 500) { m in
      let typed = m.hot(any: "abc", ends: [.open])
      let found = typed.debounce(for: m.frames(2), scheduler: m.scheduler)
      let model = typed.delay(for: m.frames(2), scheduler: m.scheduler)
      m.expect(found).toEqual(model)
    }
    // A second value within two frames is the simplest difference: debounce drops the first one.
    #expect(
      text
        == """
        +4: found differs from model at frame 2; case 1 of 500, shrunk to 2 frames
          typed  aa--
          found  ---a
          model  --aa
                   ^
          frame 2: expected 'a', nothing happened
          The pause before the 'a' at frame 0 may be longer: it fails, too. Its value does not matter.
          The value of the 'a' at frame 1 does not matter.
          again: cases: .again("1010")     as a test: m.hot("aa") … toBe("--aa")
        """.replacing("\"1010\"", with: "\"101\""))
  }

  @Test func ofSeveralSourcesAllAreShrunk() throws {
    let text = try failure(cases: 500) { m in
      let left = m.hot(any: "ab", ends: [.open])
      let right = m.cold(any: [1, 2], ends: [.open])
      let found = left.combineLatest(right) { "\($0)\($1)" }
      let model = left.zip(right) { "\($0)\($1)" }
      m.expect(found).toEqual(model)
    }
    // Two values of one source and one of the other: combineLatest sends twice.
    #expect(text.contains("+5: found differs from model at frame 1; case "))
    #expect(text.contains(", shrunk to 2 frames\n  left   a"))
    #expect(text.contains("m.hot(\"a\"), m.cold(\"11\")") || text.contains("m.hot(\"aa\"), m.cold(\"1\")"), "\(text)")
  }

  @Test func allRowsAreRunOnce() throws {
    var rows: [String] = []
    let run = try marbles(cases: .all(frames: 3)) { m in
      let typed = m.hot(any: "ab")
      m.expect(typed).toSatisfy { run in
        rows.append("\(run)")
        return true
      }
    }
    // Each frame is silent, 'a' or 'b': 27 rows that stay open, and 1 + 3 + 9 that finish at frame 0, 1 or 2.
    #expect(run.count == 40)
    #expect("\(run)" == "40 cases of all rows of up to 3 frames")
    #expect(Set(rows).count == 40)
  }

  @Test func moreCasesThanAllowedAreAFailure() throws {
    let text = try failure(cases: .all(frames: 3, atMost: 39)) { m in m.expect(m.hot(any: "ab")).toSatisfy { _ in true }
    }
    #expect(
      text == """
        +0: there are more than 39 cases; 39 were run, and all of them hold
          take fewer symbols, sources or frames, or allow more with atMost:
        """)
  }

  @Test func aCaseIsRepeatedFromItsText() throws {
    func body(_ m: MarbleTest) {
      let typed = m.hot(any: "abc")
      m.expect(typed).toSatisfy("fewer than three values") { $0.values.count < 3 }
    }
    let found = try failure(cases: 500, of: body)
    let text = try #require(found.firstMatch(of: /again\("(.*?)"\)/)).1
    #expect(text == "101010"[..<"101010".index("101010".startIndex, offsetBy: 5)])
    let again = try failure(cases: .again(String(text)), of: body)
    #expect(
      again == """
        +\(again.prefix { $0 != ":" }.dropFirst()): typed does not satisfy fewer than three values; a repeated case
          typed  aaa
          typed  aaa
          again: cases: .again("10101")     as a test: m.hot("aaa")
        """)
    // The number of frames of counted rows belongs to the case.
    #expect(try failure(cases: .all(frames: 3), of: body).contains("again(\"3-10101\")"))
    #expect(try failure(cases: .again("3-10101"), of: body).contains("as a test: m.hot(\"aaa\")"))
  }

  @Test func theSameSeedGivesTheSameText() throws {
    func text(_ seed: UInt64) throws -> String {
      try failure(cases: .drawn(300, seed: seed)) { m in
        let typed = m.hot(any: "abcdef", frames: 30)
        m.expect(typed.collect()).toSatisfy { run in run.values.first?.contains("f") != true || run.values[0].count < 4
        }
      }
    }
    #expect(try text(7) == text(7))
    // The value that matters is the only one that is not the simplest, in one of four places.
    #expect(try text(7).contains(/as a test: m.hot\("[af]{4}\|"\)/))
    #expect(try text(8).contains(/as a test: m.hot\("[af]{4}\|"\)/))
  }

  @Test func casesAreDifferentAndTheSameEachTime() throws {
    func rows(_ seed: UInt64) throws -> [String] {
      var rows: [String] = []
      try marbles(cases: .drawn(200, seed: seed)) { m in
        let row = m.row(any: "ab", ends: [.open, .finished, .failed])
        rows.append(row)
        m.drive(PassthroughSubject<String, Failed>(), with: row, error: Failed()).allowingNoSubscriber()
        m.expect(m.cold("a|")).toBe("a|")
      }
      return rows
    }
    let first = try rows(0)
    #expect(try first == rows(0))
    #expect(try first != rows(1))
    #expect(Set(first).count > 100)
    #expect(
      first.contains { $0.hasSuffix("|") } && first.contains { $0.hasSuffix("#") }
        && first.contains { $0.contains("(") })
  }

  @Test func demandAndSubscriptionAreChosenToo() throws {
    var demands: Set<String> = [], windows: Set<String> = []
    try marbles(cases: 200) { m in
      let source = m.cold(any: "abc")
      let (demand, window) = (m.demand(), m.window())
      demands.insert(demand)
      windows.insert(window)
      m.expect(source.map { $0 }, from: window, demand: demand).toEqual(source)
    }
    #expect(demands.count > 50 && windows.count > 20)
    #expect(demands.contains { $0.contains("*") } && demands.contains("-"))
    #expect(windows.contains("^") && windows.contains { $0.hasPrefix("-") } && windows.contains { $0.hasSuffix("!") })
  }

  @Test func aDemandThatMattersIsShrunk() throws {
    let text = try failure(cases: 500) { m in
      let source = m.hot(any: "ab", ends: [.open])
      m.expect(source, demand: m.demand()).toEqual(source.buffer(size: 4, prefetch: .keepFull, whenFull: .dropNewest))
    }
    // A value that is sent before it is requested is lost without the buffer.
    #expect(text.contains("  source  a-\n  demand  -*\n"), "\(text)")
    #expect(text.contains("  The value of the 'a' at frame 0 does not matter."), "\(text)")
    #expect(
      text.contains(
        "  The request '*' at frame 1 may come at any later frame: it fails, too. Its number does not matter."),
      "\(text)")
  }

  @Test func choicesOfTheTestAreShrunk() throws {
    let text = try failure(cases: 500) { m in
      let count = m.choose(0...1000), isLate = m.choose([false, true])
      m.expect(m.hot(any: "a", ends: [.open]).map { _ in count }).toSatisfy { run in
        run.values.allSatisfy { $0 < 300 } || !isLate
      }
    }
    #expect(text.contains("'300'"), "\(text)")
    #expect(text.contains("shrunk to 1 frame") && text.contains("\n  count is 300\n  isLate is true\n"), "\(text)")
  }

  @Test func aChoiceWithoutANameHasItsLine() throws {
    let text = try failure(cases: 500) { m in
      m.expect(m.hot(any: "a", ends: [.open])).toSatisfy { _ in m.choose(0...9) < 4 }
    }
    #expect(text.contains("\n  the choice at CaseTests.swift:\(#line - 2) is 4\n"), "\(text)")
  }

  @Test func streamsAreComparedWithoutTimeOrOrder() throws {
    try marbles(cases: 100) { m in
      let a = m.hot(any: "ab"), b = m.hot(any: "cd")
      m.expect(a.merge(with: b)).toEqual(b.merge(with: a), ignoring: .order)
      m.expect(a.delay(for: m.frames(2), scheduler: m.scheduler)).toEqual(a, ignoring: .time)
    }
    let text = try failure(cases: 100) { m in
      let a = m.hot("a-b|")
      m.expect(a).toEqual(m.cold("a-c|"), ignoring: .time)
    }
    #expect(text.contains("  frame 2: expected 'c', got 'b'\n  the instants are ignored"), "\(text)")
  }

  @Test func anOrderThatMattersIsFound() throws {
    func body(_ m: MarbleTest) {
      let first = m.hot(any: "a", ends: [.open]), second = m.hot(any: "b", ends: [.open])
      m.expect(first.merge(with: second)).toSatisfy("a before b at one instant") { run in
        zip(run.entries, run.entries.dropFirst()).allSatisfy { left, right in
          left.instant < right.instant || "\(left)" <= "\(right)"
        }
      }
    }
    // In the order of scheduling the first source comes first at each instant.
    _ = try MarbleTest.perform(
      TestTimes(cases: 300), at: SourcePlace(#fileID, #filePath, #line, 1), nil, body)
    let text = try failure(cases: .drawn(300, permutingOrder: true), of: body)
    // At the frame at which some order that was drawn differs.
    #expect(text.contains(/first +(-*)a\n +second +\1b\n +expectation 1 +\1\(ba\)\n/), "\(text)")
    #expect(
      text.contains(
        "  It depends on the order at equal instants: this row does not fail in the order of scheduling.\n"), "\(text)")
    let again = try #require(text.firstMatch(of: /again\("(P.*?)"\)/)).1
    #expect(try failure(cases: .again(String(again)), of: body).contains(/expectation 1 +-*\(ba\)/))
  }

  @Test func lateValuesAreFound() throws {
    let text = try failure(cases: 100) { m in
      let typed = m.hot(any: "a", ends: [.open])
      let found = typed.delay(for: m.frames(4), scheduler: m.scheduler)
      m.expect(found).latency(after: typed, atMost: m.frames(3))
    }
    #expect(
      text == """
        +3: found is too late after typed at frame 4; case 1 of 100, shrunk to 1 frame
          typed  a----
          found  ----a
                     ^
          frame 4: 'a' comes 4 frames after the latest value of typed
          at most 3 frames are allowed
          The 'a' at frame 0 may come at any later frame: it fails, too.
          again: cases: .again("1")     as a test: m.hot("a")
        """)
    try marbles(cases: 100) { m in
      let typed = m.hot(any: "a")
      m.expect(typed.delay(for: m.frames(3), scheduler: m.scheduler)).latency(after: typed, atMost: m.frames(3))
    }
  }

  @Test func aFailureThatDoesNotRepeatIsSaidToBeThat() throws {
    var runs = 0
    let text = try failure(cases: 50) { m in
      runs += 1
      let number = runs
      m.expect(m.hot(any: "a")).toSatisfy { _ in number != 20 }
    }
    #expect(text.contains("; case 20 of 50, not shrunk"))
    #expect(text.contains("the same case does not always fail: it depends on more than its rows"))
  }

  @Test func aShrunkFailureIsOfTheSameKind() throws {
    // Without the row above, every shorter row breaks the second rule.
    let text = try failure(cases: 500) { m in
      let typed = m.hot(any: "ab", ends: [.open])
      m.expect(typed).toSatisfy("fewer than four") { $0.values.count < 4 }
        .toSatisfy("an even number") { $0.values.count >= 4 || $0.values.count % 2 == 0 }
    }
    #expect(text.contains("fewer than four") != text.contains("an even number"))
  }

  struct Failed: Error {}

  @Test func anErrorOfTheBodyIsShrunkToo() throws {
    let text = try failure(cases: 500) { m in
      let row = m.row(any: "ab")
      m.expect(m.hot(row)).toSatisfy { _ in true }
      if row.contains("b") { throw Failed() }
    }
    #expect(
      text == """
        +0: the body threw an error: Failed(); case 1 of 500, shrunk to 1 frame
          The 'b' at frame 0 may come at any later frame: it fails, too.
          again: cases: .again("2")     as a test: "b"
        """)
  }

  @Test(.timeLimit(.minutes(60))) func endlessWorkIsStopped() throws {
    let text = try failure(cases: 5) { m in
      let subject = PassthroughSubject<Int, Never>()
      m.keep(subject.sink { subject.send($0 + 1) })
      m.at("x") { m.scheduler.schedule { Self.spin(m) } }
      m.expect(m.hot(any: "a")).toSatisfy { _ in true }
    }
    #expect(
      text.contains("stopped after 10000 actions at 0 ns and time does not advance")
        || text.contains("stopped after 10000 actions"))
  }
  private static func spin(_ m: MarbleTest) { m.scheduler.schedule { spin(m) } }

  // MARK: Arguments

  @Test func badArgumentsGetSentences() throws {
    func text(cases: Cases = 5, _ body: (MarbleTest) -> Void) throws -> String {
      String(try failure(cases: cases, of: body).drop { $0 != ":" }.dropFirst(2))
    }
    #expect(
      try text { m in m.expect(m.hot(any: "")).toSatisfy { _ in true } }
        == "a generated row needs a symbol\n  write any: \"abc\", or a list of values")
    #expect(
      try text { m in m.expect(m.hot(any: "a", frames: 0)).toSatisfy { _ in true } }
        == "a generated row cannot have 0 frames\n  write a number from 1 to 1000")
    #expect(
      try text { m in m.expect(m.hot(any: "a", frames: .max)).toSatisfy { _ in true } }.hasPrefix(
        "a generated row cannot have 92233"))
    #expect(
      try text { m in m.expect(m.hot(any: "a", atOnce: 0)).toSatisfy { _ in true } }.hasPrefix(
        "0 events at one instant are not possible"))
    #expect(
      try text { m in m.expect(m.hot(any: "a", ends: [])).toSatisfy { _ in true } }.hasPrefix(
        "a generated row needs an end"))
    #expect(
      try text { m in m.expect(m.hot(any: "a", ends: [.failed])).toSatisfy { _ in true } }.hasPrefix(
        "a row that fails needs an error"))
    #expect(try text { _ in } == "nothing is expected\n  write m.expect(…).toBe(\"…\")")
    #expect(try text { m in _ = m.expect(m.hot(any: "a")) }.hasPrefix("expectation 1 has no expected row; case 1 of 5"))
    #expect(try text(cases: 0) { _ in } == "0 cases test nothing\n  write a number of cases, such as cases: 500")
    // Each group of laws has its cases, and all say the same.
    let laws = #expect(throws: MarbleFailure.self) { try checkLaws(cases: 0) { $0.map { $0 } } }
    #expect(laws?.problems.count == 1)
    #expect(try text(cases: .all(frames: 0)) { _ in }.hasPrefix("all rows of up to 0 frames cannot be counted"))
    #expect(
      try text(cases: .again("7 3")) { _ in }
        == "'7 3' is not the text of a case\n  copy the text after again: from a failure")
    #expect(try text(cases: .again("")) { _ in }.hasPrefix("'' is not"))
    #expect(try text(cases: .again("zz")) { _ in }.hasPrefix("'zz' is not"))
  }

  @Test func aGeneratedRowNeedsCases() throws {
    let error = #expect(throws: MarbleFailure.self) {
      try marbles { m in m.expect(m.hot(any: "a")).toSatisfy { _ in true } }
    }
    #expect(error?.problems.first?.text == "a generated row needs cases\n  write try marbles(cases: 500) { m in … }")
    let other = #expect(throws: MarbleFailure.self) {
      try marbles { m in m.expect(m.hot("a")).toSatisfy { _ in m.choose(0...3) > 9 } }
    }
    #expect(other != nil)
  }

  // MARK: The environment

  @Test func theNumberOfCasesIsRaised() throws {
    func run(_ cases: String?, _ share: String?) throws -> [Int] {
      var numbers: [Int] = []
      _ = try MarbleTest.perform(
        TestTimes(cases: 10, settings: CaseSettings(cases: cases, share: share)),
        at: SourcePlace(#fileID, #filePath, #line, 1), nil
      ) { m in
        numbers.append(m.choose(0...1_000_000_000))
        m.expect(m.hot(any: "a")).toSatisfy { _ in true }
      }
      return numbers
    }
    let ten = try run(nil, nil), twenty = try run("20", nil)
    #expect(ten.count == 10 && twenty.count == 20 && Array(twenty.prefix(10)) == ten)
    #expect(try run("5", nil) == ten)
    let shares = try (1...3).map { try run(nil, "\($0)/3") }
    #expect(shares.map(\.count) == [4, 3, 3])
    #expect(Set(shares.joined()) == Set(ten))
  }

  @Test func sharesOfCountedRowsDoNotOverlap() throws {
    func rows(_ share: String?) throws -> [String] {
      var rows: [String] = []
      _ = try MarbleTest.perform(
        TestTimes(cases: .all(frames: 5), settings: CaseSettings(cases: nil, share: share)),
        at: SourcePlace(#fileID, #filePath, #line, 1), nil
      ) { m in
        let row = m.row(any: "ab", ends: [.open, .finished])
        m.expect(m.hot(row)).toSatisfy { _ in
          rows.append(row)
          return true
        }
      }
      return rows
    }
    let all = try rows(nil)
    #expect(Set(all).count == all.count && all.count == 243 + 121)
    // A case of another share that had to run to find the next one is not among these: its outcome does not count.
    let shares = try ["1/3", "2/3", "3/3"].map { try rows($0) }
    #expect(Set(shares.joined()) == Set(all))
    #expect(shares.allSatisfy { $0.count < 300 })
  }

  @Test func aVariableThatCannotBeReadIsNamed() throws {
    func text(_ cases: String?, _ share: String?) throws -> String {
      try failure(cases: 5, settings: CaseSettings(cases: cases, share: share)) { m in
        m.expect(m.hot(any: "a")).toSatisfy { _ in true }
      }
    }
    #expect(
      try text("many", nil) == "+0: MARBLES_CASES is 'many'\n  write a number of cases, such as MARBLES_CASES=10000")
    #expect(
      try text(nil, "9/8")
        == "+0: MARBLES_SHARD is '9/8'\n  write which share of how many runs, such as MARBLES_SHARD=3/8")
    #expect(try text(nil, "0/8").contains("MARBLES_SHARD is '0/8'"))
  }

  // MARK: Async

  @Test func asyncCodeHasCasesToo() async throws {
    let run = try await marbles(cases: 100) { m in
      let typed = m.async("-a-b|")
      let pause = m.choose(0...3)
      let slow = AsyncStream<String> { continuation in
        Task {
          for await value in typed {
            try? await m.clock.sleep(for: .milliseconds(pause))
            continuation.yield(value)
          }
          continuation.finish()
        }
      }
      m.expect(slow).toSatisfy { $0.values == ["a", "b"] }
    }
    #expect(run.count == 100)
    let settings = CaseSettings(cases: nil, share: nil)
    let body: @Sendable (MarbleTest) async throws -> Void = { m in
      let typed = m.hot(any: "ab", ends: [.finished])
      m.expect(typed.values).toSatisfy("no b") { !$0.values.contains("b") }
    }
    let place = SourcePlace(#fileID, #filePath, #line, #column)
    var problems: [MarbleFailure.Problem] = []
    _ = try await MarbleTest.perform(
      TestTimes(cases: 100, settings: settings), at: place, { problems.append($0) }, body)
    let text = try #require(problems.first?.text)
    // The loop begins after the source has sent the values of frame 0.
    #expect(text.contains("no b; case ") && text.contains("m.hot(\"-b|\")"), "\(text)")
  }
}
