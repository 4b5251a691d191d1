/// The meanings of the symbols of a row.
enum Meaning<Value> {
  /// Each stands for itself, which makes sense for strings.
  case itself
  case table([String: Value])
  case transform((String) -> Value?)

  init(_ table: [String: Value]?) { self = table.map { .table($0) } ?? .itself }

  /// The value of a symbol.
  func value(of symbol: Symbol, _ mark: Mark, in text: String) throws(NotationError) -> Value {
    let value: Value? =
      switch self {
      case .itself: symbol.text as? Value
      case .table(let table): table[symbol.text]
      case .transform(let transform): transform(symbol.text)
      }
    if let value { return value }
    let range = mark.range ?? 0..<0
    let fix =
      switch self {
      case .itself: "pass a table, such as [\"\(symbol.text)\": value], or a closure from symbols to \(Value.self)"
      case .table(let table): "the table has \(listed(table.keys))"
      case .transform: "the closure returned nil"
      }
    throw NotationError(text: text, message: "'\(symbol.text)' is no \(Value.self)", fix: fix, range: range)
  }

  /// The names of the table, sorted; none if there is no table.
  var names: [String] { if case .table(let table) = self { table.keys.sorted() } else { [] } }
  /// The table, in the order of the names.
  var entries: [(name: String, value: Value)] {
    if case .table(let table) = self { names.map { ($0, table[$0]!) } } else { [] }
  }
}

/// The meanings of `#` and `#'text'`.
struct FailureMeaning<Failure: Error> {
  /// The error of a bare `#`.
  var error: Failure?
  var table: [String: Failure]?

  func error(of text: String?, _ mark: Mark, in row: String) throws(NotationError) -> Failure {
    let table = table ?? [:]
    if let error = text.map({ table[$0] }) ?? error { return error }
    let fix =
      if let text {
        table.isEmpty ? "pass errors: [\"\(text)\": …], or error: for a bare '#'" : "the table of errors has \(listed(table.keys))"
      } else {
        "pass error: with what the stream fails with"
      }
    throw NotationError(text: row, message: "'\(mark.text)' has no error", fix: fix, range: mark.range ?? 0..<0)
  }

  /// The names of the table, sorted.
  var names: [String] { table?.keys.sorted() ?? [] }

  /// The name of an error, if the table has it.
  func name(of error: Failure) -> String? { names.first { areSame(table![$0]!, error) } }
}

private func listed(_ names: some Collection<String>) -> String {
  names.isEmpty ? "no names" : names.sorted().map { "'\($0)'" }.joined(separator: ", ")
}

/// Which names of the tables of a test are used by its rows. A name may be listed in one row's table and used by another's.
struct TableUse {
  private var tables: [(names: [String], place: SourcePlace)] = []
  private var lanes: [Lane] = []

  mutating func add(_ names: [String], usedBy lane: Lane, at place: SourcePlace) {
    if !names.isEmpty { tables.append((names.sorted(), place)) }
    lanes.append(lane)
  }

  private var used: Set<String> {
    var used: Set<String> = []
    for mark in lanes.flatMap(\.moments).flatMap(\.marks) {
      switch mark.kind {
      case .value(let symbol): used.insert(symbol.text)
      case .failure(let text?): used.insert("#" + text)
      default: break
      }
    }
    return used
  }

  /// A problem for each name that no row uses, where it is listed first.
  var problems: [MarbleFailure.Problem] {
    if tables.isEmpty { return [] }
    var known = used
    return tables.flatMap { table in
      table.names.compactMap { name in
        guard known.insert(name).inserted else { return nil }
        let shown = name.first == "#" && name.count > 1 ? name.dropFirst() : name[...]
        return .init(place: table.place, text: "no row uses '\(shown)' of the table\n  take it out")
      }
    }
  }
}
