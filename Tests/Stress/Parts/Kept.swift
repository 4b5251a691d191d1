import Foundation
import Pipes

/// Objects that are used after the end, or by two threads at the same instant: groups and windows that are kept, values
/// that are set beside a completion or by two threads, values whose `deinit` cancels when an end releases them, and
/// `objectWillChange` of a class that guards its own state.
package final class Kept: Part {
  static let name = "kept"
  static let purpose =
    "groups kept after the end, values set by two threads or beside a completion, objectWillChange: all end with one state"
  /// The number of meetings in a round. Two threads meet at each of them.
  private static let meetings = 200
  private static let cases = [
    "groupBy", "groupBy(duration:)", "window", "value =", "value = twice", "@Published", "a deinit cancels at an end",
    "objectWillChange",
  ]
  private let crew = Crew(2)

  private static func choice(_ seed: UInt64) -> Int {
    var random = Random(seed)
    return random.below(cases.count)
  }
  func describe(_ seed: UInt64) -> String { Self.cases[Self.choice(seed)] + " by two threads" }
  func round(_ seed: UInt64) -> [Finding] { play(Self.choice(seed)) }
  /// The findings of each case, for tests.
  package static func findings() -> [String] {
    let part = Kept()
    return (0..<cases.count).flatMap { part.play($0).map(\.kind) }
  }
  private func play(_ choice: Int) -> [Finding] {
    switch choice {
    case 0: groups { $0.groupBy { _ in 0 } }
    case 1: groups { $0.groupBy({ _ in 0 }, duration: { _ in Empty<Int, Never>(completeImmediately: false) }) }
    case 2: groups { $0.window(count: .max) }
    case 3: values()
    case 4: settles()
    case 5: published()
    case 6: ends()
    default: changes()
    }
  }

  /// Runs the body for each number on two threads, which begin each together. A busy machine gives up waiting after a
  /// while: a thread that yields waits there for all others.
  private func meet(_ body: @escaping (Int, Int) -> Void) {
    let arrived = Count(), end = now() + 5
    func run(_ side: Int) {
      for number in 0..<Self.meetings {
        arrived.add()
        var spins = 0
        while arrived.value < 2 * (number + 1) {
          spins += 1
          if spins > 2_000 {
            if now() > end { break }
            sched_yield()
          }
        }
        body(side, number)
      }
    }
    crew.run([{ run(0) }, { run(1) }])
  }

  /// Both threads are the first subscriber of a group of a stream that has finished and been freed.
  private func groups<P: Publisher>(_ make: (Publishers.Sequence<Range<Int>, Never>) -> P) -> [Finding]
  where P.Output == Publishers.Group<Int, Int, Never>, P.Failure == Never {
    let length = 8, counts = (0..<2).map { _ in (0..<Self.meetings).map { _ in Count() } }
    let groups = (0..<Self.meetings).map { _ in
      var group: P.Output?
      _ = make((0..<length).publisher).sink { group = $0 }
      return group!
    }
    meet { side, number in
      groups[number].subscribe(
        AnySubscriber(
          receiveSubscription: { $0.request(.unlimited) },
          receiveValue: { _ in
            counts[side][number].add()
            return .none
          }))
    }
    let wrong = (0..<Self.meetings).filter { number in
      let found = counts.map { $0[number].value }
      return found != [length, 0] && found != [0, length]
    }
    return wrong.isEmpty
      ? [] : [Finding("the values of a kept group do not arrive once", "\(wrong.count) of \(Self.meetings)")]
  }
  private func values() -> [Finding] {
    let subjects = (0..<Self.meetings).map { _ in CurrentValueSubject<Int, Never>(0) }
    meet { side, number in
      // One of them is a little later, now this one, now that one: the moment between a look and a store is short.
      pause(side == 0 ? number % 16 : number / 16)
      if side == 0 { subjects[number].value = 1 } else { subjects[number].send(completion: .finished) }
    }
    let lost = subjects.filter { $0.value != 1 }.count
    return lost == 0 ? [] : [Finding("a value that is set beside a completion is lost", "\(lost) of \(Self.meetings)")]
  }
  /// A subscriber that takes a while, and lets the other thread go on meanwhile also on a busy machine.
  private static func note(_ value: Int, _ last: Count) {
    last.value = value
    if value > 0 { sched_yield() }
  }
  private func settles() -> [Finding] {
    let subjects = (0..<Self.meetings).map { _ in CurrentValueSubject<Int, Never>(0) },
      last = subjects.map { _ in Count() }
    let tokens = zip(subjects, last).map { subject, last in subject.sink { Self.note($0, last) } }
    meet { side, number in subjects[number].value = side + 1 }
    let wrong = zip(subjects, last).filter { subject, last in
      var late = -1
      subject.sink { late = $0 }.cancel()
      return subject.value != last.value || subject.value != late
    }.count
    for token in tokens { token.cancel() }
    return wrong == 0
      ? [] : [Finding("a subject and its subscribers end with different values", "\(wrong) of \(Self.meetings)")]
  }
  private final class Model: ObservableObject, @unchecked Sendable {
    // Unchecked: the lock guards the log.
    @Published var number = 0
    private let lock = NSLock()
    private var log: [String] = []
    func note(_ text: String) { lock.withLock { log = [text, text] } }
  }
  private func published() -> [Finding] {
    let models = (0..<Self.meetings).map { _ in Model() }, last = models.map { _ in Count() }
    let tokens = zip(models, last).map { model, last in model.$number.sink { Self.note($0, last) } }
    meet { side, number in models[number].number = side + 1 }
    let wrong = zip(models, last).filter { model, last in
      var late = -1
      model.$number.sink { late = $0 }.cancel()
      return model.number != last.value || model.number != late
    }.count
    for token in tokens { token.cancel() }
    return wrong == 0
      ? [] : [Finding("a property and its subscribers end with different values", "\(wrong) of \(Self.meetings)")]
  }
  /// A value that cancels when it is released.
  private final class Fuse {
    let blow: () -> Void
    init(_ blow: @escaping () -> Void) { self.blow = blow }
    deinit { blow() }
  }
  /// Notices a completion after a cancel.
  private final class Wary: Subscriber, @unchecked Sendable {
    // Unchecked: `subscription` is written before the threads start.
    typealias Input = Fuse
    private(set) var subscription: (any Subscription)?
    /// The thread that has cancelled. A completion that another thread has begun to send may still come.
    let canceller = Count(), late = Count()
    func receive(subscription: any Subscription) { self.subscription = subscription }
    func receive(_ fuse: Fuse) -> Subscribers.Demand { .none }
    func receive(completion: Subscribers.Completion<Fault>) {
      if canceller.value == Self.thread { late.add() }
    }
    private static var thread: Int { ObjectIdentifier(Thread.current).hashValue }
    func cancel() {
      canceller.value = Self.thread
      subscription?.cancel()
    }
  }
  /// Both threads fail a stream that keeps values, which cancel when they are released: nothing follows on that thread.
  private func ends() -> [Finding] {
    typealias Fuses = PassthroughSubject<Fuse, Fault>
    let streams = (0..<Self.meetings).map { number in
      let a = Fuses(), b = Fuses(), wary = Wary()
      let kept = a.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)
      if number % 2 == 0 {
        kept.merge(with: b).subscribe(wary)
      } else {
        kept.combineLatest(b) { fuse, _ in fuse }.subscribe(wary)
        wary.subscription?.request(.max(1))
      }
      for _ in 0..<3 { a.send(Fuse { [weak wary] in wary?.cancel() }) }
      return (a: a, b: b, wary: wary)
    }
    meet { side, number in
      (side == number / 2 % 2 ? streams[number].a : streams[number].b).send(completion: .failure(.fault))
    }
    let wrong = streams.filter { $0.wary.late.value > 0 }.count
    for stream in streams { stream.wary.subscription?.cancel() }
    return wrong == 0 ? [] : [Finding("a completion follows a cancel", "\(wrong) of \(Self.meetings)")]
  }
  /// One thread changes what the class guards, another one asks for the publisher. A fault crashes the process, or a
  /// sanitizer reports it.
  private func changes() -> [Finding] {
    let model = Model()
    meet { side, number in
      for step in 0..<50 {
        if side == 0 {
          model.note("an entry that is long enough for the heap, number \(number) \(step)")
        } else {
          _ = model.objectWillChange
        }
      }
    }
    return []
  }
}
