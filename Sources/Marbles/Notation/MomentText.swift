/// The text of one moment, with its brackets.
struct MomentText {
  /// The text between the brackets, or the whole text without brackets.
  let inner: String
  let isGroup: Bool
  let anyOrder: Bool
  /// The number of frames that it takes in round brackets.
  let cost: Int64

  init(_ moment: Lane.Moment) {
    var text = ""
    var count: Int64 = 2
    for mark in moment.content {
      let symbol = mark.text
      text.addApart(symbol)
      count += symbol.utf8.count == 1 ? 1 : Int64(symbol.count)
    }
    inner = text
    cost = count
    anyOrder = moment.anyOrder
    isGroup = anyOrder || moment.content.count != 1
  }

  func text(isRound: Bool) -> String {
    if anyOrder { return "{\(inner)}" }
    guard isGroup else { return inner }
    return isRound ? "(\(inner))" : "[\(inner)]"
  }

  /// Whether symbols at the start of a word would be read as a duration.
  static func beginsDuration(_ word: some BidirectionalCollection<UInt8>) -> Bool {
    guard let first = word.first, UInt32(first).isDigit else { return false }
    return DurationText.prefix(of: Graphemes(String(decoding: word, as: UTF8.self)).codes, at: 0) != nil
  }
}

extension Mark {
  /// The text if it is one byte that is a grapheme in any position.
  var plainByte: UInt8? {
    switch kind {
    case .value(let symbol): symbol.plainByte
    case .finished: UInt8(ascii: "|")
    default: nil
    }
  }

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
  /// The text of the symbol in the notation: in quotes if it was written so, or if it needs quotes.
  package var notation: String { isQuoted || needsQuotes ? Symbol.quoted(text) : text }

  /// The name, if it is one visible ASCII character that needs no quotes.
  var plainByte: UInt8? {
    guard !isQuoted, text.utf8.count == 1, let byte = text.utf8.first else { return nil }
    return Symbol.needsQuotes(byte) ? nil : byte
  }

  private var needsQuotes: Bool {
    let bytes = text.utf8
    if bytes.count == 1, let byte = bytes.first { return Symbol.needsQuotes(byte) }
    guard text.count == 1, let character = text.first else { return true }
    if Symbol.lookalike(text) != nil || Symbol.curlyQuotes.contains(text) { return true }
    return character.isWhitespace || DisplayWidth.isInvisible(character) || "-\(text)-".count != 3
  }
  /// The quotation marks that editors and pages put in place of straight ones.
  static let curlyQuotes: Set<String> = ["\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}"]
  /// The name, with its article, of a character that an editor or a page puts in the place of `-` or `|`, and the
  /// character that is meant.
  package static func lookalike(_ text: String) -> (name: String, meant: String)? {
    switch text {
    case "\u{2010}", "\u{2011}": ("a typographic hyphen", "-")
    case "\u{2012}": ("a figure dash", "-")
    case "\u{2013}": ("an en dash", "-")
    case "\u{2014}": ("an em dash", "-")
    case "\u{2015}": ("a horizontal bar", "-")
    case "\u{2212}": ("a minus sign", "-")
    case "\u{2500}", "\u{2501}", "\u{23AF}": ("a line for drawing boxes", "-")
    case "\u{FF0D}": ("a wide hyphen", "-")
    case "\u{2502}", "\u{2503}", "\u{23B8}": ("a line for drawing boxes", "|")
    case "\u{A6}": ("a broken bar", "|")
    case "\u{FF5C}": ("a wide bar", "|")
    default: nil
    }
  }
  private static func needsQuotes(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "-", "|", "#", "(", ")", "[", "]", "{", "}", "?", "!", "^", "@", "'", "\"", "\\", ",", ">": true
    default: byte <= 0x20 || byte >= 0x7F
    }
  }

  static func quoted(_ text: String) -> String {
    if !text.utf8.contains(where: { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\\") }) { return "'\(text)'" }
    var quoted = "'"
    for character in text {
      if character == "'" || character == "\\" { quoted += "\\" }
      quoted.append(character)
    }
    return quoted + "'"
  }
}

extension String {
  /// Whether this text and the next one would share a grapheme if they were joined.
  func joins(_ next: String) -> Bool {
    guard let last = utf8.last, let first = next.utf8.first, last >= 0x80 || first >= 0x80 else { return false }
    return "\(self.last!)\(next.first!)".count == 1
  }
  /// Appends a text, after a space if the two would join.
  mutating func addApart(_ next: String) {
    if joins(next) { self += " " }
    self += next
  }
}
