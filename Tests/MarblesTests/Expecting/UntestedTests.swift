import Marbles
import Pipes
import Testing
import VirtualTime

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
      let expectation = m.expect(found).latency(after: found, atMost: m.frames(1))
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
    Part(
      name: "recording",
      headline: "the recording of found was never put to the test: it was read before the run, when it is empty"
    ) {
      m, isSilent, _ in
      let found = m.cold("-a|")
      let seen = m.record(found)
      if !isSilent { try m.run() }
      _ = seen.recording.values
    },
    Part(
      name: "recorder.isOver",
      headline: "the recording of found was never put to the test: it was read before the run, when it is empty"
    ) { m, isSilent, _ in
      let found = m.cold("-a|")
      let seen = m.record(found)
      if !isSilent { try m.run() }
      _ = seen.isOver
    },
    Part(
      name: "recorder.violations",
      headline: "the recording of found was never put to the test: it was read before the run, when it is empty"
    ) { m, isSilent, _ in
      let found = m.cold("-a|")
      let seen = m.record(found)
      if !isSilent { try m.run() }
      _ = seen.violations
    },
  ]

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
    let headline = part.headline.replacing("put to the test", with: "put to the test in any of 4 cases")
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
      "SubscriptionExpectation": "a row for each subscription, or none",
      "DemandExpectation": "a row", "AttemptExpectation": "a row",
      "LawExpectation": "OperatorLaw.values and .upstreams",
      "RuleExpectation": "Rule", "ReleaseExpectation": "Release",
    ]
    let folder = #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" } + "/Sources/Marbles/Expecting"
    var kinds: Set<String> = [], rules: Set<String> = []
    for path in try ["", "/Rules", "/Async", "/Laws", "/Cases"].flatMap({ part in
      try Files.names(in: folder + part).map { folder + part + "/" + $0 }
    })
    where path.hasSuffix(".swift") {
      let text = String(decoding: try Files.read(path), as: UTF8.self)
      for match in text.matches(of: /class ([A-Za-z]+)(?:<[^>\n]*>)?: (?:Test|Listening|Stream|Judging)Expectation/) {
        kinds.insert(String(match.1))
      }
      for match in text.matches(of: /StreamRule\(\s*place: place, name: "([^"]+)"/) { rules.insert(String(match.1)) }
      #expect(text.matches(of: /StreamRule\(/).count == text.matches(of: /StreamRule\(\s*place: place, name: "/).count)
    }
    #expect(kinds == Set(always.keys))
    #expect(rules == ["toEqual", "toSatisfy", "latency", "delivered(on:)"])
    #expect(rules.isSubset(of: Self.parts.map(\.name)))
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
