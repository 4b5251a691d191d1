import Combine
import Foundation
import MarblesFoundation
import MarblesTesting
import Pipes
import PipesFoundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Marble tests of code that imports Combine.
@Suite struct MarblesForCombineTests {
  @Test func onlyAPauseStartsASearch() throws {
    try marbles(frame: .milliseconds(100)) { m in
      let typed = m.hot("   -a-b-c------d-----|")
      let found = searches(typed.combine, on: m.scheduler(for: RunLoop.self))
      m.expect(found).toBe("--------c------d--|")
    }
  }
  @Test func theSchedulerOfATestServesCombine() throws {
    try marbles { m in
      let source = m.cold("      -a-b-#", error: URLError(.timedOut))
      let late = pause(source.combine, for: m.frames(3), on: m.scheduler)
      m.expect(late).toBe("      ----a-b-#")
      m.expect(subscriptionsOf: source).toBe("^----!")
    }
  }
  @Test func aSchedulerOfOnesOwn() throws {
    try marbles { m in
      var count = 0
      let own = Counting(base: m.scheduler) { count += 1 }
      let source = m.cold("      -a-b-|")
      let late = pause(source.combine, for: m.frames(3), on: own)
      m.expect(late).toBe("      ----a-b-|")
      try m.run()
      #expect(count > 0)
    }
  }
  @Test func aModelWithPublished() throws {
    try marbles(frame: .milliseconds(100)) { m in
      let shelf = Shelf(scheduler: m.scheduler)
      m.atEach("-a-b", name: "typed") { shelf.query = $0 }
      m.expect(shelf.$title, name: "title").toBe("n-----t", ["n": "nothing", "t": "books about b"])
    }
  }
  @Test func aFailureIsReported() throws {
    #expect(throws: MarbleFailure.self) {
      try Marbles.marbles { m in
        let source = m.cold("-a-|")
        m.expect(source.combine).toBe("-b-|")
      }
    }
  }
  @Test func demandPassesUnchanged() throws {
    try marbles { m in
      let source = m.cold("-a-b-c-|")
      m.expect(source.combine, demand: "2----1").toBe("-a-b-c-|")
      m.expect(demandOn: source).toBe("2----1")
    }
  }
  @Test func repeatingActions() throws {
    let scheduler = DispatchQueue.test
    var heard: [Int] = []
    let token = Clock(scheduler: scheduler).ticks(3, every: .milliseconds(10)) { heard.append($0) }
    try scheduler.advance(by: .milliseconds(35))
    token.cancel()
    try scheduler.advance(by: .milliseconds(100))
    #expect(heard == [1, 2, 3])
    // Stored without its type, it still serves both.
    let erased = scheduler.eraseToAnyScheduler()
    let other = Clock(scheduler: erased).ticks(1, every: .milliseconds(10)) { heard.append(10 * $0) }
    try scheduler.advance(by: .milliseconds(15))
    other.cancel()
    #expect(heard == [1, 2, 3, 10])
  }
}

/// Foundation's schedulers and publishers under Pipes, where Combine has them.
@Suite struct FoundationUnderPipesTests {
  private final class Box<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: [Value] = []
    let came = DispatchSemaphore(value: 0)
    var values: [Value] { lock.withLock { stored } }
    func add(_ value: Value) {
      lock.withLock { stored.append(value) }
      came.signal()
    }
  }

  @Test func aCallOnAQueueMeansOneMethod() {
    let queue = DispatchQueue(label: "serial"), box = Box<Int>()
    queue.schedule { box.add(1) }
    #expect(box.came.wait(timeout: .now() + 60) == .success)
    queue.schedule(after: queue.now.advanced(by: .milliseconds(1))) { box.add(2) }
    #expect(box.came.wait(timeout: .now() + 60) == .success)
    let token = queue.schedule(after: queue.now, interval: .milliseconds(1)) { box.add(3) }
    #expect(box.came.wait(timeout: .now() + 60) == .success)
    let isOfPipes: any Pipes.Cancellable = token
    isOfPipes.cancel()
    #expect(box.values.prefix(3) == [1, 2, 3])
  }
  @Test func operatorsOfPipesOnEachScheduler() {
    func check<S: Pipes.Scheduler>(_ scheduler: S) {
      let box = Box<Int>(), source = Pipes.PassthroughSubject<Int, Never>()
      let token = source.delay(for: .milliseconds(1), scheduler: scheduler).receive(on: scheduler).sink { box.add($0) }
      source.send(7)
      #expect(box.came.wait(timeout: .now() + 60) == .success)
      #expect(box.values == [7])
      token.cancel()
    }
    check(DispatchQueue(label: "serial"))
    check(OperationQueue())
  }
  @Test func notifications() {
    let center = NotificationCenter(), name = Notification.Name("rain"), box = Box<Notification.Name>()
    let token = center.publisher(for: name).pipes.map(\.name).sink { box.add($0) }
    center.post(name: name, object: nil)
    token.cancel()
    center.post(name: name, object: nil)
    #expect(box.values == [name])
  }
  @Test func timers() {
    let publisher = Timer.publish(every: 0.001, on: .main, in: .common)
    let dates: some Pipes.Publisher<Date, Never> = publisher.autoconnect().pipes
    let token = dates.sink { _ in }
    token.cancel()
  }
  @Test func requests() {
    let requests: some Pipes.Publisher<URLResponse, URLError> =
      URLSession.shared.dataTaskPublisher(for: URL(fileURLWithPath: "/")).pipes.map(\.response)
    _ = requests
  }
}

/// What passes from one framework to the other.
@Suite struct BridgeTests {
  private final class Canary {}

  @Test func thereAndBackIsTheSame() throws {
    try marbles { m in
      let there = m.cold("-a--b-(cd)-|")
      m.expect(there.combine.pipes).toBe("-a--b-(cd)-|")
      let failing = m.cold("-a-#", error: URLError(.timedOut))
      m.expect(failing.combine.map { $0 }.pipes).toBe("-a-#")
    }
  }
  @Test func cancelReachesTheSourceAndFreesTheSubscriber() {
    for isInside in [false, true] {
      let source = Pipes.PassthroughSubject<Int, Never>()
      weak var weakCanary: Canary?
      var cancelled = 0, token: Pipes.AnyCancellable?
      do {
        let canary = Canary()
        weakCanary = canary
        token = source.handleEvents(receiveCancel: { cancelled += 1 }).combine.map { $0 + 1 }.pipes.sink { _ in
          _ = canary
          if isInside { token?.cancel() }
        }
      }
      source.send(1)
      if !isInside { token?.cancel() }
      token = nil
      source.send(2)
      #expect(cancelled == 1 && weakCanary == nil)
    }
  }
  @Test func aSubscriberOfCombineThatRequestsLittleGetsLittle() {
    let source = Pipes.PassthroughSubject<Int, Never>()
    var values: [Int] = [], subscription: (any Combine.Subscription)?
    let subscriber = Combine.AnySubscriber<Int, Never>(
      receiveSubscription: { subscription = $0 },
      receiveValue: { value in
        values.append(value)
        return value == 1 ? .max(1) : .none
      })
    source.combine.subscribe(subscriber)
    source.send(0)
    subscription?.request(.max(1))
    for value in 1...5 { source.send(value) }
    #expect(values == [1, 2])
    subscription?.request(.unlimited)
    for value in 6...7 { source.send(value) }
    #expect(values == [1, 2, 6, 7])
    subscription?.cancel()
    source.send(8)
    #expect(values == [1, 2, 6, 7])
  }
}
