import MarbleDiagrams
import MarbleRuns
import MarbleSpecs

/// The words of a spec with their kinds, for colors in editors. They are found line by line, whether or not the spec
/// can be read.
struct SpecTokens {
  enum Kind: String, CaseIterable {
    case keyword, variable, function, type, string, number, parameter, comment, enumMember
    case `operator`
  }
  struct ColoredWord {
    var columns: Range<Int>
    var kind: Kind
  }

  private(set) var found: [ColoredWord] = []
  private let line: [Character]
  private var position = 0

  init(_ line: [Character]) {
    self.line = line
    switch line.first {
    case "#": add(0..<line.count, .comment)
    case " ": readExpression()
    case ">":
      take(1, .keyword)
      readExpression()
    case "!":
      take(1, .keyword)
      readExpression()
    case "=" where line.starts(with: "=="):
      take(2, .keyword)
      readExpression()
    case "=":
      take(1, .keyword)
      readRow()
    default: readWords()
    }
  }

  private mutating func add(_ columns: Range<Int>, _ kind: Kind) {
    if !columns.isEmpty { found.append(ColoredWord(columns: columns, kind: kind)) }
  }
  private mutating func take(_ count: Int, _ kind: Kind) {
    add(position..<position + count, kind)
    position += count
  }
  private mutating func skipSpaces() { while position < line.count, line[position] == " " { position += 1 } }
  private func wordLength(at start: Int) -> Int { line[start...].prefix { $0.isWord }.count }

  private mutating func readWords() {
    let length = wordLength(at: 0)
    guard length > 0 else { return }
    guard let word = SpecWord(rawValue: String(line[..<length])) else {
      take(length, .variable)
      return readRow()
    }
    take(length, .keyword)
    switch word {
    case .title, .note, .family:
      position = min(line.count, position + 1)
      add(position..<line.count, .string)
    case .frame, .limit: readExpression()
    case .let:
      readName()
      readExpression()
    case .cold, .hot, .busy, .subs, .connect:
      readName()
      readRow()
    case .from, .demand: readRow()
    }
  }
  private mutating func readName() {
    skipSpaces()
    take(wordLength(at: position), .variable)
  }

  private mutating func readRow() {
    let comment = RowComment.start(in: line, from: position) ?? line.count
    defer { add(comment..<line.count, .comment) }
    while position < comment {
      let character = line[position]
      if character == "'" {
        take(quotedLength("'"), .string)
      } else if "|#^!*?".contains(character) {
        take(1, .operator)
      } else if character == "@" || (character.isNumber && line[position - 1] == " " && durationLength > 1) {
        take(character == "@" ? 1 + wordLength(at: position + 1) : durationLength, .number)
      } else if " -:()[]{}".contains(character) {
        position += 1
      } else {
        take(1, .enumMember)
      }
    }
  }
  /// The length of the duration at the position: digits and a unit; 0 if there is none.
  private var durationLength: Int {
    let word = line[position...].prefix { $0.isWord || $0 == "." }
    let unit = String(word.drop { $0.isNumber || $0 == "." })
    return ["ns", "us", "ms", "s", "m", "h"].contains(unit) ? word.count : 0
  }
  private func quotedLength(_ quote: Character) -> Int {
    var end = position + 1
    while end < line.count, line[end] != quote { end += line[end] == "\\" ? 2 : 1 }
    return min(end + 1, line.count) - position
  }

  private mutating func readExpression() {
    while position < line.count {
      let character = line[position]
      if character == "#", RowComment.isComment(inTable: line, at: position) {
        take(line.count - position, .comment)
      } else if character == "\"" || character == "'" {
        take(quotedLength(character), .string)
      } else if character == "$" {
        take(1 + wordLength(at: position + 1), .parameter)
      } else if character.isNumber {
        take(wordLength(at: position), .number)
      } else if character.isWord {
        readExpressionWord()
      } else if "+-*/%<>=!&|?".contains(character) {
        take(1, .operator)
      } else {
        position += 1
      }
    }
  }
  private mutating func readExpressionWord() {
    let length = wordLength(at: position)
    let word = String(line[position..<position + length])
    let isMember = position > 0 && line[position - 1] == "."
    let isLabel = position + length < line.count && line[position + length] == ":"
    if ["in", "throw", "true", "false", "nil", "let", "if", "else", "guard", "return"].contains(word) {
      take(length, .keyword)
    } else if isLabel {
      take(length, .parameter)
    } else if isMember {
      take(length, .function)
    } else {
      take(length, word.first?.isUppercase == true ? .type : .variable)
    }
  }
}

extension ServerDocument {
  /// The largest number of characters of a document whose tokens are all sent at once. For a longer document an editor
  /// requests the lines that it shows.
  static let longestTokenized = 200_000

  /// The tokens of a range of lines, or of all, in the encoding of the protocol: five numbers each, relative to the
  /// previous token. The result is `null` for a document that is too long for one answer.
  func tokens(in range: JSONText? = nil) -> JSONText {
    var rows = 0..<lines.count
    if let range {
      guard let first = place(range["start"])?.row, let last = place(range["end"])?.row, first <= last else {
        return .null
      }
      rows = first..<min(last + 1, lines.count)
    }
    guard range != nil || lines.reduce(0, { $0 + $1.count }) <= ServerDocument.longestTokenized else { return .null }
    return .object([("data", .list(tokens(in: rows, of: specs(in: range)).map { .number($0) }))])
  }

  private func tokens(in rows: Range<Int>, of indices: [Int]) -> [Int] {
    var packed: [Int] = []
    var (lastRow, lastColumn) = (0, 0)
    for spec in indices.map({ specs[$0] }) {
      let first = spec.firstLine - 1
      for row in rows.clamped(to: first..<min(first + spec.lines.count, lines.count)) {
        let offset = max(0, lines[row].count - spec.lines[row - first].count)
        for token in SpecTokens(spec.lines[row - first]).found {
          let start = units(row, offset + token.columns.lowerBound)
          let length = units(row, offset + token.columns.upperBound) - start
          let kind = SpecTokens.Kind.allCases.firstIndex(of: token.kind) ?? 0
          packed += [row - lastRow, row == lastRow ? start - lastColumn : start, length, kind, 0]
          lastRow = row
          lastColumn = start
        }
      }
    }
    return packed
  }
}
