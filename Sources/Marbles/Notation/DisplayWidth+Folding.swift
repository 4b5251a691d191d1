extension DisplayWidth {
  /// Returns the part of a text in a range of columns, each character in its column.
  package static func slice(_ text: String, _ columns: Range<Int>) -> String {
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

  /// Returns a text in lines of at most a width; the lines after the first are indented. A line ends before a space or
  /// an operator `.name`.
  ///
  /// - Parameter mark: The mark at the cut of a word that is too long; `nil` if such a word is not cut.
  package static func folded(_ text: String, to width: Int, indent: Int, mark: String?) -> [String] {
    var lines: [String] = []
    var rest = Array(text)
    var start = ""
    while true {
      let space = max(width - of(start), 8)
      guard of(rest) > space else { return lines + [start + String(rest)] }
      let count = rest.count(fitting: space)
      let first = rest.prefix { $0 == " " }.count + 1
      let ends = first > count ? [] : (first...count).filter { rest.canEnd(before: $0) }
      if let end = ends.last(where: { rest[$0] == "." }) ?? ends.last {
        lines.append(start + String(rest[..<end]))
        rest.removeFirst(end)
        rest.removeFirst(rest.prefix { $0 == " " }.count)
        start = ""
      } else if let mark {
        lines.append(start + String(rest[..<(count - mark.count)]) + mark)
        rest.removeFirst(count - mark.count)
        start = mark
      } else {
        let end = (count..<rest.count).first { rest.canEnd(before: $0) } ?? rest.count
        lines.append(start + String(rest[..<end]))
        rest.removeFirst(end)
        rest.removeFirst(rest.prefix { $0 == " " }.count)
        start = ""
        if rest.isEmpty { return lines }
      }
      start = String(repeating: " ", count: min(indent, width / 2)) + start
    }
  }

  /// Returns a text, cut with a mark if it is too long.
  package static func cut(_ text: String, to width: Int, mark: String) -> String {
    of(text) <= width ? text : slice(text, 0..<width - mark.count).withoutTrailingSpace + mark
  }
}

extension [Character] {
  /// The number of characters that fit into some columns.
  fileprivate func count(fitting space: Int) -> Int {
    var used = 0
    return firstIndex { character in
      used += DisplayWidth.of(character)
      return used > space
    } ?? count
  }
  /// Whether a line can end before a character: a space, or the dot of an operator.
  fileprivate func canEnd(before index: Int) -> Bool {
    self[index] == " " || self[index] == "." && ")}".contains(self[index - 1])
  }
}

extension String {
  fileprivate var withoutTrailingSpace: String { lastIndex { $0 != " " }.map { String(self[...$0]) } ?? "" }
}
