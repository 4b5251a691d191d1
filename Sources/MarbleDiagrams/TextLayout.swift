import Marbles

/// The lines of a drawing, before they are folded to a width.
struct TextLines {
  enum Line {
    /// A line of text.
    case text(String)
    /// A line that stays when the rows go on further below.
    case heading(String)
    /// A row whose columns are instants, with a comment beside it.
    case row(label: String, marbles: String, note: String = "")
  }

  private(set) var lines: [Line] = []
  /// The number of columns before the rows.
  let indent: Int

  init(indent: Int) { self.indent = indent }

  mutating func add(_ line: Line) { lines.append(line) }

  /// Returns the lines at full length. A comment beside a row is cut at a width.
  func joined(_ width: Int = .max, mark: String = "") -> String {
    let length = lines.lazy.map(\.width).max() ?? 0
    return lines.map { line in
      switch line {
      case .text(let text), .heading(let text): return text
      case .row(let label, let marbles, let note):
        let row = padded(label) + marbles
        let space = width - indent - length - 2
        if note.isEmpty || space < 8 { return row }
        return row + String(repeating: " ", count: length - DisplayWidth.of(marbles) + 2) + DisplayWidth.cut(note, to: space, mark: mark)
      }
    }.joined(separator: "\n") + "\n"
  }

  private func padded(_ label: String) -> String { label + String(repeating: " ", count: max(0, indent - label.count)) }

  /// Returns the lines folded to a width: longer rows are cut at the same column and continue in further bands below, with a mark at the
  /// cut.
  func folded(to width: Int, mark: String) -> String {
    let space = max(10, width - indent - 2 * mark.count)
    let length = lines.lazy.map(\.width).max() ?? 0
    if indent + length <= width { return joined(width, mark: mark) }
    var text = ""
    for start in stride(from: 0, to: length, by: space) {
      if start > 0 { text += "\n" }
      for line in lines {
        switch line {
        case .text(let words): if start == 0 { text += words + "\n" }
        case .heading(let words): text += DisplayWidth.cut(words, to: width, mark: mark) + "\n"
        case .row(let label, let marbles, let note):
          let width = DisplayWidth.of(marbles)
          guard start < max(1, width) else { continue }
          if !note.isEmpty { text += "# \(note)\n" }
          let piece = DisplayWidth.slice(marbles, start..<start + space)
          text += padded(label) + (start > 0 ? mark : "") + piece + (start + space < width ? mark : "") + "\n"
        }
      }
    }
    return text
  }
}

extension TextLines.Line {
  /// The number of columns of a row; zero for other lines.
  fileprivate var width: Int {
    if case .row(_, let marbles, _) = self { DisplayWidth.of(marbles) } else { 0 }
  }
}

extension DisplayWidth {
  /// Returns the part of a text in a range of columns, each character in its column.
  static func slice(_ text: String, _ columns: Range<Int>) -> String {
    var slice = ""
    var column = 0
    for character in text {
      if columns.contains(column) {
        if slice.isEmpty { slice = String(repeating: " ", count: column - columns.lowerBound) }
        slice.append(character)
      }
      column += of(character)
    }
    return slice
  }

  /// Returns a text, cut with a mark if it is too long.
  static func cut(_ text: String, to width: Int, mark: String) -> String {
    of(text) <= width ? text : slice(text, 0..<width - mark.count).trimmingEnd + mark
  }
}

extension String {
  fileprivate var trimmingEnd: String { lastIndex { $0 != " " }.map { String(self[...$0]) } ?? "" }
}
