import MarblesTesting
import Pipes
import VirtualTime
import XCTest

/// The first test of the page "Getting started".
final class SearchTests: XCTestCase {
  func testDebounceWaitsForAPause() throws {
    try marbles { m in
      let typed = m.cold("  -a-b-c------d-|")
      let calm = typed.debounce(for: m.frames(3), scheduler: m.scheduler)
      m.expect(calm).toBe(" --------c-----|")
    }
  }
}

final class XCTestTests: XCTestCase {
  func testATestThatHolds() throws {
    try marbles { m in
      m.expect(m.cold("-a|")).toBe("-a|")
    }
  }

  func testAnAsyncTestThatHolds() async throws {
    try await marbles { m in
      m.expect(m.async("-a|")).toBe("-a|")
    }
  }

  func testWhatTheBodyThrowsIsThrown() {
    struct Stop: Error {}
    XCTAssertThrowsError(try marbles { _ in throw Stop() }) { XCTAssert($0 is Stop) }
  }
}

/// A view model and its tests on the main actor, in the language mode of Swift 6.
@MainActor final class MainActorXCTests: XCTestCase {
  @MainActor final class Counter: ObservableObject {
    @Published private(set) var count = 0
    private let clock: any Clock<Duration>
    init(clock: any Clock<Duration>) { self.clock = clock }
    func run() async throws {
      for _ in 0..<2 {
        try await clock.sleep(for: .milliseconds(2))
        MainActor.assertIsolated()
        count += 1
      }
    }
  }
  func testAModel() async throws {
    try await marbles { @MainActor m in
      let model = Counter(clock: m.clock)
      m.at("x") { try await model.run() }
      m.expect(model.$count, from: "^-----!").toBe("0-1-2")
    }
  }
  func testAModelOfTheTest() async throws {
    let clock = VirtualClock(), model = Counter(clock: clock)
    try await withVirtualTime(on: clock.timeline) { @MainActor clock in
      try await model.run()
      XCTAssertEqual(clock.now, VirtualInstant(nanoseconds: 4_000_000))
    }
    XCTAssertEqual(model.count, 2)
  }
}

#if !canImport(ObjectiveC)
  final class XCTestFailureTests: XCTestCase {
    private var isCollecting = false
    private var found: [String] = []

    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
      if !isCollecting {
        return super.recordFailure(
          withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
      }
      found.append("\(filePath.split(separator: "/").last ?? ""):\(lineNumber) \(description)")
    }

    func testEveryProblemIsAFailureAtItsLine() throws {
      let line = #line
      isCollecting = true
      try marbles { m in
        let source = m.cold("-a|")
        m.expect(source).toBe("-b|")
        m.expect(subscriptionsOf: source).toBe("^-!")
        m.expect(demandOn: source).toBe("1")
      }
      isCollecting = false
      XCTAssertEqual(
        found,
        [
          """
          XCTestTests.swift:\(line + 4) failed - source differs at frame 1
            source    -a|
            expected  -b|
            actual    -a|
                       ^
            frame 1: expected 'b', got 'a'
          """,
          """
          XCTestTests.swift:\(line + 6) failed - the demand on source differs at frame 0
            source    -a|
            expected  1--
            actual    *--
                      ^
            frame 0: expected a request of 1, got an unlimited request
          """,
        ])
    }

    func testAFunctionThatWrapsTests() async throws {
      func check(_ row: String, file: StaticString = #filePath, line: UInt = #line) throws {
        try marbles(file: file, line: line) { m in m.expect(m.cold("-a|"), name: "s").toBe(row) }
      }
      func checkAsync(_ row: String, file: StaticString = #filePath, line: UInt = #line) async throws {
        try await marbles(file: file, line: line) { m in m.expect(m.async("-a|"), name: "t").toBe(row) }
      }
      let line = #line
      isCollecting = true
      try check("-b|")
      try await checkAsync("-b|")
      isCollecting = false
      XCTAssertEqual(
        found.map { String($0.prefix { $0 != "\n" }) },
        [
          "XCTestTests.swift:\(line + 2) failed - s differs at frame 1",
          "XCTestTests.swift:\(line + 3) failed - t differs at frame 1",
        ])
    }

    func testARunInVirtualTimeFailsAtItsLine() async throws {
      let line = #line
      isCollecting = true
      do {
        try await withVirtualTime(patience: .seconds(2)) { _ in for await _ in AsyncStream<Int>.makeStream().stream {} }
      } catch {}
      isCollecting = false
      XCTAssertEqual(
        found.map { String($0.prefix { $0 != "," }) },
        ["XCTestTests.swift:\(line + 3) failed - nothing is left to do at 0s"])
    }

    func testEveryProblemOfAnAsyncTestIsAFailureAtItsLine() async throws {
      let line = #line
      isCollecting = true
      try await marbles { m in
        m.expect(m.async("-a|"), name: "s").toBe("-b|")
      }
      isCollecting = false
      XCTAssertEqual(
        found.map { String($0.prefix { $0 != "\n" }) }, ["XCTestTests.swift:\(line + 3) failed - s differs at frame 1"])
    }
  }
#endif
