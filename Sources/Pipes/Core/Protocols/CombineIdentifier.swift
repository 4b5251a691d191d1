import Synchronization

/// A type whose instances have an identity.
public protocol CustomCombineIdentifierConvertible {
  /// The identity of this instance.
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  /// The identity of this instance.
  @inlinable public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}

@usableFromInline package let identifiers = Atomic<UInt>(1)

/// The identity of an object, or a number that no other identifier in this process has.
@frozen public struct CombineIdentifier: Hashable, CustomStringConvertible, Sendable {
  // Objects lie at even addresses, so odd numbers are free for the others.
  @usableFromInline package let raw: UInt
  /// Creates an identity that no other identifier in this process has.
  public init() { raw = identifiers.wrappingAdd(2, ordering: .relaxed).oldValue }
  /// Creates the identity of an object. It is unique while the object lives.
  @inlinable public init(_ obj: AnyObject) { raw = UInt(bitPattern: ObjectIdentifier(obj)) }
  /// The identity as a hexadecimal number.
  public var description: String { "0x" + String(raw, radix: 16) }
}
