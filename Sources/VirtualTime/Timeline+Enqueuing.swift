import PipesCore

/// Actions get into the queue.
extension Timeline {
  package func index(of name: String) -> UInt32 { core.state.with { $0.names.index(of: name) } }
  /// Schedules an action with the index of its name.
  @usableFromInline @discardableResult
  func enqueue(
    _ action: @escaping () -> Void, at instant: Int64, name: UInt32, isTimer: Bool = false
  ) -> Ticket {
    enqueue(action, at: instant, name: name, order: .together, isTimer: isTimer)
  }
  /// Schedules an action for an instant that was given by a clock.
  @discardableResult
  func enqueue(
    _ action: @escaping () -> Void, at instant: Int64, name: UInt32, order: ActionQueue.Order, isTimer: Bool = false,
    clock: RunClock = .continuous, line: UInt = 0
  ) -> Ticket {
    core.checkIsOpen()
    return core.state.with {
      enqueue(
        .action(.init(run: action)), at: instant, name: name, order: order, isTimer: isTimer, clock: clock, line: line,
        &$0)
    }
  }
  /// Schedules actions that differ by their number, each at an instant. They share one closure. `instant` is called
  /// under the lock.
  package func enqueueSeries(name: UInt32, count: Int, at instant: (Int) -> Int64, _ run: @escaping (Int) -> Void)
    -> [Ticket]
  {
    let series = NumberedAction(isRecording: true, run)
    return core.state.with { state in
      (0..<count).map {
        enqueue(.numbered(series, $0), at: instant($0), name: name, order: .together, isTimer: false, &state)
      }
    }
  }
  @inline(__always)
  func enqueue(
    _ content: ActionQueue.Content, at instant: Int64, name: UInt32, order: ActionQueue.Order, isTimer: Bool,
    clock: RunClock = .continuous, line: UInt = 0, _ state: inout State
  ) -> Ticket {
    let now = nanoseconds
    let place = ActionQueue.Place(
      instant: max(instant, now), from: now, name: name, order: order, clock: clock, queue: line)
    return Ticket(order: state.enqueue(content, at: place, isTimer: isTimer))
  }
}
