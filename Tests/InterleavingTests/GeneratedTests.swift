import Foundation
import Testing

@testable import Pipes

/// Generated scenarios: all pairs of operators, subscribers that react, two or three threads.
///
/// `Tools/Scripts/interleave` runs this. INTERLEAVE_PER_PAIR, INTERLEAVE_STRIDE, INTERLEAVE_PLACES and INTERLEAVE_SEED
/// choose the scenarios (see `Generation`), INTERLEAVE_SHARD (such as `0/2`) a part of them, INTERLEAVE_ONLY one, by
/// its name, or those with this in their names.
@Suite("Generated scenarios", .serialized) struct GeneratedTests {
  private static func setting(_ name: String) -> String? { ProcessInfo.processInfo.environment["INTERLEAVE_" + name] }
  private static func number(_ name: String) -> Int? { setting(name).flatMap { Int($0) } }

  struct Faulty {
    let plan: Plan
    let finding: Explorer.Finding
    var line: String { "\"\(plan)\" \"\(finding.schedule)\": \(finding.what.joined(separator: "; "))" }
  }
  static var plans: [Plan] {
    var generation = Generation()
    generation.perPair = number("PER_PAIR") ?? generation.perPair
    generation.stride = number("STRIDE") ?? generation.stride
    generation.seed = number("SEED") ?? 0
    generation.hasAllPlaces = setting("PLACES") != nil
    if let only = setting("ONLY") {
      return Plan(only).map { [$0] } ?? generation.plans.filter { $0.description.contains(only) }
    }
    let shard = (setting("SHARD") ?? "0/1").split(separator: "/").compactMap { Int($0) }
    // A day runs a part of the generated ones, and all that were faulty once.
    let once = shard[0] == 0 ? Generation.once.map { Plan($0)! } : []
    return once + generation.plans.enumerated().filter { $0.offset % shard[1] == shard[0] }.map(\.element)
  }

  @Test func everyPair() throws {
    let plans = Self.plans, start = Date()
    var total = 0
    var faulty: [Faulty] = []
    for plan in plans {
      say("\(plan)", if: "TRACE")
      let isBlock = plan.second == nil && plan.threads.count == 2
      var explorer = Explorer(preemptions: isBlock ? Self.number("PREEMPTIONS") ?? 2 : 1)
      if let name = Self.setting("SCHEDULE") {
        explorer.run(plan.scenario, try #require(Schedule(name), "a schedule reads like '0 12>1 30>0'"))
      } else {
        explorer.explore(plan.scenario)
      }
      total += explorer.schedules
      guard let finding = explorer.finding else { continue }
      faulty.append(Faulty(plan: plan, finding: finding))
      say("\(explorer.faults) of \(explorer.schedules): \(faulty.last!.line)", if: "VERBOSE")
    }
    for one in faulty { Issue.record("\(one.line)") }
    if Self.setting("SCHEDULE") == nil, let first = faulty.first {
      Issue.record("the smallest: \(smallest(first).line)")
    }
    let seconds = Int(Date().timeIntervalSince(start))
    print("\(plans.count) generated scenarios, \(total) schedules, \(faulty.count) faulty, \(seconds) s")
  }
  private func say(_ text: String, if setting: String) {
    if Self.setting(setting) != nil { FileHandle.standardError.write(Data((text + "\n").utf8)) }
  }
  /// Takes one thing after the other away as long as something is still wrong.
  private func smallest(_ faulty: Faulty) -> Faulty {
    for plan in faulty.plan.simpler {
      var explorer = Explorer(preemptions: 1, limit: 2_000)
      explorer.stopsAtFault = true
      explorer.explore(plan.scenario)
      if let finding = explorer.finding { return smallest(Faulty(plan: plan, finding: finding)) }
    }
    return faulty
  }
}
