import Gallery
import MarbleDiagrams
import MarbleSpecs
import Testing

@testable import MarbleCommandLine

/// A client that speaks to the server without a process between.
private struct Client {
  private var server = LanguageServer()
  private var reader = MessageReader()
  private var lastID: Int64 = 0
  static let uri = "file:///a.marble"

  init(hints: Bool = true) {
    let editor: JSONText = .object(hints ? [("inlayHint", .object([]))] : [])
    request("initialize", .object([("capabilities", .object([("textDocument", editor)]))]))
  }
  init(_ text: String, uri: String = Client.uri, language: String = "marble", hints: Bool = true) {
    self.init(hints: hints)
    open(text, uri: uri, language: language)
  }

  static func message(_ method: String, _ parameters: JSONText, id: Int64? = nil) -> JSONText {
    .object(
      [("jsonrpc", .string("2.0"))] + (id.map { [("id", .number($0))] } ?? []) + [
        ("method", .string(method)), ("params", parameters),
      ])
  }
  /// Everything that the server says now, in order.
  mutating func answers() -> [JSONText] {
    var answers: [JSONText] = []
    while let bytes = server.step() { reader.receive(bytes) }
    while let next = reader.next() {
      if case .message(let message) = next {
        answers.append(message)
      } else {
        Issue.record("the server sent text that is not a message")
      }
    }
    return answers
  }
  mutating func send(_ bytes: [UInt8]) { server.receive(bytes) }
  mutating func notify(_ method: String, _ parameters: JSONText) {
    send(MessageReader.framed(Client.message(method, parameters)))
  }
  /// The answer to a request; what else the server says is passed over.
  @discardableResult mutating func request(_ method: String, _ parameters: JSONText) -> JSONText? {
    lastID += 1
    send(MessageReader.framed(Client.message(method, parameters, id: lastID)))
    let id = lastID
    return answers().last { $0["id"]?.integer.map(Int64.init) == id }
  }

  mutating func open(_ text: String, uri: String = Client.uri, language: String = "marble") {
    notify(
      "textDocument/didOpen",
      .object([
        (
          "textDocument",
          .object([
            ("uri", .string(uri)), ("languageId", .string(language)), ("version", .number(1)), ("text", .string(text)),
          ])
        )
      ]))
  }
  mutating func change(_ text: String, version: Int64) {
    notify(
      "textDocument/didChange",
      .object([
        ("textDocument", .object([("uri", .string(Client.uri)), ("version", .number(version))])),
        ("contentChanges", .list([.object([("text", .string(text))])])),
      ]))
  }
  /// The diagnostics that the server sends now.
  mutating func diagnostics() -> [(place: String, message: String)] {
    answers().last { $0["method"]?.string == "textDocument/publishDiagnostics" }?["params"]?["diagnostics"]?.items?.map
    { one in
      (Client.place(one["range"]), one["message"]?.string ?? "")
    } ?? []
  }
  /// `1:0-5` for a range of one line.
  static func place(_ range: JSONText?) -> String {
    guard let start = range?["start"], let end = range?["end"] else { return "?" }
    func number(_ value: JSONText?, _ name: String) -> String { value?[name]?.integer.map { "\($0)" } ?? "?" }
    let last = number(end, "line") == number(start, "line") ? "" : number(end, "line") + ":"
    return "\(number(start, "line")):\(number(start, "character"))-\(last)\(number(end, "character"))"
  }
  static func at(_ line: Int64, _ column: Int64, uri: String = Client.uri) -> JSONText {
    .object([
      ("textDocument", .object([("uri", .string(uri))])),
      ("position", .object([("line", .number(line)), ("character", .number(column))])),
    ])
  }
  /// A range of whole lines.
  static func lines(_ first: Int64, _ last: Int64) -> JSONText {
    .object([
      ("textDocument", .object([("uri", .string(Client.uri))])),
      (
        "range",
        .object([
          ("start", .object([("line", .number(first)), ("character", .number(0))])),
          ("end", .object([("line", .number(last)), ("character", .number(0))])),
        ])
      ),
    ])
  }
  mutating func labels(_ line: Int64, _ column: Int64) -> [String] {
    request("textDocument/completion", Client.at(line, column))?["result"]?.items?.compactMap { $0["label"]?.string }
      ?? []
  }
  mutating func hover(_ line: Int64, _ column: Int64) -> String? {
    request("textDocument/hover", Client.at(line, column))?["result"]?["contents"]?["value"]?.string
  }
  /// The titles of the actions for some lines, and the text with the edits of one of them.
  mutating func actions(_ first: Int64, _ last: Int64) -> [(title: String, edits: [JSONText])] {
    request("textDocument/codeAction", Client.lines(first, last))?["result"]?.items?.map { action in
      (action["title"]?.string ?? "", action["edit"]?["changes"]?[Client.uri]?.items ?? [])
    } ?? []
  }
}

/// Applies edits that each stay in one line, or take a whole line out.
private func apply(_ edits: [JSONText], to text: String) -> String {
  var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf16) }
  for edit in edits.reversed() {
    guard let start = edit["range"]?["start"], let end = edit["range"]?["end"], let new = edit["newText"]?.string,
      let row = start["line"]?.integer, let from = start["character"]?.integer, let last = end["line"]?.integer,
      let to = end["character"]?.integer
    else { continue }
    let whole = Array(lines[row][..<from]) + Array(new.utf16) + Array(lines[last][to...])
    lines.replaceSubrange(row...last, with: [whole])
  }
  return lines.map { String(decoding: $0, as: UTF16.self) }.joined(separator: "\n")
}

struct LanguageServerTests {
  static let typed = """
    frame: 100ms
    typed: -a-b-c------d-----|
      a = "S"   b = "Sw"
    > typed.debounce(for: 300ms)
    = --------c------d--|

    """

  // MARK: Diagnostics

  @Test func aMistakeIsAtItsPlaceInTheWordsOfTheParser() {
    var client = Client(Self.typed.replacing("debounce", with: "debonce"))
    let found = client.diagnostics()
    #expect(found.map(\.place) == ["3:8-15"])
    #expect(found.map(\.message) == ["unknown operator 'debonce'; did you mean 'debounce'?"])
    let actions = client.actions(3, 3)
    #expect(actions.map(\.title) == ["Change to 'debounce'"])
    #expect(apply(actions[0].edits, to: Self.typed.replacing("debounce", with: "debonce")) == Self.typed)
  }
  @Test func whatDiffersIsAtItsRow() {
    // The last d is missing in the row, and the end comes where it stands then.
    var client = Client(
      Self.typed.replacing("------d--|\n\n", with: "|\n").replacing(
        "= --------c------d--|", with: "= --------c---------|"))
    let found = client.diagnostics()
    #expect(found.map(\.place) == ["4:2-21"])
    #expect(found[0].message.hasPrefix("typed.debounce(for: 300ms) differs at 1500ms\n"))
  }
  @Test func aSpecThatHoldsHasNone() {
    var client = Client(Self.typed)
    #expect(client.diagnostics().isEmpty)
  }
  @Test func aSpecWithoutExpectationsHasNone() {
    var client = Client("a: -1-|\n> a\n")
    #expect(client.diagnostics().isEmpty)
  }
  @Test func placesCountCodeUnitsOfUTF16() {
    // The flag is one character of four code units, so 'nope' begins at 4 + 2 + 2 + 1.
    var client = Client("a: -🇸🇪-|\n> a.map { \"🇸🇪\" }.nope()\n")
    let found = client.diagnostics()
    // `> a.map { "` has 11 columns, the flag 4, `" }.` 4.
    #expect(found.map(\.place) == ["1:19-23"])
  }
  @Test func aFenceInMarkdownIsAtItsPlace() {
    let text = "# Page\n\n  ```marble\n  a: -1-|\n  > a.nope()\n  ```\n\n```marble\n> Just(1)\n= (1|)\n```\n"
    var client = Client(text, language: "markdown")
    let found = client.diagnostics()
    #expect(found.map(\.place) == ["4:6-10"])
  }
  @Test func onlyTheNewestTextIsSaidSomethingAbout() {
    var client = Client()
    client.open("> nope\n")
    for version in 2...9 { client.change("> nope\(version)\n", version: Int64(version)) }
    let published = client.answers()
    #expect(published.count == 1)
    #expect(published[0]["params"]?["version"]?.integer == 9)
    #expect(published[0]["params"]?["diagnostics"]?.items?.first?["message"]?.string?.contains("nope9") == true)
  }
  @Test func aClosedDocumentHasNone() {
    var client = Client("> nope\n")
    #expect(client.diagnostics().count == 1)
    client.notify("textDocument/didClose", .object([("textDocument", .object([("uri", .string(Client.uri))]))]))
    let published = client.answers()
    #expect(published.count == 1 && published[0]["params"]?["diagnostics"]?.items?.isEmpty == true)
  }
  @Test(.timeLimit(.minutes(60))) func aRunWithoutEndIsStopped() {
    var client = Client("a: 1|\n> a.repeat()\n")
    let found = client.diagnostics()
    #expect(found.count == 1 && found[0].place == "1:1-12")
  }

  @Test(.timeLimit(.minutes(60))) func aSpecThatIsTooLongIsNotRun() {
    let long = "a: \(String(repeating: "-1", count: SpecAnalysis.longest / 2))|\n> a\n= -2|\n"
    var client = Client("# Two\n```marble\n\(long)```\n```marble\n> Just(1)\n= (2|)\n```\n", language: "markdown")
    let found = client.diagnostics()
    #expect(found.map(\.place).last == "8:2-6" && found.count == 2)
    #expect(found.first?.message.hasPrefix("this spec has more than 20000 characters") == true)
  }

  // MARK: Changes

  /// Changes at random places, in code units of UTF-16, are what they are in a text; the outcomes are those of a new
  /// document.
  @Test(.timeLimit(.minutes(60))) func aDocumentThatIsChangedPieceByPieceIsThatText() {
    var random = SeededNumbers(seed: 3)
    let pieces = [
      "", "-", "1", "\n", "> Just(1)\n", "```marble\n", "```\n", "😀", "e", "\u{301}", "\r\n", "🇸🇪", "a: -1-|\n",
      "= (1|)\n", " ",
    ]
    for round in 0..<400 {
      var text = "# A\n```marble\na: -1-😀-|\n> a\n```\n\n```marble\n> Just(1)\n```\n"
      var document = ServerDocument(uri: "a.md", version: 1, text: text, language: "markdown")
      for _ in 0..<8 {
        _ = document.analyzeNext()
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { Array($0.utf16) }
        let rows = [random.below(lines.count), random.below(lines.count)].sorted()
        var columns = rows.map { random.below(lines[$0].count + 1) }
        if rows[0] == rows[1] { columns.sort() }
        // Half of a pair of code units is not text.
        for index in 0..<2
        where columns[index] < lines[rows[index]].count && UTF16.isTrailSurrogate(lines[rows[index]][columns[index]]) {
          columns[index] = rows[0] == rows[1] && index == 1 ? columns[1] + 1 : columns[index] - 1
        }
        let new = pieces[random.below(pieces.count)]
        let before = lines[..<rows[0]] + [Array(lines[rows[0]][..<columns[0]])]
        let after = [Array(lines[rows[1]][columns[1]...])] + lines[(rows[1] + 1)...]
        func joined(_ lines: some Sequence<[UInt16]>) -> String {
          lines.map { String(decoding: $0, as: UTF16.self) }.joined(separator: "\n")
        }
        text = joined(before) + new.replacing("\r\n", with: "\n") + joined(after)
        func position(_ index: Int) -> JSONText {
          .object([("line", .number(Int64(rows[index]))), ("character", .number(Int64(columns[index])))])
        }
        let range: JSONText = .object([("start", position(0)), ("end", position(1))])
        guard let changed = document.changed(by: [.object([("range", range), ("text", .string(new))])], version: nil)
        else {
          Issue.record("seed 3, round \(round): a change is refused")
          return
        }
        document = changed
        let fresh = ServerDocument(uri: "a.md", version: nil, text: text, language: "markdown")
        #expect(document.lines == fresh.lines, "seed 3, round \(round): \(text.debugDescription)")
        #expect(
          JSONText.list(document.diagnostics).compact == JSONText.list(fresh.diagnostics).compact
            && document.hints(in: nil).compact == fresh.hints(in: nil).compact,
          "seed 3, round \(round): \(text.debugDescription)")
      }
    }
  }
  @Test func aChangeThatIsNoneChangesNothing() {
    let document = ServerDocument(uri: "a", version: 1, text: "> Just(1)\n", language: "marble")
    let backwards = JSONText(
      reading: #"{"range":{"start":{"line":0,"character":5},"end":{"line":0,"character":2}},"text":""}"#.utf8)
    let negative = JSONText(
      reading: #"{"range":{"start":{"line":-1,"character":0},"end":{"line":0,"character":2}},"text":""}"#.utf8)
    for change in [backwards, negative, .object([]), .null] {
      #expect(document.changed(by: [change ?? .null], version: 2) == nil)
    }
    // A position after the end counts as the end.
    let far = JSONText(
      reading: #"{"range":{"start":{"line":9,"character":0},"end":{"line":99,"character":2}},"text":"= (1|)"}"#.utf8)
    #expect(
      far.flatMap { document.changed(by: [$0], version: 2) }?.lines.map { String($0) } == ["> Just(1)", "= (1|)"])
  }
  /// A document with many specs runs only those that the editor shows or asks about.
  @Test func aQuestionDoesNotWaitForAllSpecs() {
    let fences = String(repeating: "```marble\n> Just(1)\n= (1|)\n```\n", count: 500)
    let document = ServerDocument(uri: "a.md", version: 1, text: fences, language: "markdown")
    let position: JSONText = .object([("line", .number(1201)), ("character", .number(3))])
    #expect(document.hover(at: position).compact != "null")
    _ = document.hints(in: .object([("start", position), ("end", position)]))
    _ = document.actions(in: .object([("start", position), ("end", position)]))
    #expect(document.specs.indices.filter(document.isKnown) == [300])
    guard case .list(let lenses) = document.lenses else {
      Issue.record("lenses are a list")
      return
    }
    #expect(lenses.count == 500)
    #expect(lenses[19]["command"]?["title"]?.string == "✓ = (1|)")
    #expect(lenses[400]["command"] == nil && lenses[400]["data"]?["line"]?.integer == 1601)
    #expect(document.resolvedLens(at: 1601)?["command"]?["title"]?.string == "✓ = (1|)")
  }

  // MARK: Outcomes

  @Test func theOutcomeStandsBehindThePipeline() {
    var client = Client("a: -1-2-|\n> a\n  .map { $0 * 20 }\n")
    let hints = client.request("textDocument/inlayHint", Client.lines(0, 3))?["result"]?.items ?? []
    #expect(hints.map { $0["label"]?.string } == ["= -b-c-|   b = 20   c = 40"])
    #expect(hints.first?["position"]?["line"]?.integer == 2 && hints.first?["position"]?["character"]?.integer == 18)
  }
  @Test func aTickSaysThatTheRowsHold() {
    var client = Client(Self.typed, hints: false)
    let lenses = client.request("textDocument/codeLens", Client.lines(0, 3))?["result"]?.items ?? []
    #expect(lenses.map { $0["command"]?["title"]?.string } == ["✓ = --------c------d--|"])
  }
  @Test func whatHappenedCanBeWritten() {
    let text = "a: -1-2-|\n> a.count()\n= -\n> a.delay(for: 1)\n"
    var client = Client(text)
    _ = client.diagnostics()
    let action = client.actions(1, 1).first { $0.title == "Write what happened" }
    // The count comes with the finish at 5 ms; what is delayed by one frame is one column later.
    #expect(
      action.map { apply($0.edits, to: text) } == "a: -1-2-|\n> a.count()\n= -----(2|)\n> a.delay(for: 1)\n=  --1-2-|\n"
    )
  }

  // MARK: Help while writing

  @Test func operatorsAreOfferedBehindADot() {
    var client = Client(Self.typed)
    let labels = client.labels(3, 8)
    #expect(labels.contains("debounce(for:)") && labels.contains("throttleTime → throttle(for:latest:)"))
    #expect(!labels.contains("Just(_:)"))
  }
  @Test func namesAndLabelsAreOfferedInACall() {
    var client = Client("left: -1-|\nlet more = left.map { $0 }\nlate: -2-|\n> left.merge(with: \n")
    let labels = client.labels(3, 18)
    #expect(labels.starts(with: ["with:", "left", "late", "more"]))
    #expect(labels.contains("Just(_:)"))
    #expect(client.labels(1, 11).contains("left") && !client.labels(1, 11).contains("late"))
  }
  @Test func wordsThatBeginALineAreOffered() {
    var client = Client("a: -1-|\n\n> a\n")
    #expect(client.labels(1, 0).contains("hot") && client.labels(1, 0).contains("frame"))
  }
  @Test func unitsAreOfferedBehindANumber() {
    var client = Client("a: -1-|\n> a.delay(for: 30)\n")
    #expect(client.labels(1, 17).contains("30ms"))
  }
  @Test func nothingIsOfferedOutsideOfTheFences() {
    var client = Client("text.\n\n```marble\n> Just(1)\n```\n", language: "markdown")
    #expect(client.labels(0, 5).isEmpty)
    #expect(client.labels(3, 2).contains("Just(_:)"))
  }
  @Test func everyOperatorHasAPageWithItsDiagram() {
    for form in OperatorTable.shared.rows where form.receiver == .stream {
      let call = "> a.\(form.name)"
      var client = Client("a: -1-|\n\(call)\n")
      let page = client.hover(1, 5) ?? ""
      #expect(page.contains(form.sentence) && page.contains("```marble\n"), "\(form.name)")
    }
  }
  @Test func aMarbleSaysWhenAndWhatAndWhy() {
    var client = Client(Self.typed)
    #expect(client.hover(1, 10)?.hasPrefix("**300ms**: the value `\"Sw\"`\n\n- typed sends b") == true)
    #expect(client.hover(4, 10)?.hasPrefix("**800ms**: the value `\"c\"`\n\n- debounce sends c") == true)
    #expect(client.hover(1, 9) == nil)
    var busy = Client("a: -1-|\nbusy scheduler: -^-!\n> a.receive(on: scheduler)\n")
    #expect(busy.hover(1, 17)?.hasPrefix("**1ms**: the scheduler becomes busy\n\n- a sends 1") == true)
    #expect(busy.hover(1, 19)?.hasPrefix("**3ms**: the scheduler is free again\n\n- a finishes") == true)
  }
  @Test func aNameLeadsToItsRow() {
    var client = Client(Self.typed)
    let result = client.request("textDocument/definition", Client.at(3, 4))?["result"]
    #expect(Client.place(result?["range"]) == "1:0-5")
  }
  @Test func formattingAlignsRowsAndChangesNothingElse() {
    let text = "a:   -1-|\nhot longer: --2-|\n> a.merge(with: longer)\n= -12-|\n# done\n"
    var client = Client(text)
    let edits = client.request("textDocument/formatting", Client.lines(0, 0))?["result"]?.items ?? []
    #expect(
      apply(edits, to: text)
        == "a:          -1-|\nhot longer: --2-|\n> a.merge(with: longer)\n=           -12-|\n# done\n")
  }
  @Test func colorsAreThereForABrokenSpec() {
    var client = Client("> a.nope(\n")
    let data = client.request("textDocument/semanticTokens/full", Client.lines(0, 0))?["result"]?["data"]?.items ?? []
    // '>' a keyword, 'a' a variable, 'nope' a function: line, column, length, kind, modifiers, each relative to the
    // previous one.
    #expect(data.compactMap(\.integer) == [0, 0, 1, 0, 0, 0, 2, 1, 1, 0, 0, 2, 4, 2, 0])
  }

  @Test func colorsOfARange() {
    var client = Client("a: -1-|\n> a\n> a\n")
    let data = client.request("textDocument/semanticTokens/range", Client.lines(1, 1))?["result"]?["data"]?.items ?? []
    #expect(data.compactMap(\.integer) == [1, 0, 1, 0, 0, 0, 2, 1, 1, 0])
    let full = client.request("textDocument/semanticTokens/full", Client.lines(0, 0))?["result"]?["data"]?.items ?? []
    // 'a', '1', '|' of the row, and two of each pipeline.
    #expect(full.count == 7 * 5)
  }

  // MARK: Clients that do otherwise

  @Test func whatIsCancelledIsNotAnswered() {
    var client = Client(Self.typed)
    _ = client.answers()
    client.send(MessageReader.framed(Client.message("textDocument/hover", Client.at(3, 10), id: 77)))
    client.send(MessageReader.framed(Client.message("$/cancelRequest", .object([("id", .number(77))]))))
    let answers = client.answers()
    #expect(answers.count == 1 && answers[0]["id"]?.integer == 77)
    #expect(answers[0]["error"]?["code"].map(\.compact) == "-32800")
  }
  @Test func whatCannotBeReadIsAnsweredAndPassedOver() {
    var client = Client()
    client.send(Array("Content-Length: 4\r\n\r\n{no}X-Header: 1\r\n\r\n".utf8))
    client.send(MessageReader.framed(Client.message("nope", .null, id: 5)))
    client.send(MessageReader.framed(.object([("jsonrpc", .string("2.0"))])))
    #expect(client.answers().map { $0["error"]?["code"]?.compact } == ["-32700", "-32700", "-32601", "-32600"])
  }
  @Test func messagesMayArriveInPieces() {
    var client = Client(Self.typed)
    _ = client.answers()
    for byte in MessageReader.framed(Client.message("textDocument/hover", Client.at(1, 10), id: 9)) {
      client.send([byte])
    }
    #expect(client.answers().map { $0["id"]?.integer } == [9])
  }
  @Test func beforeTheBeginningAndAfterTheEnd() {
    var server = LanguageServer()
    server.receive(MessageReader.framed(Client.message("textDocument/hover", .null, id: 1)))
    server.receive(MessageReader.framed(Client.message("initialize", .object([]), id: 2)))
    server.receive(MessageReader.framed(Client.message("shutdown", .null, id: 3)))
    server.receive(MessageReader.framed(Client.message("textDocument/hover", .null, id: 4)))
    server.receive(MessageReader.framed(Client.message("exit", .null)))
    var reader = MessageReader()
    while let bytes = server.step() { reader.receive(bytes) }
    var codes: [String] = []
    while case .message(let message)? = reader.next() { codes.append(message["error"]?["code"]?.compact ?? "ok") }
    #expect(codes == ["-32002", "ok", "ok", "-32600"])
    #expect(server.exitCode == 0)
    var hasty = LanguageServer()
    hasty.receive(MessageReader.framed(Client.message("exit", .null)))
    _ = hasty.step()
    #expect(hasty.exitCode == 1)
  }

  /// Texts that are cut and changed at random, and places anywhere: every request has an answer.
  @Test(.timeLimit(.minutes(60))) func everyRequestHasAnAnswer() throws {
    var random = SeededNumbers(seed: 25)
    let specs = try Gallery.specs()
    let methods = [
      "completion", "hover", "definition", "codeAction", "codeLens", "inlayHint", "formatting", "semanticTokens/full",
      "references",
      "documentHighlight", "documentSymbol", "prepareRename", "rename",
    ]
    for round in 0..<(Gallery.isLong ? 300 : 40) {
      let spec = specs[random.below(specs.count)]
      var lines = spec.lines.map { String($0) }
      let line = random.below(lines.count)
      lines[line] =
        String(lines[line].prefix(random.below(lines[line].count + 1)))
        + ["", "(", "'", "…", "\"", " .", "#"][random.below(7)]
      var client = Client(lines.joined(separator: "\n"))
      let (row, column) = (Int64(random.below(lines.count + 2)), Int64(random.below(90)))
      for method in methods {
        var parameters = [("textDocument", JSONText.object([("uri", .string(Client.uri))]))]
        let position = JSONText.object([("line", .number(row)), ("character", .number(column))])
        parameters += [("position", position), ("range", .object([("start", position), ("end", position)]))]
        parameters.append(("newName", .string("renamed")))
        let answer = client.request("textDocument/\(method)", .object(parameters))
        // A rename at a place without a name is refused.
        let isRefused = method.hasSuffix("ename") && answer?["error"]?["code"]?.integer == -32_803
        #expect(
          answer?["result"] != nil || isRefused,
          "seed 25, round \(round), \(spec.file), line \(line), \(method) at \(row):\(column)")
      }
    }
  }
}

/// Numbers that are the same in every run.
private struct SeededNumbers {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func below(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(1, count)))
  }
}

struct JSONReadingTests {
  @Test(arguments: [
    (
      "{\"a\": [1, -2, 3.9, 1e3], \"b\": {\"c\": null, \"d\": true, \"e\": false}}",
      "{\"a\":[1,-2,3,1000],\"b\":{\"c\":null,\"d\":true,\"e\":false}}"
    ),
    (" [ ] ", "[]"), ("{}", "{}"), ("\"\\u0041\\n\\\"\\\\\\/\"", "\"A\\n\\\"\\\\/\""), ("\"\\ud83d\\ude00\"", "\"😀\""),
    ("\"\\ud83d\"", "\"\u{FFFD}\""),
  ])
  func reads(_ text: String, _ compact: String) { #expect(JSONText(reading: text.utf8)?.compact == compact) }

  @Test(arguments: [
    "", "{", "[1,]", "{\"a\"}", "{a: 1}", "\"", "\"\\x\"", "tru", "1 2", "[1}", "nul", "--1", "\"\u{1}\"",
  ])
  func refuses(_ text: String) { #expect(JSONText(reading: text.utf8) == nil) }

  @Test func deepNestingIsRefusedAndNoCrash() {
    #expect(JSONText(reading: String(repeating: "[", count: 100_000).utf8) == nil)
    #expect(JSONText(reading: (String(repeating: "[", count: 190) + String(repeating: "]", count: 190)).utf8) != nil)
  }
}
