import MarblesTesting
import Search
import XCTest

final class SearchTests: XCTestCase {
  func testOnlyAPauseStartsASearch() throws {
    try marbles(frame: .milliseconds(100)) { m in
      let typed = m.hot("   -a-b-c------d-----|")
      let found = searches(typed, on: m.scheduler)
      m.expect(found).toBe("--------c------d--|")
    }
  }
}
