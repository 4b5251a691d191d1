import Pipes
import Testing
import VirtualTime

/// An operator that sends a result for each value of its sources, some of which it may keep until they are requested.
private struct Answering: @unchecked Sendable, CustomTestStringConvertible {
  // Unchecked: the closure has no state; the types that it names need not be `Sendable`.
  typealias Numbers = PassthroughSubject<Int, Never>
  let testDescription: String
  /// Whether a result needs a value of each source, so that a first value sends nothing.
  let joins: Bool
  /// The sources each of whose values has a result.
  let sources: Set<Int>
  /// Whether a source is asked for one value at a time, which is kept if there is no demand: it may not send while its
  /// value is received, unless that value has waited.
  let isAskedForOne: Bool
  let build: (Numbers, Numbers) -> AnyPublisher<[Int], Never>
  init<P: Publisher<[Int], Never>>(
    _ name: String, joins: Bool = true, sources: Set<Int> = [0, 1], isAskedForOne: Bool = false,
    _ build: @escaping (Numbers, Numbers) -> P
  ) {
    (testDescription, self.joins, self.sources, self.isAskedForOne) = (name, joins, sources, isAskedForOne)
    self.build = { build($0, $1).eraseToAnyPublisher() }
  }
  static let all = [
    Answering("combineLatest") { $0.combineLatest($1) { [$0, $1] } },
    Answering("combineLatest of three") { $0.combineLatest($1, Just(0)) { a, b, _ in [a, b] } },
    Answering("combineLatest of an array") { [$0, $1].combineLatest() },
    Answering("withLatestFrom", sources: [0]) { $0.withLatestFrom($1) { [$0, $1] } },
    Answering("merge", joins: false, isAskedForOne: true) { $0.merge(with: $1).map { [$0] } },
    Answering("merge of an array", joins: false, isAskedForOne: true) { [$0, $1].merge().map { [$0] } },
    Answering("flatMap", joins: false, sources: [1], isAskedForOne: true) { _, b in
      Just(0).flatMap { _ in b }.map { [$0] }
    },
    Answering("race", joins: false, sources: [0]) { a, _ in [a].race().map { [$0] } },
    Answering("buffer that is kept full", joins: false, sources: [0], isAskedForOne: true) { a, _ in
      a.buffer(size: 1, prefetch: .keepFull, whenFull: .dropNewest).map { [$0] }
    },
  ]
}

/// Calls from outside, each of which may lead to calls from inside `receive(_:)`.
private struct InsideCase: RandomCase {
  enum Call: CustomStringConvertible {
    case send(Int), request(Int)
    var description: String {
      switch self {
      case .send(let source): "\(source == 0 ? "a" : "b").send"
      case .request(let count): "request(\(count))"
      }
    }
  }
  var calls: [Call]
  /// Whether a value of each source comes first, and one is requested before. Otherwise the first one may wait, unless
  /// the operator joins values.
  var isStarted: Bool
  /// The calls inside the receipt of a value, and the demand that it returns, by the number of the value.
  var inside: [Int: [Call]]
  var replies: [Int: Int]
  var description: String {
    "\(isStarted ? "started, " : "")\(calls), inside \(inside.sorted { $0.key < $1.key }), "
      + "returned \(replies.sorted { $0.key < $1.key })"
  }

  init(_ random: inout SplitMixSequence) {
    func call() -> Call {
      switch Int.random(in: 0..<3, using: &random) {
      case 0: .send(0)
      case 1: .send(1)
      default: .request(Int.random(in: 1...2, using: &random))
      }
    }
    calls = (0..<Int.random(in: 2...7, using: &random)).map { _ in call() }
    (inside, replies, isStarted) = ([:], [:], .random(using: &random))
    for number in 0..<6 {
      if Bool.random(using: &random) {
        inside[number] = (0..<Int.random(in: 1...2, using: &random)).map { _ in call() }
      }
      if Int.random(in: 0..<3, using: &random) == 0 { replies[number] = 1 }
    }
  }
  var smaller: [InsideCase] {
    calls.indices.map { index in without { $0.calls.remove(at: index) } }
      + inside.keys.sorted().map { key in without { $0.inside[key] = nil } }
      + replies.keys.sorted().map { key in without { $0.replies[key] = nil } }
  }
}

private final class InsideTrial: Subscriber {
  typealias Input = [Int]
  typealias Failure = Never
  private let row: Answering, plan: InsideCase
  private let sources = [Answering.Numbers(), Answering.Numbers()]
  private var subscription: (any Subscription)?
  private var number = 0, sent = [0, 0], requested = 0, received: [[Int]] = []
  /// The values that were sent when there was demand for their result.
  private var due: Set<Int> = []
  /// The values for whose results demand is used, and their number.
  private var counted: Set<Int> = [], promised = 0
  /// The values that are kept by an operator that keeps one of each source, in their order.
  private var kept: [Int] = []
  /// The kept values that have not come. Their sources are asked directly before they do.
  private var waiting: Set<Int> = []
  /// The source of each value.
  private var owners: [Int: Int] = [:]
  /// The sources whose values are being received.
  private var current: [Int] = []

  init(_ row: Answering, _ plan: InsideCase) { (self.row, self.plan) = (row, plan) }
  func run() -> String? {
    row.build(sources[0], sources[1]).subscribe(self)
    let start: [InsideCase.Call] = plan.isStarted || row.joins ? [.request(1), .send(0), .send(1)] : []
    for call in start + plan.calls { perform(call) }
    let lost = due.subtracting(received.joined()).sorted()
    subscription?.cancel()
    return lost.isEmpty ? nil : "\(lost) lost of \(received)"
  }
  private func perform(_ call: InsideCase.Call) {
    switch call {
    case .request(let count):
      raise(count)
      subscription?.request(.max(count))
    case .send(let source):
      number += 1
      sent[source] += 1
      let isJoined = !row.joins || sent.allSatisfy { $0 > 0 }
      let isFree =
        !row.isAskedForOne || !current.contains(source) && !waiting.contains { owners[$0] == source }
      if isJoined, isFree, row.sources.contains(source), requested > promised {
        due.insert(number)
        count(number)
      } else if row.isAskedForOne, isFree, row.sources.contains(source), !kept.contains(where: { owners[$0] == source })
      {
        kept.append(number)
        waiting.insert(number)
      }
      owners[number] = source
      sources[source].send(number)
    }
  }
  private func count(_ number: Int) {
    counted.insert(number)
    promised += 1
  }
  private func raise(_ more: Int) {
    requested += more
    while requested > promised, !kept.isEmpty { count(kept.removeFirst()) }
  }
  func receive(subscription: any Subscription) { self.subscription = subscription }
  func receive(_ input: [Int]) -> Subscribers.Demand {
    let place = received.count, newest = input.max() ?? 0, wasDue = due.contains(newest)
    received.append(input)
    waiting.remove(newest)
    // A value that has waited uses demand now.
    if !counted.contains(newest) { promised += 1 }
    if wasDue { current.append(owners[newest] ?? 0) }
    for call in plan.inside[place] ?? [] { perform(call) }
    if wasDue { current.removeLast() }
    let reply = plan.replies[place] ?? 0
    raise(reply)
    return .max(reply)
  }
  func receive(completion: Subscribers.Completion<Never>) {}
}

@Suite("Values from inside that were requested") struct AskedInsideTests {
  @Test("G6 CO-01 a value that is sent from inside comes if it was requested", arguments: Answering.all)
  fileprivate func comes(_ row: Answering) {
    InsideCase.search(0..<200) { InsideTrial(row, $0).run() }
  }
}
