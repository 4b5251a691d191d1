import Marbles
import Pipes
import VirtualTime

// The rules of a pipeline in its run.

extension SpecRun {
  /// The stream, shown to the rules if they speak of it.
  func watched(_ publisher: SpecPublisher, _ name: String) -> SpecPublisher {
    guard rules.first?.watches(name) == true else { return publisher }
    return RuleWatch(upstream: publisher, name: name, rules: rules).eraseToAnyPublisher()
  }
  func watched(_ stream: SpecStream, _ name: String) -> SpecStream {
    guard rules.first?.watches(name) == true else { return stream }
    return SpecStream(
      name: name, key: stream.key, stage: stream.stage, publisher: watched(stream.publisher, name), connect: stream.connect)
  }
  /// Shows the result for a subscriber to its rules.
  func onEvent(of subscriber: Int) -> ((SpecOutcome.Events.Event) -> Void)? {
    if rules.isEmpty { return nil }
    let rules = rules[subscriber]
    return { rules.see($0, of: SpecFile.Rule.result) }
  }
  func holds(_ condition: Expression, _ names: [String], _ values: [Value]) -> Bool {
    do {
      return try Evaluator(context: self).truth(condition, "a rule", Scope(names: names, values: values, parent: nil))
    } catch Interruption.problem(let problem) {
      stop(problem)
    } catch {
      stop(text.problem("nothing can be thrown here", at: condition.span))
    }
    return true
  }
  /// The verdicts on all rules. A rule that does not mention the result has one verdict for all subscribers.
  func verdicts(isCut: Bool) -> [RuleOutcome] {
    rules.enumerated().flatMap { number, rules in
      zip(block.rules, rules.finish(isCut: isCut)).compactMap { rule, outcome in
        if number == 0 || rule.isAboutResult { outcome } else { nil }
      }
    }
  }
}

extension SpecOutcome {
  /// The rules of a pipeline with their verdicts.
  func judged(_ block: SpecFile.Block) -> [(rule: SpecFile.Rule, verdict: RuleOutcome)] {
    let ofOthers = block.rules.filter(\.isAboutResult)
    let repeated = ofOthers.isEmpty ? 0 : (rules.count - block.rules.count) / ofOthers.count
    let all = block.rules + (0..<max(0, repeated)).flatMap { _ in ofOthers }
    return zip(all, rules).map { (rule: $0, verdict: $1) }
  }
}
