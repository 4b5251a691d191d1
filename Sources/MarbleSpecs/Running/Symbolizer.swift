import MarbleRuns
import Marbles

/// Chooses the symbols for printed values, and compares and names the values of expected rows.
///
/// The symbol is the first one of the tables with an equal value; else the digit or the character itself, if it is
/// free; else the next free letter, for which an entry is added.
package final class Symbolizer: EventNames {
  private(set) var table: SymbolTable
  /// The entries that may mean a value, by the value without integers.
  private var known: [Value: [Int]] = [:]
  /// The symbols that mean themselves somewhere in the file. They are used for no other value.
  private var taken: Set<SymbolTable.Key>
  /// Whether the file has a bare `#` that would change its meaning with an entry.
  private let usesBareFailure: Bool
  /// How many letters and numbers have been tried: a symbol that is taken never becomes free again.
  private var letter = 0
  private var number = 1

  init(_ file: SpecFile, alsoTaken: Set<SymbolTable.Key> = []) {
    table = file.table
    taken = Set(file.sourceRows.flatMap(\.lane.keys)).union(alsoTaken)
    usesBareFailure = taken.contains(.failure)
    // A sentence such as "zip sends a" must not seem to be about a stream.
    taken.formUnion(file.definitionNames.map { .symbol(Symbol($0)) })
    for index in table.entries.indices { know(index) }
  }

  /// The mark of a value. Adds an entry for a new value.
  package func kind(of value: Value) -> Mark.Kind {
    for index in known[value.withoutIntegers] ?? [] {
      if case .symbol(let symbol) = table.entries[index].key, value.isMeant(by: table.entries[index].value) {
        return .value(symbol)
      }
    }
    if let own = Symbolizer.ownSymbol(of: value), table.index(of: .symbol(own)) == nil {
      taken.insert(.symbol(own))
      return .value(own)
    }
    // A stream without a name cannot be written.
    guard value.canBeWritten else { return .anyValue }
    let symbol = freeSymbol()
    add(.symbol(symbol), value)
    return .value(symbol)
  }

  package func kind(of failure: SpecFailure) -> Mark.Kind {
    if table.failure(nil) == failure { return .failure(nil) }
    if case .string(let text) = failure.value, !text.contains(where: \.isNewline) { return .failure(text) }
    if table.value(of: .failure) == nil, !usesBareFailure, failure.value.canBeWritten {
      add(.failure, failure.value)
      return .failure(nil)
    }
    return .failure(failure.value.description)
  }

  package func isExpected(_ expected: Value, _ value: Value) -> Bool { value.isMeant(by: expected) }
  package func isExpected(_ expected: SpecFailure, _ failure: SpecFailure) -> Bool {
    failure.value.isMeant(by: expected.value)
  }
  package func text(of failure: SpecFailure) -> String { failure.value.plain }
  package func words(for value: Value, as symbol: Symbol?) -> String {
    let own: Symbol? = if case .value(let symbol) = kind(of: value) { symbol } else { nil }
    guard let symbol = symbol ?? own else { return value.shown }
    return value == symbol.ownMeaning && !(symbol.isQuoted && Int(symbol.text) != nil)
      ? "'\(symbol.text)'" : "'\(symbol.text)' (\(value.shown))"
  }

  /// The row of some events.
  func lane(of events: SpecOutcome.Events, frame: Int64) -> Lane {
    events.lane(frame: frame, value: { kind(of: $0) }, failure: { kind(of: $0) })
  }
  func mark(of event: SpecOutcome.Events.Event) -> TraceMark {
    switch event {
    case .value(let value): TraceMark(kind(of: value), value.description)
    case .failure(let failure): TraceMark(kind(of: failure), failure.value.description)
    case .finished: TraceMark(.finished, "")
    }
  }

  private func add(_ key: SymbolTable.Key, _ value: Value) {
    let place = Span(0, 0..<0)
    table.add(SymbolTable.Entry(key: key, value: value, expression: Expression(.literal(value), place), span: place))
    know(table.entries.count - 1)
  }
  private func know(_ entry: Int) { known[table.entries[entry].value.withoutIntegers, default: []].append(entry) }

  /// The digit or the character that means the value without a table.
  static func ownSymbol(of value: Value) -> Symbol? {
    switch value {
    case .integer(let number) where (0...9).contains(number): return Symbol(String(number))
    case .string(let text):
      guard text.count == 1, !text.contains(where: \.isNewline) else { return nil }
      let symbol = Symbol(text)
      let isQuoted = symbol.notation != text || Int(text) != nil
      return Symbol(text, isQuoted: isQuoted)
    default: return nil
    }
  }

  private static let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".map { Symbol(String($0)) }

  private func freeSymbol() -> Symbol {
    func isFree(_ symbol: Symbol) -> Bool {
      table.index(of: .symbol(symbol)) == nil && !taken.contains(.symbol(symbol))
    }
    while letter < Symbolizer.letters.count, !isFree(Symbolizer.letters[letter]) { letter += 1 }
    if letter < Symbolizer.letters.count { return Symbolizer.letters[letter] }
    while !isFree(Symbol("v\(number)", isQuoted: true)) { number += 1 }
    return Symbol("v\(number)", isQuoted: true)
  }
}

extension ExpectedRow<Symbolizer> {
  init(_ lane: Lane, _ table: SymbolTable, _ names: Symbolizer) {
    self.init(lane, names, value: { symbol, _ in table.meaning(of: symbol) }) { text, _ in
      if let text { return .described(text) }
      return table.value(of: .failure).map { .failure(SpecFailure($0)) } ?? .described(nil)
    }
  }
}

extension Value {
  /// The value with decimals in the place of integers, at all levels. It is the same for two values of which one may
  /// mean the other.
  fileprivate var withoutIntegers: Value {
    switch self {
    case .integer: asDecimal
    case .array(let items): .list(items.elements.map(\.withoutIntegers))
    case .tuple(let items): .tuple(Items(items.elements.map(\.withoutIntegers)))
    case .member(let name, let items): .member(name, Items(items.elements.map(\.withoutIntegers)))
    default: self
    }
  }

  /// Whether the value has a literal.
  package var canBeWritten: Bool {
    switch self {
    case .stream(let stream): stream.name != nil
    case .function: false
    case .array(let items), .tuple(let items), .member(_, let items): items.elements.allSatisfy(\.canBeWritten)
    default: true
    }
  }
}
