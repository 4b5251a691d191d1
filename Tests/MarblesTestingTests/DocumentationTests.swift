import MarblesTesting
import Pipes
import Testing

@Test func debounceWaitsForAPause() throws {
  try marbles { m in
    let typed = m.cold("  -a-b-c------d-|")
    let calm = typed.debounce(for: m.frames(3), scheduler: m.scheduler)
    m.expect(calm).toBe(" --------c-----|")
  }
}

/// The pages of the documentation: their code holds, and their quotes are the output of a run.
struct DocumentationTests {
  @Test func valuesAndErrors() throws {
    struct Offline: Error {}
    try marbles { m in
      let numbers = m.cold("-a-b-#", ["a": 1, "b": 2], error: Offline())
      m.expect(numbers.map { $0 * 10 }).toBe("-a-b-#", ["a": 10, "b": 20])
      m.expect(numbers).toBe("-1-2-#", error: Offline()) { Int($0) }
    }
  }

  @Test func whatSavesALine() throws {
    struct Offline: Error {}
    try marbles { m in
      let numbers = m.cold("-1-2-'30'|", of: Int.self)
      m.expect(numbers.map { $0 * 2 }).toBe("-2-4-'60'|")
      let request = m.cold("--#", of: Int.self, error: Offline())
      m.expect(request.replaceError(with: 0)).toBe("--(0|)")
    }
  }

  @Test func actionsWithATableAndAsyncActions() async throws {
    @MainActor final class Model: ObservableObject {
      @Published var query = ""
      func reload() async throws { query = "reloaded" }
    }
    try await marbles { @MainActor m in
      let model = Model()
      m.atEach("-a-b", ["a": "swift", "b": "swifter"]) { query in model.query = query }
      m.at("--x") { try await model.reload() }
      m.expect(model.$query, from: "^----!").toBe("0axb", ["0": "", "a": "swift", "b": "swifter", "x": "reloaded"])
    }
  }

  @Test func moreThanValues() throws {
    try marbles { m in
      let source = m.hot("-a-b-c-d-|")
      m.expect(source.prefix(2), from: "--^").toBe("---b-(c|)")
      m.expect(subscriptionsOf: source).toBe("--^--!")
    }
    try marbles { m in
      let source = m.cold("abcd|")
      m.expect(source, demand: "2--1--*").toBe("ab-c--(d|)")
      m.expect(demandOn: source).toBe("2--1--*")
    }
  }

  @Test func subjectsAndActions() throws {
    var log: [String] = []
    try marbles { m in
      let subject = PassthroughSubject<String, Never>()
      m.drive(subject, with: "-a-b-|")
      m.at("--x") { log.append("now") }
      m.expect(subject).toBe("-a-b-|")
    }
    #expect(log == ["now"])
  }

  @Test func recordings() throws {
    try marbles { m in
      let recorded = m.record(m.cold("-a-|"))
      try m.run()
      #expect(recorded.recording == [.value("a", at: m.frames(1)), .finished(at: m.frames(3))])
    }
  }

  @Test func asyncCode() async throws {
    try await marbles { m in
      let clock = m.clock
      let letters = m.async("ab---c|")
      let slow = letters.map { letter in
        try? await clock.sleep(for: .milliseconds(2))
        return letter
      }
      m.expect(slow).toBe("--a-b--(c|)")
      m.expect(letters, demand: "--1-1").toBe("--a-b")
    }
  }

  @Test func fromOtherKits() throws {
    try marbles { m in
      let e1 = m.hot("--a-^-b---c|")
      let e2 = m.hot("-d--^-e-----f--|")
      m.expect(e1.merge(with: e2)).toBe("--(be)c-f--|")
      m.expect(subscriptionsOf: e1).toBe("^------!")
      m.expect(subscriptionsOf: e2).toBe("^----------!")
    }
    try marbles { m in
      let source = m.hot("@210ms a @220ms b @230ms |", ["a": 1, "b": 2])
      let recorded = m.record(source.map { $0 * 2 }, from: "@200ms ^ @225ms !")
      m.expect(subscriptionsOf: source).toBe("@200ms ^ @225ms !")
      try m.run()
      #expect(recorded.recording == [.value(2, at: .milliseconds(210)), .value(4, at: .milliseconds(220))])
    }
    try marbles { m in
      let input = PassthroughSubject<String, Never>()
      m.drive(input, with: "a-b----c")
      m.expect(input.debounce(for: m.frames(2), scheduler: m.scheduler)).toBe("----b----c")
    }
  }

  // MARK: Output of a run

  /// The first problem of a test, as if it stood in a file of another name.
  func failure(_ place: String, _ body: (MarbleTest) throws -> Void) throws -> String {
    var problems: [String] = []
    try marbles(report: { problems.append($0.text) }, body)
    return "\(place): \(try #require(problems.first))"
  }

  @Test func thePagesQuoteWhatARunSays() throws {
    let first = try failure("SearchTests.swift:9") { m in
      let typed = m.cold("  -a-b-c------d-|")
      let calm = typed.debounce(for: m.frames(3), scheduler: m.scheduler)
      m.expect(calm).toBe(" -------c------|")
    }
    let unreadable = #expect(throws: NotationError.self) { try Lane(parsing: "-a 10ms|", as: .cold) }
    let page = "Sources/Marbles/Marbles.docc"
    #expect(try blocks("text", of: "\(page)/Notation.md") == [unreadable?.description])
    #expect(try blocks("", of: "README.md").contains(first))
  }

  /// The fenced blocks of a language in a page of the repository.
  func blocks(_ language: String, of path: String) throws -> [String] {
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    let text = String(decoding: try Files.read("\(root)/\(path)"), as: UTF8.self)
    var blocks: [String] = []
    var open: (language: Substring, lines: [Substring])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let block = open {
          if block.language == language { blocks.append(block.lines.joined(separator: "\n")) }
          open = nil
        } else {
          open = (line.dropFirst(3), [])
        }
      } else {
        open?.lines.append(line)
      }
    }
    return blocks
  }
}
