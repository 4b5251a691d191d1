#if canImport(Glibc)
  import Foundation
  import Pipes
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
    /// Two tests of the package Semaphore.
    func testAThreadFulfills() async throws {
      if RealClocks.unavailable != nil { return }
      nonisolated(unsafe) let test = self
      let seconds = try await passed {
        let semaphore = DispatchSemaphore(value: 0), other = DispatchSemaphore(value: 0)
        let wait = test.expectation(description: "wait"), woken = test.expectation(description: "woken")
        wait.isInverted = true
        Thread {
          semaphore.wait()
          wait.fulfill()
          woken.fulfill()
        }.start()
        await test.fulfillment(of: [wait], timeout: 0.5)
        XCTAssertNotEqual(semaphore.signal(), 0)
        await test.fulfillment(of: [woken], timeout: 1)
        Thread { other.wait() }.start()
        try await Task.sleep(for: .milliseconds(500))
        XCTAssertNotEqual(other.signal(), 0)
        XCTAssertEqual(other.signal(), 0)
      }
      XCTAssertEqual(seconds, 1)
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
    // MARK: Waits of a thread, in which the run goes on

    /// Runs a body a virtual second after the start of a run, on the main actor or on no actor. Returns the seconds that
    /// have passed.
    private func passed(onMain: Bool, _ body: @escaping @Sendable () -> Void) async throws -> Double {
      try await passed {
        try await Task.sleep(for: .seconds(1))
        if onMain { await MainActor.run(body: body) } else { body() }
      }
    }
    func testALimitOfAWait() async throws {
      if RealClocks.unavailable != nil { return }
      nonisolated(unsafe) let test = self
      for isOnMain in [false, true] {
        let waiter = try await passed(onMain: isOnMain) {
          let never = (0..<2).map { XCTestExpectation(description: "never \($0)") }
          XCTAssertEqual(XCTWaiter().wait(for: [never[0]], timeout: 4), .timedOut)
          XCTAssertEqual(XCTWaiter.wait(for: [never[1]], timeout: 5), .timedOut)
        }
        XCTAssertEqual(waiter, 10, accuracy: 0.001)
        let inverted = try await passed(onMain: isOnMain) {
          let never = test.expectation(description: "never")
          never.isInverted = true
          test.wait(for: [never], timeout: 0.05)
        }
        XCTAssertEqual(inverted, 1.05, accuracy: 0.001)
      }
    }
    /// Whatever of a run fulfills an expectation wakes its waiter, at that instant.
    func testWhatEndsAWait() async throws {
      if RealClocks.unavailable != nil { return }
      nonisolated(unsafe) let test = self
      typealias Fulfill = @Sendable () -> Void
      let ways: [@Sendable (_ fulfill: @escaping Fulfill) -> Void] = [
        { fulfill in DispatchQueue.main.asyncAfter(deadline: .now() + 2.5) { fulfill() } },
        { fulfill in DispatchQueue(label: "queue").asyncAfter(deadline: .now() + 2.5) { fulfill() } },
        { fulfill in
          Task.detached {
            try await Task.sleep(for: .seconds(2.5))
            fulfill()
          }
        },
        { fulfill in
          Task { @MainActor in
            try await Task.sleep(for: .seconds(2.5))
            XCTAssertTrue(Thread.isMainThread)
            fulfill()
          }
        },
        { fulfill in
          RunLoop.main.add(Timer(fire: Date() + 2.5, interval: 0, repeats: false) { _ in fulfill() }, forMode: .common)
        },
      ]
      for (number, way) in ways.enumerated() {
        for isOnMain in [false, true] {
          let seconds = try await passed(onMain: isOnMain) {
            let expectation = XCTestExpectation(description: "way \(number)")
            way { expectation.fulfill() }
            test.wait(for: [expectation], timeout: 60)
          }
          XCTAssertEqual(seconds, 3.5, "way \(number), \(isOnMain)")
        }
      }
    }
    func testWaitForExpectations() async throws {
      if RealClocks.unavailable != nil { return }
      nonisolated(unsafe) let test = self
      let seconds = try await passed {
        await MainActor.run {
          for delay in [3, 1, 2] {
            let expectation = test.expectation(description: "\(delay) seconds")
            DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(delay)) { expectation.fulfill() }
          }
          test.waitForExpectations(timeout: 60)
        }
      }
      XCTAssertEqual(seconds, 3)
    }
    /// Actions that are due before the end of a wait run inside of it.
    func testTheRunGoesOnInAWait() async throws {
      if RealClocks.unavailable != nil { return }
      let order = try await withVirtualTime(patience: .seconds(120)) { clock in
        let log = Log()
        for second in 1...4 as ClosedRange<Int64> {
          clock.timeline.schedule(at: VirtualInstant(nanoseconds: second * 1_000_000_000)) { log.add("\(second)") }
        }
        await MainActor.run {
          _ = XCTWaiter.wait(for: [XCTestExpectation(description: "never")], timeout: 2.5)
          log.add("over")
        }
        try await clock.sleep(for: .seconds(3))
        return log.texts.with { $0 }
      }
      XCTAssertEqual(order, ["1", "2", "over", "3", "4"])
    }
    private final class Log: Sendable {
      let texts = Guarded([String]())
      func add(_ text: String) { texts.with { $0.append(text) } }
    }
    @inline(never) private static func waitInside() {
      _ = XCTWaiter.wait(for: [XCTestExpectation(description: "inner")], timeout: 0.05)
    }
    private static func waitTwice(_ outer: XCTestExpectation) -> Bool {
      DispatchQueue(label: "queue").async {
        waitInside()
        outer.fulfill()
      }
      return XCTWaiter.wait(for: [outer], timeout: 60) == .completed
    }
    /// A wait inside of another one: each ends at its time.
    func testAWaitInsideOfAWait() async throws {
      if RealClocks.unavailable != nil { return }
      let now = try await withVirtualTime(patience: .seconds(120)) { clock in
        XCTAssertTrue(Self.waitTwice(XCTestExpectation(description: "outer")))
        return clock.now
      }
      XCTAssertGreaterThanOrEqual(now.nanoseconds, 50_000_000)
      XCTAssertLessThan(now.nanoseconds, 1_000_000_000)
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
