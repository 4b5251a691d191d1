#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Pipes
  import Testing

  @testable import VirtualTime

  /// A task without a name is named after the function that has made it.
  @Suite struct TaskNameTests {
    /// Three turns of a task: it may be seen late.
    static func pause() async { for _ in 0..<3 { await Task.yield() } }
    typealias Made = Task<Void, Never>

    actor Account {
      private var made: Made?
      init() {}
      init(pausing: Bool) async { made = Task { await pause() } }
      private func pause() async { await TaskNameTests.pause() }

      func method() -> Made { Task { await pause() } }
      func detached() -> Made { Task.detached { await self.pause() } }
      func immediate() -> Made { Task.immediate { await pause() } }
      func named() -> Made { Task(name: "own") { await pause() } }
      func closure() -> [Made] { [1].map { _ in Task { await pause() } } }
      func nested() -> Made { Task { await Task { await pause() }.value } }
      func generic<Value: Sendable>(_ value: Value, by place: (Int) -> Int, of: Int) -> Made {
        Task {
          await pause()
          _ = value
        }
      }
      var getter: Made { Task { await pause() } }
      subscript(index: Int) -> Made { Task { await pause() } }
      func group() async { await withDiscardingTaskGroup { $0.addTask { await self.pause() } } }
      func throwing() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<2 { group.addTask { await self.pause() } }
          try await group.waitForAll()
        }
      }
      func mainActor() -> Made { Task { @MainActor in await TaskNameTests.pause() } }
      func preferring() -> Made { Task(executorPreference: globalConcurrentExecutor) { await TaskNameTests.pause() } }
      func child() async {
        async let child: Void = pause()
        await child
      }
      func last() -> Made? { made }
    }
    actor Dying {
      deinit { Task { await pause() } }
      func end() async {}
    }
    struct Box<Value: Sendable>: Sendable {
      let value: Value
      func method() -> Made { Task { await pause() } }
      static func shared() -> Made { Task { await pause() } }
      static func == (box: Box, other: Box) -> Made { Task { await pause() } }
      var made: Made {
        get { Task { await pause() } }
        set { Task { await pause() } }
      }
    }
    @MainActor static func onMain() -> Made { Task { await pause() } }
    static func local() -> Made {
      func inner() -> Made { Task { await pause() } }
      return inner()
    }

    struct Way: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let make: @Sendable () async -> Void
      init(_ name: String, _ make: @escaping @Sendable () async -> Void) { (testDescription, self.make) = (name, make) }
    }
    private static let account = "\(TaskNameTests.self).Account"
    static let ways = [
      Way("\(account).method()") { await Account().method().value },
      Way("\(account).detached()") { await Account().detached().value },
      Way("\(account).immediate()") { await Account().immediate().value },
      Way("own") { await Account().named().value },
      Way("\(account).closure()") { for task in await Account().closure() { await task.value } },
      Way("\(account).nested()") { await Account().nested().value },
      Way("\(account).generic(_:by:of:)") { await Account().generic(1, by: { $0 }, of: 2).value },
      Way("\(account).getter") { await Account().getter.value },
      Way("\(account).subscript") { await Account()[1].value },
      Way("\(account).group()") { await Account().group() },
      Way("\(account).child()") { await Account().child() },
      Way("\(account).throwing()") { try? await Account().throwing() },
      Way("\(account).mainActor()") { await Account().mainActor().value },
      Way("\(account).preferring()") { await Account().preferring().value },
      Way("\(account).init(pausing:)") { await Account(pausing: true).last()?.value },
      Way("TaskNameTests.Dying.deinit") { await Dying().end() },
      Way("TaskNameTests.Box.method()") { await Box(value: 1).method().value },
      Way("TaskNameTests.Box.shared()") { await Box<Int>.shared().value },
      Way("TaskNameTests.Box.==(_:_:)") { await (Box(value: 1) == Box(value: 2)).value },
      Way("TaskNameTests.Box.made") {
        var box = Box(value: 1)
        box.made = box.made
      },
      Way("TaskNameTests.onMain()") { await onMain().value },
      Way("TaskNameTests.local()") { await local().value },
    ]
    @Test func theEndOfASleepHasTheNameOfItsTask() async throws {
      let timeline = Timeline(perInstant: 1_000, perRun: 10_000, turns: Choices(repeating: []))
      timeline.startActionLog()
      try await withVirtualTime(on: timeline) { clock in
        await Task(name: "ann") {
          try? await Task.sleep(for: .seconds(1))
          try? await clock.sleep(for: .seconds(1))
        }.value
      }
      let rests = timeline.actionLog.filter { $0.turn == nil }
      #expect(rests.map(\.name) == ["the sleep of ann", "the sleep of ann"], "\(timeline.actionLog)")
      #expect(rests.map(\.instant) == [.ms(1_000), .ms(2_000)])
    }
    @Test(arguments: ways) func aTaskHasTheNameOfItsMaker(_ way: Way) async throws {
      let timeline = Timeline(perInstant: 1_000, perRun: 10_000, turns: Choices(repeating: []))
      timeline.startActionLog()
      try await withVirtualTime(on: timeline) { _ in await way.make() }
      let names = Set(timeline.actionLog.filter { $0.turn != nil }.map(\.name)).subtracting(["the body"])
      let text = way.testDescription
      #expect(!names.isEmpty && names.allSatisfy { $0 == text || $0.hasPrefix("\(text) #") }, "\(timeline.actionLog)")
    }
    /// The creator is named behind the number, so no name depends on the order.
    @Test(arguments: ways) func aTaskHasOneNameInEachOrder(_ way: Way) async throws {
      var names: [Set<String>] = [], firsts: Set<String> = []
      for list in [[], [1], [1, 1, 1, 1], [0, 1, 0, 1]] {
        let timeline = Timeline(perInstant: 1_000, perRun: 10_000, turns: Choices(repeating: list))
        timeline.startActionLog()
        try await withVirtualTime(on: timeline) { _ in
          let ann = Task(name: "ann") { await way.make() }, bob = Task(name: "bob") { await way.make() }
          _ = await (ann.value, bob.value)
        }
        let turns = timeline.actionLog.filter { $0.turn != nil }.map(\.name)
        firsts.insert(turns.first { $0 == "ann" || $0 == "bob" } ?? "")
        names.append(Set(turns).subtracting(["the body", "ann", "bob"]))
      }
      let start = "\(way.testDescription) #"
      #expect(names.allSatisfy { $0 == names[0] } && firsts == ["ann", "bob"], "\(names)")
      #expect(names[0].allSatisfy { $0.hasPrefix(start) }, "\(names[0])")
      let (ofAnn, ofBob) = (names[0].count { $0.hasSuffix(" of ann") }, names[0].count { $0.hasSuffix(" of bob") })
      #expect(ofAnn > 0 && ofAnn == ofBob && ofAnn + ofBob == names[0].count, "\(names[0])")
    }
    /// By hand: f made by ann is made by one, f in f by two, and whatever is deeper counts as made by f in f.
    @Test func namesStayShort() {
      var names = TaskNames()
      names.add(0, name: nil, maker: nil)
      names.add(1, name: "ann", maker: nil, by: .task(0))
      for task in 2..<6 as Range<UInt64> { names.add(task, name: nil, maker: "f()", by: .task(task - 1)) }
      #expect(
        (1..<6).map { names[$0] } == [
          "ann", "f() #1 of ann", "f() #1 of f() #1 of ann", "f() #2 of f() #1 of ann", "f() #3 of f() #1 of ann",
        ])
      names.add(9, name: "ann", maker: nil, by: .action("taps"))
      #expect(names[1] == "ann #1" && names[9] == "ann #1 of taps" && names[2] == "f() #1 of ann #1")
    }
  }
#endif
