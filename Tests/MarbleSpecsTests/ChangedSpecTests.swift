import Foundation
import Gallery
import MarbleDiagrams
import Testing

@testable import MarbleSpecs

/// A spec that is run after a change, with the outcomes of what did not change, is what it is when all of it is run.
struct ChangedSpecTests {
  /// Lines of every diagram of the gallery are left out, written twice, and changed, before other pipelines: one change
  /// in 700 of them all; `CHANGES=1` tries each.
  @Test func aChangedSpecHasTheSameOutcome() throws {
    let stride = ProcessInfo.processInfo.environment["CHANGES"].flatMap { Int($0) } ?? 700
    var (kept, number) = (0, 0)
    for spec in try Gallery.specs() {
      let lines = spec.lines.map { String($0) } + ["> Just(1)", "= (1|)", "> [1, 2].publisher.map { $0 + 1 }"]
      // Most diagrams have no change that is tried, and are not run.
      lazy var old = try? ExecutedSpec(SpecText(lines.joined(separator: "\n"), file: "a.marble"), isTraced: true)
      for line in lines.indices {
        for change in [
          [], [lines[line], lines[line]], [lines[line].replacing("1", with: "2")],
          [lines[line].replacing("-", with: "--")],
        ] {
          number += 1
          if number % stride != 0 { continue }
          var new = lines
          new.replaceSubrange(line...line, with: change)
          guard let old, let file = try? SpecFile(SpecText(new.joined(separator: "\n"), file: "a.marble")),
            let all = try? ExecutedSpec(file, isTraced: true)
          else { continue }
          let some = try ExecutedSpec(file, isTraced: true, after: old)
          let (first, last) = file.unchangedBlocks(since: old.file)
          kept += first + last
          #expect(some.outcomes.map(\.recordings) == all.outcomes.map(\.recordings), "\(new)")
          #expect(some.outcomes.map(\.windows) == all.outcomes.map(\.windows), "\(new)")
          #expect(JSONRenderer.text(of: some.diagram) == JSONRenderer.text(of: all.diagram), "\(new)")
          #expect(SpecCheck(some).failures == SpecCheck(all).failures, "\(new)")
        }
      }
    }
    #expect(kept > 1000 / stride)
  }

  @Test(arguments: [
    // A pipeline that is the same is not run again; one whose subscriber is another one is.
    ("a: -1-|\n> a\n= -1-|\n> a.map { $0 + 1 }", "a: -1-|\n> a\n= -2-|\n> a.map { $0 + 2 }", 1, 0),
    ("a: -1-|\n> a\n> a.first()", "a: -1-|\n> a.last()\n> a.first()", 0, 1),
    ("a: -1-|\n> a\n> a.first()", "a: -1-|\n> a\nfrom --^\n> a.first()", 0, 1),
    ("a: -1-|\n> a\n> a.first()", "a: -1-|\n> a\n> a.first()\n> a.count()", 2, 0),
    // With another source, another table or another frame all of them run.
    ("a: -1-|\n> a\n> a.first()", "a: -1--|\n> a\n> a.first()", 0, 0),
    ("a: -x-|\n> a\n> a.first()\n  x = 1", "a: -x-|\n> a\n> a.first()\n  x = 2", 0, 0),
    ("a: -1-|\n> a\n> a.first()", "frame: 2ms\na: -1-|\n> a\n> a.first()", 0, 0),
  ])
  func onlyWhatIsTheSameIsKept(_ old: String, _ new: String, _ first: Int, _ last: Int) throws {
    let files = try [old, new].map { try SpecFile(SpecText($0, file: "a.marble")) }
    let kept = files[1].unchangedBlocks(since: files[0])
    #expect(kept == (first, last))
  }
}
