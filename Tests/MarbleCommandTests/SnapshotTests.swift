import Foundation
import Testing

@testable import MarbleCommandLine
@testable import MarbleSpecs
@testable import Marbles

/// What every command prints of the gallery is kept beside this file and compared.
///
/// `SNAPSHOTS=write swift test --filter SnapshotTests` writes it anew; look at the difference before you commit it.
struct SnapshotTests {
  static let tests = "\(#filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/"))"
  static let gallery = "\(tests.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/"))/Diagrams"

  /// A file and the calls whose output it holds.
  struct Snapshot: Sendable, CustomTestStringConvertible {
    var name: String
    var calls: [[String]]
    var testDescription: String { name }
  }

  static let snapshots = [
    Snapshot(name: "render", calls: [["render", "GALLERY"]]),
    Snapshot(name: "render-everything", calls: [["render", "--stages", "--timers", "--causes", "--ascii", "GALLERY"]]),
    Snapshot(
      name: "render-json",
      calls: ["debounce", "share", "flatMap"].map { ["render", "--format", "json", "GALLERY/\($0).marble"] }),
    Snapshot(name: "check", calls: [["check", "GALLERY"]]),
    Snapshot(name: "explain", calls: [["explain", "GALLERY"]]),
    Snapshot(name: "swift", calls: [["swift", "GALLERY"]]),
    Snapshot(name: "operators", calls: [["operators"]] + OperatorTable.shared.rows.map(\.name).uniqued.map { ["operators", $0] }),
    Snapshot(name: "try", calls: [["try", "a: -1-2-|", "> a.delay(for: 2)"], ["try", "a: -1-|", "> a.dely(for: 2)"]]),
    Snapshot(
      name: "help",
      calls: [["--help"], ["--version"]] + MarbleTool.commands.map { ["help", $0.shape.name] } + [["help", "notation"], ["help", "spec"]]),
  ]

  @Test(arguments: snapshots) func isAsItWas(_ snapshot: Snapshot) throws {
    var text = ""
    for call in snapshot.calls {
      let result = MarbleTool.run(call.map { $0.replacingOccurrences(of: "GALLERY", with: Self.gallery) })
      let words = call.map { $0.allSatisfy { $0.isLetter || "-/.".contains($0) } ? $0 : "'\($0)'" }
      text += "$ marble \(words.joined(separator: " "))\n" + result.output + result.errors + "exit code \(result.code)\n\n"
    }
    text = text.replacingOccurrences(of: Self.gallery, with: "Diagrams").replacingOccurrences(of: "GALLERY", with: "Diagrams")
    let path = "\(Self.tests)/Snapshots/\(snapshot.name).txt"
    if Files.environment("SNAPSHOTS") == "write" { return try Files.write(text, to: path) }
    let kept = String(decoding: try Files.read(path), as: UTF8.self)
    if kept == text { return }
    let (old, new) = (
      kept.split(separator: "\n", omittingEmptySubsequences: false), text.split(separator: "\n", omittingEmptySubsequences: false)
    )
    let line = zip(old, new).prefix { $0 == $1 }.count
    Issue.record(
      """
      \(snapshot.name).txt:\(line + 1): the output of the command has changed
        kept: \(old.indices.contains(line) ? old[line] : "the end")
        now:  \(new.indices.contains(line) ? new[line] : "the end")
      If that is right: SNAPSHOTS=write swift test --filter SnapshotTests
      """)
  }

  @Test func everyCommandHasASnapshot() {
    let commands = Set(Self.snapshots.flatMap(\.calls).map { $0[0] })
    #expect(MarbleTool.commands.map(\.shape.name).filter { !commands.contains($0) } == [])
  }
}
