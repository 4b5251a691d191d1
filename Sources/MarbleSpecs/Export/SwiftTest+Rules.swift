import Marbles

// The rules of a pipeline.
//
// In a spec a rule sees what the subscribers of the run receive. In Swift a rule subscribes by itself, at zero and with
// unlimited demand. Both are the same for a hot source, and for a pipeline whose only subscriber subscribes like this.
// In any other case the rules watch the subscriptions of the test, by means of `Seen`.
extension SwiftTest {
  /// A declaration for rules that watch the subscriptions of others.
  package static let seen = """
    /// A stream, and what its subscribers receive. A rule about that has no subscription of its own.
    private struct Seen<Output, Failure: Error> {
      let stream: AnyPublisher<Output, Failure>
      let values = PassthroughSubject<Output, Never>(), finishes = PassthroughSubject<Void, Never>()
      let failures = PassthroughSubject<Void, Never>(), cancels = PassthroughSubject<Void, Never>()
      var ends: Publishers.Merge<PassthroughSubject<Void, Never>, PassthroughSubject<Void, Never>> {
        finishes.merge(with: failures)
      }

      init(_ upstream: some Publisher<Output, Failure>) {
        let (values, finishes, failures, cancels) = (values, finishes, failures, cancels)
        stream = upstream.handleEvents(
          receiveOutput: { values.send($0) },
          receiveCompletion: { if case .finished = $0 { finishes.send(()) } else { failures.send(()) } },
          receiveCancel: { cancels.send(()) }
        ).eraseToAnyPublisher()
      }
    }

    """

  // MARK: Subscriptions

  /// Whether the rules of a pipeline watch the subscriptions of the test, because subscriptions of their own would see
  /// something else, or change the run.
  func watches(_ block: SpecFile.Block, _ outcome: SpecOutcome) -> Bool {
    if block.rules.isEmpty { return false }
    let sources = used.compactMap { definitions[$0]?.source }
    let isSimple =
      block.subscribers.count <= 1 && block.subscribers.allSatisfy { $0.from == nil && $0.demand == nil }
      && block.windows.isEmpty
      && block.connections.isEmpty && sources.allSatisfy { $0.rows.count == 1 }
      && !used.contains { definitions[$0]?.pipeline?.expression.shares == true } && !block.pipeline.expression.shares
    return !isSimple || !zip(block.rules, outcome.rules).allSatisfy { isPlain($0, $1.verdict, block) }
  }

  /// Whether subscriptions of its own let a rule see the events that it saw in the run, in the same order.
  private func isPlain(_ rule: SpecFile.Rule, _ verdict: RuleOutcome, _ block: SpecFile.Block) -> Bool {
    let sentence = rule.sentence
    // A pipeline may be only the name of a stream.
    var results = [SpecFile.Rule.result]
    if case .name(let name) = block.pipeline.expression.kind, definitions[name]?.pipeline != nil {
      results.append(name)
    }
    if [sentence.trigger, sentence.response, sentence.exception].contains(where: { $0?.kind == .cancel }) {
      return false
    }
    for name in rule.streams where !results.contains(name) {
      guard let source = definitions[name]?.source else { return false }
      // A cold source sends each subscriber events of its own.
      if !source.isHot,
        verdict.rows.first(where: { $0.name == name })?.lane.moments.map(\.shown) != source.lane.moments.map(\.shown)
      {
        return false
      }
    }
    // A source sends to the rule first what it sends first in the spec, if the rule subscribes to it first.
    switch sentence.shape {
    case .condition, .asMany, .neverTwoEqual, .atMost, .atLeast: return sentence.exception == nil
    default:
      let order = [sentence.exception, sentence.trigger, sentence.response].compactMap { $0?.stream }
      return !order.dropLast().contains(where: results.contains)
    }
  }

  /// Declares the stream of a name that rules watch. Expressions use the watched stream.
  mutating func watch(_ name: String, _ block: SpecFile.Block) {
    guard let definition = definitions[name] else { return }
    let seen = free("seen" + name.prefix(1).uppercased() + name.dropFirst())
    if let source = definition.source, source.isHot {
      // A subscription of a rule would be one of those that are counted.
      guard block.windows.contains(where: { $0.name == name }) else { return seenNames[name] = swift(name) }
      lines.insert("    let \(seen) = \(names.test).hot(\(arguments(of: source))", at: lines.count - 1)
      return seenNames[name] = seen
    }
    lines.append("    let \(seen) = Seen(\(swift(name)))")
    seenNames[name] = seen
    expression.renamed[name] = seen + ".stream"
    expression.coldNames.remove(name)
  }

  // MARK: Statements

  /// The statements of a rule, one for each result that is tested.
  ///
  /// - Parameter results: The names of the results, or of those that watch them.
  func statements(_ rule: SpecFile.Rule, results: [String], watching: Bool, _ verdict: RuleOutcome?) throws(SpecProblem)
    -> [String]
  {
    var statements: [String] = []
    for result in rule.isAboutResult ? results : Array(results.prefix(1)) {
      statements.append(try statement(rule, result: result, watching, verdict))
    }
    return statements
  }

  private func statement(_ rule: SpecFile.Rule, result: String, _ watching: Bool, _ verdict: RuleOutcome?)
    throws(SpecProblem) -> String
  {
    func refuse(_ why: String) -> SpecProblem {
      file.text.problem(
        "\(why); leave the rule out of the test, or keep it in a spec that 'marble check' runs", at: rule.span)
    }
    let sentence = rule.sentence
    if let unsubscribed = verdict?.unsubscribed {
      throw refuse("nobody subscribes to \(unsubscribed), which a rule in Swift does not notice")
    }
    if watching, sentence.allowsOpen || sentence.expectsBreak, case .followed(nil, _) = sentence.shape,
      sentence.response?.stream != nil,
      verdict?.verdict == .broken
    {
      throw refuse("in Swift a rule that watches other subscriptions stays open when they end")
    }
    if let trigger = sentence.trigger, let response = sentence.response, trigger.mayBe(response) {
      throw refuse(
        "one value is \(trigger.words) and \(response.words), and a rule in Swift sees it as the first of them first")
    }
    for events in [sentence.trigger, sentence.response, sentence.exception].compactMap(\.self) {
      let type = events.stream == SpecFile.Rule.result ? resultType : expression.outputs[events.stream]
      for value in events.values.map({ file.table.meaning(of: Symbol(written: $0)) }) {
        guard let type, let other = SwiftValue.type(value), other != type, !(other == "Int" && type == "Double") else {
          continue
        }
        throw refuse("\(events.stream) has values of the type \(type), and \(value) is of the type \(other)")
      }
    }
    guard let call = call(of: rule, result, watching) else { throw refuse("this rule has no method in Swift") }
    var additions = ""
    if let events = sentence.exception {
      guard let stream = stream(events, result, watching) else { throw refuse("this rule has no method in Swift") }
      additions += ".unless(\(stream))"
    }
    if sentence.allowsNone { additions += ".allowingNone()" }
    if sentence.allowsOpen { additions += ".allowingOpen()" }
    if sentence.expectsBreak { additions += ".expectingBreak()" }
    return "    \(names.test).\(call)\(additions)"
  }

  private func call(of rule: SpecFile.Rule, _ result: String, _ watching: Bool) -> String? {
    let sentence = rule.sentence
    let a = sentence.trigger.map { stream($0, result, watching) ?? "" } ?? ""
    let b = sentence.response.map { stream($0, result, watching) ?? "" } ?? ""
    if sentence.trigger != nil && a.isEmpty || sentence.response != nil && b.isEmpty { return nil }
    func within(_ limit: Int64?) -> String { limit.map { ", within: \(SwiftValue.duration($0))" } ?? "" }
    switch sentence.shape {
    case .followed(let limit, let orNext):
      return "each(\(a)).isFollowed(by: \(b)\(within(limit))\(orNext ? ", unless: .next" : ""))"
    case .none(let limit): return "none(of: \(b)\(within(limit)), after: \(a))"
    case .atMost(let count, let limit): return "atMost(\(count), of: \(b)\(within(limit)))"
    case .atMostAfterEach(let count): return "atMost(\(count), of: \(b), afterEach: \(a))"
    case .atLeast(let count): return "atLeast(\(count), of: \(b))"
    case .onlyAfter: return "only(\(b), after: \(a))"
    case .neverMore: return "never(more: \(b), than: \(a))"
    case .asMany: return "asMany(\(b), as: \(a))"
    case .neverTwoEqual:
      guard let events = sentence.response else { return nil }
      let values = events.values.isEmpty ? "" : " && (" + comparisons(events, "$1") + ")"
      return "never(\(stream(RuleSentence.Events(events.stream), result, watching) ?? b)) { $0 == $1\(values) }"
    case .condition(let isNegated, let isAtEnd) where (1...2).contains(rule.subjects.count):
      guard let condition = rule.condition else { return nil }
      let streams = rule.subjects.map { stream(RuleSentence.Events($0), result, watching) ?? "" }.joined(
        separator: ", ")
      let body = isNegated ? Expression(.prefix("!", condition), condition.span) : condition
      let words = SwiftLiteral.of((isNegated ? "never " : "") + (sentence.condition ?? ""))
      // The names of the streams are the parameters of the closure.
      var inside = expression
      inside.renamed = names.renamed
      let closure = inside.closure(Closure(names: rule.subjects, highest: -1, body: body), takes: rule.subjects.count)
      return "\(isAtEnd ? "atEnd" : "always")(\(streams), \(words)) \(closure)"
    case .condition: return nil
    }
  }

  private func stream(_ events: RuleSentence.Events, _ result: String, _ watching: Bool) -> String? {
    var name = events.stream == SpecFile.Rule.result ? result : swift(events.stream)
    var isSeen = watching && events.stream == SpecFile.Rule.result
    if let seen = seenNames[events.stream] {
      isSeen = seen != name && expression.renamed[events.stream] == seen + ".stream"
      name = seen
    }
    switch events.kind {
    case .values:
      let values = isSeen ? name + ".values" : name
      return events.values.isEmpty ? values : "\(values).filter { \(comparisons(events, "$0")) }"
    case .finish: return isSeen ? name + ".finishes" : "\(names.test).finish(of: \(name))"
    case .failure: return isSeen ? name + ".failures" : "\(names.test).failure(of: \(name))"
    case .end: return isSeen ? name + ".ends" : "\(names.test).end(of: \(name))"
    case .cancel: return isSeen ? name + ".cancels" : nil
    }
  }
  private func comparisons(_ events: RuleSentence.Events, _ name: String) -> String {
    events.values.map { "\(name) == \(SwiftValue.code(file.table.meaning(of: Symbol(written: $0))))" }.joined(
      separator: " || ")
  }
}

extension RuleSentence.Events {
  /// Whether one event may be among these and among others.
  fileprivate func mayBe(_ other: Self) -> Bool {
    guard stream == other.stream else { return false }
    if kind == .values || other.kind == .values {
      return kind == other.kind
        && (values.isEmpty || other.values.isEmpty || !Set(values).isDisjoint(with: other.values))
    }
    return kind == other.kind || (kind == .end || other.kind == .end) && kind != .cancel && other.kind != .cancel
  }
}

extension Lane.Moment {
  /// The instant and the marks, without their places in a text.
  fileprivate var shown: String { "\(instant.nanoseconds) " + marks.map(\.text).joined(separator: " ") }
}

extension Expression {
  /// Whether the expression shares one run among its subscribers, or waits for a connection.
  fileprivate var shares: Bool {
    subexpressions.contains { part in
      guard case .member(_, let name, _, _) = part.kind else { return false }
      return OperatorTable.shared.forms(of: name, on: .stream).contains { $0.family == "Sharing" }
    }
  }
}
