#if !canImport(Combine)
  import Foundation
  import PipesFoundation
  import Testing

  @Suite struct TimerTests {
    @Test("FN-02: fields") func fields() {
      let publisher = Timer.publish(every: 5, tolerance: 0.5, on: .main, in: .common)
      #expect(publisher.interval == 5 && publisher.tolerance == 0.5 && publisher.runLoop === RunLoop.main)
      #expect(publisher.mode == .common && publisher.options == nil)
      #expect(Timer.TimerPublisher(interval: 1, runLoop: .main, mode: .default).tolerance == nil)
    }
    @Test("FN-02: ticks go to those who have demand, until the connection is cancelled") func ticks() {
      let thread = LoopThread(), publisher = Timer.publish(every: 0.005, on: thread.loop, in: .default)
      let modest = Listener<Date, Never>(), greedy = Listener<Date, Never>()
      publisher.subscribe(modest)
      publisher.subscribe(greedy)
      modest.request(.none)
      modest.request(.max(1))
      greedy.request(.unlimited)
      #expect(greedy.values.value.isEmpty, "not connected yet")
      let start = Date(), connection = publisher.connect()
      greedy.heard.wait(4)
      connection.cancel()
      connection.cancel()
      turn(thread)
      let count = greedy.values.value.count
      #expect(modest.values.value.count == 1)
      #expect(greedy.values.value[0] >= start + 0.004, "the first tick comes after the interval")
      #expect(greedy.values.value == greedy.values.value.sorted())
      greedy.request(.unlimited)
      let again = publisher.connect(), newcomer = Listener<Date, Never>()
      publisher.subscribe(newcomer)
      newcomer.request(.max(2))
      newcomer.heard.wait(2)
      again.cancel()
      turn(thread)
      #expect(greedy.values.value.count == count, "the connection took its subscribers along")
      #expect(greedy.completion.value == nil && newcomer.completion.value == nil)
      thread.stop()
    }
    @Test("FN-02: autoconnect starts with the first subscriber and stops with the last") func autoconnect() {
      let thread = LoopThread(), heard = Signal(), count = Shared(0)
      let token = Timer.publish(every: 0.002, on: thread.loop, in: .common).autoconnect().sink { _ in
        count.with { $0 += 1 }
        heard()
      }
      heard.wait(3)
      token.cancel()
      turn(thread)
      let last = count.value, later = Signal()
      thread.loop.schedule(after: thread.loop.now.advanced(by: .milliseconds(20))) { later() }
      later.wait()
      #expect(count.value == last)
      thread.stop()
    }
    @Test("FN-02: a subscriber that cancels receives nothing more and is released, the others go on") func cancel() {
      let thread = LoopThread(), publisher = Timer.publish(every: 0.002, on: thread.loop, in: .default)
      let other = Listener<Date, Never>()
      publisher.subscribe(other)
      other.request(.unlimited)
      weak var weakListener: Listener<Date, Never>?
      let connection = publisher.connect()
      do {
        let listener = Listener<Date, Never>()
        weakListener = listener
        publisher.subscribe(listener)
        listener.request(.unlimited)
        listener.heard.wait()
        listener.cancel()
        listener.subscription.with { $0 = nil }
      }
      turn(thread)
      #expect(weakListener == nil)
      let count = other.values.value.count
      other.heard.wait(count + 1)
      connection.cancel()
      thread.stop()
    }
    /// Waits until what the run loop is at is over.
    private func turn(_ thread: LoopThread) {
      let done = Signal()
      thread.loop.schedule { done() }
      done.wait()
    }
  }
#endif
