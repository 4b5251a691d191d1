import Pipes
import Testing

/// A subscriber that sends into its own upstream when it receives a value: nothing has been requested at that instant
/// (contract G13).
@Suite("State that is sent from inside a subscriber") struct StateFromInsideTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (PassthroughSubject<Int, Never>) -> AnyPublisher<Int, Never>
    init(_ name: String, _ make: @escaping @Sendable (PassthroughSubject<Int, Never>) -> AnyPublisher<Int, Never>) {
      (testDescription, self.make) = (name, make)
    }
    /// The operators of state that request unlimited values and need no scheduler.
    static let all = [
      Row("debounce") { $0.debounce { Just($0) }.eraseToAnyPublisher() },
      Row("audit") { $0.audit { Just($0) }.eraseToAnyPublisher() },
      Row("audit, a window without a value") { $0.audit { _ in Empty<Int, Never>() }.eraseToAnyPublisher() },
      Row("throttle, leading and trailing") {
        $0.throttle(leading: true, trailing: true) { Just($0) }.eraseToAnyPublisher()
      },
      Row("throttle, trailing") { $0.throttle(leading: false, trailing: true) { Just($0) }.eraseToAnyPublisher() },
      Row("sample") { $0.sample($0).eraseToAnyPublisher() },
    ]
  }
  private final class Taker: Subscriber {
    private(set) var subscription: (any Subscription)?
    private(set) var notes: [String] = []
    private let reply: Subscribers.Demand
    private let react: (Int) -> Void
    init(reply: Subscribers.Demand, _ react: @escaping (Int) -> Void) { (self.reply, self.react) = (reply, react) }
    func receive(subscription: any Subscription) {
      self.subscription = subscription
      subscription.request(.max(1))
    }
    func receive(_ input: Int) -> Subscribers.Demand {
      notes.append("\(input)")
      react(input)
      return reply
    }
    func receive(completion: Subscribers.Completion<Never>) { notes.append("|") }
  }

  @Test("G13 a value that waits is sent when the subscriber returns demand", arguments: Row.all) func returned(
    _ row: Row
  ) {
    let source = PassthroughSubject<Int, Never>()
    let taker = Taker(reply: .max(1)) { if $0 < 4 { source.send($0 + 1) } else { source.send(completion: .finished) } }
    row.make(source).subscribe(taker)
    source.send(1)
    #expect(taker.notes == ["1", "2", "3", "4", "|"])
  }
  @Test("G13 a finish from inside waits behind a value from inside", arguments: Row.all, [false, true])
  func finished(_ row: Row, _ isRequested: Bool) {
    let source = PassthroughSubject<Int, Never>()
    let taker = Taker(reply: .none) {
      guard $0 == 2 else { return }
      source.send(3)
      source.send(completion: .finished)
    }
    row.make(source).subscribe(taker)
    if isRequested {
      // 2 waits, and is sent by the request.
      source.send(1)
      source.send(2)
      taker.subscription?.request(.max(1))
      #expect(taker.notes == ["1", "2"])
    } else {
      source.send(2)
      #expect(taker.notes == ["2"])
    }
    taker.subscription?.request(.max(1))
    #expect(taker.notes.suffix(2) == ["3", "|"])
  }
}
