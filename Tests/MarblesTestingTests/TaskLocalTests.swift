import MarblesTesting
import Pipes
import Testing
import VirtualTime

/// A value that the task of the caller has.
private enum Caller {
  @TaskLocal static var name = "nobody"
}

/// Whatever runs in virtual time runs with the task-local values of the body, so that an issue of Swift Testing belongs
/// to the test.
struct TaskLocalTests {
  /// The issues that a test records inside `withKnownIssue`. An issue that does not belong to the test fails the run,
  /// and is missing here.
  private func known(_ body: () async throws -> Void) async throws -> [String] {
    let found = Found()
    try await withKnownIssue(isIntermittent: true) {
      try await body()
    } matching: { issue in
      found.append("\(issue)")
      return true
    }
    return found.lines
  }
  private func issues(of body: @escaping @Sendable (MarbleTest) async throws -> Void) async throws -> [String] {
    try await known { try await marbles { m in try await body(m) } }
  }

  @Test func anIssueOfAnActionBelongsToTheTest() async throws {
    let found = try await issues { m in
      m.at("x") { #expect(Test.current == nil, "an action") }
      m.atEach("-x") { symbol in #expect(symbol == "y", "an action with its symbol") }
    }
    #expect(found.count == 2)
  }
  @Test func anIssueOfAnAsyncActionBelongsToTheTest() async throws {
    let found = try await issues { m in
      let clock = m.clock
      m.at("x") {
        #expect(Test.current == nil, "an async action")
        try await clock.sleep(for: .milliseconds(3))
        #expect(Test.current == nil, "an async action that has slept")
      }
    }
    #expect(found.count == 2)
  }
  @Test func anIssueOfAPipelineBelongsToTheTest() async throws {
    let found = try await issues { m in
      let late = m.cold("a-|").delay(for: m.frames(1), scheduler: m.scheduler)
      let checked = late.map { value in
        #expect(Test.current == nil, "a closure of a pipeline")
        return value
      }
      m.expect(checked).toBe("-a-|")
      m.scheduler.schedule { #expect(Test.current == nil, "an action of a scheduler") }
    }
    #expect(found.count == 2)
  }
  @Test @MainActor func anIssueOfATestOnTheMainActorBelongsToTheTest() async throws {
    let found = try await issues { @MainActor m in
      m.at("x") { #expect(Test.current == nil, "an action") }
      m.at("-x") { @MainActor in #expect(Test.current == nil, "an async action") }
    }
    #expect(found.count == 2)
  }
  @Test func anIssueOfASchedulerInVirtualTimeBelongsToTheTest() async throws {
    let found = try await known {
      try await withVirtualTime { clock in
        let scheduler = TestScheduler(timeline: clock.timeline)
        scheduler.schedule { #expect(Test.current == nil, "an action") }
        let subject = PassthroughSubject<Int, Never>()
        let cancellable = subject.debounce(for: .seconds(1), scheduler: scheduler).sink { #expect($0 == 2, "a sink") }
        subject.send(1)
        try await clock.sleep(for: .seconds(2))
        cancellable.cancel()
      }
    }
    #expect(found.count == 2)
  }
  /// `withKnownIssue` around the run of the test, in its body, as in a test that is not awaited.
  @Test func aKnownIssueMayBeInsideTheBody() async throws {
    try await marbles { m in
      m.at("-x") { #expect(Test.current == nil, "an action") }
      let found = try await known { try await m.run() }
      #expect(found.count == 1)
    }
  }

  @Test func everyWayIntoVirtualTimeKeepsTheValues() async throws {
    let found = Found()
    try await Caller.$name.withValue("the test") {
      try await marbles { m in
        m.at("x") { found.append("action: \(Caller.name)") }
        m.at("-x") { () async in found.append("async action: \(Caller.name)") }
        m.at("--x") { Task.detached { found.append("detached task: \(Caller.name)") } }
        let numbers = AsyncStream { () -> Int? in
          found.append("stream: \(Caller.name)")
          return nil
        }
        m.expect(numbers, from: "---^").toBe("---|")
        try await m.run()
      }
    }
    #expect(found.lines == ["action: the test", "async action: the test", "detached task: nobody", "stream: the test"])
  }
  /// A run inside the body uses the values that it has there.
  @Test func theValuesOfTheCallOfRunCount() async throws {
    let found = Found()
    try await Caller.$name.withValue("the test") {
      try await marbles { m in
        m.at("x") { found.append("action: \(Caller.name)") }
        m.at("-x") { () async in found.append("async action: \(Caller.name)") }
        try await Caller.$name.withValue("the run") { try await m.run() }
        found.append("afterwards: \(Caller.name)")
      }
    }
    #expect(found.lines == ["action: the run", "async action: the run", "afterwards: the test"])
  }
  /// An action is part of no task that somebody cancels, also when the body is cancelled.
  @Test func anActionIsNotCancelled() async throws {
    let found = Found()
    try await withVirtualTime { clock in
      clock.timeline.schedule(at: clock.now.advanced(by: 1)) { found.append("\(Task.isCancelled)") }
      withUnsafeCurrentTask { $0?.cancel() }
      await Task { try? await clock.sleep(for: .seconds(2)) }.value
    }
    #expect(found.lines == ["false"])
  }
}
