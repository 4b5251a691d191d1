import TestFolder
import Testing

@testable import MarbleSpecs

/// The meaning of specs, in `runs.txt`: each holds, and the same with a wrong row says so.
struct SpecRunTests {
  /// The output of `check` for a spec.
  static func failures(_ text: String) throws -> [String] {
    SpecCheck(try ExecutedSpec(SpecText(text, file: "a.marble"))).failures
  }

  @Test(arguments: TextTable("runs.txt").rows) func holdsOrDiffers(_ row: TextTable.Row) throws {
    let failures = try SpecRunTests.failures(row.input)
    #expect(failures.map { String($0.prefix { $0 != "\n" }) } == (row.isMistake ? row.said : []))
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
