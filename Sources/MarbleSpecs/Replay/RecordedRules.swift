import Marbles
import VirtualTime

/// The verdicts of rules on a recorded run. Nothing is run: the recorded events are what happened.
package struct RecordedRules {
  package private(set) var verdicts: [(rule: SpecFile.Rule, verdict: RuleOutcome)] = []
  private let text: SpecText

  /// Reads rules, one in each line that begins with `!`, and judges a run. The end of the recording is the end of the
  /// run: a rule whose time is not over is undecided.
  package init(_ text: SpecText, _ run: RecordedRun) throws(SpecProblem) {
    self.text = text
    var file = SpecFile(text: text)
    if let frame = run.frame { file.frame = frame }
    let rules = try RecordedRules.rules(text, file, run.events.map(\.stream).uniqued.sorted())
    let timeline = Timeline(actionsPerInstant: .max, actionsPerRun: .max)
    let context = RecordedContext(text)
    let judge = RuleRun(file, rules, timeline) { condition, names, values in context.holds(condition, names, values) }
    var known: Set<String> = [], literals: [String: Value] = [:]
    for event in run.events {
      if event.kind != .subscribe, known.insert(event.stream).inserted { judge.begin(event.stream) }
      let value = ReplayRun.value(of: event.kind, &literals) { .string($0) }
      if event.kind == .subscribe { known.insert(event.stream) }
      timeline.schedule(at: event.instant, by: event.stream) {
        switch event.kind {
        case .subscribe: judge.begin(event.stream)
        case .request: break
        case .next: if let value { judge.see(.value(value), of: event.stream) }
        case .finish: judge.see(.finished, of: event.stream)
        case .fail(let text): judge.see(.failure(text.map { SpecFailure(.string($0)) } ?? .bare), of: event.stream)
        case .cancel: judge.cancel(event.stream)
        }
      }
    }
    while (try? timeline.runOne()) == true, context.problem == nil {}
    if let problem = context.problem { throw problem }
    verdicts = Array(zip(rules, judge.finish(isCut: true)).map { (rule: $0, verdict: $1) })
  }

  private static func rules(_ text: SpecText, _ file: SpecFile, _ streams: [String]) throws(SpecProblem) -> [SpecFile
    .Rule]
  {
    var rules: [SpecFile.Rule] = [], strict = StrictRules()
    for (row, line) in text.lines.enumerated() {
      guard let first = line.first(where: { $0 != " " }), first != "#" else { continue }
      guard line[0] == "!" else {
        throw text.problem(
          "expected a rule", at: Span(row, 0..<line.count), fix: "each line of a file of rules begins with '!' or '#'")
      }
      let rule = try SpecFile.Rule(text, line: row, in: file, of: streams, .shared)
      if rule.isAboutResult {
        throw text.problem(
          "a recorded run has no 'this'", at: rule.span, fix: "it has \(streams.joined(separator: ", "))")
      }
      try strict.add(rule, text)
      rules.append(rule)
    }
    if rules.isEmpty {
      throw text.problem(
        "there is no rule", at: Span(max(0, text.lines.count - 1), 0..<1), fix: "write one such as '! at most 1 found'")
    }
    return rules
  }

  /// The rules that do not hold, each after its place.
  package func failures(width: Int?) -> [String] {
    verdicts.filter { !$0.verdict.isAllowed }.map { rule, verdict in
      let lines = [verdict.headline] + verdict.lines(in: width ?? 120)
      return "\(text.place(of: rule.span)): \(lines.joined(separator: "\n"))"
    }
  }
}

/// The context in which the conditions of rules are evaluated: their names are values already.
private final class RecordedContext: RuleContext {
  let text: SpecText
  var stepsLeft = 1_000_000_000
  var problem: SpecProblem?

  init(_ text: SpecText) { self.text = text }

  func value(named name: String) -> Value? { nil }
  func apply(_ call: StreamCall) throws -> Value? { nil }
  func stop(_ problem: SpecProblem) { self.problem = self.problem ?? problem }
}
