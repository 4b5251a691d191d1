import MarbleSpecs

/// The lines of a document with their ends, so that unchanged lines keep their bytes.
struct DocumentLines {
  private var lines: [(text: [Character], end: String)] = []

  init(_ text: String) {
    var line: [Character] = []
    for character in text {
      if character == "\n" || character == "\r\n" || character == "\r" {
        lines.append((line, String(character)))
        line = []
      } else {
        line.append(character)
      }
    }
    if !line.isEmpty { lines.append((line, "")) }
  }

  var text: String { lines.map { String($0.text) + $0.end }.joined() }

  /// Whether a spec is still at the place where it was found.
  func holds(_ spec: SpecText) -> Bool {
    let first = spec.firstLine - 1
    return first + spec.lines.count <= lines.count
      && zip(lines[first...], spec.lines).allSatisfy { $0.text.suffix($1.count) == $1[...] }
  }

  /// Replaces some lines. Returns `false` if one of them, or the line above or below them, has changed.
  mutating func replace(_ rows: Range<Int>, of document: SpecText, by new: [[Character]]) -> Bool {
    let around = rows.lowerBound - 1...rows.upperBound
    // A byte order mark is not part of the first line.
    let known = document.lines[around]
    guard rows.upperBound < lines.count,
      zip(lines[around], known).allSatisfy({ $0.text.drop { $0 == "\u{FEFF}" } == $1[...] })
    else { return false }
    let end = lines[rows.lowerBound - 1].end
    lines.replaceSubrange(rows, with: new.map { ($0, end) })
    return true
  }

  /// Changes the lines of a spec. The indentation of its lines, as in an indented fence, is kept.
  mutating func apply(_ edits: SpecUpdate.Edits, to spec: SpecText) {
    for index in spec.lines.indices.reversed() {
      let place = spec.firstLine - 1 + index
      let prefix = lines[place].text.prefix(spec.indent).prefix { $0 == " " }
      if let new = edits.inserted[index] {
        if lines[place].end.isEmpty { lines[place].end = lines[0].end.isEmpty ? "\n" : lines[0].end }
        lines.insert(contentsOf: new.map { (prefix + Array($0), lines[place].end) }, at: place + 1)
      }
      if let replaced = edits.replaced[index] {
        if let text = replaced { lines[place].text = prefix + Array(text) } else { lines.remove(at: place) }
      }
    }
  }
}
