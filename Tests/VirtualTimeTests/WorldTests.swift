#if canImport(Glibc)
  import Dispatch
  import Foundation
  import Glibc
  import Pipes
  import Testing

  @testable import VirtualTime

  /// Time that the test holds, a date that is set, and a device that sleeps.
  @Suite(.enabled(if: callsAreVirtual)) struct WorldTests {
    private typealias Log = QueueTests.Log
    private static func run(
      on timeline: Timeline = Timeline(), _ body: @escaping @Sendable (VirtualClock, Log) async throws -> Void
    ) async throws -> String {
      try await withVirtualTime(on: timeline, startingAt: .utc(2026, 1, 1), patience: .seconds(120)) { clock in
        let log = Log(clock)
        try await body(clock, log)
        try await Task.sleep(for: .seconds(100_000))
        return log.text
      }
    }
    private static func seconds(_ id: clockid_t) -> Int {
      var time = timespec()
      clock_gettime(id, &time)
      return time.tv_sec
    }

    // MARK: Time that the test holds

    /// Another thread resumes the body after a while: an hour would pass meanwhile.
    @Test(arguments: [false, true]) func timeIsHeld(_ isHeld: Bool) async throws {
      let now = try await withVirtualTime(allowsOutsideWork: true) { clock in
        if isHeld { clock.hold() }
        let isOver = DispatchSemaphore(value: 0)
        let nap = Task {
          try await Task.sleep(for: .seconds(3_600))
          isOver.signal()
        }
        await withCheckedContinuation { continuation in
          Thread.detachNewThread {
            if isHeld { usleep(50_000) } else { isOver.wait() }
            continuation.resume()
          }
        }
        nap.cancel()
        return clock.now
      }
      #expect(now == (isHeld ? .zero : .ns(3_600_000_000_000)))
    }
    @Test func heldTimePassesByAdvance() async throws {
      try await withVirtualTime { clock in
        clock.hold()
        let log = Log(clock)
        let naps = [1, 2].map { seconds in
          Task {
            try await Task.sleep(for: .seconds(seconds))
            log("\(seconds)")
          }
        }
        await Task { await Task.yield() }.value  // what is due runs
        #expect(clock.now == .zero)
        try await clock.advance(by: .milliseconds(999))
        #expect(log.text == "")
        try await clock.advance(by: .milliseconds(1))
        #expect(log.text == "1000:1")
        clock.goOn()
        try await naps[1].value
        #expect(log.text == "1000:1 2000:2")
      }
    }
    @Test func aBodyThatWaitsInHeldTime() async throws {
      let error = await #expect(throws: VirtualTimeError.self) {
        try await withVirtualTime(patience: .milliseconds(20)) { clock in
          try await Task.sleep(for: .seconds(3))
          clock.hold()
          try await Task.sleep(for: .seconds(1))
        }
      }
      #expect(error?.alone == .held(at: .ms(3_000), next: .ms(4_000), patience: .milliseconds(20)))
      #expect("\(error!)".contains("time is held at 3s") && "\(error!)".contains("the next work is due at 4s"))
    }
    @Test func theClockOfTheRun() async throws {
      #expect(VirtualClock.current == nil)
      try await withVirtualTime { clock in
        try await Task.sleep(for: .seconds(5))
        #expect(VirtualClock.current?.timeline === clock.timeline)
        await Task.detached { #expect(VirtualClock.current?.now == .ms(5_000)) }.value
      }
    }

    // MARK: The date is set

    @Test func theDateIsSet() async throws {
      try await withVirtualTime(startingAt: .utc(2026, 1, 1)) { clock in
        try await Task.sleep(for: .seconds(10))
        let start = Date(), continuous = ContinuousClock.now, suspending = SuspendingClock.now
        let seconds = Self.seconds(CLOCK_REALTIME), uptime = Self.seconds(CLOCK_MONOTONIC)
        clock.setDate(.utc(2027, 1, 1))
        // A year of 365 days, less the ten seconds.
        let year = 31_535_990
        #expect(Date().timeIntervalSince(start) == TimeInterval(year))
        #expect(Self.seconds(CLOCK_REALTIME) - seconds == year)
        #expect(Self.seconds(CLOCK_MONOTONIC) == uptime)
        #expect(ContinuousClock.now == continuous && SuspendingClock.now == suspending)
        try await Task.sleep(for: .seconds(1))
        clock.stepDate(by: .seconds(-3_600))
        try await Task.sleep(for: .seconds(1))
        #expect(Date().timeIntervalSince(start) == TimeInterval(year + 2 - 3_600))
        #expect(clock.now == .ms(12_000))
      }
    }
    /// A deadline of the wall clock comes with the date, other ones with the time that passes.
    @Test func workThatWaitsForADate() async throws {
      let text = try await Self.run { clock, log in
        let queue = DispatchQueue(label: "queue")
        queue.asyncAfter(wallDeadline: .now() + 3_600) { log("wall") }
        queue.asyncAfter(deadline: .now() + 3_600) { log("uptime") }
        Task {
          try await Task.sleep(for: .seconds(3_600))
          log("task")
        }
        try await Task.sleep(for: .seconds(600))
        clock.stepDate(by: .seconds(1_000))
      }
      #expect(text == "2600000:wall 3600000:uptime 3600000:task")
    }
    @Test(arguments: [(-500, 4_100), (3_000, 600), (9_000, 600)]) func aStepOfTheDate(_ step: Int, _ end: Int)
      async throws
    {
      let text = try await Self.run { clock, log in
        DispatchQueue.main.asyncAfter(wallDeadline: .now() + 3_600) { log("wall") }
        try await Task.sleep(for: .seconds(600))
        clock.stepDate(by: .seconds(step))
      }
      #expect(text == "\(end)000:wall")
    }
    /// The ticks that the date has passed are one event; after a step back the timer waits.
    @Test func aTimerByTheDate() async throws {
      let text = try await Self.run { clock, log in
        let timer = DispatchSource.makeTimerSource()
        timer.schedule(wallDeadline: .now() + 100, repeating: 100)
        timer.setEventHandler { log("\(timer.data)") }
        timer.activate()
        try await Task.sleep(for: .seconds(150))
        clock.stepDate(by: .seconds(300))  // at 450 by the date: the ticks of 200, 300 and 400
        try await Task.sleep(for: .seconds(60))  // at 510
        clock.stepDate(by: .seconds(-200))  // at 310: the next tick is at 600
        try await Task.sleep(for: .seconds(300))
        timer.cancel()
      }
      #expect(text == "100000:1 150000:3 200000:1 500000:1")
    }
    /// A timer by the uptime, and one of Foundation, do not notice.
    @Test func timersThatCountTime() async throws {
      let text = try await Self.run { clock, log in
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(deadline: .now() + 100, repeating: 100)
        timer.setEventHandler { log("source") }
        timer.activate()
        await MainActor.run {
          nonisolated(unsafe) let timer = Timer(fire: Date() + 100, interval: 100, repeats: true) { _ in log("timer") }
          RunLoop.main.add(timer, forMode: .common)
          Task {
            try await Task.sleep(for: .seconds(350))
            timer.invalidate()
          }
        }
        for step in [40_000, -80_000] {
          try await Task.sleep(for: .seconds(110))
          clock.stepDate(by: .seconds(step))
        }
        try await Task.sleep(for: .seconds(130))
        timer.cancel()
      }
      #expect(
        text == "100000:source 100000:timer 200000:source 200000:timer 300000:source 300000:timer")
    }
    @Test func aDateBeforeTheRun() async throws {
      let timeline = Timeline()
      VirtualClock(timeline: timeline).setDate(.utc(2030, 5, 5))
      try await withVirtualTime(on: timeline) { _ in #expect(Date().timeIntervalSince1970 == 1_904_169_600) }
    }

    // MARK: The device sleeps

    @Test func theClocksOfADeviceThatSleeps() async throws {
      try await withVirtualTime { clock in
        try await Task.sleep(for: .seconds(60))
        let date = Date(), continuous = ContinuousClock.now, suspending = SuspendingClock.now
        let uptime = Self.seconds(CLOCK_MONOTONIC), boot = Self.seconds(CLOCK_BOOTTIME), dispatch = DispatchTime.now()
        clock.sleepDevice(for: .seconds(600))
        #expect(Date().timeIntervalSince(date) == 600 && ContinuousClock.now - continuous == .seconds(600))
        #expect(SuspendingClock.now == suspending && DispatchTime.now() == dispatch)
        #expect(Self.seconds(CLOCK_MONOTONIC) == uptime && Self.seconds(CLOCK_BOOTTIME) == boot + 600)
        #expect(clock.now == .ms(660_000))
        clock.sleepDevice(for: .seconds(-1))
        try await SuspendingClock().sleep(for: .seconds(1))
        #expect(clock.now == .ms(661_000) && SuspendingClock.now - suspending == .seconds(1))
      }
    }
    /// Each wait of 100 s, with a sleep of the device for 600 s after 50 s.
    @Test(
      arguments: [
        ("ContinuousClock", 650, { @Sendable in try await ContinuousClock().sleep(for: .seconds(100)) }),
        ("Task.sleep", 650, { try await Task.sleep(for: .seconds(100)) }),
        ("SuspendingClock", 700, { try await SuspendingClock().sleep(for: .seconds(100)) }),
        ("with a tolerance", 700, { try await SuspendingClock().sleep(for: .seconds(100), tolerance: .seconds(1)) }),
        ("on an actor", 700, { try await Sleeper().sleep(tolerance: nil) }),
        ("on an actor, with a tolerance", 700, { try await Sleeper().sleep(tolerance: .seconds(1)) }),
        ("on the main actor", 700, { @MainActor in try await SuspendingClock().sleep(for: .seconds(100)) }),
        (
          "asyncAfter", 700, { await Self.after { DispatchQueue.main.asyncAfter(deadline: .now() + 100, execute: $0) } }
        ),
        (
          "wallDeadline", 650,
          { await Self.after { DispatchQueue.main.asyncAfter(wallDeadline: .now() + 100, execute: $0) } }
        ),
        (
          "Timer", 700,
          { @MainActor in
            await Self.after { body in
              RunLoop.main.add(
                Timer(fire: Date() + 100, interval: 0, repeats: false) { _ in body() }, forMode: .common)
            }
          }
        ),
      ] as [(String, Int, @Sendable () async throws -> Void)])
    func aWait(_ name: String, _ end: Int, _ wait: @escaping @Sendable () async throws -> Void) async throws {
      let (first, last) = try await withVirtualTime { clock in
        async let waiting: VirtualInstant = {
          try await wait()
          return clock.now
        }()
        try await clock.sleep(for: .seconds(50))
        clock.sleepDevice(for: .seconds(600))
        let woken = clock.now
        return (woken, try await waiting)
      }
      #expect(first == .ms(650_000) && last == .ms(Int64(end) * 1_000), "\(name)")
    }
    private actor Sleeper {
      func sleep(tolerance: Duration?) async throws {
        try await SuspendingClock().sleep(for: .seconds(100), tolerance: tolerance)
      }
    }
    private static func after(
      isolation: isolated (any Actor)? = #isolation, _ give: (@escaping @Sendable () -> Void) -> Void
    )
      async
    {
      await withCheckedContinuation { continuation in give { continuation.resume() } }
    }
    /// The ticks of a night are one event.
    @Test func aTimerOfADeviceThatSleeps() async throws {
      let text = try await Self.run { clock, log in
        let wall = DispatchSource.makeTimerSource(queue: .main), uptime = DispatchSource.makeTimerSource(queue: .main)
        wall.schedule(wallDeadline: .now() + 100, repeating: 100)
        uptime.schedule(deadline: .now() + 100, repeating: 100)
        wall.setEventHandler { log("wall \(wall.data)") }
        uptime.setEventHandler { log("uptime \(uptime.data)") }
        wall.activate()
        uptime.activate()
        try await Task.sleep(for: .seconds(150))
        clock.sleepDevice(for: .seconds(300))
        try await Task.sleep(for: .seconds(60))
        wall.cancel()
        uptime.cancel()
      }
      // The ticks of 200, 300 and 400 s by the date; 200 s of uptime are 500 s, and that tick was scheduled first.
      #expect(text == "100000:wall 1 100000:uptime 1 450000:wall 3 500000:uptime 1 500000:wall 1")
    }
    // MARK: Random programs

    private enum Step: CaseIterable { case wait, stepDate, sleepDevice, wall, uptime, continuous }
    private typealias Program = [(step: Step, seconds: Int)]
    /// The end of each wait, second by second: a wait ends when its clock shows its deadline, or at the next instant at
    /// which the device is awake.
    private static func expected(_ program: Program) -> [String] {
      var now = 0, date = 0, asleep = 0, ends: [String] = []
      var waits: [(name: Int, clock: Step, deadline: Int)] = []
      func shown(_ clock: Step) -> Int { clock == .wall ? now + date : clock == .uptime ? now - asleep : now }
      func look() {
        for wait in waits where shown(wait.clock) >= wait.deadline { ends.append("\(now):\(wait.name)") }
        waits.removeAll { shown($0.clock) >= $0.deadline }
      }
      for (name, (step, seconds)) in program.enumerated() {
        switch step {
        case .wait:
          for _ in 0..<seconds {
            now += 1
            look()
          }
        case .stepDate:
          date += name % 2 == 0 ? seconds : -seconds
          look()
        case .sleepDevice:
          now += seconds
          asleep += seconds
          look()
        case .wall, .uptime, .continuous: waits.append((name, step, shown(step) + seconds))
        }
      }
      return ends.sorted()
    }
    private static func outcome(_ program: Program) async throws -> [String] {
      try await withVirtualTime { clock in
        let log = SharedLog()
        func perform(_ name: Int, _ step: Step, _ seconds: Int) async throws {
          @Sendable func note() { log("\(clock.now.nanoseconds / 1_000_000_000):\(name)") }
          let length = Duration.seconds(seconds)
          switch step {
          case .wait: try await clock.sleep(for: length)
          case .stepDate: clock.stepDate(by: name % 2 == 0 ? length : .zero - length)
          case .sleepDevice: clock.sleepDevice(for: length)
          case .wall: DispatchQueue.main.asyncAfter(wallDeadline: .now() + Double(seconds), execute: note)
          case .uptime: DispatchQueue.main.asyncAfter(deadline: .now() + Double(seconds), execute: note)
          case .continuous:
            Task {
              try await ContinuousClock().sleep(for: length)
              note()
            }
          }
          try await clock.sleep(for: .zero)  // what is due runs
        }
        for (name, (step, seconds)) in program.enumerated() { try await perform(name, step, seconds) }
        return log.entries.sorted()
      }
    }
    @Test func randomPrograms() async throws {
      for seed in 0..<60 as Range<UInt64> {
        var random = SplitMixSequence(seed: seed)
        let program =
          (0..<12).map { _ in
            (Step.allCases.randomElement(using: &random)!, Int.random(in: 1...9, using: &random) * 10)
          } + [(.wait, 2_000)]
        #expect(try await Self.outcome(program) == Self.expected(program), "seed \(seed): \(program)")
      }
    }
  }
#endif
