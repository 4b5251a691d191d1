import Testing

@testable import Pipes

/// How often a value makes the processor lock a line of its cache, which takes three times as long on some processors
/// as on others. Entering a gate is one, leaving it another; the same with a lock.
extension InterleavingTests {
  typealias Numbers = PassthroughSubject<Int, Never>
  struct Path: CustomTestStringConvertible {
    var testDescription: String
    /// Derived from the gates and locks that a value passes.
    var expected: Double
    var connect: (Numbers, Numbers, HandScheduler) -> AnyCancellable
    init(_ name: String, _ expected: Double, _ connect: @escaping (Numbers, Numbers, HandScheduler) -> AnyCancellable) {
      (testDescription, self.expected, self.connect) = (name, expected, connect)
    }
  }
  static let paths: [Path] = [
    Path("a subject", 2) { a, _, _ -> AnyCancellable in a.sink { _ in } },
    Path("a subject, map, filter, scan", 2) { a, _, _ -> AnyCancellable in
      a.map { $0 &+ 1 }.filter { $0 > 0 }.scan(0, &+).sink { _ in }
    },
    Path("ten subscribers", 2) { a, _, _ -> AnyCancellable in
      let all = (0..<10).map { _ in a.sink { _ in } }
      return AnyCancellable { all.forEach { $0.cancel() } }
    },
    // The gates of both subjects.
    Path("share", 4) { a, _, _ -> AnyCancellable in a.share().sink { _ in } },
    // The gates of the subject and of the delivery.
    Path("merge", 4) { a, b, _ -> AnyCancellable in a.merge(with: b).sink { _ in } },
    Path("combineLatest", 4) { a, b, _ -> AnyCancellable in a.combineLatest(b).sink { _ in } },
    Path("zip", 4) { a, b, _ -> AnyCancellable in a.zip(b).sink { _ in } },
    // The gate of the subject; the lock of the timed core for the value, for the timer that it takes out and for the one
    // that it puts in; the flag of the timer that is cancelled. A scheduler whose timers can be moved needs the first two.
    Path("debounce", 9) { a, _, time -> AnyCancellable in a.debounce(for: 3, scheduler: time).sink { _ in } },
  ]
  @Test(arguments: paths) func aValueLocksItsGates(_ path: Path) {
    let bench = Bench(), (a, b, time) = (Numbers(), Numbers(), HandScheduler(bench))
    let token = path.connect(a, b, time)
    b.send(0)
    for value in 0..<10 { a.send(value) }
    let before = Interleaving.changes
    for value in 0..<100 { a.send(value) }
    let count = Double(Interleaving.changes - before) / 100
    print("\(path.testDescription): \(count) locked operations for a value")
    #expect(count == path.expected, "\(path.testDescription): \(count)")
    token.cancel()
  }
  @Test func aCurrentValueIsWrittenOnce() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let token = subject.sink { _ in }
    let before = Interleaving.changes
    for value in 0..<100 { subject.send(value) }
    let count = Double(Interleaving.changes - before) / 100
    print("a current value: \(count) locked operations for a value")
    // The gate, and the lock in which the value is written.
    #expect(count == 4)
    token.cancel()
  }
}
