import Foundation
import Marbles
import MarblesFoundation
@testable import Pipes
@testable import PipesFoundation
import Testing

/// An app's model, with an erased scheduler: the real one, one that does not wait, and the one of a test.
@Suite struct ErasedSchedulerTests {
  struct Search {
    var scheduler: AnySchedulerOf<DispatchQueue>
    func calm(_ typed: some Publisher<String, Never>) -> some Publisher<String, Never> {
      typed.debounce(for: .milliseconds(3), scheduler: scheduler)
    }
  }
  @Test func inATest() throws {
    try marbles { m in
      let search = Search(scheduler: m.scheduler(for: DispatchQueue.self).eraseToAnyScheduler())
      m.expect(search.calm(m.hot("-a-b")), from: "^--------!").toBe("------b")
    }
  }
  /// A run loop is not `Sendable`; erased, it is the type of a property all the same.
  @Test func aRunLoopInATest() throws {
    struct Search {
      var scheduler: AnySchedulerOf<RunLoop> = .main
    }
    try marbles { m in
      let typed = m.hot("-a-b")
      let search = Search(scheduler: m.scheduler(for: RunLoop.self).eraseToAnyScheduler())
      m.expect(typed.debounce(for: 0.003, scheduler: search.scheduler), from: "^--------!").toBe("------b")
    }
    #expect(Search().scheduler.realScheduler == RunLoop.main.realScheduler)
    #expect(RunLoop.main.eraseToAnyScheduler().realScheduler == RunLoop.main.realScheduler)
  }
  #if !canImport(Combine)
    /// The run loop of this thread performs the actions when it runs.
    @Test func anErasedRunLoopPerforms() {
      let loop = RunLoop.current, scheduler = loop.eraseToAnyScheduler()
      var log: [String] = []
      scheduler.schedule { log.append("action") }
      let token = scheduler.schedule(after: scheduler.now, interval: 0.001) { log.append("tick") }
      #expect(log == [], "never inside the call")
      let limit = Date(timeIntervalSinceNow: 60)
      while log.filter({ $0 == "tick" }).count < 2 || !log.contains("action"), Date() < limit {
        _ = loop.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
      }
      #expect(log.contains("action") && log.count >= 3)
      token.cancel()
    }
  #endif
  @Test func atOnce() {
    var shown: [String] = []
    let typed = PassthroughSubject<String, Never>()
    let token = typed.receive(on: DispatchQueue.immediate).delay(
      for: .seconds(3600), scheduler: DispatchQueue.immediate
    )
    .receive(on: OperationQueue.immediate).receive(on: RunLoop.immediate).sink { shown.append($0) }
    typed.send("a")
    #expect(shown == ["a"], "it does not wait for real time")
    token.cancel()
  }
  @Test func inProduction() {
    let done = DispatchSemaphore(value: 0), isOnQueue = Guarded(false)
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.global(qos: .utility).setSpecific(key: key, value: true)
    let scheduler = AnySchedulerOf<DispatchQueue>.global(qos: .utility)
    let token = Just("a").receive(on: scheduler).sink { _ in
      isOnQueue.with { $0 = DispatchQueue.getSpecific(key: key) == true }
      done.signal()
    }
    #expect(done.wait(timeout: .now() + 60) == .success)
    #expect(isOnQueue.with { $0 })
    token.cancel()
    // The main queues: their time is the real one, and they are known as what they are.
    #expect(AnySchedulerOf<DispatchQueue>.main.realScheduler == DispatchQueue.main.realScheduler)
    #expect(AnySchedulerOf<OperationQueue>.main.realScheduler == OperationQueue.main.realScheduler)
  }
}
