import Marbles

/// The labels in the marbles, and the values below them.
///
/// A value stands in its marble if it fits there. If one value of a row does not, all marbles of the row show their symbols, and the values stand
/// below: a row is read in one way.
struct Lettering {
  static let radius = 16.0
  /// The sign in a marble that is a stream, which continues downwards.
  static let stream = "↘"
  private static let sizes = [14.0, 13, 12, 11, 10]

  /// The meaning of each symbol, as a literal.
  private var literals: [String: String] = [:]
  /// The symbols that stand for their values.
  private var lettered: Set<String> = []

  init(_ diagram: Diagram) {
    let meanings = diagram.streams.flatMap(\.meanings) + diagram.runs.flatMap(\.meanings) + diagram.innerMeanings
    for meaning in meanings { literals[meaning.symbol] = meaning.value }
    let rows = (diagram.lanes.map(\.symbols) + diagram.runs.compactMap(\.trace).flatMap(\.symbolsOfLines))
      .map { Set($0.map(\.notation)).intersection(literals.keys) }
    lettered = Set(literals.keys.filter { Lettering.size(of: Lettering.shown(literals[$0] ?? "")) == nil })
    var isComplete = false
    while !isComplete {
      let more = rows.filter { !$0.isDisjoint(with: lettered) }.reduce(lettered) { $0.union($1) }
      isComplete = more == lettered
      lettered = more
    }
  }

  /// The largest size in which a text fits into a marble.
  static func size(of text: String) -> Double? {
    sizes.first { TextMetrics.width(text, size: $0) <= 2 * radius - 6 }
  }

  /// The literal of what a symbol means.
  func literal(of symbol: Symbol) -> String {
    literals[symbol.notation] ?? (symbol.isOwnNumber ? symbol.text : "\"\(symbol.text)\"")
  }

  /// The text in the marble; nil if there is none that fits.
  func letter(of symbol: Symbol) -> String? {
    let text = lettered.contains(symbol.notation) ? symbol.text : Lettering.shown(literal(of: symbol))
    return Lettering.size(of: text) == nil ? nil : text
  }

  /// The text outside of the marble, where the marble does not show the value itself.
  func label(of symbol: Symbol) -> String? {
    if lettered.contains(symbol.notation) { return Lettering.shown(literal(of: symbol)) }
    return letter(of: symbol) == nil ? Lettering.shown(literal(of: symbol)) : nil
  }

  /// The value of a failure, if it has one.
  func label(ofFailure text: String?) -> String? { text ?? literals["#"].map(Lettering.shown) }

  /// A string without its quotes, where it cannot be taken for something else.
  static func shown(_ literal: String) -> String {
    guard literal.hasPrefix("\""), literal.hasSuffix("\""), literal.count > 2 else { return literal }
    let text = String(literal.dropFirst().dropLast())
    let isPlain = !text.contains("\\") && Double(text) == nil && !["true", "false", "nil"].contains(text)
    return isPlain && text.contains { !$0.isWhitespace } ? text : literal
  }
}

extension Symbol {
  /// Whether it is a digit that stands for itself.
  fileprivate var isOwnNumber: Bool { !isQuoted && text.utf8.count == 1 && Int(text) != nil }
}

extension Trace {
  /// The symbols that are drawn together, line by line.
  fileprivate var symbolsOfLines: [[Symbol]] {
    var symbols = Array(repeating: [Symbol](), count: lines.count)
    for event in events { symbols[event.line] += event.kind.symbol.map { [$0] } ?? [] }
    return symbols
  }
}
