import Foundation
import Marbles
import Pipes
import PipesFoundation
import Testing
import VirtualTimeFoundation

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
  @Test func atOnce() {
    var shown: [String] = []
    let typed = PassthroughSubject<String, Never>()
    let token = typed.receive(on: DispatchQueue.immediate).delay(for: .seconds(3600), scheduler: DispatchQueue.immediate)
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
