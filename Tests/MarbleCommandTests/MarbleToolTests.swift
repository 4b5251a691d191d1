import Foundation
@testable import MarbleCommandLine
import Marbles
import TestFolder
import Testing

extension TestFolder {
  /// Runs the command, the folder's path being written as `DIR`.
  func run(_ words: String..., beforeUpdate: @escaping () -> Void = {}) -> MarbleTool.Result {
    var result = MarbleTool.run(
      words.map { $0.replacingOccurrences(of: "DIR", with: path) }, beforeUpdate: beforeUpdate)
    result.output = result.output.replacingOccurrences(of: path, with: "DIR")
    result.errors = result.errors.replacingOccurrences(of: path, with: "DIR")
    return result
  }
}

/// The command in this process: words go in, texts and a code come out.
struct MarbleToolTests {
  typealias Folder = TestFolder

  static let good = "a: -1-2-|\n> a.map { $0 * 2 }\n= -2-4-|\n"
  static let wrong = "a: -1-2-|\n> a.map { $0 * 2 }\n= -2-5-|\n"
  static let broken = "a: -1-2-|\n> a.mapp { $0 * 2 }\n= -2-5-|\n"

  @Test func checkSaysHowManyHold() throws {
    let folder = try Folder(["a.marble": Self.good, "b.marble": Self.good])
    #expect(folder.run("check", "DIR/a.marble") == .init(output: "1 spec checked: all as expected\n"))
    #expect(folder.run("check", "DIR") == .init(output: "2 specs checked: all as expected\n"))
  }

  @Test func aWrongExpectationIsADifference() throws {
    let folder = try Folder(["a.marble": Self.wrong])
    let output = """
      DIR/a.marble:3: a.map { $0 * 2 } differs at 3ms
        a         -1-2-|
        expected  -2-5-|
        actual    -2-4-|
                     ^
        3ms: expected '5', got '4'
      1 spec checked: 1 not as expected

      """
    #expect(folder.run("check", "DIR/a.marble") == .init(output: output, code: 1))
  }

  @Test func allFilesAreProcessedAndTheHighestCodeWins() throws {
    let folder = try Folder(["a.marble": Self.broken, "b.marble": Self.wrong, "c.marble": Self.good])
    let result = folder.run("check", "DIR", "DIR/none")
    #expect(result.code == 66)
    #expect(result.output.hasSuffix("3 specs checked: 1 as expected, 1 not as expected, 1 not run\n"))
    let errors = """
      Error: There is no file or folder 'DIR/none'.
      DIR/a.marble:2:5: error: unknown operator 'mapp'; did you mean 'map'?
      > a.mapp { $0 * 2 }
          ^~~~

      """
    #expect(result.errors == errors)
    #expect(folder.run("check", "DIR/a.marble", "DIR/b.marble").code == 65)
  }

  @Test func aFileWithoutExpectationsHasNothingToCheck() throws {
    let folder = try Folder(["a.marble": "a: -1-|\n> a\n"])
    let output =
      "DIR/a.marble:2: nothing to check: no row begins with '=' or 'subs'\n1 spec checked: 1 not as expected\n"
    #expect(folder.run("check", "DIR/a.marble") == .init(output: output, code: 1))
    let markdown = try Folder(["a.md": "# Two\n```marble\n> Just(1)\n= (1|)\n```\n```marble\n> Just(2)\n```\n"])
    #expect(markdown.run("check", "DIR/a.md").output.hasPrefix("DIR/a.md:7: nothing to check"))
  }

  @Test func aGuardStopsWhatDoesNotEnd() throws {
    let folder = try Folder(["a.marble": "limit: 500\n> interval(1)\n= -0\n"])
    let result = folder.run("check", "DIR/a.marble")
    #expect(result.code == 1)
    #expect(result.output.contains("DIR/a.marble:2: stopped after 500 actions"))
    #expect(folder.run("render", "DIR/a.marble").code == 1)
  }

  @Test func everyRunThatIsStoppedIsReportedAtItsLine() throws {
    let folder = try Folder(["a.marble": "limit: 500\n\n> interval(1)\n\n> Just(1)\n\n> Empty().repeat()\n"])
    for command in ["render", "explain"] {
      let result = folder.run(command, "DIR/a.marble")
      let lines = result.errors.split(separator: "\n")
      #expect(lines.count == 2 && result.code == 1)
      #expect(lines[0].hasPrefix("DIR/a.marble:3: stopped after 500 actions") && lines[0].hasSuffix("were interval"))
      #expect(lines[1].hasPrefix("DIR/a.marble:7: stopped after 100 actions at 0s"))
    }
  }

  // MARK: try

  /// The rows of a spec that is typed are compared, too: the drawing comes first, then what `check` says.
  @Test func tryReportsDifferences() {
    let words = ["render", "-e", "a: -1-|", "> a", "= -2-|"]
    let drawing = "#  0s\na: -1-|\n\n> a\n=  -1-|\n"
    let difference =
      "-e:3: a differs at 1ms\n  a         -1-|\n  expected  -2-|\n  actual    -1-|\n             ^\n  1ms: expected '2', got '1'\n"
    #expect(MarbleTool.run(words) == .init(output: drawing + "\n" + difference, code: 1))
    #expect(MarbleTool.run(["render", "-e", "a: -1-|", "> a", "= -1-|"]) == .init(output: drawing))
    #expect(MarbleTool.run(["render", "-e", "a: -1-|", "> a"]) == .init(output: drawing))
    // A picture on standard output stays a picture.
    let picture = MarbleTool.run(words + ["--format", "svg"])
    #expect(picture.output.hasSuffix("</svg>\n") && picture.errors == difference && picture.code == 1)
    let subscriptions = MarbleTool.run(["render", "-e", "a: -1-|", "> a.prefix(1)", "subs a: ^--!"])
    #expect(subscriptions.code == 1 && subscriptions.output.contains("-e:3: the subscriptions of a differ\n"))
  }

  // MARK: Unreadable input

  @Test func noSuchPath() throws {
    let folder = try Folder()
    for command in ["check", "render"] {
      #expect(
        folder.run(command, "DIR/none") == .init(errors: "Error: There is no file or folder 'DIR/none'.\n", code: 66))
    }
  }

  @Test func aFolderWithoutSpecs() throws {
    let folder = try Folder(["README.md": "# Nothing here\n", "notes.txt": "a: -|"])
    let message =
      "DIR: error: the folder has no specs; a spec is a file *.marble, or is written in a *.md between ```marble and ```\n"
    #expect(folder.run("check", "DIR") == .init(errors: message, code: 65))
  }

  @Test func markdownWithoutSpecs() throws {
    let folder = try Folder(["README.md": "# Nothing here\n"])
    let message =
      "DIR/README.md: error: the file has no spec; a spec in Markdown is written between ```marble and ```\n"
    #expect(folder.run("check", "DIR/README.md") == .init(errors: message, code: 65))
  }

  @Test func aQuestionNeedsNoExpectationButHasToRun() throws {
    let folder = try Folder([
      "open.md": "```marble predict\na: -1-|\n> a\n```\n", "plain.md": "```marble\na: -1-|\n> a\n```\n",
      "wrong.md": "```marble predict\na: -1-|\n> a\n= -2-|\n```\n",
      "broken.md": "```marble predict\na: -1-|\n> b\n```\n",
    ])
    #expect(folder.run("check", "DIR/open.md") == .init(output: "1 spec checked: all as expected\n"))
    #expect(folder.run("check", "DIR/plain.md").code == 1)
    #expect(folder.run("check", "DIR/wrong.md").code == 1)
    #expect(folder.run("check", "DIR/broken.md").code == 65)
  }

  @Test func bytesThatAreNoText() throws {
    let folder = try Folder()
    try Data([0x61, 0x3A, 0x0A, 0xC3, 0xA9, 0x3A, 0xFF, 0x0A]).write(
      to: URL(fileURLWithPath: "\(folder.path)/a.marble"))
    try Data([0x7F, 0x45, 0x4C, 0x46, 0x00]).write(to: URL(fileURLWithPath: "\(folder.path)/b.marble"))
    #expect(
      folder.run("check", "DIR/a.marble")
        == .init(errors: "DIR/a.marble:2:3: error: this is not UTF-8: byte 0xFF\n", code: 65))
    #expect(
      folder.run("render", "DIR/b.marble")
        == .init(errors: "DIR/b.marble: error: this is a binary file, not text\n", code: 65))
  }

  @Test func markdownHasTheLinesOfTheDocument() throws {
    let text =
      "# One\n\n```marble\na: -1-|\n> a\n= -1-|\n```\n\n~~~~ marble title=two\n> Just(1)\n= -\n~~~~\n\n```swift\nlet x = 1\n```\n"
    let folder = try Folder(["README.md": text])
    let output = """
      DIR/README.md:11: Just(1) differs at 0s
        expected  -
        actual    (1|)
                  ^^^^
        0s: nothing expected, got '1', the completion '|'
      2 specs checked: 1 as expected, 1 not as expected

      """
    #expect(folder.run("check", "DIR/README.md") == .init(output: output, code: 1))
  }

  // MARK: render

  @Test func renderDrawsWhatHappened() throws {
    let folder = try Folder(["a.marble": Self.wrong])
    #expect(
      folder.run("render", "DIR/a.marble") == .init(output: "#  0s   5ms\na: -1-2-|\n\n> a.map { $0 * 2 }\n=  -2-4-|\n")
    )
  }

  @Test func severalSpecsAreDrawnBelowEachOther() throws {
    let folder = try Folder(["a.marble": "> Just(1)\n", "b.marble": "> Just(2)\n", "c.marble": Self.broken])
    let result = folder.run("render", "DIR")
    #expect(result.output == "# DIR/a.marble\n> Just(1)\n= (1|)\n\n# DIR/b.marble\n> Just(2)\n= (2|)\n")
    #expect(result.code == 65)
  }

  @Test func renderWritesFiles() throws {
    let folder = try Folder(["a.marble": "> Just(1)\n", "b.marble": "> Just(2)\n"])
    #expect(folder.run("render", "DIR/a.marble", "-o", "DIR/one.marble") == .init())
    #expect(try folder.text("one.marble") == "> Just(1)\n= (1|)\n")
    #expect(folder.run("render", "DIR/a.marble", "DIR/b.marble", "--output=DIR/out") == .init())
    #expect(try folder.text("out/b.marble") == "> Just(2)\n= (2|)\n")
    let refused = folder.run("render", "DIR/a.marble", "-o", "DIR/none/x.marble")
    let reason = "No such file or directory. There is no folder 'DIR/none'; make it first."
    #expect(refused == .init(errors: "Error: 'DIR/none/x.marble' cannot be written: \(reason)\n", code: 66))
  }

  /// Text in a file that is called a picture would be of no use.
  @Test func theNameOfTheOutputSaysHowToDraw() throws {
    let folder = try Folder(["a.marble": "> Just(1)\n"])
    for (name, beginning) in [
      ("a.svg", "<svg "), ("a.html", "<!"), ("a.json", "{\n"), ("svg", "> Just"), ("b.svg.txt", "> Just"),
    ] {
      #expect(folder.run("render", "DIR/a.marble", "-o", "DIR/\(name)") == .init())
      #expect(try folder.text(name).hasPrefix(beginning), "\(name)")
    }
    #expect(folder.run("render", "DIR/a.marble", "--format", "text", "-o", "DIR/a.svg") == .init())
    #expect(try folder.text("a.svg") == "> Just(1)\n= (1|)\n")
  }

  /// Byte by byte: a colon is 3A, a blank 20, a dash 2D, a bar 7C, the end of a line 0A; é has two bytes.
  @Test func aPageLinksToThePlayground() throws {
    let folder = try Folder(["a.marble": "a: -1|\n> a.map { \"é\" }\n"])
    let page = folder.run("render", "DIR/a.marble", "--format", "html", "--playground", "../playground.html").output
    #expect(
      page.contains("href=\"../playground.html#spec=a%3A%20%2D1%7C%0A%3E%20a%2Emap%20%7B%20%22%C3%A9%22%20%7D%0A\""))
    #expect(!folder.run("render", "DIR/a.marble", "--format", "html").output.contains("Change it"))
    #expect(folder.run("render", "DIR/a.marble", "--playground", "x").code == 64)
  }

  @Test func noDrawingTakesThePlaceOfAnother() throws {
    let folder = try Folder(["a.marble": "> Just(1)\n"])
    try Files.makeFolder(folder.path + "/b")
    try Files.write("> Just(2)\n", to: folder.path + "/b/a.marble")
    let errors =
      "Error: 'DIR/out/a.marble' already holds another drawing of this call; draw 'DIR/b/a.marble' into another folder.\n"
    #expect(folder.run("render", "DIR/a.marble", "DIR/b/a.marble", "-o", "DIR/out") == .init(errors: errors, code: 64))
    #expect(try folder.text("out/a.marble") == "> Just(1)\n= (1|)\n")
  }

  // MARK: Usage

  typealias BadUsage = (words: [String], message: String, usage: String?, name: String)
  static let badUsages: [BadUsage] = [
    (["rendr"], "Error: Unexpected argument 'rendr'. Did you mean 'render'?", "marble <subcommand>", "marble"),
    (["--verson"], "Error: Unknown option '--verson'. Did you mean '--version'?", "marble <subcommand>", "marble"),
    (["help", "chek"], "Error: There is no help about 'chek'. Did you mean 'check'?", "marble <subcommand>", "marble"),
    (
      ["check"], "Error: Missing expected argument '<path> ...': a file, a folder, or - for standard input", nil,
      "marble check"
    ),
    (["check", "--strict", "x"], "Error: Unknown option '--strict'", nil, "marble check"),
    (
      ["render", "--formt", "text", "x"], "Error: Unknown option '--formt'. Did you mean '--format'?", nil,
      "marble render"
    ),
    (["render", "x", "--format"], "Error: Missing value for '--format <format>'", nil, "marble render"),
    (["render", "--output=", "x"], "Error: Missing value for '-o, --output <path>'", nil, "marble render"),
    (["render", "x", "-o", ""], "Error: Missing value for '-o, --output <path>'", nil, "marble render"),
    (
      ["check", "--update=yes", "x"], "Error: The option '--update' does not take any value, but 'yes' was specified.",
      nil, "marble check"
    ),
    (["conform", "a", "b", "c"], "Error: Unexpected argument 'c'. 'conform' takes 2 arguments", nil, "marble conform"),
    (["render", "-e"], "Error: Missing expected argument '<line> ...'", nil, "marble render"),
    (
      ["explain"], "Error: Missing expected argument '<path> ...': a file, a folder, or - for standard input", nil,
      "marble explain"
    ),
    (
      ["swift", "--stages", "x"], "Error: Unknown option '--stages'. It is an option of 'render', 'watch'", nil,
      "marble swift"
    ),
    // Words that other tools use.
    (
      ["run", "x"], "Error: Unexpected argument 'run'. Did you mean 'render' or 'check'?", "marble <subcommand>",
      "marble"
    ),
    (["test", "x"], "Error: Unexpected argument 'test'. Did you mean 'check'?", "marble <subcommand>", "marble"),
    (["plot", "x"], "Error: Unexpected argument 'plot'. Did you mean 'render'?", "marble <subcommand>", "marble"),
    (
      ["ok.marble"], "Error: Unexpected argument 'ok.marble'. Did you mean 'render ok.marble' or 'check ok.marble'?",
      "marble <subcommand>",
      "marble"
    ),
    (["/"], "Error: Unexpected argument '/'. Did you mean 'render /' or 'check /'?", "marble <subcommand>", "marble"),
    (
      ["debounce"], "Error: Unexpected argument 'debounce'. Did you mean 'operators debounce'?", "marble <subcommand>",
      "marble"
    ),
    (
      ["a: -1-|"], "Error: Unexpected argument 'a: -1-|'. Did you mean 'render -e 'a: -1-|''?", "marble <subcommand>",
      "marble"
    ),
    (
      ["xyzzy"],
      "Error: Unexpected argument 'xyzzy'. The subcommands are render, check, explain, operators, conform, compare, find, swift, fmt, quiz, "
        + "watch, lsp, help.", "marble <subcommand>", "marble"
    ),
    (["-v"], "Error: Unknown option '-v'. Did you mean '--version'?", "marble <subcommand>", "marble"),
    (
      ["help", "debonce"], "Error: There is no help about 'debonce'. Did you mean 'debounce'?", "marble <subcommand>",
      "marble"
    ),
    (["check", "--fix", "x"], "Error: Unknown option '--fix'. Did you mean '--update'?", nil, "marble check"),
    (["check", "--record", "x"], "Error: Unknown option '--record'. Did you mean '--update'?", nil, "marble check"),
    (["render", "--svg", "x"], "Error: Unknown option '--svg'. Did you mean '--format svg'?", nil, "marble render"),
    // An option that the subcommand does not have is not proposed.
    (["explain", "--fix", "x"], "Error: Unknown option '--fix'", nil, "marble explain"),
    (["check", "--into", "x"], "Error: Unknown option '--into'. It is an option of 'render'", nil, "marble check"),
    (["render", "-e", "-1-2-|", "> a"], "Error: A row needs a name: 'a: -1-2-|'", nil, "marble render"),
    (["find", "a: -1-2-|", "--1-2-|"], "Error: The outcome begins with '=': '= --1-2-|'", nil, "marble find"),
    (["render", "-e", "-a-b", "> a"], "Error: A row needs a name: 'a: -a-b'", nil, "marble render"),
    (["render", "-e", "-x", "> a"], "Error: Unknown option '-x'", nil, "marble render"),
    (
      ["quiz", "--count", "1001"],
      "Error: The value '1001' is invalid for '--count <number>'. Please provide a number from 1 to 1000.",
      nil,
      "marble quiz"
    ),
    (
      ["quiz", "--count", "0"],
      "Error: The value '0' is invalid for '--count <number>'. Please provide a number from 1 to 1000.", nil,
      "marble quiz"
    ),
  ]

  @Test func theHelpAboutAnOperatorIsItsPage() {
    #expect(MarbleTool.run(["help", "debounce"]) == MarbleTool.run(["operators", "debounce"]))
    #expect(MarbleTool.run(["help", "debounceTime"]).output.hasPrefix("debounceTime is called debounce here."))
    #expect(MarbleTool.run(["help", "debounce"]).code == 0)
  }

  @Test func aFolderThatDoesNotExist() throws {
    let folder = try Folder(["a.marble": "> Just(1)\n"])
    let reason = "No such file or directory. There is no folder 'DIR/new'; make it first."
    #expect(
      folder.run("render", "DIR/a.marble", "-o", "DIR/new/b.svg")
        == .init(errors: "Error: 'DIR/new/b.svg' cannot be written: \(reason)\n", code: 66))
    #expect(folder.run("render", "DIR/a.marble", "-o", "DIR/new/") == .init())
    #expect(try folder.text("new/a.marble") == "> Just(1)\n= (1|)\n")
  }

  @Test(arguments: [
    (String.Encoding.utf16, "UTF-16, not UTF-8; save it as UTF-8"),
    (.utf16LittleEndian, "UTF-16, not UTF-8; save it as UTF-8"),
    (.utf16BigEndian, "UTF-16, not UTF-8; save it as UTF-8"), (.utf32LittleEndian, "a binary file, not text"),
  ])
  func aFileOfAnotherEncoding(_ encoding: String.Encoding, _ text: String) throws {
    let folder = try Folder([:])
    try #require("a: -1-|\n> a\n".data(using: encoding)).write(to: URL(fileURLWithPath: folder.path + "/a.marble"))
    #expect(folder.run("check", "DIR/a.marble") == .init(errors: "DIR/a.marble: error: this is \(text)\n", code: 65))
  }

  @Test(arguments: badUsages) func badUsage(_ row: BadUsage) {
    let (words, message, usage, name) = row
    let result = MarbleTool.run(words)
    #expect(result.code == 64)
    #expect(result.output == "")
    let lines = result.errors.split(separator: "\n").map(String.init)
    #expect(lines.count == 3)
    #expect(lines[0] == message)
    #expect(usage.map { lines[1] == "Usage: \($0)" } ?? lines[1].hasPrefix("Usage: \(name) "))
    #expect(lines[2] == "  See '\(name) --help' for more information.")
  }

  @Test func aFormatThatDoesNotExist() {
    let result = MarbleTool.run(["render", "--format", "pdf", "x"])
    #expect(
      result.errors.hasPrefix("Error: The value 'pdf' is invalid for '--format <format>'. Please provide one of 'text'")
    )
    #expect(result.code == 64)
  }

  @Test func helpAndVersion() {
    let help = MarbleTool.run(["--help"])
    #expect(help.code == 0 && help.errors == "")
    let beginning =
      "OVERVIEW: Run stream pipelines in virtual time, and draw or check what happens.\n\nUSAGE: marble <subcommand>\n"
    #expect(help.output.hasPrefix(beginning))
    #expect(MarbleTool.run([]) == help)
    #expect(MarbleTool.run(["-h"]) == help && MarbleTool.run(["help"]) == help)
    #expect(MarbleTool.run(["check", "--help"]) == MarbleTool.run(["help", "check"]))
    #expect(MarbleTool.run(["check", "--strict", "-h"]) == MarbleTool.run(["help", "check"]))
    #expect(MarbleTool.run(["check", "--", "-h"]).code == 66)
    #expect(MarbleTool.run(["--version"]) == .init(output: MarbleTool.version + "\n"))
  }
}
