/// The facts about an operator that an editor needs.
extension Operator {
  /// The labels of its parameters that have one.
  package var labels: [String] { parameters.map(\.label).filter { !$0.isEmpty && $0 != "scheduler" } }

  /// The cases that an argument may be, without the dot.
  package var cases: [String] {
    parameters.flatMap { parameter -> [String] in
      if case .choice(let names) = parameter.kind { return names }
      return parameter.kind == .demand ? ["max", "unlimited", "none"] : []
    }
  }

  /// Its names in Rx, where they differ.
  package var namesInRx: [String] { Suggestion.rxNames.filter { $0.value == signature || $0.value == name }.map(\.key).sorted() }
}
