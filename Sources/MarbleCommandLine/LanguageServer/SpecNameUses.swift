import MarbleSpecs

/// The places of a spec that name a stream, a value or a closure of the spec. They are found line by line, whether or
/// not the spec can be read.
///
/// A name inside a closure that has a parameter, or a `let`, of the same name is not one of them.
struct SpecNameUses {
  struct Use: Hashable {
    var name: String
    var span: Span
    var isDeclaration: Bool
  }
  private(set) var uses: [Use] = []

  private let known: Set<String>
  private var line: [Character] = []
  private var row = 0
  private var position = 0
  /// The brackets that are open, each with the names that its closure declares.
  private var scopes: [(bracket: Character, locals: Set<String>)] = []

  /// Finds the uses of some names; without names, of all that the spec declares.
  init(_ spec: SpecText, of names: Set<String>? = nil) {
    known = names ?? Set(Declarations(spec).names())
    for index in spec.lines.indices { read(index, spec.lines[index]) }
  }

  private mutating func read(_ index: Int, _ line: [Character]) {
    row = index
    self.line = line
    position = 0
    let isContinued = line.first.map { " )]}".contains($0) } ?? true
    if !isContinued { scopes = [] }
    switch line.first {
    case nil, "#", "=": return
    case ">", "!":
      position = 1
      readCode()
    case " ", ")", "]", "}": readCode()
    default: readWords()
    }
  }

  /// Reads a line that begins with a word: the declaration of a name, or a row that belongs to one.
  private mutating func readWords() {
    if let declared = Declarations.declaration(in: line) {
      add(declared, isDeclaration: true)
      if String(line.prefix(4)) == "let " {
        position = declared.upperBound
        readCode()
      }
      return
    }
    let word = String(line.prefix { $0.isWord })
    guard ["subs", "connect"].contains(word), let start = line[word.count...].firstIndex(where: { $0 != " " }) else {
      return
    }
    add(start..<(line[start...].firstIndex { !$0.isWord } ?? line.count))
  }

  private mutating func add(_ columns: Range<Int>, isDeclaration: Bool = false) {
    let name = String(line[columns])
    if known.contains(name) { uses.append(Use(name: name, span: Span(row, columns), isDeclaration: isDeclaration)) }
  }

  // MARK: Code

  /// Reads code up to the end of the line, or up to the parenthesis that closes an interpolation.
  private mutating func readCode(untilClosed depth: Int? = nil) {
    while position < line.count {
      let character = line[position]
      switch character {
      case "\"":
        position += 1
        readText()
      case "'": skipSymbol()
      case "#" where RowComment.isComment(inTable: line, at: position):
        position = line.count
      case "(", "[", "{":
        position += 1
        scopes.append((character, character == "{" ? parameters() : []))
      case ")", "]", "}":
        position += 1
        if !scopes.isEmpty { scopes.removeLast() }
        if let depth, scopes.count <= depth { return }
      case _ where character.isWord: readName()
      default: position += 1
      }
    }
  }

  /// Reads the rest of a text, with the code between `\(` and `)`.
  private mutating func readText() {
    while position < line.count {
      let character = line[position]
      position += 1
      if character == "\"" { return }
      guard character == "\\", position < line.count else { continue }
      position += 1
      if line[position - 1] != "(" { continue }
      let depth = scopes.count
      scopes.append(("(", []))
      readCode(untilClosed: depth)
    }
  }
  private mutating func skipSymbol() {
    position += 1
    while position < line.count, line[position] != "'" { position += line[position] == "\\" ? 2 : 1 }
    position = min(position + 1, line.count)
  }

  private func before(_ index: Int) -> Character? { line[..<index].last { $0 != " " } }
  private func behind(_ index: Int) -> ArraySlice<Character> { line[index...].drop { $0 == " " } }

  private mutating func readName() {
    let start = position
    position = line[start...].firstIndex { !$0.isWord } ?? line.count
    let name = String(line[start..<position])
    if line[start].isNumber || start > 0 && "$.".contains(line[start - 1]) && !isRange(start) { return }
    let next = behind(position)
    if name == "let", let first = next.first, first.isWord {
      // A name of the closure, from here on.
      position = next.startIndex
      let local = next.prefix { $0.isWord }
      position += local.count
      if !scopes.isEmpty { scopes[scopes.count - 1].locals.insert(String(local)) }
      return
    }
    guard known.contains(name), !scopes.contains(where: { $0.locals.contains(name) }) else { return }
    // A label of an argument, or the symbol of a table.
    if line[position...].first == ":", let last = before(start), "(,".contains(last) { return }
    if scopes.isEmpty, next.first == "=", next.dropFirst().first != "=" { return }
    add(start..<position)
  }
  /// Whether a name follows a range operator, as in `0..<count` or `1...last`.
  private func isRange(_ start: Int) -> Bool { start > 1 && line[start - 1] == "." && line[start - 2] == "." }

  /// The names before `in` at the start of a closure. They are not read again.
  private mutating func parameters() -> Set<String> {
    var names: Set<String> = []
    var index = position
    while index < line.count {
      if line[index].isWord {
        let end = line[index...].firstIndex { !$0.isWord } ?? line.count
        let word = String(line[index..<end])
        if word == "in" {
          position = end
          return names
        }
        names.insert(word)
        index = end
      } else if " ,()".contains(line[index]) {
        index += 1
      } else {
        break
      }
    }
    return []
  }
}
