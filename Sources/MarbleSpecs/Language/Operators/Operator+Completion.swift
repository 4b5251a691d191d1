/// The facts about an operator that an editor needs.
extension Operator {
  /// The labels of the parameters, of those that have one.
  package var labels: [String] { parameters.map(\.label).filter { !$0.isEmpty && $0 != "scheduler" } }

  /// The names of the cases that an argument may have, without the dot.
  package var cases: [String] {
    parameters.flatMap { parameter -> [String] in
      if case .choice(let names) = parameter.kind { return names }
      return parameter.kind == .demand ? ["max", "unlimited", "none"] : []
    }
  }
}
