import Marbles
import Pipes
import Testing
import VirtualTime

/// Checks of laws with several real threads.
@Suite struct ThreadedLawTests {
  @Test func goodOperatorsKeepTheLaws() throws {
    func check<P: Publisher>(except: Set<OperatorLaw> = [], line: Int = #line, _ build: @escaping (LawSource<Int>) -> P)
      throws
    {
      try checkLaws(except: except, cases: 3, threads: 30, line: line, build)
    }
    try check { $0 }
    try check { $0.map { $0 + 1 } }
    try check { $0.filter { $0 > 1 } }
    try check { $0.prefix(2) }
    try check { $0.collect(2) }
    try check { $0.flatMap { Just($0).setFailureType(to: LawFailure.self) } }
    try check { $0.append(9) }
    try check { $0.catch { _ in Just(5) } }
    try check(except: [.timers]) { $0.delay(for: $0.frames(2), scheduler: $0.scheduler) }
    try check(except: [.everyDemand, .timers]) { $0.debounce(for: $0.frames(2), scheduler: $0.scheduler) }
  }

  /// On one thread the operators keep all laws, so only several threads find their faults.
  @Test(arguments: [
    (Unguarded.Fault.sendsOnBothThreads, [OperatorLaw.oneAtATime, .oneCompletion]),
    (.losesDemand, [.completes, .everyDemand]),
    (.ignoresCancelOfOthers, [.cancel]),
  ])
  func faultsBetweenThreadsAreFound(_ fault: Unguarded.Fault, _ laws: [OperatorLaw]) throws {
    try checkLaws(except: [.completionWithoutDemand], cases: 20) { Unguarded.Operator(upstream: $0, fault: fault) }
    var text = ""
    // One round is enough where two threads run at once. On a machine with many other programs they meet rarely.
    // Threads that meet may show another symptom first, such as a lost value: the named one has to be found, too.
    for _ in 0..<100 where !laws.contains(where: { text.contains("(\($0.rawValue))") }) {
      try checkLaws(except: [.completionWithoutDemand], cases: 20, threads: 600, report: { text = $0.text }) {
        Unguarded.Operator(upstream: $0, fault: fault)
      }
    }
    #expect(text.hasPrefix("a law of operators is broken with several threads ("), "\(text)")
    for line in ["\n  thread 1 sends     ", "\n  thread 2 requests  ", "\n  received           "] {
      #expect(text.contains(line), "\(text)")
    }
    #expect(text.hasSuffix("\n  which thread is first is chance: threads: 1_000 tries it more often"), "\(text)")
    #expect(laws.contains { text.contains("(\($0.rawValue))") }, "\(text)")
  }

  /// Runs with threads in which no call met another one have tried nothing, and the result says so.
  @Test func whatWasNotTriedIsSaid() throws {
    let words = try checkLaws(cases: 3, threads: 5) { $0 }.description
    let isTold = words.hasSuffix("a request or a cancel came during a delivery in none of them, so nothing was tried")
    #expect(
      words.hasPrefix("27 cases, 5 runs with threads: ")
        && (isTold || words.contains(/in [1-5] of them; data races are not looked for$/)),
      "\(words)")
    #expect(try checkLaws(cases: 3) { $0 }.description == "27 cases")
  }

  @Test func theRunsAreCounted() throws {
    let alone = try checkLaws(cases: 10) { $0 }.count
    #expect(try checkLaws(cases: 10, threads: 7) { $0 }.count == alone + 7)
    let error = #expect(throws: MarbleFailure.self) { try checkLaws(cases: 10, threads: -1) { $0 } }
    #expect(error?.description.contains("-1 runs test nothing\n  write a number of runs, such as threads: 200") == true)
  }
}

/// An operator that keeps values until they are requested, with a fault that only several threads show.
enum Unguarded {
  enum Fault: Sendable { case sendsOnBothThreads, losesDemand, ignoresCancelOfOthers }

  struct Operator<Upstream: Publisher>: Publisher where Upstream.Output == Int, Upstream.Failure == LawFailure {
    typealias Output = Int
    typealias Failure = LawFailure
    let upstream: Upstream
    let fault: Fault

    func receive<S: Subscriber<Int, LawFailure>>(subscriber: S) { upstream.subscribe(Inner(subscriber, fault)) }
  }

  fileprivate enum Next { case value(Int), end(Subscribers.Completion<LawFailure>) }
  fileprivate struct State {
    var upstream: (any Subscription)?
    var waiting: [Int] = []
    var end: Subscribers.Completion<LawFailure>?
    var demand = Subscribers.Demand.none
    var isSending = false
    var isOver = false
    var owner: UInt = 0
    var sender: UInt = 0
  }

  final class Inner<S: Subscriber<Int, LawFailure>>: Subscriber, Subscription {
    typealias Input = Int
    typealias Failure = LawFailure
    private let downstream: S
    private let fault: Fault
    private let state = Guarded(State())

    init(_ downstream: S, _ fault: Fault) { (self.downstream, self.fault) = (downstream, fault) }

    func receive(subscription: any Subscription) {
      state.with { ($0.upstream, $0.owner) = (subscription, currentThread()) }
      downstream.receive(subscription: self)
      subscription.request(.unlimited)
    }
    func receive(_ value: Int) -> Subscribers.Demand {
      state.with { $0.waiting.append(value) }
      send()
      return .none
    }
    func receive(completion: Subscribers.Completion<LawFailure>) {
      state.with { $0.end = completion }
      send()
    }
    func request(_ demand: Subscribers.Demand) {
      let me = currentThread()
      state.with { state in
        // A request by another thread than the one that sends is forgotten.
        if fault == .losesDemand, state.isSending, state.sender != me { return }
        state.demand += demand
      }
      send()
    }
    func cancel() {
      // A cancel by another thread is forgotten upstream.
      let me = currentThread()
      let upstream = state.with { state in
        state.isOver = true
        return fault == .ignoresCancelOfOthers && state.owner != me ? nil : state.upstream
      }
      upstream?.cancel()
    }

    /// Sends what is requested. Without the fault one thread at a time sends.
    private func send() {
      while true {
        let next: Unguarded.Next? = state.with { state in
          if state.isOver || (state.isSending && fault != .sendsOnBothThreads) { return nil }
          if state.demand > .none, let value = state.waiting.first {
            state.waiting.removeFirst()
            state.demand -= 1
            (state.isSending, state.sender) = (true, currentThread())
            return .value(value)
          }
          guard state.waiting.isEmpty, let end = state.end.take() else { return nil }
          state.isOver = true
          return .end(end)
        }
        switch next {
        case nil: return
        case .end(let end): return downstream.receive(completion: end)
        case .value(let value):
          if fault == .sendsOnBothThreads || fault == .losesDemand { pause() }
          let more = downstream.receive(value)
          state.with { state in
            state.demand += more
            state.isSending = false
          }
        }
      }
    }
    private func pause() { for _ in 0..<2_000 { state.with { _ in } } }
  }
}
