import Foundation
import Pipes
import PipesFoundation
import Synchronization

/// Operators of state between a source and a consumer that is busy: values that act when they are released, and a queue that loses actions.
final class LastState: Part {
  static let name = "state"
  static let purpose =
    "a busy consumer, values whose deinit sends, a queue that loses actions: who asks late sees the last state, and the completion"
  private let crew = Crew(3)
  private static let values = 60

  /// A value that may act when the last operator has let go of it.
  private final class Item: @unchecked Sendable {
    // Unchecked: the closure is set before the item is sent.
    let number: Int
    private let whenFreed: (() -> Void)?
    init(_ number: Int, _ whenFreed: (() -> Void)? = nil) { (self.number, self.whenFreed) = (number, whenFreed) }
    deinit { whenFreed?() }
  }
  private typealias Items = AnyPublisher<Item, Fault>
  private struct Case {
    let name: String
    /// Whether the scheduler may lose actions: then only the order and the completion are certain.
    let isTimed: Bool
    let make: (CurrentValueSubject<Item, Fault>, PassthroughSubject<Int, Fault>, OperationQueue) -> Items
  }
  private static let cases: [Case] = [
    Case(name: "combineLatest", isTimed: false) { a, b, _ in a.combineLatest(b.prepend(0)) { item, _ in item }.eraseToAnyPublisher() },
    Case(name: "withLatestFrom", isTimed: false) { a, b, _ in a.withLatestFrom(b.prepend(0)) { item, _ in item }.eraseToAnyPublisher() },
    Case(name: "debounce", isTimed: false) { a, _, _ in a.debounce { Just($0).setFailureType(to: Fault.self) }.eraseToAnyPublisher() },
    Case(name: "audit", isTimed: false) { a, _, _ in a.audit { Just($0).setFailureType(to: Fault.self) }.eraseToAnyPublisher() },
    Case(name: "throttle", isTimed: false) { a, _, _ in
      a.throttle(leading: false, trailing: true) { Just($0).setFailureType(to: Fault.self) }.eraseToAnyPublisher()
    },
    Case(name: "sample", isTimed: false) { a, _, _ in a.sample(a).eraseToAnyPublisher() },
    Case(name: "receive(on:)", isTimed: true) { a, _, queue in a.receive(on: queue).eraseToAnyPublisher() },
    Case(name: "delay", isTimed: true) { a, _, queue in a.delay(for: .milliseconds(1), scheduler: queue).eraseToAnyPublisher() },
    Case(name: "debounce on a queue", isTimed: true) { a, _, queue in
      a.debounce(for: .milliseconds(1), scheduler: queue).eraseToAnyPublisher()
    },
    Case(name: "throttle on a queue", isTimed: true) { a, _, queue in
      a.throttle(for: .milliseconds(1), scheduler: queue, latest: true).eraseToAnyPublisher()
    },
  ]
  private func choice(_ seed: UInt64) -> (item: Case, acts: Bool, loses: Bool) {
    var random = Random(seed)
    let item = Self.cases[random.below(Self.cases.count)]
    return (item, random.once(in: 2), item.isTimed && random.once(in: 2))
  }
  func describe(_ seed: UInt64) -> String {
    let choice = choice(seed)
    return "a.\(choice.item.name)" + (choice.acts ? ", values that send when they are released" : "")
      + (choice.loses ? ", a queue that loses actions" : "")
  }

  func round(_ seed: UInt64) -> [Finding] {
    let choice = choice(seed), queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let source = CurrentValueSubject<Item, Fault>(Item(-1)), other = PassthroughSubject<Int, Fault>(), isSent = Count()
    let freed = Count(), made = Count()
    let watcher = Watcher(demand: 1, work: 20)
    choice.item.make(source, other, queue).map(\.number).subscribe(watcher)
    let acts: (() -> Void)? = choice.acts ? { [weak other] in if made.add() < 20 { other?.send(1) } } : nil
    let free = {
      freed.add()
      acts?()
    }
    crew.run([
      {
        for number in 0..<Self.values { source.send(Item(number, free)) }
        isSent.add()
      },
      { while isSent.value == 0 { watcher.request(1) } },
      { while isSent.value == 0 { if choice.loses { queue.cancelAllOperations() } else { pause(50) } } },
    ])
    // Nothing is lost from here on. A subscriber that requests late sees the last state.
    var findings: Set<String> = []
    if choice.loses { source.send(Item(Self.values - 1)) }
    _ = waits(5) {
      watcher.request(1)
      return watcher.values.last == Self.values - 1
    }
    if watcher.values.last != Self.values - 1 { findings.insert("the last state is lost") }
    source.send(completion: .finished)
    other.send(completion: .finished)
    if !waits(5, until: { watcher.completions > 0 }) { findings.insert("no completion arrives") }
    let values = watcher.values
    if zip(values, values.dropFirst()).contains(where: { $0 > $1 }) { findings.insert("the order is broken") }
    findings.formUnion(watcher.faults)
    watcher.cancel()
    watcher.leave()
    let text = describe(seed)
    return findings.sorted().map { Finding("\($0) in \(choice.item.name)", text) }
  }
}
