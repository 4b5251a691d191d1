import MarbleDiagrams
import MarbleRuns
import MarbleSpecs
import Marbles

/// A document that is open in an editor: its lines, and its specs with their outcomes.
///
/// Lines and columns of the protocol count from zero, columns in code units of UTF-16.
final class ServerDocument {
  let uri: String
  let version: Int?
  private let isMarkdown: Bool
  private let text: OpenLines
  var lines: [[Character]] { text.lines }
  let specs: [SpecText]
  /// The analysis of each spec; `nil` for a spec that was not analyzed since it was changed.
  private var known: [SpecAnalysis?]
  /// The last run of each spec before it was changed, for the pipelines that are the same.
  private var earlier: [ExecutedSpec?]

  /// Creates a document. Its language is decided when it is opened; a change does not affect it.
  init(uri: String, version: Int?, text: String, language: String?) {
    self.uri = uri
    self.version = version
    self.text = OpenLines(text)
    isMarkdown = language.map { $0 == "markdown" } ?? Markdown.isName(uri)
    specs = ServerDocument.specs(in: self.text, isMarkdown, uri)
    known = Array(repeating: nil, count: specs.count)
    earlier = Array(repeating: nil, count: specs.count)
  }
  private init(_ old: ServerDocument, _ text: OpenLines, version: Int?) {
    uri = old.uri
    self.version = version
    isMarkdown = old.isMarkdown
    self.text = text
    specs = ServerDocument.specs(in: text, isMarkdown, uri, after: old)
    let carried = ServerDocument.carried(from: old, to: specs)
    let isSameCount = specs.count == old.specs.count
    known = carried
    earlier = carried.indices.map {
      isSameCount && carried[$0] == nil ? old.known[$0]?.executed ?? old.earlier[$0] : nil
    }
  }
  private static func specs(in text: OpenLines, _ isMarkdown: Bool, _ uri: String, after old: ServerDocument? = nil)
    -> [SpecText]
  {
    if isMarkdown {
      guard let old else { return Markdown.specs(in: text.lines, file: uri) }
      // Lines that were not touched are the same arrays, so comparing them takes no time.
      let head = zip(text.lines, old.lines).prefix { $0 == $1 }.count
      let rest = min(text.lines.count, old.lines.count) - head
      let tail = zip(text.lines.reversed(), old.lines.reversed()).prefix(rest).prefix { $0 == $1 }.count
      return Markdown.specs(in: text.lines, file: uri, after: (old.specs, old.lines.count), head: head, tail: tail)
    }
    let lines = text.lines.last?.isEmpty == true ? Array(text.lines.dropLast()) : text.lines
    return [SpecText(lines: lines, file: uri, firstLine: 1, indent: 0)]
  }

  /// The document after changes of the protocol, one after the other; `nil` if one of them is not a change.
  func changed(by changes: [JSONText], version: Int?) -> ServerDocument? {
    var text = text
    for change in changes where !text.apply(change) { return nil }
    return ServerDocument(self, text, version: version)
  }

  // MARK: The known facts

  /// The analyses of an old version that are still valid: of the equal specs at the beginning and at the end of the
  /// document.
  private static func carried(from old: ServerDocument, to specs: [SpecText]) -> [SpecAnalysis?] {
    var known = [SpecAnalysis?](repeating: nil, count: specs.count)
    let count = min(specs.count, old.specs.count)
    let first = zip(specs, old.specs).prefix { $0.lines == $1.lines }.count
    let last = zip(specs.reversed(), old.specs.reversed()).prefix(count - first).prefix { $0.lines == $1.lines }.count
    for index in 0..<first { known[index] = old.known[index] }
    for index in 0..<last { known[specs.count - 1 - index] = old.known[old.specs.count - 1 - index] }
    return known
  }

  /// The result of reading and running a spec.
  func analysis(_ index: Int) -> SpecAnalysis {
    if let known = known[index] { return known }
    let analysis = SpecAnalysis(specs[index], after: earlier[index])
    known[index] = analysis
    return analysis
  }
  func isKnown(_ index: Int) -> Bool { known[index] != nil }
  /// Reads and runs one spec that has not been analyzed. Returns `false` if there is none left.
  func analyzeNext() -> Bool {
    guard let next = known.firstIndex(where: { $0 == nil }) else { return false }
    _ = analysis(next)
    return true
  }
  /// The specs that share a line with a range of the protocol; all specs without a range.
  func specs(in range: JSONText?) -> [Int] {
    guard let range else { return Array(specs.indices) }
    guard let first = place(range["start"])?.row, let last = place(range["end"])?.row, first <= last else { return [] }
    return specs.indices.filter { index in
      let start = specs[index].firstLine - 1
      return start <= last && start + max(1, specs[index].lines.count) > first
    }
  }

  // MARK: Places

  /// The index of the spec that contains a line of the document.
  func spec(at line: Int) -> Int? {
    if !isMarkdown { return 0 }
    return specs.firstIndex { ($0.firstLine - 1..<$0.firstLine - 1 + $0.lines.count).contains(line) }
  }
  /// The number of characters of a line of the document before the line of the spec.
  private func offset(_ spec: SpecText, _ line: Int) -> Int {
    let row = spec.firstLine - 1 + line
    guard lines.indices.contains(row), spec.lines.indices.contains(line) else { return 0 }
    return max(0, lines[row].count - spec.lines[line].count)
  }

  /// A part of a spec as a range of the document.
  func range(of span: Span, in spec: SpecText) -> JSONText {
    let row = spec.firstLine - 1 + span.line
    let offset = offset(spec, span.line)
    return range(
      row, from: offset + span.columns.lowerBound, to: offset + max(span.columns.upperBound, span.columns.lowerBound))
  }
  /// The range from one character of a line to another.
  func range(_ row: Int, from start: Int, to end: Int) -> JSONText {
    .object([("start", position(row, start)), ("end", position(row, end))])
  }
  func position(_ row: Int, _ column: Int) -> JSONText {
    .object([("line", .number(row)), ("character", .number(units(row, column)))])
  }
  /// The number of code units of UTF-16 in the first characters of a line.
  func units(_ row: Int, _ column: Int) -> Int { text.units(row, column) }

  /// The line and the character of a position of the protocol; `nil` if there is no such line.
  func place(_ position: JSONText?) -> DocumentPlace? {
    guard let row = position?["line"]?.integer, let units = position?["character"]?.integer, row >= 0,
      row <= lines.count
    else { return nil }
    guard row < lines.count else { return DocumentPlace(row: row, column: 0, line: []) }
    return DocumentPlace(row: row, column: text.character(at: units, in: row).index, line: lines[row])
  }
  /// The same place inside its spec.
  func placeInSpec(_ place: DocumentPlace, _ spec: SpecText) -> (line: Int, column: Int) {
    let line = place.row - (spec.firstLine - 1)
    return (line, place.column - offset(spec, line))
  }
}

/// A place in a document: the row, the index of the character after it, and the text of the row.
struct DocumentPlace {
  var row: Int
  var column: Int
  var line: [Character]

  /// The text before the place.
  var before: ArraySlice<Character> { line[..<column] }
  /// The word that contains the place or ends at it.
  var word: Range<Int> {
    let start = before.lastIndex { !$0.isWord }.map { $0 + 1 } ?? 0
    let end = line[column...].firstIndex { !$0.isWord } ?? line.count
    return start..<end
  }
}

extension Character {
  var isWord: Bool {
    guard let ascii = asciiValue else { return isLetter || isNumber }
    return switch ascii {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
    default: false
    }
  }
}

/// The result of reading and running one spec, wherever the spec is in its document.
final class SpecAnalysis {
  /// The spec as it was read; `nil` if it could not be read.
  let file: SpecFile?
  /// The outcome; `nil` if the spec could not be read or run.
  let executed: ExecutedSpec?
  let diagram: Diagram?
  let problem: SpecProblem?
  /// The places of all problems in the spec.
  let problemSpans: [Span]
  /// The place of the first problem.
  var problemSpan: Span { problemSpans.first ?? Span(0, 0..<0) }
  let failures: [SpecCheck.Failure]
  /// Whether the spec is too long to be read after each key.
  let isTooLong: Bool

  /// The limit of actions of a run. An editor sends a request after each key, so a run without end has to be stopped
  /// soon.
  private static let actionsPerRun = 20_000
  /// The largest number of characters of a spec that is read while it is being written.
  static let longest = 20_000

  init(_ text: SpecText, after earlier: ExecutedSpec? = nil) {
    var (read, run, wrong): (SpecFile?, ExecutedSpec?, SpecProblem?)
    isTooLong = text.lines.reduce(0) { $0 + $1.count + 1 } > SpecAnalysis.longest
    do throws(SpecProblem) {
      if !isTooLong {
        var file = try SpecFile(text)
        read = file
        file.limit = min(file.limit ?? .max, SpecAnalysis.actionsPerRun)
        run = try ExecutedSpec(file, isTraced: true, after: earlier)
      }
    } catch { wrong = error }
    file = read
    executed = run
    problem = wrong
    problemSpans = wrong?.all.map { $0.span(in: text) } ?? []
    diagram = run?.diagram
    failures = run.map { spec in spec.file.hasExpectations ? SpecCheck(spec).found : [] } ?? []
  }

  /// The outcome of a pipeline as rows of marbles, one for each subscriber, with the meanings of new symbols.
  func outcome(of block: Int) -> String? {
    guard let diagram, diagram.runs.indices.contains(block) else { return nil }
    let run = diagram.runs[block]
    let rows = run.subscribers.map { $0.received.description }.joined(separator: "   = ")

    let meanings = run.meanings.map { "   \($0.symbol) = \($0.value)" }.joined()
    return "= " + rows + meanings + (run.stop.map { "   \($0)" } ?? "")
  }
}
