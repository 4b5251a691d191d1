import MarbleSpecs
import Marbles
import VirtualTime

/// Writes a spec as tests in Swift, one function for each pipeline.
package struct SwiftTest {
  private let spec: ExecutedSpec
  let file: SpecFile
  let names: SwiftNames
  /// The symbols that the file uses.
  private let usedKeys: Set<SymbolTable.Key>
  private var lines: [String] = []
  /// The streams that the function has declared.
  private var declared: Set<String> = []
  var expression: SwiftExpression
  private let definitions: [String: SpecFile.Definition]
  private let pipelines: [Expression]
  /// Whether any stream may fail.
  private let canFail: Bool
  /// Whether closures may split a text into characters or parts, which have other types in Swift.
  private let takesTextsApart: Bool
  /// The code that is tested in the place of the pipelines.
  private var subject: String?
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
    for definition in file.definitions where definitions[definition.name] == nil { definitions[definition.name] = definition }
    self.definitions = definitions
    pipelines =
      file.blocks.flatMap { [$0.pipeline.expression] + ($0.law.map { [$0.pipeline.expression] } ?? []) }
      + file.definitions.compactMap { $0.pipeline?.expression }
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
  package static func code(of spec: ExecutedSpec, taken: inout Set<String>, subject: String? = nil) throws(SpecProblem) -> String {
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
    if let runaway = outcome.runaway {
      throw file.text.problem("the run does not end, and neither would a test: \(runaway)", at: block.pipeline.expression.span)
    }
    if let value = outcome.recordings.flatMap(\.values).first(where: \.isIncomparable) {
      throw file.text.problem("the pipeline sends \(value.shown), which a test in Swift cannot compare", at: block.pipeline.expression.span)
    }
    for values in outcome.recordings.map({ $0.values.filter { $0 != .absent } }) {
      guard let odd = values.first(where: { !$0.sharesType(with: values[0]) }) else { continue }
      let message = "the pipeline sends values of different types, \(values[0].shown) and \(odd.shown); in Swift a stream cannot"
      throw file.text.problem(message, at: block.pipeline.expression.span)
    }
    if let deep = tooDeep {
      throw file.text.problem("the closures are nested too deeply to be written in Swift", at: deep.span)
    }
    let number = file.blocks.count > 1 ? "\(index + 1)" : ""
    if let note = file.headers["note"] { lines += wrapped(note, width: 130).map { "/// " + $0 } }
    lines.append("@Test func \(names.function(number, &taken))() throws {")
    let frame = file.frame == Lane.defaultFrame ? "" : "(frame: \(SwiftValue.duration(file.frame)))"
    lines.append("  try marbles\(frame) { \(names.test) in")
    if subject == nil { declare(block.pipeline.expression) } else { declareSources(of: block.pipeline.expression) }
    for name in (block.windows + block.connections).map(\.name) + block.rules.flatMap(\.streams) { declare(name) }
    if outcome.leavesSomething { lines.append("    \(names.test).allowLive()") }
    let result = subject(of: block, outcome)
    let rows = block.subscribers.isEmpty ? [SpecFile.SubscriberRows()] : block.subscribers
    for (row, received) in zip(rows, outcome.recordings) { expect(result, row, received) }
    for rule in block.rules { lines.append(statement(rule, result: result)) }
    if let law = block.law { expect(result, toEqual: law, in: block) }
    for (number, connection) in block.connections.enumerated() { connect(connection, number) }
    for name in block.windows.map(\.name).uniqued {
      let windows = block.windows.filter { $0.name == name }.map { quoted($0.row) }
      lines.append("    \(names.test).expect(subscriptionsOf: \(swift(name))).toBe(\(windows.joined(separator: ", ")))")
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
    if case .name(let name) = block.pipeline.expression.kind { return swift(name) }
    expression.hint = SwiftValue.type(of: outcome.recordings.flatMap(\.values))
    lines.append(statement("let \(names.result) = ", block.pipeline.expression))
    return names.result
  }

  /// A statement in one line if it fits, else with a line for each operator.
  private func statement(_ start: String, _ expression: Expression) -> String {
    let pieces = expression.isEmptyOrigin ? [self.expression.typed(expression)] : self.expression.chain(expression)
    let code = pieces.joined()
    if 4 + start.count + code.count <= 130 || code.contains("\n") || pieces.count == 1 { return "    " + start + code }
    return "    " + start.dropLast() + "\n      " + pieces.joined(separator: "\n      ")
  }

  private mutating func expect(_ subject: String, _ row: SpecFile.SubscriberRows, _ received: SpecOutcome.Events) {
    var arguments = [subject]
    let expected = (row.expected?.lane.keys ?? []).compactMap { file.table.value(of: $0) }
    if (received.values + expected).contains(where: \.hidesTuple) { arguments.append(#"by: { "\($0)" == "\($1)" }"#) }
    if let from = row.from { arguments.append("from: " + quoted(from)) }
    if let demand = row.demand { arguments.append("demand: " + quoted(demand)) }
    let symbolizer = Symbolizer(file, alsoTaken: usedKeys)
    let lane =
      row.expected?.lane ?? received.lane(frame: file.frame, value: { symbolizer.kind(of: $0) }, failure: { symbolizer.kind(of: $0) })
    let marbles = row.expected.map(quoted) ?? SwiftLiteral.of(lane.description)
    let isDecimal = received.values.contains { if case .decimal = $0 { true } else { false } }
    var values = values(of: lane, in: symbolizer.table, isDecimal: isDecimal, isTyped: true)
    if let error = symbolizer.table.value(of: .failure), lane.keys.contains(.failure) {
      values.arguments += ", error: Failed(\(SwiftValue.failure(error)))"
    }
    lines.append("    \(names.test).expect(\(arguments.joined(separator: ", "))).toBe(\(marbles)\(values.arguments))\(values.closure)")
  }

  /// Expects that the pipeline sends what the other side of a law does, for the rows of this spec.
  private mutating func expect(_ result: String, toEqual law: SpecFile.Law, in block: SpecFile.Block) {
    // The other side would be a further subscriber of the sources that these lines speak of.
    if !block.windows.isEmpty || !block.rules.isEmpty || !block.connections.isEmpty {
      return lines.append("    // 'marble check' compares it for all short rows with \(law.pipeline.lines.joined())")
    }
    // With code of the user in the place of the pipeline, the streams of the law may not have been declared.
    declare(law.pipeline.expression)
    var name = "law"
    while definitions[name] != nil || name == names.result || name == names.test { name += "_" }
    lines.append("    // 'marble check' compares both for all short rows, not only for these.")
    lines.append(statement("let \(name) = ", law.pipeline.expression))
    lines.append("    \(names.test).expect(\(result)).toEqual(\(name))")
  }

  /// Connects a stream at the instants of a lane: `c` connects, `x` cancels that.
  private mutating func connect(_ connection: SpecFile.WindowRow, _ number: Int) {
    var name = "connection" + (number == 0 ? "" : "\(number + 1)")
    while definitions[name] != nil { name += "_" }
    let row = String(file.text.lines[connection.row.span.line][connection.row.span.columns])
    let actions = String(row.map { $0 == "^" ? "c" : $0 == "!" ? "x" : $0 })
    lines.append("    var \(name): (any Cancellable)?")
    lines.append(
      "    \(names.test).atEach(\(SwiftLiteral.of(actions))) { if $0 == \"c\" { \(name) = \(swift(connection.name)).connect() } else { \(name)?.cancel() } }"
    )
  }

  // MARK: Streams

  /// Declares the streams that an expression uses, directly or through other streams, in order.
  private mutating func declare(_ expression: Expression) {
    switch expression.kind {
    case .name(let name), .functionName(let name): declare(name)
    default: break
    }
    for child in expression.kind.children { declare(child) }
  }
  private mutating func declare(_ name: String) {
    guard let definition = definitions[name], declared.insert(name).inserted else { return }
    switch definition {
    case .derived(let derived):
      declare(derived.pipeline.expression)
      if derived.pipeline.expression.isFunction { return }
      expression.hint = nil
      lines.append(statement("let \(swift(name)) = ", derived.pipeline.expression))
    case .source(let source):
      for key in source.rows.flatMap(\.lane.keys) {
        if let index = file.table.index(of: key) { declare(file.table.entries[index].expression) }
      }
      lines.append("    let \(swift(name)) = \(names.test).\(source.isHot ? "hot" : "cold")(\(arguments(of: source))")
    }
  }
  /// Declares the sources that an expression uses, directly or through other streams.
  private mutating func declareSources(of expression: Expression) {
    switch expression.kind {
    case .name(let name), .functionName(let name):
      switch definitions[name] {
      case .source: declare(name)
      case .derived(let derived) where !declared.contains(name):
        declareSources(of: derived.pipeline.expression)
      default: break
      }
    default: break
    }
    for child in expression.kind.children { declareSources(of: child) }
  }
  func swift(_ name: String) -> String { names.renamed[name] ?? name }

  private func arguments(of source: SpecFile.Source) -> String {
    var values = values(of: source.lane, in: file.table, isDecimal: false, isTyped: false)
    if !source.lane.keys.contains(where: { $0 != .failure }) { values = none(of: source, isTable: false) }
    let errors = source.lane.moments.flatMap(\.marks).compactMap { mark -> String? in
      if case .failure(let text?) = mark.kind { text } else { nil }
    }.uniqued
    if !errors.isEmpty {
      let table = errors.map { "\(SwiftLiteral.of($0)): \(SwiftLiteral.of($0))" }.joined(separator: ", ")
      var all = self.values(of: source.lane, in: file.table, isDecimal: false, isTyped: false, isTable: true)
      if !source.lane.keys.contains(where: { $0 != .failure }) { all = none(of: source, isTable: true) }
      return "\(quoted(source))\(all.arguments), failure: Failed.self, errors: [\(table)])"
    }
    let error = canFail ? ", error: Failed(\(SwiftValue.failure(file.table.failure(nil).value)))" : ""
    return "\(quoted(source))\(values.arguments)\(error))\(values.closure)"
  }

  /// The values of a source without values. Their type is taken from the streams that it is joined with.
  private func none(of source: SpecFile.Source, isTable: Bool) -> (arguments: String, closure: String) {
    let type = pipelines.lazy.compactMap { expression.usage(of: source.name, in: $0) }.first ?? (file.hasIntegers ? "Int" : "String")
    switch type {
    case "String": return ("", "")
    case "Int" where !isTable: return ("", " { Int($0) }")
    default: return (", [:] as [String: \(type)]", "")
    }
  }

  /// The values of the symbols in a row: nothing if each symbol means itself, a closure if all are digits, else a table.
  private func values(of lane: Lane, in table: SymbolTable, isDecimal: Bool, isTyped: Bool, isTable: Bool = false)
    -> (arguments: String, closure: String)
  {
    var entries: [(symbol: Symbol, value: Value)] = []
    for case .symbol(let symbol) in lane.keys.uniqued { entries.append((symbol, table.meaning(of: symbol))) }
    if entries.allSatisfy({ $0.value == .text($0.symbol.text) }) {
      return (isTable || isTyped && takesTextsApart) && !entries.isEmpty ? listed(entries, isTyped: isTyped) : ("", "")
    }
    if !isTable, !isDecimal, entries.allSatisfy({ $0.value == $0.symbol.ownMeaning && SwiftValue.type($0.value) == "Int" }) {
      return ("", " { Int($0) }")
    }
    let hasDecimals = isDecimal || entries.contains { SwiftValue.type($0.value) == "Double" }
    if hasDecimals { entries = entries.map { ($0.symbol, $0.value.asDecimal) } }
    return listed(entries, isTyped: isTyped)
  }

  private func listed(_ entries: [(symbol: Symbol, value: Value)], isTyped: Bool = false) -> (arguments: String, closure: String) {
    let pairs = entries.map { symbol, value in
      if isTyped, case .duration(let nanoseconds) = value { return "\(SwiftLiteral.of(symbol.text)): \(SwiftValue.duration(nanoseconds))" }
      return "\(SwiftLiteral.of(symbol.text)): \(code(of: value))"
    }
    var table = ", [\(pairs.joined(separator: ", "))]"
    let values = entries.map(\.value)
    if !isTyped, values.contains(where: \.isVague) {
      let type = SwiftValue.type(of: values, failure: canFail ? "Failed" : "Never")
      table += " as [String: \(type ?? (values.contains(.absent) ? "Int?" : "[Int]"))]"
    }
    return (table, "")
  }

  /// The code of a value; of a stream, its name.
  private func code(of value: Value) -> String {
    if case .stream(let stream) = value, let name = stream.name { return swift(name) }
    return SwiftValue.code(value)
  }

  // MARK: Words

  /// Whether some failure is another value than a text.
  private var failsOddly: Bool {
    if case .text = file.table.failure(nil).value {} else { return true }
    return pipelines.contains(where: \.failsOddly)
  }

  private func quoted(_ source: SpecFile.Source) -> String {
    let later = source.rows.dropFirst().map(quoted)
    return quoted(source.rows[0]) + (later.isEmpty ? "" : ", then: [\(later.joined(separator: ", "))]")
  }
  private func quoted(_ row: SpecFile.MarbleRow) -> String {
    SwiftLiteral.of(String(file.text.lines[row.span.line][row.span.columns]))
  }

  private func wrapped(_ text: String, width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      if !lines[lines.count - 1].isEmpty, lines[lines.count - 1].count + 1 + word.count > width { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return lines
  }
}

extension SpecFile {
  /// Whether a row has a failure.
  fileprivate var canFail: Bool {
    let lanes = sourceRows.map(\.lane) + blocks.flatMap(\.subscribers).compactMap { $0.expected?.lane }
    return lanes.contains { $0.moments.contains { $0.marks.contains { if case .failure = $0.kind { true } else { false } } } }
  }
  /// Whether a source has integers.
  fileprivate var hasIntegers: Bool {
    sources.contains { source in
      source.rows.flatMap(\.lane.keys).contains { key in
        if case .symbol(let symbol) = key, case .integer = table.meaning(of: symbol) { true } else { false }
      }
    }
  }
}
