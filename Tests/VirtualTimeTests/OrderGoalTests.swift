import Foundation
import Pipes
import Testing

@testable import VirtualTime

/// The numbers of orders with at most two switches, and their goals. `Tools/Scripts/run orders` prints the table of the
/// page "Speed".
@Suite struct OrderGoalTests {
  typealias Body = @Sendable (VirtualClock) async throws -> Void
  private static func all(_ count: Int, _ start: () -> Task<Void, Never>) async {
    for task in (0..<count).map({ _ in start() }) { await task.value }
  }
  /// The body waits once, for all tasks.
  private static func group(_ count: Int) -> Body {
    { _ in
      await withDiscardingTaskGroup { group in
        for _ in 0..<count { group.addTask {} }
      }
    }
  }
  private static func sleeps(_ count: Int) -> Body {
    { _ in await all(count) { Task { try? await Task.sleep(for: .milliseconds(1)) } } }
  }
  private static func actors(_ count: Int) -> Body {
    { _ in await all(count) { Task { await OrderSearchTests.Account().addAtOnce(1) } } }
  }
  private static let oneActor: Body = { _ in
    let account = OrderSearchTests.Account()
    await all(3) { Task { await account.addAtOnce(1) } }
  }
  /// Runs the orders with at most so many switches, and no other.
  private static func search(_ body: @escaping Body, switches: Int = 2) async throws -> (count: Int, time: Duration) {
    var search = OrderSearch(switches: switches, limit: 100_000), count = 0
    let clock = ContinuousClock(), start = clock.now
    while let choices = search.next(), search.drawn == 0 {
      try await withVirtualTime(on: Timeline(perInstant: 1_000, perRun: 10_000, turns: choices), body)
      search.take(choices)
      if search.levels.indices.contains(switches + 1), search.levels[switches + 1].ran > 0 { break }
      count += 1
    }
    return (count, start.duration(to: clock.now))
  }

  /// By hand: the orders of tasks with one turn each are permutations. Each of the 24 of four tasks has a choice of 4, of
  /// 3 and of 2; in 3 * 2 * 1 of them all three are switches.
  @Test(arguments: [(2, 2), (3, 6), (4, 24 - 6)]) func tasksOfAGroup(_ count: Int, _ orders: Int) async throws {
    #expect(try await Self.search(Self.group(count)).count == orders)
  }

  /// By hand: three tasks of two turns each, a start and a call of an actor, have 6! / 2!^3 orders.
  @Test func tasksThatCallAnActor() async throws {
    let body: Body = { _ in
      let account = OrderSearchTests.Account()
      await withDiscardingTaskGroup { group in
        for _ in 0..<3 { group.addTask { await account.addAtOnce(1) } }
      }
    }
    #if arch(x86_64) && os(Linux)
      #expect(try await Self.search(body, switches: 1_000).count == 90)
    #endif
    #expect(try await Self.search(Self.oneActor).count <= 60)
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["ORDERS"] != nil)) func theTable() async throws {
    var rows: [(name: String, goal: Int, body: Body)] = []
    for (count, goal) in [(2, 2), (3, 6), (4, 24)] {
      rows.append(("\(count) tasks of a group, one turn each", goal, Self.group(count)))
    }
    for (count, goal) in [(2, 2), (3, 6), (4, 24)] {
      rows.append(("\(count) tasks, a sleep each", goal, Self.sleeps(count)))
    }
    for (count, goal) in [(2, 2), (3, 6), (4, 24)] {
      rows.append(("\(count) tasks, an actor each", goal, Self.actors(count)))
    }
    rows.append(("3 tasks on one actor", 60, Self.oneActor))
    #if DEBUG
      let build = "debug"
    #else
      let build = "release"
    #endif
    var text = "| \(build) build | orders | goal | seconds |\n|---|---|---|---|\n"
    for (name, goal, body) in rows {
      let (count, time) = try await Self.search(body)
      text += "| \(name) | \(count) | \(goal)\(count > goal ? ", missed" : "") | \(Self.seconds(time)) |\n"
    }
    let all = try await Self.search(Self.oneActor, switches: 1_000)
    text += "| 3 tasks on one actor, any number of switches | \(all.count) | - | \(Self.seconds(all.time)) |\n"
    var found = 0, ran = 0
    let start = ContinuousClock.now
    for race in OrderSearchTests.races {
      let isFound = Guarded(false)
      ran += try await Self.search(
        { clock in
          if try await !race.run(clock) { isFound.with { $0 = true } }
        }, switches: 1
      ).count
      if isFound.with({ $0 }) { found += 1 }
    }
    text += "| \(found) of \(OrderSearchTests.races.count) races found with one switch; goal: 10 | \(ran) | - | "
    print(text + "\(Self.seconds(start.duration(to: .now))) |")
  }
  private static func seconds(_ time: Duration) -> String {
    let hundredths = Int((time / .milliseconds(10)).rounded())
    return "\(hundredths / 100).\(hundredths % 100 / 10)\(hundredths % 10)"
  }
}
