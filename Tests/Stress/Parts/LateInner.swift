import Foundation
import Pipes
import PipesFoundation

/// An inner publisher, or a subscriber, that comes while another thread delivers.
package final class LateInner: Part {
  static let name = "inner"
  static let purpose = "inner publishers and subscribers that come while another thread delivers: no value is lost"
  private static let queue = DispatchQueue(label: "inner", attributes: .concurrent)
  private let crew = Crew(2)
  private typealias Values = AnyPublisher<Int, Never>

  // A thread may wait for a processor between its subscription and its request. A value that is sent meanwhile is kept.
  private static func timer(_ value: Int) -> some Publisher<Int, Never> {
    Just(value).delay(for: .milliseconds(5), scheduler: queue)
  }
  /// Subjects that send their number from another thread soon after they were subscribed to.
  private static func hot(_ value: Int) -> some Publisher<Int, Never> {
    let subject = ReplaySubject<Int, Never>(bufferSize: 1)
    return subject.handleEvents(receiveSubscription: { _ in
      queue.asyncAfter(deadline: .now() + 0.005) {
        subject.send(value)
        subject.send(completion: .finished)
      }
    })
  }
  /// Each sends 1 and 2 for the values 1 and 2 of the subject.
  private static let streams: [(name: String, make: (PassthroughSubject<Int, Never>) -> Values)] = [
    ("flatMap { timer }", { $0.flatMap { timer($0) }.eraseToAnyPublisher() }),
    ("flatMap { subject }", { $0.flatMap { hot($0) }.eraseToAnyPublisher() }),
    ("switchMap { timer }", { $0.switchMap { timer($0) }.eraseToAnyPublisher() }),
    ("switchMap { subject }", { $0.switchMap { hot($0) }.eraseToAnyPublisher() }),
    ("mergeMap { timer }", { $0.mergeMap(concurrency: 4) { timer($0) }.eraseToAnyPublisher() }),
    ("concatMap { timer }", { $0.concatMap { timer($0) }.eraseToAnyPublisher() }),
    ("delay { timer }", { $0.delay { timer($0) }.eraseToAnyPublisher() }),
    ("flatMap { CurrentValueSubject }", { $0.flatMap { CurrentValueSubject($0) }.eraseToAnyPublisher() }),
    ("map { timer }.merge", { $0.map { timer($0) }.flatMap { $0.first() }.eraseToAnyPublisher() }),
  ]
  private static let states = ["CurrentValueSubject", "@Published"]
  private final class Model: @unchecked Sendable {
    @Published var number = 0
  }

  private static func choice(_ seed: UInt64) -> Int {
    var random = Random(seed)
    return random.below(streams.count + states.count)
  }
  func describe(_ seed: UInt64) -> String { Self.text(Self.choice(seed)) }
  private static func text(_ choice: Int) -> String {
    if choice < Self.streams.count {
      return "s.\(streams[choice].name).sink { slow }: send 1, then 2 during the delivery of 1"
    }
    return "\(Self.states[choice - Self.streams.count]): sink() while another thread delivers"
  }

  func round(_ seed: UInt64) -> [Finding] { play(Self.choice(seed)) }
  private func play(_ choice: Int) -> [Finding] {
    choice < Self.streams.count ? inner(choice) : late(Self.states[choice - Self.streams.count])
  }
  /// The first finding of each kind of stream, for tests.
  package static func findings() -> [String] {
    let part = LateInner()
    return (0..<streams.count + states.count).flatMap { part.play($0).map(\.kind) }
  }

  private func inner(_ choice: Int) -> [Finding] {
    let subject = PassthroughSubject<Int, Never>(), isInside = DispatchSemaphore(value: 0)
    let turnstile = Turnstile(), count = Count(), sum = Count()
    let token = Self.streams[choice].make(subject).sink { value in
      turnstile.pass {
        if value == 1 {
          isInside.signal()
          usleep(15_000)
        }
        sum.add(value)
      }
      count.add()
    }
    defer { token.cancel() }
    let isDone = DispatchSemaphore(value: 0)
    Self.queue.async {
      subject.send(1)
      isDone.signal()
    }
    guard isInside.wait(timeout: .now() + patience) == .success else {
      return [Finding("the first value never arrives", Self.text(choice))]
    }
    subject.send(2)
    isDone.wait()
    if !waits(until: { count.value >= 2 }) {
      return [Finding("a value is lost in \(Self.streams[choice].name)", Self.text(choice))]
    }
    if count.value > 2 || sum.value != 3 { return [Finding("other values than 1 and 2", Self.text(choice))] }
    return turnstile.overlaps > 0 ? [Finding("two callbacks at once", Self.text(choice))] : []
  }

  /// A subscriber of a state has its value when `sink` returns, whatever other threads do.
  private func late(_ name: String) -> [Finding] {
    let model = Model(), subject = CurrentValueSubject<Int, Never>(0), isModel = name == "@Published"
    let values = isModel ? model.$number.eraseToAnyPublisher() : subject.eraseToAnyPublisher()
    let isInside = Count(), isOver = Count()
    let slow = values.sink { value in
      if value == 1 {
        isInside.value = 1
        _ = waits(1) { isOver.value == 1 }
      }
    }
    var isMissing = false
    crew.run([
      { if isModel { model.number = 1 } else { subject.send(1) } },
      {
        _ = waits(1) { isInside.value == 1 }
        let count = Count()
        let token = values.sink { _ in count.add() }
        isMissing = count.value == 0
        isOver.value = 1
        token.cancel()
      },
    ])
    slow.cancel()
    return isMissing ? [Finding("sink() returned without the current value of \(name)")] : []
  }
}
