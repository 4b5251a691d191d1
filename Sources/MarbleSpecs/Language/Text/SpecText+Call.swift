extension [Character] {
  /// Whether the line may continue a pipeline.
  fileprivate var isContinuation: Bool { first.map { $0.isWhitespace || "#)]}".contains($0) } ?? false }
}

extension SpecText {
  /// The call whose name is at a place, with its arguments, in one line.
  package func call(at span: Span) -> String {
    var call = String(lines[span.line][span.columns])
    var rest = code(of: span.line)[span.columns.upperBound...]
    for line in lines.indices[(span.line + 1)...].prefix(while: { lines[$0].isContinuation }) {
      let next = code(of: line).drop { $0.isWhitespace }
      if next.isEmpty { continue }
      rest += (next.first == "." ? [] : [" "]) + next
    }
    if rest.first == "(" { call += SpecText.takeGroup(&rest) }
    rest = rest.drop { $0.isWhitespace }
    if rest.first == "{" { call += " " + SpecText.takeGroup(&rest) }
    return call
  }

  /// The text of the operand at a place, with its parentheses.
  func operand(at span: Span) -> String {
    let line = lines[span.line]
    let columns = span.columns.clamped(to: line.indices)
    let isBracketed =
      columns.lowerBound > 0 && line[columns.lowerBound - 1] == "(" && line[columns.upperBound...].first == ")"
    return isBracketed ? "(\(String(line[columns])))" : String(line[columns])
  }

  /// Removes and returns the text from the bracket at the start to the bracket that closes it, both included.
  private static func takeGroup(_ rest: inout ArraySlice<Character>) -> String {
    var group = ""
    var depth = 0
    var isQuoted = false
    while let character = rest.popFirst() {
      group.append(character)
      if isQuoted, character == "\\", let escaped = rest.popFirst() {
        group.append(escaped)
        continue
      }
      if character == "\"" { isQuoted.toggle() }
      if isQuoted { continue }
      depth += "([{".contains(character) ? 1 : ")]}".contains(character) ? -1 : 0
      if depth == 0 { break }
    }
    return group
  }
}
