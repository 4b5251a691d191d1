#if canImport(Glibc) && arch(x86_64)
  import Testing
  @testable import VirtualTime

  /// The orders of tasks that call actors and that begin on them.
  @Suite(.enabled(if: RealClocks.unavailable == nil), .serialized) struct ActorOrderTests {
    /// A few tasks at one instant. Each says its number where it runs, and may make more.
    private struct Program: CustomStringConvertible, Sendable {
      enum Kind: Int, CaseIterable {
        /// On no actor.
        case free
        /// Calls an actor.
        case callsDesk, callsRegistry
        /// Begins on an actor: on the desk if it is made there, else it calls it.
        case onDesk, onRegistry
      }
      final class Work: CustomStringConvertible, Sendable {
        let number: Int, kind: Kind, more: [Work]
        init(_ number: Int, _ kind: Kind, _ more: [Work]) { (self.number, self.kind, self.more) = (number, kind, more) }
        var description: String { "\(kind)\(more.isEmpty ? "" : "\(more)")" }
      }
      let works: [Work]
      var description: String { "\(works)" }

      init(seed: UInt64) {
        var random = SplitMixSequence(seed: seed), count = 0
        func works(_ limit: Int, _ depth: Int) -> [Work] {
          (0..<limit).compactMap { _ in
            if count == 4 { return nil }
            count += 1
            let number = count, kind = Kind.allCases.randomElement(using: &random)!
            return Work(
              number, kind,
              depth > 0 && Int.random(in: 0..<2, using: &random) == 0
                ? works(1 + Int(random.next() % 2), depth - 1) : [])
          }
        }
        self.works = works(3, 2)
      }

      /// The logs of all orders, by going through them. A call is received by its actor at any time after its task has
      /// begun. An actor runs what it has received in that order, so a task that begins on it is in its line at once.
      var logs: Set<String> {
        enum Step: Hashable { case begin, call, line }
        struct Pending {
          let work: Work
          var step: Step
          /// The actor on which it runs; `nil` for none.
          let actor: Int?
        }
        func pending(_ work: Work, on actor: Int?) -> Pending {
          switch work.kind {
          case .free: Pending(work: work, step: .begin, actor: nil)
          case .callsDesk: Pending(work: work, step: .begin, actor: 0)
          case .callsRegistry: Pending(work: work, step: .begin, actor: 1)
          case .onDesk: Pending(work: work, step: actor == 0 ? .line : .begin, actor: 0)
          case .onRegistry: Pending(work: work, step: .line, actor: 1)
          }
        }
        var logs: Set<String> = [], seen: Set<String> = []
        func go(_ all: [Pending], _ log: String) {
          if !seen.insert("\(all.map { "\($0.work.number)\($0.step)" }) \(log)").inserted { return }
          if all.isEmpty { logs.insert(log) }
          for (index, one) in all.enumerated() {
            var rest = all
            rest.remove(at: index)
            if one.step == .begin, let actor = one.actor {
              // A call of an actor for which others wait stands behind them.
              let isInLine = all.contains { $0.step == .line && $0.actor == actor }
              go(rest + [Pending(work: one.work, step: isInLine ? .line : .call, actor: actor)], log)
            } else if one.step != .line || !all[..<index].contains(where: { $0.step == .line && $0.actor == one.actor })
            {
              go(rest + one.work.more.map { pending($0, on: one.actor) }, log + "\(one.work.number)")
            }
          }
        }
        go(works.map { pending($0, on: nil) }, "")
        return logs
      }
      /// Makes the tasks and waits for their end.
      func run() async throws -> String {
        let log = SharedLog(), desk = Desk(log)
        Self.make(works, desk)
        try await Task.sleep(for: .seconds(1))
        return log.entries.joined()
      }
      static func make(_ works: [Work], _ desk: Desk) {
        for work in works {
          switch work.kind {
          case .free: Task.detached { desk.runNowhere(work) }
          case .callsDesk, .onDesk: Task.detached { await desk.run(work) }
          case .callsRegistry: Task.detached { await Registry.run(work, desk) }
          case .onRegistry: Task.detached { @Registry in Registry.run(work, desk) }
          }
        }
      }
      @globalActor actor Registry {
        static let shared = Registry()
        @Registry static func run(_ work: Work, _ desk: Desk) { desk.runNowhere(work) }
      }
      actor Desk {
        let log: SharedLog
        init(_ log: SharedLog) { self.log = log }
        nonisolated func runNowhere(_ work: Work) {
          log("\(work.number)")
          make(work.more, self)
        }
        func run(_ work: Work) {
          log("\(work.number)")
          for work in work.more {
            if work.kind == .onDesk {
              Task { self.run(work) }
            } else {
              make([work], self)
            }
          }
        }
      }
    }
    @Test(arguments: 0..<60 as Range<UInt64>) func allOrdersOfActorsAreTheOrdersThatThereAre(seed: UInt64) async throws
    {
      let program = Program(seed: seed)
      var search = OrderSearch(switches: 100, limit: 60_000)
      let found = Set(try await OrderSearchTests.outcomes(&search) { _ in try await program.run() })
      let logs = program.logs
      #expect(
        search.isComplete && found == logs,
        "\(program): missing \(logs.subtracting(found).sorted()), too many \(found.subtracting(logs).sorted())")
    }
  }
#endif
