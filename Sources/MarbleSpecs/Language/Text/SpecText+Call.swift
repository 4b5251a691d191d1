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
    var end = rest.startIndex, depth = 0, isQuoted = false
    repeat {
      let character = rest[end]
      end += 1
      if isQuoted, character == "\\", end < rest.endIndex {
        end += 1
        continue
      }
      if character == "\"" { isQuoted.toggle() }
      if isQuoted { continue }
      switch character {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      default: break
      }
    } while (isQuoted || depth > 0) && end < rest.endIndex
    defer { rest = rest[end...] }
    return String(rest[..<end])
  }
}
