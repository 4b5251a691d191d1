import VirtualTime

extension RowRecorder {
  /// Takes the problems of an expectation in one run. Returns them with what becomes of its rows.
  func take(_ problems: [MarbleFailure.Problem], of written: (place: SourcePlace, rows: [String])?) -> [MarbleFailure
    .Problem]
  {
    if !problems.contains(where: { $0.rewrite != nil }), let (place, rows) = written { holds(rows, at: place) }
    return problems.map { problem in problem.rewrite.map { problem.with(text: text(of: problem, $0)) } ?? problem }
  }
  private func text(of problem: MarbleFailure.Problem, _ rewrite: RowRewrite) -> String {
    if let refusal = differs(rewrite, problem.text, at: problem.place) {
      return "\(problem.text)\n  not recorded: \(refusal)"
    }
    if mode == .review {
      return
        "\(problem.text)\n  pending if all runs of this line agree: accept or reject it with 'marble check --review'"
    }
    return (["recorded at the end, if all runs of this line agree"] + Self.change(rewrite.edit)).joined(separator: "\n")
  }

  /// The old rows of an edit and the new ones.
  static func change(_ edit: LiteralEdit) -> [String] {
    edit.old.map { "  was  \($0)" } + edit.new.map { "  is   \($0)" }
      + (edit.added.isEmpty ? [] : ["  new in the table: \(edit.added.joined(separator: ", "))"])
  }
}

extension RowRewrite {
  var edit: LiteralEdit { LiteralEdit(line: place.line, column: place.column, old: old, new: new ?? [], added: added) }
}
