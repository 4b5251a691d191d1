import Pipes
import Testing

@testable import Marbles

/// `MARBLES_RECORD=1`: rows that differ are written into the source file.
@Suite(.serialized) struct RecordingRunTests {
  static let file: StaticString = ".build/recording-test.swift"

  /// Runs a test whose rows stand in a file of these lines. Returns the file afterwards, and what the test said.
  func run(_ lines: [String], _ body: (MarbleTest) -> Void) throws -> (lines: [String], said: [String]) {
    try Files.makeFolder(".build")
    try Files.write(lines.joined(separator: "\n"), to: Self.file.description)
    let place = SourcePlace("Tests/recording-test.swift", Self.file, 1, 1)
    var said: [String] = []
    do {
      try MarbleTest.perform(frame: .milliseconds(1), at: place, recordsRows: true, body)
    } catch {
      said = (error as? MarbleFailure)?.problems.map(\.text) ?? ["\(error)"]
    }
    let text = String(decoding: try Files.read(Self.file.description), as: UTF8.self)
    return (text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init), said)
  }

  @Test func aRowIsWrittenAndTheTestFailsOnce() throws {
    let (lines, said) = try run(["first", "m.expect(calm).toBe(\" -------c------|\")", "last"]) { m in
      let typed = m.cold("-a-b-c------d-|")
      let calm = typed.debounce(for: m.frames(3), scheduler: m.scheduler)
      m.expect(calm, name: "calm").toBe(" -------c------|", filePath: Self.file, line: 2, column: 20)
    }
    #expect(lines == ["first", "m.expect(calm).toBe(\" --------c-----|\")", "last"])
    #expect(said == ["recorded, run again\n  was   -------c------|\n  is    --------c-----|"])
    let page = String(decoding: try Files.read("Sources/Marbles/Marbles.docc/TestingQuestions.md"), as: UTF8.self)
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
    #expect(said.map { $0.split(separator: "\n")[0] } == Array(repeating: "recorded, run again", count: 3))
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
          not recorded: the file has changed since it was compiled
        """
      ])
  }

  @Test func whatHasNoNameIsLeftAlone() throws {
    let source = ["x.toBe(\"-a|\", [\"a\": 1])"]
    let (lines, said) = try run(source) { m in
      m.expect(m.cold("-b|", ["b": 2])).toBe("-a|", ["a": 1], filePath: Self.file, line: 1, column: 7)
    }
    #expect(lines == source)
    #expect(said.first?.hasSuffix("\n  not recorded: the symbols of the row cannot express the outcome") == true)
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
