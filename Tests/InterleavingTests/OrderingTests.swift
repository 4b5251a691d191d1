import Foundation
import Testing

@testable import Pipes

/// Each ordering in the source is weakened, one at a time, as a planted fault. Some schedule notices it, or `unnoticed`
/// has the reason why none does.
///
/// `Tools/Scripts/interleave --orderings` runs this and prints the verdicts. It takes minutes.
extension InterleavingTests {
  /// An operation with an ordering, and a weaker one.
  private struct Weakening {
    let site: Interleaving.Site
    let from: Interleaving.Order
    let to: Interleaving.Order
    /// A name that does not change with the lines of the file.
    var name: String {
      let file = site.file.description.split(separator: "/").last ?? ""
      return "\(file) \(site.function) \(site.operation): \(from) to \(to)"
    }
  }
  /// The operations that the schedules of each scenario reach.
  private static func reach(_ scenario: Scenario) -> [Interleaving.Site: Interleaving.Order] {
    var sites: [Interleaving.Site: Interleaving.Order] = [:]
    Interleaving.visit = { sites[$0] = $1 }
    defer { Interleaving.visit = nil }
    var explorer = Explorer(preemptions: 1)
    explorer.explore(scenario)
    return sites
  }

  @Test(.enabled(if: InterleavingTests.setting("ORDERINGS") != nil)) func everyOrderingIsNeeded() {
    let scenarios = Self.scenarios.filter { !$0.name.hasPrefix("linear") }.map { (scenario: $0, sites: Self.reach($0)) }
    let sites = scenarios.reduce(into: [:]) { $0.merge($1.sites) { $1 } }
    let weakenings = sites.flatMap { site, order in order.weaker.map { Weakening(site: site, from: order, to: $0) } }
      .filter { $0.name.contains(Self.setting("ORDERINGS") ?? "") || Self.setting("ORDERINGS") == "" }.sorted {
        ($0.name, $0.site.line) < ($1.name, $1.site.line)
      }
    var missed: [String] = []
    for weakening in weakenings {
      let reached = scenarios.filter { $0.sites[weakening.site] != nil }.map(\.scenario)
      if let (scenario, finding) = Self.notice(weakening, in: reached) {
        print("noticed   \(weakening.name), line \(weakening.site.line)\n            \(scenario.name): \(finding)")
      } else {
        print("unnoticed \(weakening.name), line \(weakening.site.line): \(reached.count) scenarios")
        missed.append(weakening.name)
      }
    }
    print(
      "\(weakenings.count) weaker orderings of \(sites.values.count { !$0.weaker.isEmpty }) operations, \(missed.count) unnoticed"
    )
    for name in Set(missed) where Self.unnoticed[name] == nil { Issue.record("no schedule notices \(name)") }
  }
  private static func notice(_ weakening: Weakening, in scenarios: [Scenario]) -> (Scenario, Explorer.Finding)? {
    Interleaving.weakened = (weakening.site, weakening.to)
    defer { Interleaving.weakened = nil }
    for preemptions in 0...preemptions {
      for scenario in scenarios {
        var explorer = Explorer(preemptions: preemptions, staleReads: staleReads)
        explorer.stopsAtFault = true
        explorer.explore(scenario)
        if let finding = explorer.finding { return (scenario, finding) }
      }
    }
    return nil
  }

  /// The weaker orderings that no schedule notices, and why the source keeps the stronger ones.
  static let unnoticed: [String: String] = [:]
}
