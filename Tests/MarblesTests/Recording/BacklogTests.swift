import Foundation
import TestFolder
import Pipes
import Testing
import VirtualTime

@testable import Marbles

/// Fifty times as many events that wait take about fifty times as long. It measures the processor time of this thread,
/// as a ratio within one run, so that a busy machine does not count. If each event is removed from the front of an
/// array, the ratio is 140 or more.
@Suite(.serialized) struct BacklogTests {
  static let limit = 100.0
  private static func recording(_ count: Int) -> Recording<Int, Broken> {
    Recording((0..<count).map { .init(.value($0), at: .zero) } + [.init(.finished, at: .zero)])
  }
  static func ratio(few: Int = 4_000, _ run: (Int) throws -> Void) rethrows -> Double {
    try growth(few, 50 * few, limit: limit, run)
  }

  @Test func aColdSourceWhoseValuesWaitForDemand() throws {
    let ratio = try BacklogTests.ratio { count in
      let timeline = Timeline(actionsPerInstant: 1_000_000)
      let recorder = Recorder<Int, Broken>(timeline: timeline, demand: .none)
      ColdSource(BacklogTests.recording(count), timeline: timeline, name: "cold").subscribe(recorder)
      try timeline.run()
      for _ in 0..<count { recorder.request(.max(1)) }
      #expect(recorder.recording.entries.count == count + 1)
    }
    #expect(ratio < BacklogTests.limit)
  }
  @Test func arraysThatWaitForTheirScheduler() throws {
    let ratio = try BacklogTests.ratio { count in
      let timeline = Timeline(actionsPerInstant: 1_000_000)
      let scheduler = TestScheduler<VirtualInstant, Never>(timeline: timeline)
      var received = 0
      let subscription = (0..<count).publisher.collect(.byTimeOrCount(scheduler, .seconds(1), 1)).sink {
        received += $0.count
      }
      try timeline.advance(by: .milliseconds(1))
      #expect(received == count)
      subscription.cancel()
    }
    #expect(ratio < BacklogTests.limit)
  }
}
