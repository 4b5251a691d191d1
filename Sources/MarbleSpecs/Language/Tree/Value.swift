/// A value of the spec language. Equality is exact: `1` is not `1.0`.
///
/// Optionals are flat: `nil` is a value of its own, and an optional that is not `nil` is the value itself.
package indirect enum Value: Hashable, Sendable {
  case integer(Int64)
  case decimal(Double)
  case string(String)
  case bool(Bool)
  case `nil`
  case array(Items)
  /// A tuple of at least two elements, or of none: `()`.
  case tuple(Items)
  /// A duration in nanoseconds.
  case duration(Int64)
  /// A case with its payload, such as `.max(1)` or `.success("a")`.
  case member(String, Items)
  case stream(SpecStream)
  /// A closure that `let` has named.
  case function(SpecFunction)

  static func list(_ elements: [Value]) -> Value { .array(Items(elements)) }
  static func tuple(_ elements: [Value]) -> Value { .tuple(Items(elements)) }
  static func member(_ name: String, _ payload: Value...) -> Value { .member(name, Items(payload)) }

  /// The elements of a composite value, with the labels of a tuple, and with the numbers that limits need.
  package struct Items: Hashable, Sendable {
    let elements: [Value]
    let labels: [String]
    /// The number of values at all levels. It and the number of levels are bounded, so that comparing, printing and
    /// freeing a value end even if a small program builds a value that shares its parts a thousand times.
    let size: Int
    let depth: Int

    init(_ elements: [Value], labels: [String] = []) {
      self.elements = elements
      self.labels = labels
      size = elements.reduce(1) { $0.addingReportingOverflow($1.size).partialValue }
      depth = 1 + (elements.lazy.map(\.depth).max() ?? 0)
    }

    /// Whether the elements are equal. Labels are only names of elements and are not compared.
    package static func == (lhs: Items, rhs: Items) -> Bool { lhs.elements == rhs.elements }
    package func hash(into hasher: inout Hasher) { hasher.combine(elements) }
  }

  static let largest = 100_000
  static let deepest = 64

  /// The size of the value for the limit on memory, in values; a text counts one for every 16 bytes.
  var size: Int {
    switch self {
    case .array(let items), .tuple(let items), .member(_, let items): items.size
    case .string(let text): 1 + text.utf8.count / 16
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
