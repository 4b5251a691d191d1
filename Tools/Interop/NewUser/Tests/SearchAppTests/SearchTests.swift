import Foundation
import MarblesFoundation
import MarblesTesting
import Testing
import VirtualTime

@testable import SearchApp

struct SearchTests {
  /// The pipeline, with the scheduler that the app injects.
  @Test func onlyAPauseStartsASearch() throws {
    try marbles(frame: .milliseconds(100)) { m in
      let typed = m.hot("                            -a-b-c------c----d-----|")
      let found = searches(typed, on: m.scheduler(for: DispatchQueue.self).eraseToAnyScheduler())
      m.expect(found).toBe("--------c-----------d--|")
    }
  }

  /// The service, on the clock of virtual time.
  @Test func theServiceAnswers() async throws {
    let titles = try await withVirtualTime { clock in try await SearchService(clock: clock).titles(for: "swi") }
    #expect(titles == ["Swift", "Swifter", "Switch"])
  }
  @Test func theServiceGivesUp() async throws {
    try await withVirtualTime { clock in
      await #expect(throws: SearchService.TimedOut.self) {
        try await SearchService(clock: clock, latency: .seconds(60)).titles(for: "swi")
      }
      #expect(clock.now == VirtualInstant(nanoseconds: 1_000_000_000))
    }
  }

  /// The model on the main actor, with both.
  @Test func theModel() async throws {
    try await marbles(frame: .milliseconds(50)) { @MainActor m in
      let scheduler = m.scheduler(for: DispatchQueue.self).eraseToAnyScheduler()
      let model = m.keep(SearchModel(service: SearchService(clock: m.clock), scheduler: scheduler))
      m.atEach("-a-b", ["a": "s", "b": "swift"]) { model.query = $0 }
      m.expect(model.$isLoading, from: "^------------!").toBe("n--------yn", ["y": true, "n": false])
      m.expect(model.$titles.map { $0.joined(separator: " ") }, from: "^------------!")
        .toBe("e---------f", ["e": "", "f": "Swift Swifter"])
    }
  }
}
