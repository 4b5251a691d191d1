// The strides of run loops and operation queues: the same signatures twice, as in Apple's Foundation.
@_exported import CombineEngine
import Foundation

extension RunLoop.SchedulerTimeType {
  public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral, Codable,
    Sendable
  {
    public var magnitude: TimeInterval
    public var timeInterval: TimeInterval { magnitude }
    public init(_ timeInterval: TimeInterval) { magnitude = timeInterval }
    public init(floatLiteral value: TimeInterval) { magnitude = value }
    public init(integerLiteral value: TimeInterval) { magnitude = value }
    public init?<T: BinaryInteger>(exactly source: T) {
      guard let value = TimeInterval(exactly: source) else { return nil }
      magnitude = value
    }
    public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }
    public static func + (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude + rhs.magnitude) }
    public static func - (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude - rhs.magnitude) }
    public static func * (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude * rhs.magnitude) }
    public static func += (lhs: inout Stride, rhs: Stride) { lhs = lhs + rhs }
    public static func -= (lhs: inout Stride, rhs: Stride) { lhs = lhs - rhs }
    public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }
    public static func seconds(_ s: Int) -> Stride { Stride(TimeInterval(s)) }
    public static func seconds(_ s: Double) -> Stride { Stride(s) }
    public static func milliseconds(_ ms: Int) -> Stride { Stride(TimeInterval(ms) / 1_000) }
    public static func microseconds(_ us: Int) -> Stride { Stride(TimeInterval(us) / 1_000_000) }
    public static func nanoseconds(_ ns: Int) -> Stride { Stride(TimeInterval(ns) / 1_000_000_000) }
  }
}

extension OperationQueue.SchedulerTimeType {
  public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral, Codable,
    Sendable
  {
    public var magnitude: TimeInterval
    public var timeInterval: TimeInterval { magnitude }
    public init(_ timeInterval: TimeInterval) { magnitude = timeInterval }
    public init(floatLiteral value: TimeInterval) { magnitude = value }
    public init(integerLiteral value: TimeInterval) { magnitude = value }
    public init?<T: BinaryInteger>(exactly source: T) {
      guard let value = TimeInterval(exactly: source) else { return nil }
      magnitude = value
    }
    public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }
    public static func + (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude + rhs.magnitude) }
    public static func - (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude - rhs.magnitude) }
    public static func * (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude * rhs.magnitude) }
    public static func += (lhs: inout Stride, rhs: Stride) { lhs = lhs + rhs }
    public static func -= (lhs: inout Stride, rhs: Stride) { lhs = lhs - rhs }
    public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }
    public static func seconds(_ s: Int) -> Stride { Stride(TimeInterval(s)) }
    public static func seconds(_ s: Double) -> Stride { Stride(s) }
    public static func milliseconds(_ ms: Int) -> Stride { Stride(TimeInterval(ms) / 1_000) }
    public static func microseconds(_ us: Int) -> Stride { Stride(TimeInterval(us) / 1_000_000) }
    public static func nanoseconds(_ ns: Int) -> Stride { Stride(TimeInterval(ns) / 1_000_000_000) }
  }
}
