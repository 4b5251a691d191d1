/// A pipeline as it is written into its box.
enum CodeText {
  static let size = 14.0
  static let lineHeight = 20.0

  static func width(of line: String) -> Double { TextMetrics.monoWidth(line, size: size) }

  /// How many letters fit into a width.
  static func columns(in width: Double, size: Double) -> Int { max(8, Int(width / (0.61 * size))) }

  /// The line, in several if it is too long: before the dots of calls, else between words, else anywhere.
  static func broken(_ line: String, columns: Int) -> [String] {
    if DisplayWidth.of(line) <= columns { return [line] }
    var lines: [String] = []
    for piece in calls(of: line) {
      if let last = lines.last, DisplayWidth.of(last + piece) <= columns {
        lines[lines.count - 1] += piece
      } else {
        lines += words(of: (lines.isEmpty ? "" : "  ") + piece, columns: columns)
      }
    }
    return lines
  }

  /// The line, cut before each dot that follows a bracket at the outermost level.
  private static func calls(of line: String) -> [String] {
    var pieces = [""]
    var depth = 0
    var last: Character = " "
    for character in line {
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      if character == ".", depth == 0, ")]}".contains(last) { pieces.append("") }
      pieces[pieces.count - 1].append(character)
      last = character
    }
    return pieces
  }

  private static func words(of line: String, columns: Int) -> [String] {
    var lines = [String(line.prefix { $0 == " " })]
    for word in line.split(separator: " ") {
      let last = lines[lines.count - 1]
      let isStart = last.allSatisfy { $0 == " " }
      if isStart || DisplayWidth.of(last) + 1 + DisplayWidth.of(word) <= columns {
        lines[lines.count - 1] += (isStart ? "" : " ") + word
      } else {
        lines.append("    " + word)
      }
      while DisplayWidth.of(lines[lines.count - 1]) > columns { lines.append(split(&lines[lines.count - 1], at: columns)) }
    }
    return lines
  }

  /// Cuts a line that is too long; the rest of it.
  private static func split(_ line: inout String, at columns: Int) -> String {
    var head = line
    while DisplayWidth.of(head) > columns { head.removeLast() }
    defer { line = head }
    return String(line.dropFirst(head.count))
  }
}
