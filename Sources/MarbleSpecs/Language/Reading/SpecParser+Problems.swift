import Marbles

// A spec with two mistakes is told both: what can be read behind the first one is read.
extension SpecParser {
  /// The largest number of problems that are told.
  static let mostProblems = 20

  /// Whether a problem of a name can be told: not if `goOn` leaves it out, or as many are told as there may be.
  /// Otherwise nobody looks for what was meant, which takes as long as the spec is: a spec of many lines with one
  /// mistake took the square of the time of one without.
  var guesses: Bool { !isDeclarationMissing && problems.count < Self.mostProblems }

  /// Checks expressions with the names so far.
  var checker: SpecChecker { SpecChecker(text: text, names: names, table: table, guesses: guesses) }

  /// Notes the problem of a line and goes on at the next line that does not belong to it. A problem that may only
  /// follow from another one is left out: it is used for a name that was not understood.
  mutating func goOn(behind start: Int, _ problem: SpecProblem) {
    for one in problem.all {
      let line = one.line - text.firstLine
      let words =
        text.lines.indices.contains(line)
        ? text.lines[line].split { !($0.startsName || $0.isASCIIDigit) }.map { String($0) } : []
      // The lines of something that was not understood.
      if !problems.isEmpty, one.kind == .unknownLine { continue }
      let isOfName = isDeclarationMissing && [.unknownStream, .unknownName].contains(one.kind)
      if problems.isEmpty || unknown.isDisjoint(with: words) && !isOfName { problems.append(one) }
    }
    row = max(row, start + 1)
    let line = text.lines[start]
    guard line.first != " " else { return }
    while row < text.lines.count,
      text.lines[row].first == " " || text.lines[row].first.map({ ")]}".contains($0) }) == true
    { row += 1 }
    owner = .other
    switch line.first {
    case ">":
      // The lines below it belong to a pipeline, whatever that is.
      let span = Span(start, 0..<1)
      let pipeline = SpecFile.Pipeline(expression: Expression(.literal(.nil), span), span: span, lines: [], last: start)
      file.blocks.append(SpecFile.Block(pipeline: pipeline))
      owner = .block
    case "=", "!", "#", nil: break
    default:
      unknown.formUnion(declared(in: line))
      isDeclarationMissing = true
    }
  }

  /// The names that a line was meant to declare.
  private func declared(in line: [Character]) -> [String] {
    let words = line.split { !($0.startsName || $0.isASCIIDigit) }.prefix(2).map { String($0) }
    guard let first = words.first else { return [] }
    return ["let", "hot", "cold"].contains(first) ? Array(words.dropFirst()) : [first]
  }
}
