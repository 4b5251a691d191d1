import MarbleDiagrams
import Marbles

/// Chooses the symbols for printed values.
///
/// The symbol is the first one of the tables with an equal value; else the digit or the character itself, if it is free; else the next free
/// letter, for which an entry is added.
package struct Symbolizer {
  package private(set) var table: SymbolTable
  /// The entries that may mean a value, by the value without integers.
  private var known: [Value: [Int]] = [:]
  /// The symbols that mean themselves somewhere in the file. They are used for no other value.
  private var taken: Set<SymbolTable.Key>
  /// Whether the file has a bare `#` that would change its meaning with an entry.
  private let usesBareFailure: Bool
  /// How many letters and numbers have been tried: a symbol that is taken never becomes free again.
  private var letter = 0
  private var number = 1

  package init(_ file: SpecFile, alsoTaken: Set<SymbolTable.Key> = []) {
    table = file.table
    taken = Set(file.sourceRows.flatMap(\.lane.keys)).union(alsoTaken)
    usesBareFailure = taken.contains(.failure)
    // A sentence such as "zip sends a" must not seem to be about a stream.
    taken.formUnion(file.definitionNames.map { .symbol(Symbol($0)) })
    for index in table.entries.indices { know(index) }
  }

  /// The mark of a value. Adds an entry for a new value.
  package mutating func kind(of value: Value) -> Mark.Kind {
    for index in known[value.withoutIntegers] ?? [] {
      if case .symbol(let symbol) = table.entries[index].key, value.isMeant(by: table.entries[index].value) { return .value(symbol) }
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

  package mutating func kind(of failure: SpecFailure) -> Mark.Kind {
    if table.failure(nil) == failure { return .failure(nil) }
    if case .text(let text) = failure.value, !text.contains(where: \.isNewline) { return .failure(text) }
    if table.value(of: .failure) == nil, !usesBareFailure, failure.value.canBeWritten {
      add(.failure, failure.value)
      return .failure(nil)
    }
    return .failure(failure.value.description)
  }

  /// A trace with marks for its recorded events.
  mutating func trace(_ traced: Traced) -> Trace {
    var trace = traced.trace
    for (index, event) in traced.happened.enumerated() { (trace.events[index].kind, trace.events[index].text) = written(event) }
    for (index, event) in traced.missed.enumerated() { (trace.misses[index].kind, trace.misses[index].text) = written(event) }
    return trace
  }
  private mutating func written(_ event: SpecOutcome.Events.Event) -> (Mark.Kind, String) {
    switch event {
    case .value(let value): (kind(of: value), value.description)
    case .failure(let failure): (kind(of: failure), failure.value.description)
    case .finished: (.finished, "")
    }
  }

  private mutating func add(_ key: SymbolTable.Key, _ value: Value) {
    let place = Span(0, 0..<0)
    table.add(SymbolTable.Entry(key: key, value: value, expression: Expression(.literal(value), place), span: place))
    know(table.entries.count - 1)
  }
  private mutating func know(_ entry: Int) { known[table.entries[entry].value.withoutIntegers, default: []].append(entry) }

  /// The digit or the character that means the value without a table.
  static func ownSymbol(of value: Value) -> Symbol? {
    switch value {
    case .integer(let number) where (0...9).contains(number): return Symbol(String(number))
    case .text(let text):
      guard text.count == 1, !text.contains(where: \.isNewline) else { return nil }
      let symbol = Symbol(text)
      let isQuoted = symbol.notation != text || Int(text) != nil
      return Symbol(text, isQuoted: isQuoted)
    default: return nil
    }
  }

  private static let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".map { Symbol(String($0)) }

  private mutating func freeSymbol() -> Symbol {
    func isFree(_ symbol: Symbol) -> Bool { table.index(of: .symbol(symbol)) == nil && !taken.contains(.symbol(symbol)) }
    while letter < Symbolizer.letters.count, !isFree(Symbolizer.letters[letter]) { letter += 1 }
    if letter < Symbolizer.letters.count { return Symbolizer.letters[letter] }
    while !isFree(Symbol("v\(number)", isQuoted: true)) { number += 1 }
    return Symbol("v\(number)", isQuoted: true)
  }
}

extension Value {
  /// The value with decimals in the place of integers, at all levels. It is the same for two values of which one may mean the other.
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
