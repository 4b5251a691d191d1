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

  /// The text of the mark in the notation.
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
    if Symbol.dashes.contains(text) || Symbol.curlyQuotes.contains(text) { return true }
    return character.isWhitespace || DisplayWidth.isInvisible(character) || "-\(text)-".count != 3
  }
  /// The characters that editors and pages put in place of a '-', and that look like one.
  static let dashes: Set<String> = ["\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2015}", "\u{2212}"]
  /// The quotation marks that editors and pages put in place of straight ones.
  static let curlyQuotes: Set<String> = ["\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}"]
  /// The name of a dash, with its article.
  package static func name(ofDash text: String) -> String? {
    switch text {
    case "\u{2010}", "\u{2011}": "a typographic hyphen"
    case "\u{2012}": "a figure dash"
    case "\u{2013}": "an en dash"
    case "\u{2014}": "an em dash"
    case "\u{2015}": "a horizontal bar"
    case "\u{2212}": "a minus sign"
    default: nil
    }
  }
  private static func needsQuotes(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "-", "|", "#", "(", ")", "[", "]", "{", "}", "?", "!", "^", "@", "'", "\"", "\\": true
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
