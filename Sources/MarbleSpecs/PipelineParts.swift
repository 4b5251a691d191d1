import MarbleRuns
import Marbles

/// The parts of a pipeline that a page lets its reader drag or swap: numbers, and operators that are confused with
/// others.
package struct PipelineParts {
  /// A number in the text.
  package struct Number: Hashable, Sendable {
    package var span: Span
    package var kind: String
    package var text: String
  }
  /// A call of an operator.
  package struct Call {
    package var name: String
    /// The effect of the operator in this form.
    package var sentence: String
    /// The range from the name to the last bracket.
    package var span: Span
    var text: String
    /// The arguments that are written as a duration or a count.
    package var numbers: [(span: Span, kind: ParameterInfo.Kind)]
    fileprivate var finder: SwapFinder
  }

  private let file: SpecFile
  package private(set) var numbers: [Number] = []
  package private(set) var calls: [Call] = []

  package init(_ file: SpecFile) {
    self.file = file
    for expression in file.pipelines.flatMap(\.subexpressions) { add(expression) }
  }

  private mutating func add(_ expression: Expression) {
    switch expression.kind {
    case .literal(.integer): add(expression.span, "integer")
    case .literal(.duration): add(expression.span, "duration")
    case .literal(.decimal): add(expression.span, "decimal")
    case .call(let callee, let arguments):
      if case .member(_, let name, let place, _) = callee.kind { add(name, arguments, place, expression) }
    default: break
    }
  }

  private mutating func add(_ span: Span, _ kind: String) {
    if let text = file.text.source(span) { numbers.append(Number(span: span, kind: kind, text: text)) }
  }

  private mutating func add(_ name: String, _ arguments: [Argument], _ place: Span, _ call: Expression) {
    guard let bound = OperatorTable.shared.forms(of: name, on: .stream).bound(to: arguments) else { return }
    let whole = Span(place.line, place.columns.lowerBound..<max(place.columns.upperBound, end(of: call, place)))
    guard let text = file.text.source(whole) else { return }
    let numbers = bound.pairs.flatMap { parameter, arguments in
      arguments.compactMap { PipelineParts.number($0.value, parameter.kind) }
    }
    calls.append(
      Call(
        name: name, sentence: bound.form.sentence, span: whole, text: text, numbers: numbers,
        finder: SwapFinder(bound.form, bound.arguments, in: file)))
  }

  private static func number(_ value: Expression, _ kind: ParameterInfo.Kind) -> (span: Span, kind: ParameterInfo.Kind)?
  {
    switch (value.kind, kind) {
    case (.literal, .integer), (.literal, .duration): (value.span, kind)
    case (.implicit(_, let payload), .choice): payload.first.flatMap { number($0.value, .duration) }
    default: nil
    }
  }

  private func end(of call: Expression, _ place: Span) -> Int {
    call.span.line == place.line ? call.span.columns.upperBound : place.columns.upperBound
  }

  /// The calls that can replace a call so that the spec can still be read. The spec is read once for each.
  package func swaps(of call: Call) -> [Swap] {
    call.finder.all(except: call.text).filter { isRead($0.text, in: call.span) }
  }

  /// Calls of further operators that can replace a call so that the spec can still be read. The spec is read once for
  /// each.
  package func others(than call: Call) -> [Swap] { call.finder.others.filter { isRead($0.text, in: call.span) } }

  /// The behavior of other libraries for a call, if it differs.
  package func elsewhere(of call: Call) -> [(facts: OperatorFacts.Elsewhere, text: String?)] {
    call.finder.elsewhere.map { one in (one.facts, one.text.flatMap { isRead($0, in: call.span) ? $0 : nil }) }
  }

  /// Whether the spec can be read with this text at this place.
  private func isRead(_ text: String, in span: Span) -> Bool {
    var lines = file.text.lines
    lines[span.line].replaceSubrange(span.columns, with: Array(text))
    return (try? SpecFile(file.text.with(lines))) != nil
  }
}
