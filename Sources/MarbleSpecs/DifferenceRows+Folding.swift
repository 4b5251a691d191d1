import Marbles

extension DifferenceRows {
  /// The number of columns that are printed where no terminal gives a width.
  static let widest = 400

  /// The rows in a number of columns. Of longer rows only the parts with differences are printed, at most ten, one below the other.
  func lines(in width: Int?) -> [String] {
    let width = max(width ?? Self.widest, indent + 20)
    guard let carets = lines.last, carets.contains("^"), lines.contains(where: { DisplayWidth.of($0) > width }) else { return lines }
    let space = width - indent - 2
    var starts: [Int] = []
    for (column, sign) in carets.dropFirst(indent).enumerated() where sign == "^" {
      let start = column / space * space
      if starts.last != start { starts.append(start) }
    }
    let rows = lines.map { (label: String($0.prefix(indent)), cells: Self.cells($0.dropFirst(indent))) }
    return starts.prefix(10).enumerated().flatMap { number, start in
      (number == 0 ? [] : [""])
        + rows.compactMap { label, cells in
          guard start < cells.count else { return nil }
          let end = min(start + space, cells.count)
          let part = cells[start..<end].joined()
          if label.allSatisfy({ $0 == " " }) { return part.contains("^") ? label + (start > 0 ? " " : "") + part : nil }
          return label + (start > 0 ? "…" : "") + part + (end < cells.count ? "…" : "")
        }
    }
  }

  /// A row column by column. A wide character takes the first of its columns.
  private static func cells(_ row: Substring) -> [String] {
    row.flatMap { character in
      let text = String(character)
      return [text] + [String](repeating: "", count: max(0, DisplayWidth.of(text) - 1))
    }
  }
}
