/// A value of the spec language. Equality is exact: `1` is not `1.0`.
///
/// Optionals are flat: `nil` is a value of its own, and what is not `nil` is the value itself.
package indirect enum Value: Hashable, Sendable {
  case integer(Int64)
  case decimal(Double)
  case text(String)
  case truth(Bool)
  case absent
  case array(Items)
  /// At least two elements, or none: `()`.
  case tuple(Items)
  /// Nanoseconds.
  case duration(Int64)
  /// A case by its name, as in `.max(1)` or `.success("a")`.
  case member(String, Items)
  case stream(SpecStream)
  /// The value that `let` names, if it is a closure.
  case function(SpecFunction)

  static func list(_ elements: [Value]) -> Value { .array(Items(elements)) }
  static func tuple(_ elements: [Value]) -> Value { .tuple(Items(elements)) }
  static func member(_ name: String, _ payload: Value...) -> Value { .member(name, Items(payload)) }

  /// The elements of a composite, with labels where a tuple has them, and with what a limit has to know.
  package struct Items: Hashable, Sendable {
    package let elements: [Value]
    package let labels: [String]
    /// How many values it holds at all levels, and how many levels there are. Both are bounded, so that comparing, printing and freeing
    /// a value always come to an end, even where a small program builds something that shares its parts a thousand times.
    package let size: Int
    package let depth: Int

    init(_ elements: [Value], labels: [String] = []) {
      self.elements = elements
      self.labels = labels
      size = elements.reduce(1) { $0.addingReportingOverflow($1.size).partialValue }
      depth = 1 + (elements.lazy.map(\.depth).max() ?? 0)
    }

    /// Labels say how to reach an element; they are no part of what the value is.
    package static func == (lhs: Items, rhs: Items) -> Bool { lhs.elements == rhs.elements }
    package func hash(into hasher: inout Hasher) { hasher.combine(elements) }
  }

  static let largest = 100_000
  static let deepest = 64

  /// How much of the memory it may take is taken, in values; a text counts one for every 16 bytes.
  var size: Int {
    switch self {
    case .array(let items), .tuple(let items), .member(_, let items): items.size
    case .text(let text): 1 + text.utf8.count / 16
    default: 1
    }
  }
  var depth: Int {
    switch self {
    case .array(let items), .tuple(let items), .member(_, let items): items.depth
    default: 0
    }
  }
}

/// A closure with a name, and the values that it sees.
package final class SpecFunction: Hashable, @unchecked Sendable {
  // Unchecked: it never changes, and belongs to one run, which belongs to one thread.
  let expression: Expression
  let scope: Scope?

  init(_ expression: Expression, _ scope: Scope?) { (self.expression, self.scope) = (expression, scope) }

  package static func == (lhs: SpecFunction, rhs: SpecFunction) -> Bool { lhs === rhs }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The one failure type of all streams in a spec: it carries a value.
public struct SpecFailure: Error, Hashable, Sendable {
  package let value: Value
  /// A failure with a text.
  public init(_ text: String) { value = .text(text) }
  package init(_ value: Value) { self.value = value }
  /// The value of a bare `#`, unless a table has another one.
  package static var bare: SpecFailure { SpecFailure(.text("error")) }
}
