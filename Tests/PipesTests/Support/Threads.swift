import Dispatch
import Pipes
import Synchronization

/// Runs the body twice at the same time, on two threads, and returns when both are done. The body learns which one it is.
func onTwoThreads(_ body: (Int) -> Void) {
  withoutActuallyEscaping(body) { body in
    nonisolated(unsafe) let body = body
    let start = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 2) { side in
      // Both leave together, so that they meet; a machine with one core gives up waiting.
      start.add(1, ordering: .sequentiallyConsistent)
      for _ in 0..<100_000 where start.load(ordering: .sequentiallyConsistent) < 2 {}
      body(side)
    }
  }
}

/// Runs the body on another thread, and waits until it is done.
func onAnotherThread(_ body: () -> Void) {
  withoutActuallyEscaping(body) { body in
    nonisolated(unsafe) let body = body
    let done = DispatchSemaphore(value: 0)
    DispatchQueue(label: "another thread").async {
      body()
      done.signal()
    }
    done.wait()
  }
}

/// A subscriber for several threads: it counts, and notices when it is entered by two threads at once.
final class Turnstile<Input, Failure: Error>: Subscriber, @unchecked Sendable {
  // Unchecked: `subscription` is written once, before the threads start; the rest is atomic.
  private let inside = Atomic<Int>(0)
  private let collisions = Atomic<Int>(0)
  private let count = Atomic<Int>(0)
  private let ends = Atomic<Int>(0)
  private let demand: Subscribers.Demand
  private let reply: Subscribers.Demand
  private(set) var subscription: (any Subscription)?

  init(demand: Subscribers.Demand = .unlimited, reply: Subscribers.Demand = .none) {
    self.demand = demand
    self.reply = reply
  }
  /// How often it was entered while another thread was inside.
  var overlaps: Int { collisions.load(ordering: .sequentiallyConsistent) }
  var values: Int { count.load(ordering: .sequentiallyConsistent) }
  var completions: Int { ends.load(ordering: .sequentiallyConsistent) }

  private func enter(_ body: () -> Void) {
    if inside.add(1, ordering: .sequentiallyConsistent).oldValue != 0 { collisions.add(1, ordering: .sequentiallyConsistent) }
    body()
    inside.subtract(1, ordering: .sequentiallyConsistent)
  }
  func receive(subscription: any Subscription) {
    self.subscription = subscription
    if demand > .none { subscription.request(demand) }
  }
  func receive(_ input: Input) -> Subscribers.Demand {
    enter { count.add(1, ordering: .sequentiallyConsistent) }
    return reply
  }
  func receive(completion: Subscribers.Completion<Failure>) {
    enter { ends.add(1, ordering: .sequentiallyConsistent) }
  }
}

/// Keeps weak references and says which are still alive.
final class Leaks {
  private final class Weak {
    weak var object: AnyObject?
    init(_ object: AnyObject) { self.object = object }
  }
  private var watched: [(name: String, weak: Weak)] = []

  func watch(_ object: AnyObject, _ name: String) { watched.append((name, Weak(object))) }
  var alive: [String] { watched.filter { $0.weak.object != nil }.map(\.name) }
}
