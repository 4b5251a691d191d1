import Marbles

/// The text of a spec and the file that it comes from, for the places in messages.
package struct SpecText: Sendable {
  /// The name of the file in messages.
  package let file: String
  /// The number of the first line: above 1 for a fence in Markdown.
  package let firstLine: Int
  /// The number of columns of the file before each line: above 0 for an indented fence.
  package let indent: Int
  /// The lines, without their ends.
  package let lines: [[Character]]
  /// Whether the spec is a question: its fence begins with `marble predict`, and a page or a quiz hides the outcome.
  package let isPrediction: Bool
  /// The columns of the comments after or between the parts of pipelines, by line.
  var comments: [Int: Int] = [:]

  package init(_ text: String, file: String) {
    // A byte order mark is ignored.
    let body = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    self.init(lines: SpecText.lines(of: body), file: file, firstLine: 1, indent: 0)
  }

  package init(lines: [[Character]], file: String, firstLine: Int, indent: Int, isPrediction: Bool = false) {
    self.lines = lines
    self.file = file
    self.firstLine = firstLine
    self.indent = indent
    self.isPrediction = isPrediction
  }

  /// The text with other lines at the same place.
  package func with(_ lines: [[Character]]) -> SpecText {
    SpecText(lines: lines, file: file, firstLine: firstLine, indent: indent)
  }

  /// Splits at line feeds, carriage returns and both together. A last line that is empty does not count.
  static func lines(of text: String) -> [[Character]] {
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }.map(
      Array.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// A line without the comment in it.
  func code(of line: Int) -> ArraySlice<Character> { lines[line][..<(comments[line] ?? lines[line].count)] }

  /// The file and the line of a part of this text.
  package func place(of span: Span) -> Finding.Place { Finding.Place(file: file, line: firstLine + span.line) }

  /// A problem at a part of this text.
  ///
  /// - Parameter meant: The text that was probably meant there, which an editor can write; the fix if there is no other.
  package func problem(
    _ message: String, at span: Span, fix: String? = nil, meant: String? = nil, kind: SpecProblem.Kind = .other
  ) -> SpecProblem {
    let fix = fix ?? meant.map(Suggestion.question)
    let line = lines.indices.contains(span.line) ? lines[span.line] : []
    let start = min(span.columns.lowerBound, line.count)
    let width = max(1, min(span.columns.upperBound, line.count) - start)
    return SpecProblem(
      file: file, line: firstLine + span.line, column: start + 1 + indent, message: message.withoutLongWords,
      fix: fix?.withoutLongWords, text: String(line), start: start, width: width, meant: meant, kind: kind)
  }
}

/// A part of one line: its index and a range of graphemes.
package struct Span: Hashable, Sendable {
  package var line: Int
  package var columns: Range<Int>

  package init(_ line: Int, _ columns: Range<Int>) {
    self.line = line
    self.columns = columns
  }

  /// The span from the start of this one to the end of the other; if they are on several lines, this span alone.
  func through(_ other: Span) -> Span {
    other.line == line ? Span(line, columns.lowerBound..<Swift.max(columns.upperBound, other.columns.upperBound)) : self
  }
}

/// A problem in a spec: its place, a message, and a fix.
package struct SpecProblem: Error, Hashable, Sendable, CustomStringConvertible {
  var file: String
  package var line: Int
  package var column: Int
  package var message: String
  package var fix: String?
  var text: String
  package var start: Int
  package var width: Int
  /// The text that was probably meant in the place of the marked part.
  package var meant: String?
  var kind: Kind
  /// The operator that the message begins with.
  var subject: String?
  /// The problems further below, and in later calls of the same pipeline.
  var others: [SpecProblem] = []
  /// All problems of the text, this one first, each alone.
  package var all: [SpecProblem] {
    var first = self
    first.others = []
    return [first] + others
  }

  /// The kind of a problem, if a reader decides by it what else to say.
  package enum Kind: Hashable, Sendable {
    case unknownStream, unknownName, unknownOperator
    /// A line is nothing that a spec has.
    case unknownLine
    /// A word of a rule is missing, or one is too much; a guess of what the whole rule means may say more.
    case vagueRule
    /// The word 'within' of a rule is missing.
    case withoutWithin
    case other
  }

  /// A part of the line of a problem, and the text that mends it.
  package struct Mend: Hashable, Sendable {
    package var columns: Range<Int>
    package var text: String
  }
  /// The mend that an editor can carry out; `nil` if only a person can.
  package var mend: Mend? {
    // It may have labels, which the text has already.
    guard let word = meant?.prefix(while: { $0 != "(" }), !word.isEmpty else { return nil }
    return Mend(columns: start..<start + width, text: String(word))
  }

  /// The number of graphemes that the carets mark.
  package var caretWidth: Int { width }

  /// The place and the message, the line, and a caret below it; likewise for each further problem.
  package var description: String { all.map(\.finding.description).joined(separator: "\n") }
  /// The problem without the others: the line and the carets are its rows.
  package var finding: Finding {
    let (shown, start, width) = window
    let pad = String(repeating: " ", count: DisplayWidth.of(shown.prefix(start)))
    let marked = DisplayWidth.of(shown.dropFirst(start).prefix(width))
    let carets = "^" + String(repeating: "~", count: max(0, marked - 1))
    return Finding(
      mistake: message, at: Finding.Place(file: file, line: line, column: column),
      rows: shown.allSatisfy(\.isWhitespace) ? [] : [String(shown), pad + carets], advice: fix.map { [$0] } ?? [])
  }

  /// The line that contains the place; of a long line the part around the place.
  private var window: (text: [Character], start: Int, width: Int) {
    let line = text.map { $0 == "\t" ? " " : $0 }
    guard line.count > SpecProblem.longestLine else { return (line, start, width) }
    let last = min(line.count, max(start + SpecProblem.longestLine / 2, SpecProblem.longestLine))
    let first = max(0, last - SpecProblem.longestLine)
    let (before, behind): ([Character], [Character]) = (first > 0 ? ["…"] : [], last < line.count ? ["…"] : [])
    return (before + line[first..<last] + behind, start - first + before.count, max(1, min(width, last - start)))
  }
  private static let longestLine = 160
}

extension String {
  /// The text of a message, shortened: a word of a spec may be as long as the file.
  fileprivate var withoutLongWords: String {
    if utf8.count <= 200 { return self }
    let words = split(separator: " ", omittingEmptySubsequences: false).map {
      $0.utf8.count > 80 ? $0.prefix(60) + "…" : $0
    }
    return words.count > 200 ? words[..<200].joined(separator: " ") + "…" : words.joined(separator: " ")
  }

  /// The name of a file without its folder and its extension.
  package var baseName: String {
    let name = split(separator: "/").last.map(String.init) ?? self
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }
}
