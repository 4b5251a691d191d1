import Pipes
import Testing

/// A relay that lets everything through, with one fault at a time: the laws are tried on it.
struct Flawed<Upstream: Publisher>: Publisher {
  typealias Output = Upstream.Output
  typealias Failure = Upstream.Failure

  enum Fault: String, CaseIterable, Sendable {
    case none, takesSecondSubscription, ignoresEnd, endsTwice, ignoresCancel, cancelsTwice, cancelsNothing,
      keepsDownstream
    case asksForOneMore, asksAtOnce, losesReply, losesRequests, sharesIdentifier, losesValues, swallowsFailure
    case deliversEarlyValues, deliversAfterCancelInside, completesAfterCancelInside, keepsItself
  }
  let upstream: Upstream
  let fault: Fault

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(Inner(subscriber, fault))
  }

  final class Inner<S: Subscriber>: Subscriber, Subscription, CustomStringConvertible
  where S.Input == Output, S.Failure == Failure {
    private enum State { case waiting, live, over }
    private var downstream: S?
    private var upstream: (any Subscription)?
    private var state = State.waiting
    private var isCancelled = false
    private var own: AnyObject?
    private let fault: Fault
    let description = "Flawed"

    init(_ downstream: S, _ fault: Fault) { (self.downstream, self.fault) = (downstream, fault) }
    var combineIdentifier: CombineIdentifier { fault == .sharesIdentifier ? sameForAll : CombineIdentifier(self) }

    func receive(subscription: any Subscription) {
      guard state == .waiting || (fault == .takesSecondSubscription && state == .live) else {
        return subscription.cancel()
      }
      upstream = subscription
      state = .live
      if fault == .keepsItself { own = self }
      downstream?.receive(subscription: self)
      if fault == .asksAtOnce { subscription.request(.unlimited) }
    }
    func receive(_ input: Input) -> Subscribers.Demand {
      let isOpen =
        state == .live || (state == .waiting && fault == .deliversEarlyValues)
        || (state == .over && (fault == .ignoresEnd || fault == .deliversAfterCancelInside))
      guard isOpen, let downstream else { return .none }
      if fault == .losesValues, input as? Int == 2 { return .none }
      let more = downstream.receive(input)
      return fault == .losesReply ? .none : more
    }
    func receive(completion: Subscribers.Completion<Failure>) {
      guard state == .live || fault == .endsTwice, let target = downstream else { return }
      if fault == .swallowsFailure, case .failure = completion { return }
      if fault != .ignoresEnd { state = .over }
      if fault != .keepsDownstream, fault != .endsTwice, fault != .ignoresEnd, fault != .keepsItself {
        var old = upstream
        (downstream, upstream) = (nil, nil)
        withExtendedLifetime(old) {}
        old = nil  // it may cancel
        if isCancelled, fault != .completesAfterCancelInside { return }
      }
      target.receive(completion: completion)
    }
    func request(_ demand: Subscribers.Demand) {
      guard state == .live, fault != .losesRequests else { return }
      upstream?.request(fault == .asksForOneMore ? demand + 1 : demand)
    }
    func cancel() {
      isCancelled = true
      guard state == .live || fault == .cancelsTwice || fault == .ignoresEnd else { return }
      let target = upstream
      state = fault == .ignoresCancel ? .live : .over
      if fault != .cancelsTwice { upstream = nil }
      if fault != .keepsDownstream, fault != .ignoresCancel, fault != .deliversAfterCancelInside { downstream = nil }
      if fault != .cancelsNothing { target?.cancel() }
    }
    typealias Input = Upstream.Output
  }
}

private let sameForAll = CombineIdentifier()

@Suite("The laws themselves") struct LawsOfLawsTests {
  typealias Fault = Flawed<Source<Int, Oops>>.Fault

  static func row(_ fault: Fault) -> Row {
    Row("flawed", "G1", .relay) { Flawed(upstream: $0, fault: fault) }
  }
  static func broken(_ row: Row) -> [Law] { Law.all.filter { $0.applies(to: row) && !$0.findings(on: row).isEmpty } }

  @Test("a good relay keeps them all") func good() {
    let row = Self.row(.none)
    for law in Law.all where law.applies(to: row) { #expect(law.findings(on: row) == [], "\(law.sentence)") }
  }

  @Test(
    "each fault breaks the law it should",
    arguments: [
      (Fault.takesSecondSubscription, Law.oneSubscription), (.ignoresEnd, .silentAfterEnd),
      (.endsTwice, .silentAfterEnd),
      (.ignoresCancel, .silentAfterCancel), (.cancelsTwice, .cancelsOnce), (.cancelsNothing, .cancelsOnce),
      (.keepsDownstream, .releasesOnCancel), (.keepsDownstream, .releasesOnEnd), (.asksForOneMore, .neverTooMuch),
      (.asksAtOnce, .nothingBeforeRequest), (.losesReply, .replyCounts), (.losesReply, .forwardsReply),
      (.losesRequests, .forwardsRequests), (.sharesIdentifier, .ownSubscription), (.losesValues, .values),
      (.swallowsFailure, .failure),
      (.deliversEarlyValues, .earlyValue), (.deliversAfterCancelInside, .reentrantCancel),
      (.completesAfterCancelInside, .cancelByRelease), (.completesAfterCancelInside, .cancelByFailedRelease),
      (.keepsDownstream, .releasesOnFailure), (.keepsItself, .releasesWhenAbandoned),
    ])
  func faults(_ fault: Fault, _ law: Law) {
    #expect(Self.broken(Self.row(fault)).contains(law))
  }
}
