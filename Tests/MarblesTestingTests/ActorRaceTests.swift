import MarblesTesting
import Pipes
import Testing

/// Races between actors, which are data races of no kind: each actor is right on its own.
@Suite(.serialized) struct ActorRaceTests {
  actor Account {
    var balance: Int
    init(_ balance: Int) { self.balance = balance }
    func take(_ amount: Int) { balance -= amount }
    func give(_ amount: Int) { balance += amount }
    func set(_ amount: Int) { balance = amount }
    func takeIfFull(_ amount: Int) -> Bool {
      if balance < amount { return false }
      balance -= amount
      return true
    }
    func withdraw(_ amount: Int, noting log: Log) async {
      guard balance >= amount else { return }
      await log.add("\(amount)")
      balance -= amount
    }
    func withdrawAtOnce(_ amount: Int, noting log: Log) async {
      guard balance >= amount else { return }
      balance -= amount
      await log.add("\(amount)")
    }
  }
  actor Log {
    var lines: [String] = []
    func add(_ line: String) { lines.append(line) }
  }
  actor Loader {
    var count = 0
    func load() -> Int {
      count += 1
      return 7
    }
  }
  actor Cache {
    let loader: Loader
    var value: Int?
    var task: Task<Int, Never>?
    init(_ loader: Loader) { self.loader = loader }
    func get() async -> Int {
      if let value { return value }
      let new = await loader.load()
      value = new
      return new
    }
    func getOnce() async -> Int {
      if let task { return await task.value }
      let new = Task { await loader.load() }
      task = new
      return await new.value
    }
  }
  actor Counter {
    var value = 0
    func set(_ new: Int) { value = new }
    func next() -> Int {
      value += 1
      return value
    }
    func next(noting numbers: Numbers) {
      value += 1
      numbers.add(value)
    }
    /// Leaves the actor for a function of no actor, and comes back.
    func add(_ amount: Int) async {
      let old = value
      value = await Self.sum(old, amount)
    }
    nonisolated static func sum(_ left: Int, _ right: Int) async -> Int { left + right }
  }
  final class Numbers: Sendable {
    private let content = Guarded<[Int]>([])
    var all: [Int] { content.with { $0 } }
    func add(_ number: Int) { content.with { $0.append(number) } }
  }
  @globalActor actor Registry {
    static let shared = Registry()
    @Registry static var names: [String] = []
    @Registry static func add(_ name: String) { names.append(name) }
    @Registry static func reset() { names = [] }
  }
  @MainActor final class Screen {
    var text = ""
    func show(_ text: String) { self.text = text }
  }
  actor Store {
    var state = "none"
    func set(_ new: String) { state = new }
    func commit() { if state != "stopped" { state = "committed" } }
  }

  /// A program, and whether its outcome is the right one.
  struct Program: Sendable, CustomTestStringConvertible {
    let name: String
    let isRight: @Sendable () async -> Bool
    var testDescription: String { name }
    init(_ name: String, _ isRight: @escaping @Sendable () async -> Bool) {
      (self.name, self.isRight) = (name, isRight)
    }
  }
  private static func both(_ ann: @escaping @Sendable () async -> Void, _ bob: @escaping @Sendable () async -> Void)
    async
  {
    let ann = Task(name: "ann", operation: ann), bob = Task(name: "bob", operation: bob)
    _ = await (ann.value, bob.value)
  }

  static let races: [Program] = [
    Program("a transfer, and a sum of both accounts") {
      let from = Account(10), to = Account(0), sum = Guarded(0)
      await both {
        await from.take(5)
        await to.give(5)
      } _: {
        let first = await from.balance, second = await to.balance
        sum.with { $0 = first + second }
      }
      return sum.with { $0 } == 10
    },
    Program("a cache calls its loader twice") {
      let loader = Loader(), cache = Cache(loader)
      await both {
        _ = await cache.get()
      } _: {
        _ = await cache.get()
      }
      return await loader.count == 1
    },
    Program("a reader comes between two writes") {
      let version = Counter(), data = Counter(), isTorn = Guarded(false)
      await both {
        await version.set(1)
        await data.set(1)
      } _: {
        let seen = await version.value, value = await data.value
        isTorn.with { $0 = seen > value }
      }
      return !isTorn.with { $0 }
    },
    Program("a global actor, and a counter beside it") {
      await Registry.reset()
      let counter = Counter(), isTorn = Guarded(false)
      await both {
        await Registry.add("a")
        _ = await counter.next()
      } _: {
        let names = await Registry.names.count, count = await counter.value
        isTorn.with { $0 = names > count }
      }
      return !isTorn.with { $0 }
    },
    Program("the screen shows what the store has no longer") {
      let store = Store(), screen = Screen()
      await both {
        await store.set("old")
        await screen.show("old")
      } _: {
        await store.set("new")
        await screen.show("new")
      }
      return await store.state == screen.text
    },
    Program("two withdrawals of the same money") {
      let account = Account(10), log = Log()
      await both {
        await account.withdraw(10, noting: log)
      } _: {
        await account.withdraw(10, noting: log)
      }
      return await account.balance == 0
    },
    Program("children of a group read, then write") {
      let counter = Counter()
      await withTaskGroup(of: Void.self) { group in
        for name in ["ann", "bob"] {
          group.addTask(name: name) {
            let old = await counter.value
            await counter.set(old + 1)
          }
        }
      }
      return await counter.value == 2
    },
    Program("an actor leaves itself between reading and writing") {
      let counter = Counter()
      await both {
        await counter.add(1)
      } _: {
        await counter.add(1)
      }
      return await counter.value == 2
    },
    Program("a check is old when it counts") {
      let seats = Account(1), log = Numbers()
      let buy: @Sendable () async -> Void = {
        // With nothing between them the compiler makes one call of both.
        let isFree = await seats.balance > 0
        log.add(1)
        if isFree { await seats.take(1) }
      }
      await both(buy, buy)
      return await seats.balance == 0
    },
    Program("numbers are written in another order") {
      let counter = Counter(), log = Log()
      let write: @Sendable () async -> Void = {
        let number = await counter.next()
        await log.add("\(number)")
      }
      await both(write, write)
      return await log.lines == ["1", "2"]
    },
    Program("a commit after the stop") {
      let store = Store(), log = Log()
      await both {
        let state = await store.state
        await log.add("commit")
        if state != "stopped" { await store.set("committed") }
      } _: {
        await store.set("stopped")
      }
      return await store.state == "stopped"
    },
    Program("the store has what the screen shows no longer") {
      let store = Store(), screen = Screen()
      await both {
        await screen.show("old")
        await store.set("old")
      } _: {
        await screen.show("new")
        await store.set("new")
      }
      return await store.state == screen.text
    },
    Program("an old setting is applied last") {
      let setting = Counter(), server = Counter()
      await both {
        let new = await setting.value
        await server.set(new)
      } _: {
        await setting.set(1)
        await server.set(1)
      }
      return await server.value == 1
    },
    Program("a transfer with async let beside a sum") {
      let from = Account(10), to = Account(0)
      async let transfer: Void = {
        await from.take(5)
        await to.give(5)
      }()
      async let sum = { await from.balance + to.balance }()
      let (total, _) = await (sum, transfer)
      return total == 10
    },
    Program("two tasks hand on an actor's answer") {
      let first = Account(3), second = Account(0)
      let move: @Sendable () async -> Void = {
        let all = await first.balance
        await second.give(all)
        await first.take(all)
      }
      await both(move, move)
      return await second.balance == 3
    },
  ]
  @Test(arguments: races) func eachRaceIsFoundAndNamed(_ race: Program) async throws {
    let texts = try await foundIssues {
      try await everyOrder(atMost: 2_000) {
        let isRight = await race.isRight()
        #expect(isRight)
      }
    }
    let text = try #require(texts.first, "not found")
    let isSwitch = text.contains("\n    switch        turn 3 of "),
      isScheduled =
        text.contains(":\n    the body 1, ann 1, bob 1, ann 2 ") && text.contains("\n  Another order holds, ")
    #expect(isSwitch != isScheduled, "\(text)")
  }

  static let right: [Program] = [
    Program("one actor has both accounts") {
      let bank = Account(10), sum = Guarded(0)
      await both {
        await bank.set(10)
      } _: {
        let balance = await bank.balance
        sum.with { $0 = balance }
      }
      return sum.with { $0 } == 10
    },
    Program("a cache with the task that loads") {
      let loader = Loader(), cache = Cache(loader)
      await both {
        _ = await cache.getOnce()
      } _: {
        _ = await cache.getOnce()
      }
      return await loader.count == 1
    },
    Program("the data before its version") {
      let version = Counter(), data = Counter(), isTorn = Guarded(false)
      await both {
        await data.set(1)
        await version.set(1)
      } _: {
        let seen = await version.value, value = await data.value
        isTorn.with { $0 = seen > value }
      }
      return !isTorn.with { $0 }
    },
    Program("money is taken before the actor is left") {
      let account = Account(10), log = Log()
      await both {
        await account.withdrawAtOnce(10, noting: log)
      } _: {
        await account.withdrawAtOnce(10, noting: log)
      }
      let lines = await log.lines
      return await account.balance == 0 && lines == ["10"]
    },
    Program("children of a group count") {
      let counter = Counter()
      await withTaskGroup(of: Void.self) { group in for _ in 0..<2 { group.addTask { _ = await counter.next() } } }
      return await counter.value == 2
    },
    Program("numbers are written where they are made") {
      let counter = Counter(), numbers = Numbers()
      await both {
        await counter.next(noting: numbers)
      } _: {
        await counter.next(noting: numbers)
      }
      return numbers.all == [1, 2]
    },
    Program("the main actor alone") {
      let screen = Screen()
      let show: @Sendable @MainActor () async -> Void = { screen.show(screen.text + "a") }
      await both(show, show)
      return await screen.text == "aa"
    },
    Program("check and act in one call") {
      let seats = Account(1), sold = Counter()
      let buy: @Sendable () async -> Void = { if await seats.takeIfFull(1) { _ = await sold.next() } }
      await both(buy, buy)
      return await sold.value == 1
    },
    Program("a commit that looks at the stop") {
      let store = Store(), log = Log()
      await both {
        await log.add("commit")
        await store.commit()
      } _: {
        await store.set("stopped")
      }
      return await store.state == "stopped"
    },
    Program("a global actor alone") {
      await Registry.reset()
      let add: @Sendable () async -> Void = { await Registry.add("a") }
      await both(add, add)
      return await Registry.names.count == 2
    },
  ]
  @Test(arguments: right) func rightCodeIsSilent(_ program: Program) async throws {
    let run = try await everyOrder(atMost: 400) {
      let isRight = await program.isRight()
      #expect(isRight)
    }
    #expect(run.count > 2)
  }
}
