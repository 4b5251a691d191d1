/// The names of values in rows and sentences. They come from the table where it has the value.
final class ValueNames<Value> {
  /// The width of the widest value that is written out in a row, in columns.
  static var longest: Int { 12 }

  private let meaning: Meaning<Value>
  private lazy var table = meaning.entries
  /// The symbols of the row, which have a value also without a table.
  private lazy var own: [(name: String, value: Value)] = symbols.compactMap { symbol in meaning.known(symbol).map { (symbol.text, $0) } }
  private var symbols: [Symbol] { lane.moments.flatMap(\.content).compactMap(\.symbol) }
  private let areEqual: (Value, Value) -> Bool
  private let lane: Lane
  /// The names that are used already.
  private lazy var taken = Set(table.map(\.name)).union(symbols.map(\.text))
  /// The letters that replace values too long for a row.
  private var letters: [(name: String, value: Value)] = []
  /// The meanings of these letters.
  var meanings: [(symbol: String, value: String)] { letters.map { ($0.name, String(describing: $0.value)) } }

  init(_ meaning: Meaning<Value>, taken lane: Lane, _ areEqual: @escaping (Value, Value) -> Bool) {
    self.meaning = meaning
    self.areEqual = areEqual
    self.lane = lane
  }

  /// Returns the symbol of a value that was not expected.
  func symbol(for value: Value) -> Symbol {
    if let known = known(value) { return Symbol(known) }
    let text = String(describing: value)
    let isOwn = value is String || !taken.contains(text)
    if isOwn, DisplayWidth.of(text) <= Self.longest { return Symbol(text) }
    let letter = "abcdefghijklmnopqrstuvwxyz".lazy.map(String.init).first { !self.taken.contains($0) }
    guard let letter else { return Symbol(text) }
    taken.insert(letter)
    letters.append((letter, value))
    return Symbol(letter)
  }

  /// Returns a value for a sentence: its name, followed by its description if that differs.
  func words(for value: Value) -> String {
    let text = String(describing: value)
    guard let name = known(value), name != text else { return "'\(ValueText.cut(text))'" }
    return "'\(name)' (\(ValueText.cut(value is String ? String(reflecting: value) : text)))"
  }

  private func known(_ value: Value) -> String? { (table + own + letters).first { areEqual($0.value, value) }?.name }
}

extension Mark {
  /// The symbol of a value.
  fileprivate var symbol: Symbol? { if case .value(let symbol) = kind { symbol } else { nil } }
}
