#if !canImport(Combine)
  import Foundation
  import MarblesFoundation
  import MarblesTesting
  import PipesFoundation
  import Testing
  import VirtualTime

  /// The faces of virtual time, each on a timeline of its own or on one.
  @Suite struct FaceTests {
    @Test func schedulers() throws {
      var log: [String] = []

      // Timeline: what happens when.
      let timeline = Timeline()
      timeline.schedule(at: timeline.now.advanced(by: 7_200)) { log.append("two hours later") }
      try timeline.run()  // at once
      #expect(log == ["two hours later"] && timeline.now.description == "2h")

      // TestScheduler: a scheduler on a timeline.
      let scheduler = TestScheduler(timeline: timeline)
      scheduler.schedule(after: scheduler.now.advanced(by: 60)) { log.append("and a minute") }
      try scheduler.advance(by: 59)
      #expect(log.count == 1)
      try scheduler.advance(by: 1)
      #expect(log == ["two hours later", "and a minute"])

      // DispatchQueue.test: for code that was written for queues. RunLoop.test and OperationQueue.test are its
      // siblings.
      let queue = DispatchQueue.test
      let token = Just("tea").delay(for: .seconds(180), scheduler: queue).sink { log.append($0) }
      try queue.advance(by: .seconds(179))
      #expect(log.count == 2)
      try queue.advance(by: .seconds(1))
      #expect(log.last == "tea")
      token.cancel()

      // AnyScheduler: for a type that stores its scheduler.
      struct Kettle { var scheduler: AnySchedulerOf<DispatchQueue> }
      var kettle = Kettle(scheduler: DispatchQueue.main.eraseToAnyScheduler())
      kettle.scheduler = queue.eraseToAnyScheduler()
      kettle.scheduler.schedule { log.append("boils") }
      try queue.run()
      #expect(log.last == "boils")
    }

    @Test func tasks() async throws {
      // VirtualClock, withVirtualTime: async code, one job at a time and always in the same order.
      let woken = try await withVirtualTime { clock in
        async let nap: Void = clock.sleep(for: .seconds(3_600))
        try await nap
        return clock.now
      }
      #expect(woken.description == "1h")
    }

    @Test func orders() throws {
      // explore: does the outcome depend on the order of what happens at one instant?
      let race = try explore(seeds: 0..<50) { timeline in
        var order = ""
        for runner in ["a", "b"] { timeline.schedule(at: .zero) { order += runner } }
        try timeline.run()
        return order
      }
      #expect(race.dependsOnOrder)
    }
  }
#endif
