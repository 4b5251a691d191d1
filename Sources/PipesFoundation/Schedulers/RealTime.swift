import Foundation
import Pipes

// The schedulers that run in real time, as a run in virtual time sees them. The conformances of this module schedule on
// the timeline of a run that is active on their thread. On platforms where Foundation has the conformances, a run can
// only report them: the time of an operator whose scheduler is written into the code does not move there.

#if canImport(Combine)
  private let isVirtualInRuns = false
#else
  private let isVirtualInRuns = true
#endif

extension DispatchQueue: RealTimeScheduler {
  package var realScheduler: RealScheduler? {
    // On Linux each access to the main queue returns another object, so the label is compared.
    RealScheduler(
      label == DispatchQueue.main.label ? "DispatchQueue.main" : "the queue '\(label)'", kind: "DispatchQueue",
      isVirtualInRuns: isVirtualInRuns)
  }
}
extension RunLoop: RealTimeScheduler {
  package var realScheduler: RealScheduler? {
    RealScheduler(
      self === RunLoop.main ? "RunLoop.main" : "a RunLoop", kind: "RunLoop", isVirtualInRuns: isVirtualInRuns)
  }
}
extension OperationQueue: RealTimeScheduler {
  package var realScheduler: RealScheduler? {
    RealScheduler(
      self === OperationQueue.main ? "OperationQueue.main" : "an OperationQueue", kind: "OperationQueue",
      isVirtualInRuns: isVirtualInRuns)
  }
}

#if !canImport(Combine)
  extension RealTimeScheduler {
    /// Runs an action once on the timeline of a run, as code on this scheduler.
    func schedule(
      in time: any RunTime, isSerial: Bool = true, at instant: Int64, isTimer: Bool, _ action: @escaping () -> Void
    ) {
      let queue = RunQueue(realScheduler?.name ?? "", isSerial: isSerial)
      time.schedule(on: queue, at: instant, isTimer: isTimer, placed(action, on: queue))
    }
    /// Runs an action again and again on the timeline of a run, as code on this scheduler.
    func schedule(
      in time: any RunTime, isSerial: Bool = true, at instant: Int64, every interval: Int64,
      _ action: @escaping () -> Void
    ) -> any Cancellable {
      let queue = RunQueue(realScheduler?.name ?? "", isSerial: isSerial)
      return time.schedule(on: queue, at: instant, every: interval, placed(action, on: queue))
    }
    private func placed(_ action: @escaping () -> Void, on queue: RunQueue) -> () -> Void {
      let isMain = queue.name.hasSuffix(".main")
      return {
        guard let time = RunHook.time else { return action() }
        time.run(action, isMain: isMain)
      }
    }
  }

  extension RunTime {
    var dispatchTime: DispatchTime {
      DispatchTime(uptimeNanoseconds: UInt64(clamping: RunHook.startUptime + elapsed - asleep))
    }
    /// The instant of a time of dispatch queues; `nil` for a time that never comes.
    func instant(of time: DispatchTime) -> Int64? {
      time == .distantFuture ? nil : Int64(clamping: time.uptimeNanoseconds).minus(RunHook.startUptime - asleep)
    }
    var date: Date {
      let now = startDate.plus(elapsed)
      // Of one sign, so that a fraction keeps its digits before 2001, too.
      let isBefore = now.seconds < RunDate.reference && now.nanoseconds > 0
      let seconds = now.seconds - RunDate.reference + (isBefore ? 1 : 0)
      let rest = now.nanoseconds - (isBefore ? 1_000_000_000 : 0)
      return Date(timeIntervalSinceReferenceDate: Double(seconds) + Double(rest) / 1_000_000_000)
    }
    /// The instant of a date; `nil` for one that is too far away.
    func instant(of date: Date) -> Int64? {
      let instant = RunDate(sinceReference: date.timeIntervalSinceReferenceDate)?.since(startDate)
      return instant == .never ? nil : instant
    }
    /// The length of the interval of a timer that repeats.
    func pace(_ interval: TimeInterval) -> Int64 { .nanoseconds(ofSeconds: Swift.max(interval, Timer.leastInterval)) }
  }
#endif
