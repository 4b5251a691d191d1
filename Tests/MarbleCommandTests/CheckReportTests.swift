import Foundation
import Marbles
import Testing
import VirtualTime

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

  /// A finding as data: nobody has to read its text.
  @Test func findingsAsJSON() throws {
    let folder = try Folder([
      "a.marble": "a: -1-3-|\n> a\n= -2-3-|\n",
      "b.marble": "a: -1-1-|\n> a.removeDuplicates().removeDuplicates()\n== a.removeDuplicates()\n",
      "c.marble": "a: -1-|\n> a.fliter { $0 > 1 }\n",
    ])
    func findings(_ name: String) throws -> [[String: Any]] {
      let output = folder.run("check", "--format", "json", "DIR/\(name)").output
      let report = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
      return try #require((report?["specs"] as? [[String: Any]])?.first?["findings"] as? [[String: Any]])
    }
    let row = try #require(try findings("a.marble").first)
    #expect(row["line"] as? Int == 3 && row["column"] is NSNull && row["kind"] as? String == "difference")
    #expect((row["file"] as? String)?.hasSuffix("/a.marble") == true && row["text"] as? String == "a differs at 1ms")
    let rows = try #require(row["rows"] as? [[String: String]])
    #expect(rows.map { $0["name"] } == ["a", "expected", "actual"])
    #expect(rows.map { $0["row"] } == ["-1-3-|", "-2-3-|", "-1-3-|"])
    let differences = try #require(row["differences"] as? [[String: Any]])
    #expect(differences.map { $0["instant"] as? Int } == [1_000_000])
    #expect(differences.map { $0["text"] as? String } == ["expected '2', got '1'"])
    let law = try findings("b.marble").map { ($0["kind"] as? String, ($0["advice"] as? [String])?.last) }
    #expect(law.map(\.0) == ["undecidedLaw"])
    #expect(law.map(\.1) == ["== never the second `removeDuplicates()` drops: arrival"])
    let mistake = try #require(try findings("c.marble").first)
    #expect(mistake["kind"] as? String == "mistake" && mistake["line"] as? Int == 2 && mistake["column"] as? Int == 5)
    #expect(mistake["text"] as? String == "unknown operator 'fliter'")
    #expect(mistake["advice"] as? [String] == ["did you mean 'filter'?"])
  }

  /// The text of a finding, without its place, is its data in one order, at any width.
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func theTextOfAFinding(_ seed: UInt64) {
    var random = SplitMixSequence(seed: seed)
    func words(_ count: Int) -> String {
      (0..<count).map { _ in "abcdef".prefix(1 + random.below(6)) }.joined(separator: " ")
    }
    let place = random.isOne(in: 2) ? Finding.Place(file: "x:7:y", line: 1 + random.below(9)) : nil
    var lists: [[String]] = []
    for _ in 0..<3 { lists.append((0..<random.below(3)).map { _ in words(1 + random.below(40)) }) }
    let finding = Finding(
      at: place, .unused, words(30), rows: lists[0], sentences: lists[1].map { "  \($0)" }, advice: lists[2])
    let plain = [finding.head] + lists[0] + (lists[1] + lists[2]).map { "  \($0)" }
    #expect(finding.message == plain.joined(separator: "\n"))
    #expect(finding.description == (place.map { "x:7:y:\($0.line ?? 0): " } ?? "") + finding.message)
    // Folding only adds breaks, and none in a row.
    let folded = finding.text(width: 40)
    #expect(folded.filter { $0 != " " && $0 != "\n" } == finding.description.filter { $0 != " " && $0 != "\n" })
    #expect(lists[0].allSatisfy { row in folded.split(separator: "\n").contains { $0 == row } })
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

  /// An integer counts frames, in each spec its own, as it does within a spec.
  @Test func aFrameOfARun() throws {
    let folder = try Folder([
      "a.marble": "frame: 100ms\na: -1-2-|\n> a\n", "b.marble": "frame: 1m\na: ---2-|\n> a\n",
    ])
    let output = folder.run("explain", "--at", "3", "DIR/a.marble", "DIR/b.marble").output
    #expect(output.contains("  300ms = a sends 2\n") && output.contains("  3m = a sends 2\n"), "\(output)")
    let late = folder.run("explain", "--at", "\(Int64.max)", "DIR/a.marble")
    #expect(late.code == 0 && late.output.contains("nothing happens at "), "\(late)")
    #expect(folder.run("explain", "--at", "\(Int64.max)0", "DIR/a.marble").code == 64)
    #expect(folder.run("explain", "--at", "-3", "DIR/a.marble").code == 64)
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
    #expect(folder.run("explain", "--at", "3", "DIR/a.marble") == at)
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
