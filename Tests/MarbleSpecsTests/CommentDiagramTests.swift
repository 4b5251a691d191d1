import Foundation
import Testing

@testable import MarbleSpecs

/// Every diagram in a documentation comment is a spec with expectations, and holds. Code of Swift is not a diagram.
struct CommentDiagramTests {
  /// The indented blocks of the documentation comments of a text, with the numbers of their first lines.
  static func blocks(in text: String) -> [(line: Int, lines: [String])] {
    var blocks: [(line: Int, lines: [String])] = []
    var isOpen = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let trimmed = line.drop { $0 == " " }
      guard trimmed.hasPrefix("///     ") else {
        isOpen = isOpen && trimmed == "///"
        continue
      }
      if !isOpen { blocks.append((index + 1, [])) }
      isOpen = true
      blocks[blocks.count - 1].lines.append(String(trimmed.dropFirst(8)))
    }
    return blocks
  }

  /// Whether a block shows rows of marbles: a pipeline of a spec, or a name and a row that looks like one.
  static func isDiagram(_ lines: [String]) -> Bool {
    if lines.contains(where: { $0.hasPrefix("> ") || $0.hasPrefix("=") }) { return true }
    if lines.contains(where: { $0.firstMatch(of: /\b(let|var|try|func|await|return)\b|m\.[a-z]+\(|"/) != nil }) {
      return false
    }
    return lines.contains {
      $0.firstMatch(of: /^\S.*?[: ] +[-(\[^][-()\[\]{}A-Za-z0-9^]*-[-()\[\]{}A-Za-z0-9^]*[|#!]?(\s|$)/) != nil
    }
  }

  @Test func whatLooksLikeADiagramIsOne() {
    #expect(Self.isDiagram(["a: -1-2-|", "> a.delay(for: 2)", "=  ---1-2-|"]))
    #expect(Self.isDiagram(["source     -1-2-3-|", "prefix(2)  -1-(2|)"]))
    #expect(!Self.isDiagram(["let typed = m.cold(\"-a-b-|\")", "m.expect(typed).toBe(\"-a-b-|\")"]))
    #expect(!Self.isDiagram(["[a, b].merge()"]))
  }

  @Test func everyDiagramOfACommentHolds() throws {
    let sources = OperatorCoverageTests.sources.deletingLastPathComponent()
    let names = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
    var count = 0
    for name in names.sorted() where name.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appendingPathComponent(name), encoding: .utf8)
      for block in Self.blocks(in: text) where Self.isDiagram(block.lines) {
        count += 1
        do {
          let spec = try ExecutedSpec(SpecText(block.lines.joined(separator: "\n"), file: name))
          let check = SpecCheck(spec)
          #expect(check.failures.isEmpty, "\(name):\(block.line): \(check.failures)")
          let isComplete = spec.file.blocks.allSatisfy { $0.subscribers.allSatisfy { $0.expected != nil } }
          #expect(isComplete, "\(name):\(block.line): a pipeline without an expectation")
        } catch {
          Issue.record("\(name):\(block.line): a diagram in a comment is a spec: \(error)")
        }
      }
    }
    #expect(count > 100)
  }
}
