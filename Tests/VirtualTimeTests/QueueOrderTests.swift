#if canImport(Glibc)
  import Dispatch
  import Testing
  @testable import VirtualTime

  /// The orders of work that queues, the main actor and tasks received at one instant.
  @Suite(.enabled(if: RealClocks.unavailable == nil)) struct QueueOrderTests {
    /// The main actor's jobs and the blocks of the main queue stand in one line, in each order and with each seed.
    @Test(arguments: 0..<8 as Range<UInt64>) func theMainActorAndTheMainQueueAreOneLine(seed: UInt64) async throws {
      var random = SplitMixSequence(seed: seed)
      let areTasks = (0..<4).map { _ in random.next().isMultiple(of: 2) }
      let body: @Sendable (VirtualClock) async throws -> String = { clock in
        let log = QueueTests.Log(clock)
        await MainActor.run {
          for (index, isTask) in areTasks.enumerated() {
            let text = "\(index)"
            if isTask {
              Task { @MainActor in log(text) }
            } else {
              DispatchQueue.main.async { log(text) }
            }
          }
        }
        try await Task.sleep(for: .seconds(1))
        return log.text
      }
      var search = OrderSearch(switches: 2, limit: 100), outcomes = try await OrderSearchTests.outcomes(&search, body)
      outcomes.append(try await withVirtualTime(on: Timeline(seed: seed), body))
      #expect(Set(outcomes) == ["0:0 0:1 0:2 0:3"], "tasks: \(areTasks)")
    }
    /// A few pieces of work at one instant: on the main actor or the main queue, on two serial queues, on a concurrent one
    /// with barriers, and on no actor. Each says its number, and some give more.
    private struct Program: CustomStringConvertible, Sendable {
      enum Line: Int, CaseIterable { case mainTask, mainBlock, first, second, concurrent, barrier, task }
      final class Work: CustomStringConvertible, Sendable {
        let number: Int, line: Line, more: [Work]
        init(_ number: Int, _ line: Line, _ more: [Work]) { (self.number, self.line, self.more) = (number, line, more) }
        var description: String { "\(line)\(more.isEmpty ? "" : "\(more)")" }
      }
      let works: [Work]
      var description: String { "\(works)" }

      init(seed: UInt64) {
        var random = SplitMixSequence(seed: seed), count = 0
        func works(_ limit: Int, _ depth: Int) -> [Work] {
          (0..<limit).compactMap { _ in
            if count == 5 { return nil }
            count += 1
            let number = count, line = Line.allCases.randomElement(using: &random)!
            return Work(
              number, line, depth > 0 && Int.random(in: 0..<3, using: &random) == 0 ? works(1, depth - 1) : [])
          }
        }
        self.works = works(4, 1)
      }
      /// The logs of all orders, by going through them: a line runs its first piece, a concurrent queue any before its
      /// first barrier, and a barrier alone.
      var logs: Set<String> {
        var logs: Set<String> = []
        func go(_ pending: [Work], _ log: String) {
          if pending.isEmpty { logs.insert(log) }
          for (index, work) in pending.enumerated() {
            let before = pending[..<index].map(\.line)
            let isNext =
              switch work.line {
              case .mainTask, .mainBlock: !before.contains { $0 == .mainTask || $0 == .mainBlock }
              case .first, .second: !before.contains(work.line)
              case .concurrent: !before.contains(.barrier)
              case .barrier: !before.contains { $0 == .concurrent || $0 == .barrier }
              case .task: true
              }
            guard isNext else { continue }
            var rest = pending
            rest.remove(at: index)
            go(rest + work.more, log + "\(work.number)")
          }
        }
        go(works, "")
        return logs
      }
      /// Gives the work and waits for its end.
      func run(_ clock: VirtualClock) async throws -> String {
        let log = SharedLog(), first = DispatchQueue(label: "first"), second = DispatchQueue(label: "second")
        let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
        @Sendable func give(_ works: [Work]) {
          for work in works {
            let body = { @Sendable in
              log("\(work.number)")
              give(work.more)
            }
            switch work.line {
            case .mainTask: Task { @MainActor in body() }
            case .mainBlock: DispatchQueue.main.async(execute: body)
            case .first: first.async(execute: body)
            case .second: second.async(execute: body)
            case .concurrent: concurrent.async(execute: body)
            case .barrier: concurrent.async(flags: .barrier, execute: body)
            case .task: Task.detached { body() }
            }
          }
        }
        give(works)
        try await Task.sleep(for: .seconds(1))
        return log.entries.joined()
      }
    }
    @Test(arguments: 0..<60 as Range<UInt64>) func allOrdersOfQueuesAreTheOrdersThatThereAre(seed: UInt64) async throws
    {
      let program = Program(seed: seed)
      var search = OrderSearch(switches: 100, limit: 20_000)
      let found = Set(try await OrderSearchTests.outcomes(&search) { try await program.run($0) })
      let logs = program.logs
      #expect(
        search.isComplete && found == logs,
        "\(program): missing \(logs.subtracting(found).sorted()), too many \(found.subtracting(logs).sorted())")
    }
  }
#endif
