#if !canImport(Combine)
  import Foundation
  import MarblesFoundation
  import MarblesTesting
  import PipesFoundation
  import Testing

  private enum Problem: Error { case broken }

  /// Sends more than it was asked for.
  private struct Pushy: Publisher {
    typealias Output = Int
    typealias Failure = Problem
    func receive<S: Subscriber<Int, Problem>>(subscriber: S) {
      subscriber.receive(subscription: Deaf())
      for number in 1...3 { _ = subscriber.receive(number) }
    }
    private struct Deaf: Subscription {
      let combineIdentifier = CombineIdentifier()
      func request(_ demand: Subscribers.Demand) {}
      func cancel() {}
    }
  }

  /// The claims of the page for people who come from Combine, row by row.
  @Suite struct DecisionTests {
    @Test func theFirstValuesEndWithTheLastOfThem() throws {
      try marbles { m in
        let source = m.cold("-a-b-c|")
        m.expect(source.prefix(2)).toBe("-a-(b|)")
        m.expect(source.prefix(0)).toBe("|")
        m.expect(source.output(in: 1...1)).toBe("---(b|)")
      }
    }
    @Test func theLatestOfAllEndWithTheLastOfAll() throws {
      try marbles { m in
        let some = m.cold("-a----|"), none = m.cold("--|")
        m.expect(some.combineLatest(none)).toBe("------|")
      }
    }
    @Test func whoeverIsCombinedIsAskedForMore() throws {
      try marbles { m in
        let first = m.cold("a-b|"), second = m.cold("c-d|")
        let both = first.zip(second) { $0 + $1 }
        m.expect(both, demand: "1---1", name: "both").toBe("'ac'---('bd'|)")
        m.expect(demandOn: first).toBe("1---1")
        m.expect(demandOn: second).toBe("1---1")
      }
    }
    @Test func aFailureInsideCancelsOutside() throws {
      try marbles { m in
        let outer = m.cold("-a-----", failure: Problem.self), inner = m.cold("--#", error: Problem.broken)
        m.expect(outer.flatMap { _ in inner }).toBe("---#")
        m.expect(subscriptionsOf: outer).toBe("^--!")
      }
    }
    @Test func aCancelBetweenAFailureAndWhatReplacesItCounts() {
      var token: AnyCancellable?, heard: [Int] = []
      let source = PassthroughSubject<Int, Problem>(), spare = PassthroughSubject<Int, Never>()
      token = source.catch { _ -> PassthroughSubject<Int, Never> in
        token?.cancel()
        return spare
      }.sink { heard.append($0) }
      source.send(completion: .failure(.broken))
      spare.send(1)
      #expect(heard.isEmpty)
    }
    @Test func aThrottleSendsTheFirstAtOnce() throws {
      try marbles { m in
        let source = m.cold("-ab------|")
        m.expect(source.throttle(for: m.frames(4), scheduler: m.scheduler, latest: true)).toBe("-a---b---|")
      }
    }
    @Test func noPeriodGivesAnEmptyArray() throws {
      try marbles { m in
        let source = m.cold("-a-------b-|")
        let periods = source.collect(.byTime(m.scheduler, m.frames(4)))
        m.expect(periods).toBe("----x------(y|)", ["x": ["a"], "y": ["b"]])
      }
    }
    @Test func aRepetitionRepeatsWhatCameBefore() throws {
      try marbles { m in
        let source = m.cold("-1-2-3-5-|") { Int($0) }
        m.expect(source.removeDuplicates { $1 - $0 < 2 }).toBe("-1-----5-|") { Int($0) }
      }
    }
    @Test func aSubscriberCountsOnce() throws {
      try marbles { m in
        let source = m.cold("-a-b-c-|")
        let shared = source.multicast { PassthroughSubject() }.autoconnect()
        var subscription: (any Subscription)?
        m.at("x", name: "comes") {
          shared.subscribe(AnySubscriber<String, Never>(receiveSubscription: { subscription = $0 }))
        }
        m.at("--xxx", name: "leaves three times") { subscription?.cancel() }
        m.expect(shared).toBe("-a-b-c-|")
        m.expect(subscriptionsOf: source).toBe("^------!")
      }
    }
    @Test func shortcutsMeanWhatTheOperatorsMean() {
      #expect(Just(1).output(in: 0..<0).output == nil)
      var end: Subscribers.Completion<Problem>?
      let token = Result<Int, Problem>.failure(.broken).publisher.ignoreOutput().sink(receiveCompletion: { end = $0 }) {
        _ in
      }
      #expect(end == .failure(.broken))
      token.cancel()
    }
    @Test func whatNobodyAskedForIsDropped() {
      var heard: [Int] = []
      Pushy().replaceError(with: 0).subscribe(
        AnySubscriber<Int, Never>(
          receiveSubscription: { $0.request(.max(1)) },
          receiveValue: { value in
            heard.append(value)
            return .none
          }))
      #expect(heard == [1])
    }
    @Test func aBrokenRuleFailsTheMarbleTest() throws {
      var problems: [String] = []
      try marbles(report: { problems.append($0.text) }) { m in
        m.at("-x") { Just(1).subscribe(AnySubscriber<Int, Never>(receiveSubscription: { $0.request(.none) })) }
      }
      #expect(problems.count == 1 && problems[0].hasPrefix("frame 1: "))
      #expect(problems[0].hasSuffix("a subscriber must not request a demand of zero"))
    }

    @Test func durationsMultiply() {
      let stride: DispatchQueue.SchedulerTimeType.Stride = 2
      #expect(stride * 3 == .seconds(6))
    }
    @Test func aTimerHandsItsToleranceOn() {
      #expect(Timer.publish(every: 5, tolerance: 0.5, on: .main, in: .common).tolerance == 0.5)
    }
    @Test func anObjectHasOneStreamOfItsChanges() {
      final class Plain: ObservableObject {}
      let plain = Plain()
      #expect(plain.objectWillChange === plain.objectWillChange)
    }
    @Test func whatIsNoLongerIteratedIsCancelled() async {
      let subject = CurrentValueSubject<Int, Never>(1)
      let cancelled = Shared(false)
      do {
        var iterator = subject.handleEvents(receiveCancel: { cancelled.with { $0 = true } }).values.makeAsyncIterator()
        #expect(await iterator.next() == 1)
        #expect(!cancelled.value)
      }
      #expect(cancelled.value)
    }
    @Test func whatThreadsShareSaysSo() {
      func takes<T: Sendable>(_ type: T.Type) {}
      takes(PassthroughSubject<Int, Never>.self)
      takes(CurrentValueSubject<Int, Never>.self)
      takes(Future<Int, Never>.self)
      takes(AnyCancellable.self)
    }
  }
#endif
