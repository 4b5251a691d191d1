import Marbles

// Sentences that people write and that are no rules, with the rule to write instead.

extension RuleParser {
  /// `never found within 300ms after ask`
  func neverWithin() -> SpecProblem {
    let rest = words.dropFirst().map(\.text).joined(separator: " ")
    return text.problem(
      "'never' is followed by a condition, such as 'found > 2'", at: words[0].span, fix: "write 'no \(rest)'")
  }
  /// `exactly 2 found`
  func exactly() -> SpecProblem {
    let rest = words.count > 1 ? words.dropFirst().map(\.text).joined(separator: " ") : "2 found"
    return text.problem(
      "a rule cannot begin with 'exactly'", at: words[0].span,
      fix: "write two rules: 'at most \(rest)' and 'at least \(rest)'")
  }
  /// `… by found in 300ms`: other words that people write before a time.
  func checkTime() throws(SpecProblem) {
    guard let word = peek(), word != ",", let time = peek(1), time.first?.isASCIIDigit == true else { return }
    throw text.problem(
      "expected 'within' before a time, got '\(word)'", at: here, fix: "write 'within \(time)'", kind: .withoutWithin)
  }
  /// `no found`
  func noneAtAll(_ response: RuleSentence.Events) -> SpecProblem {
    text.problem(
      "expected 'after' after '\(before)'", at: here,
      fix: "write 'at most 0 \(response.words)', or '\(before) after …'", kind: .vagueRule)
  }
}
