import Pipes
import Testing
import VirtualTime

@testable import MarbleCommandLine

/// Output on a terminal: the width, colors, and progress for a reader who waits.
struct TerminalTests {
  typealias Folder = MarbleToolTests.Folder

  private func terminal(_ change: (inout Terminal) -> Void) -> Terminal {
    var terminal = Terminal()
    change(&terminal)
    return terminal
  }

  @Test func rowsFoldAtTheWidthOfTheTerminal() throws {
    let words = ["render", "-e", "a: -1-2-3-4-5-6-7-8-9-|", "> a"]
    let folded = MarbleTool.run(words, on: terminal { $0.width = 20 })
    // 3 columns before the rows and one for each mark leave 15.
    #expect(folded.output.contains("\na: -1-2-3-4-5-6-7-…\n"))
    #expect(folded.output.contains("\na: …8-9-|\n"))
    #expect(MarbleTool.run(words + ["--ascii"], on: terminal { $0.width = 20 }).output.contains("\na: >8-9-|\n"))
    #expect(MarbleTool.run(words, on: terminal { $0.width = 80 }) == MarbleTool.run(words))
  }

  /// 12 columns before the rows and one for each mark leave 26: of both parts of the rows the second one has a
  /// difference.
  @Test func differencesFoldAtTheWidthOfTheTerminal() throws {
    let ones = { (count: Int) in String(repeating: "-1", count: count) }
    let folder = try Folder(["a.marble": "a: \(ones(20))|\n> a\n= \(ones(14))-2\(ones(5))|\n"])
    let words = ["check", folder.path + "/a.marble"]
    let folded = MarbleTool.run(words, on: terminal { $0.width = 40 }).output.split(separator: "\n").drop {
      !$0.hasPrefix("  a ")
    }
    let expected = [
      "  a         …-1-1-1-1-1-1-1|", "  expected  …-1-2-1-1-1-1-1|", "  actual    …-1-1-1-1-1-1-1|",
      "                ^",
      "  29ms: expected '2', got '1'",
    ]
    #expect(folded.prefix(5).map(String.init) == expected)
    // The first line has the path.
    let width = 40 + folder.path.count
    #expect(MarbleTool.run(words, on: terminal { $0.width = max(80, width) }) == MarbleTool.run(words))
  }

  /// A pipeline goes on before an operator, or before a space; it is cut only where it is repeated.
  @Test func aPipelineGoesOnInTheNextLine() {
    let words = [
      "render", "-e", "a: -1-2-3-4-5-6-7-8-9-|", "let b = a.map { $0 }.map { $0 }",
      "> b.map { $0 * 2 }.filter { $0 > 3 }",
    ]
    let folded = MarbleTool.run(words, on: terminal { $0.width = 22 }).output
    #expect(folded.contains("\nlet b = a.map { $0 }\n    .map { $0 }\n"))
    #expect(folded.contains("\n> b.map { $0 * 2 }\n    .filter { $0 > 3 }\n"))
    #expect(folded.contains("\n> b.map { $0 * 2 }.fi…\n=  …"))
    // The same where all rows fit.
    let short = ["render", "-e", "a: -1-|", "> a.map { $0 * 2 }.filter { $0 > 3 }"]
    #expect(
      MarbleTool.run(short, on: terminal { $0.width = 22 }).output.contains(
        "\n> a.map { $0 * 2 }\n    .filter { $0 > 3 }\n"))
    for width in [9, 14, 22, 24, 40] {
      let lines = MarbleTool.run(words, on: terminal { $0.width = width }).output.split(separator: "\n")
      // Rows have at least ten columns beside their names and marks.
      #expect(lines.allSatisfy { $0.count <= max(width, 15) }, "\(lines)")
      let text = lines.filter { !$0.hasPrefix("#") && !$0.hasPrefix("a:") && !$0.hasPrefix("=") }.joined().filter {
        !" …".contains($0)
      }
      #expect(text.hasPrefix("letb=a.map{$0}.map{$0}>b.map{$0*2}.filter{$0>3}"), "\(text)")
    }
  }
  @Test func sentencesAreFolded() throws {
    let lines = ["a: -1-|", "> a.delay(for: 1)", "= -1--2|"]
    let output = MarbleTool.run(["render", "-e"] + lines, on: terminal { $0.width = 24 }).output
    let expected = """
      -e:3: a.delay(for: 1)
          differs at 1ms
        a         -1-|
        expected  -1--2|
        actual    --1-|
                   ^^ ^^
        1ms: expected '1',
          nothing happened
        2ms: nothing expected,
          got '1'
        4ms: expected '2', got
          the completion '|'
        5ms: expected the
          completion '|',
          nothing happened

      """
    #expect(output.hasSuffix("\n\n" + expected), "\(output)")
    // The name of a file is not cut.
    let folder = try Folder(["a.marble": lines.joined(separator: "\n")])
    let path = folder.path + "/a.marble"
    #expect(
      MarbleTool.run(["check", path], on: terminal { $0.width = 24 }).output.hasPrefix(
        "\(path):3:\n    a.delay(for: 1)\n"))
    let explained = MarbleTool.run(["explain", path], on: terminal { $0.width = 24 }).output
    #expect(explained.contains("\n   0s   the subscriber\n        subscribes to a\n"), "\(explained)")
  }

  /// Also the rows of subscriptions.
  @Test func subscriptionsAreFolded() {
    let words = ["render", "-e", "a: ---|", "> a.repeat(5)", "subs a: ^--!"]
    let output = MarbleTool.run(words, on: terminal { $0.width = 24 }).output
    // 12 columns before the rows and one for each mark leave 10. The first subscription is equal, the others begin and
    // end every 3 ms.
    let expected = """
      -e:3: the subscriptions
          of a differ
        expected  ^--!
        actual    ^--!
        actual    ---^--!
        actual    ------^--!
        actual    ---------^…
        actual    ----------…
                     ^  ^  ^

        actual    …--!
        actual    …--^--!
                     ^  ^

      """
    #expect(output.hasSuffix("\n\n" + expected), "\(output)")
    #expect(output.split(separator: "\n").allSatisfy { $0.count <= 24 })
  }

  @Test func aFileIsNeverFolded() throws {
    let folder = try Folder(["a.marble": "a: -1-2-3-4-5-6-7-8-9-|\n> a\n"])
    let result = MarbleTool.run(
      ["render", folder.path + "/a.marble", "-o", folder.path + "/b.marble"], on: terminal { $0.width = 20 })
    #expect(result == .init())
    #expect(try folder.text("b.marble").contains("a: -1-2-3-4-5-6-7-8-9-|\n"))
  }

  @Test func coloursAreForTerminals() throws {
    let words = ["render", "-e", "a: -1-|", "> a"]
    let plain = MarbleTool.run(words)
    #expect(!plain.output.contains("\u{1B}"))
    let colored = MarbleTool.run(words, on: terminal { $0.hasColor = true })
    let one = "\u{1B}[38;5;32m1\u{1B}[24;39m"
    #expect(colored.output == "\u{1B}[2m#  0s\u{1B}[0m\na: -\(one)-|\n\n\u{1B}[36m> a\u{1B}[0m\n=  -\(one)-|\n")
    let message = MarbleTool.run(["render", "-e", "> a"], on: terminal { $0.hasMessageColor = true })
    #expect(message.errors.hasPrefix("\u{1B}[31m-e:1:3: error: "))
    #expect(
      MarbleTool.run(["render", "-e", "> a"], on: terminal { $0.hasColor = true }).errors.hasPrefix("-e:1:3: error: "))
  }

  @Test func differencesAreColouredByRow() throws {
    let folder = try Folder(["a.marble": MarbleToolTests.wrong])
    let result = MarbleTool.run(["check", folder.path + "/a.marble"], on: terminal { $0.hasColor = true })
    let lines = result.output.split(separator: "\n")
    #expect(lines[2] == "\u{1B}[32m  expected  -2-5-|\u{1B}[0m")
    #expect(lines[3] == "\u{1B}[31m  actual    -2-4-|\u{1B}[0m")
  }

  // MARK: Progress

  /// The texts that 100 things write whose tenths are done at the given milliseconds.
  private func progress(_ style: Progress.Style, _ instants: [Int]) -> [String] {
    let texts = Guarded([String]()), now = Guarded(0)
    let progress = Progress(
      style, of: 10 * instants.count, "inputs tried", elapsed: { .milliseconds(now.with { $0 }) },
      write: { text in texts.with { $0.append(text) } })
    for instant in instants {
      now.with { $0 = instant }
      progress.step(10)
    }
    progress.end()
    return texts.with { $0 }
  }

  /// In a log a line after a second and then every ten seconds, so that it stays short.
  @Test func longWorkSaysInALogHowFarItIs() {
    let instants = [500, 999, 1_000, 1_100, 5_000, 10_999, 11_000, 11_001, 20_999, 99_000]
    let lines = progress(.log, instants)
    #expect(
      lines == [
        "marble: 30 of 100 inputs tried\n", "marble: 70 of 100 inputs tried\n", "marble: 100 of 100 inputs tried\n",
      ])
  }
  /// On a terminal one line, at most ten times a second, and it goes at the end.
  @Test func longWorkSaysOnATerminalHowFarItIs() {
    let lines = progress(.line, [500, 999, 1_000, 1_050, 1_099, 1_100, 5_000])
    #expect(
      lines == [
        "\r30 of 70 inputs tried\u{1B}[K", "\r60 of 70 inputs tried\u{1B}[K", "\r70 of 70 inputs tried\u{1B}[K",
        "\r\u{1B}[K",
      ])
  }
  @Test(arguments: [Progress.Style.line, .log]) func shortWorkIsSilent(_ style: Progress.Style) {
    #expect(progress(style, [1, 400, 999]) == [])
  }
  /// Whenever the parts are done: no line in the first second, none too soon after another one, and none is missing.
  @Test(arguments: UInt64(0)..<20) func progressKeepsItsPace(seed: UInt64) {
    var random = SplitMixSequence(seed: seed)
    var instants = [0]
    for _ in 0..<200 { instants.append(instants[instants.count - 1] + Int.random(in: 0...2_000, using: &random)) }
    var expected: [String] = [], due = 1_000
    for (index, instant) in instants.enumerated() where instant >= due {
      expected.append("marble: \((10 * (index + 1)).grouped) of 2,010 inputs tried\n")
      due = instant + 10_000
    }
    #expect(progress(.log, instants) == expected)
  }

  /// Output and messages stay the same: progress goes straight to standard error, and a test shows none.
  @Test func progressIsNotAPartOfTheResult() throws {
    var files: [String: String] = [:]
    for index in 0..<60 { files["\(100 + index).marble"] = MarbleToolTests.good }
    let folder = try Folder(files)
    #expect(MarbleTool.run(["check", folder.path]).output == "60 specs checked: all as expected\n")
  }
}
