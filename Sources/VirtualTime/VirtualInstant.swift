import PipesCore

/// A point in virtual time: a number of nanoseconds after zero, where every timeline starts.
///
/// Arithmetic saturates instead of trapping: the farthest instant is about 292 years away. That instant means never:
/// nothing that is scheduled for it runs.
public struct VirtualInstant: Strideable, Hashable, Codable, Sendable {
  /// The distance from zero, in nanoseconds.
  public var nanoseconds: Int64

  /// Creates the instant at a number of nanoseconds after zero.
  @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
  /// The instant at which every timeline starts.
  public static let zero = VirtualInstant(nanoseconds: 0)

  /// Returns the length of time from this instant to another one; negative if that is earlier.
  @inlinable public func distance(to other: VirtualInstant) -> Stride {
    Stride(nanoseconds: other.nanoseconds.minus(nanoseconds))
  }
  /// Returns the instant that is later by a length of time, or earlier if the length is negative.
  @inlinable public func advanced(by n: Stride) -> VirtualInstant {
    VirtualInstant(nanoseconds: nanoseconds.plus(n.nanoseconds))
  }

  /// A length of virtual time. A literal is a number of seconds, as for the stride of a dispatch queue.
  public struct Stride: Hashable, Codable, Sendable {
    /// The length in nanoseconds; may be negative.
    public var nanoseconds: Int64
    /// Creates a length of a number of nanoseconds.
    @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
  }
}

extension VirtualInstant: InstantProtocol {
  /// Returns the instant that is later by a duration, rounded up to the nanosecond.
  @_disfavoredOverload public func advanced(by duration: Duration) -> VirtualInstant { advanced(by: Stride(duration)) }
  /// Returns the duration from this instant to another one.
  public func duration(to other: VirtualInstant) -> Duration { .nanoseconds(distance(to: other).nanoseconds) }
}

extension VirtualInstant.Stride: SignedNumeric, Comparable, ExpressibleByFloatLiteral, SchedulerTimeIntervalConvertible
{
  /// Creates a length from a duration, rounded up to the nanosecond.
  public init(_ duration: Duration) { nanoseconds = .nanoseconds(of: duration) }
  /// Creates a length from a number of seconds.
  public init(integerLiteral value: Int64) { nanoseconds = value.times(1_000_000_000) }
  /// Creates a length from a number of seconds.
  public init(floatLiteral value: Double) { self = .seconds(value) }
  /// Creates a length from a number of seconds. Returns `nil` if it does not fit.
  public init?<T: BinaryInteger>(exactly source: T) {
    guard let seconds = Int64(exactly: source),
      let product = Optional(seconds.multipliedReportingOverflow(by: 1_000_000_000)),
      !product.overflow
    else { return nil }
    nanoseconds = product.partialValue
  }
  /// The number of nanoseconds without its sign.
  public var magnitude: Int { Int(clamping: nanoseconds.magnitude) }

  @inlinable public static func < (lhs: Self, rhs: Self) -> Bool { lhs.nanoseconds < rhs.nanoseconds }
  @inlinable public static func + (lhs: Self, rhs: Self) -> Self {
    Self(nanoseconds: lhs.nanoseconds.plus(rhs.nanoseconds))
  }
  @inlinable public static func - (lhs: Self, rhs: Self) -> Self {
    Self(nanoseconds: lhs.nanoseconds.minus(rhs.nanoseconds))
  }
  /// Returns the product of both numbers of seconds, so that `x * 1` is `x`.
  public static func * (lhs: Self, rhs: Self) -> Self {
    let product = lhs.nanoseconds.magnitude.multipliedFullWidth(by: rhs.nanoseconds.magnitude)
    let isNegative = (lhs.nanoseconds < 0) != (rhs.nanoseconds < 0)
    guard product.high < 500_000_000 else { return Self(nanoseconds: isNegative ? .min : .max) }
    let size = Int64(clamping: (1_000_000_000 as UInt64).dividingFullWidth(product).quotient)
    return Self(nanoseconds: isNegative ? -size : size)
  }
  public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }

  @inlinable public static func seconds(_ s: Int) -> Self { Self(nanoseconds: Int64(s).times(1_000_000_000)) }
  /// Creates a length from seconds, rounded up to the nanosecond; a difference in the sixteenth digit counts as an
  /// error of the number. NaN becomes zero.
  public static func seconds(_ s: Double) -> Self { Self(nanoseconds: .nanoseconds(ofSeconds: s)) }
  @inlinable public static func milliseconds(_ ms: Int) -> Self { Self(nanoseconds: Int64(ms).times(1_000_000)) }
  @inlinable public static func microseconds(_ us: Int) -> Self { Self(nanoseconds: Int64(us).times(1_000)) }
  @inlinable public static func nanoseconds(_ ns: Int) -> Self { Self(nanoseconds: Int64(ns)) }
}

extension VirtualInstant: CustomStringConvertible {
  /// The distance from zero in the largest unit that leaves it whole, such as `250ms`.
  public var description: String { distanceFromZero.description }
  private var distanceFromZero: Stride { Stride(nanoseconds: nanoseconds) }
}

extension VirtualInstant.Stride: CustomStringConvertible {
  /// The length in the largest unit that leaves it whole, such as `250ms`.
  public var description: String {
    switch nanoseconds {
    case 0: "0s"
    case let all where all % 3_600_000_000_000 == 0: String(all / 3_600_000_000_000) + "h"
    case let all where all % 60_000_000_000 == 0: String(all / 60_000_000_000) + "m"
    case let all where all % 1_000_000_000 == 0: String(all / 1_000_000_000) + "s"
    case let all where all % 1_000_000 == 0: String(all / 1_000_000) + "ms"
    case let all where all % 1_000 == 0: String(all / 1_000) + "us"
    case let all: String(all) + "ns"
    }
  }
}

extension VirtualInstant {
  /// The text of the distance from zero in a sentence.
  package var inWords: String { distanceFromZero.inWords }
}

extension VirtualInstant.Stride {
  /// The text of the length in a sentence. If its largest whole unit would need five digits or more, it has several
  /// units, such as `1h 100ms`.
  package var inWords: String {
    let whole = description
    return whole.utf8.count(where: { (48...57).contains($0) }) < 5 ? whole : inParts
  }
  /// The text of the length in all units that it needs, such as `2h 1s`; that of zero is empty.
  package var inParts: String {
    let units: [(name: String, length: UInt64)] = [
      ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000),
      ("ns", 1),
    ]
    var rest = nanoseconds.magnitude
    var parts: [String] = []
    for unit in units where rest >= unit.length {
      parts.append("\(rest / unit.length)\(unit.name)")
      rest %= unit.length
    }
    return (nanoseconds < 0 ? "-" : "") + parts.joined(separator: " ")
  }
}
