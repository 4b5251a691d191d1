import Pipes
import Synchronization

/// The subscriber at the end of a composed stream: it keeps what arrives, and notices what must not arrive.
final class Watcher: Subscriber, @unchecked Sendable {
  // Unchecked: `subscription` is written before the threads start or by the thread that subscribes, or is waited for;
  // the other fields are atomic, or written in callbacks, which the engine has to order. They take no part in that, so
  // that the thread sanitizer sees it if it does not.
  typealias Input = Int
  typealias Failure = Fault
  enum Wrong: Int, CaseIterable {
    case overlap, beforeSubscription, afterCompletion, twoCompletions, afterCancel, unrequested
    var text: String {
      switch self {
      case .overlap: "two callbacks at once"
      case .beforeSubscription: "an event before the subscription"
      case .afterCompletion: "a value after the completion"
      case .twoCompletions: "two completions"
      case .afterCancel: "an event after a cancel inside a callback"
      case .unrequested: "more values than were requested"
      }
    }
  }
  static let capacity = 4096
  private let turnstile = Turnstile()
  private let wrong = Atomic<Int>(0)
  private let requested = Atomic<Int>(0)
  private let count = Atomic<Int>(0)
  /// The number of slots that are written: a reader may look at them while more are.
  private let written = Atomic<Int>(0)
  private let newest = Atomic<Int>(0)
  private let slots = UnsafeMutablePointer<Int>.allocate(capacity: capacity)
  private var subscription: (any Subscription)?
  /// Set after `subscription`, for who cancels while it may still be on its way to a queue.
  private let hasSubscription = Atomic<Bool>(false)
  private var isSubscribed = false
  private var isCancelled = false
  private let ends = Atomic<Int>(0)
  private(set) var failure: Fault?
  private let demand: Int?
  /// Called inside `receive(_:)` with the number of the value. Returns how many more values are requested.
  var react: (Watcher, Int) -> Int = { _, _ in 0 }

  private let work: Int

  init(demand: Int?, work: Int) { (self.demand, self.work) = (demand, work) }
  deinit { slots.deallocate() }

  var values: [Int] { (0..<min(written.load(ordering: .acquiring), Self.capacity)).map { slots[$0] } }
  /// The number of values that have arrived, and the last one.
  var received: Int { written.load(ordering: .acquiring) }
  var last: Int? { received == 0 ? nil : newest.load(ordering: .relaxed) }
  var completions: Int { ends.load(ordering: .acquiring) }
  var faults: [String] {
    let bits = wrong.load(ordering: .acquiring) | (turnstile.overlaps > 0 ? 1 << Wrong.overlap.rawValue : 0)
    return Wrong.allCases.filter { bits >> $0.rawValue & 1 == 1 }.map(\.text)
  }
  private func blame(_ what: Wrong) { wrong.bitwiseOr(1 << what.rawValue, ordering: .relaxed) }

  func request(_ more: Int?) {
    requested.wrappingAdd(more ?? 1_000_000, ordering: .relaxed)
    subscription?.request(more.map { .max($0) } ?? .unlimited)
  }
  func cancel() { subscription?.cancel() }
  /// Cancels as soon as the subscription has come, which another thread may bring.
  func cancelOnArrival() {
    _ = waits { hasSubscription.load(ordering: .acquiring) }
    cancel()
  }
  /// Cancels inside a callback: nothing may follow.
  func cancelInside() {
    isCancelled = true
    subscription?.cancel()
  }
  func leave() { subscription = nil }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    isSubscribed = true
    hasSubscription.store(true, ordering: .releasing)
    if demand != 0 { request(demand) }
  }
  func receive(_ input: Int) -> Subscribers.Demand {
    turnstile.pass {
      if !isSubscribed { blame(.beforeSubscription) }
      if ends.load(ordering: .relaxed) > 0 { blame(.afterCompletion) }
      if isCancelled { blame(.afterCancel) }
      let number = count.wrappingAdd(1, ordering: .relaxed).oldValue
      if number >= requested.load(ordering: .relaxed) { blame(.unrequested) }
      if number < Self.capacity { slots[number] = input }
      newest.store(input, ordering: .relaxed)
      written.wrappingAdd(1, ordering: .releasing)
      if work > 0 { pause(work) }
      let more = react(self, number)
      if more > 0 { requested.wrappingAdd(more, ordering: .relaxed) }
      return .max(more)
    }
  }
  func receive(completion: Subscribers.Completion<Fault>) {
    turnstile.pass {
      if !isSubscribed { blame(.beforeSubscription) }
      if isCancelled { blame(.afterCancel) }
      if case .failure(let fault) = completion { failure = fault }
      if ends.wrappingAdd(1, ordering: .releasing).oldValue > 0 { blame(.twoCompletions) }
    }
  }
}
