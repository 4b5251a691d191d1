import MarbleRuns
import Marbles

/// The lines of a drawing, before they are folded to a width.
struct TextLines {
  enum PrintedLine {
    /// A line of text.
    case text(String)
    /// A line that is repeated, cut to the width, when the rows go on further below.
    case heading(String)
    /// A row whose columns are instants, with a comment beside it.
    case row(label: String, marbles: String, note: String = "", spans: [ColoredSpan] = [])
  }

  private(set) var lines: [PrintedLine] = []
  /// The number of columns before the rows.
  let indent: Int

  init(indent: Int) { self.indent = indent }

  /// Adds a line, whose texts come from specs and recorded runs: colors are the only sequences of a terminal that a
  /// drawing has.
  mutating func add(_ line: PrintedLine) {
    switch line {
    case .text(let text): lines.append(.text(Printable.line(text)))
    case .heading(let text): lines.append(.heading(Printable.line(text)))
    case .row(let label, let marbles, let note, let spans):
      lines.append(
        .row(label: Printable.line(label), marbles: Printable.line(marbles), note: Printable.line(note), spans: spans))
    }
  }

  /// Returns the lines at full length. A comment beside a row is cut at a width.
  func joined(_ width: Int = .max, mark: String = "") -> String {
    let length = lines.lazy.map(\.width).max() ?? 0
    return lines.map { line in
      switch line {
      case .text(let text), .heading(let text): return text.folded(to: width, mark)
      case .row(let label, let marbles, let note, let spans):
        let row = padded(label) + marbles.colored(spans, isComment: label.hasPrefix("#"))
        let space = width - indent - length - 2
        if note.isEmpty || space < 8 { return row }
        return row + String(repeating: " ", count: length - DisplayWidth.of(marbles) + 2)
          + DisplayWidth.cut(note, to: space, mark: mark)
      }
    }.joined(separator: "\n") + "\n"
  }

  private func padded(_ label: String) -> String { label + String(repeating: " ", count: max(0, indent - label.count)) }

  /// Returns the lines folded to a width: longer rows are cut at the same column and continue in further bands below,
  /// with a mark at the cut.
  func folded(to width: Int, mark: String) -> String {
    let space = max(10, width - indent - 2 * mark.count)
    let length = lines.lazy.map(\.width).max() ?? 0
    if indent + length <= width { return joined(width, mark: mark) }
    var text = ""
    let pieces = lines.map { $0.pieces(space, width, mark) }
    for (band, start) in stride(from: 0, to: length, by: space).enumerated() {
      if start > 0 { text += "\n" }
      for (line, pieces) in zip(lines, pieces) {
        switch line {
        case .text(let words): if start == 0 { text += words.folded(to: width, mark) + "\n" }
        case .heading(let words): text += (start == 0 ? words.folded(to: width, mark) : pieces[0]) + "\n"
        case .row(let label, _, let note, let spans):
          guard band < pieces.count else { continue }
          if !note.isEmpty { text += "# \(note)\n" }
          let piece = pieces[band].colored(spans, from: start, isComment: label.hasPrefix("#"))
          text += padded(label) + (start > 0 ? mark : "") + piece + (band + 1 < pieces.count ? mark : "") + "\n"
        }
      }
    }
    return text
  }
}

extension TextLines.PrintedLine {
  /// The number of columns of a row; zero for other lines.
  fileprivate var width: Int {
    if case .row(_, let marbles, _, _) = self { DisplayWidth.of(marbles) } else { 0 }
  }
  /// The marbles in pieces of so many columns, each character in its column, at least one; of a heading what fits into
  /// a width.
  fileprivate func pieces(_ space: Int, _ width: Int, _ mark: String) -> [String] {
    if case .heading(let words) = self { return [DisplayWidth.cut(words, to: width, mark: mark)] }
    guard case .row(_, let marbles, _, _) = self else { return [] }
    var pieces = [""]
    var column = 0
    for character in marbles {
      if column >= pieces.count * space {
        // A wide character reaches over the edge: its second column is empty.
        let isInto = column > pieces.count * space
        pieces.append(isInto ? String(repeating: " ", count: column - pieces.count * space) : "")
      }
      pieces[pieces.count - 1].append(character)
      column += DisplayWidth.of(character)
    }
    return pieces
  }
}

extension String {
  /// The text of a drawing in lines of at most a width. A comment continues as a comment.
  fileprivate func folded(to width: Int, _ mark: String) -> String {
    if width == .max { return self }
    let (head, rest) = hasPrefix("# ") ? ("# ", String(dropFirst(2))) : ("", self)
    let indent = rest.prefix { $0 == " " }.count + (head.isEmpty ? 4 : 2)
    return DisplayWidth.folded(rest, to: width - head.count, indent: indent, mark: mark).map { head + $0 }.joined(
      separator: "\n")
  }
  fileprivate var trimmingEnd: String { lastIndex { $0 != " " }.map { String(self[...$0]) } ?? "" }
}
