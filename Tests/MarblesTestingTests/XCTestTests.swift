import MarblesTesting
import XCTest

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

#if !canImport(ObjectiveC)
  final class XCTestFailureTests: XCTestCase {
    private var isCollecting = false
    private var found: [String] = []

    override func recordFailure(withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool) {
      if !isCollecting {
        return super.recordFailure(withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
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

    func testEveryProblemOfAnAsyncTestIsAFailureAtItsLine() async throws {
      let line = #line
      isCollecting = true
      try await marbles { m in
        m.expect(m.async("-a|"), name: "s").toBe("-b|")
      }
      isCollecting = false
      XCTAssertEqual(found.map { String($0.prefix { $0 != "\n" }) }, ["XCTestTests.swift:\(line + 3) failed - s differs at frame 1"])
    }
  }
#endif
