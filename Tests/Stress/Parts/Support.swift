import Foundation
import Pipes
import Synchronization

/// A failure that the parts send.
enum Fault: Error { case fault }

/// One thing that must never happen, and did.
struct Finding: Error {
  /// The outcomes that count as the same.
  let kind: String
  /// How it came about, as short as possible.
  let text: String
  init(_ kind: String, _ text: String = "") { (self.kind, self.text) = (kind, text) }
}

/// One of the things that the program does again and again.
protocol Part: AnyObject, SendableMetatype {
  static var name: String { get }
  /// The faults that it looks for, in one line.
  static var purpose: String { get }
  init()
  /// Plays one round, and returns what was wrong with it. The same seed gives the same round, as far as threads allow.
  func round(_ seed: UInt64) -> [Finding]
  /// The actions of the round with this seed, for a round that ended the process.
  func describe(_ seed: UInt64) -> String
}
extension Part {
  func describe(_ seed: UInt64) -> String { "" }
}

/// Random numbers that a seed decides.
struct Random: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
  /// True once in so many times.
  mutating func once(in count: Int) -> Bool { below(count) == 0 }
}

/// A number that threads share.
final class Count: @unchecked Sendable {
  let atomic: Atomic<Int>
  init(_ value: Int = 0) { atomic = Atomic(value) }
  var value: Int {
    get { atomic.load(ordering: .sequentiallyConsistent) }
    set { atomic.store(newValue, ordering: .sequentiallyConsistent) }
  }
  @discardableResult func add(_ more: Int = 1) -> Int {
    atomic.wrappingAdd(more, ordering: .sequentiallyConsistent).newValue
  }
  func raise(to value: Int) { _ = atomic.max(value, ordering: .sequentiallyConsistent) }
}

/// Notices when two threads are inside at once. One thread may be inside several times: calls may nest.
final class Turnstile: @unchecked Sendable {
  private let owner = Atomic<UInt>(0)
  private let crossings = Atomic<Int>(0)
  var overlaps: Int { crossings.load(ordering: .relaxed) }
  /// Relaxed throughout: the turnstile must not order what the engine does not order, or the thread sanitizer would see
  /// nothing.
  @inline(__always) func pass<R>(_ body: () -> R) -> R {
    let me = threadNumber()
    let old = owner.exchange(me, ordering: .relaxed)
    if old != 0, old != me { crossings.wrappingAdd(1, ordering: .relaxed) }
    defer { owner.store(old == me ? me : 0, ordering: .relaxed) }
    return body()
  }
}
/// The number of the running thread. Never inlined: an async function may run on another thread after each `await`.
@inline(never) @_optimize(none) func threadNumber() -> UInt {
  #if canImport(Glibc)
    UInt(pthread_self())
  #else
    UInt(bitPattern: pthread_self())
  #endif
}

func now() -> Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
/// The processor time of this thread in seconds; other processes do not count.
func threadTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
/// The resident memory of the process in bytes; zero where it cannot be read.
func residentMemory() -> Int {
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
  let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
}
/// Does nothing for a while that is too short for the system's clocks.
@inline(never) func pause(_ turns: Int) { for turn in 0..<turns { pauseSink.store(turn, ordering: .relaxed) } }
private let pauseSink = Atomic<Int>(0)

/// The seconds after which what has to come is lost. On a busy machine a thread may get no processor for seconds.
let patience = 60.0
/// Waits until the condition holds, at most some seconds. Returns whether it holds.
func waits(_ seconds: Double = patience, until condition: () -> Bool) -> Bool {
  let end = now() + seconds
  while !condition() {
    if now() > end { return condition() }
    usleep(200)
  }
  return true
}

/// Threads that begin together, again and again.
final class Crew: @unchecked Sendable {
  // Unchecked: `bodies` is written before `generation`, and read after it.
  private var bodies: [() -> Void] = []
  private let generation = Atomic<Int>(0)
  private let arrived = Atomic<Int>(0)
  private let left = Atomic<Int>(0)
  private let size: Int

  init(_ size: Int) {
    self.size = size
    for index in 1..<size { Thread.detachNewThread { [self] in serve(index) } }
  }
  private func serve(_ index: Int) {
    var seen = 0, turns = 0
    while true {
      let current = generation.load(ordering: .acquiring)
      if current == seen {
        turns += 1
        if turns > 30_000 { usleep(turns > 40_000 ? 2_000 : 100) } else if turns > 2_000 { sched_yield() }
        continue
      }
      (seen, turns) = (current, 0)
      if index < bodies.count { perform(index) }
      left.wrappingAdd(1, ordering: .acquiringAndReleasing)
    }
  }
  private func perform(_ index: Int) {
    // All begin together, so that they meet; a busy machine gives up waiting.
    arrived.wrappingAdd(1, ordering: .relaxed)
    for turn in 0..<20_000 where arrived.load(ordering: .relaxed) < bodies.count {
      if turn % 500 == 499 { sched_yield() }
    }
    bodies[index]()
  }
  /// Runs all bodies at the same time, the first one on this thread, and returns when all are done.
  func run(_ bodies: [() -> Void]) {
    precondition(bodies.count <= size)
    self.bodies = bodies
    arrived.store(0, ordering: .relaxed)
    left.store(0, ordering: .relaxed)
    generation.wrappingAdd(1, ordering: .releasing)
    perform(0)
    var turns = 0
    while left.load(ordering: .acquiring) < size - 1 {
      turns += 1
      if turns > 2_000 { sched_yield() }
    }
    self.bodies = []
  }
}
