import MarbleSpecs

/// A place of a Markdown document for a drawing: between `<!-- marble render FILE -->` and `<!-- marble end -->`.
///
/// The text of the marker is a call of the command. Its paths are relative to the document's folder; `above` is the
/// fence above the marker.
struct PictureMarker {
  /// The document, for messages that point into it.
  let document: SpecText
  let row: Int
  /// The row of the marker that ends it; `nil` if there is none.
  let end: Int?
  /// The spec of the nearest fence above.
  let above: SpecText?

  /// The text between the markers.
  var body: ArraySlice<[Character]> { end.map { document.lines[row + 1..<$0] } ?? [] }
  var indent: [Character] { Array(document.lines[row].prefix { $0 == " " }) }
  /// The words of the call, after `marble`.
  var words: [String] { PictureMarker.words(in: document.lines[row]) ?? [] }

  func problem(_ message: String) -> SpecProblem {
    let line = document.lines[row]
    return document.problem(message, at: Span(row, indent.count..<line.count))
  }

  /// The words of a comment that begins with `marble`; `nil` for any other line. A text in `"` is one word.
  static func words(in line: [Character]) -> [String]? {
    let text = line.drop { $0 == " " }
    let start = Array("<!--"), end = Array("-->")
    guard text.starts(with: start), let last = text.lastIndex(where: { $0 != " " }), text[...last].suffix(3) == end[...]
    else { return nil }
    var words: [String] = []
    var isQuoted = false
    for character in text[...last].dropFirst(4).dropLast(3) {
      if character == "\"" {
        isQuoted.toggle()
      } else if character == " ", !isQuoted {
        words.append("")
      } else if words.isEmpty {
        words = [String(character)]
      } else {
        words[words.count - 1].append(character)
      }
    }
    words.removeAll(where: \.isEmpty)
    return words.first == "marble" ? Array(words.dropFirst()) : nil
  }
  /// Whether a comment is meant to be a marker. A comment that only mentions marbles is none.
  static func isMarker(_ words: [String]) -> Bool {
    words.first.map { word in
      ["render", "end"].contains { $0 == word || Suggestion.nearest(to: word, among: [$0]) != nil }
    } ?? false
  }
}

/// The markers of a document, found while its lines are read in order.
struct PictureMarkers {
  private let document: SpecText
  private var open: (row: Int, above: SpecText?)?
  private(set) var found: [PictureMarker] = []
  private(set) var problems: [SpecProblem] = []

  init(_ document: SpecText) { self.document = document }

  /// Reads a line outside of all fences.
  mutating func read(_ row: Int, above: SpecText?) {
    guard let words = PictureMarker.words(in: document.lines[row]), PictureMarker.isMarker(words) else { return }
    switch words[0] {
    case "render":
      close(at: nil)
      open = (row, above)
    case "end" where open != nil: close(at: row)
    case "end":
      problems.append(marker(row).problem("there is no '<!-- marble render … -->' above this"))
    default:
      problems.append(marker(row).problem("a marker says 'marble render' or 'marble end', not 'marble \(words[0])'"))
    }
  }
  private func marker(_ row: Int, _ end: Int? = nil, above: SpecText? = nil) -> PictureMarker {
    PictureMarker(document: document, row: row, end: end, above: above)
  }
  /// Ends the marker that is open: at a row, or without one at another marker or the end of the document.
  mutating func close(at end: Int?) {
    guard let (row, above) = open else { return }
    open = nil
    let marker = marker(row, end, above: above)
    if end == nil {
      problems.append(marker.problem("there is no '<!-- marble end -->' below this"))
    } else {
      found.append(marker)
    }
  }
}
