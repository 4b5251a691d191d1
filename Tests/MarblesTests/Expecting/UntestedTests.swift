import Foundation
import Pipes
import Testing
import VirtualTime

@testable import Marbles

/// A test is red if its run puts nothing to the test. The set is closed: each kind of expectation, and each part of a
/// test that can be left untested, with a run that leaves it untested.
struct UntestedTests {
  /// A part of a test. `row` is silent (`-`) or not, so that one line of code is untested in one case and tested in
  /// another one.
  struct Part: Sendable, CustomTestStringConvertible {
    var name: String
    /// The beginning of the message.
    var headline: String
    var body: @Sendable (MarbleTest, _ isSilent: Bool, _ isAllowed: Bool) throws -> Void
    var testDescription: String { name }
  }

  static func row(_ isSilent: Bool) -> String { isSilent ? "-" : "-a|" }
  static let parts: [Part] = [
    Part(name: "toEqual", headline: "toEqual of found was never put to the test: neither stream has sent anything") {
      m, isSilent, isAllowed in
      let found = m.cold(row(isSilent)), model = m.cold(row(isSilent))
      let expectation = m.expect(found).toEqual(model)
      if isAllowed { expectation.allowingNone() }
    },
    Part(name: "toSatisfy", headline: "toSatisfy of found was never put to the test: the stream has sent nothing") {
      m, isSilent, isAllowed in
      let found = m.cold(row(isSilent))
      let expectation = m.expect(found).toSatisfy { run in run.values.allSatisfy { $0 == "a" } }
      if isAllowed { expectation.allowingNone() }
    },
    Part(name: "latency", headline: "latency of found was never put to the test: the stream has sent no value") {
      m, isSilent, isAllowed in
      let found = m.cold(row(isSilent))
      let expectation = m.expect(found).latency(after: found.map { $0 }, atMost: m.frames(1))
      if isAllowed { expectation.allowingNone() }
    },
    Part(
      name: "delivered(on:)", headline: "delivered(on:) of found was never put to the test: the stream has sent nothing"
    ) {
      m, isSilent, isAllowed in
      let found = m.cold(row(isSilent)).receive(on: m.scheduler)
      let expectation = m.expect(found, on: m.scheduler)
      if isAllowed { expectation.allowingNone() }
    },
    Part(name: "Rule", headline: "the rule was never put to the test") { m, isSilent, isAllowed in
      let found = m.cold(row(isSilent))
      let rule = m.never(found) { $0 == $1 }
      let second = m.always(found) { $0 == "a" }
      rule.allowingNone()
      if isAllowed { second.allowingNone() }
    },
    Part(name: "Release", headline: "the release of Model was never put to the test: it was gone before the run began")
    {
      m, isSilent, isAllowed in
      final class Model {}
      var model: Model? = Model()
      m.expectReleased(model, by: "--x")
      if isSilent, !isAllowed { model = nil }
      m.at("-x") { model = nil }
    },
    Part(name: "watch", headline: "query was never put to the test: nobody has subscribed to it") {
      m, isSilent, isAllowed in
      let query = m.watch(Just("a"))
      if isAllowed { query.allowingNoSubscriber() }
      let stream = isSilent ? Empty().eraseToAnyPublisher() : query.eraseToAnyPublisher()
      m.expect(stream, name: "stream").toBe(isSilent ? "|" : "(a|)")
    },
    Part(name: "drive", headline: "typed was never put to the test: it had no subscriber at any event of its row") {
      m, isSilent, isAllowed in
      let typed = PassthroughSubject<String, Never>()
      let row = m.drive(typed, with: "-a-b")
      if isAllowed { row.allowingNoSubscriber() }
      // Subscribed at frame 2, or only after the last value.
      m.expect(typed, from: isSilent ? "----^" : "--^").toBe(isSilent ? "-" : "---b")
    },
    early("recording") { _ = $0.recording.values },
    early("recorder.isOver") { _ = $0.isOver },
    early("recorder.violations") { _ = $0.violations },
    Part(
      name: "a recording that nobody reads",
      headline: "the recording of found was never put to the test: nobody has read it"
    ) { m, isSilent, _ in
      let found = m.cold("-a|")
      let seen = m.record(found)
      try m.run()
      if !isSilent { _ = seen.recording.values }
    },
    Part(name: "toEqual of itself", headline: "toEqual of found was never put to the test: it is compared with itself")
    {
      m, isSilent, isAllowed in
      let found = m.cold("-a|"), other = m.cold("-a|")
      other.allowingNoSubscriber()
      let expectation = m.expect(found).toEqual(isSilent ? found : other)
      if isAllowed { expectation.allowingNone() }
    },
    Part(name: "latency of itself", headline: "latency of found was never put to the test: it is compared with itself")
    {
      m, isSilent, isAllowed in
      let found = m.cold("-a|"), other = m.cold("-a|")
      other.allowingNoSubscriber()
      let expectation = m.expect(found).latency(after: isSilent ? found : other, atMost: m.frames(1))
      if isAllowed { expectation.allowingNone() }
    },
    Part(
      name: "from: without a begin", headline: "the subscription of found was never put to the test: from: has no '^'"
    ) {
      m, isSilent, isAllowed in
      let found = m.cold("-a|").allowingNoSubscriber()
      let expectation = m.expect(found, from: isSilent ? "---" : "^").toBe(isSilent ? "-" : "-a|")
      if isAllowed { expectation.allowingNone() }
    },
    Part(
      name: "from: of no length",
      headline: "the subscription of found was never put to the test: it is cancelled at once, and nothing has come"
    ) { m, isSilent, isAllowed in
      let found = m.cold("-a|")
      let expectation = m.expect(found, from: isSilent ? "(^!)" : "^----!").toBe(isSilent ? "-" : "-a|")
      if isAllowed { expectation.allowingNone() }
    },
    Part(name: "drive without an event", headline: "typed was never put to the test: its row has no event") {
      m, isSilent, isAllowed in
      let typed = CurrentValueSubject<String, Never>("z")
      let row = m.drive(typed, with: isSilent ? "---" : "-a-")
      if isAllowed { row.allowingNoSubscriber() }
      m.expect(typed).toBe(isSilent ? "z" : "za")
    },
    action("at") { m, row in m.at(row) {} },
    action("at, with a name", "the action 'tap'") { m, row in m.at(row, name: "tap") {} },
    action("atEach") { m, row in m.atEach(row) { _ in } },
    action("atEach of numbers") { m, row in m.atEach(row, ["x": 1]) { _ in } },
    action("atEach of texts") { m, row in m.atEach(row, ["x": "y"]) { _ in } },
    action("atEach of values") { m, row in m.atEach(row, ["x": true]) { _ in } },
  ]

  /// A recording that is read before the run, when it is empty.
  private static func early(_ name: String, _ read: @escaping @Sendable (Recorder<String, Never>) -> Void) -> Part {
    Part(
      name: name,
      headline: "the recording of found was never put to the test: it was read before the run, when it is empty"
    ) { m, isSilent, _ in
      let found = m.cold("-a|")
      let seen = m.record(found)
      if !isSilent { try m.run() }
      read(seen)
    }
  }
  /// A row of actions, which is all that a test has.
  private static func action(
    _ name: String, _ subject: String = "the action", _ make: @escaping @Sendable (MarbleTest, String) -> ActionRow
  ) -> Part {
    Part(name: name, headline: "\(subject) was never put to the test: its row has no symbol") {
      m, isSilent, isAllowed in
      m.allowUnusedNames()
      let row = make(m, isSilent ? "--" : "-x")
      if isAllowed { row.allowingNone() }
    }
  }

  @Test func actionsInTasks() async throws {
    let makers: [@Sendable (MarbleTest, String) -> ActionRow] = [
      { m, row in m.at(row) { await Task.yield() } }, { m, row in m.atEach(row) { (_: String) in await Task.yield() } },
      { m, row in m.atEach(row, ["x": true]) { (_: Bool) in await Task.yield() } },
    ]
    for (number, make) in makers.enumerated() {
      func run(_ row: String, isAllowed: Bool) async -> String {
        do {
          try await marbles { m in
            m.allowUnusedNames()
            let row = make(m, row)
            if isAllowed { row.allowingNone() }
          }
          return "green"
        } catch {
          return "\(error)"
        }
      }
      let text = await run("--", isAllowed: false)
      #expect(text.contains(": the action was never put to the test: its row has no symbol\n"), "\(number): \(text)")
      #expect(await run("-x", isAllowed: false) == "green", "\(number)")
      #expect(await run("--", isAllowed: true) == "green", "\(number)")
    }
  }

  /// A row that a case chooses may be used in another form, which nobody can see.
  @Test func aChosenRowInAnotherForm() throws {
    try marbles(cases: 20) { m in
      let row = m.row(any: "ab")
      m.expect(m.cold(row.uppercased())).toSatisfy { _ in true }
    }
  }

  /// In a test with cases one of them has to have a value or a failure, unless the type has no values.
  @Test func completionsAlone() throws {
    let text = try failure(cases: 5) { m in
      m.expect(m.hot(any: "ab", ends: [.finished]).filter { _ in false }, name: "none").toSatisfy { _ in true }
    }
    let silence = "was never put to the test in any of 5 cases: the stream has sent no value and no failure\n"
    #expect(text.contains("toSatisfy of none \(silence)"), "\(text)")
    let equal = try failure(cases: 5) { m in
      let typed = m.hot(any: "ab", ends: [.finished])
      m.expect(typed.filter { _ in false }, name: "none").toEqual(typed.filter { $0 == "c" })
    }
    #expect(equal.contains("toEqual of none was never put to the test in any of 5 cases: neither stream"), "\(equal)")
    try marbles(cases: 5) { m in
      let typed = m.hot(any: "ab", ends: [.finished])
      m.expect(typed.ignoreOutput()).toSatisfy { $0.values.isEmpty }
      m.expect(typed.filter { _ in false }).toSatisfy { $0.values.isEmpty }.allowingNone()
    }
    try marbles(cases: 5) { m in
      m.expect(m.hot(any: "a", ends: [.failed], error: Trouble.refused)).toSatisfy { _ in true }
    }
    try marbles { m in m.expect(m.hot("---|")).toSatisfy { $0.values.isEmpty } }
  }

  /// The row that a failure proposes is right.
  @Test func theAdviceHolds() throws {
    typealias Rule = (Marbles.Expectation<String, Never>, HotSource<String, Never>) -> Void
    func advice(_ row: String, _ add: Rule) throws -> String {
      let text = try failure { m in
        let found = m.hot(row)
        add(m.expect(found.filter { _ in false }, name: "none"), found)
      }
      return String(text.split(separator: "\n").last ?? "")
    }
    let isFine: Rule = { none, _ in none.toSatisfy { _ in true } }
    #expect(try advice("-a-", isFine) == "  if that is right, write .toBe(\"-\") or .allowingNone()")
    let isQuick: Rule = { none, found in none.latency(after: found, atMost: .zero) }
    #expect(try advice("-a-", isQuick) == "  if that is right, write .toBe(\"-\") or .allowingNone()")
    // The row has the completion, which is not a value.
    #expect(try advice("-a-|", isQuick) == "  if that is right, write .toBe(\"---|\") or .allowingNone()")
    try marbles { m in m.expect(m.hot("-a-|").filter { _ in false }).toBe("---|") }
    let itself = try failure { m in
      let found = m.hot("-a-|")
      m.expect(found).toEqual(found)
    }
    #expect(itself.hasSuffix("\n  name another stream, or write .allowingNone()"), "\(itself)")
    // Each case has a row of its own.
    let cases = try failure(cases: 5) { m in
      m.expect(m.hot(any: "ab").filter { _ in false }).toSatisfy { _ in true }
    }
    #expect(cases.hasSuffix("\n  if that is right, write .allowingNone()"), "\(cases)")
  }

  /// Rows and expectations that are described while the streams run: one message says it for all of them.
  @Test func describedTooLate() throws {
    let makers: [(String, (MarbleTest, HotSource<String, Never>) -> Void)] = [
      ("expect", { m, s in m.expect(s).toBe("-a|") }), ("toSatisfy", { m, s in m.expect(s).toSatisfy { _ in false } }),
      ("toEqual", { m, s in m.expect(s).toEqual(s.map { $0 + "b" }) }), ("record", { m, s in _ = m.record(s) }),
      ("subscriptionsOf", { m, s in m.expect(subscriptionsOf: s).toBe("-^") }),
      ("demandOn", { m, s in m.expect(demandOn: s).toBe("1") }),
      ("attemptsOf", { m, s in m.expect(attemptsOf: s).toBe("1--1") }),
      ("atMost", { m, s in m.atMost(0, of: s) }),
      ("each", { m, s in m.each(s).isFollowed(by: s.filter { _ in false }) }),
      ("expectReleased", { m, s in m.expectReleased(m, by: "--x") }), ("at", { m, _ in m.at("--x") {} }),
      ("drive", { m, _ in m.drive(PassthroughSubject<String, Never>(), with: "--a") }),
      ("cold", { m, _ in _ = m.cold("--a") }), ("hot", { m, _ in _ = m.hot("--a") }),
    ]
    for (name, make) in makers {
      let text = try failure { m in
        let source = m.hot("-a|")
        m.at("x") {
          make(m, source)
          make(m, source)
        }
        m.expect(source).toBe("-a|")
      }
      #expect(
        text.components(separatedBy: "the test runs already\n  describe everything").count == 2, "\(name): \(text)")
      #expect(!text.contains("never put to the test") && !text.contains("read before"), "\(name): \(text)")
    }
  }

  @Test(arguments: parts) func oneRun(_ part: Part) throws {
    let text = try failure { m in try part.body(m, true, false) }
    #expect(text.contains(": " + part.headline + "\n"), "\(text)")
    // The same code with events, or with the allowance, is green. A recording has no allowance: reading it early is a
    // mistake.
    try marbles { m in try part.body(m, false, false) }
    if !part.name.contains("record") { try marbles { m in try part.body(m, true, true) } }
  }

  /// One case of several is enough; none is not.
  @Test(arguments: parts) func severalCases(_ part: Part) throws {
    if part.name.contains("record") { return }
    let text = try failure(cases: 4) { m in
      _ = m.choose(0...9)
      try part.body(m, true, false)
    }
    var headline = part.headline.replacing("put to the test", with: "put to the test in any of 4 cases")
    if part.name == "toEqual" { headline = headline.replacing("anything", with: "a value or a failure") }
    if part.name == "toSatisfy" { headline = headline.replacing("sent nothing", with: "sent no value and no failure") }
    #expect(text.contains(": " + headline + "\n"), "\(text)")
    try marbles(cases: 8) { m in try part.body(m, m.choose([true, false]), false) }
    try marbles(cases: 4) { m in
      _ = m.choose(0...9)
      try part.body(m, true, true)
    }
  }

  /// Every expectation of the module is in the list: those that are not are said to need no event, with the reason.
  @Test func theListIsComplete() throws {
    let always: [String: String] = [
      "Expectation": "its rules are in the list; a row says itself whether something is expected",
      "LogExpectation": "a row for each subscription, or none; a row of demand or of attempts",
      "LawExpectation": "OperatorLaw.values and .upstreams",
      "RuleExpectation": "Rule", "ReleaseExpectation": "Release",
    ]
    let folder = #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" } + "/Sources/Marbles/"
    var kinds: Set<String> = [], rules: Set<String> = []
    for path in try ["Plan", "Run", "Judging", "Laws", "Attempts"].flatMap({ part in
      try Files.names(in: folder + part).map { folder + part + "/" + $0 }
    })
    where path.hasSuffix(".swift") {
      let text = String(decoding: try Files.read(path), as: UTF8.self)
      for match in text.matches(of: /class ([A-Za-z]+)(?:<[^>\n]*>)?: (?:Test|Listening|Stream|Judging)Expectation/) {
        kinds.insert(String(match.1))
      }
      for match in text.matches(of: /StreamCheck\(\s*place: place, name: "([^"]+)"/) { rules.insert(String(match.1)) }
      #expect(
        text.matches(of: /StreamCheck\(/).count == text.matches(of: /StreamCheck\(\s*place: place, name: "/).count)
    }
    #expect(kinds == Set(always.keys))
    #expect(rules == ["toEqual", "toSatisfy", "latency", "delivered(on:)"])
    #expect(rules.isSubset(of: Self.parts.map(\.name)))
  }

  /// Everything that a body can create, by the name of its function, and what puts it to the test.
  private static let everything: [String: String] = [
    "at": "at", "atEach": "atEach", "drive": "drive without an event", "record": "a recording that nobody reads",
    "expect": "from: without a begin", "expectReleased": "Release", "watch": "watch",
    "row": "nothing: it may be used in another form", "demand": "nothing: as row", "window": "nothing: as row",
    "choose": "nothing: a value may be used anywhere, and a source that it chooses is in the list itself",
    "hot": "aSourceThatNoCaseUses; of a single source the rows say whether it is used",
    "cold": "as hot", "async": "as hot", "session": "as watch: each route is a source",
    "each": "Rule", "none": "Rule", "atMost": "Rule", "atLeast": "Rule", "only": "Rule", "never": "Rule",
    "asMany": "Rule", "always": "Rule", "atEnd": "Rule",
    "finish": "nothing: a stream for a rule", "failure": "nothing: a stream for a rule",
    "end": "nothing: a stream for a rule", "publisher": "nothing: a stream for a rule",
    "scheduler": "nothing: a part of the code", "frames": "nothing: a number",
    "keep": "nothing: the code", "run": "nothing: the run itself", "allowLive": "nothing: it allows",
    "allowUnusedNames": "nothing: it allows", "allowOutsideWork": "nothing: it allows",
    "refuseRealSchedulers": "nothing: it forbids",
  ]
  @Test func theListHasEverythingThatABodyCanCreate() throws {
    let root = #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" } + "/Sources/"
    var found: Set<String> = []
    for folder in ["Marbles/Plan", "Marbles/Run", "Marbles/Judging", "MarblesFoundation/Session"] {
      for name in try Files.names(in: root + folder) where name.hasSuffix(".swift") {
        var isTest = false
        for line in String(decoding: try Files.read("\(root)\(folder)/\(name)"), as: UTF8.self).split(separator: "\n") {
          let text = line.drop { $0 == " " }
          if text.hasPrefix("extension ") || text.contains("class ") || text.hasPrefix("struct ") {
            isTest = text.hasPrefix("extension MarbleTest ") || text.contains("class MarbleTest:")
          }
          if isTest, let match = text.firstMatch(of: /public func ([A-Za-z]+)/) { found.insert(String(match.1)) }
        }
      }
    }
    #expect(found == Set(Self.everything.keys))
    let names = Set(Self.parts.map(\.name))
    for (name, part) in Self.everything where !part.hasPrefix("nothing: ") && !part.hasPrefix("a") {
      #expect(names.contains(part), "\(name)")
    }
  }

  // MARK: Another run

  @Test func aSourceOfAnotherRun() throws {
    for isHot in [true, false] {
      var old: AnyPublisher<String, Never>?
      func use(_ m: MarbleTest) {
        old = isHot ? m.hot("-a|").eraseToAnyPublisher() : m.cold("-a|").eraseToAnyPublisher()
      }
      try marbles { m in
        use(m)
        m.expect(old!).toBe("-a|")
      }
      let text = try failure { m in m.expect(old!, name: "old").toBe(isHot ? "|" : "-") }
      #expect(
        text.hasPrefix(
          "+0: frame 0: a source of another run was subscribed to, and sends nothing here\n  create each source"),
        "\(text)")
      // A run inside a run, whose time does not move.
      try marbles { m in
        use(m)
        let inner = try failure { n in n.expect(old!, name: "outer").toBe("-") }
        #expect(inner.hasPrefix("+0: frame 0: a source of another run was subscribed to"), "\(inner)")
        m.allowLive()
        m.expect(old!).toBe("-a|")
      }
    }
  }

  @Test func theTimeOfAnotherRun() throws {
    var old: TestScheduler<VirtualInstant, Never>?
    var ticks: AnyPublisher<Int, Never>?
    try marbles { m in
      old = m.scheduler
      ticks = Publishers.interval(m.frames(1), scheduler: m.scheduler).eraseToAnyPublisher()
      m.expect(Just(1).delay(for: m.frames(1), scheduler: m.scheduler)).toBe("-(1|)")
    }
    let text = try failure { m in m.expect(Just("a").delay(for: m.frames(1), scheduler: old!), name: "late").toBe("-") }
    #expect(
      text.hasPrefix(
        "+0: frame 0: work was scheduled in the virtual time of a run that is over, and never runs\n  create"),
      "\(text)")
    let repeating = try failure { m in m.expect(ticks!, name: "ticks").toBe("-") { Int($0) } }
    #expect(
      repeating.hasPrefix("+0: frame 0: work was scheduled in the virtual time of a run that is over"), "\(repeating)")
  }

  @Test func theLogOfAnotherRun() throws {
    var old: ColdSource<String, Never>?
    try marbles { m in
      old = m.cold("-a|")
      m.expect(old!).toBe("-a|")
    }
    let text = try failure { m in
      m.expect(m.cold("-a|")).toBe("-a|")
      m.expect(subscriptionsOf: old!).toBe("^-!")
      m.expect(demandOn: old!).toBe("*")
    }
    #expect(
      text == """
        +2: the source of another run was never put to the test
          create the source in the body of this test

        +3: the source of another run was never put to the test
          create the source in the body of this test
        """)
  }

  // MARK: Cases, seeds and laws

  @Test func casesThatGenerateNothing() throws {
    let text = try failure(cases: 100) { m in m.expect(m.hot("-a|")).toBe("-a|") }
    #expect(
      text == """
        +0: nothing is generated, so all 100 cases are the same
          create a source with m.hot(any: "abc"), choose with m.choose(…), or leave out cases:
        """)
    let all = try failure(cases: .all(frames: 3)) { m in m.expect(m.hot("-a|")).toBe("-a|") }
    #expect(all.hasPrefix("+0: nothing is generated, so there is one case\n"), "\(all)")
    // These vary the order, or have one case and say no more.
    try marbles(cases: 1) { m in m.expect(m.hot("-a|")).toBe("-a|") }
    try marbles(cases: .allOrders) { m in m.expect(m.hot("-a|")).toBe("-a|") }
    try marbles(cases: .drawn(4, permutingOrder: true)) { m in m.expect(m.hot("-a|")).toBe("-a|") }
  }

  @Test func aSourceThatNoCaseUses() throws {
    let text = try failure(cases: 5) { m in
      let a = m.hot(any: "ab"), b = m.hot(any: "ab")
      m.expect(a).toSatisfy { _ in true }.allowingNone()
      _ = b
    }
    #expect(text.contains("b was never put to the test in any of 5 cases: nobody has subscribed to it\n"), "\(text)")
    // Another case uses it.
    try marbles(cases: 20) { m in
      let a = m.hot(any: "ab"), b = m.hot(any: "ab")
      m.expect(m.choose([true, false]) ? a : b).toSatisfy { _ in true }.allowingNone()
    }
  }

  @Test func seedsWithoutASeed() throws {
    let error = #expect(throws: MarbleFailure.self) {
      try marbles(seeds: 3..<3) { m in m.expect(m.cold("-a|")).toBe("-a|") }
    }
    #expect(
      error?.problems.first?.text.hasPrefix("seeds: 3..<3 has no seed, so no other order is put to the test\n") == true)
  }

  @Test func seedsWithCases() throws {
    let error = #expect(throws: MarbleFailure.self) {
      try marbles(cases: 10, seeds: 0..<3) { m in m.expect(m.hot(any: "a")).toBe("-a|") }
    }
    #expect(
      error?.problems.first?.text == """
        seeds: and cases: do not go together
          write cases: .drawn(500, permutingOrder: true), which also permutes the order
        """)
    #expect(
      try marbles(seeds: 0..<3) { m in m.expect(m.cold("-a|")).toBe("-a|") }.description
        == "4 runs, 3 of them with a seed")
  }

  @Test func lawsThatAreAllExcepted() throws {
    let error = #expect(throws: MarbleFailure.self) { try checkLaws(except: Set(OperatorLaw.allCases)) { $0 } }
    #expect(error?.problems.first?.text.hasPrefix("every law is excepted, so no law is put to the test\n") == true)
  }

  /// The first run has tested what a run with a seed leaves untested.
  @Test func aSeedNeedNotTestEverythingAgain() throws {
    try marbles(seeds: 0..<10) { m in
      let a = m.hot("-a"), b = m.hot("-b")
      m.expect(a.combineLatest(b).prefix(untilOutputFrom: b.delay(for: 0, scheduler: m.scheduler)).map { "\($0)\($1)" })
        .toSatisfy { _ in true }
      m.allowLive()
    }
  }
}
