import Foundation
import PipesFoundation
import Testing

/// Longer than anything here takes, however busy the machine is. It only bounds a test that has failed already.
let patience = 120.0

/// Something that several threads write and one test reads.
final class Shared<Value>: @unchecked Sendable {
  private let state: Guarded<Value>
  init(_ value: Value) { state = Guarded(value) }
  var value: Value { state.with { $0 } }
  @discardableResult func with<R>(_ body: (inout Value) -> R) -> R { state.with(body) }
}

/// Something that is waited for.
final class Signal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  func callAsFunction() { semaphore.signal() }
  func wait(_ count: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) {
    for _ in 0..<count {
      let result = semaphore.wait(timeout: .now() + patience)
      #expect(result == .success, "waited too long", sourceLocation: sourceLocation)
      if result == .timedOut { return }
    }
  }
}

/// Waits until something is so that nobody reports.
func eventually(sourceLocation: SourceLocation = #_sourceLocation, _ isSo: () -> Bool) {
  let end = Date(timeIntervalSinceNow: patience)
  while !isSo() && Date() < end { usleep(1_000) }
  #expect(isSo(), sourceLocation: sourceLocation)
}

/// A subscriber that asks for what the test says, and writes down what it gets.
final class Listener<Input, Failure: Error>: Subscriber, @unchecked Sendable {
  let subscription = Shared<(any Subscription)?>(nil)
  let values = Shared<[Input]>([])
  let completion = Shared<Subscribers.Completion<Failure>?>(nil)
  let heard = Signal(), ended = Signal()
  func receive(subscription: any Subscription) { self.subscription.with { $0 = subscription } }
  func receive(_ input: Input) -> Subscribers.Demand {
    values.with { $0.append(input) }
    heard()
    return .none
  }
  func receive(completion: Subscribers.Completion<Failure>) {
    self.completion.with { $0 = completion }
    ended()
  }
  func request(_ demand: Subscribers.Demand) { subscription.value?.request(demand) }
  func cancel() { subscription.value?.cancel() }
}

/// A thread with a run loop that runs until it is stopped.
final class LoopThread: Sendable {
  private let isStopped = Shared(false)
  private let place = Shared<(loop: RunLoop, thread: Thread)?>(nil)
  private let started = Signal(), ended = Signal()
  var loop: RunLoop { place.value!.loop }
  var thread: Thread { place.value!.thread }

  init() {
    Thread.detachNewThread { [isStopped, place, started, ended] in
      let loop = RunLoop.current
      loop.add(Timer(timeInterval: 100_000, repeats: true) { _ in }, forMode: .default)  // keeps the loop from ending
      place.with { $0 = (loop, Thread.current) }
      started()
      while !isStopped.value { _ = loop.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05)) }
      ended()
    }
    started.wait()
  }
  func stop() {
    isStopped.with { $0 = true }
    ended.wait()
  }
}
