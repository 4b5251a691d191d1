import Dispatch
import Pipes
import StressParts
import Testing

/// An action whose call has returned takes effect before every action whose call begins later, also before a nested
/// one.
///
/// Each test lets another thread act during a delivery, waits until its call has returned, and then goes on inside the
/// same callback. So one schedule decides, and no luck.
@Suite(.serialized) struct OvertakingTests {
  typealias Numbers = PassthroughSubject<Int, Never>

  func onAnotherThread(_ body: @escaping () -> Void) {
    nonisolated(unsafe) let body = body
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      body()
      done.signal()
    }
    done.wait()
  }
  /// The values of a stream of two subjects; inside the delivery of 0 something happens once.
  func values(
    of make: (Numbers, Numbers) -> some Publisher<Int, Never>, inside act: @escaping (Numbers, Numbers) -> Void
  ) -> [Int] {
    let a = Numbers(), b = Numbers()
    var values: [Int] = []
    let token = make(a, b).sink(
      receiveCompletion: { _ in values.append(-1) },
      receiveValue: { value in
        values.append(value)
        if value == 0 { act(a, b) }
      })
    a.send(0)
    token.cancel()
    return values
  }

  @Test func aNestedValueComesAfterTheQueuedOne() {
    #expect(
      values(of: { a, _ in a }) { a, _ in
        onAnotherThread { a.send(1) }
        a.send(2)
      } == [0, 1, 2])
    #expect(
      values(of: { $0.merge(with: $1) }) { a, b in
        onAnotherThread { b.send(1) }
        b.send(2)
      } == [0, 1, 2])
    #expect(
      values(of: { $0.merge(with: $1).buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest) }) { a, b in
        onAnotherThread { b.send(1) }
        b.send(2)
      } == [0, 1, 2])
    #expect(
      values(of: { a, b in a.flatMap { Just($0).append(Empty()) }.merge(with: b) }) { a, b in
        onAnotherThread { b.send(1) }
        a.send(2)
      } == [0, 1, 2])
  }
  @Test func aCompletionComesAfterTheQueuedValue() {
    #expect(
      values(of: { a, _ in a }) { a, _ in
        onAnotherThread { a.send(1) }
        a.send(completion: .finished)
      } == [0, 1, -1])
    #expect(
      values(of: { $0.merge(with: $1) }) { a, b in
        onAnotherThread { b.send(1) }
        a.send(completion: .finished)
        b.send(completion: .finished)
      } == [0, 1, -1])
    // The promise is one of each gate: the value waits at the gate of its subject, and the signal of another subject
    // does not.
    let cut = values(of: { $0.prefix(untilOutputFrom: $1) }) { a, b in
      onAnotherThread { a.send(1) }
      b.send(9)
    }
    #expect(cut == [0, -1])
  }

  /// A stream of one subject, for several subscribers.
  static let streams: [@Sendable (Numbers) -> AnyPublisher<Int, Never>] = [
    { $0.eraseToAnyPublisher() }, { $0.share().eraseToAnyPublisher() },
    { $0.multicast { PassthroughSubject() }.autoconnect().eraseToAnyPublisher() },
  ]
  @Test(arguments: 0..<3) func aSubscriberReceivesWhatIsSentAfterSinkHasReturned(_ stream: Int) {
    let s = Numbers(), publisher = Self.streams[stream](s)
    var late: [Int] = [], tokens: [AnyCancellable] = []
    let first = publisher.sink { value in
      guard value == 0 else { return }
      onAnotherThread { tokens.append(publisher.sink { late.append($0) }) }
      s.send(1)
    }
    s.send(0)
    s.send(2)
    #expect(late.suffix(2) == [1, 2])
    withExtendedLifetime((first, tokens)) {}
  }
  @Test(arguments: 0..<3) func nobodyGoesDeafWhenANewSubscriptionIsCancelledInsideADelivery(_ stream: Int) {
    let s = Numbers(), publisher = Self.streams[stream](s)
    var received: [Int] = [], others: [Int] = []
    let first = publisher.sink { value in
      received.append(value)
      guard value == 0 else { return }
      var new: [AnyCancellable] = []
      onAnotherThread { for _ in 0..<2 { new.append(publisher.sink { _ in }) } }
      for token in new { token.cancel() }
    }
    let second = publisher.sink { others.append($0) }
    for value in 0..<3 { s.send(value) }
    #expect(received == [0, 1, 2])
    #expect(others == [0, 1, 2])
    withExtendedLifetime((first, second)) {}
  }
  @Test func nobodyGoesDeafWhenSubscribersComeAndGo() { #expect(Deaf.findings(3) == []) }
}
