import Marbles
import VirtualTime

// The declarations of the streams.
extension SwiftTest {
  /// Collects the names of the streams that a pipeline and its lines use, directly or through other streams.
  mutating func use(of block: SpecFile.Block) {
    var found: [String] = names(usedBy: block.pipeline.expression)
    for name in (block.windows + block.connections).map(\.name) + block.rules.flatMap(\.streams) {
      found += names(usedBy: name)
    }
    used = Set(found)
    if let law = block.law, isWritten(law, block) { used.formUnion(names(usedBy: law.pipeline.expression)) }
  }

  /// The names that an expression uses, directly or through other streams; a name comes after those that its own
  /// definition uses.
  func names(usedBy expression: Expression) -> [String] {
    var found: [String] = []
    collect(expression, &found)
    return found
  }
  private func names(usedBy name: String) -> [String] {
    var found: [String] = []
    collect(name, &found)
    return found
  }
  private func collect(_ expression: Expression, _ found: inout [String]) {
    for part in expression.subexpressions {
      switch part.kind {
      case .name(let name), .functionName(let name): collect(name, &found)
      default: break
      }
    }
  }
  private func collect(_ name: String, _ found: inout [String]) {
    guard let definition = definitions[name], !found.contains(name) else { return }
    switch definition {
    case .derived(let derived): collect(derived.pipeline.expression, &found)
    case .source(let source):
      for key in source.rows.flatMap(\.lane.keys) {
        if let index = file.table.index(of: key) { collect(file.table.entries[index].expression, &found) }
      }
    }
    if !found.contains(name) { found.append(name) }
  }

  /// Declares the streams that a pipeline uses, in the order of the spec: at one instant, hot sources send in the order
  /// of their declarations.
  mutating func declareStreams(of block: SpecFile.Block, _ outcome: SpecOutcome, watching: Bool) throws(SpecProblem) {
    let watched = watching ? Set(block.rules.flatMap(\.streams)) : []
    let listed = Set((block.windows + block.connections).map(\.name) + block.rules.flatMap(\.streams))
    for definition in file.definitions where used.contains(definition.name) {
      // The user's code replaces the pipeline, and uses the sources.
      if subject != nil, case .derived = definition, !listed.contains(definition.name) { continue }
      // A stream that another one names is declared before that.
      for name in names(usedBy: definition.name) { declare(name, block, outcome, isWatched: watched.contains(name)) }
    }
    try checkOrder()
  }

  /// Hot sources that are declared in another order than in the spec must not send at one instant.
  private func checkOrder() throws(SpecProblem) {
    let hot = file.sources.filter { $0.isHot && declared.contains($0.name) }
    for (index, source) in hot.enumerated() {
      let instants = Set(source.lane.moments.map(\.instant))
      for later in hot[(index + 1)...]
      where declared.firstIndex(of: later.name)! < declared.firstIndex(of: source.name)! {
        if !later.lane.moments.contains(where: { instants.contains($0.instant) }) { continue }
        throw file.text.problem(
          "\(source.name) sends before \(later.name) at one instant; in Swift \(later.name) has to be declared first, and sends first",
          at: source.span)
      }
    }
  }

  mutating func declare(_ name: String) { declare(name, nil, nil, isWatched: false) }
  private mutating func declare(_ name: String, _ block: SpecFile.Block?, _ outcome: SpecOutcome?, isWatched: Bool) {
    guard let definition = definitions[name], !declared.contains(name) else { return }
    declared.append(name)
    switch definition {
    case .derived(let derived):
      if derived.pipeline.expression.isFunction { return }
      expression.hint = nil
      lines.append(statement("let \(swift(name)) = ", derived.pipeline.expression))
    case .source(let source):
      var declaration =
        "    let \(swift(name)) = \(names.test).\(source.isHot ? "hot" : "cold")(\(arguments(of: source))"
      // A test of several sources fails if nobody subscribes to one of them.
      let isCounted = block?.windows.contains { $0.name == name } ?? false
      let isOnlyOne = file.sources.count { used.contains($0.name) } == 1
      if let outcome, outcome.windows[name]?.isEmpty == true, !isOnlyOne, !isCounted, !isWatched || !source.isHot {
        declaration += ".allowingNoSubscriber()"
      }
      lines.append(declaration)
    }
    if isWatched, let block { watch(name, block) }
  }

  /// A name that means nothing else in the function.
  func free(_ name: String) -> String {
    var name = name
    while definitions[name] != nil || name == names.result || name == names.test || names.renamed.values.contains(name)
    { name += "_" }
    return name
  }
  func swift(_ name: String) -> String { names.renamed[name] ?? name }

  func arguments(of source: SpecFile.Source) -> String {
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
    let type =
      pipelines.lazy.compactMap { expression.usage(of: source.name, in: $0) }.first
      ?? (hasIntegers ? "Int" : "String")
    switch type {
    case "String": return ("", "")
    case "Int" where !isTable: return ("", " { Int($0) }")
    default: return (", [:] as [String: \(type)]", "")
    }
  }

  /// Whether integers are somewhere else in the spec: in rows, in rules, in closures, or among what the pipelines send.
  private var hasIntegers: Bool {
    file.hasIntegers || pipelines.contains(where: \.calculates) || receivesIntegers
      || file.blocks.contains(where: hasIntegers)
  }
  private func hasIntegers(_ block: SpecFile.Block) -> Bool {
    let events = block.rules.flatMap {
      [$0.sentence.trigger, $0.sentence.response, $0.sentence.exception].compactMap(\.self)
    }
    let values = events.flatMap(\.values).map { file.table.meaning(of: Symbol(written: $0)) }
    let expected = block.subscribers.flatMap { $0.expected?.lane.keys ?? [] }.compactMap { key in
      if case .symbol(let symbol) = key { file.table.meaning(of: symbol) } else { nil }
    }
    return (values + expected).contains { SwiftValue.type($0) == "Int" }
      || block.rules.contains { $0.condition?.hasInteger == true }
  }

  /// Whether all values that the pipelines send are integers: they come from an operator if no source has any.
  private var receivesIntegers: Bool {
    SwiftValue.type(of: spec.outcomes.flatMap(\.recordings).flatMap(\.values)) == "Int"
  }

  /// The values of the symbols in a row: nothing if each symbol means itself, a closure if all are digits, else a
  /// table.
  func values(of lane: Lane, in table: SymbolTable, isDecimal: Bool, isTyped: Bool, isTable: Bool = false)
    -> (arguments: String, closure: String)
  {
    var entries: [(symbol: Symbol, value: Value)] = []
    for case .symbol(let symbol) in lane.keys.uniqued { entries.append((symbol, table.meaning(of: symbol))) }
    if entries.allSatisfy({ $0.value == .string($0.symbol.text) }) {
      return (isTable || isTyped && takesTextsApart) && !entries.isEmpty ? listed(entries, isTyped: isTyped) : ("", "")
    }
    if !isTable, !isDecimal,
      entries.allSatisfy({ $0.value == $0.symbol.ownMeaning && SwiftValue.type($0.value) == "Int" })
    {
      return ("", " { Int($0) }")
    }
    let hasDecimals = isDecimal || entries.contains { SwiftValue.type($0.value) == "Double" }
    if hasDecimals { entries = entries.map { ($0.symbol, $0.value.asDecimal) } }
    return listed(entries, isTyped: isTyped)
  }

  private func listed(_ entries: [(symbol: Symbol, value: Value)], isTyped: Bool = false) -> (
    arguments: String, closure: String
  ) {
    let pairs = entries.map { symbol, value in
      if isTyped, case .duration(let nanoseconds) = value {
        return "\(SwiftLiteral.of(symbol.text)): \(SwiftValue.duration(nanoseconds))"
      }
      return "\(SwiftLiteral.of(symbol.text)): \(code(of: value))"
    }
    var table = ", [\(pairs.joined(separator: ", "))]"
    let values = entries.map(\.value)
    if !isTyped, values.contains(where: \.isVague) {
      let type = SwiftValue.type(of: values, failure: canFail ? "Failed" : "Never")
      table += " as [String: \(type ?? (values.contains(.nil) ? "Int?" : "[Int]"))]"
    }
    return (table, "")
  }

  /// The code of a value; of a stream, its name.
  private func code(of value: Value) -> String {
    guard case .stream(let stream) = value, let name = stream.name else { return SwiftValue.code(value) }
    if let watched = expression.renamed[name], watched != swift(name) { return watched }
    // Streams that rules watch have the erased type.
    return swift(name) + (seenNames.isEmpty ? "" : ".eraseToAnyPublisher()")
  }
}
