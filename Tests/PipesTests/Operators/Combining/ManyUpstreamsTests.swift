import Foundation
import Pipes
import Synchronization
import Testing

/// What holds for every operator with several upstreams: ends and cancels at awkward moments.
@Suite("Several upstreams") struct ManyUpstreamsTests {
  typealias Input = PassthroughSubject<Int, Oops>

  @Test("TR-08 G6 ends from inside the last value are not lost") func endInside() {
    let rig = Rig()
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
    let rig = Rig()
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
    let rig = Rig()
    let (a, b) = (rig.source("A"), rig.source("B"))
    let probe = Probe<Int, Oops>(rig)
    probe.whenSubscribed = { $0.cancel() }
    a.merge(with: b.map { $0 }).subscribe(probe)
    #expect(rig.take() == "^Merge")
  }

  @Test("CO-02 after a failure at once the others are not subscribed") func failAtOnce() {
    let rig = Rig()
    let b = rig.source("B")
    rig.attach(Fail<Int, Oops>(error: .oops).merge(with: b), demand: .unlimited)
    #expect(rig.take() == "^Merge #oops")
  }

  @Test("CO-01 demand from inside is asked of every upstream, by request") func latestAsksAll() {
    let p = Pair(demand: .max(1)) { $0.combineLatest($1) }
    p.a.send(1)
    _ = p.rig.take()
    p.probe.reply = .max(2)
    #expect(p.b.send(10) == .none)
    #expect(p.rig.take() == "(1,10) A?2 B?2")
  }

  @Test("CO-03 an upstream that answers a request from inside at once finds zip ready") func answersAtOnce() {
    let rig = Rig()
    let probe = Probe<(Int, Int), Never>(rig, demand: .max(1), reply: .max(1))
    (1...4).publisher.zip((1...3).publisher).subscribe(probe)
    #expect(rig.take() == "^Zip (1,1) (2,2) (3,3) |")
  }

  @Test("G5 a cancel from another thread stops an upstream that is at work", arguments: ["merge", "flatMap", "combineLatest"])
  func cancelElsewhere(_ name: String) {
    let count = 20_000_000  // would take seconds: a cancel that does not work fails the test and does not hang it
    let long = (0..<count).publisher
    let publisher: AnyPublisher<Int, Never> =
      switch name {
      case "merge": long.merge(with: Empty().map { $0 }).eraseToAnyPublisher()
      case "flatMap": Just(1).flatMap { _ in long }.eraseToAnyPublisher()
      default: Just(1).combineLatest(long).map { $0.0 }.eraseToAnyPublisher()
      }
    let box = Stopper()
    // A thread of its own: the upstream would keep one that is shared.
    Thread.detachNewThread {
      while box.values.load(ordering: .acquiring) < 10 { sched_yield() }
      box.subscription.withLock { $0 }?.cancel()
    }
    publisher.subscribe(box)
    #expect((10..<count).contains(box.values.load(ordering: .acquiring)))
  }
}

extension Publisher where Failure == Never {
  /// The same with a failure that does not happen.
  fileprivate func setFailing() -> AnyPublisher<Output, Oops> { mapFailure() }
  private func mapFailure() -> AnyPublisher<Output, Oops> {
    tryMap { $0 }.map { $0 }.catch { _ in Empty<Output, Oops>() }.eraseToAnyPublisher()
  }
}

/// A subscriber that counts, and whose subscription another thread may take.
private final class Stopper: Subscriber, @unchecked Sendable {
  // Unchecked: everything is atomic or locked.
  let values = Atomic(0)
  let subscription = Mutex<AnyCancellable?>(nil)
  func receive(subscription: any Subscription) {
    let token = AnyCancellable { subscription.cancel() }
    self.subscription.withLock { $0 = token }
    subscription.request(.unlimited)
  }
  func receive(_ input: Int) -> Subscribers.Demand {
    values.add(1, ordering: .acquiringAndReleasing)
    return .none
  }
  func receive(completion: Subscribers.Completion<Never>) {}
}
