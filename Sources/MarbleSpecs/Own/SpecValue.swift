import VirtualTime

/// A value in a spec, as your own operator receives it.
///
/// The value can be compared, printed and sent. If an operator sends a value that it received, pictures show that value
/// as the cause. For a new value they show the event that the operator is handling as the cause.
public struct SpecValue: Hashable, Sendable, CustomStringConvertible {
  let carried: Carried

  init(_ carried: Carried) { self.carried = carried }
  /// Creates an integer.
  public init(_ value: Int) { carried = value.carried }
  /// Creates a decimal number.
  public init(_ value: Double) { carried = Carried(.decimal(value)) }
  /// Creates a string.
  public init(_ value: String) { carried = Carried(.string(value)) }
  /// Creates `true` or `false`.
  public init(_ value: Bool) { carried = value.carried }
  /// Creates a duration.
  public init(_ value: VirtualInstant.Stride) { carried = value.carried }
  /// Creates an array.
  public init(_ values: [SpecValue]) { carried = values.map(\.carried).carried }
  /// `nil`.
  public static var `nil`: SpecValue { SpecValue(Carried(.nil)) }

  /// The integer; `nil` if the value is not an integer.
  public var integer: Int? { if case .integer(let value) = carried.value { Int(exactly: value) } else { nil } }
  /// The number, of an integer or of a decimal; `nil` if the value is neither.
  public var decimal: Double? {
    switch carried.value {
    case .integer(let value): Double(value)
    case .decimal(let value): value
    default: nil
    }
  }
  /// The string; `nil` if the value is not a string.
  public var string: String? { if case .string(let value) = carried.value { value } else { nil } }
  /// `true` or `false`; `nil` if the value is neither `true` nor `false`.
  public var bool: Bool? { if case .bool(let value) = carried.value { value } else { nil } }
  /// The elements of an array or a tuple; `nil` if the value is neither.
  public var elements: [SpecValue]? {
    switch carried.value {
    case .array(let items), .tuple(let items): items.elements.map { SpecValue(Carried($0, carried.causes)) }
    default: nil
    }
  }

  /// The value as a literal of the language of specs.
  public var description: String { carried.value.description }
}

/// A type whose values your own operator can send.
public protocol SpecConvertible {
  /// The value in the language of specs.
  var specValue: SpecValue { get }
}

extension SpecValue: SpecConvertible {
  /// The value itself.
  public var specValue: SpecValue { self }
}
extension Int: SpecConvertible {
  /// The integer in the language of specs.
  public var specValue: SpecValue { SpecValue(self) }
}
extension Double: SpecConvertible {
  /// The number in the language of specs.
  public var specValue: SpecValue { SpecValue(self) }
}
extension String: SpecConvertible {
  /// The string in the language of specs.
  public var specValue: SpecValue { SpecValue(self) }
}
extension Bool: SpecConvertible {
  /// `true` or `false` in the language of specs.
  public var specValue: SpecValue { SpecValue(self) }
}
extension Never: SpecConvertible {
  /// There is no value of this type.
  public var specValue: SpecValue { switch self {} }
}
extension VirtualInstant.Stride: SpecConvertible {
  /// The duration in the language of specs.
  public var specValue: SpecValue { SpecValue(self) }
}
extension Array: SpecConvertible where Element: SpecConvertible {
  /// The array in the language of specs.
  public var specValue: SpecValue { SpecValue(map(\.specValue)) }
}
extension Optional: SpecConvertible where Wrapped: SpecConvertible {
  /// The value in the language of specs, or `nil`.
  public var specValue: SpecValue { self?.specValue ?? .nil }
}
