import Pipes
import Testing
import VirtualTime

/// The rules for operators with a scheduler, whatever the scheduler does with their actions.
@Suite("Unreliable schedulers") struct UnreliableSchedulerTests {
  typealias Habit = UnreliableScheduler.Habit
  /// The rows with an upstream that never completes.
  private static let endless: Set = ["interval"]
  /// The rows that need more than the values of the source, or in which other values come, too.
  private static let others: Set = [
    "interval", "timer", "timeout, then tryMap", "delay for each by a timer", "window(every:), not flattened",
  ]

  private static func stage(_ row: Row, _ scheduler: UnreliableScheduler) throws -> (stage: Stage, rig: Rig) {
    let rig = Rig(), make = try #require(row.stageOn)
    return (make(rig, .init(scheduler)), rig)
  }
  private static func received(_ rig: Rig) -> [Substring] {
    rig.take().split(separator: " ").filter { !$0.hasPrefix("U") && !$0.hasPrefix("^") }
  }

  @Test("TI-03 TI-06 an operator sends the same on each scheduler", arguments: Row.withTimers, Habit.allCases)
  func habits(_ row: Row, _ habit: Habit) throws {
    let scheduler = UnreliableScheduler(habit), (stage, rig) = try Self.stage(row, scheduler)
    let probe = stage.subscribe(.unlimited, .none)
    scheduler.pass(6)
    for value in 1...3 {
      stage.source.lines.last?.send(value)
      if !row.deliversAll || Self.others.contains(row.name) { scheduler.pass(1) }
    }
    stage.source.lines.last?.end(.finished)
    scheduler.pass()
    let notes = Self.received(rig), values = notes.compactMap { Int($0) }
    if row.deliversAll, !Self.others.contains(row.name) { #expect(notes == ["1", "2", "3", "|"]) }
    if !Self.others.contains(row.name) { #expect(values == values.sorted(), "\(notes)") }
    #expect(probe.ends == (Self.endless.contains(row.name) ? 0 : 1), "\(notes)")
    probe.cancel()
  }

  @Test("TI-06 an action that is lost holds up no other event", arguments: Row.withTimers) func lost(_ row: Row) throws
  {
    let scheduler = UnreliableScheduler(), (stage, rig) = try Self.stage(row, scheduler)
    let probe = stage.subscribe(.unlimited, .none)
    scheduler.pass(6)
    stage.source.lines.last?.send(1)
    scheduler.lose()
    for value in 2...3 {
      stage.source.lines.last?.send(value)
      scheduler.pass(12)
    }
    stage.source.lines.last?.end(.finished)
    scheduler.pass()
    let notes = Self.received(rig)
    if !Self.others.contains(row.name) {
      let expected = row.answer.split(separator: " ").suffix(2)
      #expect(notes.suffix(2) == expected, "\(notes)")
    }
    #expect(probe.ends == (Self.endless.contains(row.name) ? 0 : 1), "\(notes)")
    probe.cancel()
  }

  /// The finish comes while a value is pending whose action is lost.
  @Test("TI-03 TI-04 TI-06 the completion comes behind a value whose action is lost", arguments: Row.withTimers)
  func lostBeforeTheEnd(_ row: Row) throws {
    let scheduler = UnreliableScheduler(), (stage, rig) = try Self.stage(row, scheduler)
    let probe = stage.subscribe(.unlimited, .none)
    scheduler.pass(6)
    stage.source.lines.last?.send(1)
    stage.source.lines.last?.send(2)
    scheduler.lose()
    stage.source.lines.last?.end(.finished)
    scheduler.pass()
    #expect(probe.ends == (Self.endless.contains(row.name) ? 0 : 1), "\(Self.received(rig))")
    probe.cancel()
  }

  /// A queue releases an action some time after it was lost. Until then the operator does not know.
  @Test(
    "TI-03 TI-04 TI-06 what arrives before a lost action is released waits for nothing else", arguments: Row.withTimers,
    ["2", "|", "2|"])
  func lostUnnoticed(_ row: Row, _ events: String) throws {
    if Self.others.contains(row.name) { return }
    func last(_ loses: Bool) throws -> Substring? {
      let scheduler = UnreliableScheduler(), (stage, rig) = try Self.stage(row, scheduler)
      let probe = stage.subscribe(.unlimited, .none)
      scheduler.pass(6)
      stage.source.lines.last?.send(1)
      let meanwhile = {
        for event in events {
          if event == "|" { stage.source.lines.last?.end(.finished) } else { stage.source.lines.last?.send(2) }
        }
      }
      if loses { scheduler.lose(meanwhile) } else { meanwhile() }
      scheduler.pass()
      probe.cancel()
      return Self.received(rig).last
    }
    #expect(try last(true) == last(false))
  }

  /// It is given one action for each event, and not one for each that it has lost.
  @Test("TI-04 a scheduler that loses every action at once is not asked for ever") func losesAll() {
    final class Loser: Scheduler {
      var now = VirtualInstant.zero, count = 0
      let minimumTolerance: VirtualInstant.Stride = 0
      func schedule(options: Never?, _ action: @escaping () -> Void) { count += 1 }
      func schedule(
        after _: VirtualInstant, tolerance _: VirtualInstant.Stride, options _: Never?, _ action: @escaping () -> Void
      ) {}
      func schedule(
        after _: VirtualInstant, interval _: VirtualInstant.Stride, tolerance _: VirtualInstant.Stride,
        options _: Never?,
        _ action: @escaping () -> Void
      ) -> any Cancellable { AnyCancellable {} }
    }
    let scheduler = Loser(), rig = Rig(), source = rig.source()
    rig.attach(source.throttle(for: 5, scheduler: scheduler, latest: true), demand: .unlimited)
    source.send([1, 2, 3])
    source.finish()
    #expect(scheduler.count == 4)
  }

  @Test("TI-07 requests whose actions are lost come with the next one") func lostRequest() throws {
    let scheduler = UnreliableScheduler(), rig = Rig()
    let probe = rig.attach(rig.source().subscribe(on: Row.Timers(scheduler)))
    scheduler.pass(1)
    _ = rig.take()
    probe.request(.max(2))
    scheduler.lose()
    probe.request(.max(1))
    scheduler.pass(1)
    #expect(rig.take() == "U?3")
  }

  /// Nothing else follows that would deliver it.
  @Test(
    "G13 TI-02 TI-04 a newest value for which the action of a request is lost comes with the next request",
    arguments: [true, false],
    [true, false])
  func lostWake(_ isDebounce: Bool, _ isFinished: Bool) {
    let scheduler = UnreliableScheduler(), rig = Rig(), source = rig.source(), timers = Row.Timers(scheduler)
    let publisher =
      isDebounce
      ? source.debounce(for: 5, scheduler: timers).eraseToAnyPublisher()
      : source.throttle(for: 5, scheduler: timers, latest: true).eraseToAnyPublisher()
    let probe = rig.attach(publisher)
    source.send(1)
    scheduler.pass()
    if isFinished {
      source.finish()
      scheduler.pass()
    }
    _ = rig.take()
    probe.request(.max(1))
    scheduler.lose()
    probe.request(.max(1))
    scheduler.pass()
    #expect(rig.take() == (isFinished ? "1 |" : "1"))
  }

  @Test(
    "G5 TI-03 after a cancel no timer of an operator is left on the scheduler", arguments: Row.withTimers, [0, 1, 3])
  func cancelled(_ row: Row, _ count: Int) throws {
    let scheduler = UnreliableScheduler(), (stage, _) = try Self.stage(row, scheduler)
    let probe = stage.subscribe(.unlimited, .none)
    scheduler.pass(6)
    for value in 0..<count { stage.source.lines.last?.send(value) }
    probe.cancel()
    #expect(scheduler.timers == 0)
  }

  @Test("TI-03 delay has one timer, however many events wait") func oneTimer() {
    let scheduler = UnreliableScheduler(), rig = Rig(), source = rig.source()
    let probe = rig.attach(source.delay(for: 5, scheduler: Row.Timers(scheduler)), demand: .unlimited)
    for value in 1...9 {
      source.send(value)
      scheduler.pass(value % 2)
    }
    #expect(scheduler.timers == 1)
    _ = rig.take()
    scheduler.pass()
    #expect(probe.values == 9)
    #expect(scheduler.timers == 0)
  }

  @Test("TI-03 TI-04 on a timeline a cancel takes back what is scheduled", arguments: [false, true]) func timeline(
    _ isDelay: Bool
  ) {
    let scheduler = TestScheduler(), rig = Rig(), source = rig.source()
    let publisher =
      isDelay
      ? source.delay(for: 5, scheduler: scheduler).eraseToAnyPublisher()
      : source.throttle(for: 5, scheduler: scheduler, latest: true).eraseToAnyPublisher()
    let probe = rig.attach(publisher, demand: .unlimited)
    source.send(1)
    try? scheduler.advance(by: 1)
    source.send(2)
    #expect(scheduler.timeline.pendingCount == (isDelay ? 2 : 1))
    probe.cancel()
    #expect(scheduler.timeline.pendingCount == 0)
  }

  /// After all upstreams have completed and nothing is due, no timer is pending: also while values wait for demand.
  @Test(
    "BC-13 no timer outlives the upstreams", arguments: Row.withTimers,
    [nil, .max(1), .max(2), .unlimited] as [Subscribers.Demand?])
  func afterTheEnd(_ row: Row, _ demand: Subscribers.Demand?) {
    if Self.endless.contains(row.name) { return }
    let stage = row.stage(Rig())
    let probe = stage.subscribe(demand, .none)
    stage.settle()
    for value in 1...3 {
      stage.source.lines.last?.send(value)
      stage.settle()
    }
    stage.source.lines.last?.end(.finished)
    stage.settle()
    #expect(stage.pending() == 0)
    probe.cancel()
  }
}
