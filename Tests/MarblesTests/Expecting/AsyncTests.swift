import Foundation
import Marbles
import Pipes
import Testing
import VirtualTime

struct AsyncMarblesTests {
  /// The failures of an async marble test that should fail. The line numbers in it count from the line of this call.
  func failure(line: Int = #line, of body: @escaping @Sendable (MarbleTest) async throws -> Void) async throws -> String
  {
    do {
      try await marbles(line: line, body)
      return "nothing"
    } catch let failure as MarbleFailure {
      return failure.problems.map { "+\($0.place.line - line): \($0.text)" }.joined(separator: "\n\n")
    }
  }

  @Test func sequencesAreAskedWhenALaneSaysSo() async throws {
    try await marbles { m in
      let letters = m.async("ab--c|")
      m.expect(letters, demand: "1-1--*", name: "kept").toBe("a-b--(c|)")
      m.expect(letters, demand: "---(11)", name: "late").toBe("---(ab)")
      m.expect(letters, demand: "4", name: "four calls").toBe("ab--c|")
      m.expect(letters, from: "--^--!", demand: "----*", name: "a window").toBe("----(ab)")
      m.expect(letters, from: "^-!", demand: "---1", name: "asked too late").toBe("-")
    }
  }

  @Test func sequencesOfMarbles() async throws {
    try await marbles { m in
      let letters = m.async("-a-b-(cd)-|")
      m.expect(letters.map { $0.uppercased() }).toBe("-A-B-(CD)-|")
      m.expect(letters.dropFirst(2)).toBe("-----(cd)-|")
      m.expect(subscriptionsOf: letters).toBe("^---------!", "^---------!")
      let numbers = m.async("1-2#", error: Trouble.refused) { Int($0) }
      m.expect(numbers.filter { $0 > 1 }).toBe("--2#", error: .refused) { Int($0) }
    }
  }

  @Test func aWindowCancelsTheTask() async throws {
    try await marbles { m in
      let letters = m.async("-a-b-c-|")
      m.expect(letters, from: "-^---!").toBe("--a-b")
      m.expect(subscriptionsOf: letters).toBe("-^---!")
    }
  }

  /// An `AsyncStream` whose task counts until the stream is terminated.
  private func ticks(_ clock: VirtualClock, _ onEnd: @escaping @Sendable () -> Void = {}) -> AsyncStream<Int> {
    AsyncStream { continuation in
      let task = Task {
        var number = 0
        while !Task.isCancelled {
          continuation.yield(number)
          number += 1
          try? await clock.sleep(for: .milliseconds(2))
        }
      }
      continuation.onTermination = { _ in
        task.cancel()
        onEnd()
      }
    }
  }
  /// The end of an expectation releases the sequence, so that a stream is terminated.
  @Test func anExpectedStreamIsTerminated() async throws {
    let ends = Guarded<[String]>([])
    try await marbles { m in
      let clock = m.clock
      let end: @Sendable (String) -> @Sendable () -> Void = { name in
        { ends.with { $0.append("\(name) \(clock.now)") } }
      }
      m.expect(ticks(clock, end("three")).prefix(3)).toBe("0-1-(2|)") { Int($0) }
      m.expect(ticks(clock, end("doubled")).map { $0 * 2 }.prefix { $0 < 4 }).toBe("0-2-|") { Int($0) }
      m.expect(ticks(clock, end("in a window")), from: "-^---!").toBe("-01-2") { Int($0) }
    }
    #expect(ends.with { $0 }.sorted() == ["doubled 4ms", "in a window 5ms", "three 4ms"])
  }

  @Test func publishersAndSequencesTogether() async throws {
    try await marbles { m in
      let cold = m.cold("-a-b|")
      m.expect(cold.delay(for: m.frames(1), scheduler: m.scheduler)).toBe("--a-b|")
      let stream = AsyncStream<String> { continuation in
        m.drive(Sending(continuation), with: "-x-y|")
      }
      m.expect(stream).toBe("-x-y|")
    }
  }

  @Test func recordingsCanBeReadInBetween() async throws {
    try await marbles { m in
      let recorded = m.expect(m.async("-a|"))
      recorded.toBe("-a|")
      try await m.run()
      #expect(recorded.recording == [.value("a", at: .milliseconds(1)), .finished(at: .milliseconds(2))])
    }
  }

  /// An open sequence waits for its next value, as it should. Only if work has left virtual time, the failure says so.
  @Test func aTaskThatStillWaits() async throws {
    let text = try await failure { m in
      let (stream, continuation) = AsyncStream.makeStream(of: String.self)
      m.at("-x") { continuation.yield("a") }
      m.expect(stream, name: "waits").toBe("-ab")
      m.expect(m.async("ab"), demand: "1", name: "asked once").toBe("ab")
    }
    #expect(text.contains("+3: waits differs at frame 2\n"))
    #expect(text.contains("\n  frame 2: expected 'b', nothing happened\n\n"))
    #expect(
      text.contains("+4: asked once differs at frame 1\n")
        && text.hasSuffix("\n  frame 1: expected 'b', nothing happened"))
  }

  @Test func aTaskThatStillWaitsForWorkInRealTime() async throws {
    let text = try await failure { m in
      m.allowOutsideWork()
      let (stream, continuation) = AsyncStream.makeStream(of: String.self)
      // Another thread resumes the body, which is work in real time.
      await withUnsafeContinuation { body in
        Thread.detachNewThread {
          continuation.yield("a")
          body.resume()
        }
      }
      m.expect(stream, name: "waits").toBe("ab")
    }
    #expect(
      text.hasSuffix(
        "\n  frame 1: expected 'b', nothing happened\n"
          + "  a task still waits for the next value, and work has left virtual time, for which a test does not wait"),
      "\(text)")
  }

  @Test func aSequenceThatFailsOrIsAskedOtherwise() async throws {
    let text = try await failure { m in
      let letters = m.async("a-#", error: Trouble.refused)
      m.expect(letters, name: "thrown").toBe("a-|")
      m.expect(letters, demand: "--2", name: "asked").toBe("a-#", error: .refused)
    }
    #expect(
      text == """
        +2: thrown differs at frame 2
          letters   a-#
          expected  a-|
          actual    a-#'refused'
                      ^^^^^^^^^^
          frame 2: expected the completion '|', got the failure refused

        +3: asked differs at frame 0
          letters   a-#
          demand    --2
          expected  a-#
          actual    --(a#)
                    ^ ^^^^
          frame 0: expected 'a', nothing happened
          frame 2: expected the failure refused, got 'a', the failure refused
        """)
  }

  @Test func aSequenceWithoutAnEndIsAlive() async throws {
    try await marbles { m in
      m.expect(m.async("-a-b")).toBe("-a-b")
      m.expect(AsyncStream<Int> { _ in }).toBe("-")
    }
  }

  @Test func timeMustNotPassBeforeTheRun() async throws {
    let text = try await failure { m in
      m.expect(m.async("-a|")).toBe("-a|")
      try await m.clock.sleep(for: .milliseconds(3))
    }
    #expect(
      text == """
        +0: time passed before the test was run
          wait for nothing before m.run()
        """)
  }

  @Test func aTestThatIsNotAwaitedCannotIterate() throws {
    let text = try MarblesTests.failure { m in
      m.expect(m.async("-a|")).toBe("-a|")
    }
    #expect(
      text == """
        +1: an AsyncSequence runs in a test that is awaited
          write try await marbles { … }
        """)
  }

  @Test func aRuleIsAboutSequencesToo() async throws {
    let text = try await failure { m in
      let ask = m.publisher(of: m.async("-a---b---")), found = m.publisher(of: m.async("---a-----"))
      m.each(ask).isFollowed(by: found, within: m.frames(3))
      m.never(ask) { $0 == $1 }
    }
    // b comes at 5 ms, so its answer has to come until 8 ms.
    #expect(text.contains("rule broken for ask b at 5ms: no found until 8ms"), "\(text)")
  }

  /// Everything has ended, so a task that sleeps again and again is not followed for a million actions.
  @Test(arguments: [false, true]) func aSleepThatGoesOnIsPending(_ sleepsAgain: Bool) async throws {
    let text = try await failure { m in
      let clock = m.clock
      m.at("x") { Task { repeat { try? await clock.sleep(for: .seconds(1)) } while sleepsAgain && !Task.isCancelled } }
      m.expect(m.async("-a|")).toBe("-a|")
    }
    let what = "+0: a task sleeps after frame 2, until frame 1000, although every expected stream has ended\n"
    #expect(text.hasPrefix(what) && text.hasSuffix("\n  cancel the task, or call m.allowLive()"), "\(text)")
  }
}

/// Code on the main actor, as view models are.
struct MainActorTests {
  @MainActor final class Ticker: ObservableObject {
    @Published private(set) var count = 0
    func run(_ clock: some Clock<Duration>) async throws {
      while count < 2 {
        try await clock.sleep(for: .milliseconds(2))
        MainActor.assertIsolated()
        count += 1
      }
    }
  }
  @Test func aModelOnTheMainActor() async throws {
    try await marbles { @MainActor m in
      let model = Ticker(), clock = m.clock
      m.at("x") { Task { try await model.run(clock) } }
      m.expect(model.$count).toBe("0-1-2") { Int($0) }
    }
  }
  @Test @MainActor func aTestOnTheMainActor() async throws {
    let model = Ticker()
    try await marbles { @MainActor m in
      let clock = m.clock, running = Task { try await model.run(clock) }
      m.expect(model.$count).toBe("0-1-2") { Int($0) }
      try await m.run()
      try await running.value
    }
    #expect(model.count == 2)
  }
  /// Closures that are written on the main actor belong to it, and the runtime checks that at each call; streams call
  /// them from actions.
  @Test func closuresInAPipeline() async throws {
    try await marbles { @MainActor m in
      let model = Ticker(), clock = m.clock
      m.at("x") { Task { try await model.run(clock) } }
      m.expect(model.$count.map { "\($0 * 2)" }.filter { $0 != "2" }).toBe("0---4")
      let late = m.cold("-a|").delay(for: m.frames(2), scheduler: m.scheduler).handleEvents(receiveOutput: { _ in
        MainActor.assertIsolated()
      })
      m.expect(late.map { $0 + "\(model.count)" }).toBe("---b|", ["b": "a1"])
    }
  }
  /// The process has one main actor: closures of it on several timelines run one at a time.
  @Test func closuresOfTheMainActorRunOneAtATime() async throws {
    @MainActor final class Shared {
      var busy = 0, worst = 0, count = 0
      func use() {
        busy += 1
        worst = max(worst, busy)
        for _ in 0..<4000 { count += 1 }  // long enough for a second thread to come
        busy -= 1
      }
    }
    @Sendable func test(_ shared: Shared) async throws {
      try await marbles { @MainActor m in
        m.expect(m.cold("-abcdefghijkl|").handleEvents(receiveOutput: { _ in shared.use() })).toBe("-abcdefghijkl|")
        let clock = m.clock
        m.atEach("-abcdef") { _ in
          Task {
            try await clock.sleep(for: .milliseconds(1))
            shared.use()
          }
        }
      }
    }
    let shared = Shared()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { try await test(shared) } }
      try await group.waitForAll()
    }
    await #expect((shared.worst, shared.count) == (1, 4 * 18 * 4000))
  }
  /// A task outside of the main actor may not call its closures, here as anywhere.
  @Test func aTaskOutsideOfTheMainActor() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try await withVirtualTime { clock in
        try await clock.sleep(for: .seconds(1))
        MainActor.assertIsolated()
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("is called in virtual time by a task that is not on it"), "\(text)")
  }
}

/// A subject that hands what it is sent to an `AsyncStream`.
private final class Sending: Subject {
  typealias Output = String
  typealias Failure = Never
  let continuation: AsyncStream<String>.Continuation
  init(_ continuation: AsyncStream<String>.Continuation) { self.continuation = continuation }
  func send(_ value: String) { continuation.yield(value) }
  func send(completion: Subscribers.Completion<Never>) { continuation.finish() }
  func send(subscription: any Subscription) {}
  func receive<S: Subscriber<String, Never>>(subscriber: S) {}
}
