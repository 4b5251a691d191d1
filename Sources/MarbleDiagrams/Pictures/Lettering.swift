import MarbleRuns
import Marbles

/// The labels in the marbles, and the values below them.
///
/// A value is written in its marble if it fits there. If one value of a row does not fit, all marbles of the row show
/// their symbols, and the values are written below, so that a row is read in one way.
struct Lettering {
  static let radius = 16.0
  /// The sign in the marble of an inner stream, whose line continues downwards.
  static let stream = "↘"
  private static let sizes = [14.0, 13, 12, 11]

  /// The meaning of each symbol, as a literal.
  private var literals: [String: String] = [:]
  /// The symbols that are shown instead of their values.
  private var lettered: Set<String> = []

  init(_ diagram: Diagram) {
    let meanings = diagram.streams.flatMap(\.meanings) + diagram.runs.flatMap(\.meanings) + diagram.innerMeanings
    for meaning in meanings { literals[meaning.symbol] = meaning.value }
    let rows = (diagram.lanes.map(\.symbols) + diagram.runs.compactMap(\.trace).flatMap(\.symbolsOfLines))
      .map { Set($0.map(\.notation).filter { literals[$0] != nil }) }
    lettered = Set(literals.keys.filter { Lettering.size(of: Lettering.shown(literals[$0] ?? "")) == nil })
    // A row with one of them has all of its symbols among them: each row is reached once, from the first symbol that
    // leads to it.
    var rowsOfSymbols: [String: [Int]] = [:]
    for (row, symbols) in rows.enumerated() { for symbol in symbols { rowsOfSymbols[symbol, default: []].append(row) } }
    var waiting = Array(lettered), reached: Set<Int> = []
    while let symbol = waiting.popLast() {
      for row in rowsOfSymbols[symbol] ?? [] where reached.insert(row).inserted {
        waiting += rows[row].filter { lettered.insert($0).inserted }
      }
    }
  }

  /// Returns the largest font size in which a text fits into a marble; `nil` if there is none.
  static func size(of text: String) -> Double? {
    sizes.first { TextMetrics.width(text, size: $0) <= 2 * radius - 6 }
  }

  func literal(of symbol: Symbol) -> String {
    literals[symbol.notation] ?? (symbol.isOwnNumber ? symbol.text : "\"\(symbol.text)\"")
  }

  /// Returns the text in the marble; `nil` if no text fits.
  func letter(of symbol: Symbol) -> String? {
    let text = lettered.contains(symbol.notation) ? symbol.text : Lettering.shown(literal(of: symbol))
    return Lettering.size(of: text) == nil ? nil : text
  }

  /// Returns the text below the marble; `nil` if the marble shows the value itself.
  func label(of symbol: Symbol) -> String? {
    if lettered.contains(symbol.notation) { return Lettering.shown(literal(of: symbol)) }
    return letter(of: symbol) == nil ? Lettering.shown(literal(of: symbol)) : nil
  }

  /// Returns the value of a failure; `nil` if it has none.
  func label(ofFailure text: String?) -> String? { text ?? literals["#"].map(Lettering.shown) }

  /// Returns a string literal without its quotes, unless it could be read as another value then.
  static func shown(_ literal: String) -> String {
    guard literal.hasPrefix("\""), literal.hasSuffix("\""), literal.count > 2 else { return literal }
    let text = String(literal.dropFirst().dropLast())
    let isPlain = !text.contains("\\") && Double(text) == nil && !["true", "false", "nil"].contains(text)
    return isPlain && text.contains { !$0.isWhitespace } ? text : literal
  }
}

extension Symbol {
  /// Whether the symbol is a digit that is its own value.
  fileprivate var isOwnNumber: Bool { !isQuoted && text.utf8.count == 1 && Int(text) != nil }
}

extension Trace {
  /// The symbols that are drawn together, line by line.
  fileprivate var symbolsOfLines: [[Symbol]] {
    var symbols = Array(repeating: [Symbol](), count: subscriptions.count)
    for event in events { symbols[event.line] += event.kind.symbol.map { [$0] } ?? [] }
    return symbols
  }
}
