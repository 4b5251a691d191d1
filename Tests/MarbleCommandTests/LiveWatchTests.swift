import Foundation
import TestFolder
import Testing

@testable import MarbleCommandLine
@testable import Marbles

/// `marble watch` of a recorded run that is being written.
struct LiveWatchTests {
  private static let header = "{\"marble-events\":1}\n"
  private func event(_ at: Int, _ symbol: String = "x", _ stream: String = "a") -> String {
    "{\"at\":\"\(at)ms\",\"stream\":\"\(stream)\",\"next\":\"\(symbol)\"}\n"
  }
  private func lines(_ text: String, last: Int64 = 10_000_000_000) -> EventLines {
    var lines = EventLines(last: last)
    lines.add(Array(text.utf8))
    return lines
  }

  // MARK: Lines

  /// The same file in parts of each size gives the same run.
  @Test func aFileInPartsIsTheSameFile() throws {
    let text = Self.header + event(1, "é") + event(2, "日本") + "{\"at\":\"3ms\",\"stream\":\"a\",\"finish\":true}\n"
    let whole = lines(text).run
    #expect(whole.events.count == 3)
    #expect(try EventReader.run(Array(text.utf8)) == whole)
    let bytes = Array(text.utf8)
    for size in 1...bytes.count {
      var parts = EventLines(last: 10_000_000_000)
      for start in stride(from: 0, to: bytes.count, by: size) {
        parts.add(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      #expect(parts.run == whole && parts.problems.isEmpty)
    }
  }

  @Test func aLineWithoutAnEndIsWaitedFor() {
    var lines = lines(Self.header + event(1) + "{\"at\":\"2ms\",\"str")
    #expect(lines.count == 1 && lines.problems.isEmpty)
    lines.add(Array("eam\":\"a\",\"finish\":true}".utf8))
    #expect(lines.count == 1)
    lines.add([10])
    #expect(lines.count == 2 && lines.problems.isEmpty)
    // At the end of a pipe nothing more can come.
    lines.add(Array("{\"at\":\"3".utf8))
    lines.finish()
    #expect(lines.problemCount == 1 && lines.problems[0].description.hasPrefix("4:"))
  }

  @Test func aWrongLineIsAMessageAndTheNextOneIsRead() {
    let lines = lines(Self.header + event(1) + "nonsense\n" + event(2) + event(1) + "[]\n" + "\n" + event(3))
    #expect(lines.run.events.map(\.instant.nanoseconds) == [1_000_000, 2_000_000, 3_000_000])
    // Lines 3, 5, 6 and 7; the last three are kept.
    #expect(lines.problemCount == 4 && lines.problems.map(\.line) == [5, 6, 7])
    #expect(lines.problems[0].message == "time goes back from 2ms to 1ms")
  }

  @Test func aFileWithoutAHeaderHasOneMessage() {
    let lines = lines(event(1) + event(2) + event(3))
    #expect(lines.problemCount == 1 && lines.problems[0].line == 1 && lines.count == 2)
  }

  @Test func aProgramThatStartsAgainStartsANewRun() {
    let lines = lines(Self.header + event(5_000) + Self.header + event(1, "y"))
    #expect(lines.run.events.count == 1 && lines.problems.isEmpty)
  }

  @Test func aLineOfTwoMegabytesIsSkipped() {
    var lines = lines(Self.header)
    let part = [UInt8](repeating: UInt8(ascii: "a"), count: 100_000)
    for _ in 0..<20 { lines.add(part) }
    lines.add(Array(("\n" + event(1)).utf8))
    #expect(lines.problemCount == 1 && lines.problems[0].line == 2 && lines.count == 1)
  }

  @Test func onlyTheLastEventsAreKept() {
    var lines = lines(Self.header, last: 1_000_000_000)
    for time in 0..<50_000 { lines.add(Array(event(time).utf8)) }
    #expect(lines.count == 50_000 && lines.run.events.count <= EventLines.most)
    let (run, start) = lines.window
    // The last second: from 48,999 ms on.
    #expect(start == 48_999_000_000 && run.events.count == 1_001 && run.events[0].instant == .zero)
    // Many events at one instant do not fill the memory either.
    for _ in 0..<10_000 { lines.add(Array(event(49_999).utf8)) }
    #expect(lines.run.events.count <= EventLines.most)
  }

  // MARK: The command

  private let folder = try! TestFolder()
  private var path: String { folder.path + "/live.jsonl" }

  private func watching(_ words: String..., width: Int? = nil) throws -> LiveWatch {
    var terminal = Terminal()
    terminal.width = width
    return try LiveWatch(
      try ParsedArguments([path] + words, for: MarbleTool.watch.shape), on: terminal, measure: { width })
  }
  private func append(_ text: String) throws {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  @Test func aGrowingFileIsDrawnAsItGrows() throws {
    try Files.write(Self.header, to: path)
    var watching = try watching()
    #expect(watching.step() == "\n# watching \(path): 0 events\n")
    #expect(watching.step() == nil)
    try append(event(1, "1") + event(3, "2"))
    #expect(watching.step() == "#      0s\nhot a: -1-2\n\n# watching \(path): 2 events, the last at 3ms\n")
    try append("{\"at\":\"4ms\",\"stre")
    _ = watching.step()
    try append("am\":\"a\",\"finish\":true}\nwhat\n")
    let step = watching.step()
    let text = try #require(step)
    #expect(text.hasPrefix("#      0s  4ms\nhot a: -1-2|\n\n\(path):5:1: error: expected an object on one line"))
    // Written again from its beginning.
    try Files.write(Self.header + event(2, "7"), to: path)
    #expect(watching.step()?.hasPrefix("#      0s\nhot a: --7\n") == true)
    try FileManager.default.removeItem(atPath: path)
    #expect(watching.step()?.contains("the file is gone") == true)
    #expect(watching.step() == nil)
  }

  @Test func theLastSecondsFitTheTerminal() throws {
    try Files.write(Self.header + (0..<200).map { event($0 * 100, "\($0 % 10)") }.joined(), to: path)
    var watching = try watching("--last", "4s", width: 80)
    let step = watching.step()
    let text = try #require(step)
    #expect(text.hasPrefix("\u{1B}[H\u{1B}[2J\u{1B}[3J"))
    #expect(text.contains("the last at 19900ms, 0s in the drawing is 15900ms"))
    #expect(text.split(separator: "\n").filter { !$0.hasPrefix("#") }.allSatisfy { $0.count <= 90 })
  }

  @Test func aCallThatCannotBeMeantGetsAMessage() throws {
    try Files.write(Self.header, to: path)
    #expect(MarbleTool.run(["watch", path, "--check"]).errors.hasPrefix("Error: '--check' is for specs"))
    #expect(
      MarbleTool.run(["watch", path, "a.marble"]).errors.hasPrefix("Error: One recorded run is watched at a time"))
    #expect(
      MarbleTool.run(["watch", path, "--last", "long"]).errors.hasPrefix(
        "Error: The value 'long' is invalid for '--last <time>'."))
    #expect(MarbleTool.run(["watch", "none.jsonl"]).errors == "Error: There is no file 'none.jsonl'.\n")
    #expect(
      MarbleTool.run(["watch", "Diagrams", "--last", "1s"]).errors.hasPrefix("Error: '--last' is for a recorded run"))
  }
}
