#if !canImport(Combine)
  import Foundation
  import Marbles
  import MarblesFoundation
  import PipesFoundation
  import Testing
  import VirtualTime

  /// The strides and dates of Foundation's schedulers become nanoseconds by the same rule as durations.
  @Suite struct ConversionOfStridesTests {
    /// The whole nanoseconds that are not less than a decimal number, or a third, of seconds.
    static let lengths: [(seconds: Double, nanoseconds: Int64)] = [Int64(10), 3, 60].flatMap { part in
      (1...40).map { number in
        let (quotient, rest) = (Int64(number) * 1_000_000_000).quotientAndRemainder(dividingBy: part)
        return (Double(number) / Double(part), rest > 0 ? quotient + 1 : quotient)
      }
    }

    /// Returns the instants at which each scheduler of a run runs an action after each length.
    static func check<S: Scheduler>(_ scheduler: S, length: @escaping (Double) -> S.SchedulerTimeType.Stride) throws {
      try marbles(frame: .milliseconds(10)) { m in
        m.at("x") {
          for sample in lengths {
            scheduler.schedule(after: scheduler.now.advanced(by: length(sample.seconds))) {
              #expect(m.timeline.now.nanoseconds == sample.nanoseconds, "\(sample)")
            }
          }
          var ticks = 0
          let third = Int64(333_333_334)
          var token: (any Cancellable)?
          token = scheduler.schedule(after: scheduler.now.advanced(by: length(1 / 3.0)), interval: length(1 / 3.0)) {
            ticks += 1
            #expect(m.timeline.now.nanoseconds == third * Int64(ticks))
            if ticks == 5 { token?.cancel() }
          }
        }
      }
    }
    @Test func inARun() throws {
      try Self.check(DispatchQueue.main) { .seconds($0) }
      try Self.check(RunLoop.main) { .seconds($0) }
      try Self.check(OperationQueue.main) { .seconds($0) }
    }
    @Test func onTestSchedulers() throws {
      try Self.check(DispatchQueue.test) { .seconds($0) }
      for sample in Self.lengths {
        let queue = DispatchQueue.test, loop = RunLoop.test
        var log: [String] = []
        queue.schedule(after: queue.now.advanced(by: .seconds(sample.seconds))) {
          log.append("queue \(queue.timeline.now.nanoseconds)")
        }
        loop.schedule(after: loop.now.advanced(by: .seconds(sample.seconds))) {
          log.append("loop \(loop.timeline.now.nanoseconds)")
        }
        try queue.run()
        try loop.run()
        #expect(log == ["queue \(sample.nanoseconds)", "loop \(sample.nanoseconds)"])
      }
    }
    /// Far from 2001 a date is a number of microseconds.
    @Test func datesOfThisCentury() throws {
      try marbles(startingAt: .utc(2026, 3, 1)) { m in
        m.at("x") {
          for tenths in 1...100 {
            let loop = RunLoop.main
            loop.schedule(after: loop.now.advanced(by: .seconds(Double(tenths) / 10))) {
              #expect(m.timeline.now.nanoseconds == Int64(tenths) * 100_000_000)
            }
          }
        }
      }
    }
    @Test func distantFuture() throws {
      let queue = DispatchQueue.test, loop = RunLoop.test, operations = OperationQueue.test
      var log: [String] = []
      queue.schedule(after: .init(.distantFuture)) { log.append("queue") }
      queue.schedule(after: queue.now.advanced(by: .seconds(Int.max))) { log.append("queue") }
      loop.schedule(after: .init(.distantFuture)) { log.append("loop") }
      operations.schedule(after: operations.now.advanced(by: .seconds(Double.infinity))) { log.append("operations") }
      let noTime = Just(1).delay(for: .seconds(Int.max), scheduler: queue).sink { _ in log.append("delayed") }
      for timeline in [queue.timeline, loop.timeline, operations.timeline] {
        try timeline.run()
        #expect(timeline.now == .zero)
      }
      #expect(log.isEmpty)
      noTime.cancel()
      try marbles { m in
        m.at("x") {
          let run: () -> Void = { log.append("in a run") }
          DispatchQueue.main.schedule(after: .init(.distantFuture), run)
          RunLoop.main.schedule(after: .init(.distantFuture), run)
          OperationQueue.main.schedule(after: .init(.distantFuture), run)
          _ = RunLoop.main.schedule(after: .init(.distantFuture), interval: .seconds(1), run)
        }
      }
      #expect(log.isEmpty)
    }
    @Test func noTimeout() throws {
      try marbles { m in m.expect(m.cold("-a").timeout(.seconds(Int.max), scheduler: DispatchQueue.main)).toBe("-a") }
      try marbles { m in m.expect(m.cold("-a").timeout(.seconds(Int.max), scheduler: m.scheduler)).toBe("-a") }
      try marbles { m in
        m.expect(m.cold("-a").timeout(.seconds(Int.max), scheduler: m.scheduler(for: DispatchQueue.self))).toBe("-a")
      }
      try marbles { m in
        m.expect(m.cold("-a").timeout(.seconds(1e12), scheduler: m.scheduler(for: OperationQueue.self))).toBe("-a")
      }
    }
    @Test func timeDoesNotGoBack() {
      #expect(throws: Timeline.Runaway.self) { try DispatchQueue.test.advance(by: .seconds(-1)) }
      #expect(throws: Timeline.Runaway.self) { try RunLoop.test.advance(by: .seconds(-0.5)) }
    }
  }
#endif
