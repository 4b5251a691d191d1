/// A call of a property or method of a value.
package struct MemberCall {
  let evaluator: Evaluator
  let receiver: Value
  let span: Span
  let arguments: [Argument]
  let scope: Scope?

  func problem(_ message: String, at span: Span? = nil, fix: String? = nil) -> Interruption {
    evaluator.problem(message, at: span ?? self.span, fix: fix)
  }

  /// The elements of the receiver: of an array or a range its elements, of a string its characters.
  func elements() throws -> [Value] {
    switch receiver {
    case .array(let items):
      try evaluator.takeSteps(items.elements.count, at: span)
      return items.elements
    case .string(let text):
      try evaluator.takeSteps(text.utf8.count, at: span)
      return text.map { .string(String($0)) }
    case .member("..<", let items):
      guard case .integer(let lower) = items.elements[0], case .integer(let upper) = items.elements[1] else {
        return []
      }
      let (count, overflow) = upper.subtractingReportingOverflow(lower)
      if overflow || count > Value.largest { throw problem("the range is too large") }
      try evaluator.takeSteps(Int(clamping: count), at: span)
      return (lower..<upper).map { .integer($0) }
    case .member("...", _): throw problem("the range \(receiver.shown) has no end")
    default: throw problem("\(receiver.shown) has no elements")
    }
  }

  /// A value of the receiver's kind with some elements: a string for a string, else an array.
  func rebuilt(_ elements: some Sequence<Value>) -> Value {
    if case .string = receiver { .string(elements.map(\.plain).joined()) } else { .list(Array(elements)) }
  }

  func value(_ index: Int) throws -> Value { try evaluator.value(arguments[index].value, scope) }

  /// The argument as a number of elements, 0 or more.
  func count(_ index: Int) throws -> Int {
    let number = try integer(index)
    if number < 0 { throw problem("expected 0 or more, got \(number)", at: arguments[index].value.span) }
    return Int(clamping: number)
  }

  func integer(_ index: Int) throws -> Int64 {
    let value = try value(index)
    if case .integer(let number) = value { return number }
    throw problem("expected an integer, got \(value.shown)", at: arguments[index].value.span)
  }

  func text(_ index: Int) throws -> String {
    let value = try value(index)
    if case .string(let text) = value { return text }
    throw problem("expected a string, got \(value.shown)", at: arguments[index].value.span)
  }

  /// Whether the second argument is taken, recorded.
  func decided(_ takesSecond: Bool) -> Bool {
    evaluator.context.decisions?.add(.second, span, takesSecond)
    return takesSecond
  }

  /// The result of the closure that is this argument, for some values.
  func apply(_ index: Int, _ values: Value...) throws -> Value {
    try evaluator.apply(arguments[index].value, to: values, scope)
  }

  func test(_ index: Int, _ values: Value...) throws -> Bool {
    let value = try evaluator.apply(arguments[index].value, to: values, scope)
    if case .bool(let bool) = value { return bool }
    throw problem("the closure must give true or false, got \(value.shown)", at: arguments[index].value.span)
  }

  /// Whether one value is ordered before the other: by a closure, or by the order of the type.
  func isLess(_ left: Value, _ right: Value, by index: Int?) throws -> Bool {
    if let index { return try test(index, left, right) }
    guard let isLess = left.isLess(than: right) else {
      throw problem("\(left.shown) and \(right.shown) cannot be ordered")
    }
    return isLess
  }

  /// The least element, or with `reversed` the greatest; of equal elements the first.
  func least(by index: Int?, reversed: Bool) throws -> Value {
    var best: Value?
    for element in try elements() {
      guard let current = best else {
        best = element
        continue
      }
      if try reversed ? isLess(current, element, by: index) : isLess(element, current, by: index) { best = element }
    }
    return best ?? .nil
  }

  func sorted(by index: Int?) throws -> Value { try .list(merged(try elements(), by: index)) }
  private func merged(_ elements: [Value], by index: Int?) throws -> [Value] {
    if elements.count < 2 { return elements }
    var left = try merged(Array(elements[..<(elements.count / 2)]), by: index)[...]
    var right = try merged(Array(elements[(elements.count / 2)...]), by: index)[...]
    var result: [Value] = []
    while let one = left.first, let other = right.first {
      try evaluator.takeSteps(1, at: span)
      result.append(try isLess(other, one, by: index) ? right.removeFirst() : left.removeFirst())
    }
    return result + left + right
  }
}

extension Evaluator {
  /// The elements of an array, a string or a range.
  func elements(of value: Value, at span: Span) throws -> [Value] {
    try MemberCall(evaluator: self, receiver: value, span: span, arguments: [], scope: nil).elements()
  }
}
