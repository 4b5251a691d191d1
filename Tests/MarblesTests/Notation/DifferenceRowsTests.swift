import Testing
import VirtualTime

@testable import Marbles

struct DifferenceRowsTests {
  private static func rows(_ texts: [String], at frames: [Int]) throws -> DifferenceRows {
    let lanes = try texts.enumerated().map { (name: "row\($0)", lane: try Lane(parsing: $1, as: .cold)) }
    return DifferenceRows(lanes, marking: frames.map { VirtualInstant(nanoseconds: Int64($0) * 1_000_000) }, inLast: 2)
  }

  /// Whatever the width, no line is longer, and each caret of the whole rows is below the same marks.
  @Test func everyDifferenceIsShown() throws {
    var state: UInt64 = 7
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    for _ in 0..<300 {
      let length = 1 + random(300), marks = ["-", "-", "a", "b", "日"]
      let texts = (0..<3).map { _ in (0..<length).map { _ in marks[random(marks.count)] }.joined() + "|" }
      let frames = (0..<random(9)).map { _ in random(length) }
      let rows = try Self.rows(texts, at: frames), width = 28 + random(120)
      let parts = rows.lines(in: width)
      #expect(parts.allSatisfy { DisplayWidth.of($0) <= width }, "\(texts) \(frames) in \(width)")
      /// The marks of the rows at each caret, in their order.
      func marked(_ lines: ArraySlice<String>) -> [String] {
        lines.split(separator: "").flatMap { part -> [String] in
          let cells = part.map { line in
            line.flatMap { [String($0)] + Array(repeating: "", count: DisplayWidth.of(String($0)) - 1) }
          }
          return (cells.last ?? []).enumerated().filter { $1 == "^" }.map { column, _ in
            cells.map { column < $0.count ? $0[column] : " " }.joined()
          }
        }
      }
      #expect(marked(parts[...]) == marked(rows.lines[...]), "\(texts) \(frames) in \(width)")
    }
  }

  @Test func ofRowsThatAreTooLongTheFirstPartIsShownIfNoneDiffers() throws {
    let rows = try Self.rows([String(repeating: "a", count: 50) + "|"], at: [])
    #expect(rows.lines(in: 31) == ["  row0  " + String(repeating: "a", count: 21) + "…"])
    #expect(rows.lines(in: 61) == rows.lines)
  }
}
