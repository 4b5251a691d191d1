import MarbleRuns
import Marbles
import PipesCore

/// The text of a pipeline in its box.
enum CodeText {
  static let size = 14.0

  static func width(of line: String) -> Double { TextMetrics.monoWidth(line, size: size) }

  /// Returns the number of letters that fit into a width.
  static func columns(in width: Double, size: Double) -> Int { max(8, Int(width / (0.61 * size))) }

  /// Returns a line, broken if it is too long: before the dots of calls, otherwise within a closure, otherwise between
  /// words, otherwise anywhere.
  static func broken(_ line: String, columns: Int) -> [String] {
    if DisplayWidth.of(line) <= columns { return [line] }
    var lines: [String] = []
    for piece in calls(of: line) {
      if let last = lines.last, DisplayWidth.of(last + piece) <= columns {
        lines[lines.count - 1] += piece
        continue
      }
      let piece = (lines.isEmpty ? "" : "  ") + piece
      if DisplayWidth.of(piece) <= columns {
        lines.append(piece)
      } else {
        lines += closure(of: piece, columns: columns) ?? words(of: piece, columns: columns)
      }
    }
    return lines
  }

  /// Returns a line with the calls of a pipeline, without what is in their brackets.
  static func short(_ code: [String], columns: Int) -> String {
    var short = ""
    for (character, depth) in code.flatMap({ leveled($0.drop { $0 == " " }) }) {
      if depth == 0 { short.append(character) } else if "([{".contains(short.last ?? " ") { short.append("…") }
    }
    return short.count <= columns ? short : short.prefix(max(0, columns - 1)) + "…"
  }

  /// Returns the line, cut before each dot of a call at the outermost level but the first.
  private static func calls(of line: String) -> [String] {
    var pieces = [""]
    var isFirst = true
    for (character, depth) in leveled(line) {
      if character == ".", depth == 0, !isFirst { pieces.append("") }
      if "([{".contains(character) { isFirst = false }
      pieces[pieces.count - 1].append(character)
    }
    // A member without a call, such as `.publisher`, stays in its place.
    return pieces.reduce(into: [String]()) { joined, piece in
      if joined.isEmpty || piece.contains(where: { "({".contains($0) }) {
        joined.append(piece)
      } else {
        joined[joined.count - 1] += piece
      }
    }
  }

  /// Returns a call with a trailing closure on several lines: its beginning, the body of the closure, and the bracket.
  private static func closure(of piece: String, columns: Int) -> [String]? {
    guard piece.hasSuffix("}"), let start = leveled(piece).lastIndex(where: { $0.character == "{" && $0.depth == 0 })
    else { return nil }
    let indent = String(piece.prefix { $0 == " " })
    var head = String(piece.prefix(start + 1))
    var body = piece.dropFirst(start + 1).dropLast().drop { $0 == " " }
    while body.last == " " { body.removeLast() }
    if let end = body.firstRange(of: " in "),
      body[..<end.lowerBound].allSatisfy({ $0.isLetter || $0.isNumber || "_, ".contains($0) })
    {
      head += " " + body[..<end.lowerBound] + " in"
      body = body[end.upperBound...]
    }
    guard DisplayWidth.of(head) <= columns, !body.isEmpty else { return nil }
    let inner = indent + "  "
    return [head] + broken(String(body), columns: max(8, columns - inner.count)).map { inner + $0 } + [indent + "}"]
  }

  /// Returns the characters with the number of open brackets before each. Quoted text counts as inside brackets.
  private static func leveled(_ line: some StringProtocol) -> [(character: Character, depth: Int)] {
    var (depth, isQuoted) = (0, false)
    return line.map { character in
      if character == "\"" { isQuoted.toggle() }
      if !isQuoted, ")]}".contains(character) { depth -= 1 }
      defer { if !isQuoted, "([{".contains(character) { depth += 1 } }
      return (character, isQuoted ? depth + 1 : depth)
    }
  }

  private static func words(of line: String, columns: Int) -> [String] {
    var lines = [String(line.prefix { $0 == " " })]
    // The label of an argument stays with it.
    let all = line.split(separator: " ").reduce(into: [String]()) { words, word in
      if let last = words.last, last.hasSuffix(":"), DisplayWidth.of(last) + 5 + DisplayWidth.of(word) <= columns {
        words[words.count - 1] += " " + word
      } else {
        words.append(String(word))
      }
    }
    for word in all {
      let last = lines[lines.count - 1]
      let isStart = last.allSatisfy { $0 == " " }
      if isStart || DisplayWidth.of(last) + 1 + DisplayWidth.of(word) <= columns {
        lines[lines.count - 1] += (isStart ? "" : " ") + word
      } else {
        lines.append("    " + word)
      }
      if DisplayWidth.of(lines[lines.count - 1]) > columns { lines += pieces(of: lines.removeLast(), columns: columns) }
    }
    return lines
  }

  /// Cuts a line that is too long: behind a bracket or a comma, if there is one that fits, else anywhere.
  private static func pieces(of line: String, columns: Int) -> [String] {
    var (pieces, rest, indent) = ([String](), Array(line)[...], "")
    while true {
      var (end, used) = (rest.startIndex, indent.count)
      while end < rest.endIndex, end == rest.startIndex || used + DisplayWidth.of(rest[end]) <= columns {
        used += DisplayWidth.of(rest[end])
        end += 1
      }
      if end == rest.endIndex { return pieces + [indent + String(rest)] }
      let sign = rest[..<end].lastIndex { "([{,".contains($0) }
      end = sign.map { $0 + 1 } ?? end
      pieces.append(indent + String(rest[..<end]))
      let depth = rest.prefix { $0 == " " }.count + 4
      if sign != nil, pieces.count == 1, depth < columns / 2 { indent = String(repeating: " ", count: depth) }
      rest = rest[end...]
    }
  }
}
