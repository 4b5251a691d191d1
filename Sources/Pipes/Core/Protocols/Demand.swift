extension Subscribers {
  /// The number of values that a subscriber accepts: a count, or unlimited.
  ///
  /// A subscriber requests demand from its subscription, and returns more of it from each `receive(_:)`. Demand adds up
  /// and is never taken back. An unlimited demand stays unlimited, whatever is added or subtracted.
  @frozen public struct Demand: Equatable, Comparable, Hashable, Sendable {
    /// A count up to `Int.max`, or `top` for unlimited, so that comparing the raw words compares demands.
    @usableFromInline package let raw: UInt
    @inlinable @inline(__always) package init(raw: UInt) { self.raw = raw }
    /// The top bit alone.
    @inlinable @inline(__always) package static var top: UInt { ~(UInt.max >> 1) }

    /// A demand without a limit.
    @inlinable public static var unlimited: Demand { Demand(raw: top) }
    /// No values; the same as `.max(0)`.
    @inlinable public static var none: Demand { Demand(raw: 0) }
    /// A demand for `value` values. A negative number stops the program.
    @inlinable public static func max(_ value: Int) -> Demand {
      precondition(value >= 0, "a demand must not be negative")
      return Demand(raw: UInt(bitPattern: value))
    }
    /// The count, or `nil` if unlimited.
    @inlinable public var max: Int? { isUnlimited ? nil : Int(bitPattern: raw) }
    @inlinable @inline(__always) package var isUnlimited: Bool { raw == Demand.top }
  }
}

// Arithmetic: an overflow becomes unlimited, and a negative result becomes none (in debug builds it stops the program).
// The operators that take a number are disfavored: otherwise every `$0 > 1` in a closure raises the question whether
// `$0` is a demand, and long chains of operators take too long to compile.
extension Subscribers.Demand {
  /// The sum; unlimited if either is, or if the sum does not fit.
  @inlinable public static func + (lhs: Self, rhs: Self) -> Self {
    lhs.isUnlimited || rhs.isUnlimited ? .unlimited : Self(raw: Swift.min(lhs.raw + rhs.raw, top))
  }
  /// Adds to the demand.
  @inlinable public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }
  /// The sum; unlimited if it does not fit.
  @_disfavoredOverload @inlinable public static func + (lhs: Self, rhs: Int) -> Self {
    guard let count = lhs.max else { return .unlimited }
    let (sum, overflow) = count.addingReportingOverflow(rhs)
    return overflow ? .unlimited : clamped(sum)
  }
  /// Adds to the demand.
  @_disfavoredOverload @inlinable public static func += (lhs: inout Self, rhs: Int) { lhs = lhs + rhs }
  /// The product; unlimited if the demand is, or if it does not fit.
  @_disfavoredOverload @inlinable public static func * (lhs: Self, rhs: Int) -> Self {
    guard let count = lhs.max else { return .unlimited }
    let (product, overflow) = count.multipliedReportingOverflow(by: rhs)
    return overflow ? .unlimited : clamped(product)
  }
  /// Multiplies the demand.
  @_disfavoredOverload @inlinable public static func *= (lhs: inout Self, rhs: Int) { lhs = lhs * rhs }
  /// The difference. Unlimited less anything is unlimited; a count less unlimited is none.
  @inlinable public static func - (lhs: Self, rhs: Self) -> Self {
    guard lhs.max != nil else { return .unlimited }
    guard let other = rhs.max else { return .none }
    return lhs - other
  }
  /// Subtracts from the demand.
  @inlinable public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }
  /// The difference; none if it does not fit.
  @_disfavoredOverload @inlinable public static func - (lhs: Self, rhs: Int) -> Self {
    guard let count = lhs.max else { return .unlimited }
    let (difference, overflow) = count.subtractingReportingOverflow(rhs)
    return overflow ? .none : clamped(difference)
  }
  /// Subtracts from the demand.
  @_disfavoredOverload @inlinable public static func -= (lhs: inout Self, rhs: Int) { lhs = lhs - rhs }

  @inlinable package static func clamped(_ count: Int) -> Self {
    assert(count >= 0, "a demand must not become negative")
    return Self(raw: UInt(bitPattern: Swift.max(count, 0)))
  }
}

// Comparison: unlimited is greater than any count and equal to none of them.
extension Subscribers.Demand {
  /// Whether the left demand is the smaller one.
  @inlinable public static func < (lhs: Self, rhs: Self) -> Bool { lhs.raw < rhs.raw }
  /// Whether the demand is exactly this count.
  @_disfavoredOverload @inlinable public static func == (lhs: Self, rhs: Int) -> Bool { lhs.max == rhs }
  /// Whether the demand is anything but this count.
  @_disfavoredOverload @inlinable public static func != (lhs: Self, rhs: Int) -> Bool { lhs.max != rhs }
  /// Whether the demand is exactly this count.
  @_disfavoredOverload @inlinable public static func == (lhs: Int, rhs: Self) -> Bool { rhs == lhs }
  /// Whether the demand is anything but this count.
  @_disfavoredOverload @inlinable public static func != (lhs: Int, rhs: Self) -> Bool { rhs != lhs }
  /// Whether the demand is below this count.
  @_disfavoredOverload @inlinable public static func < (lhs: Self, rhs: Int) -> Bool {
    lhs.max.map { $0 < rhs } ?? false
  }
  /// Whether the demand is at most this count.
  @_disfavoredOverload @inlinable public static func <= (lhs: Self, rhs: Int) -> Bool {
    lhs.max.map { $0 <= rhs } ?? false
  }
  /// Whether the demand is above this count.
  @_disfavoredOverload @inlinable public static func > (lhs: Self, rhs: Int) -> Bool { !(lhs <= rhs) }
  /// Whether the demand is at least this count.
  @_disfavoredOverload @inlinable public static func >= (lhs: Self, rhs: Int) -> Bool { !(lhs < rhs) }
  /// Whether this count is below the demand.
  @_disfavoredOverload @inlinable public static func < (lhs: Int, rhs: Self) -> Bool { rhs > lhs }
  /// Whether this count is at most the demand.
  @_disfavoredOverload @inlinable public static func <= (lhs: Int, rhs: Self) -> Bool { rhs >= lhs }
  /// Whether this count is above the demand.
  @_disfavoredOverload @inlinable public static func > (lhs: Int, rhs: Self) -> Bool { rhs < lhs }
  /// Whether this count is at least the demand.
  @_disfavoredOverload @inlinable public static func >= (lhs: Int, rhs: Self) -> Bool { rhs <= lhs }
}

extension Subscribers.Demand: CustomStringConvertible {
  /// `unlimited`, or `max(n)`.
  public var description: String { isUnlimited ? "unlimited" : "max(\(raw))" }
}

extension Subscribers.Demand: Codable {
  /// Reads one unsigned number. Anything above `Int.max` is unlimited.
  public init(from decoder: any Decoder) throws {
    self.init(raw: Swift.min(try decoder.singleValueContainer().decode(UInt.self), Self.top))
  }
  /// Writes one unsigned number: the count, or `Int.max` + 1 for unlimited.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(raw)
  }
}
