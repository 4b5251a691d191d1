import Marbles
import Pipes
import VirtualTime

/// An operator that passes values on, with one planted fault.
struct FaultyOperator<Upstream: Publisher>: Publisher where Upstream.Output == Int, Upstream.Failure == LawFailure {
  typealias Output = Int
  typealias Failure = LawFailure

  enum Fault: String, CaseIterable {
    case sendsTwice, ignoresDemand, requestsOneMore, losesSecondRequest, losesReply, losesRequestInside, finishesTwice,
      valueAfterFinish
    case losesFinish, losesFailure, finishNeedsDemand, ignoresCancel, sendsAfterCancel, timerAfterCancel,
      keptAfterFinish, keptAfterCancel
    case secondSubscription, valueBeforeSubscription, noSubscription, requestsNothing, losesFirstAtOnce,
      endsWithoutCancel
    case sendsOnAfterCancelInside, losesWithoutDemand, failureNeedsDemand, finishAfterCancel, countsForAll, sendsInOneGo
    case failureBecomesFinish, doublesDemand, repliesUnlimited
  }

  /// State that all subscribers share.
  final class Common {
    var count = 0
    var kept: [Any] = []
  }

  let upstream: Upstream
  let fault: Fault?
  let scheduler: TestScheduler<VirtualInstant, Never>
  let frame: VirtualInstant.Stride
  let common = Common()

  func receive<S: Subscriber<Int, LawFailure>>(subscriber: S) {
    let inner = Inner(self, subscriber)
    if fault == .keptAfterFinish || fault == .keptAfterCancel { common.kept.append(inner) }
    upstream.subscribe(inner)
  }

  /// The subscription of one subscriber. Without a fault it keeps all laws.
  final class Inner<S: Subscriber<Int, LawFailure>>: Subscriber, Subscription {
    typealias Input = Int
    typealias Failure = LawFailure
    private let owner: FaultyOperator
    private var downstream: S?
    private var upstream: (any Subscription)?
    private var demand = Subscribers.Demand.none
    private var requests = 0
    private var isInside = false
    private var isSubscribing = false
    private var isCancelled = false
    private var waiting: [Int] = []
    private var end: Subscribers.Completion<LawFailure>?
    private var count = 0
    private var fault: Fault? { owner.fault }

    init(_ owner: FaultyOperator, _ downstream: S) { (self.owner, self.downstream) = (owner, downstream) }

    func receive(subscription: any Subscription) {
      guard let downstream else { return subscription.cancel() }
      upstream = subscription
      if fault == .valueBeforeSubscription { _ = downstream.receive(1) }
      isSubscribing = true
      if fault != .noSubscription { downstream.receive(subscription: self) } else { subscription.request(.unlimited) }
      if fault == .secondSubscription { downstream.receive(subscription: self) }
      isSubscribing = false
      if fault == .requestsNothing { upstream?.request(.none) }
      if fault == .ignoresDemand || fault == .losesWithoutDemand || fault == .sendsInOneGo {
        upstream?.request(.unlimited)
      }
    }

    func receive(_ value: Int) -> Subscribers.Demand {
      guard let downstream else { return .none }
      if fault == .losesFirstAtOnce, isSubscribing { return .max(1) }
      count += 1
      owner.common.count += 1
      if fault == .countsForAll, owner.common.count > 3 { return .none }
      if fault == .losesWithoutDemand {
        if demand == .none { return .none }
        demand -= 1
      }
      if fault == .sendsInOneGo {
        waiting.append(value)
        return .none
      }
      if fault == .sendsAfterCancel || fault == .timerAfterCancel, count == 1 {
        owner.scheduler.schedule(after: owner.scheduler.now.advanced(by: owner.frame), tolerance: .zero, options: nil) {
          [self] in
          if fault == .sendsAfterCancel, isCancelled { _ = downstream.receive(value) }
        }
      }
      isInside = true
      defer { isInside = false }
      var more = downstream.receive(value)
      if fault == .sendsTwice { more += downstream.receive(value) }
      if fault == .sendsOnAfterCancelInside, isCancelled { _ = downstream.receive(value) }
      if fault == .endsWithoutCancel, count == 2 {
        self.downstream = nil
        downstream.receive(completion: .finished)
        return .none
      }
      if isCancelled { return .none }
      if fault == .repliesUnlimited, count == 3 { return .unlimited }
      return fault == .losesReply ? .none : more
    }

    func receive(completion: Subscribers.Completion<LawFailure>) {
      guard let downstream else { return }
      let isFailure = completion != .finished
      if fault == .losesFinish, !isFailure { return }
      if fault == .losesFailure, isFailure { return }
      if fault == .finishNeedsDemand && !isFailure || fault == .failureNeedsDemand && isFailure, requests == 0 {
        end = completion
        return
      }
      for value in waiting { _ = downstream.receive(value) }
      if fault != .keptAfterFinish { self.downstream = nil }
      upstream = nil
      downstream.receive(completion: fault == .failureBecomesFinish ? .finished : completion)
      if fault == .finishesTwice { downstream.receive(completion: completion) }
      if fault == .valueAfterFinish { _ = downstream.receive(1) }
    }

    func request(_ demand: Subscribers.Demand) {
      requests += 1
      self.demand += demand
      if let end {
        self.end = nil
        return receive(completion: end)
      }
      if fault == .losesSecondRequest, requests == 2 { return }
      if fault == .losesRequestInside, isInside { return }
      upstream?.request(fault == .requestsOneMore ? demand + 1 : fault == .doublesDemand ? demand + demand : demand)
    }

    func cancel() {
      isCancelled = true
      let (old, last) = (upstream, downstream)
      if fault != .keptAfterCancel { downstream = nil }
      upstream = nil
      if fault != .ignoresCancel { old?.cancel() }
      if fault == .finishAfterCancel { last?.receive(completion: .finished) }
    }
  }
}
