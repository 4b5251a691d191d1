import Marbles

// Lines that are not what the language has at their place, with the form that was probably meant.
extension SpecParser {
  /// The problem of `x = 1` without spaces before it.
  func meaningInFirstColumn(_ name: String, _ span: Span) -> SpecProblem {
    let key = name.count == 1 || name.first == "'" ? name : "'\(name)'"
    let isName = name.first?.startsName == true
    return text.problem(
      "a meaning is written on an indented line", at: span,
      fix: "put spaces before it, as in '  \(key) = …'" + (isName ? "; 'let \(name) = …' names a stream, a value or a closure" : ""))
  }

  /// The problem of a line that is a row of marbles without a name.
  var rowWithoutName: SpecProblem? {
    guard !line.contains(":"), line.contains("|") || line[0] == "-" && line.count > 2 && line[1] != " " else { return nil }
    do throws(NotationError) { _ = try Lane(parsing: String(line), as: .cold, frame: file.frame) } catch { return nil }
    let name = ["a", "b", "c", "d", "e", "f"].first { names[$0] == nil } ?? "g"
    return problem("a row needs a name", 0..<line.count, fix: "write '\(name): \(String(line))'")
  }
  /// A fix for the probable mistake in a line that begins with no known word.
  var fixOfUnknownLine: String? {
    if line.starts(with: "```") || line.starts(with: "~~~") { return "Markdown is read from files *.md" }
    guard let colon = line.firstIndex(of: ":"), !line[..<colon].contains(where: { $0 == " " || $0.isSymbol }) else { return nil }
    return SpecParser.rule
  }
  static let rule = "a name is one word of the letters a to z, digits and '_', and does not begin with a digit"

  /// The problem of a pipeline or a meaning that is written behind a row, or of a line break that the shell has not made.
  func anotherLine(in row: Span, at column: Int) -> SpecProblem? {
    let line = text.lines[row.line], rest = line[min(column, line.count)...]
    let isTry = text.file == "try"
    if rest.starts(with: "\\n") {
      let fix = isTry ? "give it as an argument of its own: 'a: -1-2-|' '> a.delay(for: 2)'" : "begin a new line there"
      return text.problem("'\\n' does not begin a new line", at: Span(row.line, column..<column + 2), fix: fix)
    }
    guard column > 0, line[column - 1] == " " else { return nil }
    if rest.first == ">" {
      let fix = isTry ? "give it as an argument of its own: 'a: -1-2-|' '> a.delay(for: 2)'" : "begin a new line with '>'"
      return text.problem("a pipeline is a line of its own", at: Span(row.line, column..<column + 1), fix: fix)
    }
    let key = rest.prefix { $0 != " " && $0 != "=" }, after = rest.dropFirst(key.count).drop { $0 == " " }
    if !key.isEmpty, after.first == "=" {
      return text.problem(
        "meanings are written below the row", at: Span(row.line, column..<column + key.count),
        fix: "write '  \(String(key)) = …' on an indented line")
    }
    return nil
  }
}
