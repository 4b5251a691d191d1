import Marbles
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
  private struct Call: Sendable {
    let form: Operator
    /// The call without its upstream.
    let text: String
    let expression: Expression
    let cost: Int
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
  /// The names that a call may use.
  private let names: [String: SpecChecker.Known]
  /// The pipelines of one operator, the simplest first.
  package private(set) var ones: [Found] = []
  private var starts: [Start] = []
  /// The number of runs up to now.
  package private(set) var runs = 0

  /// The number of actions after which a run does not end.
  private static let limit = 300
  /// The largest number of calls of an operator alone, and of a second operator.
  private static let (mostCalls, mostSeconds) = (60, 16)
  /// The largest number of first operators, and of runs for each of them.
  private static let (mostStarts, mostRuns) = (200, 1_000)

  package init(_ examples: FindExamples) {
    self.examples = examples
    matchers = examples.examples.map(FindMatcher.init)
    names = Dictionary(uniqueKeysWithValues: examples.streams.map { ($0, .stream) })
    findOnes()
  }

  /// The number of first operators with which pipelines of two operators are tried.
  package var count: Int { starts.count }

  // MARK: Calls

  /// The calls of a form with arguments from the rows, the simplest first.
  private func calls(of form: Operator, _ index: Int, _ facts: FindFacts, most: Int) -> [Call] {
    var drafts: [(arguments: [String], trailing: String, cost: Int)] = [([], "", 0)]
    let parameters = form.parameters.filter { $0.kind != .scheduler && $0.kind != .implied }
    for (place, parameter) in parameters.enumerated() {
      let isTrailing = place == parameters.count - 1 && parameter.isClosure && parameter.label.isEmpty
      let texts = facts.arguments(for: parameter)
      drafts = drafts.flatMap { draft -> [(arguments: [String], trailing: String, cost: Int)] in
        let given = texts.enumerated().map { number, text in
          let cost = draft.cost + 4 + number
          if isTrailing { return (draft.arguments, " " + text, cost) }
          return (draft.arguments + [(parameter.label.isEmpty ? "" : parameter.label + ": ") + text], draft.trailing, cost)
        }
        return (parameter.isOptional ? [draft] : []) + given
      }.sorted { $0.cost < $1.cost }
      drafts = Array(drafts.prefix(most))
    }
    return drafts.compactMap { draft in
      let brackets = draft.arguments.isEmpty && !draft.trailing.isEmpty ? "" : "(\(draft.arguments.joined(separator: ", ")))"
      return call(form, form.name + brackets + draft.trailing, draft.cost * 1_000 + index)
    }
  }

  private func call(_ form: Operator, _ written: String, _ cost: Int) -> Call? {
    let text = SpecText(lines: [Array("\(examples.streams[0]).\(written)")], file: "find", firstLine: 1, indent: 0)
    do throws(SpecProblem) {
      var lexer = Lexer(text)
      try lexer.read(line: 0, from: 0)
      let expression = try ExpressionParser.parse(text, try lexer.finished(), as: "a pipeline")
      try SpecChecker(text: text, names: names).checkPipeline(expression)
      return Call(form: form, text: written, expression: expression, cost: cost)
    } catch {
      return nil
    }
  }

  /// The rows of the table that can be searched: operators that make one stream of a stream and need no connection.
  private var forms: [(offset: Int, element: Operator)] {
    Array(OperatorTable.shared.rows.enumerated().filter { $1.receiver == .stream && !$1.isConnectable && !$1.makesSeveral })
  }

  // MARK: Runs

  /// The events that a pipeline sends in each example; `nil` if it cannot run or does not end. After an example that does not match, a
  /// search that only wants matches stops.
  private func outcomes(_ expression: Expression, _ text: String, onlyMatches: Bool) -> [SpecOutcome.Events]? {
    var outcomes: [SpecOutcome.Events] = []
    for (example, matcher) in zip(examples.examples, matchers) {
      var file = example.file
      file.limit = Self.limit
      let pipeline = SpecFile.Pipeline(expression: expression, span: Span(0, 0..<1), lines: [text], last: 0)
      file.blocks[0] = SpecFile.Block(pipeline: pipeline)
      guard let outcome = try? SpecRun.outcome(of: file, block: file.blocks[0], SpecNames(file), isTraced: false),
        outcome.runaway == nil, let recording = outcome.recordings.first
      else { return nil }
      if onlyMatches, !matcher.matches(recording) { return nil }
      outcomes.append(recording)
    }
    return outcomes
  }
  private func matches(_ outcomes: [SpecOutcome.Events]) -> Bool { zip(matchers, outcomes).allSatisfy { $0.matches($1) } }

  // MARK: One operator

  private mutating func findOnes() {
    let facts = FindFacts(examples, from: examples.examples.map(\.inputs))
    let source = examples.streams[0]
    var seen: Set<String> = [Self.key(examples.examples.map { $0.inputs[0] })]
    for call in forms.flatMap({ calls(of: $1, $0, facts, most: Self.mostCalls) }).sorted(by: { $0.cost < $1.cost }) {
      runs += 1
      guard let outcomes = outcomes(call.expression, "\(source).\(call.text)", onlyMatches: false) else { continue }
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
  private static func key(_ outcomes: [SpecOutcome.Events]) -> String { outcomes.map(\.description).joined(separator: "\n\n") }

  // MARK: Two operators

  /// The pipelines that begin with one of the first operators.
  package func twos(_ number: Int) -> (found: [Found], runs: Int) {
    let start = starts[number]
    let inputs = zip(examples.examples, start.outcomes).map { [$1] + $0.inputs.dropFirst() }
    let facts = FindFacts(examples, from: inputs)
    let source = examples.streams[0]
    var found: [Found] = []
    var runs = 0
    for (index, form) in forms where mayFollow(form, start) {
      for call in calls(of: form, index, facts, most: Self.mostSeconds) where runs < Self.mostRuns {
        guard let expression = call.expression.applied(to: start.call.expression) else { continue }
        runs += 1
        let text = "\(source).\(start.call.text).\(call.text)"
        if outcomes(expression, text, onlyMatches: true) != nil {
          let sentences = [start.call.form.sentence, form.sentence]
          found.append(Found(text: text, sentences: sentences, cost: start.call.cost + call.cost))
        }
      }
    }
    return (found, runs)
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

/// Compares events with an expected row.
struct FindMatcher: Sendable {
  private let example: FindExamples.Example
  private let instants: [VirtualInstant]

  init(_ example: FindExamples.Example) {
    self.example = example
    instants = example.expected.moments.flatMap { moment in moment.marks.map { _ in moment.instant } }
  }

  func matches(_ recording: SpecOutcome.Events) -> Bool {
    guard recording.entries.count == instants.count, zip(recording.entries, instants).allSatisfy({ $0.instant == $1 }) else { return false }
    return ExpectedRow(example.expected, example.file.table, Symbolizer(example.file)).holds(recording)
  }

  /// Whether all instants of the row are instants of the events, or zero.
  func isWithinInstants(of recording: SpecOutcome.Events) -> Bool {
    let known = Set(recording.entries.map(\.instant) + [.zero])
    return instants.allSatisfy(known.contains)
  }
  /// Whether all values of the row are values of the events.
  func isWithinValues(of recording: SpecOutcome.Events) -> Bool {
    let known = recording.values
    return example.outcome.values.allSatisfy { value in known.contains { $0.isMeant(by: value) } }
  }
}

extension Expression {
  /// The same call with another receiver.
  fileprivate func applied(to receiver: Expression) -> Expression? {
    guard case .call(let callee, let arguments) = kind, case .member(_, let name, let place, let isOptional) = callee.kind else {
      return nil
    }
    return Expression(.call(Expression(.member(receiver, name, at: place, isOptional: isOptional), callee.span), arguments), span)
  }
}
