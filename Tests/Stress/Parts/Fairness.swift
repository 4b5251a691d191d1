import Foundation
import Pipes

/// Bounds: memory, time inside one call, and progress for everybody.
package final class Fairness: Part {
  static let name = "fairness"
  static let purpose =
    "senders that are too fast: bounded memory, bounded time inside one send, progress for each upstream"
  private let crew = Crew(3)
  private static let cases = [
    "subject, memory", "merge, memory", "subject, time of a send", "merge, time of a send",
    "merge with a long sequence",
    "merge with a long range",
  ]
  /// The length of a measurement in seconds.
  private static let length = 1.0
  /// Two fast senders fill more than 200 MiB a second if nothing slows them.
  private static let most = 48 << 20

  private static func choice(_ seed: UInt64) -> Int {
    var random = Random(seed)
    return random.below(cases.count)
  }
  func describe(_ seed: UInt64) -> String { Self.cases[Self.choice(seed)] }

  func round(_ seed: UInt64) -> [Finding] { play(Self.choice(seed)) }
  /// The findings of all cases, for tests.
  package static func findings() -> [String] {
    let part = Fairness()
    return cases.indices.flatMap { part.play($0).map { "\($0.kind): \($0.text)" } }
  }
  private func play(_ choice: Int) -> [Finding] {
    switch choice {
    case 0: return memory(PassthroughSubject(), nil)
    case 1: return memory(PassthroughSubject(), PassthroughSubject())
    case 2: return time(PassthroughSubject(), nil)
    case 3: return time(PassthroughSubject(), PassthroughSubject())
    case 4: return sequence { Endless(isOver: $0).publisher }
    default: return sequence { _ in (0..<Int.max).publisher }
    }
  }
  private typealias Numbers = PassthroughSubject<Int, Never>
  private func stream(_ a: Numbers, _ b: Numbers?) -> AnyPublisher<Int, Never> {
    b.map { a.merge(with: $0).eraseToAnyPublisher() } ?? a.eraseToAnyPublisher()
  }
  private func name(_ b: Numbers?) -> String {
    b == nil ? "two threads send into one subject" : "two threads send into two subjects, merged"
  }

  private func memory(_ a: Numbers, _ b: Numbers?) -> [Finding] {
    let token = stream(a, b).sink { _ in }
    let before = residentMemory(), end = now() + Self.length, peak = Count()
    crew.run([
      { while now() < end { a.send(1) } },
      { while now() < end { (b ?? a).send(2) } },
      {
        while now() < end {
          peak.raise(to: residentMemory())
          usleep(5_000)
        }
      },
    ])
    token.cancel()
    let growth = peak.value - before
    if Stress.isSanitized || growth < Self.most { return [] }
    return [
      Finding("memory grows without a bound", "+\(growth >> 20) MiB in \(Self.length) s; \(name(b)), the sink is empty")
    ]
  }

  /// One `send` that carries out what other threads send takes no longer than a moment.
  private func time(_ a: Numbers, _ b: Numbers?) -> [Finding] {
    let mine = Count(), inside = Count()
    let token = stream(a, b).sink { value in
      // Deliveries of other threads' values on the first thread.
      if value == 2, threadNumber() == UInt(bitPattern: mine.value) { inside.add() }
    }
    let end = now() + Self.length
    var longest = (wall: 0.0, processor: 0.0, others: 0)
    crew.run([
      {
        mine.value = Int(bitPattern: threadNumber())
        while now() < end {
          let (wall, processor, others) = (now(), threadTime(), inside.value)
          a.send(1)
          let spent = (wall: now() - wall, processor: threadTime() - processor, others: inside.value - others)
          if spent.processor > longest.processor { longest = spent }
        }
      },
      { while now() < end { (b ?? a).send(2) } },
      { while now() < end { (b ?? a).send(2) } },
    ])
    token.cancel()
    // Processor time, so that a busy machine does not count.
    if longest.processor < (Stress.isSanitized ? 1 : 0.1) { return [] }
    let figures = String(
      format: "%.2f s of processor time, %d values of other threads", longest.processor, longest.others)
    return [Finding("one send takes too long", "\(figures); a third thread sends beside \(name(b))")]
  }

  /// Counts up until it is told to end.
  private struct Endless: Sequence, IteratorProtocol {
    let isOver: Count
    var number = 0
    mutating func next() -> Int? {
      number += 1
      return isOver.value == 0 ? number : nil
    }
  }
  /// A synchronous sequence must not keep the other upstream out, whether it is subscribed to or its elements are
  /// passed on directly: a value that has been sent comes before so many more elements. Elements are counted and not
  /// seconds, so that a busy machine does not count.
  private static let mostElements = 500_000
  private func sequence<Numbering: Publisher<Int, Never>>(_ make: (Count) -> Numbering) -> [Finding] {
    let subject = Numbers(), isOver = Count(), elements = Count(), arrived = Count()
    let endless = make(isOver)
    var token: AnyCancellable?
    var findings: [Finding] = []
    crew.run([
      {
        _ = waits(10) { elements.value >= 1000 }
        for number in 1...20 where findings.isEmpty {
          subject.send(-1)
          let before = elements.value
          _ = waits(20) { arrived.value == number || elements.value - before > Self.mostElements }
          if arrived.value < number {
            let text =
              "value \(number) after \(elements.value - before) elements; a subject merged with a long synchronous sequence"
            findings = [Finding("an upstream is kept out", text)]
          }
        }
        isOver.value = 1
      },
      {
        token = subject.merge(with: endless).prefix { _ in isOver.value == 0 }.sink { value in
          if value < 0 { arrived.add() } else { elements.add() }
        }
      },
    ])
    token?.cancel()
    return findings
  }
}
