import Foundation
import MarbleSpecs
import Marbles
import Testing

@testable import MarbleCommandLine

/// The files that the command reads and writes: it never waits, reports each failure, and deletes nothing.
struct FilesTests {
  typealias Folder = MarbleToolTests.Folder
  private let manager = FileManager.default

  // MARK: Reading

  /// Links between folders can form loops; each folder is walked once.
  @Test(.timeLimit(.minutes(60))) func foldersThatLinkToEachOther() throws {
    let folder = try Folder()
    for name in ["a", "b", "c"] {
      try Files.makeFolder("\(folder.path)/\(name)")
      try Files.write(MarbleToolTests.good, to: "\(folder.path)/\(name)/\(name).marble")
      for other in ["a", "b", "c", "."] {
        try manager.createSymbolicLink(atPath: "\(folder.path)/\(name)/to-\(other)", withDestinationPath: "../\(other)")
      }
    }
    #expect(folder.run("check", "DIR") == .init(output: "3 specs checked: all as expected\n"))
    #expect(folder.run("check", "DIR", "DIR/a") == .init(output: "3 specs checked: all as expected\n"))
  }

  /// To read a pipe would wait until somebody writes.
  @Test(.timeLimit(.minutes(60))) func aPipeInAFolderIsNoSpec() throws {
    let folder = try Folder(["a.marble": MarbleToolTests.good])
    #expect(mkfifo("\(folder.path)/b.marble", 0o600) == 0)
    #expect(folder.run("check", "DIR") == .init(output: "1 spec checked: all as expected\n"))
  }

  @Test func aLinkThatLeadsNowhere() throws {
    let folder = try Folder(["a.marble": MarbleToolTests.good])
    try manager.createSymbolicLink(atPath: "\(folder.path)/gone.marble", withDestinationPath: "none")
    #expect(folder.run("check", "DIR").code == 0)
    try manager.createSymbolicLink(atPath: "\(folder.path)/round.marble", withDestinationPath: "round.marble")
    try manager.createSymbolicLink(atPath: "\(folder.path)/round.txt", withDestinationPath: "round.txt")
    let error = "Error: 'DIR/round.marble' cannot be read: Too many levels of symbolic links.\n"
    #expect(folder.run("render", "DIR/round.marble") == .init(errors: error, code: 66))
    #expect(folder.run("check", "DIR") == .init(output: "1 spec checked: all as expected\n", errors: error, code: 66))
  }

  @Test(.enabled(if: geteuid() != 0, "the owner of the machine may read everything")) func whatMayNotBeRead() throws {
    let folder = try Folder(["a.marble": MarbleToolTests.good])
    try Files.makeFolder(folder.path + "/b")
    try Files.write(MarbleToolTests.good, to: folder.path + "/b/c.marble")
    try manager.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.path + "/a.marble")
    try manager.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.path + "/b")
    defer { try? manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path + "/b") }
    let errors = [
      "Error: 'DIR/a.marble' cannot be read: Permission denied.\n",
      "Error: The folder 'DIR/b' cannot be read: Permission denied.\n",
      "Error: 'DIR/b/c.marble' cannot be read: Permission denied.\n",
    ]
    #expect(folder.run("render", "DIR/a.marble") == .init(errors: errors[0], code: 66))
    #expect(folder.run("check", "DIR/b") == .init(errors: errors[1], code: 66))
    #expect(folder.run("check", "DIR/b/c.marble") == .init(errors: errors[2], code: 66))
    #expect(folder.run("check", "DIR") == .init(errors: errors[0] + errors[1], code: 66))
  }

  @Test func markdownByOtherNames() throws {
    let text = "# A\n```marble\n> Just(1)\n= (1|)\n```\n"
    let folder = try Folder(["a.MD": text, "b.markdown": text, "c.md": "\u{FEFF}```marble\n> Just(1)\n= (2|)\n```\n"])
    #expect(folder.run("check", "DIR").output.hasSuffix("3 specs checked: 2 as expected, 1 not as expected\n"))
    #expect(folder.run("check", "--update", "DIR/c.md").code == 0)
    #expect(try folder.text("c.md") == "\u{FEFF}```marble\n> Just(1)\n= (1|)\n```\n")
  }

  /// A device has no end: what no spec can be is seen in its first bytes, or by a limit.
  @Test(.timeLimit(.minutes(60)), arguments: ["/dev/zero", "/dev/urandom"]) func aDeviceWithoutEnd(_ path: String) {
    let result = MarbleTool.run(["check", path])
    #expect(result == .init(errors: "\(path): error: this is a binary file, not text\n", code: 65))
  }
  @Test func aFileThatIsTooLong() throws {
    let folder = try Folder(["a.marble": MarbleToolTests.good + String(repeating: "# more\n", count: 30_000)])
    let path = "\(folder.path)/a.marble"
    let inputs = SpecInputs([path], longest: 1_000)
    #expect(
      inputs.errors.map(\.description) == ["\(path): error: this is longer than 1000 bytes, and no more are read"])
    #expect(inputs.code == 65)
    #expect(SpecInputs([path]).specs.count == 1)
  }
  /// The root of a disk has millions of files: the walk ends, and says which folder is too large.
  @Test func aFolderWithTooManyFiles() throws {
    let folder = try Folder(["a.marble": MarbleToolTests.good, "b.marble": MarbleToolTests.good])
    try Files.makeFolder("\(folder.path)/more")
    try Files.write(MarbleToolTests.good, to: "\(folder.path)/more/c.marble")
    #expect(SpecInputs([folder.path], mostNames: 4).specs.count == 3)
    let inputs = SpecInputs([folder.path, "\(folder.path)/more"], mostNames: 3)
    #expect(
      inputs.errors.map(\.description) == [
        "Error: The folder '\(folder.path)' has more than 3 files and folders. Name the folder of the specs."
      ])
    #expect(inputs.code == 66 && inputs.specs.map(\.file) == ["\(folder.path)/more/c.marble"])
  }

  // MARK: Writing

  @Test func severalDrawingsAreNotOneFile() throws {
    let folder = try Folder(["a.marble": MarbleToolTests.good, "b.marble": MarbleToolTests.good])
    let result = folder.run("render", "DIR/a.marble", "DIR/b.marble", "-o", "DIR/all.html")
    let message =
      "Error: 'DIR/all.html' can hold one drawing, and there are 2 specs. Name a folder: -o DIR/all --format html\n"
    #expect(result.code == 64 && result.errors.hasPrefix(message), "\(result.errors)")
    #expect(try Files.names(in: folder.path) == ["a.marble", "b.marble"])
    // A folder that is there is meant, whatever it is called.
    try Files.makeFolder("\(folder.path)/old.html")
    #expect(folder.run("render", "DIR/a.marble", "DIR/b.marble", "-o", "DIR/old.html", "--format", "svg").code == 0)
    #expect(try Files.names(in: folder.path + "/old.html") == ["a.svg", "b.svg"])
  }
  @Test(arguments: ["png", "PNG", "jpg", "pdf"]) func picturesOfPixels(_ ending: String) throws {
    let folder = try Folder(["a.marble": MarbleToolTests.good])
    let result = folder.run("render", "DIR/a.marble", "-o", "DIR/o.\(ending)")
    #expect(result.code == 64 && result.output.isEmpty)
    #expect(
      result.errors.hasPrefix(
        "Error: Pictures are SVG; none are drawn in pixels. Draw 'DIR/o.svg', then: rsvg-convert --zoom 2 DIR/o.svg -o DIR/o.png\n"
      ))
    #expect(try Files.names(in: folder.path) == ["a.marble"])
  }
  @Test func anEndingThatNamesNoFormat() throws {
    let folder = try Folder(["a.marble": MarbleToolTests.good])
    let result = folder.run("render", "DIR/a.marble", "-o", "DIR/o.doc")
    #expect(
      result.errors.hasPrefix(
        "Error: The extension of 'DIR/o.doc' is not a format. Use one of .marble, .svg, .html, .json, .jsonl, .txt, or say '--format'\n"
      ))
    #expect(result.code == 64)
    #expect(folder.run("render", "DIR/a.marble", "-o", "DIR/o.doc", "--format", "text").code == 0)
    #expect(folder.run("render", "DIR/a.marble", "-o", "DIR/o.txt").code == 0)
    #expect(folder.run("render", "DIR/a.marble", "-o", "DIR/o").code == 0)
    #expect(try folder.text("o.txt") == folder.text("o") && folder.text("o.txt") == folder.text("o.doc"))
  }
  @Test func aMinusIsStandardOutput() throws {
    let folder = try Folder(["a.marble": MarbleToolTests.good, "b.marble": MarbleToolTests.good])
    for words in [
      ["render", "DIR/a.marble"], ["render", "DIR", "--format", "svg"], ["swift", "DIR/a.marble"],
      ["render", "-e", "> Just(1)"],
    ] {
      let words = words.map { $0.replacing("DIR", with: folder.path) }
      let plain = MarbleTool.run(words)
      #expect(MarbleTool.run(words + ["-o", "-"]) == plain && plain.code == 0 && !plain.output.isEmpty)
    }
    #expect(!manager.fileExists(atPath: "-"))
    #expect(try Files.names(in: folder.path) == ["a.marble", "b.marble"])
  }

  @Test func outputThatCannotBeWritten() throws {
    let result = MarbleTool.Result(output: "-a-|\n", errors: "Careful.\n", code: 1)
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let errors = "Careful.\nError: Standard output cannot be written: No space left on device.\n"
    #expect(result.delivered(to: full.fileDescriptor) == .init(errors: errors, code: 66))
    #expect(MarbleTool.Result(code: 1).delivered(to: full.fileDescriptor) == .init(code: 1))
    let null = try #require(FileHandle(forWritingAtPath: "/dev/null"))
    #expect(result.delivered(to: null.fileDescriptor) == .init(errors: "Careful.\n", code: 1))
  }

  /// A reader such as `head` that has seen enough is not a failure.
  @Test func aReaderThatHasGone() throws {
    let old = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, old) }
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    #expect(MarbleTool.Result(output: "-a-|\n").delivered(to: pipe.fileHandleForWriting.fileDescriptor) == .init())
  }

  @Test func aDrawingDoesNotReplaceItsSpec() throws {
    let spec = "# A comment\n> Just(1)\n"
    let markdown = "# A\n```marble\n> Just(1)\n```\n"
    let folder = try Folder(["a.marble": spec, "b.marble": spec, "c.md": markdown])
    func refused(_ path: String) -> String {
      "Error: '\(path)' is the spec itself, which the drawing would replace; write to another file or folder.\n"
    }
    try manager.createSymbolicLink(atPath: "\(folder.path)/link.marble", withDestinationPath: "a.marble")
    #expect(
      folder.run("render", "DIR/a.marble", "-o", "DIR/a.marble") == .init(errors: refused("DIR/a.marble"), code: 64))
    #expect(
      folder.run("render", "DIR/a.marble", "-o", "DIR/link.marble")
        == .init(errors: refused("DIR/link.marble"), code: 64))
    #expect(folder.run("render", "DIR/a.marble", "-o", "DIR") == .init(errors: refused("DIR/a.marble"), code: 64))
    #expect(
      folder.run("render", "DIR/c.md", "--format", "svg", "-o", "DIR/c.md")
        == .init(errors: refused("DIR/c.md"), code: 64))
    #expect(
      folder.run("swift", "DIR/a.marble", "-o", "DIR/a.marble") == .init(errors: refused("DIR/a.marble"), code: 64))
    let both = refused("DIR/a.marble") + refused("DIR/b.marble")
    #expect(folder.run("render", "DIR/a.marble", "DIR/b.marble", "-o", "DIR") == .init(errors: both, code: 64))
    #expect(try folder.text("a.marble") == spec && folder.text("b.marble") == spec && folder.text("c.md") == markdown)
    #expect(folder.run("render", "DIR/a.marble", "--format", "svg", "-o", "DIR") == .init())
  }

  private static let lost =
    "has other content, which would be lost; write to another file or folder, or remove it first.\n"

  /// A file is replaced if its text can be written again: a picture, or the same spec.
  @Test(arguments: [
    ("a.marble", "x: -9-|\n> x\n= -9-|\n"), ("a.marble", "# Mine.\na: -1-|\n> a\n"), ("a.marble", "My notes.\n"),
    ("a.svg", "<svg>a logo</svg>\n"),
    ("a.html", "<!DOCTYPE html>\n<html lang=\"en\" data-theme=\"dark\">\n<p>My page</p>\n"), ("a.json", "{}\n"),
    ("a.txt", "My notes.\n"),
    ("a.swift", "import Testing\n"),
  ])
  func aTextOfSomebodyIsNotReplaced(_ name: String, _ text: String) throws {
    let folder = try Folder(["a.marble": "a: -1-|\n> a\n"])
    try Files.makeFolder("\(folder.path)/out")
    try Files.write(text, to: "\(folder.path)/out/\(name)")
    let command = name == "a.swift" ? "swift" : "render"
    let refused = MarbleTool.Result(errors: "Error: 'DIR/out/\(name)' \(Self.lost)", code: 66)
    #expect(folder.run(command, "DIR/a.marble", "-o", "DIR/out/\(name)") == refused)
    if name == "a.marble" { #expect(folder.run("render", "DIR/a.marble", "-o", "DIR/out") == refused) }
    #expect(try folder.text("out/\(name)") == text)
    // Without the text, or with none in it, the file is written.
    try Files.write("", to: "\(folder.path)/out/\(name)")
    #expect(folder.run(command, "DIR/a.marble", "-o", "DIR/out/\(name)") == .init())
  }
  @Test func bytesThatAreNotReplaced() throws {
    let folder = try Folder(["a.marble": MarbleToolTests.good])
    try Data([0xFF, 0xD8]).write(to: URL(fileURLWithPath: "\(folder.path)/a.svg"))
    #expect(
      folder.run("render", "DIR/a.marble", "-o", "DIR/a.svg")
        == .init(errors: "Error: 'DIR/a.svg' \(Self.lost)", code: 66))
  }
  /// The example: two folders have a file of one name, and their drawings go into one folder, one call after the other.
  @Test func theDrawingOfAnotherSpecStays() throws {
    let folder = try Folder(["a.marble": "a: -1-|\n> a\n"])
    for name in ["b", "out"] { try Files.makeFolder("\(folder.path)/\(name)") }
    try Files.write("b: -2-|\n> b\n", to: "\(folder.path)/b/a.marble")
    #expect(folder.run("render", "DIR/a.marble", "-o", "DIR/out/a.marble") == .init())
    let drawn = try folder.text("out/a.marble")
    let refused = MarbleTool.Result(errors: "Error: 'DIR/out/a.marble' \(Self.lost)", code: 66)
    #expect(folder.run("render", "DIR/b/a.marble", "-o", "DIR/out") == refused)
    #expect(try folder.text("out/a.marble") == drawn)
  }
  /// A file that can be drawn again is replaced: also in another style, or as the copy of the spec, or after the spec
  /// has changed.
  @Test func aDrawingIsReplaced() throws {
    let spec = "# Mine.\na: -1-2-|\n> a.delay(for: 1)\n"
    let folder = try Folder(["a.marble": spec])
    try Files.makeFolder("\(folder.path)/out")
    try Files.write(spec, to: "\(folder.path)/out/a.marble")
    for style in [[], ["--stages", "--timers"], ["--causes", "--ascii"], []] {
      #expect(MarbleTool.run(["render", "\(folder.path)/a.marble", "-o", "\(folder.path)/out"] + style) == .init())
    }
    #expect(try folder.text("out/a.marble") == "#  0s   5ms\na: -1-2-|\n\n> a.delay(for: 1)\n=  --1-2-|\n")
    let files = ["o.svg", "o.html", "o.json", "o.txt", "o"]
    for name in files { #expect(folder.run("render", "DIR/a.marble", "-o", "DIR/\(name)") == .init()) }
    try Files.write("b: -2-|\n> b\n", to: "\(folder.path)/a.marble")
    for name in files {
      #expect(folder.run("render", "DIR/a.marble", "-o", "DIR/\(name)", "--theme", "dark") == .init())
    }
    #expect(try folder.text("o.txt") == "#  0s\nb: -2-|\n\n> b\n=  -2-|\n")
  }
  @Test func exportedTestsAreReplaced() throws {
    let folder = try Folder(["a.marble": MarbleToolTests.good])
    #expect(folder.run("swift", "DIR/a.marble", "-o", "DIR/a.swift") == .init())
    try Files.write(MarbleToolTests.good.replacing("* 2", with: "* 1 * 2"), to: "\(folder.path)/a.marble")
    #expect(folder.run("swift", "DIR/a.marble", "-o", "DIR/a.swift") == .init())
    let mark = "// Written by 'marble swift -o', which replaces the whole file.\n\n"
    #expect(try folder.text("a.swift") == mark + folder.run("swift", "DIR/a.marble").output)
  }

  @Test func aFolderForDrawingsThatIsNone() throws {
    let folder = try Folder(["a.marble": MarbleToolTests.good, "b.marble": MarbleToolTests.good, "file": ""])
    let error = "Error: 'DIR/file' cannot be the folder for several drawings: File exists.\n"
    #expect(folder.run("render", "DIR/a.marble", "DIR/b.marble", "-o", "DIR/file") == .init(errors: error, code: 66))
  }

  // MARK: check --update

  @Test func whatIsReadOnlyIsNotUpdated() throws {
    let folder = try Folder(["a.marble": MarbleToolTests.wrong])
    try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder.path + "/a.marble")
    let result = folder.run("check", "--update", "DIR/a.marble")
    let reason = geteuid() == 0 ? "It is read-only" : "Permission denied"
    #expect(result.errors == "Error: 'DIR/a.marble' cannot be written: \(reason).\n")
    #expect(result.code == 66 && result.output.hasSuffix("1 spec checked: 1 not as expected\n"))
    #expect(try folder.text("a.marble") == MarbleToolTests.wrong)
    #expect(try Files.names(in: folder.path) == ["a.marble"])
  }

  @Test(.enabled(if: geteuid() == 0, "nobody else may give files away")) func theOwnerStays() throws {
    let folder = try Folder(["a.marble": MarbleToolTests.wrong])
    #expect(chown(folder.path + "/a.marble", 1234, 1235) == 0)
    #expect(folder.run("check", "--update", "DIR/a.marble").code == 0)
    let attributes = try manager.attributesOfItem(atPath: folder.path + "/a.marble")
    #expect(attributes[.ownerAccountID] as? Int == 1234 && attributes[.groupOwnerAccountID] as? Int == 1235)
  }

  @Test func aFileThatIsNamedTwice() throws {
    let folder = try Folder([
      "a.marble": MarbleToolTests.wrong, "b.md": "```marble\n> Just(1)\n```\n```marble\n> Just(2)\n```\n",
    ])
    try manager.createSymbolicLink(atPath: "\(folder.path)/c.marble", withDestinationPath: "a.marble")
    let result = folder.run("check", "--update", "DIR/a.marble", "DIR/./a.marble", "DIR")
    #expect(result == .init(output: "DIR/a.marble: updated\nDIR/b.md: updated\n6 specs checked: 6 updated\n"))
    #expect(try folder.text("a.marble") == MarbleToolTests.good)
    #expect(try folder.text("b.md") == "```marble\n> Just(1)\n= (1|)\n```\n```marble\n> Just(2)\n= (2|)\n```\n")
  }

  /// Somebody else writes the file after it was read: that is kept.
  @Test(arguments: [MarbleToolTests.good, "", "a: -1-2-|\n> a\n", "a: -1-2-|\n> a.map { $0 * 2 }\n= -2-6-|\n"])
  func aFileThatWasChangedMeanwhile(_ text: String) throws {
    let folder = try Folder(["a.marble": MarbleToolTests.wrong])
    let path = folder.path + "/a.marble"
    let result = folder.run("check", "--update", "DIR/a.marble", beforeUpdate: { try? Files.write(text, to: path) })
    #expect(result.errors == "DIR/a.marble: error: the file was changed meanwhile; nothing was written\n")
    #expect(result.code == 65 && result.output.hasSuffix("1 spec checked: 1 not as expected\n"))
    #expect(try folder.text("a.marble") == text)
  }

  @Test func bytesThatCameMeanwhile() throws {
    let folder = try Folder(["a.md": "```marble\n\(MarbleToolTests.wrong)```\n"])
    let path = folder.path + "/a.md"
    let bytes = Data("```marble\n\(MarbleToolTests.wrong)```\n".utf8) + [0xFF]
    let result = folder.run("check", "--update", "DIR/a.md") { try? bytes.write(to: URL(fileURLWithPath: path)) }
    #expect(result.errors == "DIR/a.md: error: the file was changed meanwhile; nothing was written\n")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
  }

  @Test func aFileThatWasTakenAwayMeanwhile() throws {
    let folder = try Folder(["a.marble": MarbleToolTests.wrong])
    let path = folder.path + "/a.marble"
    let result = folder.run(
      "check", "--update", "DIR/a.marble", beforeUpdate: { try? FileManager.default.removeItem(atPath: path) })
    #expect(result.errors == "Error: 'DIR/a.marble' cannot be written: No such file or directory.\n")
    #expect(result.code == 66)
    #expect(try Files.names(in: folder.path) == [])
  }

  /// Changes elsewhere in the document stay, and the specs that are still there are written.
  @Test func aDocumentThatWasChangedElsewhere() throws {
    let before = "```marble\n\(MarbleToolTests.wrong)```\n"
    let folder = try Folder(["a.md": before])
    let path = folder.path + "/a.md"
    let result = folder.run(
      "check", "--update", "DIR/a.md", beforeUpdate: { try? Files.write(before + "More.\n", to: path) })
    #expect(result.code == 0)
    #expect(try folder.text("a.md") == "```marble\n\(MarbleToolTests.good)```\nMore.\n")
  }

  @Test func aPlaceInMarkdownIsThatOfTheDocument() throws {
    let specs = Markdown.specs(
      in: "# Title\n\n- item:\n\n  ```marble\n  a: -1-|\n  > a.mapp { $0 }\n  ```\n", file: "README.md")
    let text = try #require(specs.first)
    #expect(throws: SpecProblem.self) { try SpecFile(text) }
    do { _ = try SpecFile(text) } catch {
      #expect(
        error.description
          == "README.md:7:7: error: unknown operator 'mapp'; did you mean 'map'?\n> a.mapp { $0 }\n    ^~~~")
    }
  }
}
