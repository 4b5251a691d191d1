#if !canImport(Combine)
  import Foundation
  import Pipes

  /// A point in the time of a scheduler whose clock is `Date`: a run loop or an operation queue.
  public protocol DatedTime: Strideable, Codable, Hashable, Sendable where Stride: DatedStride {
    /// The same point as a date of Foundation.
    var date: Date { get set }
    /// Creates a point from a date.
    init(_ date: Date)
  }

  extension DatedTime {
    /// Returns the length of time from this point to another one; negative if that is earlier.
    public func distance(to other: Self) -> Stride { Stride(other.date.timeIntervalSince(date)) }
    /// Returns the point that is later by a length of time, or earlier if the length is negative.
    public func advanced(by length: Stride) -> Self { Self(date.addingTimeInterval(length.timeInterval)) }
  }

  /// A length of time in seconds. A literal is a number of seconds.
  public protocol DatedStride: Comparable, SignedNumeric, ExpressibleByFloatLiteral, Hashable, Codable,
    SchedulerTimeIntervalConvertible,
    Sendable
  where Magnitude == TimeInterval, FloatLiteralType == TimeInterval, IntegerLiteralType == TimeInterval {
    /// The number of seconds; may be negative.
    var magnitude: TimeInterval { get set }
    /// Creates a length from a number of seconds.
    init(_ timeInterval: TimeInterval)
  }

  extension DatedStride {
    /// The number of seconds; may be negative.
    public var timeInterval: TimeInterval { magnitude }

    /// Creates a length from a number of seconds.
    public init(floatLiteral value: TimeInterval) { self.init(value) }
    /// Creates a length from a number of seconds.
    public init(integerLiteral value: TimeInterval) { self.init(value) }
    /// Creates a length from a number of seconds. The result is `nil` if the number cannot be represented exactly.
    public init?<T: BinaryInteger>(exactly source: T) {
      guard let value = TimeInterval(exactly: source) else { return nil }
      self.init(value)
    }

    public static func seconds(_ s: Int) -> Self { Self(TimeInterval(s)) }
    public static func seconds(_ s: Double) -> Self { Self(s) }
    public static func milliseconds(_ ms: Int) -> Self { Self(TimeInterval(ms) / 1_000) }
    public static func microseconds(_ us: Int) -> Self { Self(TimeInterval(us) / 1_000_000) }
    public static func nanoseconds(_ ns: Int) -> Self { Self(TimeInterval(ns) / 1_000_000_000) }

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }
    public static func + (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude + rhs.magnitude) }
    public static func - (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude - rhs.magnitude) }
    /// Returns the product of both numbers of seconds.
    public static func * (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude * rhs.magnitude) }
    public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }
  }

  extension RunLoop {
    /// A point in the time of run loops.
    public struct SchedulerTimeType: DatedTime {
      public var date: Date
      public init(_ date: Date) { self.date = date }

      /// A length of time in seconds. A literal is a number of seconds.
      public struct Stride: DatedStride {
        public var magnitude: TimeInterval
        public init(_ timeInterval: TimeInterval) { magnitude = timeInterval }
      }
    }
  }

  extension OperationQueue {
    /// A point in the time of operation queues.
    public struct SchedulerTimeType: DatedTime {
      public var date: Date
      public init(_ date: Date) { self.date = date }

      /// A length of time in seconds. A literal is a number of seconds.
      public struct Stride: DatedStride {
        public var magnitude: TimeInterval
        public init(_ timeInterval: TimeInterval) { magnitude = timeInterval }
      }
    }
  }
#endif
