import MarbleDiagrams
import MarbleSpecs
import Marbles

/// A document that an editor has open: its lines, and the specs in it with what they do.
///
/// Lines and columns of the protocol count from zero, columns in code units of UTF-16.
final class ServerDocument {
  let uri: String
  let version: Int?
  let text: String
  private let isMarkdown: Bool
  /// Specs that an earlier version of the document had, too, are not run again.
  private let known: [String: SpecAnalysis]

  init(uri: String, version: Int?, text: String, language: String?, replacing old: ServerDocument? = nil) {
    (self.uri, self.version, self.text) = (uri, version, text)
    isMarkdown = language.map { $0 == "markdown" } ?? old?.isMarkdown ?? Markdown.isName(uri)
    known = old?.analysesByText ?? [:]
  }

  /// The language is decided when the document is opened; a change says nothing about it.
  func changed(to text: String, version: Int?) -> ServerDocument {
    ServerDocument(uri: uri, version: version, text: text, language: isMarkdown ? "markdown" : "marble", replacing: self)
  }

  private(set) lazy var lines: [[Character]] = SpecText.lines(of: text)
  private(set) lazy var specs: [SpecText] = isMarkdown ? Markdown.specs(in: text, file: uri) : [SpecText(text, file: uri)]
  /// The state of each spec. The first use reads and runs the specs that are new.
  private(set) lazy var analyses: [SpecAnalysis] = specs.map { spec in
    let body = spec.lines.map { String($0) }.joined(separator: "\n")
    if let old = known[body] { return old.moved(to: spec) }
    return SpecAnalysis(spec, body: body)
  }
  private var analysesByText: [String: SpecAnalysis] {
    Dictionary(analyses.map { ($0.body, $0) }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: Places

  /// The spec that holds a line of the document, by its index.
  func spec(at line: Int) -> Int? {
    if !isMarkdown { return 0 }
    return specs.firstIndex { ($0.firstLine - 1..<$0.firstLine - 1 + $0.lines.count).contains(line) }
  }
  /// How many characters of a line of the document stand before the line of the spec.
  private func offset(_ spec: SpecText, _ line: Int) -> Int {
    let row = spec.firstLine - 1 + line
    guard lines.indices.contains(row), spec.lines.indices.contains(line) else { return 0 }
    return max(0, lines[row].count - spec.lines[line].count)
  }

  /// A part of a spec as a range of the document.
  func range(of span: Span, in spec: SpecText) -> JSONText {
    let row = spec.firstLine - 1 + span.line
    let offset = offset(spec, span.line)
    return range(row, from: offset + span.columns.lowerBound, to: offset + max(span.columns.upperBound, span.columns.lowerBound))
  }
  /// From one character of a line to another.
  func range(_ row: Int, from start: Int, to end: Int) -> JSONText {
    .object([("start", position(row, start)), ("end", position(row, end))])
  }
  func position(_ row: Int, _ column: Int) -> JSONText {
    .object([("line", .number(Int64(row))), ("character", .number(Int64(units(row, column))))])
  }
  /// How many code units of UTF-16 the first characters of a line have.
  func units(_ row: Int, _ column: Int) -> Int {
    lines.indices.contains(row) ? lines[row].prefix(column).reduce(0) { $0 + $1.utf16.count } : column
  }

  /// The line and the character that a position of the protocol names; nil if there is no such line.
  func place(_ position: JSONText?) -> DocumentPlace? {
    guard let row = position?["line"]?.integer, let units = position?["character"]?.integer, row >= 0, row <= lines.count else {
      return nil
    }
    let line = row < lines.count ? lines[row] : []
    var (column, passed) = (0, 0)
    while column < line.count, passed + line[column].utf16.count <= units {
      passed += line[column].utf16.count
      column += 1
    }
    return DocumentPlace(row: row, column: column, line: line)
  }
  /// The same place inside its spec.
  func placeInSpec(_ place: DocumentPlace, _ spec: SpecText) -> (line: Int, column: Int) {
    let line = place.row - (spec.firstLine - 1)
    return (line, place.column - offset(spec, line))
  }
}

/// A place in a document: the row, the character before which it is, and the text of the row.
struct DocumentPlace {
  var row: Int
  var column: Int
  var line: [Character]

  /// The text before it.
  var before: ArraySlice<Character> { line[..<column] }
  /// The word that the place is in or at the end of.
  var word: Range<Int> {
    let start = before.lastIndex { !$0.isWord }.map { $0 + 1 } ?? 0
    let end = line[column...].firstIndex { !$0.isWord } ?? line.count
    return start..<end
  }
}

extension Character {
  var isWord: Bool { isLetter || isNumber || self == "_" }
}

/// The result of reading and running one spec.
struct SpecAnalysis {
  let text: SpecText
  /// The lines of the spec, which decide all the rest.
  let body: String
  /// Nil if the spec could not be read.
  let file: SpecFile?
  /// Nil if it could not be read or run.
  let executed: ExecutedSpec?
  let diagram: Diagram?
  let problem: SpecProblem?
  let failures: [SpecCheck.Failure]

  /// An editor asks after every key, so a run that goes on without end has to be stopped soon.
  private static let actionsPerRun = 100_000

  init(_ text: SpecText, body: String) {
    self.text = text
    self.body = body
    var (read, run, wrong): (SpecFile?, ExecutedSpec?, SpecProblem?)
    do throws(SpecProblem) {
      var file = try SpecFile(text)
      read = file
      file.limit = min(file.limit ?? .max, SpecAnalysis.actionsPerRun)
      run = try ExecutedSpec(file, isTraced: true)
    } catch { wrong = error }
    (file, executed, problem) = (read, run, wrong)
    diagram = run?.diagram
    failures = run.map { spec in spec.file.hasExpectations ? SpecCheck(spec).found : [] } ?? []
  }

  private init(_ other: SpecAnalysis, at text: SpecText) {
    (self.text, body, file, executed) = (text, other.body, other.file, other.executed)
    (diagram, problem, failures) = (other.diagram, other.problem, other.failures)
  }
  /// The same spec at another place of the document.
  func moved(to text: SpecText) -> SpecAnalysis { SpecAnalysis(self, at: text) }

  /// The outcome of a pipeline, subscriber by subscriber, as rows of marbles with the new meanings.
  func outcome(of block: Int) -> String? {
    guard let diagram, diagram.runs.indices.contains(block) else { return nil }
    let run = diagram.runs[block]
    let rows = run.subscribers.map { $0.received.description }.joined(separator: "   = ")

    let meanings = run.meanings.map { "   \($0.symbol) = \($0.value)" }.joined()
    return "= " + rows + meanings + (run.stop.map { "   \($0)" } ?? "")
  }
}
