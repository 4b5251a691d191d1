import Foundation
import Testing

@testable import MarbleCommandLine
@testable import Marbles

/// `marble check --review` and `marble check --review`: each row that differs is accepted or rejected by a key.
struct ReviewTests {
  typealias Folder = MarbleToolTests.Folder

  /// Runs the command on a terminal whose user presses these keys, and then closes it.
  static func run(_ folder: Folder, _ words: [String], keys: String, beforeUpdate: @escaping () -> Void = {})
    -> MarbleTool.Result
  {
    var terminal = Terminal()
    (terminal.isInteractive, terminal.width) = (true, 300)
    var rest = Substring(keys)
    var result = MarbleTool.run(
      words.map { $0.replacingOccurrences(of: "DIR", with: folder.path) }, on: terminal, beforeUpdate: beforeUpdate,
      key: { _ in rest.popFirst() })
    result.output = result.output.replacingOccurrences(of: folder.path, with: "DIR")
    result.errors = result.errors.replacingOccurrences(of: folder.path, with: "DIR")
    return result
  }

  // MARK: Specs

  static let two =
    "# Twice\na:   -1-2-|\n\n> a.map { $0 * 2 }   # doubled\n=    -2-5-|\n>   a.delay(for: 1)\n= --1-3-|\n"

  @Test func aRowIsShownWithBothTextsAndTheReason() throws {
    let folder = try Folder(["a.marble": MarbleToolTests.wrong])
    let result = Self.run(folder, ["check", "--review", "DIR"], keys: "a")
    #expect(
      result
        == .init(
          output: """
            DIR/a.marble:3: a.map { $0 * 2 } differs at 3ms
              a         -1-2-|
              expected  -2-5-|
              actual    -2-4-|
                           ^
              3ms: expected '5', got '4'

              old  = -2-5-|
              new  = -2-4-|

            a accept, r reject, s skip, q stop: a

            1 row differs: 1 accepted
            1 spec checked: 1 updated

            """))
    #expect(try folder.text("a.marble") == MarbleToolTests.good)
    let page = String(decoding: try Files.read("Sources/Marbles/Marbles.docc/TheCommand.md"), as: UTF8.self)
    let shown = result.output.replacing("DIR/a.marble", with: "Specs/double.marble").replacing(
      "\n1 spec checked: 1 updated\n", with: "\n```")
    #expect(page.contains("```text\n" + shown), "the page shows this output")
  }

  /// The keys, the two rows afterwards, and what is pending.
  @Test(arguments: [
    ("aa", "-2-4-|", "--1-2-|", 0, "2 rows differ: 2 accepted\n1 spec checked: 1 updated\n"),
    ("A", "-2-4-|", "--1-2-|", 0, "2 rows differ: 2 accepted\n1 spec checked: 1 updated\n"),
    (
      "as", "-2-4-|", "--1-3-|", 1,
      "2 rows differ: 1 accepted, 1 pending\n  pending: DIR/a.marble:7\n1 spec checked: 1 not as expected\n"
    ),
    ("ra", "-2-5-|", "--1-2-|", 1, "2 rows differ: 1 accepted, 1 rejected\n1 spec checked: 1 not as expected\n"),
    ("rr", "-2-5-|", "--1-3-|", 1, "2 rows differ: 2 rejected\n1 spec checked: 1 not as expected\n"),
    (
      "q", "-2-5-|", "--1-3-|", 1,
      "2 rows differ: 2 pending\n  pending: DIR/a.marble:5\n  pending: DIR/a.marble:7\n1 spec checked: 1 not as expected\n"
    ),
    (
      "a", "-2-4-|", "--1-3-|", 1,
      "2 rows differ: 1 accepted, 1 pending\n  pending: DIR/a.marble:7\n1 spec checked: 1 not as expected\n"
    ),
    ("x?\u{1B}aa", "-2-4-|", "--1-2-|", 0, "2 rows differ: 2 accepted\n1 spec checked: 1 updated\n"),
  ]) func keys(_ keys: String, _ first: String, _ second: String, _ code: Int32, _ end: String) throws {
    let folder = try Folder(["a.marble": Self.two])
    let result = Self.run(folder, ["check", "--review", "DIR/a.marble"], keys: keys)
    // Comments, empty lines and the unusual spaces stay.
    let text =
      "# Twice\na:   -1-2-|\n\n> a.map { $0 * 2 }   # doubled\n=    \(first)\n>   a.delay(for: 1)\n= \(second)\n"
    #expect(try folder.text("a.marble") == text)
    #expect(result.code == code)
    #expect(result.output.hasSuffix("\n" + end), "\(result.output)")
  }

  @Test func allOfAFileIsNotAllOfTheNextFile() throws {
    let folder = try Folder(["a.marble": Self.two, "b.marble": MarbleToolTests.wrong])
    let result = Self.run(folder, ["check", "--review", "DIR"], keys: "Ar")
    #expect(try folder.text("b.marble") == MarbleToolTests.wrong)
    #expect(
      result.output.contains("1 of 3\n") && !result.output.contains("2 of 3\n") && result.output.contains("3 of 3\n"))
    #expect(result.output.contains("A accept all 2 in this file"))
    #expect(result.code == 1)
  }

  /// The value of a rejected row needs no entry, and the entries of rows that stay are kept.
  @Test func anEntryIsWrittenOnlyForAnAcceptedRow() throws {
    let before = "a: -1-2-|\n> a.map { $0 * 20 }\n= -x-|\n> a.map { $0 * 30 }\n= -y-|\n  x = 1   y = 2\n"
    let folder = try Folder(["a.marble": before])
    let first = Self.run(folder, ["check", "--review", "DIR"], keys: "rr")
    #expect(first.output.contains("  new  = -b-c-|\n  new    b = 20   c = 40\n"), "\(first.output)")
    #expect(try folder.text("a.marble") == before)
    _ = Self.run(folder, ["check", "--review", "DIR"], keys: "ra")
    let after = try folder.text("a.marble")
    #expect(after.hasPrefix("a: -1-2-|\n> a.map { $0 * 20 }\n= -x-|\n> a.map { $0 * 30 }\n= -"), "\(after)")
    #expect(
      after.contains("x = 1") && !after.contains("y = 2") && after.contains("= 30") && after.contains("= 60"),
      "\(after)")
    let rest = folder.run("check", "DIR")
    #expect(
      rest.code == 1 && rest.output.contains("a.marble:3:")
        && rest.output.hasSuffix("1 spec checked: 1 not as expected\n"))
  }

  @Test func subscriptionsAndMissingRows() throws {
    let folder = try Folder([
      "a.marble": "a: -1-|\nb: -2-|\n> a.append(b)\n= -1--2-|\nsubs a: ^-!\nsubs b: ^!\nsubs b: --^\n",
      "b.marble": "a: -1-|\n> a\n",
    ])
    let result = Self.run(folder, ["check", "--review", "DIR"], keys: "aaa")
    #expect(
      result.output.contains("  old  subs b: ^!\n  old  subs b: --^\n  new  subs b: ---^--!\n"), "\(result.output)")
    #expect(
      try folder.text("a.marble") == "a: -1-|\nb: -2-|\n> a.append(b)\n= -1--2-|\nsubs a: ^--!\nsubs b: ---^--!\n")
    #expect(try folder.text("b.marble") == "a: -1-|\n> a\n=  -1-|\n")
    #expect(result.code == 0)
  }

  @Test func withoutATerminalItIsAReport() throws {
    let folder = try Folder(["a.marble": Self.two, "b.marble": MarbleToolTests.broken])
    let result = folder.run("check", "--review", "DIR")
    #expect(try folder.text("a.marble") == Self.two)
    #expect(result.code == 65 && result.errors.contains("b.marble:2:5: error: unknown operator 'mapp'"))
    #expect(
      result.output.contains("  old  =    -2-5-|\n  new  =    -2-4-|\n")
        && result.output.contains("  old  = --1-3-|\n  new  = --1-2-|\n"))
    #expect(
      result.output.hasSuffix(
        """

        2 rows differ; nothing was written. On a terminal a key accepts or rejects each; 'marble check --accept' accepts all.
        2 specs checked: 1 not as expected, 1 not run

        """), "\(result.output)")
    #expect(!result.output.contains("accept, r reject"))
  }

  @Test func aFileThatWasChangedMeanwhileIsNotOverwritten() throws {
    let folder = try Folder(["a.marble": MarbleToolTests.wrong])
    let changed = "a: -1-2-|\n> a.map { $0 * 3 }\n= -2-5-|\n"
    let result = Self.run(folder, ["check", "--review", "DIR"], keys: "a") {
      try? Files.write(changed, to: folder.path + "/a.marble")
    }
    #expect(try folder.text("a.marble") == changed)
    #expect(result.errors == "DIR/a.marble: error: the file was changed meanwhile; nothing was written\n")
    #expect(result.code == 65 && result.output.contains("1 row differs: 1 pending\n  pending: DIR/a.marble:3\n"))
  }

  /// A broken rule is no row; it fails after the review as before it.
  @Test func whatIsNoRowIsReported() throws {
    let text = "a: -1-2-|\nlet s = a.delay(for: 1)\n> s\n= --1-3-|\n! at most 1 s within 1s\n"
    let folder = try Folder(["a.marble": text])
    let result = Self.run(folder, ["check", "--review", "DIR"], keys: "a")
    #expect(try folder.text("a.marble") == text.replacing("-1-3-", with: "-1-2-"))
    #expect(result.code == 1 && result.output.contains("a.marble:5: "), "\(result.output)")
    let again = folder.run("check", "DIR")
    #expect(again.code == 1 && again.output.contains("a.marble:5: ") && !again.output.contains("a.marble:4: "))
  }

  @Test func aFileNamedTwiceIsReviewedOnce() throws {
    let folder = try Folder(["a.marble": MarbleToolTests.wrong])
    let result = Self.run(folder, ["check", "--review", "DIR/a.marble", "DIR"], keys: "a")
    #expect(try folder.text("a.marble") == MarbleToolTests.good)
    #expect(
      result.code == 0 && result.output.hasSuffix("1 row differs: 1 accepted\n2 specs checked: 2 updated\n"),
      "\(result.output)")
  }

  @Test func aFenceOfAPage() throws {
    let before = "# T\n\n- item:\n\n  ```marble\n  a: -1-|\n  > a.map { $0 * 3 }\n  = -2-|\n  ```\n\nText\n"
    let folder = try Folder(["p.md": before])
    _ = Self.run(folder, ["check", "--review", "DIR"], keys: "a")
    #expect(try folder.text("p.md") == before.replacing("= -2-|", with: "= -3-|"))
  }

  @Test(arguments: [
    (
      ["check", "--review", "--update", "."],
      "'--update' accepts all rows and '--review' asks for each; use one of the two"
    ),
    (["check", "--review", "-"], "'--review' writes files; it cannot be used with '-'"),
    (["check", "--interactive", "."], "Unknown option '--interactive'. Did you mean '--review'?"),
    (["check", "--review", "--accept", "--reject"], "Rows are accepted or rejected; use one option"),
    (["approve"], "Unexpected argument 'approve'. Did you mean 'check --review'?"),
  ]) func wrongCalls(_ words: [String], _ message: String) {
    let result = MarbleTool.run(words)
    #expect(result.code == 64 && result.errors.hasPrefix("Error: \(message)\n"), "\(result.errors)")
  }

  // MARK: Tests in Swift

  static let source = "let m = 1\nm.expect(calm).toBe(\"-a|\"); m.expect(b).toBe(\" -b|\")\n// the end"
  static let code = "m.expect(calm).toBe(\"-a|\"); m.expect(b).toBe(\" -b|\")"

  /// A folder with a test file whose line 2 has two pending rows.
  static func pending() throws -> Folder {
    let folder = try Folder(["T.swift": source])
    try PendingRows.change(of: folder.path + "/T.swift") { rows in
      rows.append(
        .init(
          line: 2, column: 45, code: code, old: [" -b|"], new: [" --b|"],
          reason: "b differs at frame 1\n  expected  -b|"))
      rows.append(
        .init(line: 2, column: 20, code: code, old: ["-a|"], new: ["--a|"], reason: "calm differs at frame 1"))
    }
    return folder
  }
  static let file = ".T.swift.pending-rows"

  @Test func rowsOfATest() throws {
    let folder = try Self.pending()
    let result = Self.run(folder, ["check", "--review", "DIR"], keys: "aa")
    #expect(
      result
        == .init(
          output: """
            1 of 2
            DIR/T.swift:2: calm differs at frame 1

              old  -a|
              new  --a|

            a accept, r reject, s skip, A accept all 2 in this file, q stop: a

            2 of 2
            DIR/T.swift:2: b differs at frame 1
              expected  -b|

              old   -b|
              new   --b|

            a accept, r reject, s skip, q stop: a

            2 rows differ: 2 accepted

            """))
    #expect(
      try folder.text("T.swift") == "let m = 1\nm.expect(calm).toBe(\"--a|\"); m.expect(b).toBe(\" --b|\")\n// the end")
    #expect(try Files.names(in: folder.path) == ["T.swift"])
    #expect(
      folder.run("check", "--review", "DIR")
        == .init(output: "No row is pending. A test run with MARBLES_RECORD=review finds the rows that differ.\n"))
  }

  @Test func aSkippedRowStaysPendingAndARejectedRowDoesNot() throws {
    let folder = try Self.pending()
    let result = Self.run(folder, ["check", "--review", "DIR/T.swift"], keys: "sr")
    #expect(try folder.text("T.swift") == Self.source)
    #expect(result.code == 1)
    #expect(result.output.hasSuffix("\n2 rows differ: 1 rejected, 1 pending\n  pending: DIR/T.swift:2\n"))
    let rest = PendingRows(reading: try Files.read("\(folder.path)/\(Self.file)")).rows
    #expect(rest.map(\.new) == [["--a|"]])
    // The row that is left can be accepted later.
    #expect(folder.run("check", "--review", "--accept", "DIR") == .init(output: "\n1 row differs: 1 accepted\n"))
    #expect(try folder.text("T.swift").contains("toBe(\"--a|\"); m.expect(b).toBe(\" -b|\")"))
  }

  /// After one of two rows of a line is accepted, the other one belongs to a changed line: it is found again by the
  /// next run of the test.
  @Test func theLineOfASkippedRowMayChange() throws {
    let folder = try Self.pending()
    _ = Self.run(folder, ["check", "--review", "DIR"], keys: "as")
    let result = folder.run("check", "--review", "DIR")
    #expect(
      result.errors
        == "DIR/T.swift:2: the line was changed since the test ran, and its row is no longer pending; run the test again\n"
    )
    #expect(try Files.names(in: folder.path) == ["T.swift"])
  }

  @Test func withoutATerminalPendingRowsAreListed() throws {
    let folder = try Self.pending()
    let result = folder.run("check", "--review", "DIR")
    #expect(result.code == 1)
    #expect(
      result.output.hasSuffix(
        "\n2 rows differ; nothing was written. On a terminal a key accepts or rejects each; 'marble check --accept' accepts all.\n"
      ))
    #expect(try folder.text("T.swift") == Self.source)
    #expect(try Files.names(in: folder.path) == [Self.file, "T.swift"])
  }

  @Test func aTestFileThatWasChangedIsNotOverwritten() throws {
    let folder = try Self.pending()
    let changed = Self.source.replacing("\"-a|\"", with: "\"-c|\"")
    let result = Self.run(folder, ["check", "--review", "DIR"], keys: "aa") {
      try? Files.write(changed, to: folder.path + "/T.swift")
    }
    #expect(try folder.text("T.swift") == changed)
    #expect(
      result.errors == "DIR/T.swift: error: the file was changed meanwhile; nothing was written\n" && result.code == 65)
    #expect(try Files.names(in: folder.path).count == 2, "the rows are still pending")
  }

  @Test func aTestFileThatIsGone() throws {
    let folder = try Self.pending()
    try FileManager.default.removeItem(atPath: folder.path + "/T.swift")
    let result = folder.run("check", "--review", "DIR")
    #expect(result.errors == "DIR/T.swift: the test file is gone; its rows are no longer pending\n")
    #expect(try Files.names(in: folder.path) == [])
  }

  @Test(arguments: [
    "", "\u{0}\u{FF}", "at x\n", "at 99999999999999999999:1\n", "at 2:20\n", "why\nold\nnew", "at -1:0\ncode x\n",
  ])
  func aDamagedFileIsNoTrap(_ text: String) throws {
    let folder = try Folder(["T.swift": Self.source, Self.file: text])
    let result = Self.run(folder, ["check", "--review", "DIR"], keys: "aaaa")
    #expect(try folder.text("T.swift") == Self.source)
    #expect(result.code != 66)
  }

  @Test func aPathThatIsNotThere() throws {
    #expect(
      MarbleTool.run(["check", "--review", "nowhere"]).errors == "Error: There is no file or folder 'nowhere'.\n")
    #expect(MarbleTool.run(["check", "--review", "nowhere"]).code == 66)
  }

  @Test func whatIsWrittenIsRead() throws {
    let rows = [
      PendingRows.Replacement(
        line: 1, column: 2, code: "\tx.toBe() \r", old: [], new: ["", " a "], reason: "why\n\n  b\n"),
      PendingRows.Replacement(line: 30, column: 4, code: "", old: ["old new"], new: [], reason: ""),
    ]
    let folder = try Folder()
    try PendingRows.change(of: folder.path + "/T.swift") { $0 = rows }
    #expect(PendingRows(reading: try Files.read("\(folder.path)/\(Self.file)")).rows == rows)
    #expect(PendingRows.source(of: "a/\(Self.file)") == "a/T.swift" && PendingRows.source(of: "a/T.swift") == nil)
  }
}
