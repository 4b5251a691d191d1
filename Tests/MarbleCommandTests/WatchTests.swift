import Foundation
import MarbleSpecs
import Marbles
import TestFolder
import Testing

@testable import MarbleCommandLine

/// The changes that `marble watch` notices and shows. Each look is asked for; nothing waits.
struct WatchTests {
  typealias Folder = MarbleToolTests.Folder
  private static let spec = "a: -1-2-|\n> a.delay(for: 1)\n"

  private func watching(_ folder: Folder, _ words: String..., terminal: Terminal = Terminal()) throws -> Watching {
    Watching(
      try ParsedArguments(words.map { $0.replacing("DIR", with: folder.path) }, for: MarbleTool.watch.shape),
      on: terminal)
  }
  private func write(_ text: String, _ folder: Folder, _ name: String) throws {
    try Files.write(text, to: "\(folder.path)/\(name)")
  }

  @Test func everyWayOfSavingIsNoticed() throws {
    let folder = try Folder(["a.marble": Self.spec, "b.md": "text", "c.txt": "other"])
    try Files.makeFolder("\(folder.path)/v1.0")
    var watch = FileWatch([folder.path]) { $0.hasSuffix(".marble") || $0.hasSuffix(".md") }
    func names(_ paths: [String]) -> [String] { paths.map { String($0.dropFirst(folder.path.count + 1)) } }
    #expect(names(watch.changes().saved) == ["a.marble", "b.md"])
    #expect(watch.changes().saved.isEmpty)
    // Written into.
    try write(Self.spec + "# longer\n", folder, "a.marble")
    #expect(names(watch.changes().saved) == ["a.marble"])
    // Another file takes its name, as many editors save; it has the same size.
    try write(Self.spec + "# longet\n", folder, "a.marble~")
    #expect(rename("\(folder.path)/a.marble~", "\(folder.path)/a.marble") == 0)
    #expect(names(watch.changes().saved) == ["a.marble"])
    // New, in a folder whose name has a dot; then gone.
    try write(Self.spec, folder, "v1.0/d.marble")
    #expect(names(watch.changes().saved) == ["v1.0/d.marble"])
    #expect(unlink("\(folder.path)/v1.0/d.marble") == 0)
    let (saved, gone) = watch.changes()
    #expect(saved.isEmpty && names(gone) == ["v1.0/d.marble"])
    #expect(names(watch.files) == ["a.marble", "b.md"])
  }

  @Test func theDrawingIsThereAtOnceAndAfterEachSave() throws {
    let folder = try Folder(["a.marble": Self.spec])
    var watching = try watching(folder, "DIR/a.marble")
    #expect(watching.step()?.contains("> a.delay(for: 1)\n=  --1-2-|\n") == true)
    #expect(watching.step() == nil)
    try write(Self.spec.replacing("1)", with: "2)"), folder, "a.marble")
    let step = watching.step()
    let text = try #require(step)
    #expect(
      text.contains("> a.delay(for: 2)\n=  ---1-2-|\n")
        && text.hasSuffix("# watching 1 file: \(folder.path)/a.marble was saved\n"))
  }
  @Test func theLastGoodDrawingStaysAboveTheError() throws {
    let folder = try Folder(["a.marble": Self.spec])
    var watching = try watching(folder, "DIR/a.marble")
    _ = watching.step()
    try write(Self.spec.replacing("delay", with: "dela"), folder, "a.marble")
    let step = watching.step()
    let text = try #require(step)
    let drawing = try #require(text.range(of: "=  --1-2-|")),
      message = try #require(text.range(of: "did you mean 'delay'?"))
    #expect(drawing.upperBound < message.lowerBound)
  }
  @Test func aFolderIsCheckedAndOnlyWhatDiffersIsShown() throws {
    let folder = try Folder(["a.marble": Self.spec + "= --1-2-|\n", "b.marble": Self.spec + "= -1-2-|\n"])
    var watching = try watching(folder, "DIR", "--check")
    let step = watching.step()
    let first = try #require(step)
    #expect(first.contains("b.marble:3: a.delay(for: 1) differs") && !first.contains("a.marble:3"))
    try write(Self.spec + "= --1-2-|\n", folder, "b.marble")
    #expect(watching.step()?.hasPrefix("all as expected\n") == true)
  }
  @Test func aTerminalIsClearedAndAFileIsNot() throws {
    let folder = try Folder(["a.marble": Self.spec])
    var terminal = Terminal()
    terminal.width = 80
    var onTerminal = try watching(folder, "DIR", terminal: terminal), piped = try watching(folder, "DIR")
    #expect(onTerminal.step()?.hasPrefix("\u{1B}[H\u{1B}[2J") == true)
    #expect(piped.step()?.contains("\u{1B}") == false)
  }
  /// A window is made narrower while the command runs: the drawing is folded again, and so is everything later.
  @Test func theWidthIsThatOfTheMoment() throws {
    let spec = "a: -1-2-3-4-5-6-7-8-9-|\n> a\n"
    let folder = try Folder(["a.marble": spec])
    var terminal = Terminal()
    terminal.width = 80
    var width = 80
    let words = try ParsedArguments([folder.path + "/a.marble"], for: MarbleTool.watch.shape)
    var watching = Watching(words, on: terminal, measure: { width })
    #expect(watching.step()?.contains("\na: -1-2-3-4-5-6-7-8-9-|\n") == true && watching.step() == nil)
    width = 20
    // 3 columns before the rows and one for each mark leave 15.
    let narrow = watching.step()
    #expect(narrow?.contains("\na: -1-2-3-4-5-6-7-…\n") == true && watching.step() == nil)
    try write("> b\n", folder, "a.marble")
    // The last drawing that could be read is folded, too.
    width = 22
    let wider = watching.step()
    #expect(wider?.contains("\na: -1-2-3-4-5-6-7-8-…\n") == true && wider?.contains("there is no stream 'b'") == true)
  }
  @Test func differencesAreFoldedAgain() throws {
    let ones = String(repeating: "-1", count: 20)
    let folder = try Folder(["a.marble": "a: \(ones)|\n> a\n= -2\(ones.dropFirst(2))|\n"])
    var terminal = Terminal()
    terminal.width = 80
    var width = 80
    let words = try ParsedArguments([folder.path + "/a.marble", "--check"], for: MarbleTool.watch.shape)
    var watching = Watching(words, on: terminal, measure: { width })
    #expect(watching.step()?.contains("\n  expected  -2\(ones.dropFirst(2))|\n") == true)
    width = 40
    // 12 columns before the rows and one for each mark leave 26.
    #expect(watching.step()?.contains("\n  expected  -2\(ones.dropFirst(2).prefix(24))…\n") == true)
  }
  @Test func whatIsNotThereIsSaid() throws {
    let folder = try Folder()
    let result = folder.run("watch", "DIR/none")
    #expect(result.code == 66 && result.errors == "Error: There is no file or folder 'DIR/none'.\n")
  }
  @Test func whatTestsDrew() throws {
    let folder = try Folder(["a.txt": "old\n"])
    var watching = try watching(folder, "DIR", "--tests")
    _ = watching.step()
    try write("typed -a-|\n", folder, "new.txt")
    #expect(watching.step()?.contains("# \(folder.path)/new.txt\ntyped -a-|\n") == true)
  }
}

/// Scripts for shells, and the manual page: each is made of the table of subcommands, so each subcommand and option is
/// in it.
struct ShellTests {
  @Test(arguments: ["bash", "zsh", "fish"]) func everythingIsInTheScript(_ shell: String) {
    let result = MarbleTool.run(["help", shell])
    #expect(result.code == 0)
    for command in MarbleTool.commands {
      #expect(result.output.contains(command.shape.name))
      for option in command.shape.options {
        #expect(result.output.contains(option.name), "\(command.shape.name) --\(option.name)")
      }
    }
    #expect(result.output.contains("debounce"))
  }
  @Test func anUnknownShell() {
    let result = MarbleTool.run(["help", "zhs"])
    #expect(result.code == 64 && result.errors.hasPrefix("Error: There is no help about 'zhs'. Did you mean 'zsh'?"))
  }
  @Test func bashCompletes() throws {
    func reply(_ words: [String]) throws -> [String] {
      let quoted = words.map { "'\($0)'" }.joined(separator: " ")
      let script =
        MarbleTool.run(["help", "bash"]).output
        + "\nCOMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1); _marble; printf '%s\\n' \"${COMPREPLY[@]}\"\n"
      let process = Process(), pipe = Pipe()
      process.executableURL = URL(fileURLWithPath: "/bin/bash")
      process.arguments = ["-c", script]
      process.standardOutput = pipe
      try process.run()
      let data = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
    guard FileManager.default.isExecutableFile(atPath: "/bin/bash") else { return }
    #expect(try reply(["marble", "ren"]) == ["render"])
    #expect(try reply(["marble", "render", "--format", "s"]) == ["svg"])
    #expect(try reply(["marble", "render", "--st"]) == ["--stages"])
    #expect(try reply(["marble", "operators", "debou"]) == ["debounce"])
    #expect(try reply(["marble", "help", "nota"]) == ["notation"])
  }
  @Test func theManualHasEverySubcommandAndCode() {
    let page = MarbleTool.run(["help", "man"]).output
    #expect(page.hasPrefix(".TH MARBLE 1"))
    for command in MarbleTool.commands { #expect(page.contains(".SS marble \(command.shape.name)")) }
    for (code, _) in MarbleTool.exitCodes { #expect(page.contains(".B \(code)\n")) }
    // A line that begins with a dot is a request of the formatter, and only these are meant.
    let requests = Set(page.split(separator: "\n").filter { $0.hasPrefix(".") }.map { $0.prefix(3) })
    #expect(requests.isSubset(of: [".TH", ".SH", ".SS", ".B ", ".I ", ".TP", ".nf", ".fi"]))
  }
}
