#if !canImport(Combine)
  import Foundation
  import Testing

  /// The code that the pages of this repository show is the code of tests.
  @Suite struct PagesTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()

    private func files(_ folder: String, _ suffix: String) throws -> [URL] {
      let all = try #require(
        FileManager.default.enumerator(at: Self.root.appendingPathComponent(folder), includingPropertiesForKeys: nil))
      return all.compactMap { $0 as? URL }.filter { $0.path.hasSuffix(suffix) }.sorted { $0.path < $1.path }
    }
    private func lines(_ text: some StringProtocol) -> [Substring] {
      text.split(separator: "\n").map { Substring($0.drop { $0 == " " }) }
    }

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
      let sources =
        try files("Tests", "Tests.swift") + files("Tests/OwnMarble", ".swift") + files("Tools/Interop", ".swift")
      let tests = try sources.map { lines(try String(contentsOf: $0, encoding: .utf8)) }
      // `Tools/Scripts/run readme` makes a package of the README and runs its tests.
      let pages = try files("Sources", ".md") + files("Course", ".md")
      var count = 0
      for page in pages {
        let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
        for block in blocks.map({ $0.components(separatedBy: "```")[0] }) {
          count += 1
          // On the page the clone is in the folder beside the package.
          let code = lines(
            block.replacing(/\.package\(path: "((?:\.\.\/)+)swift-marbles"\)/) { match in
              ".package(name: \"swift-marbles\", path: \"../../\(match.1.dropLast())\")"
            })
          #expect(
            tests.contains { holds(code, in: $0) }, "\(page.lastPathComponent) shows what no test runs:\n\(block)")
        }
      }
      #expect(count > 20)
    }

    // MARK: Links

    /// A page of the repository: its text, its links with the anchors, and its sections by their anchors.
    struct Page {
      let path: String
      let text: String

      init(_ path: String) throws {
        self.path = path
        text = try String(contentsOf: PagesTests.root.appendingPathComponent(path), encoding: .utf8)
      }

      /// The path and the anchor of each link within the repository, code left out.
      var links: [(path: String, anchor: String?)] {
        let prose = text.replacing(/(?s)```.*?```/, with: "").replacing(/`[^`\n]*`/, with: "")
        return prose.matches(of: /\]\(([^)# ]*)(?:#([^)]*))?\)/).compactMap { match in
          if match.1.hasPrefix("http") { return nil }
          let folder = URL(fileURLWithPath: "/" + path).deletingLastPathComponent()
          let target = match.1.isEmpty ? "/" + path : folder.appendingPathComponent(String(match.1)).standardized.path
          return (String(target.dropFirst()), match.2.map(String.init))
        }
      }

      /// The anchor of a heading, as GitHub makes it.
      static func anchor(_ heading: Substring) -> String {
        String(
          heading.lowercased().filter { $0.isLetter || $0.isNumber || "- _".contains($0) }.map { $0 == " " ? "-" : $0 })
      }

      /// The lines from a heading to the next one of its level or above; the whole page without an anchor.
      func section(_ anchor: String?) -> String? {
        guard let anchor else { return text }
        if let named = text.range(of: "<a id=\"\(anchor)\"></a>") { return String(text[named.upperBound...]) }
        var level: Int?
        var section: [Substring] = []
        var isCode = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
          if line.hasPrefix("```") { isCode.toggle() }
          let depth = isCode ? 0 : line.prefix { $0 == "#" }.count
          if let level, depth > 0, depth <= level { break }
          if level == nil, depth > 0, Self.anchor(line.drop { $0 == "#" }.drop { $0 == " " }) == anchor {
            level = depth
          }
          if level != nil { section.append(line) }
        }
        return level == nil ? nil : section.joined(separator: "\n")
      }
    }

    private func pages() throws -> [Page] {
      let found =
        try files("Sources", ".md") + files("Course", ".md") + files("Tools/Editors", ".md") + files("Diagrams", ".md")
      let paths = found.map { String($0.path.dropFirst(Self.root.path.count + 1)) }
      return try (["README.md", "CONTRIBUTING.md", "CHANGELOG.md"] + paths).map(Page.init)
    }

    /// The file of each link is there, and the heading of each anchor.
    @Test func everyLinkLeadsSomewhere() throws {
      var count = 0
      for page in try pages() {
        for link in page.links {
          count += 1
          let file = Self.root.appendingPathComponent(link.path)
          #expect(FileManager.default.fileExists(atPath: file.path), "\(page.path): \(link.path)")
          if let anchor = link.anchor, link.path.hasSuffix(".md") {
            #expect(try Page(link.path).section(anchor) != nil, "\(page.path): \(link.path)#\(anchor)")
          }
        }
      }
      #expect(count > 300)
    }

    /// No page has to be searched for.
    @Test func onePageLinksEveryPage() throws {
      let all = "Sources/Marbles/Marbles.docc/AllPages.md"
      let linked = Set(try Page(all).links.map(\.path) + [all])
      #expect(try Page("README.md").links.contains { $0.path == all })
      for page in try files("Sources", ".md") + files("Tools/Editors", ".md") {
        let path = String(page.path.dropFirst(Self.root.path.count + 1))
        #expect(linked.contains(path), "\(path)")
      }
    }

    /// The map of the sources: each file is there, and each type is declared in the file beside it.
    @Test func theMapIsRight() throws {
      let page = try Page("CONTRIBUTING.md")
      let map = try #require(page.section("the-house-in-five-minutes"))
      let paths = map.matches(of: /`((?:Sources|Tools|Diagrams|Course)[^`]*)`/).map { String($0.1) }
      #expect(paths.count > 40)
      for path in paths {
        #expect(FileManager.default.fileExists(atPath: Self.root.appendingPathComponent(path).path), "\(path)")
      }
      let types = map.matches(of: /\| `(\w+)` \| `([^`]+\.swift)` \|/)
      #expect(types.count == 20)
      for match in types {
        let text = try String(contentsOf: Self.root.appendingPathComponent(String(match.2)), encoding: .utf8)
        #expect(
          text.contains(try Regex("(struct|class|enum|protocol) \(match.1)\\b")),
          "\(match.1) is not declared in \(match.2)")
      }
    }

    // MARK: Questions

    /// The questions that learners ask everywhere.
    static let questions = [
      "What is the difference between debounce and throttle?",
      "Why does a debounced search lose its last value at the completion?",
      "What is the difference between zip and combineLatest?", "What does a late subscriber of share receive?",
      "What does switchToLatest cancel?", "Why does flatMap(maxPublishers:) lose values?",
      "How do I retry with a delay?", "What happens to a value that nobody has requested?",
      "How do I time out the first value only?", "What do hot and cold mean?",
      "What is the difference between receive(on:) and subscribe(on:)?", "What is a glitch?",
      "Which buffer strategy does what?", "When does an error end the stream?",
      "How do I test a view model with a debounce?", "Where was my value lost?",
    ]

    /// Each has its answer one click from the README, with a diagram that `marble check` runs.
    @Test func theFifteenQuestionsAreAnswered() throws {
      let path = "Sources/Marbles/Marbles.docc/FifteenQuestions.md"
      let page = try Page(path)
      #expect(try Page("README.md").links.contains { $0.path == path })
      let headings = page.text.split(separator: "\n").filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
      #expect(headings == Self.questions)
      for question in Self.questions {
        #expect(page.section(Page.anchor(Substring(question)))?.contains("```marble\n") == true, "\(question)")
      }
    }

    /// The questions about tests: each answered by code that runs; the two pages link each other.
    @Test(arguments: [("TestingQuestions", 19), ("AppQuestions", 13)]) func theQuestionsAboutTestsAreAnsweredByCode(
      _ name: String, _ atLeast: Int
    ) throws {
      let folder = "Sources/Marbles/Marbles.docc"
      let page = try Page("\(folder)/\(name).md")
      for other in ["FifteenQuestions", "TestingQuestions", "AppQuestions"] where other != name {
        #expect(try Page("\(folder)/\(other).md").links.contains { $0.path == page.path }, "\(other)")
      }
      let headings = page.text.split(separator: "\n").filter { $0.hasPrefix("## ") }.map { $0.dropFirst(3) }
      #expect(headings.count >= atLeast && headings.allSatisfy { $0.hasSuffix("?") })
      for heading in headings {
        #expect(page.section(Page.anchor(heading))?.contains("```swift\n") == true, "\(heading)")
      }
    }

    /// The modules with pages are those that the package index and `Tools/Scripts/docs` document.
    @Test func everyModuleWithPagesIsDocumented() throws {
      let catalogues = try FileManager.default.contentsOfDirectory(
        atPath: Self.root.appendingPathComponent("Sources").path
      ).filter {
        FileManager.default.fileExists(atPath: Self.root.appendingPathComponent("Sources/\($0)/\($0).docc").path)
      }
      let index = try Page(".spi.yml").text.matches(of: /(?m)^ +- (\w+)$/).map { String($0.1) }
      let line = try #require(try Page("Tools/Scripts/docs").text.firstMatch(of: /modules=\(([^)]*)\)/))
      let script = line.1.split(separator: " ").map(String.init)
      #expect(Set(index) == Set(catalogues) && index.count == catalogues.count)
      #expect(Set(script) == Set(catalogues))
    }
  }
#endif
