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
      name: name, key: stream.key, stage: stream.stage, publisher: watched(stream.publisher, name),
      connect: stream.connect)
  }
  /// Shows the result for a subscriber to its rules.
  func onEvent(of subscriber: Int) -> ((SpecOutcome.Events.Event) -> Void)? {
    if rules.isEmpty { return nil }
    let rules = rules[subscriber]
    return { rules.see($0, of: SpecFile.Rule.result) }
  }
  /// All rules with their verdicts, each for one subscriber after the other. A rule that does not mention the result
  /// has one verdict for all.
  func verdicts(isCut: Bool) -> [(rule: SpecFile.Rule, verdict: RuleOutcome)] {
    let all = rules.map { $0.finish(isCut: isCut) }
    return block.rules.enumerated().flatMap { number, rule in
      all.indices.prefix(rule.isAboutResult ? all.count : 1).map { subscriber in
        var verdict = all[subscriber][number]
        verdict.number = number
        verdict.subscriber = rule.isAboutResult && all.count > 1 ? subscriber : nil
        return (rule: rule, verdict: verdict)
      }
    }
  }
}
