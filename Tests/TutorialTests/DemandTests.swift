#if !canImport(Combine)
  import MarblesTesting
  import PipesFoundation
  import Testing

  /// Counts down, as far as it is asked to.
  private struct CountingDown: Publisher {
    typealias Output = Int
    typealias Failure = Never
    let start: Int

    func receive<S: Subscriber<Int, Never>>(subscriber: S) {
      subscriber.receive(subscription: Launch(subscriber, from: start))
    }

    private final class Launch<S: Subscriber<Int, Never>>: Subscription {
      private var subscriber: S?
      private var next: Int
      private var demand = Subscribers.Demand.none
      private var isCounting = false
      init(_ subscriber: S, from start: Int) { (self.subscriber, next) = (subscriber, start) }

      func request(_ more: Subscribers.Demand) {
        demand += more
        if isCounting { return }
        isCounting = true
        defer { isCounting = false }
        while let subscriber, demand > .none {
          demand -= 1
          demand += subscriber.receive(next)
          next -= 1
          if next < 0 { finish() }
        }
      }
      func cancel() { subscriber = nil }
      private func finish() {
        let last = subscriber
        subscriber = nil
        last?.receive(completion: .finished)
      }
    }
  }

  /// Demand: the protocols behind publishers and subscribers.
  @Suite struct DemandTests {
    @Test func anAsyncLoopRequestsOneValueAtATime() async throws {
      try await marbles { m in
        let clock = m.clock
        let ping = m.hot("  -1-2-3-4-|")
        let page = m.cold(" -1-2-3-4-|")
        let lost = ping.values.map { value in
          try? await clock.sleep(for: .milliseconds(3))
          return value
        }
        let kept = page.values.map { value in
          try? await clock.sleep(for: .milliseconds(3))
          return value
        }
        m.expect(lost).toBe("----1---3|")
        m.expect(demandOn: ping).toBe("1---1---1")
        m.expect(kept).toBe("----1--2--3--(4|)")
      }
    }
    @Test func lawsOfAnOrigin() throws {
      try checkLaws(except: [.upstreams]) { _ in CountingDown(start: 3) }
    }
    @Test func demandOverTime() throws {
      try marbles { m in
        m.expect(CountingDown(start: 3), demand: "-2--1--*").toBe("-[32]--1--(0|)") { Int($0) }
      }
    }
  }
#endif
