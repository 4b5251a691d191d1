import Foundation
import Pipes
import PipesFoundation
import Synchronization

/// Operators of state between a source and a consumer that is busy: values that act when they are released, a scheduler
/// that loses, repeats or reorders actions, and a finish that comes while nothing is requested.
final class LastState: Part {
  static let name = "state"
  static let purpose =
    "a busy consumer, values whose deinit acts, unreliable schedulers, a finish without demand: who asks late sees the last state"
  private let crew = Crew(3)
  private static let values = 60

  /// A value that may act when the last operator has let go of it. The size of its content is unknown to the compiler,
  /// so that an assignment releases the old content before it stores the new one: an optimized assignment of a class
  /// does it in the other order, and hides a fault.
  private struct Item: Sendable {
    let number: Int
    private let content: any Sendable
    init(_ number: Int, _ whenFreed: @escaping () -> Void) { (self.number, content) = (number, Content(whenFreed)) }
  }
  private final class Content: @unchecked Sendable {
    // Unchecked: nothing changes.
    private let whenFreed: () -> Void
    init(_ whenFreed: @escaping () -> Void) { self.whenFreed = whenFreed }
    deinit { whenFreed() }
  }
  /// The action of a `deinit`.
  private enum Act: String, CaseIterable {
    case nothing
    case sends = "values that send when they are released"
    case requests = "values that request when they are released"
    case subscribes = "values that subscribe for a moment when they are released"
    case cancels = "values that cancel a subscriber when they are released"
    case releases = "a value that releases the pipeline when it is released"
  }
  private typealias Items = AnyPublisher<Item, Fault>

  /// The pipeline and a second subscriber, on which values act.
  private final class Owner: @unchecked Sendable {
    // Unchecked: a lock guards all. Nothing is released under it.
    private let lock = NSLock()
    private var pipeline: Items?
    private var second: Second?
    func begin(_ pipeline: Items) {
      lock.withLock { self.pipeline = pipeline }
      cancel()
    }
    func request() { lock.withLock { second }?.subscription?.request(.max(1)) }
    func subscribe() { lock.withLock { pipeline }?.sink(receiveCompletion: { _ in }, receiveValue: { _ in }).cancel() }
    /// Another one subscribes in its place.
    func cancel() {
      let new = lock.withLock { pipeline }.map { pipeline in
        let new = Second()
        pipeline.subscribe(new)
        return new
      }
      lock.withLock { exchange(&second, new) }?.subscription?.cancel()
    }
    func release() {
      let old = lock.withLock { (exchange(&pipeline, nil), exchange(&second, nil)) }
      old.1?.subscription?.cancel()
    }
    private func exchange<T>(_ place: inout T, _ new: T) -> T {
      defer { place = new }
      return place
    }
  }
  private final class Second: Subscriber {
    // Set before any other thread knows this subscriber.
    private(set) var subscription: (any Subscription)?
    func receive(subscription: any Subscription) {
      self.subscription = subscription
      subscription.request(.max(3))
    }
    func receive(_ input: Item) -> Subscribers.Demand { .none }
    func receive(completion: Subscribers.Completion<Fault>) {}
  }

  private struct Case {
    let name: String
    var isTimed = false
    /// Whether the last state is sent although the upstream has finished before it was requested. Otherwise the finish
    /// drops it, or it was not requested from the upstream.
    var outlivesFinish = false
    /// Whether the last state needs a value of the other subject. If not, none is sent at the end: it would bring the
    /// state again.
    var needsOther = true
    let make: (Items, PassthroughSubject<Int, Fault>, Unreliable) -> Items
  }
  /// A window that ends at once, or with the next value of another subject.
  private static func window(_ item: Item, _ b: PassthroughSubject<Int, Fault>) -> Stream {
    item.number % 2 == 0 ? Just(0).setFailureType(to: Fault.self).eraseToAnyPublisher() : b.eraseToAnyPublisher()
  }
  private static let cases: [Case] = [
    Case(name: "combineLatest", needsOther: false) { a, b, _ in
      a.combineLatest(b.prepend(0)) { item, _ in item }.eraseToAnyPublisher()
    },
    Case(name: "combineLatest, second", needsOther: false) { a, b, _ in
      b.prepend(0).combineLatest(a) { _, item in item }.eraseToAnyPublisher()
    },
    Case(name: "withLatestFrom", needsOther: false) { a, b, _ in
      a.withLatestFrom(b.prepend(0)) { item, _ in item }.eraseToAnyPublisher()
    },
    Case(name: "debounce", outlivesFinish: true) { a, b, _ in a.debounce { window($0, b) }.eraseToAnyPublisher() },
    Case(name: "audit", outlivesFinish: true) { a, b, _ in a.audit { window($0, b) }.eraseToAnyPublisher() },
    Case(name: "throttle", outlivesFinish: true) { a, b, _ in
      a.throttle(leading: false, trailing: true) { window($0, b) }.eraseToAnyPublisher()
    },
    Case(name: "sample") { a, b, _ in a.sample(b).eraseToAnyPublisher() },
    Case(name: "receive(on:)", isTimed: true) { a, _, queue in a.receive(on: queue).eraseToAnyPublisher() },
    Case(name: "delay", isTimed: true) { a, _, queue in
      a.delay(for: .milliseconds(1), scheduler: queue).eraseToAnyPublisher()
    },
    Case(name: "debounce on a queue", isTimed: true) { a, _, queue in
      a.debounce(for: .milliseconds(1), scheduler: queue).eraseToAnyPublisher()
    },
    Case(name: "throttle on a queue", isTimed: true, outlivesFinish: true) { a, _, queue in
      a.throttle(for: .milliseconds(1), scheduler: queue, latest: true).eraseToAnyPublisher()
    },
    Case(name: "audit on a queue", isTimed: true, outlivesFinish: true) { a, _, queue in
      a.audit(for: .milliseconds(1), scheduler: queue).eraseToAnyPublisher()
    },
    Case(name: "sample on a queue", isTimed: true) { a, _, queue in
      a.sample(every: .milliseconds(1), scheduler: queue).eraseToAnyPublisher()
    },
  ]
  private struct Choice {
    let item: Case
    let act: Act, isEarly: Bool
    var habit = Unreliable.Habit.faithful
    init(_ seed: UInt64) {
      var random = Random(seed)
      item = LastState.cases[random.below(LastState.cases.count)]
      act = Act.allCases[random.below(Act.allCases.count)]
      if item.isTimed { habit = Unreliable.Habit.allCases[random.below(Unreliable.Habit.allCases.count)] }
      isEarly = item.outlivesFinish && random.once(in: 2)
    }
  }
  func describe(_ seed: UInt64) -> String {
    let choice = Choice(seed)
    return "a.\(choice.item.name)" + (choice.act == .nothing ? "" : ", \(choice.act.rawValue)")
      + (choice.habit == .faithful ? "" : ", a scheduler that \(choice.habit.rawValue)")
      + (choice.isEarly ? ", finishes before the last state is requested" : "")
  }

  func round(_ seed: UInt64) -> [Finding] {
    let choice = Choice(seed), scheduler = Unreliable(choice.habit), owner = Owner(), last = Self.values - 1
    let source = CurrentValueSubject<Int, Fault>(-1), other = PassthroughSubject<Int, Fault>(), isSent = Count(),
      acted = Count()
    let watcher = Watcher(demand: 1, work: 20)
    // Some of the values act, so that the last ones of a round do so, too.
    let act = { [weak owner, weak other] in
      guard acted.add() % 5 == 0 else { return }
      switch choice.act {
      case .nothing: break
      case .sends: other?.send(1)
      case .requests: owner?.request()
      case .subscribes: owner?.subscribe()
      case .cancels: owner?.cancel()
      case .releases: owner?.release()
      }
    }
    // Each subscription has items of its own, so that an operator is the last to release them.
    let pipeline = choice.item.make(source.map { Item($0, act) }.eraseToAnyPublisher(), other, scheduler)
    pipeline.map(\.number).subscribe(watcher)
    owner.begin(pipeline)
    crew.run([
      {
        for number in 0...last {
          source.send(number)
          // Some windows end meanwhile, so that a state which waits for demand is replaced.
          if choice.item.isTimed, number % 20 == 19 { usleep(1_500) }
        }
        isSent.add()
      },
      {
        // Busy with a value before it requests the next one.
        var asked = 1
        while isSent.value == 0 {
          if watcher.received >= asked {
            asked += 1
            watcher.request(1)
          }
          pause(50)
        }
      },
      {
        while isSent.value == 0 {
          scheduler.lose()
          other.send(0)
          pause(50)
        }
      },
    ])
    // Nothing is lost from here on. A subscriber that requests late sees the last state.
    var findings: Set<String> = []
    if choice.habit == .loses { source.send(last) }
    func end() {
      source.send(completion: .finished)
      other.send(completion: .finished)
    }
    if choice.isEarly { end() }
    _ = waits {
      if choice.item.needsOther { other.send(0) }
      watcher.request(1)
      return watcher.last == last
    }
    if watcher.last != last { findings.insert("the last state is lost") }
    end()
    let isCompleted = waits {
      watcher.request(1)  // the finish waits behind a last state that came twice
      return watcher.completions > 0
    }
    if !isCompleted { findings.insert("no completion arrives") }
    let values = watcher.values, pairs = zip(values, values.dropFirst())
    if pairs.contains(where: { $0 > $1 }) { findings.insert("the order is broken") }
    if choice.item.isTimed, choice.habit != .loses, pairs.contains(where: { $0 == $1 }) {
      findings.insert("a value comes twice")
    }
    findings.formUnion(watcher.faults)
    watcher.cancel()
    watcher.leave()
    owner.release()
    let text = describe(seed)
    return findings.sorted().map { Finding("\($0) in \(choice.item.name)", text) }
  }
}
