import Pipes
import Testing

/// A value that waits for demand is sent before the later ones, also when the demand becomes unlimited while another
/// thread has queued something.
@Suite("Kept values are sent first") struct KeptValueOrderCalls {
  /// 0, 1 and 2 are kept until the downstream requests. While 0 is delivered another thread sends 3, so the delivery of
  /// kept values pauses for what is queued. While 1 is delivered the other thread sends 4, and the delivery pauses
  /// again, with 2 and 3 kept. With unlimited demand 4 would be sent without a look at them, so the demand must not be
  /// unlimited yet.
  @Test("concatMap: the order is kept when unlimited demand meets another thread") func concatMap() {
    let subject = PassthroughSubject<Int, Never>()
    var received: [Int] = [], subscription: (any Subscription)?
    subject.concatMap { Just($0) }.subscribe(
      AnySubscriber<Int, Never>(
        receiveSubscription: { subscription = $0 },
        receiveValue: { value in
          received.append(value)
          if value < 2 { onAnotherThread { subject.send(value + 3) } }
          return .none
        }))
    for value in 0..<3 { subject.send(value) }
    #expect(received.isEmpty)
    subscription?.request(.unlimited)
    #expect(received == [0, 1, 2, 3, 4])
  }
}
