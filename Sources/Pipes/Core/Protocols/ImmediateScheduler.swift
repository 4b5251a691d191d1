/// A scheduler that runs each action immediately, inside the call that schedules it. Its time never passes, and a
/// repeating action runs once.
public struct ImmediateScheduler: Scheduler, Sendable {
  /// There are no options.
  public typealias SchedulerOptions = Never
  /// The one immediate scheduler.
  public static let shared = ImmediateScheduler()
  private init() {}

  /// The only point in time.
  public struct SchedulerTimeType: Strideable, Sendable {
    fileprivate init() {}
    /// Zero.
    public func distance(to other: SchedulerTimeType) -> Stride { Stride(0) }
    /// The same point.
    public func advanced(by n: Stride) -> SchedulerTimeType { self }

    /// A number that stands for no length of time. Strides that are created from units are zero.
    public struct Stride: ExpressibleByFloatLiteral, Comparable, SignedNumeric, Codable,
      SchedulerTimeIntervalConvertible, Sendable
    {
      /// The number.
      public var magnitude: Int
      /// A number.
      public init(_ value: Int) { magnitude = value }
      /// A number.
      public init(integerLiteral value: Int) { self.init(value) }
      /// A number, without its fraction.
      public init(floatLiteral value: Double) { self.init(Int(value)) }
      /// A number, if it fits.
      public init?<T: BinaryInteger>(exactly source: T) {
        guard let value = Int(exactly: source) else { return nil }
        self.init(value)
      }

      public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }
      public static func + (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude + rhs.magnitude) }
      public static func - (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude - rhs.magnitude) }
      public static func * (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude * rhs.magnitude) }
      public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }

      /// Zero.
      public static func seconds(_ s: Int) -> Stride { Stride(0) }
      /// Zero.
      public static func seconds(_ s: Double) -> Stride { Stride(0) }
      /// Zero.
      public static func milliseconds(_ ms: Int) -> Stride { Stride(0) }
      /// Zero.
      public static func microseconds(_ us: Int) -> Stride { Stride(0) }
      /// Zero.
      public static func nanoseconds(_ ns: Int) -> Stride { Stride(0) }
    }
  }

  /// The only point in time.
  public var now: SchedulerTimeType { SchedulerTimeType() }
  /// Zero.
  public var minimumTolerance: SchedulerTimeType.Stride { .init(0) }

  /// Runs the action inside the call.
  public func schedule(options: Never?, _ action: @escaping () -> Void) { action() }
  /// Runs the action inside the call.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) {
    action()
  }
  /// Runs the action once, inside the call.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    action()
    return Subscriptions.empty
  }
}
