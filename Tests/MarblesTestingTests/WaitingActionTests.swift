import MarblesTesting
import Pipes
import Testing
import VirtualTime

/// An action that has not ended when its test ends is told: what it would have checked was not checked.
@Suite(.enabled(if: RealClocks.unavailable == nil)) struct WaitingActionTests {
  /// The problems of a test, each with its line in the test.
  static func problems(from line: Int = #line, _ body: @escaping @Sendable (MarbleTest) async throws -> Void)
    async throws
    -> [String]
  {
    let problems = Guarded<[String]>([])
    try await Marbles.marbles(
      report: { problem in problems.with { $0.append("+\(problem.place.line - line) \(problem.text)") } }, body)
    return problems.with { $0 }
  }

  /// The ways in which an action waits for something that never happens.
  enum Wait: CaseIterable, Sendable {
    case continuation, stream, task, longestSleep, child

    func callAsFunction() async {
      switch self {
      case .continuation: await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      case .stream:
        let (stream, sender) = AsyncStream.makeStream(of: Int.self)
        for await _ in stream {}
        withExtendedLifetime(sender) {}
      case .task: await Task { await Self.continuation() }.value
      case .longestSleep: try? await Task.sleep(nanoseconds: .max)
      case .child:
        async let child: Void = Self.continuation()
        await child
      }
    }
  }
  @Test(arguments: Wait.allCases) func eachFormOfAnAction(_ wait: Wait) async throws {
    var problems = try await Self.problems { m in
      m.at("-x") { await wait() }
      m.atEach("-a-b", name: "load") { (_: String) in await wait() }
      m.atEach("--a", ["a": 1]) { (_: Int) in await wait() }
      m.at("-x-y") {}
      m.at("x") { try await Task.sleep(for: .milliseconds(7)) }
    }
    if wait == .longestSleep { #expect(problems.popLast()?.contains("4 tasks sleep for ever: until") == true) }
    let firsts = problems.map { $0.prefix { $0 != ":" } }
    #expect(
      firsts == [
        "+1 the action of \"-x\" at frame 1 has not ended", "+2 the action 'load' at frame 1 and 1 more has not ended",
        "+3 the action of \"--a\" at frame 2 has not ended",
      ])
    #expect(
      problems.allSatisfy { $0.hasSuffix("\n  end what it waits for, cancel it, or call m.allowLive()") }, "\(problems)"
    )
    #if canImport(Glibc)
      #expect(problems.allSatisfy { $0.contains("it still waits, in 'WaitingActionTests.") }, "\(problems)")
    #endif
  }
  /// Also beside expected streams that hold, and as an explanation of those that do not.
  @Test func besideExpectedStreams() async throws {
    let problems = try await Self.problems { m in
      let sent = PassthroughSubject<Int, Never>()
      m.at("-x") {
        await Wait.continuation()
        sent.send(1)
      }
      m.expect(m.cold("---(a|)")).toBe("---(a|)")
      m.expect(sent).toBe("-1") { Int($0) }
    }
    #expect(problems.count == 2)
    #expect(problems.first?.hasPrefix("+2 the action of \"-x\" at frame 1 has not ended") == true, "\(problems)")
    #expect(problems.last?.hasPrefix("+7 sent differs at frame 1") == true, "\(problems)")
  }
  @Test func allowed() async throws {
    try await marbles { m in
      m.at("-x") { await Wait.continuation() }
      m.expect(m.cold("---(a|)")).toBe("---(a|)")
      m.allowLive()
    }
  }
  /// A task that sleeps is told with the instant until which it does.
  @Test func anActionThatSleepsIsToldOnce() async throws {
    let problems = try await Self.problems { m in
      m.at("-x") { try await Task.sleep(for: .seconds(5)) }
      m.expect(m.cold("---(a|)")).toBe("---(a|)")
    }
    #expect(problems.count == 1 && problems.first?.contains("a task sleeps after frame 3, until frame 5001") == true)
  }
  private static func nap() async { try? await Task.sleep(for: .seconds(5)) }
  private static func start() { Task { await nap() } }
  #if canImport(Glibc)
    /// A task that sleeps is told with the function that has made it, and the one in which it sleeps, also while actions
    /// are still to come.
    @Test func whoSleepsIsNamed() async throws {
      let problems = try await Self.problems { m in
        let clock = m.clock
        m.at("x") { Self.start() }
        m.at("x", name: "load") { await Self.nap() }
        m.at("-----x") { try clock.checkNobodySleeps() }
        m.expect(m.cold("---|")).toBe("---|")
      }
      func names(_ end: String) -> String {
        "\n  WaitingActionTests.start() #1 sleeps until \(end), in WaitingActionTests.nap()"
          + "\n  load x at frame 0 sleeps until \(end), in WaitingActionTests.nap()"
      }
      // The first one stands at the call of the helper.
      #expect(
        problems.map { String($0.drop { $0 != " " }.dropFirst()) }.sorted() == [
          "2 tasks sleep after frame 3, until frame 5000 (5s), although every expected stream has ended"
            + names("frame 5000 (5s)") + "\n  cancel the task, or call m.allowLive()",
          "frame 5: the action failed: 2 still sleep, until 5s, 5s" + names("5s"),
        ])
    }
  #endif
  /// A sequence whose iterator does not end at a cancel.
  @Test func aSequenceThatIgnoresItsCancel() async throws {
    struct Deaf: AsyncSequence, AsyncIteratorProtocol {
      func makeAsyncIterator() -> Self { self }
      mutating func next() async -> Int? {
        await Wait.continuation()
        return nil
      }
    }
    let problems = try await Self.problems { m in m.expect(Deaf(), from: "^--!", name: "deaf").toBe("----") { Int($0) }
    }
    #expect(
      problems == [
        "+0 deaf ignores that its task was cancelled: the task still waits for the next value\n  end 'next()' at a cancel, or call m.allowLive()"
      ])
  }

  /// The end of an action in a random test.
  private enum Fate: CaseIterable {
    case atOnce, later, byAnother, byError, never
    struct Failure: Error {}
  }
  /// In a random test exactly the actions are told that nothing ends. One that fails has ended.
  @Test(arguments: 0..<40) func exactlyThoseThatWait(seed: UInt64) async throws {
    var random = SplitMixSequence(seed: seed, number: 0)
    let fates = (0..<6).map { _ in Fate.allCases[random.below(Fate.allCases.count)] }
    let frames = fates.map { _ in random.below(5) }
    let problems = try await Self.problems { m in
      for (number, fate) in fates.enumerated() {
        let (stream, sender) = AsyncStream.makeStream(of: Int.self)
        m.at(String(repeating: "-", count: frames[number]) + "x", name: "\(number)") {
          switch fate {
          case .atOnce: await Task.yield()
          case .later: try await Task.sleep(for: .milliseconds(number))
          case .byAnother, .never: for await _ in stream {}
          case .byError: throw Fate.Failure()
          }
        }
        m.at("---x") { if fate == .byAnother { sender.finish() } else { sender.yield(1) } }
      }
    }
    let told = problems.filter { !$0.contains(" failed: ") }.compactMap {
      $0.split(separator: "'").dropFirst().first.flatMap { Int($0) }
    }
    let waiting = fates.indices.filter { fates[$0] == .never }, failed = fates.count { $0 == .byError }
    #expect(told == waiting && problems.count == waiting.count + failed, "\(fates), \(frames): \(problems)")
    #expect(problems.count { $0.contains("' failed: Failure()") } == failed, "\(fates): \(problems)")
  }
}
