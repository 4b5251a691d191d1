#if !canImport(Combine)
  import Foundation
  import Pipes

  /// A point in calendar time, for the schedulers whose clock is `Date`. Each scheduler has a type of its own.
  public struct DatedTime<Context>: Strideable, Codable, Hashable, Sendable {
    /// The same point as Foundation knows it.
    public var date: Date
    /// A point.
    public init(_ date: Date) { self.date = date }

    /// The length of time from this point to the other, negative if that is earlier.
    public func distance(to other: DatedTime) -> Stride { Stride(other.date.timeIntervalSince(date)) }
    /// The point that much later, or earlier if the length is negative.
    public func advanced(by length: Stride) -> DatedTime { DatedTime(date.addingTimeInterval(length.magnitude)) }

    /// A length of time in seconds. A literal is a number of seconds.
    public struct Stride: Comparable, SignedNumeric, ExpressibleByFloatLiteral, Hashable, Codable, SchedulerTimeIntervalConvertible,
      Sendable
    {
      /// The number of seconds, negative for a length backwards.
      public var magnitude: TimeInterval
      /// The same number.
      public var timeInterval: TimeInterval { magnitude }

      /// A number of seconds.
      public init(_ timeInterval: TimeInterval) { magnitude = timeInterval }
      /// A number of seconds.
      public init(floatLiteral value: TimeInterval) { self.init(value) }
      /// A number of seconds.
      public init(integerLiteral value: TimeInterval) { self.init(value) }
      /// A number of seconds, if it can be written without loss.
      public init?<T: BinaryInteger>(exactly source: T) {
        guard let value = TimeInterval(exactly: source) else { return nil }
        self.init(value)
      }

      public static func seconds(_ s: Int) -> Stride { Stride(TimeInterval(s)) }
      public static func seconds(_ s: Double) -> Stride { Stride(s) }
      public static func milliseconds(_ ms: Int) -> Stride { Stride(TimeInterval(ms) / 1_000) }
      public static func microseconds(_ us: Int) -> Stride { Stride(TimeInterval(us) / 1_000_000) }
      public static func nanoseconds(_ ns: Int) -> Stride { Stride(TimeInterval(ns) / 1_000_000_000) }

      public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }
      public static func + (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude + rhs.magnitude) }
      public static func - (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude - rhs.magnitude) }
      /// The product of both as numbers of seconds.
      public static func * (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude * rhs.magnitude) }
      public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }
    }
  }
#endif
