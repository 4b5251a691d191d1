import Pipes
import TestFolder
import Testing
import VirtualTime

@testable import Marbles

/// A row is recorded only if all runs of its call agree: in one process, and in all processes of one `swift test`.
@Suite(.serialized) struct RowRecorderTests {
  private static let file: StaticString = ".build/shared-rows-test.swift"
  /// The source file: a helper that several tests call.
  private static let source = "func check(_ s: String) {\n  m.expect(m.cold(s)).toBe(\n    \"---a|\"\n  )\n}\n"
  private static func source(_ row: String) -> String { source.replacing("---a|", with: row) }
  private static var place: SourcePlace { SourcePlace("Tests/shared-rows-test.swift", file, 2, 27) }

  private let shared: TestFolder
  init() throws {
    shared = try TestFolder()
    try Files.makeFolder(".build")
    try Files.write(Self.source, to: "\(Self.file)")
  }

  /// Runs the helper with some rows, each in a test of its own. Returns what each says.
  private func run(_ rows: [String], _ recorder: RowRecorder) -> [String] {
    rows.map { row in
      do {
        try MarbleTest.perform(at: Self.place, recorder: recorder) { m in
          m.expect(m.cold(row)).toBe("---a|", filePath: Self.file, line: 2, column: 27)
        }
        return ""
      } catch {
        return "\(error)".split(separator: "\n").last.map(String.init) ?? ""
      }
    }
  }
  private func process(_ mode: RowRecorder.Mode = .write) -> RowRecorder {
    RowRecorder(mode, folder: shared.path + "/rows")
  }
  private func text() throws -> String { String(decoding: try Files.read("\(Self.file)"), as: UTF8.self) }

  private static let agreed = "\(file):2: recorded, run again\n  was  ---a|\n  is   -a|"
  private static let differ = "\(file):2: not recorded: runs of this line differ: '-a|' and '--a|'"

  @Test func runsThatAgreeAreWrittenAtTheEnd() throws {
    let one = process()
    #expect(run(["-a|", "-a|"], one) == ["  is   -a|", "  is   -a|"])
    #expect(try text() == Self.source, "nothing is written before the end")
    #expect(one.finish() == [Self.agreed])
    #expect(try text() == Self.source("-a|"))
  }
  /// Asking for problems notes no run and reads no file: the end of a test hands its rows on, once.
  @Test func askingForProblemsChangesNothing() throws {
    let one = process()
    let test = MarbleTest(
      TestSetting(frame: FrameLength(nanoseconds: 1_000_000), place: Self.place, recorder: one))
    defer { test.tearDown() }
    let stream = test.expect(test.cold("-a|")).toBe("---a|", filePath: Self.file, line: 2, column: 27)
    try test.run()
    let texts = (0..<2).map { _ in stream.problems(MarbleReport(test)).map(\.text) }
    #expect(texts[0].count == 1 && texts[0] == texts[1])
    #expect(one.finish().isEmpty)
    #expect(try Files.entry(at: shared.path + "/rows") == nil)
    #expect(throws: MarbleFailure.self) { try test.testRun?.verify() }
    #expect(one.finish() == [Self.agreed])
  }
  @Test func runsThatDifferWriteNothing() throws {
    let one = process()
    #expect(
      run(["-a|", "--a|"], one)
        == ["  is   -a|", "  not recorded: runs of this line differ: '-a|' and '--a|'"])
    #expect(one.finish() == [Self.differ])
    #expect(try text() == Self.source)
  }
  @Test func aRunThatHoldsContradicts() throws {
    for rows in [["---a|", "-a|"], ["-a|", "---a|"]] {
      let folder = try TestFolder(), one = RowRecorder(.write, folder: folder.path + "/rows")
      _ = run(rows, one)
      let words = rows.map { $0 == "-a|" ? "'-a|'" : "'---a|' (as written)" }.joined(separator: " and ")
      #expect(one.finish() == ["\(Self.file):2: not recorded: runs of this line differ: \(words)"])
      #expect(try text() == Self.source)
    }
  }
  /// The row of a run may hold although something else of its expectation fails.
  @Test func aRowThatHoldsInAFailureContradicts() throws {
    let one = process()
    for row in ["---a|", "-a|"] {
      try? MarbleTest.perform(at: Self.place, recorder: one) { m in
        m.expect(m.cold(row)).toBe("---a|", filePath: Self.file, line: 2, column: 27).toSatisfy("never") { _ in false }
      }
    }
    let words = "runs of this line differ: '---a|' (as written) and '-a|'"
    #expect(one.finish() == ["\(Self.file):2: not recorded: \(words)"])
    #expect(try text() == Self.source)
  }
  @Test func processesThatEndTogetherLoseNothing() throws {
    let count = 24, source = { (row: String) in String(repeating: "x.toBe(\"\(row)\")\n", count: count) }
    try Files.write(source("---a|"), to: "\(Self.file)")
    let processes = (1...count).map { line in
      let one = process()
      try? MarbleTest.perform(at: Self.place, recorder: one) { m in
        m.expect(m.cold("-a|")).toBe("---a|", filePath: Self.file, line: line, column: 7)
      }
      return one
    }
    Files.concurrently(count, threads: 8) { _ = processes[$0].finish() }
    #expect(try text() == source("-a|"))
  }
  @Test func processesThatAgreeWriteOnce() throws {
    let (one, two) = (process(), process())
    _ = (run(["-a|"], one), run(["-a|"], two))
    #expect(one.finish() == [Self.agreed])
    #expect(try text() == Self.source("-a|"))
    #expect(two.finish() == [], "an earlier process has said it")
    // It was compiled with the old row, and starts when another process has written already.
    let three = process()
    #expect(run(["-a|"], three) == ["  is   -a|"])
    #expect(three.finish() == [])
    #expect(try text() == Self.source("-a|"))
  }
  @Test func aLaterProcessTakesBackWhatItContradicts() throws {
    for other in ["--a|", "---a|"] {
      try Files.write(Self.source, to: "\(Self.file)")
      let folder = try TestFolder()
      let one = RowRecorder(.write, folder: folder.path + "/rows"),
        two = RowRecorder(.write, folder: folder.path + "/rows")
      _ = run(["-a|"], one)
      #expect(one.finish() == [Self.agreed])
      _ = run([other], two)
      #expect(two.finish().first?.contains(": not recorded: runs of this line differ: '-a|' and '\(other)'") == true)
      #expect(try text() == Self.source, "\(other)")
    }
  }
  /// A process of another `swift test` has another folder, so its runs do not count.
  @Test func anOlderRunContradictsNothing() throws {
    let old = RowRecorder(.write, folder: shared.path + "/old")
    _ = run(["---a|"], old)
    #expect(old.finish() == [])
    let new = process()
    _ = run(["-a|"], new)
    #expect(new.finish() == [Self.agreed])
  }
  @Test func aFileThatSomebodyChangesMeanwhileStays() throws {
    let one = process()
    _ = run(["-a|"], one)
    try Files.write("// new\n" + Self.source, to: "\(Self.file)")
    #expect(one.finish() == ["\(Self.file): not recorded: the file was changed while the tests ran"])
    #expect(try text() == "// new\n" + Self.source)
  }
  @Test func aKnownIssueIsNotRecorded() throws {
    let one = process()
    do {
      try MarbleTest.perform(at: Self.place, recorder: one) { m in
        m.expect(m.cold("-a|")).toBe("---a|", filePath: Self.file, line: 2, column: 27)
      }
      Issue.record("the row differs")
    } catch let failure as MarbleFailure {
      // The failure is at the call of m.expect, the row is elsewhere.
      for problem in failure.problems { one.isKnown(at: problem.place) }
    }
    #expect(one.finish() == ["\(Self.file):2: not recorded: the failure is a known issue"])
    #expect(try text() == Self.source)
    // The known issue of another place says nothing.
    let two = RowRecorder(.write, folder: shared.path + "/two")
    _ = run(["-a|"], two)
    two.isKnown(at: SourcePlace("Marbles", #filePath, 1, 1))
    #expect(two.finish() == [Self.agreed])
  }

  @Test func aReviewAcrossProcesses() throws {
    let pending = { PendingRows(reading: (try? Files.read(PendingRows.path(for: "\(Self.file)"))) ?? []).rows }
    let (one, two) = (process(.review), process(.review))
    _ = (run(["-a|"], one), run(["--a|"], two))
    #expect(one.finish() == [])
    #expect(pending().map(\.new) == [["-a|"]] && pending().first?.code == "  m.expect(m.cold(s)).toBe(")
    #expect(PendingRows.accepted(pending(), in: Array(Self.source.utf8)).source == Array(Self.source("-a|").utf8))
    #expect(two.finish() == [Self.differ])
    #expect(pending() == [])
  }

  // MARK: Files of any layout

  /// A file as it is before and after, and its calls.
  private struct Written {
    var before = ""
    var after = ""
    var runs = RecordedRuns()
    private var random: SplitMixSequence
    private var number = 0

    init(_ seed: UInt64) {
      random = SplitMixSequence(seed: seed)
      for _ in 0...random.below(6) { addCall() }
      both(pick(["\n", "", "\r\n}\r\n"]))
    }
    private mutating func pick(_ choices: [String]) -> String { choices[random.below(choices.count)] }
    private mutating func both(_ text: String) {
      before += text
      after += text
    }
    /// Spaces, line breaks and comments, also with texts that look like rows.
    private mutating func trivia() {
      for _ in 0..<min(random.geometric(), 3) {
        both(
          pick([
            " ", "\t", "\n    ", "\r\n", " // why\n", "// \"-a|\", (\n", "/* \" */", "/* a /* b */ ) */", " /**/ ",
            "\n\n",
          ]))
      }
    }
    private mutating func row() -> String {
      let symbols = ["-", "-", "a", "b", "'x y'", "'\"'", "'\\'", " ", "日"]
      return (0...random.below(5)).map { _ in symbols[random.below(symbols.count)] }.joined() + pick(["|", "", "#"])
    }
    private mutating func literal(_ row: String) -> String {
      if random.isOne(in: 3) { return "##\"\(row)\"##" }
      return Self.plain(row)
    }
    private static func plain(_ row: String) -> String {
      "\"" + row.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    private mutating func addCall() {
      both(
        pick(["\n", "\n", "; ", "\n// toBe(\"-a|\")\n", "\n\tlet é = \"toBe(\"; "]) + pick(["x", "m.expect(a(1))\n  "]))
      both(".toBe" + pick(["", "", " "]))
      let lines = before.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let call = RecordedRuns.Call("f", lines.count, lines.last!.count + 1)
      both("(")
      // Lists of rows as of subscriptions, or one row with or without a table.
      let old = (0..<(random.isOne(in: 3) ? random.below(4) : 1)).map { _ in row() }
      var outcome = RowOutcome.holds(old)
      var new = old, added: [String] = []
      if !random.isOne(in: 4) {
        new = old.map { random.isOne(in: 4) ? $0 : "-" + $0 }
        if old.count != 1, random.isOne(in: 2) { new += ["--new"] }
        if old.count == 1, random.isOne(in: 2) { added = ["\"n\": 7", "\"o\": \"]\""] }
        outcome = .differs(new, added: added)
      }
      number += 1
      arguments(old, new, added)
      runs.add(outcome, of: call, old: old)
      if random.isOne(in: 6) {
        // A second run that does not agree: nothing of the call changes.
        runs.add(.unwritable, of: call, old: old)
        revert(to: call)
      }
    }
    private var start = (before: 0, after: "")
    private mutating func revert(to call: RecordedRuns.Call) {
      after = start.after + before.dropFirst(start.before)
    }
    private mutating func arguments(_ old: [String], _ new: [String], _ added: [String]) {
      start = (before.count, after)
      trivia()
      for index in old.indices {
        if index > 0 {
          both(",")
          trivia()
        }
        let brackets = random.isOne(in: 6)
        if brackets { both("( ") }
        let written = literal(old[index])
        before += written
        after += new[index] == old[index] ? written : Self.plain(new[index])
        if brackets { both(" )") }
        if index == old.count - 1 { after += new.dropFirst(old.count).map { ", " + Self.plain($0) }.joined() }
        trivia()
      }
      if old.isEmpty, !new.isEmpty {
        after = start.after + new.map(Self.plain).joined(separator: ", ") + before.dropFirst(start.before)
      }
      if old.count == 1, new.count == 1, !added.isEmpty || random.isOne(in: 3) { table(added) }
      if !old.isEmpty, random.isOne(in: 5) {
        both(",")
        trivia()
      }
      both(")")
    }
    private mutating func table(_ added: [String]) {
      both(",")
      trivia()
      both("[")
      let entries = added.joined(separator: ", ")
      if random.isOne(in: 3) {
        let space = pick(["", " "])
        before += "\(space):\(space)]"
        after += "\(space)\(added.isEmpty ? ":" : entries)\(space)]"
      } else {
        trivia()
        both(pick(["\"a\": 1", "\"a\": f(\"]\", [1: 2]), \"b\": { [$0] }", "#\"a\"#: (1)"]))
        if random.isOne(in: 2) {
          both(",")
          if !added.isEmpty { after += " \(entries)," }
        } else if !added.isEmpty {
          after += ", \(entries)"
        }
        trivia()
        both("]")
      }
      trivia()
    }
  }

  /// 60 files of each of 20 seeds: what should change has changed, and no other byte.
  @Test(arguments: 0..<20) func filesOfAnyLayout(_ part: UInt64) throws {
    for seed in part * 60..<part * 60 + 60 {
      let file = Written(seed)
      let text = String(decoding: try file.runs.written(to: Array(file.before.utf8), of: "f"), as: UTF8.self)
      #expect(text == file.after, "seed \(seed):\n\(file.before)")
      #expect(RecordedRuns(reading: file.runs.bytes) == file.runs, "seed \(seed)")
      if text != file.after { return }
    }
  }
}
