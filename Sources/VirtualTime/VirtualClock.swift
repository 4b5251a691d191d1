import Pipes

/// A clock that shows the time of a ``Timeline``: what waits on it wakes when the timeline gets there.
///
/// It takes the place of any `Clock` whose duration is `Duration`, and can share its timeline with a ``TestScheduler``.
///
///     try await withVirtualTime { clock in
///       try await clock.sleep(for: .seconds(3600))  // takes no time at all
///       print(clock.now)  // 1h
///     }
public struct VirtualClock: Clock {
  /// The time of this clock, which others may share.
  public let timeline: Timeline

  /// A clock on a timeline.
  public init(timeline: Timeline = Timeline()) { self.timeline = timeline }

  /// The present of the timeline.
  public var now: VirtualInstant { timeline.now }
  /// One nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Waits until the timeline has come to an instant; at least for what is already scheduled for now. The tolerance is not used.
  ///
  /// Throws `CancellationError` as soon as the task is cancelled. O(log n).
  public func sleep(until deadline: VirtualInstant, tolerance: Duration? = nil) async throws {
    let sleeper = Sleeper(timeline, deadline)
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { sleeper.fallAsleep($0) }
    } onCancel: {
      sleeper.cancel()
    }
  }

  /// A task still slept although none should.
  public struct StillAsleep: Error, Hashable, Sendable, CustomStringConvertible {
    /// When they would have woken, in order.
    public let deadlines: [VirtualInstant]
    public var description: String {
      let until = deadlines.prefix(5).map(\.description).joined(separator: ", ") + (deadlines.count > 5 ? ", …" : "")
      return "\(deadlines.count) still \(deadlines.count == 1 ? "sleeps" : "sleep"), until \(until)"
    }
  }
  /// Throws if a task sleeps on this timeline. Call it at the end of a test.
  public func checkNobodySleeps() throws(StillAsleep) {
    let deadlines = timeline.sleepers.map(\.deadline)
    if !deadlines.isEmpty { throw StillAsleep(deadlines: deadlines) }
  }
}

/// One call of `sleep`: it ends once, when its time has come or when it is cancelled.
final class Sleeper: @unchecked Sendable {
  // Unchecked: what changes is touched under the timeline's lock only.
  let deadline: VirtualInstant
  private let timeline: Timeline
  private var continuation: UnsafeContinuation<Void, any Error>?
  private var ticket: Timeline.Ticket?
  private var isCancelled = false

  init(_ timeline: Timeline, _ deadline: VirtualInstant) { (self.timeline, self.deadline) = (timeline, deadline) }

  func fallAsleep(_ continuation: UnsafeContinuation<Void, any Error>) {
    let isCancelled = timeline.core.state.with { state in
      if !self.isCancelled {
        self.continuation = continuation
        ticket = timeline.enqueue(
          { [self] in wake() }, at: deadline.nanoseconds, name: Timeline.sleep, isFree: true, isTimer: true, &state)
        state.sleepers[ticket!] = self
      }
      return self.isCancelled
    }
    if isCancelled { continuation.resume(throwing: CancellationError()) }
  }
  func cancel() {
    let action = timeline.core.state.with { state in
      isCancelled = true
      return ticket.flatMap { state.remove($0.order, at: timeline.nanoseconds) }
    }
    withExtendedLifetime(action) { end()?.resume(throwing: CancellationError()) }
  }
  private func wake() { end()?.resume() }
  private func end() -> UnsafeContinuation<Void, any Error>? {
    timeline.core.state.with { state in
      if let ticket { state.sleepers[ticket] = nil }
      return continuation.take()
    }
  }
}

extension Timeline {
  /// The sleepers, by deadline and then in the order of falling asleep.
  var sleepers: [Sleeper] {
    let sleepers = core.state.with { $0.sleepers }
    return sleepers.sorted { ($0.value.deadline, $0.key.order) < ($1.value.deadline, $1.key.order) }.map(\.value)
  }
}
