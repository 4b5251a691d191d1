import Pipes
import Testing
import VirtualTime

@Suite("delay and debounce: the order of calls") struct TimingCalls {
  /// An operator whose timer runs from the subscription, from a value or from a failure on.
  struct Waiting: CustomTestStringConvertible, Sendable {
    enum Since { case subscription, value, failure }
    typealias Scheduler = TestScheduler<VirtualInstant, Never>
    let testDescription: String
    let since: Since
    let build: @Sendable (Source<Int, Oops>, Scheduler) -> AnyPublisher<String, Oops>
    init<P: Publisher & SendableMetatype>(
      _ rule: String, since: Since = .value, _ build: @escaping @Sendable (Source<Int, Oops>, Scheduler) -> P
    ) where P.Failure == Oops {
      (testDescription, self.since) = (rule, since)
      self.build = { build($0, $1).map { "\($0)" }.eraseToAnyPublisher() }
    }
    static let all = [
      Waiting("TI-02 debounce") { $0.debounce(for: 5, scheduler: $1) },
      Waiting("RE-03 collect by time") { $0.collect(.byTime($1, 5)) },
      Waiting("BC-34 sample at a pace") { $0.sample(every: 5, scheduler: $1) },
      Waiting("BC-35 audit for a time") { $0.audit(for: 5, scheduler: $1) },
      Waiting("BC-38 retry after a delay", since: .failure) { $0.retry(1, delay: 5, scheduler: $1) },
      Waiting("BC-25 delaySubscription", since: .subscription) {
        $0.delaySubscription(for: 5, scheduler: $1).eraseToAnyPublisher()
      },
      Waiting("BC-37 timer", since: .subscription) {
        Publishers.timer(after: 1, every: 4, scheduler: $1).setFailureType(to: Oops.self)
      },
    ]
  }

  @Test("TI-02 RE-03 BC-25 BC-34 BC-35 BC-37 BC-38 a cancel takes the timer back", arguments: Waiting.all)
  func cancelled(
    _ waiting: Waiting
  ) {
    let c = Clockwork { waiting.build($0, $1) }
    switch waiting.since {
    case .subscription: break
    case .value: c.source.send(1)
    case .failure: c.source.fail(.oops)
    }
    _ = c.rig.take()
    #expect(c.scheduler.timeline.pendingCount == 1)
    c.probe.cancel()
    #expect(c.scheduler.timeline.pendingCount == 0)
    _ = c.rig.take()
    #expect(c.go(to: 20) == "")
  }

  @Test("TI-02 upstream is asked for everything, after the subscription") func debounceDemand() {
    let c = Clockwork(demand: nil) { $0.debounce(for: 5, scheduler: $1) }
    #expect(c.rig.take() == "U^ ^Debounce U?*")
    #expect(c.source.send(1) == .none)
    c.probe.request(.max(1))
    #expect(c.rig.take() == "")
    #expect(c.go(to: 5) == "1")
  }

  @Test("TI-02 demand given back counts") func debounceReply() {
    let c = Clockwork(demand: .max(1)) { $0.debounce(for: 5, scheduler: $1) }
    c.probe.reply = .max(1)
    _ = c.rig.take()
    c.source.send(1)
    #expect(c.go(to: 5) == "1")
    c.source.send(2)
    #expect(c.go(to: 10) == "2")
  }
}
