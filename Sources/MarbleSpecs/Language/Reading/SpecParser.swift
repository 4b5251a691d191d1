import Marbles

/// Reads a spec file line by line.
struct SpecParser {
  let text: SpecText
  let table: OperatorTable
  var file: SpecFile
  var row = 0
  /// The line that the next indented line belongs to.
  var owner = Owner.nothing
  /// The facts about the names so far.
  var names: [String: SpecChecker.Known] = [:]
  var headerSpans: [String: Span] = [:]
  /// The rules of the last pipeline that another rule may contradict.
  var strict = StrictRules()
  /// The problems so far, and the names that would have a meaning without them.
  var problems: [SpecProblem] = []
  var unknown: Set<String> = []
  /// Whether a line could not be read that may have declared any name.
  var isDeclarationMissing = false

  enum Owner { case nothing, note, other, source(Int), block }

  private static let headers = SpecWord.headers.map(\.rawValue)
  private static let reserved = SpecWord.ofSwift.union(SpecWord.allCases.map(\.rawValue)).union([
    "scheduler", SpecFile.Rule.result,
  ])

  private init(_ text: SpecText, _ table: OperatorTable) {
    self.text = text
    self.table = table
    file = SpecFile(text: text)
  }

  /// Reads a spec, or throws its problems: the reader goes on at the next line.
  static func parse(_ text: SpecText, _ table: OperatorTable) throws(SpecProblem) -> SpecFile {
    var parser = SpecParser(text, table)
    try parser.readFrame()
    while parser.row < text.lines.count {
      let start = parser.row
      do throws(SpecProblem) { try parser.readLine() } catch { parser.goOn(behind: start, error) }
    }
    if var first = parser.problems.first {
      first.others = Array(parser.problems.dropFirst().prefix(mostProblems - 1))
      throw first
    }
    try parser.finish()
    return parser.file
  }

  var line: [Character] { text.lines[row] }
  func problem(
    _ message: String, _ columns: Range<Int>, fix: String? = nil, kind: SpecProblem.Kind = .other
  ) -> SpecProblem {
    text.problem(message, at: Span(row, columns), fix: fix, kind: kind)
  }

  /// Reads the frame first, because every row needs it, wherever its header is.
  private mutating func readFrame() throws(SpecProblem) {
    for index in text.lines.indices where text.lines[index].first == "f" {
      var words = LineReader(text, index, at: 0)
      guard words.readName() == "frame", words.accept(":") else { continue }
      row = index
      let span = words.rowSpan
      file.frame = try frame(at: span)
      file.frameText = String(text.lines[index][span.columns])
      break
    }
    row = 0
  }

  private mutating func readLine() throws(SpecProblem) {
    let words = LineReader(text, row, at: 0)
    guard let first = words.next else { return row += 1 }
    if line[0] == " " { return try readIndented() }
    switch first {
    case "#":
      row += 1
    case ">":
      try readBlock()
    case "=" where line.starts(with: "=="):
      try readLaw()
    case "=":
      try readRow(as: "=", from: 1)
    case "!":
      try readRule()
    default:
      try readWord()
    }
  }

  private mutating func readWord() throws(SpecProblem) {
    var words = LineReader(text, row, at: 0)
    let span = words.nameSpan
    guard let word = words.readName() else {
      if line[0] == "\t" { throw problem("only plain spaces are allowed here", 0..<1, fix: "indent with spaces") }
      if let problem = foreignLine { throw problem }
      if let key = TableReader(text, row, table).keyOfMeaning {
        throw meaningInFirstColumn(String(line[key]), Span(row, key))
      }
      if let problem = rowWithoutName { throw problem }
      throw problem(
        "expected a source such as 'a: -1-2-|', a pipeline after '>', or marbles after '='", span.columns,
        fix: fixOfUnknownLine, kind: .unknownLine)
    }
    switch SpecWord(rawValue: word) {
    case .from, .demand:
      try readRow(as: word, from: words.position)
    case .subs, .connect:
      try readWindow(&words, of: word)
    case .busy:
      try readBusy(&words)
    case .let:
      try readDerived(&words)
    case .hot, .cold:
      let nameSpan = words.nameSpan
      guard let name = words.readName() else {
        throw text.problem("expected a name after '\(word)'", at: nameSpan, fix: "write '\(word) a: -1-2-|'")
      }
      guard words.next == ":" else {
        throw text.problem(
          "expected ':' after '\(word) \(name)'", at: words.wordSpan, fix: "write '\(word) \(name): …'")
      }
      try readSource(name, nameSpan, isHot: word == "hot", &words)
    case .title, .note, .family, .frame, .limit:
      try readHeader(word, span, &words)
    case nil:
      try readSource(word, span, isHot: false, &words)
    }
  }

  // MARK: Headers and sources

  private mutating func readHeader(_ name: String, _ span: Span, _ words: inout LineReader) throws(SpecProblem) {
    guard words.accept(":") else { throw headerWithoutColon(name, words) }
    if headerSpans[name] != nil {
      throw text.problem("'\(name)' appears twice", at: span, fix: "each header may appear once")
    }
    if !file.definitions.isEmpty || !file.blocks.isEmpty {
      throw text.problem("'\(name)' comes too late", at: span, fix: "headers come before the streams")
    }
    headerSpans[name] = span
    if name == "limit" {
      guard let limit = Int(String(line[words.rowSpan.columns])), (1...1_000_000_000).contains(limit) else {
        throw text.problem("expected a number of actions such as 10000", at: words.rowSpan)
      }
      file.limit = limit
    } else if name != "frame" {
      file.headers[name] = String(line[words.restSpan.columns])
    }
    owner = name == "note" ? .note : .other
    row += 1
  }

  private mutating func readSource(_ name: String, _ span: Span, isHot: Bool, _ words: inout LineReader)
    throws(SpecProblem)
  {
    guard words.accept(":") else { throw withoutColon(name, span, words) }
    let rest = words.rowSpan
    if let problem = expectation(named: name, span, rest) ?? notASource(named: name, span, rest) { throw problem }
    let again = isAnotherRow(of: name)
    if again, isHot {
      throw text.problem("a hot stream has one row", at: span, fix: "all its subscribers share one run")
    }
    if !again { try define(name, span, .stream) }
    let marbles = String(line[rest.columns])
    if file.definitions.isEmpty, !marbles.contains(where: { "-|#^".contains($0) }), !marbles.isEmpty,
      let header = Suggestion.nearest(to: name, among: SpecParser.headers)
    {
      throw text.problem("unknown header '\(name)'", at: span, meant: header)
    }
    let lane = try readLane(rest, as: isHot ? .hot : .cold)
    if again {
      file.addRow(lane)
    } else {
      file.definitions.append(.source(SpecFile.Source(name: name, span: span, isHot: isHot, rows: [lane])))
    }
    owner = .source(file.definitions.count - 1)
    row += 1
  }

  /// Whether the line above is a row of the same cold stream; this row is then for its next subscription.
  private func isAnotherRow(of name: String) -> Bool {
    guard case .source(let last)? = file.definitions.last, last.name == name, case .source = owner else { return false }
    return !last.isHot
  }

  mutating func define(_ name: String, _ span: Span, _ known: SpecChecker.Known) throws(SpecProblem) {
    if SpecParser.reserved.contains(name) {
      throw text.problem("'\(name)' is a word of the language", at: span, fix: "choose another name")
    }
    if names[name] != nil {
      let isCold = file.sources.contains { $0.name == name && !$0.isHot }
      throw text.problem(
        "there are two streams '\(name)'", at: span,
        fix: isCold ? "choose another name; write the rows of one stream below each other" : "choose another name")
    }
    names[name] = known
  }

  func readLane(_ span: Span, as role: Lane.Role) throws(SpecProblem) -> SpecFile.MarbleRow {
    if let problem = unitApart(in: span) { throw problem }
    if let inside = rowInQuotes(span, role) {
      throw text.problem("a row has no quotes", at: span, fix: "write \(inside)")
    }
    do {
      return SpecFile.MarbleRow(
        lane: try Lane(
          parsing: String(text.lines[span.line][span.columns]).beginning(as: role), as: role, frame: file.frame),
        span: span)
    } catch {
      let start = span.columns.lowerBound
      if let problem = anotherLine(in: span, at: start + error.range.lowerBound) { throw problem }
      throw text.problem(
        error.message, at: Span(span.line, start + error.range.lowerBound..<start + error.range.upperBound),
        fix: error.fix, meant: error.meant)
    }
  }
}

extension String {
  /// As RxJS writes it: the row `---!`, without `^`, is of a subscription that begins at zero.
  func beginning(as role: Lane.Role) -> String {
    role == .window && first == "-" && contains("!") && !contains("^") ? "^" + dropFirst() : self
  }
}
