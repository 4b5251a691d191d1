import MarbleSpecs
import Marbles

extension SwiftTest {
  /// The statement for a rule. A rule that the library has no method for becomes a comment.
  func statement(_ rule: SpecFile.Rule, result: String) -> String {
    guard let call = call(of: rule, result), !rule.sentence.expectsBreak else {
      return "    // This rule of the spec has no method in Swift: \(rule.text)"
    }
    let none = rule.sentence.allowsNone ? ".allowingNone()" : "", open = rule.sentence.allowsOpen ? ".allowingOpen()" : ""
    var exception = ""
    if let events = rule.sentence.exception {
      guard let stream = stream(events, result) else { return "    // This rule of the spec has no method in Swift: \(rule.text)" }
      exception = ".unless(\(stream))"
    }
    return "    \(names.test).\(call)\(exception)\(none)\(open)"
  }

  private func call(of rule: SpecFile.Rule, _ result: String) -> String? {
    let sentence = rule.sentence
    let a = sentence.trigger.map { stream($0, result) ?? "" } ?? "", b = sentence.response.map { stream($0, result) ?? "" } ?? ""
    if sentence.trigger != nil, a.isEmpty || sentence.response != nil, b.isEmpty { return nil }
    func within(_ limit: Int64?) -> String { limit.map { ", within: \(SwiftValue.duration($0))" } ?? "" }
    switch sentence.shape {
    case .followed(let limit, let orNext): return "each(\(a)).isFollowed(by: \(b)\(within(limit))\(orNext ? ", unless: .next" : ""))"
    case .none(let limit): return "none(of: \(b)\(within(limit)), after: \(a))"
    case .atMost(let count, let limit): return "atMost(\(count), of: \(b)\(within(limit)))"
    case .atMostAfterEach(let count): return "atMost(\(count), of: \(b), afterEach: \(a))"
    case .atLeast(let count): return "atLeast(\(count), of: \(b))"
    case .onlyAfter: return "only(\(b), after: \(a))"
    case .neverMore: return "never(more: \(b), than: \(a))"
    case .asMany: return "asMany(\(b), as: \(a))"
    case .neverTwoEqual: return "never(\(b)) { $0 == $1 }"
    case .condition(let isNegated, let isAtEnd) where (1...2).contains(rule.subjects.count):
      guard let condition = rule.condition else { return nil }
      let streams = rule.subjects.map { $0 == SpecFile.Rule.result ? result : swift($0) }.joined(separator: ", ")
      let body = isNegated ? Expression(.prefix("!", condition), condition.span) : condition
      let words = SwiftLiteral.of((isNegated ? "never " : "") + (sentence.condition ?? ""))
      let closure = expression.closure(Closure(names: rule.subjects, highest: -1, body: body), takes: rule.subjects.count)
      return "\(isAtEnd ? "atEnd" : "always")(\(streams), \(words)) \(closure)"
    case .condition: return nil
    }
  }

  /// The stream of some events.
  private func stream(_ events: RuleSentence.Events, _ result: String) -> String? {
    let name = events.stream == SpecFile.Rule.result ? result : swift(events.stream)
    let values = events.values.map { file.table.meaning(of: Symbol(written: $0)).description }
    switch events.kind {
    case .values where values.isEmpty: return name
    case .values: return "\(name).filter { \(values.map { "$0 == \($0)" }.joined(separator: " || ")) }"
    case .finish: return "\(names.test).finish(of: \(name))"
    case .failure: return "\(names.test).failure(of: \(name))"
    case .end: return "\(names.test).end(of: \(name))"
    case .cancel: return nil
    }
  }
}
