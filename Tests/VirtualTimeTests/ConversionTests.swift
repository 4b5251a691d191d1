import Foundation
import Pipes
import Testing

@testable import VirtualTime

/// Lengths of time, and what they are in whole nanoseconds by exact arithmetic.
struct LengthSample: CustomStringConvertible {
  let duration: Duration
  var description: String { "\(duration.components)" }
  /// The duration in attoseconds.
  var attoseconds: Int128 {
    let (seconds, rest) = duration.components
    return Int128(seconds) * 1_000_000_000_000_000_000 + Int128(rest)
  }
  /// The whole nanoseconds that are not less, within the range.
  var nanoseconds: Int64 {
    let (quotient, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Int64(clamping: rest > 0 ? quotient + 1 : quotient)
  }

  /// Decimals, thirds and sixtieths of a second, and random ones.
  static let all: [LengthSample] = {
    var random = SplitMixSequence(seed: 56)
    let decimals = (1...100).map { Duration.seconds(Double($0) / 10) }
    let parts = [3, 7, 60].flatMap { part in (1...20).map { Duration.seconds(1) / part * $0 } }
    let free = (0..<100).map { _ in
      Duration(
        secondsComponent: .random(in: 0...9, using: &random),
        attosecondsComponent: .random(in: 0..<1_000_000_000_000_000_000, using: &random))
    }
    let small = [1, 999_999_999, 1_000_000_000, 1_000_000_001].map {
      Duration(secondsComponent: 0, attosecondsComponent: $0)
    }
    return (decimals + parts + free + small).map(LengthSample.init)
  }()
  static let extremes: [LengthSample] = [
    .zero, .seconds(-5), .seconds(-1) / 3, .nanoseconds(Int64.max),
    .nanoseconds(Int64.max) - Duration(secondsComponent: 0, attosecondsComponent: 1),
    .seconds(Int64.max), .seconds(Int64.min), .seconds(9_223_372_036),
  ].map(LengthSample.init)
}

/// One rule of conversion: lengths are rounded up, and what is beyond the range never comes.
@Suite struct ConversionTests {
  typealias Stride = VirtualInstant.Stride

  /// Each way in which a duration becomes a stride or an instant.
  @Test func durations() {
    for sample in LengthSample.all + LengthSample.extremes {
      #expect(Stride(sample.duration).nanoseconds == sample.nanoseconds, "\(sample)")
      #expect(VirtualInstant.zero.advanced(by: sample.duration).nanoseconds == sample.nanoseconds, "\(sample)")
    }
  }
  /// A number of seconds means its decimal number to fifteen digits, rounded up.
  @Test func seconds() {
    var random = SplitMixSequence(seed: 1)
    let decimals = (0..<10_000).map { _ in
      (Int64.random(in: 1..<1_000_000_000, using: &random), Int.random(in: 3...9, using: &random))
    }
    for (digits, places) in decimals {
      // digits / 10^places seconds, exactly, in nanoseconds.
      let exact = (0..<(9 - places)).reduce(Int128(digits)) { product, _ in product * 10 }
      // A number of more than six days has no fifteen digits down to the nanosecond.
      if exact > 1 << 49 { continue }
      let number = Double(digits) / pow(10, Double(places))
      #expect(Stride.seconds(number).nanoseconds == Int64(clamping: exact), "\(number)")
    }
    for third in 1..<1_000 where third % 3 != 0 {
      #expect(Stride.seconds(Double(third) / 3).nanoseconds == Int64(third) * 1_000_000_000 / 3 + 1)
    }
    #expect(Stride.seconds(0.1 + 0.2) == .milliseconds(300))
    #expect(Stride.seconds(1.2 - 0.1) == .milliseconds(1_100))
    #expect(Stride.seconds(Double.leastNonzeroMagnitude).nanoseconds == 1)
    #expect(Stride.seconds(9_223_372_036.0).nanoseconds < .max && Stride.seconds(9_223_372_037).nanoseconds == .max)
  }

  /// Each clock that can be waited for, and each form of waiting: a sleep ends at the first nanosecond that is not
  /// before its deadline.
  enum Sleep: CaseIterable {
    case virtualClock, virtualUntil, taskFor, taskTolerance, taskUntil, suspending, clockFor

    func callAsFunction(_ length: Duration, _ clock: VirtualClock) async throws {
      switch self {
      case .virtualClock: try await clock.sleep(for: length)
      case .virtualUntil: try await clock.sleep(until: clock.now.advanced(by: length), tolerance: .seconds(1))
      case .taskFor: try await Task.sleep(for: length)
      case .taskTolerance: try await Task.sleep(for: length, tolerance: .seconds(1))
      case .taskUntil: try await Task.sleep(until: .now + length, clock: .continuous)
      case .suspending: try await Task.sleep(until: .now + length, clock: .suspending)
      case .clockFor: try await ContinuousClock().sleep(for: length)
      }
    }
    var isReal: Bool { self != .virtualClock && self != .virtualUntil }
  }
  @Test(arguments: Sleep.allCases) func sleepsNeverEndEarly(_ sleep: Sleep) async throws {
    if sleep.isReal, RealClocks.unavailable != nil { return }
    try await withVirtualTime { clock in
      for sample in LengthSample.all {
        let start = (clock.now, ContinuousClock.now)
        try await sleep(sample.duration, clock)
        #expect(start.0.distance(to: clock.now).nanoseconds == sample.nanoseconds, "\(sample)")
        if sleep.isReal { #expect(ContinuousClock.now - start.1 >= sample.duration, "\(sample)") }
      }
    }
  }
  /// Loops that wait until a clock shows a time end.
  @Test(.enabled(if: RealClocks.unavailable == nil)) func loopsWithADeadlineEnd() async throws {
    for tenths in 1...100 {
      let length = Double(tenths) / 10
      try await withVirtualTime { clock in
        let deadline = ContinuousClock.now + .seconds(length)
        while ContinuousClock.now < deadline { try await Task.sleep(until: deadline, clock: .continuous) }
        let end = Date() + length
        while Date() < end { try await Task.sleep(for: .seconds(end.timeIntervalSinceNow)) }
        let third = Date() + length
        while Date() < third { Self.block(until: third) }
        // No loop sleeps for long once its end has come.
        #expect(clock.now < .zero.advanced(by: .seconds(3 * length)).advanced(by: .microseconds(1)))
      }
    }
    try await withVirtualTime { clock in
      var next = ContinuousClock.now
      for _ in 0..<60 {
        next += .seconds(1) / 60
        while ContinuousClock.now < next { try await Task.sleep(until: next, clock: .continuous) }
      }
      #expect(clock.now == .ms(1_000))
    }
  }
  /// An actor outside of the body, where the runtime leaves out the fraction of a deadline.
  actor Waiter {
    func wait(_ length: Double, tolerance: Duration?) async throws -> Int {
      let deadline = ContinuousClock.now + .seconds(length)
      var rounds = 0
      while ContinuousClock.now < deadline {
        try await Task.sleep(until: deadline, tolerance: tolerance, clock: .continuous)
        rounds += 1
      }
      return rounds
    }
  }
  @Test(.enabled(if: RealClocks.unavailable == nil)) func loopsOfActorsEnd() async throws {
    for tenths in 1...20 {
      for tolerance in [nil, .milliseconds(1)] as [Duration?] {
        try await withVirtualTime { clock in
          let rounds = try await Task { try await Waiter().wait(Double(tenths) / 10, tolerance: tolerance) }.value
          #expect(
            rounds <= 3 && clock.now <= .ms(Int64(tenths) * 100).advanced(by: .nanoseconds(1)),
            "\(tenths): \(rounds), \(clock.now)")
        }
      }
    }
  }
  static func block(until date: Date) { Thread.sleep(until: date) }

  // MARK: Never

  @Test func nothingComesAtTheFarthestInstant() throws {
    let timeline = Timeline(), scheduler = TestScheduler(timeline: timeline), log = Log<String>()
    timeline.schedule(at: VirtualInstant(nanoseconds: .max)) { log("action") }
    scheduler.schedule(after: scheduler.now.advanced(by: .seconds(Int.max))) { log("timer") }
    let repeating = scheduler.schedule(after: .zero, interval: .seconds(Int.max)) { log("first tick") }
    let moved = scheduler.restartable(after: .seconds(Int.max)) { log("moved") }
    moved.restart()
    try timeline.run()
    moved.restart()
    try timeline.run()
    #expect(log.entries == ["first tick"])
    #expect(timeline.now == .zero && timeline.pendingCount == 0)
    repeating.cancel()
  }
  /// An action that is never run is released at once.
  @Test func whatNeverRunsIsReleased() {
    final class Kept {}
    let timeline = Timeline()
    weak var weakly: Kept?
    do {
      let kept = Kept()
      weakly = kept
      timeline.schedule(at: VirtualInstant(nanoseconds: .max)) { _ = kept }
    }
    #expect(weakly == nil)
  }
  static let endless: [@Sendable (VirtualClock) async throws -> Void] = [
    { try await $0.sleep(until: VirtualInstant(nanoseconds: .max)) }, { try await $0.sleep(for: .seconds(Int64.max)) },
    { _ in try await Task.sleep(nanoseconds: .max) }, { _ in try await Task.sleep(nanoseconds: UInt64(Int64.max)) },
    { _ in try await Task.sleep(for: .seconds(1e12)) },
    { _ in try await Task.sleep(for: .seconds(1e12), tolerance: .seconds(1)) },
    { _ in try await Task.sleep(until: .now + .seconds(1e12), clock: .suspending) },
  ]
  /// A sleep without an end is no pending work, and is told where it is waited for.
  @Test(.enabled(if: RealClocks.unavailable == nil), arguments: endless.indices) func sleepsForEver(_ number: Int)
    async throws
  {
    let sleep = Self.endless[number]
    let log = SharedLog()
    try await withVirtualTime { clock in
      let task = Task { do { try await sleep(clock) } catch { log("\(error)") } }
      try await clock.run()
      #expect(clock.now == .zero && clock.timeline.pendingCount == 0)
      #expect(throws: VirtualClock.StillAsleep.self) { try clock.checkNobodySleeps() }
      try await clock.sleep(for: .seconds(1))
      task.cancel()
      await task.value
      #expect(clock.now == .ms(1_000))
      try clock.checkNobodySleeps()
    }
    #expect(log.entries == ["CancellationError()"])
    try await withVirtualTime { clock in
      Task { try await sleep(clock) }
      try await clock.sleep(for: .seconds(1))
    }
    let error = await #expect(throws: VirtualTimeError.self) {
      try await withVirtualTime(patience: .milliseconds(20), sleep)
    }
    #expect(error?.alone == .sleepsForEver(at: .zero, tasks: 1, patience: .milliseconds(20)))
    #expect(error?.description.contains("a task sleeps for ever; cancel it, or do not wait for it") == true)
  }
  @Test func sleepersAreNamed() {
    let deadlines = [VirtualInstant.ms(1_000), .ms(2_000), VirtualInstant(nanoseconds: .max)]
    #expect(VirtualClock.StillAsleep(deadlines: deadlines).description == "3 still sleep, until 1s, 2s, 1 for ever")
    #expect(
      VirtualClock.StillAsleep(deadlines: [VirtualInstant(nanoseconds: .max)]).description == "1 still sleeps, for ever"
    )
  }
}
