extension Expression {
  /// The names of streams that an expression uses and does not bind itself, in order, each time with its place.
  func freeNames(in table: OperatorTable, _ bound: Set<String> = ["scheduler"]) -> [(name: String, span: Span)] {
    switch kind {
    case .name(let name): return bound.contains(name) ? [] : [(name, span)]
    case .closure(let closure): return closure.body.freeNames(in: table, bound.union(closure.names ?? []))
    case .binding(let name, let value, let rest):
      return value.freeNames(in: table, bound) + rest.freeNames(in: table, bound.union([name]))
    case .call(let callee, let arguments):
      let inside = arguments.flatMap { $0.value.freeNames(in: table, bound) }
      if case .name = callee.kind { return inside }
      if case .member(let base, let name, _, _) = callee.kind, case .name(let space) = base.kind,
        space.first?.isUppercase == true || !table.forms(of: "\(space).\(name)", on: .nothing).isEmpty
      {
        return inside
      }
      return callee.freeNames(in: table, bound) + inside
    default: return kind.children.flatMap { $0.freeNames(in: table, bound) }
    }
  }

  /// The free names of an expression, and the names of the closures that it calls.
  func allNames(in table: OperatorTable) -> [String] {
    freeNames(in: table).map(\.name)
      + subexpressions.compactMap { part in
        if case .functionName(let name) = part.kind { return name }
        if case .call(let callee, _) = part.kind, case .name(let name) = callee.kind { return name }
        return nil
      }
  }

  /// Every name in the expression, in order, whatever it stands for.
  var names: [String] {
    subexpressions.compactMap { if case .name(let name) = $0.kind { name } else { nil } }
  }
}
