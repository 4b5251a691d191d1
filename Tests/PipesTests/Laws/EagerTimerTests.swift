import Pipes
import Testing
import VirtualTime

extension Row {
  /// Operators with a timer that are in no other list, because they do not let 1, 2 and 3 through one by one.
  @RowBuilder static var moreTimed: [Row] {
    Row(timed: "delaySubscription", "BC-25", .special) {
      $0.delaySubscription(for: 5, scheduler: $1).eraseToAnyPublisher()
    }
    Row(timed: "window(every:)", "BC-13", .special) { $0.window(every: 5, scheduler: $1).flatMap { $0 } }
    Row(timed: "window(every:), not flattened", "BC-13", .special) { $0.window(every: 5, scheduler: $1).map(\.key) }
    Row(timed: "throttle(for:leading:trailing:)", "BC-24", .special, loses: true) {
      $0.throttle(for: 5, scheduler: $1, leading: true, trailing: true)
    }
    Row(timed: "interval", "BC-36", .special) {
      $0.merge(with: Publishers.interval(5, scheduler: $1).setFailureType(to: Oops.self))
    }
    Row(timed: "timer", "BC-37", .special) {
      $0.merge(with: Publishers.timer(after: 5, scheduler: $1).setFailureType(to: Oops.self))
    }
    Row(timed: "debounce by a timer", "BC-23", .special, loses: true) { source, scheduler in
      source.debounce { _ in Publishers.timer(after: 5, scheduler: scheduler) }
    }
    Row(timed: "delay for each by a timer", "BC-17", .special) { source, scheduler in
      source.delay { _ in Publishers.timer(after: 5, scheduler: scheduler).setFailureType(to: Oops.self) }
    }
    Row(timed: "timeout, then tryMap", "TI-05", .special) {
      $0.timeout(5, scheduler: $1).tryMap { $0 }.mapError { $0 as? Oops ?? .other }
    }
  }
  /// Operators of state that are in no other list.
  @RowBuilder static var moreOfState: [Row] {
    Row("throttle by a value", "BC-24", .special, zero: .reported, loses: true) {
      $0.throttle(leading: false, trailing: true) { Just($0).setFailureType(to: Oops.self) }
    }
  }
  static let withTimers = (all + moreTimed).filter { $0.stageOn != nil }
}

/// A scheduler whose actions, also those of timers, run before the call that schedules them returns.
enum EagerTimers: CaseIterable {
  case inside, otherThread

  var scheduler: Row.Timers {
    switch self {
    case .inside: .immediate(now: .zero)
    case .otherThread: .init(ThreadEach())
    }
  }
  /// Runs each action on a thread of its own, and waits until that thread is gone.
  private struct ThreadEach: Scheduler, Sendable {
    typealias SchedulerOptions = Never
    var now: VirtualInstant { .zero }
    var minimumTolerance: VirtualInstant.Stride { 0 }
    func schedule(options: Never?, _ action: @escaping () -> Void) { onAnotherThread(action) }
    func schedule(
      after date: VirtualInstant, tolerance: VirtualInstant.Stride, options: Never?, _ action: @escaping () -> Void
    ) {
      onAnotherThread(action)
    }
    func schedule(
      after date: VirtualInstant, interval: VirtualInstant.Stride, tolerance: VirtualInstant.Stride, options: Never?,
      _ action: @escaping () -> Void
    ) -> any Cancellable {
      onAnotherThread(action)
      return AnyCancellable {}
    }
  }
}

@Suite("Timers that fire at once") struct EagerTimerTests {
  @Test("the subscription comes first, then everything else", arguments: Row.withTimers, EagerTimers.allCases)
  func subscriptionFirst(_ row: Row, _ timers: EagerTimers) throws {
    let stageOn = try #require(row.stageOn)
    let demands: [Subscribers.Demand?] = [nil, .max(1), .unlimited]
    for demand in demands {
      let rig = Rig()
      let stage = stageOn(rig, timers.scheduler)
      let probe = stage.subscribe(demand, .none)
      for value in 1...3 { stage.source.lines.last?.send(value) }
      stage.source.lines.last?.end(.finished)
      let notes = rig.take().split(separator: " ").filter { !$0.hasPrefix("U") }
      let subscriptions = notes.count { $0.hasPrefix("^") }
      #expect(notes.first?.hasPrefix("^") == true, "\(notes)")
      #expect(subscriptions == 1, "\(notes)")
      // Some do not end: an interval never does, and without demand a pending value may stay.
      #expect(probe.ends <= 1 && (probe.ends == 0 || notes.last == "|"), "\(notes)")
    }
  }

  @Test("TI-05 timeout finishes after its subscription, also if nothing is requested", arguments: EagerTimers.allCases)
  func timeout(_ timers: EagerTimers) {
    let rig = Rig()
    rig.attach(rig.source().timeout(5, scheduler: timers.scheduler))
    #expect(rig.take() == "U^ ^Timeout U! |")
  }
  /// The first request starts the timer again, and so it fires inside the request, before the request reaches the
  /// upstream.
  @Test("TI-05 a request comes before the timer that it restarts", arguments: EagerTimers.allCases)
  func timeoutAtRequest(_ timers: EagerTimers) {
    let rig = Rig()
    rig.attach(rig.source().timeout(5, scheduler: timers.scheduler), demand: .unlimited)
    #expect(rig.take() == "U^ ^Timeout U! |")
  }
}
