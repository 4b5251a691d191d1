import Pipes
import TestFolder
import Testing

@testable import Marbles

extension MarbleTest {
  /// Runs a test whose rows are recorded.
  static func perform(at place: SourcePlace, recorder: RowRecorder, _ body: (MarbleTest) throws -> Void) throws {
    var times = TestTimes()
    times.recorder = recorder
    _ = try perform(times, at: place, nil, body)
  }
}

extension RowRecorder {
  /// Runs a test whose rows stand in a file of these lines, in a process of its own. Returns what the test said, what
  /// the end of the process says, and the file afterwards.
  fileprivate static func run(
    _ mode: Mode, _ file: StaticString, _ lines: [String], _ body: (MarbleTest) -> Void
  ) throws -> (said: [String], end: [String], text: String) {
    let shared = try TestFolder(), recorder = RowRecorder(mode, folder: shared.path + "/rows")
    try Files.makeFolder(".build")
    try Files.write(lines.joined(separator: "\n"), to: file.description)
    var said: [String] = []
    do {
      try MarbleTest.perform(at: SourcePlace("Tests/recording-test.swift", file, 1, 1), recorder: recorder, body)
    } catch {
      said = (error as? MarbleFailure)?.problems.map(\.text) ?? ["\(error)"]
    }
    let end = recorder.finish()
    return (said, end, String(decoding: try Files.read(file.description), as: UTF8.self))
  }
}

/// `MARBLES_RECORD=1`: rows that differ are written into the source file.
@Suite(.serialized) struct RecordingRunTests {
  static let file: StaticString = ".build/recording-test.swift"
  static let head = "recorded at the end, if all runs of this line agree"

  /// Returns the file afterwards, and what the test said.
  func run(_ lines: [String], file: StaticString = Self.file, _ body: (MarbleTest) -> Void) throws -> (
    lines: [String], said: [String]
  ) {
    let (said, end, text) = try RowRecorder.run(.write, file, lines, body)
    #expect(
      end.count == said.count { $0.hasPrefix(Self.head) } && end.allSatisfy { $0.contains(": recorded, run again\n") },
      "\(end)")
    return (text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init), said)
  }

  @Test func aRowIsWrittenAndTheTestFailsOnce() throws {
    let (lines, said) = try run(["first", "m.expect(calm).toBe(\" -------c------|\")", "last"]) { m in
      let typed = m.cold("-a-b-c------d-|")
      let calm = typed.debounce(for: m.frames(3), scheduler: m.scheduler)
      m.expect(calm, name: "calm").toBe(" -------c------|", filePath: Self.file, line: 2, column: 20)
    }
    #expect(lines == ["first", "m.expect(calm).toBe(\" --------c-----|\")", "last"])
    #expect(
      said == ["recorded at the end, if all runs of this line agree\n  was   -------c------|\n  is    --------c-----|"])
    let page = String(decoding: try Files.read("Sources/Marbles/Marbles.docc/AppQuestions.md"), as: UTF8.self)
    #expect(page.contains(": \(said[0])\n```"), "the page shows this text")
  }

  @Test func whatHoldsIsKeptAsItIsWritten() throws {
    let (lines, said) = try run(["x.toBe(\"?-{ba}-|\")"]) { m in
      m.expect(m.cold("a-[ab]-c|")).toBe("?-{ba}-|", filePath: Self.file, line: 1, column: 7)
    }
    #expect(lines == ["x.toBe(\"?-{ba}-c|\")"])
    #expect(said.count == 1)
  }

  @Test func everyRowOfATestIsWritten() throws {
    let source = ["x.toBe(\"a|\")", "x.toBe(\"^!\")", "x.toBe(\"1\")"]
    let (lines, said) = try run(source) { m in
      let source = m.cold("-a-#", error: Trouble.refused)
      m.expect(source.retry(1), demand: "2").toBe("a|", error: .refused, filePath: Self.file, line: 1, column: 7)
      m.expect(subscriptionsOf: source).toBe("^!", filePath: Self.file, line: 2, column: 7)
      m.expect(demandOn: source).toBe("1", filePath: Self.file, line: 3, column: 7)
    }
    #expect(lines == ["x.toBe(\"-a--a-#\")", "x.toBe(\"^--!\", \"---^--!\")", "x.toBe(\"2--1\")"])
    #expect(said.map { $0.split(separator: "\n")[0] } == Array(repeating: Self.head[...], count: 3))
  }

  /// The first row becomes longer, which moves the second one.
  @Test func twoExpectationsOfOneLineAreWritten() throws {
    let file: StaticString = ".build/recording-test-of-one-line.swift"
    let (lines, said) = try run(["x.toBe(\"-a|\"); y.toBe(\"-c\")"], file: file) { m in
      m.expect(m.cold("-a--b|")).toBe("-a|", filePath: file, line: 1, column: 7)
      m.expect(m.cold("d")).toBe("-c", filePath: file, line: 1, column: 22)
    }
    #expect(lines == ["x.toBe(\"-a--b|\"); y.toBe(\"d\")"])
    #expect(said.count == 2 && said.allSatisfy { $0.hasPrefix(Self.head) }, "\(said)")
  }

  @Test func anOldRowThatIsNoMoreThereIsLeftAlone() throws {
    let source = ["x.toBe(\"-b|\")"]
    let (lines, said) = try run(source) { m in
      m.expect(m.cold("-a|"), name: "s").toBe("-c|", filePath: Self.file, line: 1, column: 7)
    }
    #expect(lines == source)
    #expect(
      said == [
        """
        s differs at frame 1
          cold 1    -a|
          expected  -c|
          actual    -a|
                     ^
          frame 1: expected 'c', got 'a'
          not recorded: the call has '-b|': the file has changed since it was compiled
        """
      ])
  }

  /// A value that the table does not have gets a name, where the table is a literal of the call.
  @Test func aTableGetsTheValuesThatItDoesNotHave() throws {
    let (lines, said) = try run(["x.toBe(\"-a|\", [\"a\": 1], within: 3)"]) { m in
      m.expect(m.cold("-bac|", ["b": 2, "a": 1, "c": 3])).toBe("-a|", ["a": 1], filePath: Self.file, line: 1, column: 7)
    }
    #expect(lines == ["x.toBe(\"-bac|\", [\"a\": 1, \"b\": 2, \"c\": 3], within: 3)"])
    #expect(said == ["\(Self.head)\n  was  -a|\n  is   -bac|\n  new in the table: \"b\": 2, \"c\": 3"])
    let (texts, _) = try run(["x.toBe(\"\", [:])"]) { m in
      m.expect(m.cold("-b|", ["b": "say \"it\""])).toBe("", [:], filePath: Self.file, line: 1, column: 7)
    }
    #expect(texts == ["x.toBe(\"-a|\", [\"a\": \"say \\\"it\\\"\"])"])
    let (cases, _) = try run(["x.toBe(\"-|\", [ : ])"]) { m in
      m.expect(m.cold("-b|", ["b": Trouble.refused])).toBe("-|", [:], filePath: Self.file, line: 1, column: 7)
    }
    #expect(cases == ["x.toBe(\"-a|\", [ \"a\": .refused ])"])
  }

  @Test func whatHasNoNameIsLeftAlone() throws {
    struct Part: Equatable { var number: Int }
    let source = ["x.toBe(\"-a|\", [\"a\": 1])"]
    let (lines, said) = try run(source) { m in
      m.expect(m.cold("-b|", ["b": Part(number: 2)])).toBe(
        "-a|", ["a": Part(number: 1)], filePath: Self.file, line: 1, column: 7)
    }
    #expect(lines == source)
    let reason = said.first?.split(separator: "\n").last ?? ""
    #expect(
      reason.hasPrefix("  not recorded: the symbols of the row cannot express the outcome: no name for MarblesTests.")
        && reason.hasSuffix("Part(number: 2)") && !reason.contains("$"), "\(said)")
    // A table that is not written in the call.
    let table = ["x.toBe(\"-a|\", table)"]
    let (same, why) = try run(table) { m in
      m.expect(m.cold("-b|", ["b": 2])).toBe("-a|", ["a": 1], filePath: Self.file, line: 1, column: 7)
    }
    #expect(same == table)
    #expect(
      why.first?.hasSuffix("\n  not recorded: the row needs new names, and the table is computed: table") == true,
      "\(why)")
  }

  /// A file is replaced as a whole, or stays as it was: also if its new text cannot be written to the end.
  @Test func aFileThatCannotBeWrittenStays() throws {
    let path = ".build/replaced-test.txt"
    try Files.makeFolder(".build")
    try Files.write("old", to: path)
    let failure = #expect(throws: Files.Failure.self) {
      try Files.replace(path, by: "new and longer") { text, handle in
        _ = Files.put(String(text.prefix(5)), handle)
        return false
      }
    }
    #expect(failure != nil)
    #expect(String(decoding: try Files.read(path), as: UTF8.self) == "old")
    let rest = try Files.names(in: ".build").filter { $0.hasPrefix("replaced-test.txt.update") }
    #expect(rest.isEmpty)
    try Files.write("new", to: path)
    #expect(String(decoding: try Files.read(path), as: UTF8.self) == "new")
  }

  /// No other code of this package opens a file to truncate it.
  @Test func thereIsOneWayToReplaceAFile() throws {
    let sources = #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" } + "/Sources"
    var found: [String] = []
    func look(in folder: String) throws {
      for name in try Files.names(in: folder) {
        let path = "\(folder)/\(name)"
        if try Files.entry(at: path)?.kind == .folder { try look(in: path) }
        guard name.hasSuffix(".swift") else { continue }
        let text = String(decoding: try Files.read(path), as: UTF8.self)
        if ["O_TRUNC", "ftruncate", "fopen(", "FileManager.default.createFile", ".write(toFile"].contains(where: {
          text.contains($0)
        }) {
          found.append(name)
        }
      }
    }
    try look(in: sources)
    #expect(found == [])
  }

  @Test func aFileThatCannotBeReadIsAMessage() throws {
    let (_, said) = try run([]) { m in
      m.expect(m.cold("-b|")).toBe("-a|", filePath: ".build/no-such-file.swift", line: 1, column: 7)
    }
    #expect(said.first?.hasSuffix("\n  not recorded: No such file or directory") == true)
  }

  @Test func whatHoldsIsNotTouched() throws {
    let source = ["x.toBe(\"  - a |\")"]
    let (lines, said) = try run(source) { m in
      m.expect(m.cold("-a|")).toBe("  - a |", filePath: Self.file, line: 1, column: 7)
    }
    #expect(lines == source && said == [])
  }
}

/// `MARBLES_RECORD=review`: rows that differ are kept beside the source file.
@Suite(.serialized) struct ReviewedRunTests {
  /// Returns the pending rows afterwards, and what was said.
  func run(_ file: StaticString, _ lines: [String], _ body: (MarbleTest) -> Void) throws -> (
    rows: [PendingRows.Replacement], said: [String]
  ) {
    let (said, end, text) = try RowRecorder.run(.review, file, lines, body)
    #expect(text == lines.joined(separator: "\n"), "the source stays")
    let rows = PendingRows(reading: (try? Files.read(PendingRows.path(for: file.description))) ?? []).rows
    if !rows.isEmpty { try PendingRows.change(of: file.description) { $0 = [] } }
    return (rows, said + end)
  }

  @Test func aRowIsKeptBesideTheFile() throws {
    let file: StaticString = ".build/reviewed-1.swift"
    let code = "  m.expect(calm).toBe(\" -b|\")  // ä"
    let (rows, said) = try run(file, ["first", code, "last"]) { m in
      m.expect(m.cold("--a|"), name: "calm").toBe(" -b|", filePath: file, line: 2, column: 22)
    }
    let text = "calm differs at frame 1\n  cold 1    --a|\n  expected  -b|\n  actual    --a|\n             ^^"
    let start = text.split(separator: "\n")[0]
    #expect(
      said.count == 1 && said[0].hasPrefix(start)
        && said[0].hasSuffix(
          "\n  pending if all runs of this line agree: accept or reject it with 'marble check --review'")
    )
    #expect(rows.map(\.code) == [code] && rows.map(\.old) == [[" -b|"]] && rows.map(\.new) == [[" --a|"]])
    #expect(rows.map(\.line) == [2] && rows.map(\.column) == [22])
    #expect(rows.first.map { said[0].hasPrefix($0.reason) } == true)
  }

  /// A row that holds in a later run is pending no longer: accepting it would break the test.
  @Test func aRowThatHoldsAgainIsForgotten() throws {
    let file: StaticString = ".build/reviewed-2.swift"
    try PendingRows.change(of: file.description) { rows in
      rows = [
        .init(line: 1, column: 7, code: "x.toBe(\"-a|\")", old: ["-a|"], new: ["-b|"], reason: "s differs"),
        .init(line: 2, column: 7, code: "x.toBe(\"-c|\")", old: ["-c|"], new: ["-d|"], reason: "s differs"),
      ]
    }
    let (rows, said) = try run(file, ["x.toBe(\"-a|\")", "x.toBe(\"-c|\")"]) { m in
      m.expect(m.cold("-a|")).toBe("-a|", filePath: file, line: 1, column: 7)
    }
    #expect(said == [] && rows.map(\.line) == [2])
  }

  @Test func aCallWithTwoOutcomesIsNotPending() throws {
    let file: StaticString = ".build/reviewed-3.swift"
    let (rows, said) = try run(file, ["x.toBe(\"-z|\")"]) { m in
      for row in ["-a|", "-b|", "-z|"] { m.expect(m.cold(row)).toBe("-z|", filePath: file, line: 1, column: 7) }
    }
    #expect(rows == [])
    #expect(said.count == 3 && said[1].hasSuffix("\n  not recorded: runs of this line differ: '-a|' and '-b|'"))
    #expect(
      said.last
        == ".build/reviewed-3.swift:1: not recorded: runs of this line differ: '-a|' and '-b|' and '-z|' (as written)")
  }

  @Test func subscriptionsAndDemand() throws {
    let file: StaticString = ".build/reviewed-4.swift"
    let (rows, _) = try run(file, ["x.toBe()", "x.toBe(\"1\")"]) { m in
      let source = m.cold("-a|")
      m.expect(source).toBe("-a|")
      m.expect(subscriptionsOf: source).toBe(filePath: file, line: 1, column: 7)
      m.expect(demandOn: source).toBe("1", filePath: file, line: 2, column: 7)
    }
    #expect(rows.map(\.old) == [[], ["1"]] && rows.map(\.new) == [["^-!"], ["*"]])
  }

  @Test func aRowThatIsNotOnTheLineIsNotPending() throws {
    let file: StaticString = ".build/reviewed-5.swift"
    let (rows, said) = try run(file, ["x.toBe(row)"]) { m in
      m.expect(m.cold("-a|")).toBe("-b|", filePath: file, line: 1, column: 7)
    }
    #expect(
      rows == [] && said.first?.hasSuffix("\n  not recorded: the row is computed: row") == true)
    #expect(try Files.entry(at: PendingRows.path(for: file.description)) == nil, "no file is made for nothing")
  }

  @Test func processesThatWriteAtTheSameTimeLoseNothing() async throws {
    let file = ".build/reviewed-6.swift"
    await withTaskGroup(of: Void.self) { group in
      for number in 1...40 {
        group.addTask {
          try? PendingRows.change(of: file) { $0.append(.init(line: number, column: 1, code: "", reason: "")) }
          try? PendingRows.change(of: file) { rows in if number % 2 == 0 { rows.removeAll { $0.line == number } } }
        }
      }
    }
    #expect(
      PendingRows(reading: try Files.read(PendingRows.path(for: file))).rows.map(\.line)
        == Array(stride(from: 1, through: 39, by: 2)))
    try PendingRows.change(of: file) { $0 = [] }
    #expect(try Files.entry(at: PendingRows.path(for: file)) == nil)
  }
}
