// What Apple's Foundation declares for schedulers, with bodies that are as short as they can be.
@_exported import CombineEngine
import Dispatch
import Foundation

extension DispatchQueue: @retroactive Scheduler {
  public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
    public var dispatchTime: DispatchTime
    public init(_ time: DispatchTime) { dispatchTime = time }
    public init(from decoder: any Decoder) throws {
      dispatchTime = DispatchTime(uptimeNanoseconds: try decoder.singleValueContainer().decode(UInt64.self))
    }
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(dispatchTime.uptimeNanoseconds)
    }
    public func distance(to other: SchedulerTimeType) -> Stride {
      let (start, end) = (dispatchTime.uptimeNanoseconds, other.dispatchTime.uptimeNanoseconds)
      return end >= start ? .nanoseconds(Int(clamping: end - start)) : .nanoseconds(-Int(clamping: start - end))
    }
    public func advanced(by n: Stride) -> SchedulerTimeType {
      SchedulerTimeType(n.magnitude == .max ? .distantFuture : dispatchTime + n.timeInterval)
    }
    public func hash(into hasher: inout Hasher) { hasher.combine(dispatchTime.uptimeNanoseconds) }

    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
      Hashable, Codable,
      Sendable
    {
      public var magnitude: Int
      public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }
      public init(_ timeInterval: DispatchTimeInterval) {
        switch timeInterval {
        case .seconds(let count): self = .seconds(count)
        case .milliseconds(let count): self = .milliseconds(count)
        case .microseconds(let count): self = .microseconds(count)
        case .nanoseconds(let count): self = .nanoseconds(count)
        default: self = .nanoseconds(.max)
        }
      }
      public init(floatLiteral value: Double) { self = .seconds(value) }
      public init(integerLiteral value: Int) { self = .seconds(value) }
      public init?<T: BinaryInteger>(exactly source: T) {
        guard let count = Int(exactly: source) else { return nil }
        self = .seconds(count)
      }
      public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }
      public static func + (lhs: Stride, rhs: Stride) -> Stride { .nanoseconds(lhs.magnitude + rhs.magnitude) }
      public static func - (lhs: Stride, rhs: Stride) -> Stride { .nanoseconds(lhs.magnitude - rhs.magnitude) }
      public static func * (lhs: Stride, rhs: Stride) -> Stride { .nanoseconds(lhs.magnitude * rhs.magnitude) }
      public static func += (lhs: inout Stride, rhs: Stride) { lhs = lhs + rhs }
      public static func -= (lhs: inout Stride, rhs: Stride) { lhs = lhs - rhs }
      public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }
      public static func seconds(_ s: Double) -> Stride { .nanoseconds(Int(s * 1_000_000_000)) }
      public static func seconds(_ s: Int) -> Stride { .nanoseconds(s * 1_000_000_000) }
      public static func milliseconds(_ ms: Int) -> Stride { .nanoseconds(ms * 1_000_000) }
      public static func microseconds(_ us: Int) -> Stride { .nanoseconds(us * 1_000) }
      public static func nanoseconds(_ ns: Int) -> Stride { Stride(.nanoseconds(ns), ()) }
      private init(_ interval: DispatchTimeInterval, _: Void) {
        if case .nanoseconds(let count) = interval { magnitude = count } else { magnitude = .max }
      }
    }
  }

  public struct SchedulerOptions {
    public var qos: DispatchQoS
    public var flags: DispatchWorkItemFlags
    public var group: DispatchGroup?
    public init(qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], group: DispatchGroup? = nil) {
      (self.qos, self.flags, self.group) = (qos, flags, group)
    }
  }

  public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }
  public var now: SchedulerTimeType { SchedulerTimeType(.now()) }
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    nonisolated(unsafe) let action = action
    async(group: options?.group) { action() }
  }
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    nonisolated(unsafe) let action = action
    let group = options?.group
    group?.enter()
    asyncAfter(deadline: date.dispatchTime) {
      action()
      group?.leave()
    }
  }
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    nonisolated(unsafe) let action = action
    let timer = DispatchSource.makeTimerSource(queue: self)
    timer.schedule(deadline: date.dispatchTime, repeating: interval.timeInterval)
    timer.setEventHandler { action() }
    timer.resume()
    return AnyCancellable { timer.cancel() }
  }
}

extension RunLoop: @retroactive Scheduler {
  public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
    public var date: Date
    public init(_ date: Date) { self.date = date }
    public func distance(to other: SchedulerTimeType) -> Stride { Stride(other.date.timeIntervalSince(date)) }
    public func advanced(by n: Stride) -> SchedulerTimeType {
      SchedulerTimeType(date.addingTimeInterval(n.timeInterval))
    }
  }
  public struct SchedulerOptions: Sendable {}

  public var minimumTolerance: SchedulerTimeType.Stride { 0 }
  public var now: SchedulerTimeType { SchedulerTimeType(Date()) }
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    nonisolated(unsafe) let action = action
    perform { action() }
    add(Timer(fire: Date(), interval: 0, repeats: false) { _ in }, forMode: .default)
  }
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    nonisolated(unsafe) let action = action
    add(Timer(fire: date.date, interval: 0, repeats: false) { _ in action() }, forMode: .default)
  }
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    nonisolated(unsafe) let action = action
    let timer = Timer(fire: date.date, interval: interval.timeInterval, repeats: true) { _ in action() }
    add(timer, forMode: .default)
    return AnyCancellable { timer.invalidate() }
  }
}

extension OperationQueue: @retroactive Scheduler {
  public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
    public var date: Date
    public init(_ date: Date) { self.date = date }
    public func distance(to other: SchedulerTimeType) -> Stride { Stride(other.date.timeIntervalSince(date)) }
    public func advanced(by n: Stride) -> SchedulerTimeType {
      SchedulerTimeType(date.addingTimeInterval(n.timeInterval))
    }
  }
  public struct SchedulerOptions: Sendable {}

  public var minimumTolerance: SchedulerTimeType.Stride { 0 }
  public var now: SchedulerTimeType { SchedulerTimeType(Date()) }
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    nonisolated(unsafe) let action = action
    addOperation { action() }
  }
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    nonisolated(unsafe) let action = action
    DispatchQueue.global().asyncAfter(deadline: .now() + now.distance(to: date).timeInterval) {
      self.addOperation { action() }
    }
  }
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    nonisolated(unsafe) let action = action
    nonisolated(unsafe) let timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + now.distance(to: date).timeInterval, repeating: interval.timeInterval)
    timer.setEventHandler {
      self.addOperation { if !timer.isCancelled { action() } }
    }
    timer.resume()
    return AnyCancellable { timer.cancel() }
  }
}
