#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Pipes
  import Testing

  @testable import VirtualTime

  /// A run that waits for ever says where each of its tasks waits, and for what.
  @Suite struct WaitingTasksTests {
    actor Account {
      private var kept: [CheckedContinuation<Void, Never>] = []
      func withdraw() async { await withCheckedContinuation { kept.append($0) } }
      func start() -> Task<Void, Never> { Task { await withdraw() } }
      func deposit() { for continuation in kept { continuation.resume() } }
    }
    struct Hang: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let body: @Sendable () async -> Void
      let sentences: [String]
      init(_ name: String, _ body: @escaping @Sendable () async -> Void, _ sentences: [String]) {
        (testDescription, self.body, self.sentences) = (name, body, sentences)
      }
    }
    static func lost() async {
      let account = Account()
      await Task(name: "ann") { await account.withdraw() }.value
    }
    static func ring() async {
      let others = Guarded<[Task<Void, Never>]>([])
      let ann = Task(name: "ann") { for task in others.with({ $0 }) { await task.value } }
      let bob = Task(name: "bob") { await ann.value }
      others.with { $0 = [bob] }
      await bob.value
    }
    /// Each deposits what the other one waits for, when it has got its own.
    static func crossed() async {
      let first = Account(), second = Account()
      @Sendable func exchange(_ mine: Account, _ other: Account) async {
        await mine.withdraw()
        await other.deposit()
      }
      await withDiscardingTaskGroup { group in
        group.addTask(name: "ann") { await exchange(first, second) }
        group.addTask(name: "bob") { await exchange(second, first) }
      }
    }
    static func stream() async {
      let (stream, sender) = AsyncStream.makeStream(of: Int.self)
      for await _ in stream {}
      withExtendedLifetime(sender) {}
    }
    static func child() async {
      async let child: Void = Account().withdraw()
      await child
    }
    static func onAnActor() async { await Account().start().value }
    static func sleep() async { try? await Task.sleep(for: .seconds(Int64.max)) }

    private static let suite = "WaitingTasksTests"
    private static let withdraw = "waits for a continuation, in \(suite).Account.withdraw()"
    static let hangs = [
      Hang("a continuation", lost, ["the body waits for ann, in \(suite).lost()", "ann \(withdraw)"]),
      Hang(
        "a ring", ring,
        [
          "the body waits for bob, in \(suite).ring()", "ann waits for bob, in \(suite).ring()",
          "bob waits for ann, in \(suite).ring()",
        ]),
      Hang(
        "two continuations", crossed,
        ["the body waits for the tasks of a group, in \(suite).crossed()", "ann \(withdraw)", "bob \(withdraw)"]),
      Hang("a stream", stream, ["the body waits for AsyncStream.Iterator.next(isolation:), in \(suite).stream()"]),
      Hang(
        "a child", child,
        ["the body waits for \(suite).child() #1, in \(suite).child()", "\(suite).child() #1 \(withdraw)"]),
      Hang(
        "a task of an actor", onAnActor,
        [
          "the body waits for \(suite).Account.start() #1, in \(suite).onAnActor()",
          "\(suite).Account.start() #1 \(withdraw)",
        ]),
      Hang("a sleep", sleep, ["the body waits for Task.sleep(for:tolerance:clock:), in \(suite).sleep()"]),
    ]
    @Test(arguments: hangs) func eachTaskThatWaitsIsNamed(_ hang: Hang) async throws {
      let error = await #expect(throws: VirtualTimeError.self) {
        try await withVirtualTime(patience: .milliseconds(20)) { _ in await hang.body() }
      }
      guard case .waiting(let problem, let tasks) = error else {
        Issue.record("\(error.map { "\($0)" } ?? "no error")")
        return
      }
      #expect(tasks == hang.sentences)
      #expect(problem.tookPatience && "\(error!)" == "\(problem)\n  " + tasks.joined(separator: "\n  "))
    }
  }
#endif
