import MarbleSpecs
import Marbles
import PipesCore

/// The lines between two markers: a drawing, or a reference to a file with one.
///
/// The alt text and the attributes of a reference belong to the author of the document. They stay; only the destination
/// changes.
struct MarkerBody {
  enum Form {
    case fence([[Character]])
    case reference(to: String, isImage: Bool)
  }

  let drawing: Form
  /// The title of the drawing: the text of a new reference.
  let title: String
  /// Whether a destination that is written in the document is a file that the command drew, or no file any more.
  let isDrawn: (String) -> Bool

  /// The new lines; `nil` if something would be lost that the command did not write. Blank lines around the drawing
  /// stay.
  func lines(over old: ArraySlice<[Character]>, indent: [Character]) -> [[Character]]? {
    let before = old.prefix(while: \.isBlank)
    let after = old.dropFirst(before.count).reversed().prefix(while: \.isBlank)
    guard let new = lines(overDrawing: Array(old.dropFirst(before.count).dropLast(after.count)), indent) else {
      return nil
    }
    return before + new + after
  }

  /// The index of the line that the command did not write: the first one, or the one below a drawing.
  func firstOther(in old: ArraySlice<[Character]>) -> Int? {
    let end = old.indices.first { lines(over: old[old.startIndex...$0], indent: []) != nil && !old[$0].isBlank }
    return old[((end ?? old.startIndex - 1) + 1)...].indices.first { !old[$0].isBlank }
  }

  private func lines(overDrawing old: [[Character]], _ indent: [Character]) -> [[Character]]? {
    let plain = plainLines.map { $0.isEmpty ? [] : indent + $0 }
    if old.isEmpty || old == plain || MarkerBody.isFence(old) { return plain }
    guard let known = Reference(Array(old.joined(separator: ["\n"]))) else { return nil }
    switch drawing {
    case .fence: return known.isPlain(title) && isDrawn(known.destination) ? plain : nil
    case .reference(let path, let isImage):
      let isSame = MarkerBody.isSame(known.destination, path)
      guard isSame || isDrawn(known.destination) else { return nil }
      let new = known.leading(to: isSame ? nil : path, isImage: isImage)
      return new?.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
    }
  }

  private var plainLines: [[Character]] {
    switch drawing {
    case .fence(let lines): return [Array("```marble")] + lines + [Array("```")]
    case .reference(let path, let isImage):
      let text = title.filter { $0 != "[" && $0 != "]" }
      return [Array((isImage ? "!" : "") + "[\(text)](\(Reference.written(path)))")]
    }
  }

  /// Whether lines are a fence with a drawing that nobody has changed.
  private static func isFence(_ lines: [[Character]]) -> Bool {
    let specs = Markdown.specs(in: lines, file: "")
    guard let spec = specs.first, specs.count == 1, spec.firstLine == 2, spec.lines.count == lines.count - 2 else {
      return false
    }
    return Replaceable.isDrawing(spec, spec.lines.map { String($0) + "\n" }.joined())
  }

  /// Whether a destination in the document is a path: as it is, with escaped characters, with a query, or as the
  /// address of a copy.
  private static func isSame(_ destination: String, _ path: String) -> Bool {
    let text = destination.withoutQuery.unescaped
    func short(_ text: String) -> String { text.hasPrefix("./") ? String(text.dropFirst(2)) : text }
    return short(text) == short(path) || text.contains("://") && text.hasSuffix("/" + short(path))
  }
}

/// A link, an image or a tag `<img>`, alone in some lines.
private struct Reference {
  private enum Kind { case image, link, tag }
  private let text: [Character]
  private let kind: Kind
  /// The alt text, or the text of a link.
  private let label: Range<Int>
  /// The destination with the signs around it.
  private let place: Range<Int>
  /// Whether there is a title, or are attributes.
  private let hasMore: Bool

  var destination: String { String(text[place]).trimmingCharacters("<>\"'") }

  init?(_ text: [Character]) {
    var scanner = Scanner(text)
    scanner.skipSpace()
    if scanner.take("<img") {
      guard let place = scanner.takeTag(withSource: "src") else { return nil }
      kind = .tag
      label = 0..<0
      self.place = place
      hasMore = true
    } else {
      kind = scanner.take("!") ? .image : .link
      guard let label = scanner.takeBracketed("[", "]"), scanner.take("("), let place = scanner.takeDestination() else {
        return nil
      }
      scanner.skipSpace()
      let hasTitle = scanner.takeQuoted()
      scanner.skipSpace()
      guard scanner.take(")") else { return nil }
      let hasAttributes = scanner.takeBracketed("{", "}") != nil
      self.label = label
      self.place = place
      hasMore = hasTitle || hasAttributes
    }
    scanner.skipSpace()
    guard scanner.isAtEnd else { return nil }
    self.text = text
  }

  /// Whether nothing but a destination and this text is written.
  func isPlain(_ title: String) -> Bool {
    kind != .tag && !hasMore && String(text[label]) == title.filter { $0 != "[" && $0 != "]" }
  }

  /// The same reference with another destination; `nil` if a tag for an image would have to be a link.
  func leading(to path: String?, isImage: Bool) -> [Character]? {
    if kind == .tag, !isImage { return nil }
    var new = text
    if let path {
      new.replaceSubrange(place, with: kind == .tag ? Array("\"\(path)\"") : Array(Reference.written(path)))
    }
    if kind == .link, isImage { new.insert("!", at: label.lowerBound - 1) }
    if kind == .image, !isImage { new.remove(at: label.lowerBound - 2) }
    return new
  }

  static func written(_ path: String) -> String { path.contains(" ") ? "<\(path)>" : path }
}

/// Reads the parts of a reference.
private struct Scanner {
  private let text: [Character]
  private var position = 0

  init(_ text: [Character]) { self.text = text }

  var isAtEnd: Bool { position == text.count }
  private var next: Character? { position < text.count ? text[position] : nil }

  mutating func skipSpace() { while next == " " || next == "\n" || next == "\t" { position += 1 } }
  mutating func take(_ word: String) -> Bool {
    guard text[position...].starts(with: word, by: { $0 == $1 || $0.lowercased() == String($1) }) else { return false }
    position += word.count
    return true
  }
  /// A text between brackets, which may have brackets in it. Returns the part between them.
  mutating func takeBracketed(_ open: Character, _ close: Character) -> Range<Int>? {
    guard next == open else { return nil }
    var depth = 0
    for index in position..<text.count where index == 0 || text[index - 1] != "\\" {
      if text[index] == open { depth += 1 }
      if text[index] == close { depth -= 1 }
      guard depth == 0 else { continue }
      defer { position = index + 1 }
      return position + 1..<index
    }
    return nil
  }
  mutating func takeDestination() -> Range<Int>? {
    let start = position
    if next == "<" {
      guard let end = text[start...].firstIndex(of: ">") else { return nil }
      position = end + 1
    } else {
      var depth = 0
      while let next, next != " ", next != "\n", next != ")" || depth > 0 {
        if next == "(" { depth += 1 }
        if next == ")" { depth -= 1 }
        position += 1
      }
    }
    return position > start ? start..<position : nil
  }
  mutating func takeQuoted() -> Bool {
    guard let quote = next, quote == "\"" || quote == "'", let end = text[(position + 1)...].firstIndex(of: quote)
    else { return false }
    position = end + 1
    return true
  }
  /// The rest of a tag. Returns the place of the value of an attribute.
  mutating func takeTag(withSource attribute: String) -> Range<Int>? {
    var found: Range<Int>?
    while true {
      skipSpace()
      if take("/>") || take(">") { return found }
      let name = position
      while let next, !" \n\t=>/".contains(next) { position += 1 }
      if position == name { return nil }
      let isFound = String(text[name..<position]).lowercased() == attribute
      skipSpace()
      guard take("=") else { continue }
      skipSpace()
      let value = position
      if !takeQuoted() { while let next, !" \n\t>".contains(next) { position += 1 } }
      if isFound { found = value..<position }
    }
  }
}

extension [Character] {
  fileprivate var isBlank: Bool { allSatisfy { $0 == " " || $0 == "\t" } }
}

extension String {
  fileprivate func trimmingCharacters(_ signs: String) -> String {
    String(drop { signs.contains($0) }.reversed().drop { signs.contains($0) }.reversed())
  }
  fileprivate var withoutQuery: String { String(prefix { $0 != "?" && $0 != "#" }) }
  /// The text with `%20` and the like as the characters that they stand for.
  fileprivate var unescaped: String {
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let code = UInt8(String(rest.prefix(2)) ?? "", radix: 16), rest.count >= 2 {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
