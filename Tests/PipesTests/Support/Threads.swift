import Pipes
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Android)
  import Android
#endif

/// A thread that runs one closure. `join` returns when the thread is gone, with everything that it held.
///
/// A queue or a semaphore would not do: a queue may still hold the closure for a while after the closure has signalled.
private struct JoinedThread {
  #if canImport(Darwin) || canImport(Musl)  // where a thread is a pointer
    private var thread: pthread_t?
  #else
    private var thread = pthread_t()
  #endif

  /// Starts the thread. The closure that `body` points to must live until `join`.
  init(running body: UnsafePointer<() -> Void>) {
    let failure = pthread_create(
      &thread, nil,
      { pointer in
        #if canImport(Darwin)
          let body = pointer.assumingMemoryBound(to: (() -> Void).self)
        #else
          let body = pointer!.assumingMemoryBound(to: (() -> Void).self)
        #endif
        body.pointee()
        return nil
      }, UnsafeMutableRawPointer(mutating: body))
    precondition(failure == 0, "no thread could be started (error \(failure))")
  }
  func join() {
    #if canImport(Darwin) || canImport(Musl)
      if let thread { pthread_join(thread, nil) }
    #else
      pthread_join(thread, nil)
    #endif
  }
}

/// Runs the body twice at the same time, on two threads, and returns when both are done. The body receives 0 on one
/// thread and 1 on the other.
func onTwoThreads(_ body: (Int) -> Void) {
  let started = Atomic<Int>(0)
  func run(_ side: Int) {
    // Both leave together, so that they meet; a machine with one core gives up waiting.
    started.add(1, ordering: .sequentiallyConsistent)
    for _ in 0..<100_000 where started.load(ordering: .sequentiallyConsistent) < 2 {}
    body(side)
  }
  func second() { run(1) }
  withoutActuallyEscaping(second) { second in
    withUnsafePointer(to: second) { second in
      let thread = JoinedThread(running: second)
      run(0)
      thread.join()
    }
  }
}

/// Runs the body for each number of rounds on two threads, which begin each round together. The body receives the side
/// and the number.
func onTwoThreads(rounds: Int, _ body: (Int, Int) -> Void) {
  let arrived = Atomic<Int>(0)
  onTwoThreads { side in
    for round in 0..<rounds {
      arrived.add(1, ordering: .sequentiallyConsistent)
      var spins = 0
      while arrived.load(ordering: .sequentiallyConsistent) < 2 * (round + 1) {
        spins += 1
        if spins > 2_000 { sched_yield() }
      }
      body(side, round)
    }
  }
}

/// Runs the body on another thread, and waits until that thread is gone.
func onAnotherThread(_ body: () -> Void) {
  withoutActuallyEscaping(body) { body in
    withUnsafePointer(to: body) { JoinedThread(running: $0).join() }
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
    if inside.add(1, ordering: .sequentiallyConsistent).oldValue != 0 {
      collisions.add(1, ordering: .sequentiallyConsistent)
    }
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
