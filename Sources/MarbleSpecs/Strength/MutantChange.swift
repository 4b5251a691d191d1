import Marbles
import VirtualTime

/// One change of the text of a pipeline.
struct MutantChange: Hashable {
  /// The part of one line that is replaced.
  var span: Span
  var text: String

  /// The spec with the change; `nil` if it cannot be read, or is the same. The same calls on other streams are the same
  /// pipeline with other rows, so they are changed, too.
  func file(of file: SpecFile) -> SpecFile? {
    var lines = file.text.lines
    if String(lines[span.line][span.columns]) == text { return nil }
    let line = lines[span.line], dot = line.firstIndex(of: ".") ?? line.count
    for block in file.blocks where dot <= span.columns.lowerBound && block.pipeline.last == block.pipeline.span.line {
      let other = block.pipeline.span.line
      guard other != span.line, line.first == ">", let start = lines[other].firstIndex(of: "."),
        lines[other][start...] == line[dot...]
      else { continue }
      let shift = start - dot
      lines[other].replaceSubrange(span.columns.lowerBound + shift..<span.columns.upperBound + shift, with: Array(text))
    }
    lines[span.line].replaceSubrange(span.columns, with: Array(text))
    return try? SpecFile(file.text.with(lines))
  }

  /// All changes of a spec: each number one more and one less, each operator left out, with other labels, as each of
  /// its rivals and before the operator before it, each operator of a closure as another one, operands in another
  /// order, and each text as another one.
  static func all(of file: SpecFile) -> [MutantChange] {
    var changes: [MutantChange] = []
    let parts = PipelineParts(file)
    for number in parts.numbers {
      for text in neighbors(of: number, frame: file.frame) {
        changes.append(MutantChange(span: number.span, text: text))
      }
    }
    for call in parts.calls {
      let start = call.span.columns.lowerBound
      if start > 0, file.text.lines[call.span.line][start - 1] == ".", file.text.source(call.span) == call.text {
        changes.append(MutantChange(span: Span(call.span.line, start - 1..<call.span.columns.upperBound), text: ""))
      }
      for swap in parts.swaps(of: call) where !swap.isInvented {
        changes.append(MutantChange(span: call.span, text: swap.text))
      }
    }
    for expression in file.pipelines.flatMap(\.subexpressions) { add(expression, file.text, &changes) }
    return changes.uniqued
  }

  private static func neighbors(of number: PipelineParts.Number, frame: Int64) -> [String] {
    if number.kind == "duration" {
      let codes = number.text.map { $0.unicodeScalars.first?.value ?? 0 }
      guard let prefix = DurationText.prefix(of: codes, at: 0),
        case .nanoseconds(let length) = DurationText.value(of: prefix, in: codes)
      else { return [] }
      return [length - frame, length + frame].filter { $0 > 0 }.map(DurationText.of)
    }
    if let value = Int64(number.text), value < .max {
      return [value - 1, value + 1].filter { $0 >= 0 }.map(String.init)
    }
    return Double(number.text).map { [$0 - 1, $0 + 1].map(\.description) } ?? []
  }

  private static let rivals: [String: [String]] = [
    "<": ["<=", ">", ">="], "<=": ["<", ">=", ">"], ">": [">=", "<", "<="], ">=": [">", "<=", "<"], "==": ["!="],
    "!=": ["=="], "&&": ["||"], "||": ["&&"],
    "+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["/"],
  ]

  private static func add(_ expression: Expression, _ text: SpecText, _ changes: inout [MutantChange]) {
    switch expression.kind {
    case .binary(let symbol, let left, let right, _):
      let gap = Span(
        left.span.line, left.span.columns.upperBound..<max(left.span.columns.upperBound, right.span.columns.lowerBound))
      if left.span.line == right.span.line, let between = text.source(gap), between.filter({ $0 != " " }) == symbol {
        for rival in rivals[symbol] ?? [] { changes.append(MutantChange(span: gap, text: " \(rival) ")) }
        if ["-", "/", "%", "<", "<=", ">", ">=", "+", "??"].contains(symbol) {
          swap(left.span, right.span, text, &changes)
        }
      }
    case .ternary(_, let yes, let no): swap(yes.span, no.span, text, &changes)
    case .prefix("!", let operand):
      if let own = text.source(operand.span), operand.span.line == expression.span.line {
        changes.append(MutantChange(span: expression.span, text: own))
      }
    case .literal(.string), .interpolation:
      // A text, also of an error.
      if let own = text.source(expression.span), own.count > 1, own.first == "\"", own.last == "\"" {
        changes.append(MutantChange(span: expression.span, text: own.dropLast() + "x\""))
      }
    case .call(let callee, let arguments):
      // `a.filter { … }.prefix(2)` as `a.prefix(2).filter { … }`.
      if case .member(let before, _, _, _) = callee.kind, case .call(let first, _) = before.kind,
        case .member(let base, _, _, _) = first.kind, base.span.line == expression.span.line
      {
        let (start, middle, end) = (
          base.span.columns.upperBound, before.span.columns.upperBound, expression.span.columns.upperBound
        )
        let line = expression.span.line
        if start < middle, middle < end { swap(Span(line, start..<middle), Span(line, middle..<end), text, &changes) }
      }
      // `a.append(b)` as `b.append(a)`.
      if case .member(let base, _, _, _) = callee.kind, case .name = base.kind, let first = arguments.first,
        case .name = first.value.kind
      {
        swap(base.span, first.value.span, text, &changes)
      }
    default: break
    }
  }

  private static func swap(_ one: Span, _ other: Span, _ text: SpecText, _ changes: inout [MutantChange]) {
    guard one.line == other.line, one.columns.upperBound <= other.columns.lowerBound, let first = text.source(one),
      let second = text.source(other),
      let between = text.source(Span(one.line, one.columns.upperBound..<other.columns.lowerBound))
    else { return }
    changes.append(
      MutantChange(
        span: Span(one.line, one.columns.lowerBound..<other.columns.upperBound), text: second + between + first))
  }
}
