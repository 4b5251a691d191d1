import Foundation
import PipesFoundation
import Testing

@Suite struct SchedulerTests {
  @Test("SC-05, SC-08: a queue never runs an action inside the call") func queueIsAsynchronous() {
    let queue = DispatchQueue(label: "serial"), order = Shared<[String]>([]), done = Signal()
    queue.async {
      queue.schedule {
        order.with { $0.append("action") }
        done()
      }
      order.with { $0.append("after the call") }
    }
    done.wait()
    #expect(order.value == ["after the call", "action"])
  }
  @Test("SC-05: a queue runs an action later, not before its date") func queueLater() {
    let queue = DispatchQueue(label: "serial"), done = Signal(), late = Shared<[Bool]>([])
    let date = queue.now.advanced(by: .milliseconds(20))
    queue.schedule(after: date) {
      late.with { $0.append(queue.now >= date) }
      done()
    }
    done.wait()
    #expect(late.value == [true])
  }
  @Test("SC-05: a group waits for what belongs to it") func queueGroup() {
    let queue = DispatchQueue(label: "serial"), group = DispatchGroup(), count = Shared(0)
    let options = DispatchQueue.SchedulerOptions(group: group)
    queue.schedule(options: options) { count.with { $0 += 1 } }
    queue.schedule(after: queue.now.advanced(by: .milliseconds(5)), tolerance: 0, options: options) {
      count.with { $0 += 1 }
    }
    #expect(group.wait(timeout: .now() + patience) == .success)
    #expect(count.value == 2)
  }
  @Test("SC-08: a repeating action on a queue stops when it is cancelled") func queueRepeats() {
    let queue = DispatchQueue(label: "serial")
    checkRepetition(on: queue)
  }
  @Test("SC-07: a repeating action on an operation queue stops when it is cancelled") func operationsRepeat() {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    checkRepetition(on: queue)
    #expect(queue.operationCount <= 1, "at most the action that ended the test")
  }
  @Test("SC-06: a repeating action on a run loop stops when it is cancelled") func loopRepeats() {
    let thread = LoopThread()
    checkRepetition(on: thread.loop)
    thread.stop()
  }
  /// Cancels in the third tick; an action that is due ten ticks later on the same serial scheduler finds no fourth.
  private func checkRepetition(on scheduler: some Scheduler) {
    let ticks = Shared(0), token = Shared<(any Cancellable)?>(nil), isKnown = Signal(), third = Signal(),
      done = Signal()
    let cancellable = scheduler.schedule(
      after: scheduler.now.advanced(by: .milliseconds(2)), interval: .milliseconds(2)
    ) {
      let count = ticks.with { ticks in
        ticks += 1
        return ticks
      }
      guard count == 3 else { return }
      isKnown.wait()
      token.value?.cancel()
      third()
    }
    token.with { $0 = cancellable }
    isKnown()
    third.wait()
    scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(20))) { done() }
    done.wait()
    #expect(ticks.value == 3)
  }
  @Test("SC-06: a run loop that sleeps is woken, and actions keep their order") func loopIsWoken() {
    let thread = LoopThread(), order = Shared<[Int]>([]), threads = Shared<[Bool]>([]), done = Signal()
    for number in 0..<100 {
      thread.loop.schedule {
        order.with { $0.append(number) }
        threads.with { $0.append(Thread.current === thread.thread) }
        done()
      }
    }
    done.wait(100)
    #expect(order.value == Array(0..<100))
    #expect(threads.value == Array(repeating: true, count: 100))
    thread.stop()
  }
  @Test("SC-06: a run loop never runs an action inside the call") func loopIsAsynchronous() {
    let thread = LoopThread(), order = Shared<[String]>([]), done = Signal()
    thread.loop.schedule {
      thread.loop.schedule {
        order.with { $0.append("action") }
        done()
      }
      order.with { $0.append("after the call") }
    }
    done.wait()
    #expect(order.value == ["after the call", "action"])
    thread.stop()
  }
  @Test("SC-06: a run loop runs an action later, not before its date") func loopLater() {
    let thread = LoopThread(), loop = thread.loop, late = Shared<[Bool]>([]), done = Signal()
    let date = loop.now.advanced(by: .milliseconds(20))
    loop.schedule(after: date) {
      late.with { $0.append(loop.now >= date) }
      done()
    }
    done.wait()
    #expect(late.value == [true])
    thread.stop()
  }
  // On platforms with Combine, the operations are Apple's.
  #if !canImport(Combine)
    @Test("SC-07: each action is an operation, and one for later waits for its date") func operations() {
      let queue = OperationQueue(), done = Signal(), late = Shared<[Bool]>([])
      queue.isSuspended = true
      queue.schedule { done() }
      let date = queue.now.advanced(by: .milliseconds(20))
      queue.schedule(after: date) {
        late.with { $0.append(queue.now >= date) }
        done()
      }
      #expect(queue.operationCount == 2)
      queue.isSuspended = false
      done.wait(2)
      #expect(late.value == [true])
    }
    @Test("SC-07: cancelling the operations of a queue cancels what waits for its date") func operationsAreCancelled() {
      let queue = OperationQueue(), hasRun = Shared(false)
      queue.schedule(after: queue.now.advanced(by: .seconds(1_000_000))) { hasRun.with { $0 = true } }
      queue.cancelAllOperations()
      queue.waitUntilAllOperationsAreFinished()
      #expect(!hasRun.value)
    }
  #endif
  @Test("SC-05: receive(on:) and delay on real queues") func operators() {
    let queue = DispatchQueue(label: "serial"), done = Signal(), values = Shared<[Int]>([])
    let token = [1, 2, 3].publisher
      .subscribe(on: DispatchQueue.global(qos: .userInitiated))
      .delay(for: .milliseconds(5), scheduler: queue)
      .receive(on: OperationQueue())
      .sink(receiveCompletion: { _ in done() }) { value in values.with { $0.append(value) } }
    done.wait()
    #expect(values.value == [1, 2, 3])
    token.cancel()
  }
}
