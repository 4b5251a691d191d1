import Marbles

// A spec, and parts of one, read alone.

extension SpecFile {
  /// Reads and checks a spec.
  init(_ text: SpecText, _ table: OperatorTable) throws(SpecProblem) { self = try SpecParser.parse(text, table) }
}

extension Expression {
  /// Reads the rest of a line. `what` is the name of the expression in messages.
  init(_ text: SpecText, line: Int, from column: Int, as what: String, _ table: OperatorTable)
    throws(SpecProblem)
  {
    var lexer = Lexer(text)
    try lexer.read(line: line, from: column)
    self = try ExpressionParser.parse(text, try lexer.finished(), as: what, table)
  }

  /// Reads and checks a pipeline that is a whole line. It may use streams with some names.
  init(pipeline text: SpecText, of streams: [String], _ table: OperatorTable) throws(SpecProblem) {
    try self.init(text, line: 0, from: 0, as: "a pipeline", table)
    try SpecChecker(text: text, names: .streams(streams), table: table).checkPipeline(self)
  }
}

extension Value {
  /// Reads literals that are separated by commas.
  package static func list(of literals: String, file: String, _ table: OperatorTable) throws(SpecProblem) -> [Value] {
    let text = SpecText("[\(literals)]", file: file)
    let expression = try Expression(text, line: 0, from: 0, as: "a list of values", table)
    guard case .array(let items) = try table.literal(expression, text) else { return [] }
    if items.elements.contains(where: \.isStream) {
      throw text.problem("a list has plain values such as 1, \"a\" or [1, 2]", at: Span(0, 1..<text.lines[0].count))
    }
    return items.elements
  }
}

extension SpecFile.Rule {
  /// Reads a line that begins with `!`, about streams with some names.
  init(_ text: SpecText, line: Int, in file: SpecFile, of streams: [String], _ table: OperatorTable)
    throws(SpecProblem)
  {
    var parser = RuleParser(text, line, file, .streams(streams), table)
    self = try parser.parse()
  }
}

extension [String: SpecChecker.Known] {
  fileprivate static func streams(_ names: [String]) -> Self {
    var known: Self = [:]
    for name in names { known[name] = .stream }
    return known
  }
}
