/// The meanings of the symbols of a row.
enum SymbolMeaning<Value> {
  /// The value of a symbol is its text, or it is read from the text if the type is `LosslessStringConvertible`.
  case itself
  case table([String: Value])
  case transform((String) -> Value?)

  init(_ table: [String: Value]?) { self = table.map { .table($0) } ?? .itself }

  @_specialize(where Value == String)
  @_specialize(where Value == Int)
  func value(of symbol: Symbol, _ mark: Mark, in text: String) throws(NotationError) -> Value {
    try found(symbol, mark, text)
  }
  // Apart, so that the choice of a specialized version looks up no types.
  @inline(never) private func found(_ symbol: Symbol, _ mark: Mark, _ text: String) throws(NotationError) -> Value {
    if let value = known(symbol) { return value }
    let range = mark.range ?? 0..<0
    let fix =
      switch self {
      case .itself where Value.self == Void.self: "pass { _ in } for values of type Void"
      case .itself: "pass a table, such as [\"\(symbol.text)\": value], or a closure from symbols to \(Value.self)"
      case .table(let table): "the table has \(listed(table.keys))"
      case .transform: "the closure returned nil"
      }
    var message = "'\(symbol.text)' is not of type \(Value.self)"
    if case .table = self { message = "'\(symbol.text)' is not in the table" }
    throw NotationError(text: text, message: message, fix: fix, range: range)
  }
  /// The value of a symbol, if it has one.
  func known(_ symbol: Symbol) -> Value? {
    switch self {
    case .itself: symbol.text as? Value ?? SymbolMeaning.parsed(symbol.text)
    case .table(let table): table[symbol.text]
    case .transform(let transform): transform(symbol.text)
    }
  }
  private static func parsed(_ text: String) -> Value? {
    (Value.self as? any LosslessStringConvertible.Type)?.init(text) as? Value
  }

  /// The names of the table, sorted; empty if there is no table.
  var names: [String] { if case .table(let table) = self { table.keys.sorted() } else { [] } }
  /// The table, in the order of the names.
  var entries: [(name: String, value: Value)] {
    if case .table(let table) = self { names.map { ($0, table[$0]!) } } else { [] }
  }
}

extension SymbolMeaning {
  /// A table with names for the values that it does not have, in order, and their literals in Swift; `nil` for a value
  /// that has none.
  func naming(
    _ values: [Value], taken lane: Lane, _ areEqual: (Value, Value) -> Bool
  ) -> (meaning: SymbolMeaning, new: [(name: String, value: Value, literal: String?)]) {
    guard case .table(var table) = self else { return (self, []) }
    var new: [(name: String, value: Value, literal: String?)] = []
    var taken = Set(table.keys).union(lane.moments.flatMap(\.content).map(\.text))
    for value in values where !table.values.contains(where: { areEqual($0, value) }) {
      let free = "abcdefghijklmnopqrstuvwxyz".lazy.map(String.init).first { !taken.contains($0) }
      let name = free ?? "v\(table.count)"
      taken.insert(name)
      table[name] = value
      new.append((name, value, Self.literal(value)))
    }
    return (.table(table), new)
  }
  /// The value as a literal of Swift; `nil` for a type that has none.
  private static func literal(_ value: Value) -> String? {
    switch value {
    case let text as String: return SwiftLiteral.of(text)
    case let number as any BinaryInteger: return "\(number)"
    case let number as any BinaryFloatingPoint: return number.isFinite ? "\(number)" : nil
    case let isTrue as Bool: return "\(isTrue)"
    default:
      let mirror = Mirror(reflecting: value)
      let isCase = mirror.displayStyle == .enum && mirror.children.isEmpty && !(value is any CustomStringConvertible)
      return isCase && type(of: value) == Value.self ? ".\(value)" : nil
    }
  }
}

/// The meanings of `#` and `#'text'`. A class, because passing on a structure looks up its type each time.
final class FailureMeaning<Failure: Error> {
  /// The error of a bare `#`.
  let error: Failure?
  let table: [String: Failure]?

  init(error: Failure? = nil, table: [String: Failure]? = nil) {
    self.error = error
    self.table = table
  }

  func error(of text: String?, _ mark: Mark, in row: String) throws(NotationError) -> Failure {
    let table = table ?? [:]
    if let error = text.map({ table[$0] }) ?? error { return error }
    let fix =
      if let text {
        table.isEmpty
          ? "pass errors: [\"\(text)\": …], or error: for a bare '#'" : "the table has \(listed(table.keys))"
      } else {
        "pass error: with the failure of the stream"
      }
    let isMissing = text != nil && !table.isEmpty
    let message = isMissing ? "'\(text!)' is not in the table of errors" : "'\(mark.text)' has no error"
    throw NotationError(text: row, message: message, fix: fix, range: mark.range ?? 0..<0)
  }

  var names: [String] { table?.keys.sorted() ?? [] }

  /// Returns the name of an error in the table; `nil` if the table does not have it.
  func name(of error: Failure) -> String? { names.first { Sameness(table![$0]!, error) == .same } }
}

private func listed(_ names: some Collection<String>) -> String {
  names.isEmpty ? "no names" : names.sorted().map { "'\($0)'" }.joined(separator: ", ")
}
