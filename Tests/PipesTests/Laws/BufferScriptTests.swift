import Foundation
import Pipes
import Testing
import VirtualTime

/// A buffer, a source and a subscriber that act from outside and from inside of each other's calls.
private struct BufferCase: RandomCase {
  enum Call { case send, finish, fail, request(Int), requestAll, cancel }
  enum Full: CaseIterable { case newest, oldest, error }
  var size: Int, isKeptFull: Bool, full: Full
  /// The number of values that the source sends inside the requests for them. It sends the others when it is told to.
  var answers = 0
  /// Whether a request inside of an answer only adds demand to the loop that runs, as in a good source.
  var isLooping = true
  /// Whether the source also sends what was not requested.
  var isStubborn = false
  var calls: [Call]
  /// The calls inside the receipt of a value, and the demand that it returns, by the number of the receipt.
  var inside: [Int: [Call]] = [:], replies: [Int: Int] = [:]
  var description: String {
    """
    buffer(\(size), \(isKeptFull ? "keepFull" : "byRequest"), \(full)), answers: \(answers)\
    \(isLooping ? "" : " by recursion")\(isStubborn ? ", stubborn" : ""), calls: \(calls), \
    inside: \(inside.sorted { $0.key < $1.key }), returned: \(replies.sorted { $0.key < $1.key })
    """
  }

  init(_ random: inout SplitMixSequence) {
    func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
    func call() -> Call {
      switch Int.random(in: 0..<20, using: &random) {
      case 0: .finish
      case 1: .fail
      case 2: .cancel
      case 3: .requestAll
      case 4...10: .request(Int.random(in: 0...4, using: &random))
      default: .send
      }
    }
    size = chance(3) ? Int.random(in: 0...16, using: &random) : Int.random(in: 0...3, using: &random)
    (isKeptFull, full) = (.random(using: &random), Full.allCases.randomElement(using: &random)!)
    calls = (0..<Int.random(in: 2...14, using: &random)).map { _ in call() }
    if chance(2) { answers = Int.random(in: 1...24, using: &random) } else { isStubborn = chance(3) }
    isLooping = !chance(3)
    for number in 0..<12 {
      if chance(3) { inside[number] = (0..<Int.random(in: 1...3, using: &random)).map { _ in call() } }
      if chance(4) { replies[number] = Int.random(in: 1...2, using: &random) }
    }
  }
  var smaller: [BufferCase] {
    calls.indices.map { index in without { $0.calls.remove(at: index) } }
      + inside.keys.sorted().map { key in without { $0.inside[key] = nil } }
      + replies.keys.sorted().map { key in without { $0.replies[key] = nil } }
      + (answers > 0 ? [without { $0.answers -= 1 }] : []) + (size > 0 ? [without { $0.size -= 1 }] : [])
  }
}

/// Runs a case beside a model of the buffer, which is told what the source sends and judges each event as it comes.
private final class BufferTrial: Publisher, Subscriber, Subscription {
  typealias Output = Int
  typealias Input = Int
  typealias Failure = Oops
  private let plan: BufferCase
  private var findings: [String] = []
  // The source.
  private var target: (any Subscriber<Int, Oops>)?
  private var asked = Subscribers.Demand.none, open = Subscribers.Demand.none
  private var requests = 0, number = 0, answers: Int, sends = 0, isEnded = false, isLeft = false, isAnswering = false
  // The model. A value is `due` from its arrival to its receipt if it does not wait.
  private var subscription: (any Subscription)?
  private var kept: [Int] = [], due: Int?, demand = Subscribers.Demand.none, received = 0, depth = 0
  private var ending: Subscribers.Completion<Oops>?, awaitsRequest = false, isOver = false

  init(_ plan: BufferCase) { (self.plan, answers) = (plan, plan.answers) }
  func run() -> String? {
    let full: Publishers.BufferingStrategy<Oops> =
      switch plan.full {
      case .newest: .dropNewest
      case .oldest: .dropOldest
      case .error: .customError { .other }
      }
    buffer(size: plan.size, prefetch: plan.isKeptFull ? .keepFull : .byRequest, whenFull: full).subscribe(
      AnySubscriber(self))
    rest("the subscription")
    for call in plan.calls where findings.isEmpty {
      perform(call)
      rest("\(call)")
    }
    subscription?.cancel()
    (target, subscription) = (nil, nil)
    return findings.first
  }
  private func expect(_ condition: Bool, _ text: @autoclosure () -> String) {
    if !condition { findings.append("\(text()); kept \(kept), demand \(demand), received \(received)") }
  }
  private func perform(_ call: BufferCase.Call) {
    switch call {
    case .send: send()
    case .finish, .fail:
      if isEnded || isLeft { return }
      isEnded = true
      let end: Subscribers.Completion<Oops> = if case .fail = call { .failure(.oops) } else { .finished }
      if !isOver, ending == nil { ending = end }
      target?.receive(completion: end)
    case .request(let count): raise(.max(count))
    case .requestAll: raise(.unlimited)
    case .cancel:
      (isOver, kept) = (true, [])
      subscription?.cancel()
      expect(isLeft || isEnded, "a cancel does not reach the source")
    }
  }
  private func raise(_ more: Subscribers.Demand) {
    count(more)
    subscription?.request(more)
  }
  private func count(_ more: Subscribers.Demand) {
    demand += more
    if more > .none { awaitsRequest = false }
  }

  // MARK: The source

  func receive<S: Subscriber<Int, Oops>>(subscriber: S) {
    target = subscriber
    subscriber.receive(subscription: self)
  }
  func request(_ more: Subscribers.Demand) {
    requests += 1
    ask(more)
    if isAnswering, plan.isLooping { return }
    let isOuter = !isAnswering
    isAnswering = true
    while answers > 0, open > .none, !isEnded, !isLeft, findings.count < 9 {
      answers -= 1
      send()
    }
    if isOuter { isAnswering = false }
  }
  private func ask(_ more: Subscribers.Demand) {
    asked += more
    open += more
    let isServing = depth == 0 && demand > .none && !kept.isEmpty
    if plan.isKeptFull, !plan.isStubborn, !isOver {
      expect(open + kept.count <= plan.size + (isServing ? 1 : 0), "more is requested than there is room for: \(open)")
    }
  }
  func cancel() { isLeft = true }
  private func send() {
    number += 1
    if isEnded || isLeft || open == .none && !plan.isStubborn { return }
    if open > .none { open -= 1 }
    arrive(number)
    sends += 1
    let more = target?.receive(number) ?? .none
    sends -= 1
    expect(due == nil, "a value with demand is not sent at once")
    due = nil
    if more > .none { ask(more) }
  }

  // MARK: The model

  /// BF-01: sent at once if nothing waits, else kept; when that is full, one value or the stream is given up. While a
  /// value that waits is about to be sent, its place is free.
  private func arrive(_ value: Int) {
    if isOver || ending != nil { return }
    if demand > .none, kept.isEmpty {
      due = value
    } else if kept.count < plan.size + (depth == 0 && demand > .none ? 1 : 0) {
      kept.append(value)
    } else if plan.full == .oldest, plan.size > 0 {
      kept.append(value)
      kept.removeFirst()
    } else if plan.full == .error {
      // The demand that is left is served as the next request would be.
      (ending, awaitsRequest) = (.failure(.other), demand == .none)
    }
  }
  private var endIsDue: Bool {
    switch ending {
    case .finished: kept.isEmpty && demand > .none
    case .failure: !awaitsRequest && (kept.isEmpty || demand == .none)
    case nil: false
    }
  }
  /// Nobody is inside of a call.
  private func rest(_ call: String) {
    if isOver { return }
    expect(kept.isEmpty || demand == .none, "after \(call) a value waits that was requested")
    expect(!endIsDue, "after \(call) the completion does not come")
    if ending != nil { return expect(ending == .finished || isEnded || isLeft, "a full buffer does not cancel") }
    if isEnded { return }
    let wanted: Subscribers.Demand = plan.isKeptFull ? .max(plan.size + received) : .unlimited
    expect(asked == wanted && (plan.isKeptFull || requests == 1), "after \(call) \(asked) is requested in all")
  }
  func receive(subscription: any Subscription) { self.subscription = subscription }
  func receive(_ input: Int) -> Subscribers.Demand {
    expect(!isOver && demand > .none, "\(input) comes after the end, or without demand")
    if due != nil {
      expect(input == due, "\(input) comes instead of \(due!)")
      due = nil
    } else {
      expect(input == kept.first, "\(input) comes")
      if !kept.isEmpty { kept.removeFirst() }
      // G6. A source that is sending may not send another value meanwhile, unless it is told to by its subscriber.
      let mayAsk = plan.isKeptFull && !plan.isStubborn && ending == nil && (sends == 0 || plan.answers == 0)
      expect(!mayAsk || open > .none || kept.count >= plan.size, "\(input) comes before the source is asked")
    }
    if demand > .none { demand -= 1 }
    let place = received
    received += 1
    depth += 1
    for call in plan.inside[place] ?? [] where findings.isEmpty { perform(call) }
    depth -= 1
    let reply = isOver ? 0 : plan.replies[place] ?? 0
    count(.max(reply))
    return .max(reply)
  }
  func receive(completion: Subscribers.Completion<Oops>) {
    expect(!isOver && ending == completion && endIsDue, "\(completion) comes")
    (isOver, kept) = (true, [])
  }
}

@Suite("Scripts of a buffer") struct BufferScriptTests {
  /// `FUZZ=1000000` in the environment runs so many, from the seed `FUZZ_FROM`.
  @Test("BF-01 G5 G6 a buffer is as its model, whoever sends, requests, cancels or ends from inside") func scripts() {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["FUZZ_FROM"].flatMap { UInt64($0) } ?? 0
    let count = environment["FUZZ"].flatMap { UInt64($0) } ?? 4_000
    BufferCase.search(first..<first + count) { BufferTrial($0).run() }
  }
}
