import Pipes

/// A timer on a timeline: one that can be restarted cheaply, or one that repeats. It runs once per start or tick.
///
/// While it waits, the timeline keeps it; it does not keep the timeline.
final class TimelineTimer: MovableTimer, Cancellable, @unchecked Sendable {
  // Unchecked: what changes is touched under the timeline's lock only.
  private weak var timeline: Timeline?
  private let action: () -> Void
  private let interval: Int64
  private let name: UInt32
  let repeats: Bool
  private(set) var due: Int64 = 0
  private var order: UInt64 = 0
  private var isCancelled = false

  init(_ timeline: Timeline, every interval: Int64, repeats: Bool, name: UInt32, _ action: @escaping () -> Void) {
    (self.timeline, self.interval, self.repeats, self.name, self.action) = (timeline, interval, repeats, name, action)
  }

  /// Starts the timer for an instant.
  func start(at instant: Int64) {
    guard let timeline else { return }
    timeline.state.with { insert(at: instant, on: timeline, &$0.queue) }
  }
  func restart() {
    guard let timeline else { return }
    timeline.state.with { state in
      let instant = timeline.nanoseconds.plus(max(0, interval))
      if instant >= due, state.queue.isPending(order) {
        due = instant
        order = state.queue.postpone(order, to: place(on: timeline))
      } else {
        _ = state.queue.remove(order)
        insert(at: instant, on: timeline, &state.queue)
      }
    }
  }
  func stop() {
    timeline?.state.with { _ = $0.queue.remove(order) }
  }
  func cancel() {
    timeline?.state.with { state in
      isCancelled = true
      _ = state.queue.remove(order)
    }
  }
  /// Runs the action; the next tick takes its place in the order afterwards.
  func fire() {
    action()
    guard repeats, let timeline else { return }
    timeline.state.with { state in
      if !isCancelled { insert(at: due.plus(interval), on: timeline, &state.queue) }
    }
  }
  /// Under the timeline's lock.
  private func insert(at instant: Int64, on timeline: Timeline, _ queue: inout ActionQueue) {
    due = max(instant, timeline.nanoseconds)
    order = queue.insert(nil, self, at: place(on: timeline))
  }
  private func place(on timeline: Timeline) -> ActionQueue.Place {
    ActionQueue.Place(instant: due, from: timeline.nanoseconds, name: name)
  }
}
