import Marbles
import Pipes
import Testing
import VirtualTime

/// Checks of laws with `other()`: operators with several upstreams, and the laws about order, large demand and
/// progress.
@Suite struct LawsOfSeveralUpstreamsTests {
  /// The problems of a check.
  private func problems<P: Publisher>(
    except: Set<OperatorLaw> = [], cases: Cases = 100, threads: Int = 0, _ build: @escaping (LawSource<Int>) -> P
  ) throws -> [String] {
    var texts: [String] = []
    try checkLaws(except: except, cases: cases, threads: threads, report: { texts.append($0.text) }, build)
    return texts
  }

  @Test func goodOperatorsKeepTheLaws() throws {
    func check<P: Publisher>(except: Set<OperatorLaw> = [], line: Int = #line, _ build: @escaping (LawSource<Int>) -> P)
      throws
    {
      try checkLaws(except: except, cases: 40, threads: 5, line: line, build)
    }
    try check(except: [.order]) { $0.merge(with: $0.other()) }
    try check(except: [.order]) { $0.merge(with: $0.other(), $0.other(), $0.other()) }
    try check { $0.zip($0.other()) { $0 + $1 } }
    try check { $0.append($0.other()) }
    // With threads the winner, and with it all that is sent, is chance.
    try checkLaws(cases: 40) { $0.race(with: $0.other()) }
    try check(except: [.order]) { source in
      let inner = source.other()
      return source.flatMap { _ in inner }
    }
    // The next value of the outer publisher waits until the inner one completes.
    try check(except: [.progress]) { source in
      let inner = source.other()
      return source.flatMap(maxPublishers: .max(1)) { _ in inner }
    }
  }

  @Test func anotherOrderIsALawOfItsOwn() throws {
    let texts = try problems { $0.merge(with: $0.other()) }
    #expect(texts.count == 1)
    let text = try #require(texts.first)
    #expect(
      text.hasPrefix(
        "a law of operators is broken (the values come in the same order, however they are requested) at frame "),
      "\(text)")
    #expect(text.contains("\n  source") && text.contains("\n  other"), "\(text)")
    #expect(
      text.contains(
        "\n  an operator that merges the values of several upstreams does not keep this law: except: [.order]\n"),
      "\(text)")
  }

  @Test func anUpstreamThatIsNotCancelledIsFound() throws {
    let texts = try problems { OneSided(upstream: $0, other: $0.other()) }
    #expect(
      texts.contains {
        $0.hasPrefix("a law of operators is broken (nothing follows a cancel, and the upstream is cancelled)")
      }, "\(texts)")
  }

  @Test func anUpstreamThatIsForgottenIsFound() throws {
    let texts = try problems { source in
      _ = source.other()
      let second = source.other()
      return source.append(second)
    }
    #expect(
      texts == [
        """
        a law of operators is broken (each upstream is subscribed to)
          the upstream number 1 that other() returns is not subscribed to in any of 900 cases
        """
      ])
    #expect(try problems(except: [.upstreams]) { source in source.append(source.other()).merge(with: Empty()) } == [])
  }

  @Test func anOperatorThatSendsNothingIsFound() throws {
    let texts = try problems { $0.ignoreOutput() }
    #expect(
      texts == [
        """
        a law of operators is broken (a value comes)
          no value came in any of 900 cases
          an operator that sends only the completion does not keep this law: except: [.values]
        """
      ])
    #expect(try problems(except: [.values]) { $0.ignoreOutput() } == [])
    // A few cases may have no value by chance.
    #expect(try problems(cases: 1) { $0.ignoreOutput() } == [])
  }

  @Test func anUpstreamThatWaitsForDemandIsFound() throws {
    let texts = try problems { Altered(upstream: $0) { $0 == .unlimited ? .max(2) : $0 } }
    #expect(
      texts.contains {
        $0.hasPrefix("a law of operators is broken (no upstream waits for demand when everything is requested)")
      },
      "\(texts)")
  }

  @Test func aLargeDemandThatIsNotLikeUnlimitedDemandIsFound() throws {
    let texts = try problems(except: [.everyDemand]) {
      // One value where several are requested, but not all.
      Altered(upstream: $0) { $0 == .unlimited ? $0 : Swift.min($0, .max(1)) }
    }
    #expect(texts.count == 1)
    #expect(
      texts.first?.hasPrefix("a law of operators is broken (a demand that is never used up is like unlimited demand)")
        == true, "\(texts)")
    // The shortest row has the one value that comes late or not at all.
    #expect(
      texts.first?.contains("\n  unlimited  ") == true && texts.first?.contains("\n  1,000      ") == true, "\(texts)")
  }

  @Test func aValueAfterACancelThatIsRequestedIsFound() throws {
    let texts = try problems { Altered(upstream: $0, isUndying: true) }
    #expect(texts.contains { $0.contains("(nothing follows a cancel, and the upstream is cancelled)") }, "\(texts)")
  }

  /// A source in a closure that runs with the streams has no row.
  @Test func anOtherUpstreamIsMadeBeforeTheRun() throws {
    let texts = try problems(except: [.order]) { source in source.flatMap { _ in source.other() } }
    #expect(
      texts.contains { $0.hasPrefix("the test runs already") && $0.contains("\n  describe everything before m.run()") },
      "\(texts)")
  }
}

/// Passes the first upstream on, and subscribes to the other one for ever.
private struct OneSided: Publisher {
  typealias Output = Int
  typealias Failure = LawFailure
  let upstream: LawSource<Int>, other: LawSource<Int>

  func receive<S: Subscriber<Int, LawFailure>>(subscriber: S) {
    upstream.subscribe(subscriber)
    other.subscribe(AnySubscriber(receiveSubscription: { $0.request(.unlimited) }))
  }
}

/// Passes its upstream on, with another demand.
private struct Altered: Publisher {
  typealias Output = Int
  typealias Failure = LawFailure
  let upstream: LawSource<Int>
  /// Whether it sends a value for a request that comes after the cancel.
  var isUndying = false
  var change: (Subscribers.Demand) -> Subscribers.Demand = { $0 }

  func receive<S: Subscriber<Int, LawFailure>>(subscriber: S) {
    upstream.subscribe(Changed(subscriber, isUndying: isUndying, change))
  }
}

/// A subscription that changes the demand.
private final class Changed<S: Subscriber<Int, LawFailure>>: Subscriber, Subscription {
  typealias Input = Int
  typealias Failure = LawFailure
  private var downstream: S?
  private var upstream: (any Subscription)?
  private let isUndying: Bool
  private let change: (Subscribers.Demand) -> Subscribers.Demand

  init(_ downstream: S, isUndying: Bool, _ change: @escaping (Subscribers.Demand) -> Subscribers.Demand) {
    (self.downstream, self.isUndying, self.change) = (downstream, isUndying, change)
  }

  func receive(subscription: any Subscription) {
    upstream = subscription
    downstream?.receive(subscription: self)
  }
  func receive(_ input: Int) -> Subscribers.Demand { change(downstream?.receive(input) ?? .none) }
  func receive(completion: Subscribers.Completion<LawFailure>) {
    let old = downstream
    (downstream, upstream) = (nil, nil)
    old?.receive(completion: completion)
  }
  func request(_ demand: Subscribers.Demand) {
    if let upstream { upstream.request(change(demand)) } else { _ = downstream?.receive(1) }
  }
  func cancel() {
    upstream?.cancel()
    upstream = nil
    if !isUndying || isDead { downstream = nil }
    isDead = true
  }
  private var isDead = false
}
