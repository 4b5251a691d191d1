#if canImport(Glibc)
  import Foundation
  import MarblesTesting
  import VirtualTime
  import XCTest

  /// The matrix in a test of XCTest.
  final class XCTestMatrixTests: XCTestCase {
    func testEachRowIsVirtual() async throws {
      if RealClocks.unavailable != nil { return }
      for row in WorldMatrix.clocks + WorldMatrix.sleeps + WorldMatrix.waits {
        try await marbles { m in
          let start = Date()
          m.at("x") {
            switch row.use {
            case .sleeps(let sleep): try await sleep()
            case .blocks(let block): block()
            case .yields(let yield):
              try await yield()
              try await Task.sleep(for: WorldMatrix.hour)
            default: try await Task.sleep(for: WorldMatrix.hour)
            }
            XCTAssertEqual(Date().timeIntervalSince(start), 3_600, row.name)
          }
        }
      }
    }
    /// XCTest waits for its expectations on a thread of its own: see ExpectationTests.
    func testFulfillmentIsVirtual() async throws {
      if RealClocks.unavailable != nil { return }
      let isDone = expectation(description: "done")
      nonisolated(unsafe) let test = self
      try await withVirtualTime { clock in
        Task {
          try await Task.sleep(for: WorldMatrix.hour)
          isDone.fulfill()
        }
        await test.fulfillment(of: [isDone], timeout: 3_601)
        XCTAssertEqual(clock.now.nanoseconds, 3_600_000_000_000)
      }
    }
  }
#endif
