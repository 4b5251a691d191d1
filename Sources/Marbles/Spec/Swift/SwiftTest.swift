import VirtualTime

/// Writes a spec as tests in Swift: one function for each pipeline.
package struct SwiftTest {
  private let spec: ExecutedSpec
  private let file: SpecFile
  private let test: String
  private var lines: [String] = []
  /// The streams that the function declares already.
  private var declared: Set<String> = []
  private let expression: SwiftExpression

  /// What stands before the tests.
  package static func imports(for code: String) -> String {
    "import MarblesTesting\nimport Pipes\nimport Testing\n" + (code.contains("VirtualInstant") ? "import VirtualTime\n" : "")
  }
  /// The failures of all streams, for tests in which something fails.
  package static let failure = """
    /// What the streams fail with: a text.
    private struct Failed: Error, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
      var description: String
      init(stringLiteral value: String) { description = value }
      init(_ text: String) { description = text }
    }

    """

  private init(_ spec: ExecutedSpec) {
    self.spec = spec
    file = spec.file
    test = file.definitions.contains { $0.name == "m" } ? "test" : "m"
    expression = SwiftExpression(test: test)
  }

  /// The tests of a spec, and whether they need ``failure``.
  package static func code(of spec: ExecutedSpec) -> (code: String, needsFailure: Bool) {
    var functions: [String] = []
    for index in spec.file.blocks.indices {
      var writer = SwiftTest(spec)
      writer.write(index)
      functions.append(writer.lines.joined(separator: "\n") + "\n")
    }
    return (functions.joined(separator: "\n"), SwiftTest(spec).canFail)
  }

  // MARK: The function

  private mutating func write(_ index: Int) {
    let block = file.blocks[index]
    let number = file.blocks.count > 1 ? "\(index + 1)" : ""
    if let note = file.headers["note"] { lines += wrapped(note, width: 130).map { "/// " + $0 } }
    lines.append("@Test func \(functionName)\(number)() throws {")
    let frame = file.frame == Lane.defaultFrame ? "" : "(frame: \(SwiftValue.duration(file.frame)))"
    lines.append("  try marbles\(frame) { \(test) in")
    declare(block.pipeline.expression)
    for name in block.windows.map(\.name) { declare(name) }
    let result = subject(of: block)
    let rows = block.subscribers.isEmpty ? [SpecFile.SubscriberRows()] : block.subscribers
    for (row, received) in zip(rows, spec.outcomes[index].recordings) { expect(result, row, received) }
    for name in block.windows.map(\.name).uniqued {
      let windows = block.windows.filter { $0.name == name }.map { quoted($0.row) }
      lines.append("    \(test).expect(subscriptionsOf: \(name)).toBe(\(windows.joined(separator: ", ")))")
    }
    lines += ["  }", "}"]
  }

  /// The stream that is expected; a pipeline gets a name.
  private mutating func subject(of block: SpecFile.Block) -> String {
    if case .name(let name) = block.pipeline.expression.kind { return name }
    let name = file.definitions.contains { $0.name == "result" } ? "outcome" : "result"
    lines.append(statement("let \(name) = ", block.pipeline.expression))
    if case .call(let callee, _) = block.pipeline.expression.kind, case .name(let origin) = callee.kind, ["Empty", "Fail"].contains(origin)
    {
      // Nothing else says what these would send.
      lines[lines.count - 1].insert(contentsOf: "<Int, \(canFail ? "Failed" : "Never")>", at: lines[lines.count - 1].firstIndex(of: "(")!)
    }
    return name
  }

  /// In one line if it fits, else a line for each operator.
  private func statement(_ start: String, _ expression: Expression) -> String {
    let code = self.expression.code(expression)
    if 4 + start.count + code.count <= 130 || code.contains("\n") { return "    " + start + code }
    var pieces: [String] = []
    var rest = expression
    while case .call(let callee, let arguments) = rest.kind, case .member(let base, let name, let span, let isOptional) = callee.kind,
      !base.isSpace(of: name)
    {
      let operation = Expression(.member(Expression(.name("_"), span), name, at: span, isOptional: isOptional), span)
      pieces.insert(String(self.expression.code(Expression(.call(operation, arguments), span)).dropFirst()), at: 0)
      rest = base
    }
    return "    " + start.dropLast() + "\n      " + self.expression.code(rest, above: 9) + pieces.map { "\n      " + $0 }.joined()
  }

  private mutating func expect(_ subject: String, _ row: SpecFile.SubscriberRows, _ received: SpecOutcome.Events) {
    var arguments = [subject]
    if let from = row.from { arguments.append("from: " + quoted(from)) }
    if let demand = row.demand { arguments.append("demand: " + quoted(demand)) }
    var symbolizer = Symbolizer(file, alsoTaken: file.usedKeys)
    let lane =
      row.expected?.lane ?? received.lane(frame: file.frame, value: { symbolizer.kind(of: $0) }, failure: { symbolizer.kind(of: $0) })
    let marbles = row.expected.map(quoted) ?? Value.quoted(lane.description)
    let isDecimal = received.entries.contains { if case .value(.decimal) = $0.event { true } else { false } }
    var values = values(of: lane, in: symbolizer.table, isDecimal: isDecimal, isTyped: true)
    if let error = symbolizer.table.value(of: .failure), lane.keys.contains(.failure) {
      values.arguments += ", error: Failed(\(SwiftValue.code(error)))"
    }
    lines.append("    \(test).expect(\(arguments.joined(separator: ", "))).toBe(\(marbles)\(values.arguments))\(values.closure)")
  }

  // MARK: Streams

  /// Declares what an expression uses, and what that uses, in order.
  private mutating func declare(_ expression: Expression) {
    if case .name(let name) = expression.kind { declare(name) }
    for child in expression.kind.children { declare(child) }
  }
  private mutating func declare(_ name: String) {
    guard let definition = file.definitions.first(where: { $0.name == name }), declared.insert(name).inserted else { return }
    switch definition {
    case .derived(let derived):
      declare(derived.pipeline.expression)
      lines.append(statement("let \(name) = ", derived.pipeline.expression))
    case .source(let source):
      for key in source.row.lane.keys {
        if let index = file.table.index(of: key) { declare(file.table.entries[index].expression) }
      }
      lines.append("    let \(name) = \(test).\(source.isHot ? "hot" : "cold")(\(arguments(of: source))")
    }
  }

  private func arguments(of source: SpecFile.Source) -> String {
    let values = values(of: source.row.lane, in: file.table, isDecimal: false, isTyped: false)
    let errors = source.row.lane.moments.flatMap(\.marks).compactMap { mark -> String? in
      if case .failure(let text?) = mark.kind { text } else { nil }
    }.uniqued
    if !errors.isEmpty {
      let table = errors.map { "\(Value.quoted($0)): \(Value.quoted($0))" }.joined(separator: ", ")
      let all = self.values(of: source.row.lane, in: file.table, isDecimal: false, isTyped: false, isTable: true)
      return "\(quoted(source.row))\(all.arguments), failure: Failed.self, errors: [\(table)])"
    }
    let error = canFail ? ", error: Failed(\(SwiftValue.code(file.table.failure(nil).value)))" : ""
    return "\(quoted(source.row))\(values.arguments)\(error))\(values.closure)"
  }

  /// The values of the symbols in a row: nothing where each means itself, a closure where all are digits, else a table.
  private func values(of lane: Lane, in table: SymbolTable, isDecimal: Bool, isTyped: Bool, isTable: Bool = false)
    -> (arguments: String, closure: String)
  {
    var entries: [(symbol: Symbol, value: Value)] = []
    for case .symbol(let symbol) in lane.keys.uniqued { entries.append((symbol, table.meaning(of: symbol))) }
    if !isTyped, entries.isEmpty, file.hasIntegers { return isTable ? (", [:] as [String: Int]", "") : ("", " { Int($0) }") }
    if entries.allSatisfy({ $0.value == .text($0.symbol.text) }) { return isTable && !entries.isEmpty ? listed(entries) : ("", "") }
    if !isTable, !isDecimal, entries.allSatisfy({ $0.value == $0.symbol.ownMeaning && SwiftValue.type($0.value) == "Int" }) {
      return ("", " { Int($0) }")
    }
    let hasDecimals = isDecimal || entries.contains { SwiftValue.type($0.value) == "Double" }
    if hasDecimals { entries = entries.map { ($0.symbol, $0.value.asDecimal) } }
    return listed(entries, isTyped: isTyped)
  }

  private func listed(_ entries: [(symbol: Symbol, value: Value)], isTyped: Bool = false) -> (arguments: String, closure: String) {
    let pairs = entries.map { symbol, value in
      if isTyped, case .duration(let nanoseconds) = value { return "\(Value.quoted(symbol.text)): \(SwiftValue.duration(nanoseconds))" }
      return "\(Value.quoted(symbol.text)): \(SwiftValue.code(value))"
    }
    var table = ", [\(pairs.joined(separator: ", "))]"
    if !isTyped, let type = annotation(of: entries.map(\.value)) { table += " as [String: \(type)]" }
    return (table, "")
  }

  /// The type of values that do not say it themselves.
  private func annotation(of values: [Value]) -> String? {
    if values.contains(.absent) { return values.lazy.compactMap(SwiftValue.type).first.map { $0 + "?" } }
    for case .member("value", let items) in values {
      return items.elements.first.flatMap(SwiftValue.type).map { "Subscribers.Event<\($0), \(canFail ? "Failed" : "Never")>" }
    }
    return nil
  }

  // MARK: Words

  /// Whether any stream may fail.
  private var canFail: Bool {
    let lanes = file.sources.map(\.row.lane) + file.blocks.flatMap(\.subscribers).compactMap { $0.expected?.lane }
    let expressions = file.blocks.map(\.pipeline.expression) + file.definitions.compactMap { $0.pipeline?.expression }
    return lanes.contains { $0.moments.contains { $0.marks.contains { if case .failure = $0.kind { true } else { false } } } }
      || expressions.contains(where: \.canFail)
  }

  private func quoted(_ row: SpecFile.MarbleRow) -> String {
    Value.quoted(String(file.text.lines[row.span.line][row.span.columns]))
  }

  /// The title as the name of a function.
  private var functionName: String {
    let title = file.headers["title"] ?? file.text.file.baseName
    let words = title.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let name = words.enumerated().map { index, word in
      (index == 0 ? word.prefix(1).lowercased() : word.prefix(1).uppercased()) + word.dropFirst()
    }
    .joined()
    return name.isEmpty || name.first?.isNumber == true ? "spec\(name)" : name
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
  /// Whether some source has integers.
  fileprivate var hasIntegers: Bool {
    sources.contains { source in
      source.row.lane.keys.contains { key in
        if case .symbol(let symbol) = key, case .integer = table.meaning(of: symbol) { true } else { false }
      }
    }
  }
}

extension Expression {
  /// Whether it only says where a name belongs, as in `Timer.publish`.
  fileprivate func isSpace(of member: String) -> Bool {
    if case .name(let space) = kind { !OperatorTable.shared.forms(of: "\(space).\(member)", on: .nothing).isEmpty } else { false }
  }
}

extension SpecFile.Definition {
  var name: String {
    switch self {
    case .source(let source): source.name
    case .derived(let derived): derived.name
    }
  }
  fileprivate var pipeline: SpecFile.Pipeline? {
    if case .derived(let derived) = self { derived.pipeline } else { nil }
  }
}

extension Expression {
  /// Whether something in it fails, or deals with failures.
  fileprivate var canFail: Bool {
    switch kind {
    case .throwing: return true
    case .name("Fail"): return true
    case .call(_, let arguments) where arguments.contains { $0.label == "customError" }: return true
    default: return kind.children.contains(where: \.canFail)
    }
  }
}
