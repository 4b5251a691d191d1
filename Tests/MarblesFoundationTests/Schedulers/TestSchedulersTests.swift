import Foundation
import Marbles
import MarblesFoundation
import PipesFoundation
import Testing
import VirtualTime

/// Code of an application: it knows the type of time, and nothing of tests.
private struct Search<S: Scheduler<DispatchQueue.SchedulerTimeType>> {
  let scheduler: S
  func calm(_ typed: some Publisher<String, Never>) -> some Publisher<String, Never> {
    typed.debounce(for: .milliseconds(300), scheduler: scheduler).removeDuplicates()
  }
}
private func remind(
  every interval: RunLoop.SchedulerTimeType.Stride, on scheduler: some Scheduler<RunLoop.SchedulerTimeType>,
  _ remind: @escaping () -> Void
) -> any Cancellable {
  scheduler.schedule(after: scheduler.now.advanced(by: interval), interval: interval, remind)
}

@Suite struct TestSchedulersTests {
  @Test func whatTheDocumentationShows() throws {
    func calm(
      _ typed: some Publisher<String, Never>, on scheduler: some Scheduler<DispatchQueue.SchedulerTimeType>
    ) -> some Publisher<String, Never> {
      typed.debounce(for: .milliseconds(300), scheduler: scheduler)
    }
    var shown: [String] = []

    let queue = DispatchQueue.test
    let typed = PassthroughSubject<String, Never>()
    let token = calm(typed, on: queue).sink { shown.append($0) }
    typed.send("Swift")
    try queue.advance(by: .milliseconds(300))  // shows "Swift"
    #expect(shown == ["Swift"])
    token.cancel()
  }
  @Test func codeForADispatchQueueRunsUnchanged() throws {
    let queue = DispatchQueue.test, typed = PassthroughSubject<String, Never>()
    var found: [String] = []
    let token = Search(scheduler: queue).calm(typed).sink { found.append($0) }
    typed.send("S")
    try queue.advance(by: .milliseconds(299))
    typed.send("Sw")
    try queue.advance(by: .milliseconds(299))
    #expect(found.isEmpty)
    try queue.advance(by: .milliseconds(1))
    #expect(found == ["Sw"])
    token.cancel()
  }
  @Test func theSameCodeRunsOnARealQueue() {
    let queue = DispatchQueue(label: "search"), typed = PassthroughSubject<String, Never>(),
      done = DispatchSemaphore(value: 0)
    let token = Search(scheduler: queue).calm(typed).sink { _ in done.signal() }
    typed.send("S")
    #expect(done.wait(timeout: .now() + 60) == .success)
    token.cancel()
  }
  @Test func codeForARunLoopRunsUnchanged() throws {
    let loop = RunLoop.test, start = loop.now
    var dates: [TimeInterval] = []
    let token = remind(every: 0.1, on: loop) { dates.append(start.distance(to: loop.now).timeInterval) }
    try loop.advance(by: 0.35)
    token.cancel()
    try loop.run()
    #expect(dates == [0.1, 0.2, 0.3], "to the nanosecond")
    #expect(start.date == Date(timeIntervalSinceReferenceDate: 0))
  }
  @Test func anOperationQueueCanBeReplacedToo() throws {
    let queue = OperationQueue.test
    var heard: [Int] = []
    let token = [1, 2, 3].publisher.delay(for: .seconds(3_600), scheduler: queue).receive(on: queue).sink {
      heard.append($0)
    }
    try queue.advance(by: .seconds(3_599))
    #expect(heard.isEmpty)
    try queue.advance(by: .seconds(1))
    #expect(heard == [1, 2, 3])
    token.cancel()
  }
  @Test func severalShareATimeline() throws {
    let timeline = Timeline(), queue = DispatchQueue.test(on: timeline), loop = RunLoop.test(on: timeline)
    let operations = OperationQueue.test(on: timeline)
    var order: [String] = []
    loop.schedule(after: loop.now.advanced(by: 2)) { order.append("loop") }
    queue.schedule(after: queue.now.advanced(by: 1)) { order.append("queue") }
    operations.schedule(after: operations.now.advanced(by: 2)) { order.append("operations") }
    try timeline.run()
    #expect(order == ["queue", "loop", "operations"])
    #expect(queue.now.dispatchTime.uptimeNanoseconds == 2_000_000_001)
    #expect(loop.now == RunLoop.SchedulerTimeType(Date(timeIntervalSinceReferenceDate: 2)))
  }
  @Test func eachUseIsATimelineOfItsOwn() throws {
    let first = DispatchQueue.test, second = DispatchQueue.test
    try first.advance(by: 5)
    #expect(first.now.dispatchTime.uptimeNanoseconds == 5_000_000_001 && second.now.dispatchTime.uptimeNanoseconds == 1)
  }
  @Test func aMarbleTestGivesOutSchedulersOnItsTime() throws {
    try marbles { m in
      let typed = m.cold("  -a-b-c------d-|")
      let calm = typed.debounce(for: m.frames(3), scheduler: m.scheduler(for: DispatchQueue.self))
      m.expect(calm).toBe(" --------c-----|")
      let late = typed.delay(for: m.frames(2), scheduler: m.scheduler(for: RunLoop.self))
      m.expect(late).toBe(" ---a-b-c------d-|")
    }
  }
  @Test func aTimerThatNeverFiresIsNotDue() throws {
    let queue = DispatchQueue.test
    var hasRun = false
    queue.schedule(after: .init(.distantFuture)) { hasRun = true }
    try queue.advance(by: .seconds(1_000_000))
    #expect(!hasRun)
  }
}
