import Testing

@testable import MarbleSpecs

/// The meaning of specs: each holds, and the same with a wrong row says so.
struct SpecRunTests {
  /// The output of `check` for a spec.
  static func failures(_ text: String) throws -> [String] {
    SpecCheck(try ExecutedSpec(SpecText(text, file: "a.marble"))).failures
  }

  @Test(arguments: [
    // A stream that is never written: it stays silent.
    "a:\n> a\n= -",
    // Hot streams happen whether or not somebody listens; what lies before `^` is not delivered.
    "hot h: -1-^2-3-|\n> h\nfrom --^\n= ---3-|\nsubs h: --^--!",
    "hot h: -1-|\n> h\nfrom -----^\n= -----|",
    // A cold stream begins with its subscriber.
    "a: -1-|\n> a\nfrom --^\n= ---1-|\nsubs a: --^--!",
    // `!` in a from lane is an act: nothing comes after it.
    "a: -1-2-3-|\n> a\nfrom ^---!\n= -1-2\nsubs a: ^---!",
    // Without demand a cold stream's value waits, a hot stream's is lost; the end of a cold stream waits behind its
    // values.
    "a: 123|\n> a\ndemand --1-(2)\n= --1-(23|)",
    "hot h: 123-4|\n> h\ndemand --1\n= --3--|",
    "a: 12|\n> a\ndemand -1\n= -1",
    // Several subscribers of one pipeline; each cold one has a run of its own.
    "a: -1-|\n> a\n= -1-|\nfrom -^\n= --1-|\nsubs a: ^--!\nsubs a: -^--!",
    // No subscription at all.
    "a: -1-|\nb: -2-|\n> a\n= -1-|\nsubs b: -",
    // Derived streams use those above them.
    "a: -1-2-|\nlet b = a.map { $0 * 2 }\nlet c = b.map { $0 + 1 }\n> c.merge(with: b)\n= -[32]-[54]-|",
    // A symbol may name a stream.
    "a: -x-y-|\n  x = x  y = y\nx: -1|\ny: -2|\n> a.flatMap { $0 }\n= --1-2|",
    // The bare failure, the failure with a text, and the one of a table.
    "a: -#\n> a\n= -#",
    "a: -#'bad'\n> a\n= -#'bad'",
    "a: -#\n  # = 404\n> a.catch { Just($0) }\n= -(c|)\n  c = 404",
    "a: -#'any'\n> a\n= -#",
    // Integer literals adapt to decimals.
    "a: -1-x-|\n  x = 2.5\n> a.map { $0 * 2 }\n= -2-5-|",
    // Any value, and values in any order.
    "a: -[12]-3|\n> a\n= -{21}-?|",
    "a: -[123]|\n> a\n= -{3?1}|",
    // Quoted is always a string.
    "a: -'1'-|\n> a.map { $0 + \"!\" }\n= -x-|\n  x = \"1!\"",
    // A bare number is frames where a duration is due, whatever a frame is.
    "frame: 100ms\na: -1-|\n> a.delay(for: 2)\n= ---1-|\n> a.delay(for: .milliseconds(200), scheduler: scheduler)\n= ---1-|",
    // Spaces before the colon mean nothing.
    "frame : 100ms\na : -1-|\n> a.delay(for: 200ms)\n= ---1-|\nsubs a : ^--!",
    // A pipeline over several lines.
    "a: -1-2-|\n> a\n  .map {\n    $0 * 2\n  }\n  .filter { $0 > 2 }\n= ---4-|",
    // Comments and headers.
    "# a comment\ntitle: t\nnote: one\n  two\nfamily: f\nframe: 1s\nlimit: 100\n\na: -1-|\n# another\n> a\n= 1s 1 1s |",
  ])
  func holds(_ spec: String) throws {
    #expect(try SpecRunTests.failures(spec) == [])
  }

  @Test(arguments: [
    ("a: -1-|\n> a\n= --1|", "a.marble:3: a differs at 1ms"),
    ("a: -1-|\n> a\n= -1-#", "a.marble:3: a differs at 3ms"),
    ("a: -1-|\n> a\n= -1", "a.marble:3: a differs at 3ms"),
    ("a: -1-|\n> a\n= -'1'-|", "a.marble:3: a differs at 1ms"),
    ("a: -#\n  # = 1\n> a.map { $0 }\n= -#'2'", "a.marble:4: a.map { $0 } differs at 1ms"),
    ("a: -#'x'\n> a\n= -#\n  # = \"y\"", "a.marble:3: a differs at 1ms"),
    ("a: -[12]|\n> a\n= -[21]|", "a.marble:3: a differs at 1ms"),
    ("a: -[12]|\n> a\n= -{13}|", "a.marble:3: a differs at 1ms"),
    ("a: -1-|\n> a\nsubs a: ^-!", "a.marble:3: the subscriptions of a differ"),
    ("a: -1-|\n> a\nsubs a: -", "a.marble:3: the subscriptions of a differ"),
    ("a: -1-|\n> a", "a.marble:2: nothing to check: no row begins with '=' or 'subs'"),
  ])
  func differs(_ spec: String, _ firstLine: String) throws {
    let failures = try SpecRunTests.failures(spec)
    #expect(failures.map { $0.split(separator: "\n")[0] } == [Substring(firstLine)])
  }

  @Test func aDifferenceIsShownUnderTheRows() throws {
    let spec = """
      frame: 100ms
      typed: -a-b-c------d-|
        a = "S"  b = "Sw"  c = "Swift"  d = "Swifty"
      > typed.debounce(for: 300ms)
      = -------c------|
      """
    let expected = """
      a.marble:5: typed.debounce(for: 300ms) differs at 700ms
        typed     -a-b-c------d-|
        expected  -------c------|
        actual    --------c-----|
                         ^^
        700ms: expected 'c' ("Swift"), nothing happened
        800ms: nothing expected, got 'c' ("Swift")
      """
    #expect(try SpecRunTests.failures(spec) == [expected])
  }

  @Test func subscriptionsAreShownLaneByLane() throws {
    let expected = """
      a.marble:3: the subscriptions of a differ
        expected  ^----!
        actual    ^--!
        actual    ---^--!
      """
    #expect(try SpecRunTests.failures("a: -1-#\n> a.retry(1)\nsubs a: ^----!") == [expected])
  }

  @Test func manyDifferencesAreCut() throws {
    let text = try #require(try SpecRunTests.failures("a: 123456789123456|\n> a\n= |").first)
    #expect(text.hasSuffix("  11ms: nothing expected, got '3'\n  and 4 more differences"))
  }

  @Test(arguments: [
    ("> interval(1)\n= -0", "no end in sight", "interval"),
    ("a: #\n> a.retry(1_000_000)\n= -", "time does not advance", "a subscription"),
    ("> interval(0)\n= -", "time does not advance", "interval"),
  ])
  func whatDoesNotEndIsStopped(_ spec: String, _ reason: String, _ culprit: String) throws {
    let failures = try SpecRunTests.failures("limit: 1000\n" + spec)
    #expect(failures.count == 1)
    let report = try #require(failures.first)
    #expect(
      report.contains("stopped after ") && report.contains(reason) && report.hasSuffix("were \(culprit)"), "\(report)")
  }
}
