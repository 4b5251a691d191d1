import Foundation
import Marbles
import MarblesFoundation
import PipesFoundation
import Testing
import VirtualTime

/// With `refuseRealSchedulers`, a scheduler of the real world that is written into the code under test is named, with
/// the operator that was given it.
@Suite struct RealSchedulerTests {
  private func texts(_ stream: (MarbleTest) -> some Publisher) throws -> [String] {
    var texts: [String] = []
    // Beside them, that nobody has subscribed to a source: that follows.
    try marbles(report: { if !$0.text.hasPrefix("nobody has subscribed") { texts.append($0.text) } }) { m in
      m.allowLive()
      m.refuseRealSchedulers()
      _ = m.record(stream(m), from: "^--!")
    }
    return texts
  }
  private static func text(_ user: String, _ name: String, _ kind: String, frame: Int = 0) -> String {
    "frame \(frame): \(user) was given \(name), whose time does not move here; pass m.scheduler(for: \(kind).self)"
  }
  private let main = DispatchQueue.main

  /// Every operator that takes a scheduler, found in a subscription. Those made of others name what they are made of.
  @Test func everyOperator() throws {
    func check(_ name: String, _ stream: (MarbleTest, HotSource<String, Never>) -> some Publisher) throws {
      let found = try texts { stream($0, $0.hot("-a")) }
      #expect(found == [Self.text(name, "DispatchQueue.main", "DispatchQueue")])
    }
    try check("debounce") { $1.debounce(for: .seconds(3), scheduler: main) }
    try check("delay") { $1.delay(for: .seconds(3), scheduler: main) }
    try check("receive(on:)") { $1.receive(on: main) }
    try check("subscribe(on:)") { $1.subscribe(on: main) }
    try check("throttle") { $1.throttle(for: .seconds(3), scheduler: main, latest: true) }
    try check("timeout") { $1.timeout(.seconds(3), scheduler: main) }
    try check("measureInterval") { $1.measureInterval(using: main) }
    try check("collect") { $1.collect(.byTime(main, .seconds(3))) }
    try check("collect") { $1.collect(.byTimeOrCount(main, .seconds(3), 2)) }
    try check("interval") { _, _ in Publishers.interval(.seconds(3), scheduler: main) }
    try check("timer") { _, _ in Publishers.timer(after: .seconds(3), scheduler: main) }
    try check("interval") { $1.sample(every: .seconds(3), scheduler: main) }
    try check("timer") { $1.delaySubscription(for: .seconds(3), scheduler: main) }
    let audited = try texts { $0.hot("-a").audit(for: .seconds(3), scheduler: main) }
    #expect(
      audited == [Self.text("timer", "DispatchQueue.main", "DispatchQueue", frame: 1)],
      "its timer starts with the value")
    let again = try texts { $0.cold("-#", error: URLError(.unknown)).retry(1, delay: .seconds(3), scheduler: main) }
    #expect(again == [Self.text("timer", "DispatchQueue.main", "DispatchQueue", frame: 1)])
  }
  @Test func everyScheduler() throws {
    func check<S: Scheduler>(_ scheduler: S, _ name: String, _ kind: String) throws {
      // A value would arrive from another thread, perhaps after the subscription.
      let found = try texts { $0.hot("-").receive(on: scheduler) }
      #expect(found == [Self.text("receive(on:)", name, kind)])
    }
    let operations = OperationQueue()
    try check(DispatchQueue.main.eraseToAnyScheduler(), "DispatchQueue.main", "DispatchQueue")
    try check(DispatchQueue(label: "search"), "the queue 'search'", "DispatchQueue")
    try check(RunLoop.main, "RunLoop.main", "RunLoop")
    try check(OperationQueue.main, "OperationQueue.main", "OperationQueue")
    try check(operations, "an OperationQueue", "OperationQueue")
    operations.cancelAllOperations()
  }
  @Test func standInsAreNotReported() throws {
    try marbles { m in
      m.expect(m.hot("-a").delay(for: .milliseconds(2), scheduler: m.scheduler(for: DispatchQueue.self))).toBe("---a")
      m.expect(m.hot("-a").receive(on: m.scheduler(for: RunLoop.self).eraseToAnyScheduler())).toBe("-a")
      m.expect(m.hot("-a").receive(on: ImmediateScheduler.shared)).toBe("-a")
    }
  }
  /// Work that the code itself schedules is reported; not beside an operator that was given the same scheduler, for
  /// that is why it schedules.
  @Test func workThatTheCodeSchedules() throws {
    let text =
      "frame 1: work was scheduled on DispatchQueue.main, whose time does not move here; pass m.scheduler(for: DispatchQueue.self)"
    let found = try texts { $0.hot("-aa").handleEvents(receiveOutput: { _ in DispatchQueue.main.schedule {} }) }
    #expect(found == [text], "once for all")
    let both = try texts { m in
      Publishers.Merge(m.hot("-a").receive(on: main), m.hot("-b").delay(for: .seconds(1), scheduler: main))
    }
    #expect(
      both == [
        Self.text("receive(on:)", "DispatchQueue.main", "DispatchQueue"),
        Self.text("delay", "DispatchQueue.main", "DispatchQueue"),
      ])
  }
  #if !canImport(Combine)
    @Test func aTimerOfTheRealWorld() throws {
      let found = try texts { _ in Timer.publish(every: 1, on: .main, in: .default).autoconnect() }
      #expect(found == [Self.text("Timer.publish", "RunLoop.main", "RunLoop")])
    }
  #endif
  @Test func inAsyncTestsToo() async throws {
    let error = await #expect(throws: MarbleFailure.self) {
      try await marbles { m in
        m.refuseRealSchedulers()
        m.expect(m.hot("-a").debounce(for: .seconds(3), scheduler: DispatchQueue.main), from: "^--!").toBe("-")
      }
    }
    #expect(error?.problems.map(\.text) == [Self.text("debounce", "DispatchQueue.main", "DispatchQueue")])
  }
  @Test func inVirtualTimeWithoutMarbles() async throws {
    let what =
      "receive(on:) was given DispatchQueue.main, whose time does not move here; pass DispatchQueue.test(on: clock.timeline)"
    for _ in 0..<200 {
      await #expect(throws: VirtualTimeError.outsideWork(at: .zero, how: what)) {
        try await withVirtualTime { clock in
          clock.timeline.refuseRealSchedulers()
          let token = Just(1).receive(on: DispatchQueue.main).sink { _ in }
          token.cancel()
        }
      }
    }
  }
  /// A thread of its own may have been sending when the test cancelled: which came first is luck, and no fault of the
  /// publisher.
  @Test func anEventOfAnotherThreadAfterACancel() {
    let recorder = Recorder<String, Never>(timeline: Timeline())
    recorder.receive(subscription: Subscriptions.empty)
    recorder.cancel()
    onAThread {
      _ = recorder.receive("a")
      recorder.receive(completion: .finished)
    }
    #expect(recorder.recording.values == ["a"])
    #expect(recorder.violations.isEmpty)
  }
  /// The events of a timeline come in its order, whichever thread runs it.
  @Test func anEventOfATimelineAfterACancel() {
    let timeline = Timeline()
    let recorder = Recorder<String, Never>(timeline: timeline)
    recorder.receive(subscription: Subscriptions.empty)
    recorder.cancel()
    timeline.schedule(at: .zero.advanced(by: .milliseconds(3))) {
      _ = recorder.receive("a")
      recorder.receive(completion: .finished)
    }
    onAThread { #expect(throws: Never.self) { try timeline.run() } }
    #expect(
      recorder.violations.map(\.description) == [
        "3ms: a value came after the subscription was cancelled",
        "3ms: a completion came after the subscription was cancelled",
      ])
  }
  private func onAThread(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      done.signal()
    }
    done.wait()
  }
  /// Outside of a run nothing is said.
  @Test func theRealWorld() {
    let done = DispatchSemaphore(value: 0)
    let token = Just(1).receive(on: DispatchQueue.global()).sink { _ in done.signal() }
    #expect(done.wait(timeout: .now() + 60) == .success)
    withExtendedLifetime(token) {}
  }
}
