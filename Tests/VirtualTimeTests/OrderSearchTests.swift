import Pipes
import Testing
import VirtualTime

/// The search of all orders at equal instants leaves out only orders that stand for one which was run.
@Suite struct OrderSearchTests {
  /// A log that the run sees, as it sees an expectation.
  final class Visible: Sendable {
    private let timeline: Timeline, entries = Guarded<[String]>([])
    init(_ timeline: Timeline) { self.timeline = timeline }
    var all: [String] { entries.with { $0 } }
    func add(_ entry: String) {
      timeline.willUse(self)
      entries.with { $0.append(entry) }
    }
  }
  actor Room {
    private(set) var entries: [String] = []
    func add(_ entry: String) { entries.append(entry) }
  }
  /// The objects that the tasks of a program share.
  struct World: Sendable {
    let clock: VirtualClock
    let logs: [Visible]
    let rooms = [Room(), Room()]
    let scheduler: TestScheduler<VirtualInstant, Never>
    init(_ clock: VirtualClock) {
      self.clock = clock
      logs = [Visible(clock.timeline), Visible(clock.timeline)]
      scheduler = TestScheduler(timeline: clock.timeline)
    }
    var outcome: String {
      get async {
        var parts = logs.map { "\($0.all)" }
        for room in rooms { parts.append("\(await room.entries)") }
        return parts.joined()
      }
    }
  }
  enum Step: Sendable {
    case sleep(Int), log(Int), enter(Int), schedule(Int), yield

    func run(_ name: String, in world: World) async {
      switch self {
      case .sleep(let length): try? await world.clock.sleep(for: .milliseconds(length))
      case .log(let number): world.logs[number].add(name)
      case .enter(let number): await world.rooms[number].add(name)
      case .schedule(let number): world.scheduler.schedule { world.logs[number].add("\(name)!") }
      case .yield: await Task.yield()
      }
    }
  }
  typealias Program = [[Step]]

  static func program(_ seed: UInt64) -> Program {
    var random = SplitMix(seed: seed)
    return (0..<2).map { task in
      (0..<Int.random(in: 1...(2 - task), using: &random)).map { _ in
        let number = Int.random(in: 0...1, using: &random)
        return switch Int.random(in: 0..<9, using: &random) {
        case 0...2: .log(number)
        case 3, 4: .enter(number)
        case 5: .schedule(number)
        case 6: .yield
        default: .sleep(1)
        }
      }
    }
  }
  /// Runs a program in all orders. The trace of a run does not contain its outcome.
  static func search(_ program: Program, leavesOut: Bool, limit: Int) async throws -> (outcomes: Set<String>, runs: Int)? {
    let search = OrderSearch(leavesOut: leavesOut)
    var outcomes: Set<String> = [], runs = 0, list: [Int]? = []
    while let next = list {
      if runs == limit { return nil }
      let choices = Choices(repeating: next)
      let timeline = Timeline(actionsPerInstant: 1_000, actionsPerRun: 10_000, turns: choices, search: search)
      outcomes.insert(
        try await withVirtualTime(on: timeline) { clock in
          let world = World(clock)
          let tasks = program.enumerated().map { number, steps in
            Task { for step in steps { await step.run("\(number)", in: world) } }
          }
          try await clock.sleep(for: .milliseconds(10))
          withExtendedLifetime(tasks) {}
          return await world.outcome
        })
      runs += 1
      list = search.next(after: choices, trace: timeline.finishTurns())
    }
    return (outcomes, runs)
  }

  @Test func theOutcomesAreThoseOfAllOrders() async throws {
    var compared = 0, runs = (all: 0, some: 0)
    for seed in 0..<12 as Range<UInt64> {
      let program = Self.program(seed)
      guard let all = try await Self.search(program, leavesOut: false, limit: 400) else { continue }
      let some = try #require(try await Self.search(program, leavesOut: true, limit: 400))
      #expect(some.outcomes == all.outcomes, "seed \(seed): \(program)")
      compared += 1
      runs = (runs.all + all.runs, runs.some + some.runs)
    }
    #expect(compared >= 4 && runs.some < runs.all, "\(compared) programs, \(runs)")
  }
}
