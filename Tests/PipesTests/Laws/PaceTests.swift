import Pipes
import Testing
import VirtualTime

/// An operator that lets a time pass between two values.
private struct Pacing: @unchecked Sendable, CustomTestStringConvertible {
  // Unchecked: the closure has no state; the types that it names need not be `Sendable`.
  typealias Timers = AnyScheduler<VirtualInstant, Never>
  static let interval = 4
  let testDescription: String
  let build: (PassthroughSubject<Int, Never>, Timers) -> AnyPublisher<Int, Never>
  init<P: Publisher<Int, Never>>(_ name: String, _ build: @escaping (PassthroughSubject<Int, Never>, Timers) -> P) {
    testDescription = name
    self.build = { build($0, $1).eraseToAnyPublisher() }
  }
  static let all = [
    Pacing("throttle, latest") { $0.throttle(for: 4, scheduler: $1, latest: true) },
    Pacing("throttle, first") { $0.throttle(for: 4, scheduler: $1, latest: false) },
    Pacing("throttle, leading") { $0.throttle(for: 4, scheduler: $1, leading: true, trailing: false) },
    Pacing("throttle, trailing") { $0.throttle(for: 4, scheduler: $1, leading: false, trailing: true) },
    Pacing("throttle, both") { $0.throttle(for: 4, scheduler: $1, leading: true, trailing: true) },
  ]
}

/// At each frame a value, a request, both or nothing; a subscriber that may return demand and send from inside.
private struct PaceCase: RandomCase {
  var values: [Int], requests: [Int: Int], replies: [Int: Int], inside: Set<Int>
  var description: String {
    "values at \(values), requests \(requests), replies \(replies), sends from inside \(inside)"
  }

  init(_ random: inout SplitMixSequence) {
    values = (0..<24).filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
    requests = [:]
    for frame in 0..<30 where Int.random(in: 0..<5, using: &random) == 0 {
      requests[frame] = Int.random(in: 1...3, using: &random)
    }
    replies = Int.random(in: 0..<3, using: &random) == 0 ? [0: 1, 2: 1] : [:]
    inside = Set((0..<4).filter { _ in Int.random(in: 0..<5, using: &random) == 0 })
  }
  var smaller: [PaceCase] {
    values.indices.map { index in without { $0.values.remove(at: index) } }
      + requests.keys.sorted().map { key in without { $0.requests[key] = nil } }
      + replies.keys.sorted().map { key in without { $0.replies[key] = nil } }
      + inside.sorted().map { number in without { $0.inside.remove(number) } }
  }

  /// Two values that are less than an interval apart, or the last value if it never comes although it was asked for.
  func finding(_ pacing: Pacing) throws -> String? {
    let scheduler: TestScheduler<VirtualInstant, Never> = TestScheduler(), subject = PassthroughSubject<Int, Never>()
    var instants: [Int] = [], received: [Int] = [], number = 0
    func send() {
      number += 1
      subject.send(number)
    }
    let taker = Taker { value in
      let count = received.count
      instants.append(Int(scheduler.now.nanoseconds / 1_000_000_000))
      received.append(value)
      if inside.contains(count) { send() }
      return .max(replies[count] ?? 0)
    }
    pacing.build(subject, scheduler.eraseToAnyScheduler()).subscribe(taker)
    for frame in 0..<30 {
      if values.contains(frame) { send() }
      if let count = requests[frame] { taker.subscription?.request(.max(count)) }
      try scheduler.advance(by: 1)
    }
    try scheduler.advance(by: 60)
    for (earlier, later) in zip(instants, instants.dropFirst()) where later - earlier < Pacing.interval {
      return "values at \(instants)"
    }
    return nil
  }
  private final class Taker: Subscriber {
    private(set) var subscription: (any Subscription)?
    private let take: (Int) -> Subscribers.Demand
    init(_ take: @escaping (Int) -> Subscribers.Demand) { self.take = take }
    func receive(subscription: any Subscription) { self.subscription = subscription }
    func receive(_ input: Int) -> Subscribers.Demand { take(input) }
    func receive(completion: Subscribers.Completion<Never>) {}
  }
}

@Suite("The pace of throttle") struct PaceTests {
  /// A value that has waited for demand is sent late, and the one behind it a whole interval after that.
  @Test("TI-04 BC-24 an interval lies between any two values, whenever they are requested", arguments: Pacing.all)
  fileprivate func apart(_ pacing: Pacing) throws {
    try PaceCase.search(0..<200) { try $0.finding(pacing) }
  }
}
