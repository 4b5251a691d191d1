import Foundation
import Marbles
import Testing

@testable import MarbleCommandLine

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// `check --format json|junit`, `check --filter`, `fmt`, `explain --at` and `--format json`.
struct CheckReportTests {
  typealias Folder = MarbleToolTests.Folder

  static let specs = [
    "ok.marble": "title: Pauses\na: -1-|\n> a\n= -1-|\n",
    "wrong.marble": "title: Broken <&\"\na: -1-|\n> a\n= -2-|\n! at least 2 this\n",
    "mad.marble": "a: -1-|\n> b\n> a.mapp { $0 }\n",
  ]

  @Test func aReportAsJSON() throws {
    let folder = try Folder(Self.specs)
    let result = folder.run("check", "--format", "json", "DIR")
    #expect(result.code == 65 && result.errors.isEmpty)
    let report = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(report["checked"] as? Int == 3 && report["failed"] as? Int == 2)
    let specs = try #require(report["specs"] as? [[String: Any]])
    #expect(specs.map { $0["verdict"] as? String } == ["not run", "as expected", "not as expected"])
    #expect(specs.map { $0["title"] as? String } == [nil, "Pauses", "Broken <&\""])
    // Each failure alone: two mistakes, a row and a rule.
    #expect(specs.map { ($0["failures"] as? [String])?.count } == [2, 0, 2])
  }

  @Test func aReportForCI() throws {
    let folder = try Folder(Self.specs)
    let result = folder.run("check", "--format", "junit", "DIR", "none.marble")
    #expect(result.code == 66)
    final class Reader: NSObject, XMLParserDelegate {
      var elements: [String: Int] = [:], names: [String] = []
      func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
      ) {
        elements[name, default: 0] += 1
        if name == "testcase" { names.append(attributes["name"] ?? "") }
      }
    }
    let reader = Reader(), parser = XMLParser(data: Data(result.output.utf8))
    parser.delegate = reader
    #expect(parser.parse(), "\(result.output)")
    #expect(reader.elements == ["testsuites": 1, "testsuite": 4, "testcase": 4, "failure": 2, "error": 3])
    #expect(reader.names == ["line 1", "Pauses", "Broken <&\"", "file 1"])
  }

  @Test func someOfTheSpecs() throws {
    let folder = try Folder(Self.specs)
    #expect(folder.run("check", "--filter", "PAUSE", "DIR") == .init(output: "1 spec checked: all as expected\n"))
    #expect(folder.run("check", "--filter", "wrong.m", "DIR").output.hasSuffix("1 spec checked: 1 not as expected\n"))
    let none = folder.run("check", "--filter", "nothing", "DIR")
    #expect(none == .init(errors: "Error: None of the 3 specs has 'nothing' in its path or its title.\n", code: 64))
  }

  @Test func rowsAreAligned() throws {
    let old = "hot typed: -1-2-|\na:  -1-|\n> typed.merge(with: a)\n=  -[11]-2-|\nsubs a: ^-!\n"
    let new = "hot typed: -1-2-|\na:         -1-|\n> typed.merge(with: a)\n=          -[11]-2-|\nsubs a:    ^-!\n"
    let folder = try Folder([
      "a.marble": old, "b.md": "# B\n\n```marble\nab: -1|\nc: -2|\n> ab.merge(with: c)\n```\n", "bad.marble": "a -1\n",
    ])
    #expect(folder.run("fmt", "--check", "DIR/a.marble") == .init(output: "DIR/a.marble: not aligned\n", code: 1))
    #expect(try folder.text("a.marble") == old)
    #expect(
      folder.run("fmt", "DIR/a.marble", "DIR/b.md") == .init(output: "DIR/a.marble: aligned\nDIR/b.md: aligned\n"))
    #expect(try folder.text("a.marble") == new)
    #expect(try folder.text("b.md") == "# B\n\n```marble\nab: -1|\nc:  -2|\n> ab.merge(with: c)\n```\n")
    #expect(folder.run("fmt", "DIR/a.marble", "DIR/b.md") == .init(output: "2 specs: all aligned\n"))
    #expect(folder.run("fmt", "DIR/bad.marble").code == 65)
    #expect(try folder.text("bad.marble") == "a -1\n")
  }

  @Test func oneInstantOfARun() throws {
    let folder = try Folder(["a.marble": "a: -1-2-|\n> a.delay(for: 2)\n"])
    let at = folder.run("explain", "--at", "3ms", "DIR/a.marble")
    #expect(
      at.output
        == "> a.delay(for: 2)\n\n  3ms   a sends 2; delay waits 2ms\n      = delay sends 1, which came at 1ms: its 2ms are over\n"
    )
    #expect(
      folder.run("explain", "--at", "0", "DIR/a.marble").output.hasSuffix("  0s   the subscriber subscribes to a\n"))
    #expect(
      folder.run("explain", "--at", "2ms", "DIR/a.marble").output.hasSuffix(
        "  nothing happens at 2ms; something happens before it at 1ms and after it at 3ms\n"))
    #expect(folder.run("explain", "--at", "soon", "DIR/a.marble").code == 64)
    let result = folder.run("explain", "--format", "json", "--at", "3ms", "DIR/a.marble")
    let json = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let runs = try #require(((json["specs"] as? [[String: Any]])?.first?["runs"]) as? [[String: Any]])
    let steps = try #require(runs.first?["steps"] as? [[String: Any]])
    #expect(steps.map { $0["instant"] as? Int } == [3_000_000, 3_000_000])
    #expect(steps.map { $0["isResult"] as? Bool } == [false, true])
    #expect(steps.last?["text"] as? String == "delay sends 1, which came at 1ms: its 2ms are over")
  }

  /// A file is written completely or not at all, and a link stays a link.
  @Test func anOutputIsWrittenBesideAndRenamed() throws {
    let folder = try Folder(["a.marble": "a: -1-|\n> a\n", "old.svg": ""])
    let manager = FileManager.default, path = folder.path
    try manager.createSymbolicLink(atPath: "\(path)/link.svg", withDestinationPath: "old.svg")
    #expect(folder.run("render", "DIR/a.marble", "-o", "DIR/link.svg").code == 0)
    #expect(try manager.destinationOfSymbolicLink(atPath: "\(path)/link.svg") == "old.svg")
    let first = try folder.text("old.svg")
    #expect(first.hasPrefix("<svg"))
    // A reader that has opened the old file keeps it whole.
    let reader = try #require(FileHandle(forReadingAtPath: "\(path)/old.svg"))
    #expect(folder.run("render", "DIR/a.marble", "--theme", "dark", "-o", "DIR/old.svg").code == 0)
    #expect(String(decoding: reader.readDataToEndOfFile(), as: UTF8.self) == first)
    #expect(try folder.text("old.svg") != first)
    #expect(try manager.contentsOfDirectory(atPath: path).sorted() == ["a.marble", "link.svg", "old.svg"])
    // A file that cannot be written leaves nothing behind.
    #expect(folder.run("render", "DIR/a.marble", "-o", "DIR/none/b.svg").code == 66)
    #expect(folder.run("render", "DIR/a.marble", "-o", "/dev/null").code == 0)
  }

  /// Rows are written although a rule is broken, and the rest is named.
  @Test func rowsBesideABrokenRuleAreUpdated() throws {
    let folder = try Folder(["a.marble": "a: -1-2-|\n> a\n= -1-|\n! at most 1 this\n"])
    let result = folder.run("check", "--update", "DIR/a.marble")
    #expect(try folder.text("a.marble") == "a: -1-2-|\n> a\n= -1-2-|\n! at most 1 this\n")
    #expect(result.code == 1)
    #expect(
      result.output.hasPrefix("DIR/a.marble: updated\nDIR/a.marble:4: rule broken by this 2 at 3ms: more than 1\n"),
      "\(result.output)")
    #expect(result.errors == "DIR/a.marble:1: note: '--update' writes rows; what else does not hold stays as it is\n")
  }
}
