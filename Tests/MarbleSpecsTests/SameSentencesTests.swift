import Marbles
import Testing
import VirtualTime

@testable import MarbleSpecs

/// A test and `check` write the same sentences about the same rows.
struct SameSentencesTests {
  private enum Trouble: Error { case error }

  /// The sentences of a test, with instants as a spec writes them.
  private func ofTest(_ row: String, _ expected: String) throws -> [String] {
    do {
      try marbles { m in m.expect(m.cold(row, error: Trouble.error)).toBe(expected) }
      return []
    } catch let failure as MarbleFailure {
      let lines = failure.description.split(separator: "\n").map(String.init)
      return lines.filter { $0.hasPrefix("  frame ") || $0.hasPrefix("  all ") || $0.hasPrefix("  and ") }.map { line in
        guard line.hasPrefix("  frame "), let colon = line.firstIndex(of: ":") else { return line }
        let number = line[..<colon].dropFirst("  frame ".count)
        return "  \(number)" + (number == "0" ? "s" : "ms") + line[colon...]
      }
    }
  }
  private func ofCheck(_ row: String, _ expected: String) throws -> [String] {
    let failures = SpecCheck(try ExecutedSpec(SpecText("source: \(row)\n> source\n= \(expected)", file: "a"))).failures
    return failures.flatMap { $0.split(separator: "\n").map(String.init) }.filter {
      $0.hasPrefix("  all ") || $0.hasPrefix("  and ") || $0.prefix { $0 != ":" }.hasSuffix("ms")
        || $0.hasPrefix("  0s:")
    }
  }

  @Test(arguments: [
    (
      "-a-b|", "-a--b|",
      [
        "  3ms: nothing expected, got 'b'", "  4ms: expected 'b', got the completion '|'",
        "  5ms: expected the completion '|', nothing happened",
      ]
    ),
    ("-a#", "-a|", ["  2ms: expected the completion '|', got the failure error"]),
    ("-a#", "-a#'gone'", ["  2ms: expected the failure gone, got the failure error"]),
    ("-a|", "-?#", ["  2ms: expected a failure, got the completion '|'"]),
    ("-[ab]|", "-{bc}|", ["  1ms: expected 'b' and 'c' in any order, got 'a', 'b'"]),
    ("-a-b|", "--a-b|", ["  all 3 events come 1 frame early"]),
  ]) func byHand(_ row: String, _ expected: String, _ sentences: [String]) throws {
    #expect(try ofTest(row, expected) == sentences)
    #expect(try ofCheck(row, expected) == sentences)
  }

  @Test(arguments: 0..<200 as Range<UInt64>) func ofRowsBySeed(_ seed: UInt64) throws {
    var dice = SplitMixSequence(seed: seed)
    func row(_ cells: [String]) -> String {
      (0..<Int.random(in: 1...14, using: &dice)).map { _ in cells.randomElement(using: &dice)! }.joined()
        + ["", "|", "|", "#"].randomElement(using: &dice)!
    }
    let happened = row(["-", "-", "a", "b", "[ab]"]), expected = row(["-", "-", "a", "b", "?", "[ab]", "{ab}"])
    #expect(try ofTest(happened, expected) == ofCheck(happened, expected), "\(happened) and \(expected)")
  }
}
