#if !canImport(Combine)
  import Dispatch
  import Pipes

  extension DispatchQueue {
    /// A point in the time of dispatch queues, to the nanosecond.
    ///
    /// Arithmetic saturates: at one nanosecond after the start of the machine, and at `DispatchTime.distantFuture`.
    public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
      /// The same point as a time of Dispatch.
      public var dispatchTime: DispatchTime
      /// Creates a point from a time of Dispatch.
      public init(_ time: DispatchTime) { dispatchTime = time }

      /// Reads a number of nanoseconds.
      public init(from decoder: any Decoder) throws {
        let nanoseconds = try decoder.singleValueContainer().decode(UInt64.self)
        self.init(DispatchTime(uptimeNanoseconds: nanoseconds))
      }
      /// Writes the number of nanoseconds.
      public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(dispatchTime.uptimeNanoseconds)
      }

      /// Returns the length of time from this point to another one; negative if that is earlier.
      public func distance(to other: SchedulerTimeType) -> Stride {
        let (start, end) = (dispatchTime.uptimeNanoseconds, other.dispatchTime.uptimeNanoseconds)
        return end >= start ? .nanoseconds(Int(clamping: end - start)) : .nanoseconds(-Int(clamping: start - end))
      }
      /// Returns the point that is later by a length of time, or earlier if the length is negative. From
      /// `DispatchTime.distantFuture` it returns that point again.
      public func advanced(by length: Stride) -> SchedulerTimeType {
        if dispatchTime == .distantFuture || length.isNever { return SchedulerTimeType(.distantFuture) }
        let start = dispatchTime.uptimeNanoseconds, size = UInt64(length.magnitude.magnitude)
        let (sum, overflows) =
          length.magnitude < 0 ? start.subtractingReportingOverflow(size) : start.addingReportingOverflow(size)
        guard overflows else { return SchedulerTimeType(DispatchTime(uptimeNanoseconds: max(sum, 1))) }
        return SchedulerTimeType(length.magnitude < 0 ? DispatchTime(uptimeNanoseconds: 1) : .distantFuture)
      }

      public static func == (lhs: Self, rhs: Self) -> Bool { lhs.dispatchTime == rhs.dispatchTime }
      public static func < (lhs: Self, rhs: Self) -> Bool { lhs.dispatchTime < rhs.dispatchTime }
      public func hash(into hasher: inout Hasher) { hasher.combine(dispatchTime.uptimeNanoseconds) }
    }
  }

  extension DispatchQueue.SchedulerTimeType {
    /// A length of time in whole nanoseconds. A literal is a number of seconds. Arithmetic saturates.
    public struct Stride: Comparable, SignedNumeric, ExpressibleByFloatLiteral, Hashable, Codable,
      SchedulerTimeIntervalConvertible,
      Sendable
    {
      private var _nanoseconds: Int
      private init(nanoseconds: Int) { _nanoseconds = nanoseconds }

      /// The number of nanoseconds; may be negative. `DispatchTimeInterval.never` is `Int.max`.
      public var magnitude: Int {
        get { _nanoseconds }
        set { _nanoseconds = newValue }
      }
      /// The same length as an interval of Dispatch.
      public var timeInterval: DispatchTimeInterval { .nanoseconds(_nanoseconds) }
      var isNever: Bool { _nanoseconds == .max }

      /// Creates a length from an interval of Dispatch.
      public init(_ timeInterval: DispatchTimeInterval) {
        switch timeInterval {
        case .seconds(let count): self = .seconds(count)
        case .milliseconds(let count): self = .milliseconds(count)
        case .microseconds(let count): self = .microseconds(count)
        case .nanoseconds(let count): self = .nanoseconds(count)
        default: self.init(nanoseconds: .max)
        }
      }
      /// Creates a length from a number of seconds.
      public init(floatLiteral value: Double) { self = .seconds(value) }
      /// Creates a length from a number of seconds.
      public init(integerLiteral value: Int) { self = .seconds(value) }
      /// Creates a length from a number of seconds. Returns `nil` if so many seconds do not fit into the range of
      /// nanoseconds.
      public init?<T: BinaryInteger>(exactly source: T) {
        guard let seconds = Int(exactly: source) else { return nil }
        let (value, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflows { return nil }
        self.init(nanoseconds: value)
      }

      public static func seconds(_ s: Int) -> Stride { Stride(s, times: 1_000_000_000) }
      /// Creates a length from seconds, rounded up to the nanosecond; a difference in the sixteenth digit counts as an
      /// error of the number. NaN becomes zero.
      public static func seconds(_ s: Double) -> Stride {
        Stride(nanoseconds: Int(clamping: Int64.nanoseconds(ofSeconds: s)))
      }
      public static func milliseconds(_ ms: Int) -> Stride { Stride(ms, times: 1_000_000) }
      public static func microseconds(_ us: Int) -> Stride { Stride(us, times: 1_000) }
      public static func nanoseconds(_ ns: Int) -> Stride { Stride(nanoseconds: ns) }
      private init(_ count: Int, times size: Int) {
        let (product, overflows) = count.multipliedReportingOverflow(by: size)
        self.init(nanoseconds: !overflows ? product : count < 0 ? .min : .max)
      }

      public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs._nanoseconds < rhs._nanoseconds }
      public static func + (lhs: Stride, rhs: Stride) -> Stride {
        let (sum, overflows) = lhs._nanoseconds.addingReportingOverflow(rhs._nanoseconds)
        return Stride(nanoseconds: !overflows ? sum : rhs._nanoseconds < 0 ? .min : .max)
      }
      public static func - (lhs: Stride, rhs: Stride) -> Stride {
        let (difference, overflows) = lhs._nanoseconds.subtractingReportingOverflow(rhs._nanoseconds)
        return Stride(nanoseconds: !overflows ? difference : rhs._nanoseconds < 0 ? .max : .min)
      }
      /// Returns the product of both numbers of seconds, so that `x * 1` is `x`.
      public static func * (lhs: Stride, rhs: Stride) -> Stride {
        let product = lhs._nanoseconds.magnitude.multipliedFullWidth(by: rhs._nanoseconds.magnitude)
        let isNegative = (lhs._nanoseconds < 0) != (rhs._nanoseconds < 0)
        guard product.high < 500_000_000 else { return Stride(nanoseconds: isNegative ? .min : .max) }
        let size = Int(clamping: (1_000_000_000 as UInt).dividingFullWidth(product).quotient)
        return Stride(nanoseconds: isNegative ? -size : size)
      }
      public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }
      /// Returns the length with the opposite sign.
      public static prefix func - (length: Stride) -> Stride { Stride(nanoseconds: 0) - length }
    }
  }
#endif
