import Foundation
import TestFolder
import Testing

@testable import MarbleCommandLine
@testable import Marbles

/// The subcommands that write and read recorded runs.
struct EventCommandTests {
  private let folder: TestFolder
  private let path: String

  init() throws {
    folder = try TestFolder()
    path = folder.path + "/a.jsonl"
  }

  @Test func eventsAreWrittenDrawnAndExplained() throws {
    let written = MarbleTool.run(["render", "-e", "a: -1-2-|", "> a.delay(for: 2)", "-o", path])
    #expect(written == .init())
    let drawn = MarbleTool.run(["render", path])
    #expect(
      drawn.output == """
        #      0s   5ms
        hot a: -1-2-|

        > a.delay(for: 2)
        =      ---1-2-|

        """)
    #expect(
      MarbleTool.run(["render", path, "--format", "events"]).output
        == MarbleTool.run(["render", "-e", "a: -1-2-|", "> a.delay(for: 2)", "--format", "events"]).output)
    #expect(
      MarbleTool.run(["explain", path]).output.hasSuffix(
        "7ms   a.delay(for: 2) finishes, because of the finish of a and a timer of 2ms\n"))
    for (ending, beginning) in [("svg", "<svg "), ("html", "<!DOCTYPE html>"), ("json", "{\n  \"schema\"")] {
      let picture = path + "." + ending
      // A picture is replaced by the next one.
      for _ in 1...2 { #expect(MarbleTool.run(["render", path, "-o", picture]) == .init()) }
      #expect(try String(contentsOfFile: picture, encoding: .utf8).hasPrefix(beginning))
    }
  }

  /// A stream that `let` names has this name in the events, as in rules and in the other run of `conform`.
  @Test func aNamedStreamHasItsName() {
    let lines = ["let d = a.map { $0 + 1 }", "let e = d", "> e.delay(for: 1)"]
    let events = MarbleTool.run(["render", "-e", "a: -1-|"] + lines + ["--format", "events"]).output
    let names = Set(events.matches(of: /"stream":"([^"]*)"/).map { String($0.output.1) })
    #expect(names == ["a", "d", "e.delay(for: 1)"], "\(events)")
  }

  @Test func theFrameCanBeChosen() throws {
    try Files.write("{\"marble-events\":1}\n{\"at\":\"104ms\",\"stream\":\"a\",\"next\":\"x\"}\n", to: path)
    #expect(MarbleTool.run(["render", path, "--frame", "50ms"]).output.contains("hot a: --x\n"))
    let wrong = MarbleTool.run(["render", path, "--frame", "0"])
    #expect(wrong.code == 64)
    #expect(
      wrong.errors.hasPrefix(
        "Error: The value '0' is invalid for '--frame <time>'. Please provide a time such as 10ms.\n"))
  }

  @Test func aWrongFileIsReportedWithItsLine() throws {
    try Files.write("{\"marble-events\":1}\n{\"at\":\"1s\"\n", to: path)
    let line =
      "\(path):2:11: error: the line ends before its object does; if the recording was cut off here, remove the line"
    for words in [["render", path], ["explain", path]] {
      let result = MarbleTool.run(words)
      #expect(result.code == 65 && result.output.isEmpty)
      #expect(result.errors.hasPrefix(line + "\n"))
    }
    #expect(
      MarbleTool.run(["render", "none.jsonl"]).errors == "Error: 'none.jsonl' cannot be read: there is no such file.\n")
  }

  private static let order = """
    {"marble-order":1,"title":"deposits()","again":"everyOrder(again: \\"O01\\")"}
    {"at":"0s","task":"the body","turn":1}
    {"at":"0s","task":"slow","turn":1,"before":4}
    {"at":"0s","task":"quick","turn":1}
    {"at":"1ms","task":"the body","turn":2}
    {"fail":"1 is not 2"}

    """
  @Test func anOrderIsDrawn() throws {
    let path = folder.path + "/a.order.jsonl"
    try Files.write(Self.order, to: path)
    #expect(
      MarbleTool.run(["render", path]).output == """
        deposits()
        An order that fails, with one switch

          0s    the body 1
                slow 1   switch: before quick 1
                quick 1
          1ms   the body 2

        switch 1: turn 1 of slow before turn 1 of quick
        1 is not 2
        again: everyOrder(again: "O01")

        """)
    #expect(MarbleTool.run(["render", path, "--format", "events"]).output == Self.order)
    let picture = folder.path + "/a.svg"
    for _ in 1...2 { #expect(MarbleTool.run(["render", path, "-o", picture]) == .init()) }
    let drawn = try String(contentsOfFile: picture, encoding: .utf8)
    #expect(drawn.hasPrefix("<svg ") && drawn.contains("<desc>turn 1 of slow before turn 1 of quick."))
    for format in ["html", "json"] {
      let result = MarbleTool.run(["render", path, "--format", format])
      #expect(result.code == 64 && result.errors.hasPrefix("Error: An order of turns is drawn as text or svg"))
    }
    #expect(MarbleTool.run(["render", path, "--ascii"]).errors.hasPrefix("Error: '--ascii' is for specs, not for an"))
    let other = "\(path): error: this is an order of turns, not a recorded run; draw it with 'marble render'\n"
    for words in [["explain", path], ["conform", path, path]] {
      #expect(MarbleTool.run(words) == .init(errors: other, code: 65), "\(words)")
    }
  }
  @Test func aWrongOrderIsReportedWithItsLine() throws {
    try Files.write("{\"marble-order\":1}\n{\"at\":\"0s\",\"task\":\"a\"}\n", to: path)
    let result = MarbleTool.run(["render", path])
    #expect(result.code == 65 && result.output.isEmpty)
    #expect(result.errors.hasPrefix("\(path):2:1: error: 'turn' is missing; add one such as \"turn\":1\n"))
  }

  @Test func aRecordedRunIsNotASpec() throws {
    try Files.write("{\"marble-events\":1}\n", to: path)
    #expect(
      MarbleTool.run(["check", path]).errors
        == "\(path): error: this is a recorded run, not a spec; draw it with 'marble render', or describe it with 'marble explain'\n"
    )
    #expect(MarbleTool.run(["explain", path]).output == "  nothing happens\n")
  }
}
