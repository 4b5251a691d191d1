import Pipes
import Testing
import VirtualTime

@testable import Marbles

/// The ends of a stream for rules say what operators would say, whatever is sent, requested and cancelled.
struct StreamEndTests {
  private struct Broken: Error {}
  private enum Act: CaseIterable { case send, finish, fail, request, cancel, subscribeAgain }

  /// The events of a subscriber and of the upstream. With `quits` the value makes the subscriber cancel.
  private func log(
    _ acts: [Act], quits: Bool, _ end: (AnyPublisher<Int, Broken>) -> AnyPublisher<Void, Never>
  ) -> [String] {
    let subject = PassthroughSubject<Int, Broken>()
    var log: [String] = [], subscriptions: [any Subscription] = []
    let watched = end(subject.handleEvents(receiveCancel: { log.append("cancelled") }).eraseToAnyPublisher())
    func subscribe() {
      let number = subscriptions.count
      watched.subscribe(
        AnySubscriber(
          receiveSubscription: { subscriptions.append($0) },
          receiveValue: {
            log.append("\(number) value")
            if quits { subscriptions[number].cancel() }
            return .none
          },
          receiveCompletion: { _ in log.append("\(number) end") }))
    }
    subscribe()
    for act in acts {
      switch act {
      case .send: subject.send(1)
      case .finish: subject.send(completion: .finished)
      case .fail: subject.send(completion: .failure(Broken()))
      case .request: subscriptions[0].request(.max(1))
      case .cancel: subscriptions[0].cancel()
      case .subscribeAgain: subscribe()
      }
      log.append("-")
    }
    return log
  }

  @Test(arguments: 0..<300) func theEndsAreThoseOfOperators(seed: Int) {
    var random = SplitMixSequence(seed: UInt64(seed))
    let acts = (0..<6).map { _ in Act.allCases[Int(random.next() % UInt64(Act.allCases.count))] }
    for quits in [false, true] {
      let finish = log(acts, quits: quits) { StreamEnd(upstream: $0, kinds: .finish).eraseToAnyPublisher() }
      #expect(
        finish
          == log(acts, quits: quits) {
            $0.compactMap { _ in nil as Void? }.append(Just(()).setFailureType(to: Broken.self)).catch { _ in Empty() }
              .eraseToAnyPublisher()
          }, "finish: \(acts)")
      let failure = log(acts, quits: quits) { StreamEnd(upstream: $0, kinds: .failure).eraseToAnyPublisher() }
      #expect(
        failure
          == log(acts, quits: quits) {
            $0.compactMap { _ in nil as Void? }.catch { _ in Just(()) }.eraseToAnyPublisher()
          }, "failure: \(acts)")
      let both = log(acts, quits: quits) { StreamEnd(upstream: $0, kinds: [.finish, .failure]).eraseToAnyPublisher() }
      #expect(
        both
          == log(acts, quits: quits) {
            $0.compactMap { _ in nil as Void? }.catch { _ in Empty() }.append(Just(())).eraseToAnyPublisher()
          }, "end: \(acts)")
    }
  }
}
