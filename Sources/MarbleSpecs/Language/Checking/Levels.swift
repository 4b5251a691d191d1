/// Counts the levels of expressions, with names replaced by their values: the depth of the stack when the pipeline is
/// created and when it runs.
struct Levels {
  private var known: [String: Int]

  init(_ names: [String: SpecChecker.Known]) { known = names.mapValues(\.levels) }

  func count(_ expression: Expression) -> Int {
    switch expression.kind {
    case .name(let name), .functionName(let name): return 1 + (known[name] ?? 0)
    case .call(let callee, let arguments):
      // The result of a closure runs on top of the level that it belongs to.
      return 1 + count(callee) + deepest(arguments.map(\.value))
    case .closure(let closure):
      var inside = self
      for name in closure.names ?? [] { inside.known[name] = 0 }
      return 1 + inside.count(closure.body)
    case .binding(let name, let value, let rest):
      // Counted once: twice on every level would be as often as two to the power of levels.
      var inside = self
      let levels = count(value)
      inside.known[name] = levels
      return 1 + max(levels, inside.count(rest))
    default: return 1 + deepest(expression.kind.children)
    }
  }
  private func deepest(_ expressions: [Expression]) -> Int { expressions.lazy.map(count).max() ?? 0 }
}
