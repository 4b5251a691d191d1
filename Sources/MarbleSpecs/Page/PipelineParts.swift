import MarbleDiagrams
import Marbles

/// The parts of a pipeline that can be dragged or swapped: numbers, and operators that are confused with others.
package struct PipelineParts {
  /// A number that is written down.
  package struct Number: Hashable, Sendable {
    package var span: Span
    package var kind: String
    package var text: String
  }
  /// A call of an operator, and calls that could stand in its place.
  package struct Call: Hashable, Sendable {
    package var name: String
    package var span: Span
    package var swaps: [Swap]
  }
  package struct Swap: Hashable, Sendable {
    package var name: String
    package var text: String
  }

  private let file: SpecFile
  package private(set) var numbers: [Number] = []
  package private(set) var calls: [Call] = []

  package init(_ file: SpecFile) {
    self.file = file
    for block in file.blocks { add(block.pipeline.expression) }
    for case .derived(let derived) in file.definitions { add(derived.pipeline.expression) }
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
    for child in expression.kind.children { add(child) }
  }

  private mutating func add(_ span: Span, _ kind: String) {
    if let text = source(span) { numbers.append(Number(span: span, kind: kind, text: text)) }
  }

  private func source(_ span: Span) -> String? {
    let lines = file.text.lines
    guard lines.indices.contains(span.line), span.columns.upperBound <= lines[span.line].count else { return nil }
    return String(lines[span.line][span.columns])
  }

  /// A call of an operator, with what could stand in its place.
  private mutating func add(_ name: String, _ arguments: [Argument], _ place: Span, _ call: Expression) {
    let forms = OperatorTable.shared.forms(of: name)
    guard let form = forms.first(where: { $0.receiver == .stream && $0.bind(arguments) != nil }), let bound = form.bind(arguments) else {
      return
    }
    let whole = Span(place.line, place.columns.lowerBound..<max(place.columns.upperBound, end(of: call, place)))
    guard source(whole) != nil else { return }
    let swaps = form.rivals.uniqued.compactMap { rival in
      swap(form, bound, for: rival).flatMap { isRead($0, in: whole) ? Swap(name: rival, text: $0) : nil }
    }
    calls.append(Call(name: name, span: whole, swaps: swaps))
  }

  private func end(of call: Expression, _ place: Span) -> Int {
    call.span.line == place.line ? call.span.columns.upperBound : place.columns.upperBound
  }

  /// The call of another operator with the arguments that fit it, and examples for the others.
  private func swap(_ form: Operator, _ bound: [[Argument]], for rival: String) -> String? {
    for other in OperatorTable.shared.forms(of: rival) where other.receiver == .stream {
      var left = zip(form.parameters, bound).flatMap { parameter, arguments in arguments.map { (parameter.kind, $0) } }
      var plain: [String] = []
      var trailing = ""
      var isPossible = true
      for parameter in other.parameters where parameter.kind != .scheduler && parameter.kind != .implied {
        let label = parameter.label.isEmpty ? "" : parameter.label + ": "
        if let index = left.firstIndex(where: { $0.0.suits(parameter.kind) }), let text = source(left[index].1.value.span) {
          left.remove(at: index)
          if parameter.isClosure, parameter.label.isEmpty { trailing = " " + text } else { plain.append(label + text) }
        } else if parameter.isOptional {
          continue
        } else if let example = parameter.kind.example(frame: file.frame, sources: file.sources.map { $0.name }) {
          if parameter.isClosure, parameter.label.isEmpty { trailing = " " + example } else { plain.append(label + example) }
        } else {
          isPossible = false
        }
      }
      if isPossible { return rival + (plain.isEmpty && !trailing.isEmpty ? "" : "(\(plain.joined(separator: ", ")))") + trailing }
    }
    return nil
  }

  /// Whether the spec can be read with this text in this place.
  private func isRead(_ text: String, in span: Span) -> Bool {
    var lines = file.text.lines
    lines[span.line].replaceSubrange(span.columns, with: Array(text))
    let changed = SpecText(lines: lines, file: file.text.file, firstLine: file.text.firstLine, indent: file.text.indent)
    do throws(SpecProblem) {
      _ = try SpecFile(changed)
      return true
    } catch {
      return false
    }
  }
}

extension ParameterInfo.Kind {
  /// Whether an argument of this kind can be one of the other.
  fileprivate func suits(_ other: ParameterInfo.Kind) -> Bool {
    switch (self, other) {
    case (.closure(let one, _), .closure(let two, let canThrow)): one == two && canThrow
    case (.choice, _), (.scheduler, _), (.implied, _): false
    default: self == other
    }
  }

  /// The placeholder of a missing argument.
  fileprivate func example(frame: Int64, sources: [String]) -> String? {
    switch self {
    case .integer: "2"
    case .duration: DurationText.of(frame * 3)
    case .stream: sources.last
    case .value: "0"
    case .demand: ".max(1)"
    case .range: "0...1"
    case .choice(let names): ["true", "false"].contains(names[0]) ? "true" : nil
    case .closure(let takes, _): takes == 1 ? "{ $0 }" : takes == 2 ? "{ $1 }" : nil
    case .subject: "PassthroughSubject()"
    case .scheduler, .implied: nil
    }
  }
}

extension Operator {
  /// The operators that could take its place: operators of its family with the same parameters.
  fileprivate var rivals: [String] {
    let needs = Set(parameters.filter { !$0.isOptional }.map(\.kind))
    let others = OperatorTable.shared.rows.filter { $0.receiver == .stream && $0.family == family && $0.name != name }
    return others.filter { other in
      let wants = Set(other.parameters.filter { !$0.isOptional }.map(\.kind))
      return needs.isEmpty ? wants.isEmpty : needs.isSubset(of: wants)
    }.map(\.name)
  }
}
