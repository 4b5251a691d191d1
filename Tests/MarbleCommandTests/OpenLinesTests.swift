import MarbleDiagrams
import MarbleRuns
import Marbles
import Testing
import VirtualTime
@testable import MarbleCommandLine

struct OpenLinesTests {
  /// Pieces that join with each other: accents, flags, families, keycaps, marks that stand before, Korean syllables,
  /// ends of lines.
  private static let pieces = [
    "a", "-", "1", " ", "é", "e\u{301}", "\u{301}", "👩", "\u{200D}", "👩‍👩‍👧", "🇩", "🇪", "🇩🇪", "\u{FE0F}", "\u{20E3}",
    "\u{600}", "한", "\u{1112}",
    "\u{1161}",
    "\u{11AB}", "क", "\u{94D}", "\n", "\r\n", "", "日",
  ]

  /// A change in a line has the outcome of the whole text read again, and so do the columns of each line in code units.
  @Test func changesAreThoseOfTheWholeText() throws {
    for seed in 0..<4_000 as Range<UInt64> {
      var choices = SplitMixSequence(seed: seed)
      func text(_ count: Int) -> String {
        (0..<Int.random(in: 0...count, using: &choices)).map { _ in Self.pieces.randomElement(using: &choices)! }
          .joined()
      }
      var whole = text(12)
      var lines = OpenLines(whole)
      for _ in 0..<6 {
        let row = Int.random(in: 0..<lines.lines.count, using: &choices)
        let units = String(lines.lines[row]).utf16.count
        let ends = [Int.random(in: 0...units + 1, using: &choices), Int.random(in: 0...units + 1, using: &choices)]
          .sorted()
        let new = text(3)
        // A pair of surrogates is not cut: no editor does so.
        let line = String(lines.lines[row]).utf16
        let bounds = ends.map { min($0, units) }
        guard
          bounds.allSatisfy({
            line.index(line.startIndex, offsetBy: $0).samePosition(in: String(line).unicodeScalars) != nil
          })
        else {
          continue
        }
        let before = lines.lines[..<row].map { String($0) + "\n" }.joined(),
          after = lines.lines[(row + 1)...].map { "\n" + String($0) }.joined()
        let changed = Array(line.prefix(bounds[0])) + Array(new.utf16) + Array(line.dropFirst(bounds[1]))
        whole = before + String(decoding: changed, as: UTF16.self) + after
        func place(_ unit: Int) -> JSONText {
          .object([("line", .number(Int64(row))), ("character", .number(Int64(unit)))])
        }
        let change = JSONText.object([
          ("range", .object([("start", place(ends[0])), ("end", place(ends[1]))])), ("text", .string(new)),
        ])
        let isApplied = lines.apply(change)
        #expect(isApplied)
        try #require(
          lines.lines == OpenLines.readAgain(whole),
          "seed \(seed): \(whole.debugDescription) after \(new.debugDescription)")
        for (row, line) in lines.lines.enumerated() {
          let counts = line.indices.map { String(line[..<$0]).utf16.count } + [String(line).utf16.count]
          try #require(
            line.indices.map { lines.units(row, $0) } + [lines.units(row, line.count + 1)] == counts,
            "seed \(seed): \(line)")
          let found = (-1...counts[line.count] + 1).map { lines.character(at: $0, in: row).index }
          let expected = (-1...counts[line.count] + 1).map { unit in max(0, counts.lastIndex { $0 <= unit } ?? 0) }
          try #require(found == expected, "seed \(seed): \(line)")
        }
      }
    }
  }
}

extension OpenLines {
  fileprivate static func readAgain(_ text: String) -> [[Character]] {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }.map(Array.init)
  }
}
