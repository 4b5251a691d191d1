import Marbles
import Pipes
import VirtualTime

/// Searches the pipelines of one and of two operators that send the rows of some examples.
package struct FindSearch: Sendable {
  /// A pipeline that sends the rows.
  package struct Found: Hashable, Sendable {
    package let text: String
    /// The effects of its operators, in one sentence each.
    package let sentences: [String]
    let cost: Int
  }
  /// A call with its place in the order of simplicity.
  fileprivate struct Call: Sendable {
    let form: Operator
    /// The call without its upstream.
    let text: String
    let expression: Expression
    let cost: Int
  }
  /// A call whose arguments are chosen one after the other.
  private struct Draft {
    var arguments: [String] = []
    var trailing = ""
    var cost = 0
  }
  /// The simplest pipeline of one operator among those with the same outcomes.
  private struct Start: Sendable {
    let call: Call
    let outcomes: [SpecOutcome.Events]
    /// Whether the outcome has all instants, and all values, of the expected rows.
    let hasInstants: Bool
    let hasValues: Bool
    var rank: Int { (hasInstants ? 0 : 1) + (hasValues ? 0 : 1) }
  }

  private let examples: FindExamples
  private let matchers: [FindMatcher]
  /// The specs of the examples, whose pipelines are still to be found.
  private let specs: [(file: SpecFile, names: SpecNames)]
  private let known: KnownCalls
  /// The pipelines of one operator, the simplest first.
  package private(set) var ones: [Found] = []
  private var starts: [Start] = []
  /// The number of runs up to now.
  package private(set) var runs = 0

  /// The number of actions after which a run does not end.
  private static let limit = 300
  /// The largest number of calls of an operator alone, and of a second operator.
  private static let (mostCalls, mostSeconds) = (60, 16)
  /// The largest number of first operators, and of pipelines of two operators. A run takes about 0.1 ms.
  private static let (mostStarts, mostRuns) = (200, 12_000)
  /// The cost of a first operator whose outcome has not all instants, or not all values, of the expected rows.
  private static let unlikely = 4_000

  package init(_ examples: FindExamples) {
    self.examples = examples
    known = KnownCalls.of(examples.streams)
    matchers = examples.examples.map(FindMatcher.init)
    specs = examples.examples.map { example in
      var file = example.file
      file.limit = Self.limit
      // Each pipeline begins with the first source. If there is no other one, no text has to be read for its runs.
      let names = SpecNames(file)
      return (file, file.definitions.count == 1 ? names.forAll : names)
    }
    findOnes()
  }

  /// The number of first operators with which pipelines of two operators are tried.
  package var count: Int { starts.count }

  // MARK: Calls

  /// The calls of a form with arguments from the rows, the simplest first.
  private func calls(of form: Operator, _ index: Int, _ facts: FindFacts, most: Int) -> [Call] {
    var drafts = [Draft()]
    let parameters = form.parameters.filter { $0.kind != .scheduler && $0.kind != .implied }
    for (place, parameter) in parameters.enumerated() {
      let isTrailing = place == parameters.count - 1 && parameter.isClosure && parameter.label.isEmpty
      let texts = facts.arguments(for: parameter)
      drafts = drafts.flatMap { draft -> [Draft] in
        let given = texts.enumerated().map { number, text in
          var next = draft
          // A value is simpler than a closure that creates a stream: replaceError(with: 9) comes before catch { _ in
          // Just(9) }.
          next.cost += (parameter.isClosure && parameter.givesStream ? 12 : 4) + number
          if isTrailing {
            next.trailing = " " + text
          } else {
            next.arguments.append((parameter.label.isEmpty ? "" : parameter.label + ": ") + text)
          }
          return next
        }
        return (parameter.isOptional ? [draft] : []) + given
      }.sorted { $0.cost < $1.cost }
      drafts = Array(drafts.prefix(most))
    }
    return drafts.compactMap { draft in
      let brackets =
        draft.arguments.isEmpty && !draft.trailing.isEmpty ? "" : "(\(draft.arguments.joined(separator: ", ")))"
      return call(form, form.name + brackets + draft.trailing, draft.cost * 1_000 + index)
    }
  }

  private func call(_ form: Operator, _ written: String, _ cost: Int) -> Call? {
    known.expression(of: written, parse).map { Call(form: form, text: written, expression: $0, cost: cost) }
  }
  private func parse(_ written: String) -> Expression? {
    let text = SpecText(lines: [Array("\(examples.streams[0]).\(written)")], file: "find", firstLine: 1, indent: 0)
    return try? Expression(pipeline: text, of: examples.streams, .shared)
  }

  /// The rows of the table that can be searched: operators that make one stream of a stream and need no connection.
  private var forms: [(offset: Int, element: Operator)] {
    Array(
      OperatorTable.shared.rows.enumerated().filter { $1.receiver == .stream && !$1.isConnectable && !$1.makesSeveral })
  }

  // MARK: Runs

  /// The events that a pipeline sends in each example; `nil` if it cannot run or does not end.
  private func outcomes(_ expression: Expression, _ text: String) -> [SpecOutcome.Events]? {
    let block = block(expression, text)
    var outcomes: [SpecOutcome.Events] = []
    for (file, names) in specs {
      guard let outcome = try? SpecRun.outcome(of: file, block: block, names, isTraced: false), outcome.runaway == nil,
        let recording = outcome.recordings.first
      else { return nil }
      outcomes.append(recording)
    }
    return outcomes
  }
  /// Whether a pipeline sends the expected rows. Its run stops at the first event that differs.
  private func matches(_ expression: Expression, _ text: String) -> Bool {
    let block = block(expression, text)
    return zip(specs, matchers).allSatisfy { SpecRun.matches($1, $0.file, block: block, $0.names) }
  }
  private func block(_ expression: Expression, _ text: String) -> SpecFile.Block {
    SpecFile.Block(pipeline: SpecFile.Pipeline(expression: expression, span: Span(0, 0..<1), lines: [text], last: 0))
  }
  private func matches(_ outcomes: [SpecOutcome.Events]) -> Bool {
    zip(matchers, outcomes).allSatisfy { $0.matches($1) }
  }

  // MARK: One operator

  private mutating func findOnes() {
    let facts = FindFacts(examples, from: examples.examples.map(\.inputs))
    let source = examples.streams[0]
    var seen: Set<String> = [Self.key(examples.examples.map { $0.inputs[0] })]
    for call in forms.flatMap({ calls(of: $1, $0, facts, most: Self.mostCalls) }).sorted(by: { $0.cost < $1.cost }) {
      runs += 1
      guard let outcomes = outcomes(call.expression, "\(source).\(call.text)") else { continue }
      if matches(outcomes) {
        ones.append(Found(text: "\(source).\(call.text)", sentences: [call.form.sentence], cost: call.cost))
      } else if seen.insert(Self.key(outcomes)).inserted {
        let (hasInstants, hasValues) = (
          zip(matchers, outcomes).allSatisfy { $0.isWithinInstants(of: $1) },
          zip(matchers, outcomes).allSatisfy { $0.isWithinValues(of: $1) }
        )
        starts.append(Start(call: call, outcomes: outcomes, hasInstants: hasInstants, hasValues: hasValues))
      }
    }
    starts = Array(starts.sorted { ($0.rank, $0.call.cost) < ($1.rank, $1.call.cost) }.prefix(Self.mostStarts))
  }

  /// A text that is equal for equal outcomes.
  private static func key(_ outcomes: [SpecOutcome.Events]) -> String {
    outcomes.map { $0.description }.joined(separator: "\n\n")
  }

  // MARK: Two operators

  /// A pipeline of two operators that is not tried yet.
  package struct Candidate: Sendable {
    fileprivate let start: Int
    fileprivate let call: Call
    /// The place among all candidates: the likeliest have the lowest one.
    fileprivate let place: Int
  }

  /// The candidates that begin with one of the first operators.
  package func candidates(_ number: Int) -> [Candidate] {
    let start = starts[number]
    let inputs = zip(examples.examples, start.outcomes).map { [$1] + $0.inputs.dropFirst() }
    let facts = FindFacts(examples, from: inputs)
    var found: [Candidate] = []
    for (index, form) in forms where mayFollow(form, start) {
      for call in calls(of: form, index, facts, most: Self.mostSeconds) {
        found.append(
          Candidate(start: number, call: call, place: start.call.cost + call.cost + start.rank * Self.unlikely))
      }
    }
    return found
  }

  /// The candidates that are tried, the likeliest of all. Their number and not a clock is the limit, so that a search
  /// has the same outcome on every machine.
  package static func likeliest(_ all: [Candidate]) -> [Candidate] {
    Array(all.sorted { ($0.place, $0.start, $0.call.text) < ($1.place, $1.start, $1.call.text) }.prefix(mostRuns))
  }

  /// The pipeline of a candidate, if it sends the expected rows.
  package func found(_ candidate: Candidate) -> Found? {
    let start = starts[candidate.start], call = candidate.call
    let text = "\(examples.streams[0]).\(start.call.text).\(call.text)"
    guard let expression = call.expression.applied(to: start.call.expression), matches(expression, text) else {
      return nil
    }
    return Found(
      text: text, sentences: [start.call.form.sentence, call.form.sentence], cost: start.call.cost + call.cost)
  }

  /// Whether an operator may make the expected rows of what it receives, as far as its facts tell.
  private func mayFollow(_ form: Operator, _ start: Start) -> Bool {
    let takesStreams = form.parameters.contains { $0.kind == .stream || $0.givesStream }
    let takesTime = form.parameters.contains { parameter in
      if case .choice(let names) = parameter.kind { return names.contains { $0.contains("ms") } }
      return parameter.kind == .duration || parameter.kind == .scheduler
    }
    if !start.hasInstants, !takesTime, !takesStreams { return false }
    let takesValues = form.parameters.contains { $0.kind == .value }
    let keeps = form.facts.typing.contains(.keepsValues)
    return start.hasValues || !keeps || takesStreams || takesValues
  }

  /// The simplest of some pipelines, each once.
  package static func simplest(_ found: [Found], most: Int) -> [Found] {
    Array(found.sorted { ($0.cost, $0.text) < ($1.cost, $1.text) }.uniqued.prefix(most))
  }
}

extension Expression {
  /// The same call with another receiver.
  fileprivate func applied(to receiver: Expression) -> Expression? {
    guard case .call(let callee, let arguments) = kind,
      case .member(_, let name, let place, let isOptional) = callee.kind
    else { return nil }
    return Expression(
      .call(Expression(.member(receiver, name, at: place, isOptional: isOptional), callee.span), arguments), span)
  }
}

/// The expressions of calls by their texts: most second operators are tried with the same arguments again, also by the
/// next search for the same streams.
private final class KnownCalls: Sendable {
  private let found = Guarded<[String: Expression?]>([:])

  /// The calls of the last search, by the streams that they may name.
  private static let last = Guarded<(streams: [String], known: KnownCalls)?>(nil)
  /// The largest number of calls that are kept: a search has a few thousand.
  private static let most = 20_000

  static func of(_ streams: [String]) -> KnownCalls {
    last.with { last in
      if let last, last.streams == streams { return last.known }
      let known = KnownCalls()
      last = (streams, known)
      return known
    }
  }

  func expression(of text: String, _ parse: (String) -> Expression?) -> Expression? {
    if let known = found.with({ $0[text] }) { return known }
    let expression = parse(text)
    found.with { found in
      if found.count >= Self.most { found = [:] }
      found[text] = .some(expression)
    }
    return expression
  }
}
