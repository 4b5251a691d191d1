import Pipes
import Testing

@testable import VirtualTime

/// The search of orders at equal instants counts each one once, those with the fewest switches first.
@Suite struct OrderSearchTests {
  /// Runs a body in the orders of a search, and returns the outcomes in the order in which they came.
  static func outcomes<Outcome: Sendable>(
    _ search: inout OrderSearch, _ body: @escaping @Sendable (VirtualClock) async throws -> Outcome
  ) async throws -> [Outcome] {
    var outcomes: [Outcome] = []
    while let choices = search.next() {
      let timeline = Timeline(perInstant: 1_000, perRun: 10_000, turns: choices)
      outcomes.append(try await withVirtualTime(on: timeline, body))
      search.take(choices)
    }
    return outcomes
  }

  // MARK: Counting

  /// Threads with so many steps each: a thread schedules its next step at the end of each.
  struct Threads {
    let counts: [Int]
    /// The steps that also choose one of three, which is not an order.
    var choosing: Set<Int> = []

    init(_ counts: [Int], choosing: Set<Int> = []) { (self.counts, self.choosing) = (counts, choosing) }
    init(seed: UInt64) {
      var random = SplitMixSequence(seed: seed)
      counts = (0..<Int.random(in: 1...3, using: &random)).map { _ in Int.random(in: 1...2, using: &random) }
      if random.next() % 2 == 0 { choosing = [0] }
    }
    func run(_ choices: Choices) throws -> String {
      let timeline = Timeline(perInstant: 100, perRun: 1_000, turns: choices)
      var text = ""
      func schedule(_ thread: Int, _ step: Int) {
        if step == counts[thread] { return }
        timeline.schedule(at: .zero) {
          text += "\(thread)"
          if choosing.contains(step) { text += ["", "'", "\""][choices.choose(3)] }
          schedule(thread, step + 1)
        }
      }
      for thread in counts.indices { schedule(thread, 0) }
      try timeline.run()
      return text
    }
    /// The lists of all orders, by counting.
    func lists() throws -> [(text: String, switches: Int)] {
      var lists: [(String, Int)] = [], next: [Int]? = []
      while let list = next {
        let choices = Choices(repeating: list), text = try run(choices)
        lists.append((text, zip(choices.list, choices.areTurns).count { $0 > 0 && $1 }))
        next = choices.successor()
      }
      return lists
    }
    func search(_ search: inout OrderSearch) throws -> [String] {
      var texts: [String] = []
      while let choices = search.next() {
        texts.append(try run(choices))
        search.take(choices)
      }
      return texts
    }
  }
  /// Threads of 2, 2 and 1 steps have 5! / (2! 2! 1!) orders.
  @Test func thereAreAsManyOrdersAsInterleavings() throws {
    var search = OrderSearch(switches: .max, limit: 1_000)
    let texts = try Threads([2, 2, 1]).search(&search)
    #expect(texts.count == 30 && Set(texts).count == 30 && search.isComplete && search.completeSwitches ?? 0 > 2)
    #expect(search.summary == "all 30 orders at equal instants")
    #expect(texts[0] == "01201")  // in turns, as scheduled
  }
  /// The same orders come by counting all lists, sorted by their switches.
  @Test(arguments: 0..<40 as Range<UInt64>) func eachOrderComesOnceByItsSwitches(_ seed: UInt64) throws {
    let threads = Threads(seed: seed)
    var search = OrderSearch(switches: .max, limit: 100_000)
    let texts = try threads.search(&search), all = try threads.lists()
    #expect(Set(texts) == Set(all.map(\.text)) && texts.count == all.count, "\(threads)")
    let switches = Dictionary(uniqueKeysWithValues: all.map { ($0.text, $0.switches) })
    #expect(texts.map { switches[$0]! } == all.map(\.switches).sorted(), "\(threads)")
    for (level, count) in search.levels.enumerated() {
      #expect(count.ran == count.all && count.all == all.count { $0.switches == level }, "\(threads)")
    }
  }
  /// A limit ends the search and says how far it came: a twentieth is drawn.
  @Test func aLimitIsNoLoss() throws {
    var search = OrderSearch(switches: 2, limit: 40)
    let threads = Threads([3, 3, 3]), all = try threads.lists()
    let texts = try threads.search(&search)
    #expect(texts.count == 40 && search.ran == 40 && search.drawn == 2 && !search.isComplete)
    let levels = (0...2).map { level in all.count { $0.switches == level } }
    let done = levels[0] + levels[1], rest = 38 - done
    #expect(done < 38 && levels[2] > rest && search.completeSwitches == 1)
    #expect(
      search.summary
        == "every order with at most 1 switch (\(done)), \(rest) of \(levels[2]) with 2 switches, 2 by chance")
  }
  /// A search runs all orders with more switches if they are few, else draws as many as were counted, at least a
  /// twentieth of its limit.
  @Test func moreSwitchesAreRunOrDrawn() throws {
    let threads = Threads([2, 2, 2]), all = try threads.lists()
    var few = OrderSearch(switches: 0, limit: 2_000), many = OrderSearch(switches: 1, limit: 100)
    _ = try threads.search(&few)
    #expect(few.isComplete && few.ran == all.count)
    _ = try threads.search(&many)
    let counted = all.count { $0.switches <= 1 }
    #expect(many.completeSwitches == 1 && many.drawn == counted && counted > 5 && 2 * counted < 100)
    var long = OrderSearch(switches: 1, limit: 2_000)
    _ = try Threads([5, 5, 5]).search(&long)
    #expect(long.completeSwitches == 1 && long.ran - long.drawn < 100 && long.drawn == 2_000 / 20)
  }
  @Test(arguments: 0..<10 as Range<UInt64>) func sharesAddUp(_ seed: UInt64) throws {
    let threads = Threads(seed: seed), all = try threads.lists().map(\.text)
    for count in 2...3 {
      var texts: [String] = []
      for number in 1...count {
        var search = OrderSearch(switches: .max, limit: 100_000, share: (number, count))
        while let choices = search.next() {
          let text = try threads.run(choices)
          search.take(choices)
          if search.isOwn { texts.append(text) }
        }
        #expect(search.isComplete)
      }
      #expect(texts.sorted() == all.sorted(), "\(threads)")
    }
  }
  /// An order that is drawn comes again by its number.
  @Test func aDrawnOrderComesAgain() throws {
    let threads = Threads([3, 3, 3])
    for number in 1...8 {
      #expect(try threads.run(Choices(drawingTurns: number)) == threads.run(Choices(drawingTurns: number)))
    }
    #expect(Set(try (1...8).map { try threads.run(Choices(drawingTurns: $0)) }).count > 3)
  }
  /// An action that only starts a task is no choice: of its two orders with another task each differs by the task alone.
  @Test func aStartIsNoChoice() async throws {
    var search = OrderSearch(switches: .max, limit: 1_000)
    var texts: [String] = []
    while let choices = search.next() {
      let timeline = Timeline(perInstant: 100, perRun: 1_000, turns: choices), text = Shared("")
      try await withVirtualTime(on: timeline) { clock in
        for name in ["a", "b", "c"] {
          timeline.isStart(timeline.schedule(at: .zero) { Task { text.with { $0 += name } } })
        }
        try await clock.sleep(for: .milliseconds(1))
      }
      search.take(choices)
      texts.append(text.with { $0 })
    }
    #expect(texts.sorted() == ["abc", "acb", "bac", "bca", "cab", "cba"])
  }

  // MARK: Races

  /// A value behind a lock.
  final class Shared<Value: Sendable>: Sendable {
    private let value: Guarded<Value>
    init(_ value: Value) { self.value = Guarded(value) }
    func with<Result>(_ body: (inout Value) -> Result) -> Result { value.with { body(&$0) } }
  }
  /// A race behind a lock: the outcome that the wrong code has in some order, and never in the order of scheduling.
  struct Race: Sendable, CustomTestStringConvertible {
    let name: String
    let run: @Sendable (VirtualClock) async throws -> Bool
    var testDescription: String { name }
  }
  /// Tasks that run at once, and are awaited.
  static func all(_ tasks: (@Sendable () async -> Void)...) async {
    let tasks = tasks.map { task in Task { await task() } }
    for task in tasks { await task.value }
  }
  actor Account {
    var balance = 0
    func add(_ amount: Int, after audit: @Sendable () async -> Void) async {
      let old = balance
      await audit()
      balance = old + amount
    }
    func addAtOnce(_ amount: Int) { balance += amount }
  }
  /// Each needs one switch. Right code in place of the wrong one has the first outcome only, see `rightCodeIsSilent`.
  static let races: [Race] = [
    Race(name: "an update is lost behind a lock") { _ in
      let count = Shared(0)
      await all(
        { count.with { $0 += 1 } },
        {
          let old = count.with { $0 }
          await Task.yield()
          count.with { $0 = old + 1 }
        })
      return count.with { $0 } == 2
    },
    Race(name: "an update is lost in an actor") { _ in
      let account = Account()
      await all({ await account.addAtOnce(1) }, { await account.add(1) { await Task.yield() } })
      return await account.balance == 2
    },
    Race(name: "a check is old when it counts") { _ in
      let seats = Shared(1), sold = Shared(0)
      @Sendable func buy(_ pause: Bool) async {
        guard seats.with({ $0 }) > 0 else { return }
        if pause { await Task.yield() }
        seats.with { $0 -= 1 }
        sold.with { $0 += 1 }
      }
      await all({ await buy(false) }, { await buy(true) })
      return sold.with { $0 } == 1
    },
    Race(name: "a value is made twice") { _ in
      let cache = Shared(Int?.none), made = Shared(0)
      @Sendable func value(_ pause: Bool) async {
        if cache.with({ $0 }) != nil { return }
        if pause { await Task.yield() }
        made.with { $0 += 1 }
        cache.with { $0 = 1 }
      }
      await all({ await value(false) }, { await value(true) })
      return made.with { $0 } == 1
    },
    Race(name: "a reader comes between two parts of a write") { _ in
      let first = Shared(0), second = Shared(0), torn = Shared(false)
      await all(
        { if first.with({ $0 }) != second.with({ $0 }) { torn.with { $0 = true } } },
        {
          first.with { $0 = 1 }
          await Task.yield()
          second.with { $0 = 1 }
        })
      return !torn.with { $0 }
    },
    Race(name: "a flag is set before its value") { _ in
      let isReady = Shared(false), value = Shared(0), seen = Shared(1)
      await all(
        { if isReady.with({ $0 }) { seen.with { $0 = value.with { $0 } } } },
        {
          isReady.with { $0 = true }
          await Task.yield()
          value.with { $0 = 1 }
        })
      return seen.with { $0 } == 1
    },
    Race(name: "an entry is used after it was removed") { _ in
      let entries = Shared(["a": 1]), missing = Shared(false)
      await all(
        {
          await Task.yield()
          await Task.yield()
          entries.with { $0["a"] = nil }
        },
        {
          guard entries.with({ $0["a"] }) != nil else { return }
          await Task.yield()
          if entries.with({ $0["a"] }) == nil { missing.with { $0 = true } }
        })
      return !missing.with { $0 }
    },
    Race(name: "two timers that end together") { _ in
      let log = Shared("")
      await all(
        {
          try? await Task.sleep(for: .milliseconds(1))
          log.with { $0 += "a" }
        },
        {
          try? await Task.sleep(for: .milliseconds(1))
          log.with { $0 += "b" }
        })
      return log.with { $0 } == "ab"
    },
    Race(name: "an answer comes after its cancel") { _ in
      let shown = Shared("")
      let load = Task {
        await Task.yield()
        try? await Task.sleep(for: .milliseconds(1))
        if Task.isCancelled { return }
        await Task.yield()
        shown.with { $0 = "answer" }
      }
      let stop = Task {
        try? await Task.sleep(for: .milliseconds(1))
        load.cancel()
        shown.with { $0 = "stopped" }
      }
      _ = await (load.value, stop.value)
      return shown.with { $0 } == "stopped"
    },
    Race(name: "a signal comes before somebody waits") { _ in
      let waiting = Shared(CheckedContinuation<Void, Never>?.none), isMissed = Shared(false)
      let waiter = Task {
        await withCheckedContinuation { continuation in
          if isMissed.with({ $0 }) { continuation.resume() } else { waiting.with { $0 = continuation } }
        }
      }
      let signal = Task {
        let found = waiting.with { $0.take() }
        if found == nil { isMissed.with { $0 = true } }
        found?.resume()
      }
      _ = await (waiter.value, signal.value)
      return !isMissed.with { $0 }
    },
  ]
  @Test(arguments: races) func eachRaceIsFound(_ race: Race) async throws {
    var search = OrderSearch(switches: 1, limit: 1_000)
    let outcomes = try await Self.outcomes(&search, race.run)
    #expect(outcomes[0] && outcomes.contains(false), "\(outcomes)")
    #expect(search.completeSwitches ?? 0 >= 1)
  }
  /// Right code: a lock over the whole update, an actor that does not suspend.
  @Test func rightCodeIsSilent() async throws {
    var search = OrderSearch(switches: 2, limit: 1_000), other = OrderSearch(switches: 2, limit: 1_000)
    let locked = try await Self.outcomes(&search) { _ in
      let count = Shared(0)
      let add: @Sendable () async -> Void = {
        await Task.yield()
        count.with { $0 += 1 }
      }
      await Self.all(add, add, add)
      return count.with { $0 }
    }
    let isolated = try await Self.outcomes(&other) { _ in
      let account = Account()
      let add: @Sendable () async -> Void = { await account.addAtOnce(1) }
      await Self.all(add, add, add)
      return await account.balance
    }
    #expect(Set(locked) == [3] && Set(isolated) == [3])
  }
  /// Two tasks of one turn, and the body that awaits them: it comes between them if the first task runs first.
  @Test func theOrdersOfTwoTasks() async throws {
    var search = OrderSearch(switches: 2, limit: 1_000)
    _ = try await Self.outcomes(&search) { _ in await Self.all({}, {}) }
    #expect(search.summary == "all 3 orders at equal instants")
  }
  /// Three tasks on one actor need few orders with two switches.
  @Test func theOrdersOfThreeTasksOnOneActor() async throws {
    var search = OrderSearch(switches: 2, limit: 60)
    _ = try await Self.outcomes(&search) { _ in
      let account = Account()
      let add: @Sendable () async -> Void = { await account.addAtOnce(1) }
      await Self.all(add, add, add)
    }
    #expect(search.levels.prefix(3).reduce(0) { $0 + $1.all } <= 60, "\(search.levels)")
  }
}
