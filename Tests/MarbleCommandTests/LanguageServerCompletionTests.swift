import Gallery
import MarbleDiagrams
import Testing

@testable import MarbleCommandLine
@testable import MarbleSpecs

/// The completions in a pipeline that somebody writes and that is not whole yet.
struct LanguageServerCompletionTests {
  /// The completions at the sign `¦` of a text.
  private func completions(_ marked: String) -> [JSONText] {
    let lines = marked.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0) }
    let row = lines.firstIndex { $0.contains("¦") } ?? 0, column = lines[row].firstIndex(of: "¦") ?? 0
    return completions(lines.map { $0.filter { $0 != "¦" } }, row, column)
  }
  private func completions(_ lines: [[Character]], _ row: Int, _ column: Int) -> [JSONText] {
    let text = lines.map { String($0) }.joined(separator: "\n")
    let document = ServerDocument(uri: "a.marble", version: 1, text: text, language: "marble")
    let units = lines[row][..<column].reduce(0) { $0 + $1.utf16.count }
    let place: JSONText = .object([("line", .number(Int64(row))), ("character", .number(Int64(units)))])
    return document.completions(at: place).items ?? []
  }
  private func labels(_ items: [JSONText]) -> [String] { items.compactMap { $0["label"]?.string } }

  // MARK: Units

  @Test(arguments: [
    "> a.delay(for: 3¦)", "> a.delay(for: 3¦", "> a.retry(2, delay: 3¦)", "> a.collect(.byTime(3¦))", "> interval(3¦)",
    "> a.collect(.byTimeOrCount(3¦, 2))", "> a.retry(2, backoff: .exponential(from: 3¦",
    "> a.map { \"(\" }.delay(for: 3¦",
    "> a.flatMap { x in Just(x).delay(for: 3¦", "> a\n  .map { $0 }\n  .delay(for: 3¦", "frame: 3¦",
    "! each a is followed by b within 3¦",
  ]) func unitsAreOfferedWhereADurationMayStand(_ line: String) {
    #expect(labels(completions("a: -1-|\n" + line)) == ["ms", "s", "m", "h", "us", "ns"].map { "3" + $0 }, "\(line)")
  }
  @Test(arguments: [
    "b: -3¦", "= -3¦", "subs a: ^-3¦", "  x = 3¦", "title: 3¦", "limit: 3¦", "> a.prefix(3¦", "> a.retry(3¦, delay: 2)",
    "> a.collect(.byTimeOrCount(2s, 3¦", "> a.buffer(size: 3¦", "> a.map { $0 + 3¦ }", "> Just(3¦", "> 3¦",
    "> a.delay(for: 2).map { [1, 3¦", "> a.map { \"delay(for: 3¦", "> a.sink(for: 3¦", "! at most 3¦",
    "! at most 3¦ a within 2s", "! always a > 3¦",
  ]) func noUnitsAreOfferedElsewhere(_ line: String) {
    let units = labels(completions("a: -1-|\n" + line)).filter { $0.first == "3" }
    #expect(units == [], "\(line)")
  }

  @Test func theSchedulerIsOffered() {
    #expect(labels(completions("a: -1-|\nbusy ¦")) == ["scheduler"])
    #expect(labels(completions("bus¦")).contains("busy"))
  }

  /// The places of the gallery's lines where a number ends, and the letters of a unit behind it.
  private func numbers(in line: [Character]) -> [(end: Int, unit: String)] {
    line.indices.filter { $0 > 0 && line[$0 - 1].isNumber && !line[$0].isNumber && line[$0] != "." }.map { end in
      (end, String(line[end...].prefix { $0.isLetter }))
    }
  }
  /// In all pipelines of the gallery: where a unit was written, units are offered, and where they are offered behind a
  /// whole number, the spec with a unit is still one.
  @Test func unitsAreOfferedWhereTheGalleryHasThem() throws {
    let units: Set = ["ms", "s", "m", "h", "us", "ns"]
    var (written, tried) = (0, 0)
    for spec in try Gallery.specs() {
      for (row, line) in spec.lines.enumerated() where line.first == ">" || line.starts(with: "  .") {
        for (end, unit) in numbers(in: line) {
          let start = line[..<end].lastIndex { !$0.isNumber && $0 != "." }.map { $0 + 1 } ?? 0
          if line[start..<end].contains(".") { continue }
          var lines = spec.lines
          let offered = !labels(completions(lines, row, end)).filter { $0.hasSuffix("ms") }.isEmpty
          let isInClosure = line[..<end].filter { $0 == "{" }.count > line[..<end].filter { $0 == "}" }.count
          if units.contains(unit), !isInClosure {
            written += 1
            #expect(offered, "\(spec.file):\(row + 1): \(String(line[..<end]))")
          } else if offered, unit.isEmpty {
            tried += 1
            lines[row].insert(contentsOf: "ms", at: end)
            _ = try SpecFile(SpecText(lines.map { String($0) }.joined(separator: "\n"), file: spec.file))
          }
        }
      }
    }
    #expect(written > 40 && tried > 5, "\(written) units, \(tried) without")
  }

  // MARK: The parameters of closures

  @Test(arguments: [
    ("> a.map { ¦", ["$0"]), ("> a.map({ ¦", ["$0"]), ("> a.map { $0 + ¦ }", ["$0"]),
    ("> a.scan(0) { ¦", ["$0", "$1"]),
    ("> a.scan(0, { ¦", ["$0", "$1"]), ("> a.map { x in ¦", ["x"]), ("> a.scan(0) { (sum, x) in ¦", ["sum", "x"]),
    ("> a.scan(0) { _, x in ¦", ["x"]), ("> a.flatMap { x in b.map { ¦", ["$0", "x"]),
    ("> a.flatMap { x in b.map { y in ¦", ["y", "x"]), ("> a.map { $0 }.merge(with: ¦", []), ("> a.map(¦", []),
    ("> ¦", []),
    ("> a.map { \"\\(¦", ["$0"]), ("> a.map { \"}\" + ¦", ["$0"]), ("> a.map { [1, 2].contains(¦", ["$0"]),
    ("> a\n  .map { ¦", ["$0"]),
  ]) func aClosureOffersWhatItReceives(_ line: String, _ expected: [String]) {
    let found = completions("a: -1-|\nb: -2-|\n" + line).filter {
      $0["detail"]?.string?.hasPrefix("a value that the closure of ") == true
    }
    #expect(labels(found) == expected, "\(line)")
  }
  /// The edit replaces the sign that was typed, whatever a word is for the editor.
  @Test func aNumberedParameterReplacesItsSign() {
    let found = completions("a: -1-|\n> a.map { $¦ }")
    #expect(labels(found) == ["$0"])
    let range = found.first?["textEdit"]?["range"]
    #expect(range?["start"]?["character"]?.integer == 10 && range?["end"]?["character"]?.integer == 11)
    #expect(found.first?["textEdit"]?["newText"]?.string == "$0")
  }
  /// Each `$0` of the gallery is offered behind its sign.
  @Test func theGallerysParametersAreOffered() throws {
    var count = 0
    for spec in try Gallery.specs() {
      for (row, line) in spec.lines.enumerated() where line.first == ">" || line.starts(with: "let ") {
        for column in line.indices.dropLast() where line[column] == "$" && line[column + 1] == "0" {
          count += 1
          #expect(
            labels(completions(spec.lines, row, column + 1)).first == "$0",
            "\(spec.file):\(row + 1): \(String(line[...column]))")
        }
      }
    }
    #expect(count > 80)
  }
}
