import Foundation
import Testing

/// Which test covers which entry of the contract. A test names its entries at the start of its name: `@Test("SJ-01 G5 …")`; a row of the
/// table of laws names one.
struct Coverage {
  /// Entry to the files that name it, sorted.
  private(set) var files: [String: [String]] = [:]

  init(_ folder: URL) throws {
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    for name in names.filter({ $0.hasSuffix(".swift") }).sorted() {
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      let file = String(name.split(separator: "/").last!.dropLast(6))
      for id in Coverage.entries(in: text) where files[id]?.last != file { files[id, default: []].append(file) }
    }
  }

  /// The entries that the names of tests and the rows of laws in a source mention.
  static func entries(in text: String) -> Set<String> {
    var found: Set<String> = []
    for match in text.matches(of: /@Test\(\s*"((?:[A-Z]{1,2}-?[0-9]{1,2} )+)/) {
      found.formUnion(match.1.split(separator: " ").map(String.init))
    }
    for match in text.matches(of: /Row\(\s*(?:timed: )?"[^"]+", "([A-Z]{2}-[0-9]{2})"/) { found.insert(String(match.1)) }
    return found
  }

  /// The table as a Markdown page.
  var page: String {
    let rows = Entry.all.map { entry in
      let tests = files[entry.id]?.map { "`\($0)`" }.joined(separator: ", ") ?? "(not yet)"
      return "| \(entry.id) | \(entry.title) | \(tests) |"
    }
    return """
      # What the tests of Pipes cover

      Each entry of the engine's contract, and the test files whose tests name it. `swift test --filter Coverage` checks this page;
      with `COVERAGE=write` in the environment it writes it.

      | Entry | Promise | Tests |
      |---|---|---|
      \(rows.joined(separator: "\n"))

      """
  }
}

@Suite("Coverage") struct CoverageTests {
  /// The folder of all test targets.
  static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test("every entry of the contract has a test, and the table says which") func table() throws {
    let coverage = try Coverage(Self.tests)
    let page = Self.tests.appendingPathComponent("Coverage.md")
    if ProcessInfo.processInfo.environment["COVERAGE"] == "write" { try coverage.page.write(to: page, atomically: true, encoding: .utf8) }
    #expect(try String(contentsOf: page, encoding: .utf8) == coverage.page, "run COVERAGE=write swift test --filter Coverage")
    let bare = Entry.all.filter { coverage.files[$0.id] == nil && !Self.pending.contains($0.id) }
    #expect(bare.map(\.id) == [])
    #expect(Self.pending.filter { coverage.files[$0] != nil }.sorted() == [], "covered by now: take it from the list")
  }

  @Test("no test names an entry that does not exist") func unknown() throws {
    let known = Set(Entry.all.map(\.id))
    #expect(Entry.all.count == known.count)
    #expect(try Coverage(Self.tests).files.keys.filter { !known.contains($0) }.sorted() == [])
  }

  @Test("entries are read from names of tests and rows") func reading() {
    let source = """
      @Test("PB-01 G5 nothing is left of PB-02") func a() {}
      @Test(
        "SJ-03 long") func b() {}
      @Test("no entry") func c() {}
          Row("map", "TR-01", .forwarder) { $0 },
          Row(timed: "delay", "TI-03", .relay) { $0 },
      """
    #expect(Coverage.entries(in: source) == ["PB-01", "G5", "SJ-03", "TR-01", "TI-03"])
  }

  /// What is not built yet.
  static let pending: Set<String> = []
}
