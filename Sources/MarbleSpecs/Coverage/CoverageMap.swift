import MarbleRuns
import Marbles

/// The calls and closures of some pipelines, by their places: it turns what runs have shown into points, each with its
/// sentence.
struct CoverageMap {
  /// A call of an operator in the text.
  private struct Call {
    var name: String
    var form: Operator
    var span: Span
    /// The text of the call.
    var written: String
    var counts: [Int]
    /// The places of its closures, and of their results.
    var closures: [Span]
    var results: [Span]
  }
  /// A part of a closure.
  private struct Node {
    var text: String
    /// The place of the expression; a sign stands for its expression.
    var place: Span
    /// Whether its value can depend on a value that the closure receives. Otherwise it decides nothing.
    var varies: Bool
  }

  private let text: SpecText
  private var calls: [String: Call] = [:]
  private var nodes: [Span: Node] = [:]
  /// The closures, in the order of the text.
  private var closures: [Span] = []
  /// The decisions that closures take by their form. Whether others are taken, such as by a division, depends on values.
  private var branches: [ClosureDecisions.Branch] = []

  /// - Parameter pipelines: The pipelines, and the definitions that they use.
  init(_ text: SpecText, _ pipelines: [Expression]) {
    self.text = text
    for pipeline in pipelines { add(pipeline, bound: [], isInClosure: false) }
  }

  // MARK: Reading the pipelines

  private mutating func add(_ expression: Expression, bound: Set<String>, isInClosure: Bool) {
    var bound = bound, isInClosure = isInClosure
    let varies = expression.depends(on: bound)
    if isInClosure {
      nodes[expression.span] = nodes[expression.span] ?? node(expression.span, varies)
      branches += expression.branches
    }
    switch expression.kind {
    case .closure(let closure):
      bound = bound.union(closure.names ?? [])
      isInClosure = true
      closures.append(expression.span)
      nodes[expression.span] = node(expression.span, true)
      if closure.body.isCondition { branches.append(.init(kind: .bool, span: closure.body.span)) }
    case .keyPath, .operatorName:
      closures.append(expression.span)
      nodes[expression.span] = node(expression.span, true)
      if !isInClosure { branches += expression.branches }
    case .binding(let name, let value, _):
      if value.depends(on: bound) { bound.insert(name) }
    case .binary(_, _, _, let sign): nodes[sign] = node(expression.span, varies)
    case .call(let callee, let arguments):
      if case .member(_, let name, let span, _) = callee.kind {
        nodes[span] = nodes[span] ?? node(expression.span, varies)
        add(name, arguments, span)
      } else if case .name = callee.kind {
        nodes[callee.span] = nodes[callee.span] ?? node(expression.span, varies)
      }
    case .member(_, _, let span, _): nodes[span] = nodes[span] ?? node(expression.span, varies)
    default: break
    }
    for child in expression.kind.children { add(child, bound: bound, isInClosure: isInClosure) }
  }

  private func node(_ span: Span, _ varies: Bool) -> Node {
    Node(text: text.source(span) ?? "", place: span, varies: varies)
  }

  private mutating func add(_ name: String, _ arguments: [Argument], _ span: Span) {
    guard let bound = OperatorTable.shared.forms(of: name, on: .stream).bound(to: arguments) else { return }
    var (counts, results, closures): ([Int], [Span], [Span]) = ([], [], [])
    for (parameter, given) in bound.pairs {
      for argument in given {
        if case .literal(.integer(let number)) = argument.value.kind, parameter.kind == .integer {
          counts.append(Int(clamping: number))
        }
        switch argument.value.kind {
        case .closure(let closure): results.append(closure.body.span)
        case .keyPath: results.append(argument.value.span)
        default: continue
        }
        closures.append(argument.value.span)
      }
    }
    calls[place(of: span)] = Call(
      name: name, form: bound.form, span: span, written: text.call(at: span), counts: counts.filter { $0 > 0 },
      closures: closures, results: results)
  }
  private func place(of span: Span) -> String { "\(span.line):\(span.columns.lowerBound)" }

  // MARK: Points

  /// All points, and whether the runs have reached them.
  ///
  /// - Parameter ofRows: Whether the points come from the text alone, so that those of different rows can be compared,
  ///   and it is also a point that an operator sends a value, and that it receives as many as its argument says.
  ///   Otherwise, for the inputs of a law, parts that no run has come near are left out, as what keeps the runs away is
  ///   a point; and the lengths of chosen inputs follow from the arguments anyhow.
  func points(of coverage: RunCoverage, ofRows: Bool) -> [(point: CoveragePoint, isReached: Bool)] {
    var found: [(point: CoveragePoint, isReached: Bool)] = []
    for (place, call) in calls.sorted(by: { $0.value.span.start < $1.value.span.start }) {
      guard let seen = coverage.calls[place] ?? (ofRows ? RunCoverage.Call() : nil) else { continue }
      let (number, name) = shown(call), facts = call.form.facts, reasons = facts.reasons
      func add(_ key: CoveragePoint.Key, _ words: String, _ isReached: Bool, loss: TraceLoss.Kind? = nil) {
        let behavior = Behavior(
          number: number, part: name, words: words, loss: loss, isOnlyLoss: loss != nil && reasons.count == 1)
        let point = CoveragePoint(
          key: key, span: call.span, behavior: behavior, identity: identity(of: call) + words)
        found.append((point, isReached))
      }
      if ofRows, facts.output != .nothing { add(.sends(place), "sends a value", seen.sends) }
      // A closure that gives true or false has points of its own. Before its first call it is not known to do so.
      let decides =
        call.results.contains { coverage.decisions.seen[.init(kind: .bool, span: $0)] != nil }
        || !call.closures.isEmpty
          && call.closures.allSatisfy { coverage.decisions.seen[.init(kind: .call, span: $0)] == nil }
      for (kind, reason) in reasons where !(decides && kind == .atOnce) {
        // Whether a value is dropped when it arrives or when another one follows it may depend on an argument: both are
        // one point.
        let isAtOnce = kind == .replaced && facts.losses.never.contains(.atOnce) && seen.losses.contains(.atOnce)
        add(.loss(place, kind), "drops a value: \(reason)", seen.losses.contains(kind) || isAtOnce, loss: kind)
      }
      if call.form.handlesFailures { add(.fails(place), "receives a failure", seen.receivesFailure) }
      guard ofRows else { continue }
      for count in call.counts.uniqued {
        let received = call.form.handlesFailures ? seen.completions : max(seen.values, seen.completions)
        add(.receives(place, count), "receives \(count) value\(count == 1 ? "" : "s")", received >= count)
      }
    }
    return found + decisions(of: coverage, ofRows: ofRows)
  }

  private func decisions(of coverage: RunCoverage, ofRows: Bool) -> [(point: CoveragePoint, isReached: Bool)] {
    var found: [(point: CoveragePoint, isReached: Bool)] = []
    let seen = coverage.decisions.seen
    let decided = Set(seen.keys.filter { $0.kind != .call }).union(ofRows ? branches : []).filter {
      nodes[$0.span]?.varies == true
    }
    let all =
      closures.map { ClosureDecisions.Branch(kind: .call, span: $0) } + decided.sorted { $0.place < $1.place }
    // Parts that are alike have numbers.
    var places: [String: [Span]] = [:]
    for branch in all {
      if let node = nodes[branch.span] { places[branch.kind.rawValue + node.text, default: []].append(node.place) }
    }
    for branch in all {
      guard let node = nodes[branch.span] else { continue }
      let alike = places[branch.kind.rawValue + node.text]?.uniqued ?? []
      let number = alike.firstIndex(of: node.place) ?? 0
      for isYes in branch.kind == .call ? [true] : [true, false] {
        var behavior = Behavior(part: "`\(node.text)`", words: branch.kind.outcome(isYes))
        let clause = behavior.sentence
        if alike.count > 1 { behavior.number = "the \(Self.ordinal(number)) " }
        let point = CoveragePoint(
          key: .decision(branch, isYes), span: branch.span, behavior: behavior,
          identity: number > 0 ? behavior.sentence : clause)
        found.append((point, seen[branch]?.contains(isYes ? .yes : .no) == true))
      }
    }
    return found
  }

  private static func ordinal(_ place: Int) -> String { ["first", "second", "third"][safe: place] ?? "\(place + 1)th" }

  /// The calls with the same text, in the order of the text.
  private func alike(_ call: Call) -> [Span] {
    calls.values.filter { $0.written == call.written }.map(\.span).sorted { $0.start < $1.start }
  }
  /// The call, with its number from the second one of its text on.
  private func identity(of call: Call) -> String {
    let number = alike(call).firstIndex(of: call.span) ?? 0
    return (number > 0 ? "the \(Self.ordinal(number)) " : "") + call.written + " "
  }
  /// The name of the operator, or its call if there are several of it, with its number if these are alike.
  private func shown(_ call: Call) -> (number: String, part: String) {
    if calls.values.count(where: { $0.name == call.name }) == 1 { return ("", call.name) }
    let alike = alike(call)
    guard alike.count > 1, let place = alike.firstIndex(of: call.span) else { return ("", "`\(call.written)`") }
    return ("the \(Self.ordinal(place)) ", "`\(call.written)`")
  }
}

extension Expression {
  /// The decisions that the expression takes by its form, in a closure.
  fileprivate var branches: [ClosureDecisions.Branch] {
    switch kind {
    case .ternary(let condition, _, _): [.init(kind: .bool, span: condition.span)]
    case .binary("&&", let left, let right, _), .binary("||", let left, let right, _):
      [.init(kind: .bool, span: left.span), .init(kind: .bool, span: right.span)]
    case .binary("??", let left, _, _): [.init(kind: .isNil, span: left.span)]
    case .binary("%", _, _, let sign): [.init(kind: .exactness, span: sign)]
    case .member(let base, _, _, isOptional: true): [.init(kind: .isNil, span: base.span)]
    case .operatorName(let symbol) where Self.comparisons.contains(symbol): [.init(kind: .bool, span: span)]
    default: []
    }
  }
  private static let comparisons: Set = ["==", "!=", "<", "<=", ">", ">=", "&&", "||"]
  /// Whether the expression is true or false by its form.
  fileprivate var isCondition: Bool {
    switch kind {
    case .binary(let symbol, _, _, _): Self.comparisons.contains(symbol)
    case .prefix("!", _): true
    case .ternary(_, let yes, let no): yes.isCondition && no.isCondition
    case .binding(_, _, let rest): rest.isCondition
    default: false
    }
  }
}

extension Span {
  fileprivate var start: (Int, Int) { (line, columns.lowerBound) }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

extension ClosureDecisions.Branch {
  fileprivate var place: (Int, Int, Int, String) {
    (span.line, span.columns.lowerBound, span.columns.upperBound, kind.rawValue)
  }
}

extension ClosureDecisions.Branch.Kind {
  fileprivate func outcome(_ isYes: Bool) -> String {
    switch self {
    case .call: "is called"
    case .bool: isYes ? "is true" : "is false"
    case .isNil: isYes ? "is nil" : "is not nil"
    case .exactness: isYes ? "has no remainder" : "has a remainder"
    case .negativity: isYes ? "gets a negative number" : "gets a number that is not negative"
    case .second: isYes ? "gives its second argument" : "gives its first argument"
    }
  }
}

extension OperatorFacts {
  /// The kinds of decisions by which the operator drops values, each with its reason.
  var reasons: [(kind: TraceLoss.Kind, text: String)] {
    if memory == .unknown { return [] }
    var all: [(TraceLoss.Kind, String?)] = [
      (.atOnce, losses.atOnce), (.tie, losses.tie), (.replaced, losses.replaced),
    ]
    if memory != .nothing {
      let isFinal = memory == .untilTheEnd || memory == .result
      all.append((.finished, losses.completed(isFailure: false)))
      all.append(
        (
          .failed,
          isFinal
            ? "the stream failed before there was a result" : losses.before.map { "the stream failed before \($0)" }
        ))
    }
    return all.compactMap { kind, text in losses.never.contains(kind) ? nil : text.map { (kind, $0) } }
  }
}

extension Operator {
  /// Whether the operator does something else with a failure than to pass it on.
  var handlesFailures: Bool { family == "Handling failures" || facts.typing.contains(.cures) }
}

extension Expression {
  /// Whether a part of a closure can depend on the values that the closure receives.
  fileprivate func depends(on bound: Set<String>) -> Bool {
    switch kind {
    case .positional: true
    case .name(let name): bound.contains(name)
    case .closure(let closure): closure.names != nil || closure.highest >= 0
    default: kind.children.contains { $0.depends(on: bound) }
    }
  }
}
