import Foundation
import TestFolder
import Testing

@testable import MarbleCommandLine
@testable import Marbles

/// `marble swift` writes specs as tests that compile and hold.
struct SwiftTests {
  typealias Folder = MarbleToolTests.Folder

  /// The tests beside the others: what the command writes of these specs is compiled and run there.
  static let specs: [String] = [
    "allSatisfy", "append", "buffer", "catch", "collectByTime", "combineLatest", "compactMap", "delay", "flatMap",
    "fail", "interval",
    "share",
    "tryMap", "zip", "timeout", "replaceNil", "mapError", "polling", "multicast", "autoconnect", "partition",
  ]

  @Test func theTestsOfTheGalleryAreThoseThatAreCompiled() throws {
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    let written = MarbleTool.run(
      ["swift"] + Self.specs.map { "\(root)/Diagrams/\($0).marble" } + ["\(root)/Tests/MarbleCommandTests/Exports"])
    let compiled = String(
      decoding: try Files.read("\(root)/Tests/MarblesTestingTests/GalleryAsSwiftTests.swift"), as: UTF8.self)
    #expect(
      written == .init(output: compiled),
      "marble swift Diagrams/… Tests/MarbleCommandTests/Exports > Tests/MarblesTestingTests/GalleryAsSwiftTests.swift writes it anew"
    )
  }

  @Test func theSpecsThatAreHardToWriteHold() {
    let folder =
      #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/Exports"
    #expect(MarbleTool.run(["check", folder]) == .init(output: "5 specs checked: all as expected\n"))
  }

  @Test(arguments: TextTable("swift-lines.txt").rows) func aLineOfASpecInSwift(_ row: TextTable.Row) throws {
    let folder = try Folder(["a.marble": row.input])
    let result = folder.run("swift", "DIR/a.marble")
    #expect(result.code == 0)
    #expect(result.output.split(separator: "\n").contains { $0 == "    " + row.said[0] }, "\(result.output)")
  }

  /// A spec that has no counterpart in Swift, and what the command says of it.
  static let refused: [(spec: String, error: String)] = [
    (
      "hot a: (94)(94)---------\n> a.allSatisfy { $0 > 1 }.collect(2)\n= -5",
      "3:4: error: the row has 5, and the pipeline sends [Bool]; in Swift these types differ\n= -5\n   ^\n"
    ),
    (
      "a: -1-|\n> a\n= -x-|\n  x = \"t\"",
      "3:4: error: the row has \"t\", and the pipeline sends 1; in Swift these types differ\n= -x-|\n   ^\n"
    ),
    (
      "a: -1-#\n> a.catch { e in Just(e) }",
      "2:3: error: the pipeline sends values of different types, 1 and \"error\"; in Swift a stream cannot\n> a.catch { e in Just(e) }\n  ^~"
    ),
    (
      "a: -1-|\n> a.map { Just($0) }",
      "2:3: error: the pipeline sends a stream, which a test in Swift cannot compare\n> a.map { Just($0) }\n  ^~"
    ),
    (
      "a: -#\n  # = 404\n> a.catch { e in Just(e + 1) }",
      "3:23: error: in the test a failure is a string, but a stream here fails with another value\n> a.catch { e in Just(e + 1) }\n                      ^\n"
    ),
    (
      "a: -1-|\n> a.tryMap { (throw \"x\") + $0 }",
      "2:15: error: in Swift a throw is a statement; it can be a branch of '?' at the top of the closure\n> a.tryMap { (throw \"x\") + $0 }\n              ^~~~~~~~~\n"
    ),
    (
      "a: -1-|\n> a.ignoreOutput().append(a)",
      "2:3: error: in Swift a stream has no values after ignoreOutput(); write filter { _ in false }\n> a.ignoreOutput().append(a)\n  ^~~~~~~~~~~~~~~~\n"
    ),
    // A subject that watches a subscription does not end with it, so the rule would be undecided in Swift.
    (
      "a: -1-|\n> a\nfrom -^\n! each this ends is followed by this, but is broken",
      "4:3: error: in Swift a rule that watches other subscriptions stays open when they end; leave the rule out of the test"
    ),
    (
      "limit: 100\n> Fail(\"x\").retry(1_000_000)",
      "2:3: error: the run does not end, and neither would a test: stopped"
    ),
  ]

  @Test(arguments: refused) func whatSwiftHasNoWordsForIsAnError(_ refused: (spec: String, error: String)) throws {
    let folder = try Folder(["a.marble": refused.spec])
    let result = folder.run("swift", "DIR/a.marble")
    #expect(result.code == 65 && result.output.isEmpty)
    #expect(result.errors.hasPrefix("DIR/a.marble:" + refused.error), "\(result.errors)")
  }

  @Test func allTestsOfAFileHaveNamesOfTheirOwn() throws {
    let folder = try Folder([
      "a.marble": "title: class\na: -1-|\n> a", "b.marble": "title: Class!\na: -1-|\n> a",
      "c.marble": "title: 2\na: -1-|\n> a",
      "d.marble": "title: 2\na: -1-|\n> a", "日本.marble": "a: -1-|\n> a\n> a", "本.marble": "a: -1-|\n> a\n> a",
    ])
    let names = folder.run("swift", "DIR").output.split(separator: "\n").filter { $0.hasPrefix("@Test func ") }
    #expect(
      names.map { $0.dropFirst("@Test func ".count).prefix { $0 != "(" } } == [
        "specClass", "specClass2", "spec2", "spec2_2", "日本1", "日本2", "本1", "本2",
      ])
  }

  /// Swift takes letters of all languages.
  @Test(arguments: [
    ("Événement très tôt", "événementTrèsTôt"), ("Größe & Maß", "größeMaß"), ("¿Qué? (años)", "quéAños"),
    ("žluťoučký kůň", "žluťoučkýKůň"),
    ("a½b ²", "aB"), ("naïve 3e", "naïve3e"),
  ])
  func aTitleKeepsItsLetters(_ title: String, _ name: String) throws {
    let folder = try Folder(["a.marble": "title: \(title)\na: -1-|\n> a"])
    #expect(folder.run("swift", "DIR/a.marble").output.contains("\n@Test func \(name)() throws {\n"))
  }

  @Test func whatThrowsBecomesAStatement() throws {
    let folder = try Folder([
      "a.marble":
        "title: It's 2 late\na: -1-2-|\n> a.tryMap { $0 > 1 ? throw \"\\($0) is big\" : $0 < 0 ? throw 7 : $0 }\n"
    ])
    let output = """
      @Test func itS2Late() throws {
        try marbles { m in
          let a = m.cold("-1-2-|", error: Failed("error")) { Int($0) }
          let result = a.tryMap {
            if $0 > 1 { throw Failed("\\($0) is big") }
            if $0 < 0 { throw Failed("\\(7)") }
            return $0
          }
          m.expect(result).toBe("-1-#'2 is big'") { Int($0) }
        }
      }

      """
    #expect(folder.run("swift", "DIR/a.marble").output.hasSuffix(output))
  }

  @Test func severalPipelinesAreSeveralTests() throws {
    let folder = try Folder(["two words.marble": "a: -1-|\n> a\n= -1-|\n> a.count()\n= ---(1|)\n"])
    let names = folder.run("swift", "DIR").output.split(separator: "\n").filter { $0.hasPrefix("@Test") }
    #expect(names == ["@Test func twoWords1() throws {", "@Test func twoWords2() throws {"])
  }

  @Test func aSpecThatCannotRunIsNoTest() throws {
    let folder = try Folder(["a.marble": MarbleToolTests.broken])
    let errors =
      "DIR/a.marble:2:5: error: unknown operator 'mapp'; did you mean 'map'?\n> a.mapp { $0 * 2 }\n    ^~~~\n"
    #expect(folder.run("swift", "DIR/a.marble") == .init(errors: errors, code: 65))
  }

  @Test func itCanBeWrittenIntoAFile() throws {
    let folder = try Folder(["a.marble": MarbleToolTests.good])
    #expect(folder.run("swift", "DIR/a.marble", "-o", "DIR/A.swift") == .init())
    #expect(try folder.text("A.swift") == "\(Replaceable.exportMark)\n\n" + folder.run("swift", "DIR/a.marble").output)
  }
}
