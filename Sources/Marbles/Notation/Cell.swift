/// How one moment is written.
struct Cell {
  /// What stands between the brackets, or the whole if there are none.
  let inner: String
  let isGroup: Bool
  let anyOrder: Bool

  init(_ moment: Lane.Moment) {
    var text = ""
    for mark in moment.marks { text.addApart(mark.text) }
    inner = text
    anyOrder = moment.anyOrder
    isGroup = anyOrder || moment.marks.count != 1
  }

  func text(isRound: Bool) -> String {
    if anyOrder { return "{\(inner)}" }
    guard isGroup else { return inner }
    return isRound ? "(\(inner))" : "[\(inner)]"
  }

  /// The frames it takes in round brackets.
  var cost: Int64 { Int64(inner.count) + 2 }

  /// A word that begins with values which together would read like a duration begins with a group of one instead.
  static func guardingDigits(_ word: String) -> String {
    guard let first = word.utf8.first, UInt32(first).isDigit else { return word }
    guard DurationText.prefix(of: Graphemes(word).codes, at: 0) != nil else { return word }
    return "[\(word.first!)]" + word.dropFirst()
  }
}

extension Mark {
  /// The mark as it is written.
  package var text: String {
    switch kind {
    case .value(let symbol): symbol.notation
    case .anyValue: "?"
    case .finished: "|"
    case .failure(nil): "#"
    case .failure(let value?): "#" + Symbol.quoted(value)
    case .subscribe: "^"
    case .unsubscribe: "!"
    case .request(nil): "*"
    case .request(let count?): count < 10 ? "\(count)" : "'\(count)'"
    }
  }
}

extension Symbol {
  /// The symbol as it is written: in quotes if it was, or if it needs them.
  package var notation: String { isQuoted || needsQuotes ? Symbol.quoted(text) : text }

  private var needsQuotes: Bool {
    let bytes = text.utf8
    if bytes.count == 1, let byte = bytes.first { return byte <= 0x20 || byte >= 0x7F || Symbol.reserved.contains(byte) }
    guard text.count == 1, let character = text.first else { return true }
    return character.isWhitespace || DisplayWidth.isInvisible(character) || "-\(text)-".count != 3
  }
  private static let reserved = Array("-|#()[]{}?!^@'\\".utf8)

  static func quoted(_ text: String) -> String {
    var quoted = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "'"
  }
}

extension String {
  /// Appends a text, after a space if the two would otherwise join into one grapheme.
  mutating func addApart(_ next: String) {
    if let last = utf8.last, let first = next.utf8.first, last >= 0x80 || first >= 0x80 {
      if "\(self.last!)\(next.first!)".count == 1 { self += " " }
    }
    self += next
  }
}
