import Marbles
import Pipes
import VirtualTime

/// Writes a spec as tests in Swift, one function for each pipeline.
package struct SwiftTest {
  let spec: ExecutedSpec
  let file: SpecFile
  let names: SwiftNames
  /// The symbols that the file uses.
  private let usedKeys: Set<SymbolTable.Key>
  var lines: [String] = []
  /// The streams that the function uses.
  var used: Set<String> = []
  /// The streams that the function has declared, in order.
  var declared: [String] = []
  /// The names of the streams that rules watch, and what they are watched by.
  var seenNames: [String: String] = [:]
  var expression: SwiftExpression
  let definitions: [String: SpecFile.Definition]
  let pipelines: [Expression]
  /// Whether any stream may fail.
  let canFail: Bool
  /// Whether closures may split a text into characters or parts, which have other types in Swift.
  let takesTextsApart: Bool
  /// The type of the values that the pipeline sends, if it is known.
  var resultType: String?
  /// The code that is tested in the place of the pipelines.
  var subject: String?
  /// The first expression whose closures are nested too deeply.
  private let tooDeep: Expression?

  /// The text before the tests.
  package static func imports(for code: String, own: [String] = []) -> String {
    var modules = ["MarblesTesting", "Pipes", "Testing"] + own
    if code.contains("VirtualInstant") { modules.append("VirtualTime") }
    return modules.uniqued.sorted().map { "import \($0)\n" }.joined()
  }
  /// The failures of all streams, for tests in which something fails.
  package static let failure = """
    /// The failures of the streams: a string.
    private struct Failed: Error, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
      var description: String
      init(stringLiteral value: String) { description = value }
      init(_ text: String) { description = text }
    }

    """

  private init(_ spec: ExecutedSpec) {
    self.spec = spec
    file = spec.file
    names = SwiftNames(file)
    usedKeys = file.usedKeys
    var definitions: [String: SpecFile.Definition] = [:]
    for definition in file.definitions where definitions[definition.name] == nil {
      definitions[definition.name] = definition
    }
    self.definitions = definitions
    pipelines = file.blocks.flatMap(\.expressions) + file.definitions.compactMap { $0.pipeline?.expression }
    canFail = file.canFail || pipelines.contains(where: \.canFail)
    takesTextsApart = pipelines.contains(where: \.takesTextsApart)
    // The shape of a closure is computed again for each closure around it.
    tooDeep = (pipelines + file.table.entries.map(\.expression)).first { $0.closureDepth > 5 }
    expression = SwiftExpression(test: names.test)
    expression.renamed = names.renamed
    expression.canFail = canFail
    expression.failsOddly = failsOddly
    expression.coldNames = Set(file.sources.filter { !$0.isHot }.map(\.name))
    for definition in file.definitions { learn(definition) }
  }

  /// Writes the tests of a spec. The names of its functions are added to `taken`.
  ///
  /// - Parameter subject: Swift code that creates the tested stream, in the place of the pipelines.
  package static func code(of spec: ExecutedSpec, taken: inout Set<String>, subject: String? = nil) throws(SpecProblem)
    -> String
  {
    var functions: [String] = []
    var all = SwiftTest(spec)
    all.subject = subject
    for index in spec.file.blocks.indices {
      var writer = all
      writer.expression.refusals = SwiftExpression.Refusals()
      try writer.write(index, &taken)
      functions.append(writer.lines.joined(separator: "\n") + "\n")
    }
    return functions.joined(separator: "\n")
  }

  /// Records the facts about a named stream, value or closure that expressions need.
  private mutating func learn(_ definition: SpecFile.Definition) {
    switch definition {
    case .derived(let derived):
      if derived.pipeline.expression.isFunction { expression.functions[derived.name] = derived.pipeline.expression }
      if !derived.isStream, derived.pipeline.expression.hasDuration { expression.durations.insert(derived.name) }
      expression.names[derived.name] = expression.shape(derived.pipeline.expression)
      expression.outputs[derived.name] = expression.output(derived.pipeline.expression)
    case .source(let source):
      let values = source.rows.flatMap(\.lane.keys).compactMap { key in
        if case .symbol(let symbol) = key { file.table.meaning(of: symbol) } else { nil }
      }
      let failure = canFail ? SwiftFailure.failed : .never
      let isOfStreams = values.contains { if case .stream = $0 { true } else { false } }
      expression.names[source.name] = .stream(failure, of: isOfStreams ? .stream(failure, of: .value) : .value)
      expression.outputs[source.name] = SwiftValue.type(of: values)
    }
  }

  // MARK: The function

  private mutating func write(_ index: Int, _ taken: inout Set<String>) throws(SpecProblem) {
    let block = file.blocks[index], outcome = spec.outcomes[index]
    if let busy = file.busy {
      throw file.text.problem("in a test in Swift the scheduler is never busy", at: busy.span)
    }
    if let runaway = outcome.runaway {
      throw file.text.problem(
        "the run does not end, and neither would a test: \(runaway)", at: block.pipeline.expression.span)
    }
    if let value = outcome.recordings.flatMap(\.values).first(where: \.isIncomparable) {
      throw file.text.problem(
        "the pipeline sends \(value.shown), which a test in Swift cannot compare", at: block.pipeline.expression.span)
    }
    for values in outcome.recordings.map({ $0.values.filter { $0 != .nil } }) {
      guard let odd = values.first(where: { !$0.sharesType(with: values[0]) }) else { continue }
      let message =
        "the pipeline sends values of different types, \(values[0].shown) and \(odd.shown); in Swift a stream cannot"
      throw file.text.problem(message, at: block.pipeline.expression.span)
    }
    if let deep = tooDeep {
      throw file.text.problem("the closures are nested too deeply to be written in Swift", at: deep.span)
    }
    let number = file.blocks.count > 1 ? "\(index + 1)" : ""
    if let note = file.headers["note"] { lines += note.wrapped(width: 110).map { "/// " + $0 } }
    lines.append("@Test func \(names.function(number, &taken))() throws {")
    let frame = file.frame == Lane.defaultFrame ? "" : "(frame: \(SwiftValue.duration(file.frame)))"
    lines.append("  try marbles\(frame) { \(names.test) in")
    use(of: block)
    let watching = watches(block, outcome)
    try declareStreams(of: block, outcome, watching: watching)
    if outcome.leavesSomething { lines.append("    \(names.test).allowLive()") }
    let result = subject(of: block, outcome)
    resultType = SwiftValue.type(of: outcome.recordings.flatMap(\.values))
    try expect(result, block, outcome, watching: watching)
    if let law = block.law { expect(result, toEqual: law, in: block) }
    for (number, connection) in block.connections.enumerated() { try connect(connection, number) }
    for name in block.windows.map(\.name).uniqued {
      let rows = block.windows.filter { $0.name == name }.map(\.row)
      let isOfAttempts = rows[0].lane.isOfAttempts
      let windows = rows.map { isOfAttempts ? String(quoted($0).map { $0 == "^" ? "a" : $0 }) : quoted($0) }.joined(
        separator: ", ")
      lines.append(
        "    \(names.test).expect(\(isOfAttempts ? "attempts" : "subscriptions")Of: \(swift(name))).toBe(\(windows))")
    }
    lines += ["  }", "}"]
    if let refusal = expression.refusals.all.first { throw file.text.problem(refusal.message, at: refusal.span) }
  }

  /// The stream of the expectation; a pipeline is given a name.
  private mutating func subject(of block: SpecFile.Block, _ outcome: SpecOutcome) -> String {
    if let subject {
      lines.append("    let \(names.result) = \(subject)")
      return names.result
    }
    if case .name(let name) = block.pipeline.expression.kind { return expression.renamed[name] ?? name }
    expression.hint = SwiftValue.type(of: outcome.recordings.flatMap(\.values))
    lines.append(statement("let \(names.result) = ", block.pipeline.expression))
    return names.result
  }

  /// A statement in one line if it fits, else with a line for each operator.
  func statement(_ start: String, _ expression: Expression) -> String {
    let pieces = expression.isEmptyOrigin ? [self.expression.typed(expression)] : self.expression.chain(expression)
    let code = pieces.joined()
    if 4 + start.count + code.count <= 110 || code.contains("\n") || pieces.count == 1 { return "    " + start + code }
    return "    " + start.dropLast() + "\n      " + pieces.joined(separator: "\n      ")
  }

  /// Expects the rows and the rules. Rules that watch the subscriptions of the test are written first, so that they see
  /// each event first.
  private mutating func expect(_ result: String, _ block: SpecFile.Block, _ outcome: SpecOutcome, watching: Bool)
    throws(SpecProblem)
  {
    let rows = block.rowsOfSubscribers
    var subjects = rows.map { _ in result }, results = [result]
    if watching, block.rules.contains(where: \.isAboutResult) {
      results = rows.indices.map { free("seen" + (rows.count > 1 ? "\($0 + 1)" : "")) }
      for seen in results { lines.append("    let \(seen) = Seen(\(result))") }
      subjects = results.map { $0 + ".stream" }
    }
    let isNamed = subjects[0] != result
    func rules() throws(SpecProblem) -> [String] {
      var all: [String] = []
      for rule in block.rules {
        let verdict = outcome.rules.first { $0.rule.span == rule.span }?.verdict
        all += try statements(rule, results: results, watching: watching, verdict)
      }
      return all
    }
    if watching { lines += try rules() }
    for (subject, (row, received)) in zip(subjects, zip(rows, outcome.recordings)) {
      if let row = row.expected { try checkType(of: row, received, block) }
      expect(subject, row, received, name: isNamed ? result : nil)
    }
    if !watching { lines += try rules() }
  }

  /// Refuses a row with a value of another type than the pipeline sends: it differs, and in Swift it does not compile.
  private func checkType(of row: SpecFile.MarbleRow, _ received: SpecOutcome.Events, _ block: SpecFile.Block)
    throws(SpecProblem)
  {
    let sent = received.values.first { $0 != .nil }
    let type = SwiftValue.type(of: received.values) ?? expression.output(block.pipeline.expression)
    for (_, mark) in row.lane.marks {
      guard case .value(let symbol) = mark.kind, let span = row.span(of: mark) else { continue }
      let value = file.table.meaning(of: symbol)
      if value == .nil { continue }
      if let sent {
        if value.sharesType(with: sent) { continue }
      } else {
        guard let type, let own = SwiftValue.type(value), !Self.isAlike(own, type) else { continue }
      }
      throw file.text.problem(
        "the row has \(value.shown), and the pipeline sends \(sent?.shown ?? type ?? ""); in Swift these types differ",
        at: span)
    }
  }
  /// Whether two types may have the same values: a whole number may be a decimal, and any value an optional.
  private static func isAlike(_ one: String, _ other: String) -> Bool {
    func parts(_ type: String) -> (words: [Substring], signs: String) {
      func isSign(_ character: Character) -> Bool { "[](), :?".contains(character) }
      let words = type.split(whereSeparator: isSign).map { $0 == "Double" ? "Int" : $0 }
      return (words, type.filter { isSign($0) && $0 != "?" })
    }
    return parts(one) == parts(other)
  }

  private mutating func expect(
    _ subject: String, _ row: SpecFile.SubscriberRows, _ received: SpecOutcome.Events, name: String?
  ) {
    var arguments = [subject]
    let expected = (row.expected?.lane.keys ?? []).compactMap { file.table.value(of: $0) }
    if (received.values + expected).contains(where: \.hidesTuple) { arguments.append(#"by: { "\($0)" == "\($1)" }"#) }
    if let from = row.from { arguments.append("from: " + quoted(from)) }
    if let demand = row.demand { arguments.append("demand: " + quoted(demand)) }
    if let name { arguments.append("name: " + SwiftLiteral.of(name)) }
    let symbolizer = Symbolizer(file, alsoTaken: usedKeys)
    let lane = row.expected?.lane ?? symbolizer.lane(of: received, frame: file.frame)
    let marbles = row.expected.map(quoted) ?? SwiftLiteral.of(lane.description)
    let isDecimal = received.values.contains { if case .decimal = $0 { true } else { false } }
    var values = values(of: lane, in: symbolizer.table, isDecimal: isDecimal, isTyped: true)
    if let error = symbolizer.table.value(of: .failure), lane.keys.contains(.failure) {
      values.arguments += ", error: Failed(\(SwiftValue.failure(error)))"
    }
    lines.append(
      "    \(names.test).expect(\(arguments.joined(separator: ", "))).toBe(\(marbles)\(values.arguments))\(values.closure)"
    )
  }

  /// Expects that the pipeline sends what the other side of a law does, for the rows of this spec.
  private mutating func expect(_ result: String, toEqual law: SpecFile.Law, in block: SpecFile.Block) {
    guard isWritten(law, block) else {
      return lines.append("    // 'marble check' compares it for all short rows with \(law.pipeline.lines.joined())")
    }
    // With code of the user in the place of the pipeline, the streams of the law may not have been declared.
    for name in names(usedBy: law.pipeline.expression) { declare(name) }
    let name = free("law")
    lines.append("    // 'marble check' compares both for all short rows, not only for these.")
    lines.append(statement("let \(name) = ", law.pipeline.expression))
    lines.append("    \(names.test).expect(\(result)).toEqual(\(name))")
  }

  /// Whether a law is an expectation of the test. Its other side would be a further subscriber of the sources that
  /// other lines speak of, and of those that play another row for it.
  func isWritten(_ law: SpecFile.Law, _ block: SpecFile.Block) -> Bool {
    let playsInTurn = file.sources.contains { $0.rows.count > 1 }
    return block.windows.isEmpty && block.rules.isEmpty && block.connections.isEmpty && !playsInTurn
  }

  /// Connects a stream at the instants of a lane: `c` connects, `x` cancels that.
  private mutating func connect(_ connection: SpecFile.WindowRow, _ number: Int) throws(SpecProblem) {
    // A hot source is declared before the stream that is connected, so that its event comes first there.
    let instants = Set(connection.row.lane.moments.map(\.instant))
    for case .source(let source)? in declared.map({ definitions[$0] }) where source.isHot {
      guard source.lane.moments.contains(where: { instants.contains($0.instant) }) else { continue }
      throw file.text.problem(
        "\(source.name) sends at the instant of a connection, which comes first here, and second in Swift",
        at: connection.row.span)
    }
    var name = "connection" + (number == 0 ? "" : "\(number + 1)")
    while definitions[name] != nil { name += "_" }
    let row = String(file.text.lines[connection.row.span.line][connection.row.span.columns])
    let actions = String(row.map { $0 == "^" ? "c" : $0 == "!" ? "x" : $0 })
    lines.append("    var \(name): (any Cancellable)?")
    lines.append(
      "    \(names.test).atEach(\(SwiftLiteral.of(actions))) { if $0 == \"c\" { \(name) = \(swift(connection.name)).connect() } else { \(name)?.cancel() } }"
    )
  }

  // MARK: Words

  /// Whether some failure is another value than a text.
  private var failsOddly: Bool {
    if case .string = file.table.failure(nil).value {} else { return true }
    return pipelines.contains(where: \.failsOddly)
  }

  func quoted(_ source: SpecFile.Source) -> String {
    let later = source.rows.dropFirst().map(quoted)
    return quoted(source.rows[0]) + (later.isEmpty ? "" : ", then: [\(later.joined(separator: ", "))]")
  }
  func quoted(_ row: SpecFile.MarbleRow) -> String {
    let text = String(file.text.lines[row.span.line][row.span.columns])
    let begins = row.lane.moments.contains { $0.marks.contains { $0.kind == .subscribe } }
    return SwiftLiteral.of(begins ? text.beginning(as: .window) : text)
  }
}

extension String {
  /// The words of the text in lines of a width, unless a word is longer.
  package func wrapped(width: Int) -> [String] {
    var lines = [""]
    for word in split(separator: " ") {
      if !lines[lines.count - 1].isEmpty, lines[lines.count - 1].count + 1 + word.count > width { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return lines
  }
}

extension SpecFile {
  /// Whether a row has a failure.
  fileprivate var canFail: Bool {
    eventRows.flatMap(\.lane.moments).flatMap(\.marks).contains { if case .failure = $0.kind { true } else { false } }
  }
  var hasIntegers: Bool {
    sources.contains { source in
      source.rows.flatMap(\.lane.keys).contains { key in
        if case .symbol(let symbol) = key, case .integer = table.meaning(of: symbol) { true } else { false }
      }
    }
  }
}
