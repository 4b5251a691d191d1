import Marbles

/// The values that the rows of compared pipelines have: few, but those at which their closures may decide in another
/// way.
struct PairValues {
  static let most = 5
  /// The largest number of values that a table of the user names.
  static let mostNamed = 8

  /// Lists of values that may suit the pipelines: integers, or texts, or decimals. The first that can run is the right
  /// one.
  static func candidates(for expressions: [Expression]) -> [[Value]] {
    let literals = expressions.flatMap { $0.comparedLiterals }.uniqued
    var integers: [Value] = [.integer(1), .integer(2)]
    var texts: [Value] = [.string("x"), .string("y")]
    var decimals: [Value] = [.decimal(1), .decimal(2)]
    for literal in literals {
      switch literal {
      case .integer(let number):
        integers += [literal] + (number < .max ? [.integer(number + 1)] : [])
      case .string: texts.append(literal)
      case .decimal(let number): decimals += [literal, .decimal(number + 1)]
      default: continue
      }
    }
    let all = [integers, texts, decimals].map { Array($0.uniqued.prefix(most)) }
    // Values of the kind that is compared in the pipelines come first.
    guard let kind = literals.first?.kind, let index = all.firstIndex(where: { $0[0].kind == kind }) else { return all }
    return [all[index]] + all.indices.filter { $0 != index }.map { all[$0] }
  }

  /// The values of rows, and the candidates of their kind.
  static func values(in rows: [Value], for expressions: [Expression]) -> [Value] {
    let all = candidates(for: expressions)
    guard let kind = rows.first?.kind else { return all[0] }
    return (rows + (all.first { $0[0].kind == kind } ?? [])).uniqued
  }

  /// A symbol for each value, and the lines of a table for those that are not their own symbols.
  static func symbols(_ values: [Value], except taken: [String]) -> (symbols: [Symbol], table: [String]) {
    var letters = "pqrstuvwxyzabcdefghijklmno".map(String.init).filter { !taken.contains($0) }[...]
    var (symbols, table): ([Symbol], [String]) = ([], [])
    for value in values {
      if let own = Symbolizer.ownSymbol(of: value), !taken.contains(own.text) {
        symbols.append(own)
        letters.removeAll { $0 == own.text }
      } else {
        let letter = letters.popFirst() ?? "z"
        symbols.append(Symbol(letter))
        table.append("\(letter) = \(value)")
      }
    }
    return (symbols, table)
  }
}

extension Expression {
  /// The literals that values are compared with, by an operator such as `==` or as an argument.
  fileprivate var comparedLiterals: [Value] {
    subexpressions.flatMap { part in
      switch part.kind {
      case .binary(let symbol, let left, let right, _) where ["==", "!=", "<", "<=", ">", ">=", "%"].contains(symbol):
        [left, right].compactMap(\.literal)
      default: part.arguments(for: .value).compactMap(\.literal)
      }
    }
  }
  private var literal: Value? {
    if case .literal(let value) = kind { value } else { nil }
  }
}
