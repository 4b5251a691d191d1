import MarbleDiagrams
import MarbleRuns
import MarbleSpecs
import Marbles
import Testing
import VirtualTime

@testable import MarbleCommandLine

/// A change of a Markdown document reads few lines again, and finds the same specs as a reading of the whole document.
struct MarkdownChangeTests {
  private static let rows = [
    "", "text", "> a", "a: -1-|", "```marble", "```", "````", "~~~", "~~~marble", "```swift", "  ```marble", "  ```",
    "```marble predict",
    "``` ", "   > Just(1)",
  ]

  @Test func theSpecsAfterAChangeAreThoseOfTheWholeDocument() throws {
    for seed in 0..<3_000 as Range<UInt64> {
      var choices = SplitMixSequence(seed: seed)
      func lines(_ counts: ClosedRange<Int>) -> [[Character]] {
        (0..<Int.random(in: counts, using: &choices)).map { _ in Array(Self.rows.randomElement(using: &choices)!) }
      }
      var document = lines(1...24)
      var specs = Markdown.specs(in: document, file: "a.md")
      for _ in 0..<5 {
        let start = Int.random(in: 0...document.count, using: &choices)
        let end = Int.random(in: start...min(document.count, start + 3), using: &choices)
        let new = document[..<start] + lines(0...3) + document[end...]
        let changed = Markdown.specs(
          in: Array(new), file: "a.md", after: (specs, document.count), head: start, tail: document.count - end)
        let whole = Markdown.specs(in: Array(new), file: "a.md")
        try #require(
          changed.map(Self.description) == whole.map(Self.description),
          "seed \(seed): \(document.map { String($0) }) with rows \(start)..<\(end) changed to \(new.map { String($0) })"
        )
        (document, specs) = (Array(new), changed)
      }
    }
  }
  private static func description(of spec: SpecText) -> String {
    "\(spec.file):\(spec.firstLine) \(spec.indent) \(spec.isPrediction) \(spec.lines.map { String($0) })"
  }

  /// A key runs the spec that it changes; the other specs keep their outcomes, also those that it moves.
  @Test(arguments: ["x", "\n", "```\n\n```marble\n"]) func onlyTheSpecThatChangedRunsAgain(_ text: String) throws {
    let fences = String(repeating: "```marble\n> Just(1)\n\n= (1|)\n```\n", count: 5)
    let document = ServerDocument(uri: "a.md", version: 1, text: fences, language: "markdown")
    while document.analyzeNext() {}
    func place(_ line: Int64) -> JSONText { .object([("line", .number(line)), ("character", .number(0))]) }
    // The empty line of the third fence.
    let change: JSONText = .object([
      ("range", .object([("start", place(12)), ("end", place(12))])), ("text", .string(text)),
    ])
    let changed = try #require(document.changed(by: [change], version: 2))
    let count = changed.specs.count
    #expect(count == (text == "x" || text == "\n" ? 5 : 6))
    #expect(changed.specs.indices.filter { !changed.isKnown($0) } == Array(2..<count - 2))
    #expect(zip([0, 1], [0, 1]).allSatisfy { changed.analysis($0) === document.analysis($1) })
    #expect(changed.analysis(count - 1) === document.analysis(4))
  }
}
