import Marbles

/// A token of the expression language.
struct Token: Sendable {
  enum Kind: Hashable, Sendable {
    case integer(Int64)
    case decimal(Double)
    /// Nanoseconds.
    case duration(Int64)
    case text([Part])
    case name(String)
    /// `$0`, `$1` …
    case positional(Int)
    /// An operator, a bracket or a separator.
    case symbol(String)
    case end
  }
  /// A piece of a string: characters as they are, or code between `\(` and `)`.
  enum Part: Hashable, Sendable {
    case literal(String)
    case code([Token])
  }

  var kind: Kind
  var span: Span
  /// Whether the token follows the previous one without a space.
  var isAttached: Bool

  func isSymbol(_ symbol: String) -> Bool { kind == .symbol(symbol) }

  var beginsOperand: Bool {
    switch kind {
    case .end: false
    case .symbol(let symbol): ["(", "[", "{", ".", "-", "!", "\\"].contains(symbol)
    default: true
    }
  }

  /// The name of the token in messages.
  var shown: String {
    switch kind {
    case .integer(let number): "'\(number)'"
    case .decimal(let number): "'\(number)'"
    case .duration(let nanoseconds): "'\(DurationText.of(nanoseconds))'"
    case .text: "a string"
    case .name(let name): "'\(name)'"
    case .positional(let index): "'$\(index)'"
    case .symbol(let symbol): "'\(symbol)'"
    case .end: "the end"
    }
  }
}

extension Token: Hashable {
  static func == (lhs: Token, rhs: Token) -> Bool { lhs.kind == rhs.kind && lhs.span == rhs.span }
  func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

extension Character {
  var isASCIIDigit: Bool { if let code = asciiValue { 48...57 ~= code } else { false } }
  var startsName: Bool {
    guard let code = asciiValue else { return false }
    return 97...122 ~= code || 65...90 ~= code || code == 95
  }
}
