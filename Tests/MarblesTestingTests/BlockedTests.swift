import Foundation
import MarblesTesting
import Pipes
import Testing
@testable import VirtualTime

/// A thread that waits for itself: the report names the law and the row, and the process ends.
struct BlockedTests {
  /// An operator that holds a lock while it calls its subscriber.
  struct Doubled<Upstream: Publisher<Int, Never>>: Publisher {
    typealias Output = Int
    typealias Failure = Never
    let upstream: Upstream
    func receive<S: Subscriber<Int, Never>>(subscriber: S) { upstream.subscribe(Inner(subscriber)) }

    final class Inner<S: Subscriber<Int, Never>>: Subscriber, Subscription {
      let lock = NSLock(), downstream: S
      var upstream: (any Subscription)?
      init(_ downstream: S) { self.downstream = downstream }
      func receive(subscription: any Subscription) {
        upstream = subscription
        downstream.receive(subscription: self)
      }
      func receive(_ input: Int) -> Subscribers.Demand { lock.withLock { downstream.receive(input * 2) } }
      func receive(completion: Subscribers.Completion<Never>) {
        lock.withLock { downstream.receive(completion: completion) }
      }
      func request(_ demand: Subscribers.Demand) { lock.withLock { upstream }?.request(demand) }
      func cancel() { lock.withLock { upstream }?.cancel() }
    }
  }

  /// It is run as a process of its own, because it has to end.
  @Test func aLockThatIsHeldEndsTheProcess() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      alarm(60)  // a process that does not end by itself says nothing, and fails
      SynchronousRun.patience.with { $0 = .milliseconds(200) }
      try checkLaws { $0.replaceError(with: 0).doubled() }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.hasPrefix("BlockedTests.swift:") && text.contains(": the check of laws does not go on at "), "\(text)")
    #expect(text.contains("its thread has waited for 0.2 seconds of real time\n"))
    #expect(
      text.contains("\n  the law: ") && text.contains("\n  source") && text.contains("\n  again: cases: .again(\""))
  }

  /// A test that is not awaited runs on the thread of its caller, which cannot be left behind.
  @Test(arguments: [false, true]) func aTestThatIsNotAwaitedEndsTheProcess(inAProgram: Bool) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [inAProgram] in
      alarm(60)  // a process that does not end by itself says nothing, and fails
      SynchronousRun.patience.with { $0 = .milliseconds(200) }
      let semaphore = DispatchSemaphore(value: 0)
      if inAProgram {
        marblesOrExit { m in m.at("-x") { semaphore.wait() } }
      } else {
        // A `deinit` is code of users, too.
        final class Waiting {
          let semaphore: DispatchSemaphore
          init(_ semaphore: DispatchSemaphore) { self.semaphore = semaphore }
          deinit { semaphore.wait() }
        }
        try marbles { m in
          m.expect(m.cold("-a|")).toBe("-a|")
          m.keep(Waiting(semaphore))
        }
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(" does not go on at \(inAProgram ? "1ms" : "2ms"): its thread has waited for 0.2 seconds"),
      "\(text)")
  }
}
extension Publisher where Output == Int, Failure == Never {
  fileprivate func doubled() -> BlockedTests.Doubled<Self> { BlockedTests.Doubled(upstream: self) }
}
