import MarbleDiagrams
import Testing

@testable import MarbleCommandLine
@testable import MarbleSpecs

/// References, rename, the outline, and calls that a completion inserts.
struct LanguageServerNameTests {
  static let uri = "file:///a.marble"

  static func document(_ lines: [String], _ language: String = "marble") -> ServerDocument {
    ServerDocument(uri: uri, version: 1, text: lines.joined(separator: "\n") + "\n", language: language)
  }
  static func at(_ line: Int64, _ column: Int64) -> JSONText {
    .object([("line", .number(line)), ("character", .number(column))])
  }
  /// The line and the columns of a range.
  static func place(_ range: JSONText?) -> [Int] {
    [range?["start"]?["line"], range?["start"]?["character"], range?["end"]?["character"]].map { $0?.integer ?? -1 }
  }
  static func places(_ document: ServerDocument, _ line: Int64, _ column: Int64, withDeclaration: Bool = true)
    -> [[Int]]
  {
    document.references(at: at(line, column), withDeclaration: withDeclaration).items?.map { place($0["range"]) } ?? []
  }
  /// The lines after a rename, or the sentence of the refusal.
  static func renamed(_ lines: [String], _ line: Int64, _ column: Int64, to new: String, _ language: String = "marble")
    -> [String]
  {
    let document = document(lines, language)
    do throws(ServerDocument.RenameRefusal) {
      let edits = try document.renamed(at: at(line, column), to: new)["changes"]?[uri]?.items ?? []
      var result = lines
      for edit in edits {
        let place = place(edit["range"])
        let units = Array(result[place[0]].utf16)
        result[place[0]] =
          String(decoding: units[..<place[1]], as: UTF16.self) + (edit["newText"]?.string ?? "?")
          + String(decoding: units[place[2]...], as: UTF16.self)
      }
      return result
    } catch { return [error.message] }
  }

  // MARK: Places

  static let spec = [
    "# a comment about a", "title: a and b", "a:   -1-2-|   # a", "hot b: ^-(ab)-|", "let calm = a.debounce(for: 3)",
    "let twice = { a in a * 2 }", "> a.map { x in x + 1 }.merge(with: b)",
    "  .zip(calm) { (a, c) in \"\\(a) \\(b) a\" }", "=    -(ab)-|",
    "subs a: ^-|", "> b.map { let a = $0; return a }.flatMap { _ in a }.prepend(a: a)", "  x = a   a = [1, a]",
    "! each a 'a' is followed by b within 3ms",
  ]

  /// The values of rows, comments, titles, texts, labels, symbols and the names of closures are no uses.
  @Test func aNameIsFoundWhereItMeansTheStream() {
    let places = Self.places(Self.document(Self.spec), 2, 0)
    #expect(
      places == [
        [2, 0, 1], [4, 11, 12], [6, 2, 3], [9, 5, 6], [10, 48, 49], [10, 63, 64], [11, 6, 7], [11, 18, 19], [12, 7, 8],
      ])
    #expect(Self.places(Self.document(Self.spec), 4, 11, withDeclaration: false) == Array(places.dropFirst()))
    // In an interpolation there is code, and text around it.
    #expect(
      Self.places(Self.document(Self.spec), 3, 4) == [
        [3, 4, 5], [6, 35, 36], [7, 33, 34], [10, 2, 3], [12, 28, 29],
      ])
    #expect(Self.places(Self.document(Self.spec), 8, 7) == [], "a value of a row is not a name")
    #expect(Self.document(Self.spec).references(at: Self.at(99, 0), withDeclaration: true).compact == "null")
  }

  @Test func severalRowsOfAStreamAreOneName() {
    let document = Self.document(["a: -1-|", "a: -2-|", "> a.retry(1)"])
    #expect(Self.places(document, 1, 0) == [[0, 0, 1], [1, 0, 1], [2, 2, 3]])
    #expect(document.highlights(at: Self.at(2, 2)).items?.compactMap { $0["kind"]?.integer } == [3, 3, 2])
    #expect(document.symbols.items?.count == 2)
  }

  @Test func namesOfOneFenceAreNotThoseOfTheNext() {
    let lines = ["# T", "- x", "  ```marble", "  a: -1-|", "  > a", "  ```", "```marble", "a: -1-|", "> a", "```"]
    #expect(Self.places(Self.document(lines, "markdown"), 4, 4) == [[3, 2, 3], [4, 4, 5]])
    #expect(Self.renamed(lines, 8, 2, to: "b", "markdown")[7...8] == ["b: -1-|", "> b"])
    #expect(Self.renamed(lines, 8, 2, to: "b", "markdown")[3...4] == ["  a: -1-|", "  > a"])
    #expect(Self.places(Self.document(lines, "markdown"), 0, 0) == [])
  }

  // MARK: Rename

  @Test func alignedRowsStayAligned() {
    let before = ["a: -1-2--|", "b: --3-|", "> a.merge(with: b)   # b", "=  -132--|"]
    #expect(
      Self.renamed(before, 2, 2, to: "typed") == [
        "typed: -1-2--|", "b:     --3-|", "> typed.merge(with: b)   # b", "=      -132--|",
      ])
    let after = ["typed: -1-2--|", "b:     --3-|", "> typed.merge(with: b)", "=      -132--|"]
    #expect(Self.renamed(after, 0, 5, to: "a")[0...1] == ["a:     -1-2--|", "b:     --3-|"])
    let crooked = ["a: -1-2--|", "b:    --3-|", "> a.merge(with: b)"]
    #expect(Self.renamed(crooked, 0, 0, to: "typed") == ["typed: -1-2--|", "b:    --3-|", "> typed.merge(with: b)"])
  }

  /// A spec that cannot be read yet can be renamed in.
  @Test func aNameInABrokenSpec() {
    #expect(Self.renamed(["a: -1-|", "> a.mapp {"], 0, 0, to: "b") == ["b: -1-|", "> b.mapp {"])
    #expect(Self.renamed(["a: -1-|", "> \"😀\\(a)\""], 0, 0, to: "b") == ["b: -1-|", "> \"😀\\(b)\""])
  }

  @Test(arguments: [
    ("b", "the name 'b' is taken, in line 2"),
    ("let", "'let' is not a name, because it is the first word of a kind of line"),
    ("in", "'in' is a word of the language, not a name"),
    ("scheduler", "'scheduler' is a word of the language, not a name"),
    ("x", "'x' already means something else in line 4"), ("v", "'v' already means something else in line 5"),
    (
      "1a",
      "'1a' is not a name: a name has only the letters A to Z and a to z, digits and _, and does not start with a digit"
    ),
    (
      "",
      "'' is not a name: a name has only the letters A to Z and a to z, digits and _, and does not start with a digit"
    ),
    (
      "a b",
      "'a b' is not a name: a name has only the letters A to Z and a to z, digits and _, and does not start with a digit"
    ),
    (
      "é",
      "'é' is not a name: a name has only the letters A to Z and a to z, digits and _, and does not start with a digit"
    ),
    (
      "a\n> b",
      "'a\n> b' is not a name: a name has only the letters A to Z and a to z, digits and _, and does not start with a digit"
    ),
  ]) func aWordThatCannotBeTheName(_ new: String, _ message: String) {
    let lines = [
      "a: -1-|", "b: -2-|", "", "> b.flatMap { x in a }",
      "> b.map { let v = $0; return v }.flatMap { _ in let v = 1; return a }",
    ]
    #expect(Self.renamed(lines, 0, 0, to: new) == [message])
  }

  @Test(arguments: [(0, 3), (2, 4), (1, 0), (9, 9)]) func aPlaceWithoutAName(_ line: Int64, _ column: Int64) {
    let lines = ["a: -1-|", "# a", "> a.map { $0 }"]
    let message =
      "there is nothing to rename here: a stream, a 'let' and a symbol with a meaning in a table have a name"
    #expect(Self.renamed(lines, line, column, to: "b") == [message])
    #expect(throws: ServerDocument.RenameRefusal.self) {
      try Self.document(lines).renameable(at: Self.at(line, column))
    }
  }

  // MARK: The symbols of a table

  static let table = [
    "a: -x-(xy)-|", "  x = 10   y = 20", "> a.map { x in x }", "= -x-(xy)-|", "! each a 'x' is followed by this 'x'",
  ]

  /// A symbol is found in rows, tables and rules, and not in closures or as the name of a stream.
  @Test func aSymbolIsFoundWhereItIsAValue() {
    let places = [[0, 4, 5], [0, 7, 8], [1, 2, 3], [3, 3, 4], [3, 6, 7], [4, 9, 12], [4, 33, 36]]
    #expect(Self.places(Self.document(Self.table), 0, 4) == places)
    #expect(Self.places(Self.document(Self.table), 4, 10, withDeclaration: false) == places.filter { $0 != [1, 2, 3] })
    #expect(
      Self.document(Self.table).highlights(at: Self.at(0, 4)).items?.compactMap { $0["kind"]?.integer } == [
        2, 2, 3, 2, 2, 2, 2,
      ])
    #expect(
      Self.places(Self.document(["a: -x-|", "> a"]), 0, 4) == [], "without a table the value is the symbol itself")
  }
  @Test func aSymbolIsRenamed() {
    #expect(
      Self.renamed(Self.table, 1, 2, to: "z") == [
        "a: -z-(zy)-|", "  z = 10   y = 20", "> a.map { x in x }", "= -z-(zy)-|",
        "! each a 'z' is followed by this 'z'",
      ])
    let row = ["a: -x-y-|", "  x = 10   y = 20", "> a", "= -x-y-|"]
    #expect(Self.renamed(row, 0, 4, to: "ten") == ["a: -'ten'-y-|", "  'ten' = 10   y = 20", "> a", "= -'ten'-y-|"])
    #expect(Self.renamed(row, 0, 4, to: "x") == row)
  }
  @Test(arguments: [
    ("y", "another value is written y already"), ("\n", "'\n' cannot be a value of a row"),
    ("ten", "'ten' would change the times in line 1: a group takes as many frames as it has signs; write it in [ ]"),
  ]) func aSymbolThatCannotBe(_ new: String, _ message: String) {
    #expect(Self.renamed(Self.table, 0, 4, to: new) == [message])
  }

  /// The usual form of an operator is offered before its other forms, which an alphabet would put first.
  @Test func theUsualFormComesFirst() {
    let items = Self.document(["a: -1-|", "> a.deb"]).completions(at: Self.at(1, 7)).items ?? []
    let order = Dictionary(
      items.compactMap { item in item["label"]?.string.map { ($0, item["sortText"]?.string ?? $0) } }
    ) { one, _ in one
    }
    for (first, second) in [("debounce(for:)", "debounce(_:)"), ("retry(_:)", "retry(when:)")] {
      #expect(
        order[first] ?? "?" < order[second] ?? "!", "\(first): \(order[first] ?? ""), \(second): \(order[second] ?? "")"
      )
    }
  }

  @Test func theServerOffersItAndRefusesWithASentence() {
    var server = LanguageServer()
    var reader = MessageReader()
    func send(_ method: String, _ parameters: JSONText, id: Int64?) -> JSONText? {
      let number: [(String, JSONText)] = id.map { [("id", .number($0))] } ?? []
      server.receive(
        MessageReader.framed(
          .object([("jsonrpc", .string("2.0"))] + number + [("method", .string(method)), ("params", parameters)])))
      var answer: JSONText?
      while let bytes = server.step() { reader.receive(bytes) }
      while case .message(let message)? = reader.next() {
        if message["id"]?.integer == id.map(Int.init), id != nil { answer = message }
      }
      return answer
    }
    let can = send("initialize", .object([("capabilities", .object([]))]), id: 1)?["result"]?["capabilities"]
    #expect(can?["renameProvider"]?.compact == "{\"prepareProvider\":true}")
    for name in ["references", "documentHighlight", "documentSymbol"] {
      #expect(can?["\(name)Provider"]?.compact == "true")
    }
    let item: JSONText = .object([
      ("uri", .string(Self.uri)), ("languageId", .string("marble")), ("text", .string("a: -1-|\n> a\n")),
    ])
    _ = send("textDocument/didOpen", .object([("textDocument", item)]), id: nil)
    let place: [(String, JSONText)] = [
      ("textDocument", .object([("uri", .string(Self.uri))])), ("position", Self.at(1, 2)),
    ]
    let good = send("textDocument/rename", .object(place + [("newName", .string("b"))]), id: 2)
    #expect(good?["result"]?["changes"]?[Self.uri]?.items?.count == 2)
    let bad = send("textDocument/rename", .object(place + [("newName", .string("9"))]), id: 3)
    #expect(
      bad?["error"]?["code"]?.integer == -32_803
        && bad?["error"]?["message"]?.string?.hasPrefix("'9' is not a name") == true)
    #expect(send("textDocument/rename", .object(place), id: 4)?["error"] != nil, "no name at all")
    #expect(send("textDocument/references", .object(place), id: 5)?["result"]?.items?.count == 2)
  }

  // MARK: The outline

  @Test func theOutlineHasStreamsNamesPipelinesAndRules() {
    let symbols = Self.document(Self.spec).symbols.items ?? []
    #expect(
      symbols.compactMap { $0["name"]?.string } == [
        "a", "b", "calm", "twice", #"a.map { x in x + 1 }.merge(with: b).zip(calm) { (a, c) in "\(a) \(b) a" }"#,
        "b.map { let a = $0; return a }.flatMap { _ in a }.prepend(a: a)", "each a 'a' is followed by b within 3ms",
      ])
    #expect(symbols.compactMap { $0["kind"]?.integer } == [24, 24, 13, 12, 12, 12, 14])
    #expect(Self.place(symbols.first?["selectionRange"]) == [2, 0, 1])
  }

  @Test func aFenceContainsItsSymbols() {
    let lines = [
      "# T", "```marble", "title: Two", "a: -1-|", "> a", "```", "```marble", "> Just(1)", "```", "```marble", "```",
    ]
    let symbols = Self.document(lines, "markdown").symbols.items ?? []
    #expect(symbols.compactMap { $0["name"]?.string } == ["Two", "spec in line 8"])
    #expect(symbols.map { $0["children"]?.items?.compactMap { $0["name"]?.string } } == [["a", "a"], ["Just(1)"]])
  }

  // MARK: Completion

  /// The texts that a completion inserts behind some code.
  static func inserted(_ lines: [String], behind code: String, areSnippets: Bool = false) -> [(
    label: String, text: String
  )] {
    let document = document(lines + [code])
    let answer = document.completions(at: at(Int64(lines.count), Int64(code.count)), areSnippets: areSnippets)
    return (answer.items ?? answer["items"]?.items ?? []).compactMap { item in
      item["label"]?.string.flatMap { label in item["insertText"]?.string.map { (label, $0) } }
    }
  }

  @Test(arguments: [["a: -1-2-|"], ["a: -1-2-|", "b: --3-|", "let f = { $0 }"]]) func whateverIsInsertedCanBeRead(
    _ rows: [String]
  ) throws {
    var count = 0
    for code in ["> a.", "> ", "let r = a.", "> [a, a]."] {
      for (label, text) in Self.inserted(rows, behind: code) where label != "scheduler" {
        count += 1
        do throws(SpecProblem) {
          _ = try SpecFile(SpecText((rows + [code + text, "> a"]).joined(separator: "\n"), file: "a"))
        } catch {
          // Two operators need a stream of their own kind, and their message names it.
          let isKnown =
            error.message == "autoconnect: the stream does not wait for a connection"
            || error.message == "there is no stream 'f'"
            || code.hasPrefix(">") && error.message == "the pipeline is a value, not a stream"
          if !isKnown { Issue.record("\(code)\(text): \(error)") }
        }
      }
    }
    #expect(count > 300)
  }

  @Test func aStreamOfTheSpecTakesThePlaceOfTheSamples() {
    let rows = ["a: -1-|", "other: -2-|"]
    func text(_ label: String, _ rows: [String], _ code: String = "> a.", snippets: Bool = false) -> String? {
      Self.inserted(rows, behind: code, areSnippets: snippets).first { $0.label == label }?.text
    }
    #expect(text("merge(with:)", rows) == "merge(with: other)")
    #expect(text("merge(with:)", rows, "> other.") == "merge(with: a)")
    #expect(text("merge(with:)", []) == "merge(with: Empty())")
    #expect(text("merge(with:)", rows, snippets: true) == "merge(with: ${1:other})")
    #expect(text("filter(_:)", rows, snippets: true) == "filter { ${1:\\$0 % 2 == 0} }")
    #expect(text("scan(_:_:)", rows, snippets: true) == "scan(${1:0}) { ${2:\\$0 + \\$1} }")
    #expect(text("prefix(while:)", rows, snippets: true) == "prefix(while: ${1:{ \\$0 < 3 \\}})")
    // `publisher` belongs to a list of values.
    #expect(text("publisher", rows) == nil && text("publisher", rows, "> [1, 2].") == "publisher")
    #expect(text("map(_:)", rows, "> [1, 2].") == nil)
  }
}
