import Foundation
import Gallery
import Testing

@testable import MarbleCommandLine
@testable import MarbleSpecs
@testable import Marbles

/// The output of every command is kept beside this file and compared: of those that draw and tell, for forty diagrams
/// that differ in kind, one file each.
///
/// `SNAPSHOTS=write swift test --filter SnapshotTests` writes all of them; look at the difference before you commit it.
struct SnapshotTests {
  static let tests =
    "\(#filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/"))"

  /// A folder of snapshots: the calls by the names of their files.
  struct Folder: Sendable, CustomTestStringConvertible {
    var name: String
    var calls: [String: [String]]
    var testDescription: String { name }

    init(_ name: String, _ calls: [String: [String]]) { (self.name, self.calls) = (name, calls) }
    /// A call for each diagram.
    init(_ name: String, _ words: [String], of diagrams: [String] = Gallery.kinds) {
      self.init(name, Dictionary(uniqueKeysWithValues: diagrams.map { ($0, words + ["GALLERY/\($0).marble"]) }))
    }
  }

  static let folders = [
    Folder("render", ["render"]),
    Folder("render-everything", ["render", "--stages", "--timers", "--causes", "--ascii"]),
    Folder("render-json", ["render", "--format", "json"], of: ["debounce", "share", "flatMap"]),
    // The outcome is one sentence. `.ci/run` checks all diagrams.
    Folder("check", ["check"], of: ["debounce", "law-reduce"]),
    Folder("explain", ["explain"]),
    Folder("swift", ["swift"]),
    Folder("operators", ["all": ["operators"]]),
    Folder("render-events", ["render", "--format", "events"], of: ["debounce", "share", "flatMap"]),
    Folder(
      "recorded",
      [
        "session": ["render", "TESTS/Sessions/session.jsonl"],
        "session-exact": ["render", "TESTS/Sessions/session.jsonl", "--frame", "1ms"],
        "session-explained": ["explain", "TESTS/Sessions/session.jsonl"],
        "session-replayed": ["conform", "--replay", "TESTS/Sessions/Search.marble", "TESTS/Sessions/session.jsonl"],
      ]),
    Folder(
      "conform",
      [
        "differing": ["conform", "TESTS/Sessions/conform.marble", "TESTS/Sessions/conform.jsonl"],
        "inputs": ["conform", "TESTS/Sessions/conform.marble", "--inputs", "5"],
      ]),
    Folder("fmt", ["aligned": ["fmt", "--check", "GALLERY/debounce.marble"]]),
    Folder(
      "lines",
      [
        "good": ["render", "-e", "a: -1-2-|", "> a.delay(for: 2)"],
        "misspelled": ["render", "-e", "a: -1-|", "> a.dely(for: 2)"],
      ]),
    Folder(
      "compare",
      [
        "differing": ["compare", "a.debounce(for: 3)", "a.throttle(for: 3, latest: true)", "--frames", "3"],
        "equal": ["compare", "a.delay(for: 1).delay(for: 2)", "a.delay(for: 3)", "--frames", "3"],
        "json": ["compare", "a.merge(with: b)", "a.append(b)", "--frames", "1", "--format", "json"],
        "found": ["find", "a: 1-1-2-|", "= 1---2-|"],
      ]),
    Folder(
      "help",
      Dictionary(
        uniqueKeysWithValues: [("all", ["--help"]), ("version", ["--version"])]
          + [
            ("watch-none", ["watch", "none"]), ("quiz-none", ["quiz", "none"]),
            ("bash", ["help", "bash"]),
            ("manual-page", ["help", "man"]),
          ]
          + (MarbleTool.commands.map(\.shape.name) + HelpTopic.all.map(\.name)).map { ($0, ["help", $0]) })),
  ]

  @Test(arguments: folders) func isAsItWas(_ folder: Folder) throws {
    let path = "\(Self.tests)/Snapshots/\(folder.name)"
    var now = folder.calls.mapValues(Self.text)
    if folder.name == "operators" {
      now["each"] = OperatorTable.shared.rows.map(\.name).uniqued.map { Self.text(of: ["operators", $0]) }.joined(
        separator: "\n")
    }
    now["spec"] = now["spec"].map(Self.withoutOperators)
    now["manual-page"] = now["manual-page"].map(Self.withoutTopics)
    if Files.environment("SNAPSHOTS") == "write" { return try Self.write(now, to: path) }
    let kept = Set(try Files.names(in: path).map(\.baseName))
    let differences = try Set(now.keys).union(kept).sorted().compactMap { name -> String? in
      guard let now = now[name] else { return "\(name).txt belongs to nothing any more" }
      guard kept.contains(name) else { return "\(name).txt is missing" }
      return Self.difference(of: String(decoding: try Files.read("\(path)/\(name).txt"), as: UTF8.self), now).map {
        "\(name).txt:\($0)"
      }
    }
    if differences.isEmpty { return }
    Issue.record(
      """
      Snapshots/\(folder.name): \(differences.count) of \(now.count) files differ
      \(differences.joined(separator: "\n"))
      If that is right: SNAPSHOTS=write swift test --filter SnapshotTests
      """)
  }

  /// A call and everything it printed.
  private static func text(of call: [String]) -> String {
    let result = MarbleTool.run(
      call.map {
        $0.replacingOccurrences(of: "GALLERY", with: Gallery.folder).replacingOccurrences(of: "TESTS", with: tests)
      })
    let words = call.map { $0.allSatisfy { $0.isLetter || "-/.".contains($0) } ? $0 : "'\($0)'" }
    let text =
      "$ marble \(words.joined(separator: " "))\n" + result.output + result.errors + "exit code \(result.code)\n"
    return text.replacingOccurrences(of: Gallery.folder, with: "Diagrams").replacingOccurrences(
      of: "GALLERY", with: "Diagrams")
  }

  /// The topic about specs without what `operators NAME` says, too: the sentence and the sample of an operator. A text
  /// that differs stays.
  private static func withoutOperators(_ topic: String) -> String {
    let margin = String(repeating: " ", count: 26), forms = OperatorHelp.families.flatMap(\.forms)
    var text = "", isKnown = false
    for block in topic.components(separatedBy: "\n\n") {
      var lines = block.components(separatedBy: "\n"), wasKnown = isKnown
      isKnown = false
      if let head = lines.firstIndex(where: { $0.hasPrefix("  ") }),
        let form = forms.first(where: { "\(lines[head]) ".hasPrefix("  \($0.signature) ") })
      {
        let output = "\n" + MarbleTool.run(["operators", form.name]).output
        let sentence = lines[head].dropFirst(form.signature.count + 2) + lines.filter { $0.hasPrefix(margin) }.joined()
        isKnown =
          words(output).contains(words(String(sentence)))
          && lines[(head + 1)...].allSatisfy { $0.hasPrefix(margin) || output.contains("\n\($0.dropFirst(6))\n") }
        if isKnown { lines[head...] = ["  \(form.signature)"] }
        if head > 0 { wasKnown = false }
      }
      text += (text.isEmpty ? "" : isKnown && wasKnown ? "\n" : "\n\n") + lines.joined(separator: "\n")
    }
    return text
  }
  private static func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The manual page without the topics, which have files of their own.
  private static func withoutTopics(_ page: String) -> String {
    HelpTopic.all.reduce(page) { page, topic in
      page.replacingOccurrences(
        of: "\n\(ManualPage.escaped(topic.text()))\n", with: "\n(that of 'marble help \(topic.name)')\n")
    }
  }
  @Test func whatTheManualPageEscapes() {
    #expect(ManualPage.escaped("'a' -1-\n.b \\c\n a.'") == "\\&'a' \\-1\\-\n\\&.b \\ec\n a.'")
  }

  /// Writes the files of a folder, and removes those that belong to nothing any more.
  private static func write(_ texts: [String: String], to path: String) throws {
    try Files.makeFolder("\(tests)/Snapshots")
    try Files.makeFolder(path)
    for name in try Files.names(in: path) where texts[name.baseName] == nil {
      try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }
    for (name, text) in texts { try Files.write(text, to: "\(path)/\(name).txt") }
  }

  /// The first line that differs, with its number; nil if none does.
  static func difference(of kept: String, _ now: String) -> String? {
    if kept == now { return nil }
    let old = kept.split(separator: "\n", omittingEmptySubsequences: false),
      new = now.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(old, new).prefix { $0 == $1 }.count
    return
      "\(line + 1)\n  kept: \(old.indices.contains(line) ? old[line] : "the end")\n  now:  \(new.indices.contains(line) ? new[line] : "the end")"
  }

  @Test func aDifferenceNamesItsLine() {
    #expect(Self.difference(of: "a\nb\n", "a\nb\n") == nil)
    #expect(Self.difference(of: "a\nb\n", "a\nc\n") == "2\n  kept: b\n  now:  c")
    #expect(Self.difference(of: "a\nb", "a") == "2\n  kept: b\n  now:  the end")
  }

  @Test func everyCommandHasASnapshot() {
    // The language server talks to an editor; its tests do that.
    let commands = Set(Self.folders.flatMap(\.calls.values).map { $0[0] }).union(["lsp"])
    #expect(MarbleTool.commands.map(\.shape.name).filter { !commands.contains($0) } == [])
  }
}
