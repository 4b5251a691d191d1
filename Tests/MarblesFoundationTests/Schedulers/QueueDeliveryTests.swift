#if !canImport(Combine)
  import Foundation
  import Marbles
  import PipesFoundation
  import Testing
  import VirtualTime

  /// `m.expect(x, on:)` with queues and run loops of the platform, which work in the virtual time of an async test.
  @Suite struct QueueDeliveryTests {
    private func problems(_ body: @escaping @Sendable (MarbleTest) async throws -> Void) async throws -> [String] {
      let error = await #expect(throws: MarbleFailure.self) { try await marbles(body) }
      return try #require(error).problems.map(\.text)
    }

    /// The pause of a dispatch queue does not count the time in which the device sleeps: neither does `DispatchTime`.
    @Test func aPauseWhileTheDeviceSleeps() async throws {
      try await marbles(frame: .seconds(50)) { m in
        let typed = m.hot("a---|")
        m.at("-x") { m.clock.sleepDevice(for: .seconds(50)) }
        m.expect(typed.debounce(for: .seconds(100), scheduler: DispatchQueue.main)).toBe("---a|")
        m.expect(typed.debounce(for: .seconds(100), scheduler: m.scheduler)).toBe("--a-|")
      }
    }
    @Test func eventsOfAQueueAreDeliveredThere() async throws {
      try await marbles { m in
        let typed = m.hot("-a-b|")
        m.expect(typed.receive(on: DispatchQueue.main), on: DispatchQueue.main).toBe("-a-b|")
        m.expect(
          typed.delay(for: .milliseconds(1), scheduler: DispatchQueue(label: "work")), on: DispatchQueue(label: "work")
        ).toBe(
          "--a-b|")
        m.expect(typed.receive(on: RunLoop.main), on: RunLoop.main).toBe("-a-b|")
        m.expect(typed.receive(on: OperationQueue.main), on: OperationQueue.main).toBe("-a-b|")
        m.expect(typed.receive(on: DispatchQueue.main.eraseToAnyScheduler()), on: DispatchQueue.main).toBe("-a-b|")
      }
    }

    /// The row is the same with and without `receive(on:)`.
    @Test func aDroppedReceiveOnIsFound() async throws {
      let found = try await problems { m in
        let typed = m.hot("-a|")
        let titles = typed.map { $0 }
        m.expect(titles, on: DispatchQueue.main).toBe("-a|")
      }
      #expect(
        found == [
          """
          titles is not delivered on DispatchQueue.main at frame 1
            typed   -a|
            titles  -a|
                     ^^
            frame 1: 'a' is delivered by typed
            frame 2: the completion '|' is delivered by typed
            write .receive(on: DispatchQueue.main) where the pipeline ends
          """
        ])
    }

    @Test func anotherQueueIsFound() async throws {
      let found = try await problems { m in
        let titles = m.hot("-a").receive(on: DispatchQueue(label: "work"))
        m.expect(titles, on: DispatchQueue.main).toBe("-a")
      }
      #expect(found.count == 1)
      #expect(found.first?.contains("frame 1: 'a' is delivered by the queue 'work'\n") == true, "\(found)")
    }

    @Test func inASynchronousTestToo() throws {
      try marbles { m in m.expect(m.hot("-a|").receive(on: DispatchQueue.main), on: DispatchQueue.main).toBe("-a|") }
      let error = #expect(throws: MarbleFailure.self) {
        try marbles { m in m.expect(m.hot("-a|"), on: DispatchQueue.main).toBe("-a|") }
      }
      #expect(
        error?.description.contains("is not delivered on the scheduler at frame 1") == true,
        "\(String(describing: error))")
    }
  }
#endif
