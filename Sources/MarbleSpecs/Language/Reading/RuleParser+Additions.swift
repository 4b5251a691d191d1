import Marbles

extension RuleParser {
  /// Reads the parts after the sentence, each behind a comma.
  mutating func readAdditions(_ sentence: inout RuleSentence) throws(SpecProblem) {
    while position < words.count {
      guard accept(",") else {
        throw text.problem(
          "unexpected '\(words[position].text)' after '\(before)'", at: here, fix: RuleForm.additionsFix,
          kind: .vagueRule)
      }
      if accept("if", "any") {
        sentence.allowsNone = true
      } else if accept("or", "open", "at", "the", "end") {
        sentence.allowsOpen = true
      } else if accept("but", "is", "broken") {
        sentence.expectsBreak = true
      } else if accept("unless", "cancelled") {
        sentence.exception = RuleSentence.Events(SpecFile.Rule.result, .cancel)
      } else if accept("unless") {
        sentence.exception = try events(as: 0)
      } else if case .followed(let limit, _) = sentence.shape, accept("or", "by", "the", "next") {
        let place = here
        let next = try events(as: 0)
        if next != sentence.trigger {
          throw text.problem("only the next '\(sentence.trigger?.words ?? "")' can replace it", at: place)
        }
        sentence.shape = .followed(within: limit, orNext: true)
      } else {
        throw text.problem("expected another part of the rule after ','", at: here, fix: RuleForm.additionsFix)
      }
    }
    if sentence.exception != nil, !sentence.shape.startsTrials {
      throw text.problem("nothing waits in this rule, so 'unless' has no meaning", at: span)
    }
  }
}
