import Foundation
import Pipes
import Synchronization
import Testing

/// Rules for every operator with several upstreams: ends and cancels at awkward moments.
@Suite("Several upstreams") struct ManyUpstreamsCalls {
  let rig = Rig()

  typealias Input = PassthroughSubject<Int, Oops>

  @Test("TR-08 G6 ends from inside the last value are not lost") func endInside() {
    let (a, b) = (Input(), Input())
    let probe = rig.attach(a.merge(with: b.map { $0 }), demand: .unlimited)
    probe.whenReceived = {
      a.send(completion: .finished)
      b.send(completion: .finished)
    }
    a.send(1)
    #expect(rig.take() == "^Merge 1 |")
  }

  @Test("CO-04 G5 a cancel in receive(subscription:) silences upstreams that have ended already") func cancelAtOnce() {
    for publisher in [
      Fail<Int, Oops>(error: .oops).zip(Just(1).setFailing()).map { $0.0 }.eraseToAnyPublisher(),
      Fail<Int, Oops>(error: .oops).combineLatest(Just(1).setFailing()).map { $0.0 }.eraseToAnyPublisher(),
      Fail<Int, Oops>(error: .oops).merge(with: Just(1).setFailing()).eraseToAnyPublisher(),
    ] {
      let probe = Probe<Int, Oops>(rig)
      probe.whenSubscribed = { $0.cancel() }
      publisher.subscribe(probe)
      #expect(rig.take().split(separator: " ").dropFirst() == [])
    }
  }

  @Test("TR-08 CO-02 after a cancel in receive(subscription:) nothing is subscribed in vain") func nothingInVain() {
    let (a, b) = (rig.source("A"), rig.source("B"))
    let probe = Probe<Int, Oops>(rig)
    probe.whenSubscribed = { $0.cancel() }
    a.merge(with: b.map { $0 }).subscribe(probe)
    #expect(rig.take() == "^Merge")
  }

  @Test("CO-02 after a failure at once the others are not subscribed") func failAtOnce() {
    let b = rig.source("B")
    rig.attach(Fail<Int, Oops>(error: .oops).merge(with: b), demand: .unlimited)
    #expect(rig.take() == "^Merge #oops")
  }

  @Test("CO-03 an upstream that answers a request from inside at once finds zip ready") func answersAtOnce() {
    let probe = Probe<(Int, Int), Never>(rig, demand: .max(1), reply: .max(1))
    (1...4).publisher.zip((1...3).publisher).subscribe(probe)
    #expect(rig.take() == "^Zip (1,1) (2,2) (3,3) |")
  }

  @Test("G5 a cancel from another thread stops an upstream that is at work", arguments: Upstreams.allCases)
  func cancelElsewhere(_ upstreams: Upstreams) {
    let stopper = Stopper()
    stopper.whenReceived = { [unowned stopper] count in
      if count == 10 { onAnotherThread { stopper.cancel() } }
    }
    upstreams.publisher(sending: 1_000).subscribe(stopper)
    #expect(stopper.count == 10)
  }

  /// The cancel comes at any moment, perhaps after the end. One value may be under way to the subscriber.
  @Test("G5 at most one value follows a cancel from another thread that has returned", arguments: Upstreams.allCases)
  func cancelBeside(_ upstreams: Upstreams) {
    let stopper = Stopper()
    let publisher = upstreams.publisher(sending: 100_000)
    let countAtCancel = Atomic(0)
    onTwoThreads { side in
      if side == 0 { return publisher.subscribe(stopper) }
      while stopper.count < 10, !stopper.hasEnded { sched_yield() }
      stopper.cancel()
      countAtCancel.store(stopper.count, ordering: .releasing)
    }
    #expect(stopper.count <= countAtCancel.load(ordering: .acquiring) + 1)
  }

  /// Two upstreams, one of which sends all its values in the answer to one request.
  enum Upstreams: CaseIterable {
    case merge, flatMap, combineLatest

    func publisher(sending count: Int) -> AnyPublisher<Int, Never> {
      let long = (0..<count).publisher
      return switch self {
      case .merge: long.merge(with: Empty().map { $0 }).eraseToAnyPublisher()
      case .flatMap: Just(1).flatMap { _ in long }.eraseToAnyPublisher()
      case .combineLatest: Just(1).combineLatest(long).map { $0.0 }.eraseToAnyPublisher()
      }
    }
  }
}

extension Publisher where Failure == Never {
  /// The same with a failure that does not happen.
  fileprivate func setFailing() -> AnyPublisher<Output, Oops> { mapFailure() }
  private func mapFailure() -> AnyPublisher<Output, Oops> {
    tryMap { $0 }.map { $0 }.catch { _ in Empty<Output, Oops>() }.eraseToAnyPublisher()
  }
}

/// A subscriber that counts, and that another thread may cancel.
private final class Stopper: Subscriber, @unchecked Sendable {
  // Unchecked: `whenReceived` is written before the subscription; the rest is atomic or locked.
  private let values = Atomic(0)
  private let ended = Atomic(false)
  private let subscription = Guarded<AnyCancellable?>(nil)
  /// Called with the count after each value.
  var whenReceived: ((Int) -> Void)?

  var count: Int { values.load(ordering: .acquiring) }
  var hasEnded: Bool { ended.load(ordering: .acquiring) }
  func cancel() { subscription.with { $0 }?.cancel() }
  func receive(subscription: any Subscription) {
    let token = AnyCancellable { subscription.cancel() }
    self.subscription.with { $0 = token }
    subscription.request(.unlimited)
  }
  func receive(_ input: Int) -> Subscribers.Demand {
    let count = values.add(1, ordering: .acquiringAndReleasing).newValue
    whenReceived?(count)
    return .none
  }
  func receive(completion: Subscribers.Completion<Never>) { ended.store(true, ordering: .releasing) }
}
