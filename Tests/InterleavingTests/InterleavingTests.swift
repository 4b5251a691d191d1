import Foundation
import Testing

@testable import Pipes

/// Two or three threads act on one object, one after the other, in every order with up to two preemptions and one load
/// that returns an older store.
///
/// `Tools/Scripts/interleave` builds and runs this. INTERLEAVE_PREEMPTIONS says how many preemptions,
/// INTERLEAVE_STALE_READS how many such loads, INTERLEAVE_ONLY which scenarios (a part of their name), and with
/// INTERLEAVE_SCHEDULE one schedule is run again.
@Suite("Every interleaving", .serialized) struct InterleavingTests {
  static func setting(_ name: String) -> String? { ProcessInfo.processInfo.environment["INTERLEAVE_" + name] }
  static let preemptions = setting("PREEMPTIONS").flatMap { Int($0) } ?? 2
  static let staleReads = setting("STALE_READS").flatMap { Int($0) } ?? 1

  static let scenarios: [Scenario] = {
    let acts: [(Act, Act)] = [
      (.sends, .sends), (.sends, .finishes), (.sends, .fails), (.sends, .cancels), (.sends, .requests),
      (.finishes, .finishes),
      (.finishes, .cancels), (.fails, .fails), (.fails, .requests), (.finishes, .requests),
    ]
    let pairs = Pair.all.flatMap { pair in
      acts.flatMap { [pair.scenario($0, $1, demand: .unlimited), pair.scenario($0, $1, demand: .max(1))] }
        + [
          pair.scenario(.sends, .opens, demand: .max(1), late: true),
          pair.scenario(.cancels, .opens, demand: .unlimited, late: true),
        ]
    }
    let all = Blocks.all + Handovers.all + Kept.all + ElementScenarios.all + Async.all + Timed.all + Linear.all + pairs
    guard let only = setting("ONLY") else { return all }
    return all.filter { $0.name.contains(only) }
  }()

  @Test func everySchedule() throws {
    var total = 0
    for scenario in Self.scenarios {
      // Timed operators meet in locks, so older stores matter little there, and there are many schedules.
      let isShort = Self.preemptions < 2 && scenario.name.hasPrefix("linear")
      var explorer = Explorer(preemptions: Self.preemptions, staleReads: isShort ? 0 : Self.staleReads)
      if let name = Self.setting("SCHEDULE") {
        let schedule = try #require(Schedule(name), "a schedule reads like '0 12>1 30~2 31>0'")
        explorer.run(scenario, schedule)
      } else {
        explorer.explore(scenario)
      }
      total += explorer.schedules
      if Self.setting("VERBOSE") != nil {
        print("\(scenario.name): \(explorer.schedules) schedules, \(explorer.faults) faulty")
      }
      if let finding = explorer.finding {
        Issue.record("\(scenario.name): \(explorer.faults) of \(explorer.schedules) schedules, first \(finding)")
      }
    }
    print(
      "\(Self.scenarios.count) scenarios, \(total) schedules with up to \(Self.preemptions) preemptions and \(Self.staleReads) loads of older stores"
    )
  }
}
