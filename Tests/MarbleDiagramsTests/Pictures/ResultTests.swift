import Marbles
import Testing
import VirtualTime

@testable import MarbleDiagrams
@testable import MarbleRuns
@testable import MarbleSpecs

/// The results so far, the answers and the waits in the boxes of operators.
struct ResultTests {
  /// The elements of a picture that have words, each with its frames: those at an instant, those of a range, and what is
  /// lost.
  private static func told(_ text: String) throws -> [String] {
    let diagram = try PosterTests.diagram(text)
    let trace = try #require(diagram.runs[0].trace)
    let plan = PosterPlan(
      trace, TraceIndex(trace), run: 0, of: diagram, Coloring(diagram, Lettering(diagram)), isCompact: false)
    func frame(_ instant: Int64) -> String { "\(instant / Lane.defaultFrame)" }
    let elements = plan.nodes.flatMap(\.elements).filter { $0.kind != .lane }.sorted { $0.from < $1.from }
    return elements.compactMap { element in
      let time = frame(element.from) + (element.to == element.from ? "" : "–" + (element.to.map(frame) ?? ""))
      if element.ending == .lost { return "\(time) lost" }
      if element.kind == .words { return nil }
      return element.label.isEmpty && element.kind != .bar ? nil : "\(time) \(element.label)"
    }
  }

  /// Derived from the rows by hand, where a group takes a frame for each character: a result so far lasts from one value
  /// to the next, an answer stands at its value.
  @Test(arguments: [
    ("a: -1-2-3-|\n> a.reduce(10) { $0 + $1 }", ["0–1 10", "1–3 11", "3–5 13", "5–7 16"]),
    ("a: -(12)-3--|\n> a.count()", ["0–1 0", "1–6 2", "6–9 3"]),
    ("a: -1-2\n> a.count()", ["0–1 0", "1–3 1", "3– 2"]),
    ("a: ---|\n> a.count()", ["0–3 0"]),
    ("a: -1-2-5-|\n> a.allSatisfy { $0 < 4 }", ["1 true", "3 true"]),
    ("a: -1-2-3-|\n> a.contains(2)", ["1 ≠ 2"]),
    ("a: -1-2-3-|\n> a.contains { $0 > 1 }", ["1 false"]),
    ("a: -1-2-3-|\n> a.firstIndex(where: { $0 > 2 })", ["1 false", "3 false"]),
    ("a: -1---2-|\nb: ---1---3|\n> a.sequenceEqual(b)", ["1–3 ", "3 equal", "5–7 "]),
    ("a: -1--2-|\n> a.measureInterval(using: scheduler)", ["0–1 1ms", "1–4 3ms"]),
    ("a: -1-9-2-|\n> a.prefix(while: { $0 < 5 })", ["3 lost"]),
    ("a: -1-2-|\nb: --x--|\n> a.prefix(untilOutputFrom: b)", []),
    ("a: -1-#\nhot b: -----x--\n> a.retry { _ in b }.prefix(2)", ["3–5 waits for b"]),
    ("a: -1-----|\nb: --x-x---|\n> a.sample(b)", ["1–2 ", "4 nothing new"]),
  ]) func whatIsKept(text: String, expected: [String]) throws {
    #expect(try Self.told(text) == expected)
  }

  /// The running totals of random rows are those that Swift computes.
  @Test func ofRandomRows() throws {
    for seed in 0..<60 as Range<UInt64> {
      var random = SplitMixSequence(seed: seed)
      var (row, frame, totals) = ("", 0, [(0, 0)])
      for digit in (0..<Int.random(in: 1...7, using: &random)).map({ _ in Int.random(in: 1...9, using: &random) }) {
        let gap = Int.random(in: 0...3, using: &random)
        row += String(repeating: "-", count: gap) + "\(digit)"
        totals.append((frame + gap, totals[totals.count - 1].1 + digit))
        frame += gap + 1
      }
      let ends = totals.dropFirst().map(\.0) + [frame]
      let bars = zip(totals, ends).filter { $0.0 < $1 }
      let reduced = try Self.told("a: \(row)|\n> a.reduce(0) { $0 + $1 }")
      #expect(reduced == bars.map { "\($0.0)–\($1) \($0.1)" }, "seed \(seed): \(row)")
    }
  }
}
