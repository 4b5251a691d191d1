#if !canImport(Combine)
  import Foundation
  import Testing

  /// The code that the pages of this repository show is the code of tests.
  @Suite struct PagesTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func files(_ folder: String, _ suffix: String) throws -> [URL] {
      let all = try #require(FileManager.default.enumerator(at: Self.root.appendingPathComponent(folder), includingPropertiesForKeys: nil))
      return all.compactMap { $0 as? URL }.filter { $0.path.hasSuffix(suffix) }.sorted { $0.path < $1.path }
    }
    private func lines(_ text: some StringProtocol) -> [Substring] { text.split(separator: "\n").map { Substring($0.drop { $0 == " " }) } }

    /// Whether the lines of a block stand in a file, in their order; what stands between them is left out on the page.
    private func holds(_ block: [Substring], in file: [Substring]) -> Bool {
      var rest = file[...]
      return block.allSatisfy { line in
        guard let place = rest.firstIndex(where: { $0 == line }) else { return false }
        rest = rest[(place + 1)...]
        return true
      }
    }

    @Test func theCodeOfEveryPageIsTested() throws {
      let sources = try files("Tests", "Tests.swift") + files("Interop", "Tests.swift")
      let tests = try sources.map { lines(try String(contentsOf: $0, encoding: .utf8)) }
      let pages = try [Self.root.appendingPathComponent("README.md")] + files("Sources", ".md") + files("Course", ".md")
      var count = 0
      for page in pages {
        let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
        for block in blocks.map({ $0.components(separatedBy: "```")[0] }) where !block.hasPrefix("dependencies:") {
          count += 1
          let code = lines(block)
          #expect(tests.contains { holds(code, in: $0) }, "\(page.lastPathComponent) shows what no test runs:\n\(block)")
        }
      }
      #expect(count > 20)
    }

    /// Where the pages point to is there.
    @Test func theLinksOfTheReadmeLeadSomewhere() throws {
      let text = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
      let links = text.matches(of: /\]\(([^)#:]+)(?:#[^)]*)?\)/).map { String($0.1) }
      #expect(links.count > 3)
      for link in links {
        #expect(FileManager.default.fileExists(atPath: Self.root.appendingPathComponent(link).path), "\(link)")
      }
    }
  }
#endif
