import VirtualTime

/// Rows with their names before them, and carets below the instants that differ. All failure texts print rows in this
/// way.
package struct DifferenceRows {
  private let rows: [(name: String, cells: String)]
  private let carets: String
  /// The columns before the marbles.
  let indent: Int

  /// Creates the rows. The carets are as wide as the widest text of the last rows at an instant.
  package init(_ rows: [(name: String, lane: Lane)], marking instants: [VirtualInstant], inLast count: Int) {
    let aligned = AlignedRows(rows.map(\.lane))
    let names = rows.map { DisplayWidth.printable($0.name) }
    let width = names.map { DisplayWidth.of($0) }.max() ?? 0
    indent = width + 4
    self.rows = zip(names, aligned.texts).map { name, text in
      (
        name: "  " + name + String(repeating: " ", count: width - DisplayWidth.of(name) + 2),
        cells: DisplayWidth.printable(text)
      )
    }
    var carets: [UInt8] = []
    for instant in Set(instants).sorted() {
      guard let span = aligned.span(at: instant, inRows: Array(rows.indices.suffix(count))) else { continue }
      carets += [UInt8](repeating: UInt8(ascii: " "), count: max(0, span.lowerBound - carets.count))
      carets += [UInt8](repeating: UInt8(ascii: "^"), count: max(0, span.upperBound - carets.count))
    }
    self.carets = String(decoding: carets, as: UTF8.self)
  }

  /// The rows, however long they are.
  package var lines: [String] {
    rows.map { $0.name + $0.cells } + (carets.isEmpty ? [] : [String(repeating: " ", count: indent) + carets])
  }

  /// The rows in a number of columns. Longer rows are printed as their parts with differences, at most ten, one below
  /// the other. If no part has a difference, the first part is printed.
  package func lines(in width: Int) -> [String] {
    let space = max(width - indent - 2, 10)
    guard rows.contains(where: { DisplayWidth.of($0.cells) > space + 2 }) else { return lines }
    let rows = rows.map { (name: $0.name, cells: Self.cells($0.cells)) }, signs = Self.cells(carets)
    let bands = Self.bands(of: rows.map(\.cells), space)
    let differing = bands.filter {
      signs[min($0.lowerBound, signs.count)..<min($0.upperBound, signs.count)].contains("^")
    }
    let printed = differing.isEmpty ? bands.prefix(1) : differing.prefix(10)
    return printed.enumerated().flatMap { (number: Int, band: Range<Int>) -> [String] in
      let parts = rows.compactMap { name, cells -> String? in
        guard band.lowerBound < cells.count else { return nil }
        let part = cells[band.lowerBound..<min(band.upperBound, cells.count)].joined()
        return name + (band.lowerBound > 0 ? "…" : "") + part + (band.upperBound < cells.count ? "…" : "")
      }
      let carets = signs[min(band.lowerBound, signs.count)..<min(band.upperBound, signs.count)]
      let end = (carets.lastIndex(of: "^") ?? carets.startIndex - 1) + 1
      let line = String(repeating: " ", count: indent + (band.lowerBound > 0 ? 1 : 0)) + carets[..<end].joined()
      return (number == 0 ? [] : [""]) + parts + (differing.isEmpty ? [] : [line])
    }
  }

  /// The columns of rows in bands that are as wide as the space, or narrower where a wide character would be cut.
  private static func bands(of rows: [[String]], _ space: Int) -> [Range<Int>] {
    var bands: [Range<Int>] = []
    let count = rows.map(\.count).max() ?? 0
    var start = 0
    while start < count {
      let end = (start + 1...start + space).last { end in rows.allSatisfy { end >= $0.count || !$0[end].isEmpty } }
      bands.append(start..<(end ?? start + space))
      start = bands[bands.count - 1].upperBound
    }
    return bands
  }

  /// A row column by column. A wide character takes the first of its columns.
  private static func cells(_ row: String) -> [String] {
    row.flatMap { character in
      let text = String(character)
      return [text] + [String](repeating: "", count: max(0, DisplayWidth.of(text) - 1))
    }
  }
}
