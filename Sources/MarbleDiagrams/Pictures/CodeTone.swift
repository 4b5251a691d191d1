/// A piece of code with its tone: a reader sees the names of the operators first, and closures last.
struct CodeTone: Hashable, Sendable {
  enum Kind: Hashable, Sendable { case plain, name, closure }
  var kind: Kind
  /// The number of characters.
  var count: Int

  /// Returns the tones of lines of code. A closure may go on in the next line.
  static func tones(of lines: [Substring]) -> [[CodeTone]] {
    // The open brackets, and whether the text is quoted within them.
    var open: [Character] = []
    var isQuoted = false
    return lines.map { line in
      var tones: [CodeTone] = []
      func add(_ kind: Kind, _ count: Int) {
        if count == 0 { return }
        if tones.last?.kind == kind { tones[tones.count - 1].count += count } else { tones.append(.init(kind, count)) }
      }
      var rest = line
      while let character = rest.first {
        let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        if open.isEmpty, !isQuoted, !name.isEmpty {
          let hasDot = rest.startIndex > line.startIndex && line[line.index(before: rest.startIndex)] == "."
          let next = rest[name.endIndex...].first { $0 != " " }
          add(hasDot || next == "(" || next == "{" ? .name : .plain, name.count)
          rest = rest[name.endIndex...]
          continue
        }
        if character == "\"" { isQuoted.toggle() }
        if !isQuoted, "([{".contains(character) { open.append(character) }
        add(open.contains("{") ? .closure : .plain, 1)
        if !isQuoted, ")]}".contains(character), !open.isEmpty { open.removeLast() }
        rest = rest.dropFirst()
      }
      return tones
    }
  }

  private init(_ kind: Kind, _ count: Int) {
    self.kind = kind
    self.count = count
  }
}
