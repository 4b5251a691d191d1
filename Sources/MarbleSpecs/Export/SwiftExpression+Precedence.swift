import Marbles

extension Expression {
  var isThrowing: Bool { if case .throwing = kind { true } else { false } }
  /// Whether the expression is written as several statements.
  var needsStatements: Bool {
    switch kind {
    case .binding, .throwing: true
    case .ternary(_, let yes, let no): yes.needsStatements || no.needsStatements
    default: false
    }
  }
  /// The precedence of an operation; of any other expression a larger number.
  var power: Int {
    switch kind {
    case .binary(let sign, _, _, _): ExpressionParser.power(sign)?.power ?? 10
    case .postfix: 6
    case .ternary: 1
    case .throwing: 0
    case .prefix: 9
    case .literal(.integer(let number)): number < 0 ? 9 : 10
    case .literal(.decimal(let number)): number < 0 ? 9 : 10
    default: 10
    }
  }
}
