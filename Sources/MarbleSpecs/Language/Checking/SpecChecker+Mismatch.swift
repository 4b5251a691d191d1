// The problem of a call whose arguments fit no form of an operator.
extension SpecChecker {
  /// The problem if no form of an operator matches the arguments.
  func mismatch(_ arguments: [Argument], _ forms: [Operator], _ name: String, _ span: Span) -> SpecProblem {
    let fix = forms.howToWrite
    let labels = forms.flatMap(\.parameters).map(\.label).filter { !$0.isEmpty }
    if let wrong = arguments.first(where: { !$0.label.isEmpty && !labels.contains($0.label) }) {
      let nearest = table.meant(by: wrong.label + ":", among: labels.map { $0 + ":" })
      let filled = FilledForm.withoutLabels(forms, arguments, in: text).map { "write \($0.call)" }
      return text.problem(
        "\(name): there is no argument '\(wrong.label):'", at: wrong.labelSpan,
        fix: nearest == nil ? filled ?? fix : nil, meant: nearest)
    }
    if forms.count == 1, let missing = forms[0].parameters.first(where: { !$0.isOptional }), arguments.isEmpty {
      return text.problem("\(name): expected \(missing.expected)", at: span, fix: fix)
    }
    return nearMiss(arguments, forms, name, span)
      ?? text.problem("\(name): these arguments do not fit", at: span, fix: fix)
  }
  /// The problem of a call in which a label or one argument is missing.
  func nearMiss(_ arguments: [Argument], _ forms: [Operator], _ name: String, _ span: Span) -> SpecProblem? {
    guard let filled = FilledForm.best(of: forms, arguments, in: text) else { return nil }
    let place = filled.missing.isEmpty ? filled.unlabeled?.value.span : nil
    return text.problem("\(name): \(filled.message)", at: place ?? span, fix: "write \(filled.call)")
  }
}
