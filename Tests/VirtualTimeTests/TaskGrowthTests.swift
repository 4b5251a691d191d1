#if canImport(Glibc)
  import Glibc
  import Pipes
  import Testing
  import VirtualTime

  /// Sixteen times as many tasks take about sixteen times as long, and none of them is called a runaway. The processor
  /// time of a process of its own is measured, as a ratio within one run, so that a busy machine does not count.
  @Suite(.serialized, .enabled(if: RealClocks.unavailable == nil)) struct TaskGrowthTests {
    /// Work with a number of tasks.
    struct Case: CustomTestStringConvertible, Sendable {
      let testDescription: String
      let work: @Sendable (VirtualClock, Int) async throws -> Void
      init(_ name: String, _ work: @escaping @Sendable (VirtualClock, Int) async throws -> Void) {
        (testDescription, self.work) = (name, work)
      }
    }
    /// The length of a sleep. Tasks end in the order in which they started: Swift's runtime looks a child that ends up
    /// in the list of its group, in real time, too.
    static func pause(_ number: Int) -> Duration { .milliseconds(number / 100 * 10) }
    actor Counter {
      var count = 0
      func add() { count += 1 }
      func addLater(_ number: Int) async throws {
        try await Task.sleep(for: pause(number))
        count += 1
      }
    }

    static let cases: [Case] = [
      Case("a group of sleepers") { _, count in
        let sum = await withTaskGroup(of: Int.self) { group in
          for number in 0..<count {
            group.addTask {
              try? await Task.sleep(for: pause(number))
              return 1
            }
          }
          return await group.reduce(0, +)
        }
        #expect(sum == count)
      },
      Case("a group that discards its results") { _, count in
        await withDiscardingTaskGroup { group in
          for number in 0..<count { group.addTask { try? await Task.sleep(for: pause(number)) } }
        }
      },
      Case("a group that waits on the clock of the run") { clock, count in
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 0..<count { group.addTask { try await clock.sleep(for: pause(number)) } }
          try await group.waitForAll()
        }
      },
      Case("a group that is cancelled") { _, count in
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<count { group.addTask { try? await Task.sleep(for: .seconds(3_600)) } }
          try? await Task.sleep(for: .seconds(1))
          group.cancelAll()
        }
      },
      Case("groups in a group") { _, count in
        await withTaskGroup(of: Void.self) { outer in
          for number in 0..<count / 100 {
            outer.addTask {
              await withTaskGroup(of: Void.self) { inner in
                for _ in 0..<100 { inner.addTask { try? await Task.sleep(for: pause(number)) } }
              }
            }
          }
        }
      },
      Case("tasks of their own") { _, count in
        let tasks = (0..<count).map { number in Task { try await Task.sleep(for: pause(number)) } }
        for task in tasks { try await task.value }
      },
      Case("one actor") { _, count in
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<count {
            group.addTask {
              await counter.add()
              try? await counter.addLater(number)
            }
          }
        }
        #expect(await counter.count == 2 * count)
      },
      Case("an actor each") { _, count in
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<count {
            group.addTask {
              let counter = Counter()
              try? await counter.addLater(number)
            }
          }
        }
      },
      Case("streams") { _, count in
        await withTaskGroup(of: Int.self) { group in
          for number in 0..<count / 4 {
            group.addTask {
              let (stream, sender) = AsyncStream.makeStream(of: Int.self)
              let task = Task {
                for value in 0..<4 {
                  try? await Task.sleep(for: pause(number))
                  sender.yield(value)
                }
                sender.finish()
              }
              defer { task.cancel() }
              return await stream.reduce(0, +)
            }
          }
          #expect(await group.reduce(0, +) == count / 4 * 6)
        }
      },
      Case("tasks that the body leaves asleep") { clock, count in
        for number in 0..<count { _ = Task { try await clock.sleep(for: .seconds(number % 97 + 10)) } }
        try await clock.sleep(for: .seconds(1))
      },
      Case("tasks that the body leaves in Task.sleep") { _, count in
        for number in 0..<count { _ = Task { try await Task.sleep(for: .seconds(number % 97 + 10)) } }
        try await Task.sleep(for: .seconds(1))
      },
    ]

    /// The processor time of a run, in seconds. A run that takes more than a limit ends its process: what grows much
    /// faster would go on for minutes.
    private static func seconds(
      atMost limit: Double = .infinity, _ work: @escaping @Sendable (VirtualClock) async throws -> Void
    ) async throws -> Double {
      let start = clock(), isOver = Guarded(false)
      let passed = { @Sendable in Double(clock() - start) / Double(CLOCKS_PER_SEC) }
      if limit < .infinity {
        Host.startThread {
          while !isOver.with({ $0 }), passed() < limit { usleep(20_000) }
          if !isOver.with({ $0 }) { _exit(EXIT_FAILURE) }
        }
      }
      try await withVirtualTime(patience: .seconds(300), work)
      isOver.with { $0 = true }
      return passed()
    }
    /// Sixteen times as many tasks may take so many times as long before their run is stopped.
    private static let most = 60.0
    private static let words: Comment = "exitCode(1): sixteen times as many tasks take more than 60 times as long"

    /// They have more actions at one instant than a run without tasks may have.
    @Test func manyChildren() async {
      await #expect(processExitsWith: .success, Self.words) {
        func run(_ count: Int, atMost limit: Double = .infinity) async throws -> Double {
          try await Self.seconds(atMost: limit) { _ in
            await withDiscardingTaskGroup { group in
              for _ in 0..<count { group.addTask { for _ in 0..<6 { await Task.yield() } } }
            }
          }
        }
        let small = try await run(1_250)
        _ = try await run(20_000, atMost: Self.most * small + 1)
      }
    }
    @Test(arguments: cases.map(\.testDescription)) func growth(_ name: String) async {
      await #expect(processExitsWith: .success, Self.words) { [name = name as String] in
        guard let work = Self.cases.first(where: { $0.testDescription == name })?.work else { fatalError(name) }
        var small = Double.infinity, large = Double.infinity
        // Once more only if it took too long: other programs may be the cause.
        for _ in 0..<2 where !(large < 40 * small) {
          small = min(small, try await Self.seconds { try await work($0, 500) })
          large = min(large, try await Self.seconds(atMost: Self.most * small + 1) { try await work($0, 8_000) })
        }
        #expect(large / small < 40, "sixteen times as much takes \(large / small) times as long")
      }
    }
  }
#endif
