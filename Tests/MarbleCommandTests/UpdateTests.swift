import Foundation
@testable import MarbleCommandLine
import Marbles
import Testing

/// `marble check --update` writes what happened, and nothing else.
struct UpdateTests {
  typealias Folder = MarbleToolTests.Folder

  /// A spec, and what it is after an update.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var before: String
    var after: String
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "only the row that differs",
      before: "# One\na:   -1-2-|\n\n> a.map { $0 * 2 }\n=    -2-5-|\n> a.delay(for: 1)\n= -- 1-2-|\n",
      after: "# One\na:   -1-2-|\n\n> a.map { $0 * 2 }\n=    -2-4-|\n> a.delay(for: 1)\n= -- 1-2-|\n"),
    Case(
      name: "a row that is missing", before: "a:   -1-2-|\n> a\n  .delay(for: 2)\n",
      after: "a:   -1-2-|\n> a\n  .delay(for: 2)\n=    ---1-2-|\n"),
    Case(
      name: "a row per subscriber", before: "a: -1-2-|\n> a\nfrom ^\nfrom --^\n",
      after: "a: -1-2-|\n> a\nfrom ^\n=  -1-2-|\nfrom --^\n=  ---1-2-|\n"),
    Case(
      name: "a table of its own", before: "a: -1-2-|\n> a.map { $0 * 20 }\n= -x-|\nsubs a: ^----!\n  x = 1\n",
      after: "a: -1-2-|\n> a.map { $0 * 20 }\n= -b-c-|\nsubs a: ^----!\n  b = 20   c = 40\n"),
    Case(
      name: "an entry that is still used stays",
      before: "a: -1-2-|\n> a.map { $0 * 20 }\n= -x-y-|\n  x = 20   y = 41\n",
      after: "a: -1-2-|\n> a.map { $0 * 20 }\n= -x-b-|\n  x = 20\n  b = 40\n"),
    Case(
      name: "subscriptions",
      before: "a: -1-|\nb: -2-|\n> a.append(b)\n= -1--2-|\nsubs a: ^-!\nsubs b: ^!\nsubs b: --^\n",
      after: "a: -1-|\nb: -2-|\n> a.append(b)\n= -1--2-|\nsubs a: ^--!\nsubs b: ---^--!\n"),
    Case(
      name: "a value without a sign of its own", before: "a: -p-|\n  p = \"two words\"\n> a\n=\n",
      after: "a: -p-|\n  p = \"two words\"\n> a\n= -p-|\n"),
    Case(name: "what held of a row", before: "a: -1-2-|\n> a\n= -?-3-|\n", after: "a: -1-2-|\n> a\n= -?-2-|\n"),
    Case(
      name: "values in any order", before: "a: -[12]-3|\n> a\n= -{21}-4|\n", after: "a: -[12]-3|\n> a\n= -{21}-3|\n"),
    Case(
      name: "silence as a time", before: "frame: 100ms\na: -1----------2|\n> a\n= -1 1s 3|\n",
      after: "frame: 100ms\na: -1----------2|\n> a\n= -1 1s 2|\n"),
    Case(name: "no line end at the end", before: "a: -1-|\n> a", after: "a: -1-|\n> a\n=  -1-|\n"),
    Case(
      name: "the line ends of the file", before: "a: -1-|\r\n> a\r\n= -|\r\n", after: "a: -1-|\r\n> a\r\n= -1-|\r\n"),
  ]

  @Test(arguments: cases) func writesWhatHappened(_ row: Case) throws {
    let folder = try Folder(["a.marble": row.before])
    let result = folder.run("check", "--update", "DIR/a.marble")
    #expect(result == .init(output: "DIR/a.marble: updated\n1 spec checked: 1 updated\n"))
    #expect(try folder.text("a.marble") == row.after)
    #expect(folder.run("check", "DIR/a.marble").code == 0)
  }

  @Test func whatHoldsIsNotTouched() throws {
    let text = "a: -1-2-|\n>   a.map { $0 * 2 }\n=     -2-4-|\n"
    let folder = try Folder(["a.marble": text])
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: folder.path + "/a.marble")
    #expect(folder.run("check", "--update", "DIR") == .init(output: "1 spec checked: all as expected\n"))
    #expect(try folder.text("a.marble") == text)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/a.marble")
    #expect(attributes[.modificationDate] as? Date == Date(timeIntervalSince1970: 1))
  }

  @Test func fencesInMarkdown() throws {
    let before = """
      # Title

      ```marble
      a: -1-|
      > a
      ```

      - An item:

        ```marble
        a: -1-|
        > a.map { $0 * 30 }
        = -2-|
        ```

      ```swift
      = -2-|
      ```
      """
    let after = before.replacingOccurrences(of: "> a\n```", with: "> a\n=  -1-|\n```")
      .replacingOccurrences(of: "  = -2-|\n  ```", with: "  = -b-|\n    b = 30\n  ```")
    let folder = try Folder(["README.md": before])
    #expect(
      folder.run("check", "--update", "DIR/README.md").output == "DIR/README.md: updated\n2 specs checked: 2 updated\n")
    #expect(try folder.text("README.md") == after)
  }

  @Test func whatDoesNotRunStaysAsItIs() throws {
    let files = [
      "a.marble": MarbleToolTests.broken, "b.marble": "limit: 500\n> interval(1)\n= -0\n",
      "c.marble": MarbleToolTests.wrong,
    ]
    let folder = try Folder(files)
    let result = folder.run("check", "--update", "DIR")
    #expect(result.code == 65)
    #expect(result.output.hasPrefix("DIR/c.marble: updated\nDIR/b.marble:2: stopped after 500 actions"))
    #expect(result.output.hasSuffix("3 specs checked: 1 updated, 1 not as expected, 1 not run\n"))
    #expect(try folder.text("a.marble") == files["a.marble"])
    #expect(try folder.text("b.marble") == files["b.marble"])
    #expect(try folder.text("c.marble") == "a: -1-2-|\n> a.map { $0 * 2 }\n= -2-4-|\n")
  }

  /// The file is replaced as a whole: a link stays a link, and the rights stay.
  @Test func aLinkIsFollowed() throws {
    let folder = try Folder(["a.marble": MarbleToolTests.wrong])
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path + "/a.marble")
    try manager.createSymbolicLink(atPath: folder.path + "/link.marble", withDestinationPath: "a.marble")
    #expect(folder.run("check", "--update", "DIR/link.marble").code == 0)
    #expect(try manager.destinationOfSymbolicLink(atPath: folder.path + "/link.marble") == "a.marble")
    #expect(try folder.text("a.marble").hasSuffix("= -2-4-|\n"))
    #expect(try manager.attributesOfItem(atPath: folder.path + "/a.marble")[.posixPermissions] as? Int == 0o640)
    #expect(try Files.names(in: folder.path) == ["a.marble", "link.marble"])
  }

  @Test func standardInputCannotBeWritten() {
    let errors = """
      Error: '--update' writes files; it cannot be used with '-'
      Usage: marble check [<path> ...] [--update] [--review] [--accept] [--reject] [--rules <path>] [--values <list>] [--errors <list>] [--format <format>] [--filter <name>] [--coverage] [--mutants] [--at-least <percent>]
        See 'marble check --help' for more information.

      """
    #expect(MarbleTool.run(["check", "--update", "-"]) == .init(errors: errors, code: 64))
  }

  @Test func threeHundredSpecsOnAllCores() throws {
    var files: [String: String] = [:]
    for index in 0..<300 {
      files["\(1000 + index).marble"] = index % 10 == 3 ? MarbleToolTests.wrong : MarbleToolTests.good
    }
    let folder = try Folder(files)
    let result = folder.run("check", "DIR")
    #expect(result.output.hasSuffix("300 specs checked: 270 as expected, 30 not as expected\n"))
    let places = result.output.split(separator: "\n").filter { $0.hasPrefix("DIR/") }.map { $0.prefix(8) }
    #expect(places.count == 30 && places == places.sorted())
    #expect(folder.run("check", "DIR") == result)
  }
}
