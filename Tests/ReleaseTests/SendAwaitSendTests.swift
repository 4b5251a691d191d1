import Pipes
import Synchronization
import Testing

/// The commonest code there is. An optimizer that carries the identity of a thread across the suspension lets two
/// threads own one gate.
@Suite(.serialized) struct SendAwaitSendTests {
  static let tasks = 4
  static let calls = 50_000

  static func fetch() async { await Task.yield() }
  static func load(_ s: PassthroughSubject<Bool, Never>) async {
    s.send(true)
    await fetch()
    s.send(false)
  }
  static func load(_ s: CurrentValueSubject<Bool, Never>) async {
    s.send(true)
    await fetch()
    s.send(false)
  }
  static func load(_ s: ReplaySubject<Bool, Never>) async {
    s.send(true)
    await fetch()
    s.send(false)
  }

  /// Counts what arrives, and how often two callbacks run at once.
  final class Tally: Sendable {
    let count = Atomic<Int>(0), inside = Atomic<Int>(0), overlaps = Atomic<Int>(0)
    func receive() {
      if inside.add(1, ordering: .relaxed).oldValue != 0 { overlaps.add(1, ordering: .relaxed) }
      count.add(1, ordering: .relaxed)
      inside.subtract(1, ordering: .relaxed)
    }
    /// The thread that is inside delivers the last values; it may do so after the tasks are done.
    func arrives(_ expected: Int) async -> Int {
      for _ in 0..<60_000 where count.load(ordering: .acquiring) < expected {
        try? await Task.sleep(for: .milliseconds(1))
      }
      return count.load(ordering: .acquiring)
    }
  }
  func inAllTasks(_ body: @escaping @Sendable () async -> Void) async {
    await withTaskGroup { group in
      for _ in 0..<Self.tasks { group.addTask { for _ in 0..<Self.calls { await body() } } }
    }
  }

  @Test func passthrough() async {
    let s = PassthroughSubject<Bool, Never>(), tally = Tally()
    let token = s.sink { _ in tally.receive() }
    await inAllTasks { await Self.load(s) }
    #expect(await tally.arrives(2 * Self.tasks * Self.calls) == 2 * Self.tasks * Self.calls)
    #expect(tally.overlaps.load(ordering: .relaxed) == 0)
    token.cancel()
  }
  @Test func currentValue() async {
    let s = CurrentValueSubject<Bool, Never>(false), tally = Tally()
    let token = s.sink { _ in tally.receive() }
    #expect(tally.count.load(ordering: .relaxed) == 1, "the initial value")
    await inAllTasks { await Self.load(s) }
    #expect(await tally.arrives(1 + 2 * Self.tasks * Self.calls) == 1 + 2 * Self.tasks * Self.calls)
    #expect(tally.overlaps.load(ordering: .relaxed) == 0)
    token.cancel()
  }
  @Test func replay() async {
    let s = ReplaySubject<Bool, Never>(bufferSize: 2), tally = Tally()
    let token = s.sink { _ in tally.receive() }
    await inAllTasks { await Self.load(s) }
    #expect(await tally.arrives(2 * Self.tasks * Self.calls) == 2 * Self.tasks * Self.calls)
    #expect(tally.overlaps.load(ordering: .relaxed) == 0)
    token.cancel()
  }
}
