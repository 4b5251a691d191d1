extension SpecText {
  /// The file of a spec whose lines are arguments of the command.
  package static let ofArguments = "-e"
  var isOfArguments: Bool { file == Self.ofArguments }
  static let quotesForShell = "the shell has replaced $0 by its name: write the line in single quotes"
  func fix(forNameDeclaredBelow name: String, at span: Span) -> String? {
    for row in lines.indices.dropFirst(span.line + 1) {
      let words = lines[row].split(maxSplits: 2) { " :=".contains($0) }.map { String($0) }
      let declared =
        ["let", "hot", "cold"].contains(words.first)
        ? words.dropFirst().first : lines[row].contains(":") ? words.first : nil
      if declared == name, lines[row].first != " " {
        return "line \(firstLine + row) declares it; write the streams above the pipelines that use them"
      }
    }
    return nil
  }
  /// The fix for a name that is the value of a closure in Kotlin, or that a shell has put in the place of `$0`.
  func habit(_ name: String, isInClosure: Bool) -> String? {
    if name == "it", isInClosure { return "the value is $0, as in { $0 * 2 }" }
    let words: [(String, [String])] = [
      ("true", ["yes", "YES", "Yes", "True", "TRUE"]), ("false", ["no", "NO", "No", "False", "FALSE"]),
      ("nil", ["null", "NULL", "None", "undefined"]),
    ]
    if let word = words.first(where: { $0.1.contains(name) })?.0 { return "write \(word)" }
    return isOfArguments && ["bash", "zsh", "sh", "dash", "fish", "ksh"].contains(name) ? SpecText.quotesForShell : nil
  }
}

extension SpecText {
  /// The problem of `a.pipe(map(x => x * 2))`.
  func pipeProblem(at span: Span) -> SpecProblem {
    problem("a spec has no 'pipe'", at: span, fix: Suggestion.notInSpecs["pipe"])
  }
}
