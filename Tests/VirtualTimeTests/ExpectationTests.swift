#if canImport(Glibc)
  import Foundation
  import VirtualTime
  @preconcurrency import XCTest

  /// The waits of XCTest in virtual time: a limit is virtual, and an expectation that the run fulfills wakes its waiter.
  final class ExpectationTests: XCTestCase {
    private func passed(_ body: @escaping @Sendable () async throws -> Void) async throws -> Double {
      try await withVirtualTime(patience: .seconds(120)) { clock in
        try await body()
        return Double(clock.now.nanoseconds) / 1e9
      }
    }
    func testATaskFulfills() async throws {
      if RealClocks.unavailable != nil { return }
      nonisolated(unsafe) let test = self
      for _ in 0..<10 {
        let seconds = try await passed {
          let expectation = XCTestExpectation(description: "three seconds")
          Task {
            try await Task.sleep(for: .seconds(3))
            expectation.fulfill()
          }
          await test.fulfillment(of: [expectation], timeout: 5)
        }
        XCTAssertEqual(seconds, 3)
      }
    }
    func testAQueueFulfills() async throws {
      if RealClocks.unavailable != nil { return }
      nonisolated(unsafe) let test = self
      let seconds = try await passed {
        let expectation = XCTestExpectation(description: "four seconds")
        DispatchQueue.main.asyncAfter(deadline: .now() + 4) { expectation.fulfill() }
        await test.fulfillment(of: [expectation], timeout: 5)
      }
      XCTAssertEqual(seconds, 4)
    }
    func testWhatIsFulfilledAlready() async throws {
      if RealClocks.unavailable != nil { return }
      nonisolated(unsafe) let test = self
      let seconds = try await passed {
        let expectation = XCTestExpectation(description: "now")
        expectation.fulfill()
        await test.fulfillment(of: [expectation], timeout: 5)
      }
      XCTAssertEqual(seconds, 0)
    }
    func testAnInvertedExpectation() async throws {
      if RealClocks.unavailable != nil { return }
      nonisolated(unsafe) let test = self
      let seconds = try await passed {
        let expectation = XCTestExpectation(description: "never")
        expectation.isInverted = true
        Task {
          try await Task.sleep(for: .seconds(6))
          expectation.fulfill()
        }
        await test.fulfillment(of: [expectation], timeout: 5)
      }
      XCTAssertEqual(seconds, 5, accuracy: 0.001)
    }
    func testALimitThatPasses() async throws {
      if RealClocks.unavailable != nil { return }
      let (isOver, seconds) = try await withVirtualTime(patience: .seconds(120)) { clock in
        let result = await XCTWaiter().fulfillment(of: [XCTestExpectation(description: "never")], timeout: 7)
        return (result == .timedOut, Double(clock.now.nanoseconds) / 1e9)
      }
      XCTAssertTrue(isOver)
      XCTAssertEqual(seconds, 7, accuracy: 0.001)
    }
    func testSeveralAtATime() async throws {
      if RealClocks.unavailable != nil { return }
      nonisolated(unsafe) let test = self
      let seconds = try await passed {
        let all = (1...4).map { XCTestExpectation(description: "\($0) seconds") }
        for (number, expectation) in all.enumerated() {
          Task {
            try await Task.sleep(for: .seconds(number + 1))
            expectation.fulfill()
          }
        }
        async let first: Void = test.fulfillment(of: [all[0], all[1]], timeout: 10)
        async let second: Void = test.fulfillment(of: [all[2], all[3]], timeout: 10, enforceOrder: true)
        _ = await (first, second)
      }
      XCTAssertEqual(seconds, 4)
    }
    /// The waits that keep their thread: nothing that the run does can end one.
    private static let blockingWaits: [@Sendable (XCTestCase) -> Void] = [
      { _ in XCTAssertEqual(XCTWaiter().wait(for: [XCTestExpectation(description: "")], timeout: 0.05), .timedOut) },
      { _ in XCTAssertEqual(XCTWaiter.wait(for: [XCTestExpectation(description: "")], timeout: 0.05), .timedOut) },
      { test in
        let never = test.expectation(description: "never")
        never.isInverted = true
        test.wait(for: [never], timeout: 0.05)
      },
    ]
    @inline(never) private static func block(_ number: Int, _ test: XCTestCase) { blockingWaits[number](test) }
    func testAWaitThatBlocks() async throws {
      if RealClocks.unavailable != nil { return }
      nonisolated(unsafe) let test = self
      for number in Self.blockingWaits.indices {
        for isOnMain in [false, true] {
          do {
            try await withVirtualTime(patience: .seconds(120)) { clock in
              try await clock.sleep(for: .seconds(1))
              if isOnMain { await MainActor.run { Self.block(number, test) } } else { Self.block(number, test) }
            }
            XCTFail("nothing was reported")
          } catch {
            let text = "\(error)"
            XCTAssertTrue(text.hasPrefix("work left virtual time at 1s: wait(for:) in 'ExpectationTests."), text)
            XCTAssertTrue(
              text.hasSuffix("works in real time; write 'await fulfillment(of:)', or allow outside work"), text)
          }
        }
      }
    }
    func testAWaitThatIsOverAlready() async throws {
      if RealClocks.unavailable != nil { return }
      nonisolated(unsafe) let test = self
      try await withVirtualTime(patience: .seconds(120)) { _ in
        let expectation = XCTestExpectation(description: "now")
        expectation.fulfill()
        ({ test.wait(for: [expectation], timeout: 5) })()
      }
    }
    private static func waitFourTimes(_ test: XCTestCase) async throws -> Int64 {
      nonisolated(unsafe) let test = test
      return try await withVirtualTime(patience: .seconds(120)) { clock in
        for _ in 0..<4 {
          let expectation = XCTestExpectation(description: "a second")
          Task {
            try await Task.sleep(for: .seconds(1))
            expectation.fulfill()
          }
          await test.fulfillment(of: [expectation], timeout: 5)
        }
        return clock.now.nanoseconds
      }
    }
    /// Many waits in many runs at a time.
    func testManyRuns() async throws {
      if RealClocks.unavailable != nil { return }
      nonisolated(unsafe) let test = self
      let outcomes = try await withThrowingTaskGroup(of: Int64.self) { group in
        for _ in 0..<16 { group.addTask { try await Self.waitFourTimes(test) } }
        return try await group.reduce(into: Set<Int64>()) { $0.insert($1) }
      }
      XCTAssertEqual(outcomes, [4_000_000_000])
    }
  }
#endif
