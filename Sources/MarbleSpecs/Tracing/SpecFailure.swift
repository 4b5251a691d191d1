import Marbles

/// The events of a stream in a run.
package typealias SpecEvents = Recording<Value, SpecFailure>

/// The failure type of all streams in a spec. A failure has a value.
public struct SpecFailure: Error, Hashable, Sendable {
  package let value: Value
  /// Creates a failure with a text.
  public init(_ text: String) { value = .string(text) }
  init(_ value: Value) { self.value = value }
  /// The failure of a bare `#`, unless a table has another value for it.
  static var bare: SpecFailure { SpecFailure(.bareFailure) }
}

extension SymbolTable {
  func failure(_ text: String?) -> SpecFailure { SpecFailure(valueOfFailure(text)) }
}
