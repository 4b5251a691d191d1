import Foundation
import Pipes
import PipesFoundation

/// `for await` over two subjects, with several tasks: over merged values, or over state, with a body that is busy.
final class Sequences: Part {
  static let name = "sequences"
  static let purpose =
    "values of two subjects in several tasks: nothing lost, in order, every loop ends; of state each busy loop sees the last"
  private let crew = Crew(2)
  private struct Choice {
    let stream: Int, count: Int, tasks: Int, cancels: Bool
    init(_ seed: UInt64) {
      var random = Random(seed)
      (stream, count, tasks, cancels) = (
        random.below(names.count), 1 + random.below(200), 1 + random.below(3), random.once(in: 4)
      )
    }
    /// Whether the loops see the last state, and not each value.
    var isState: Bool { stream > 3 }
  }
  private typealias Numbers = PassthroughSubject<Int, Never>
  private static func stream(_ number: Int, _ a: Numbers, _ b: Numbers) -> AnyPublisher<Int, Never> {
    let merged = a.merge(with: b)
    switch number {
    case 0: return merged.buffer(size: 10_000, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher()
    case 1: return merged.buffer(size: 10_000, prefetch: .byRequest, whenFull: .dropNewest).eraseToAnyPublisher()
    case 2: return merged.share(replay: 10_000).eraseToAnyPublisher()
    case 3: return merged.mergeMap(concurrency: 1) { Just($0) }.eraseToAnyPublisher()
    case 4: return merged.debounce { Just($0) }.eraseToAnyPublisher()
    case 5: return merged.audit { Just($0) }.eraseToAnyPublisher()
    case 6: return merged.throttle(leading: false, trailing: true) { Just($0) }.eraseToAnyPublisher()
    case 7: return merged.throttle(for: .microseconds(100), scheduler: queue, latest: true).eraseToAnyPublisher()
    default: return merged.audit(for: .microseconds(100), scheduler: queue).eraseToAnyPublisher()
    }
  }
  private static let names = [
    "buffer(.keepFull)", "buffer(.byRequest)", "share(replay:)", "mergeMap(concurrency: 1)", "debounce", "audit",
    "throttle", "throttle on a queue", "audit on a queue",
  ]
  private static let queue = DispatchQueue(label: "sequences")
  func describe(_ seed: UInt64) -> String {
    let choice = Choice(seed)
    return
      "a.merge(with: b).\(Self.names[choice.stream]).values in \(choice.tasks) tasks; two threads send \(choice.count) values each and finish"
      + (choice.cancels ? "; the first task is cancelled" : "")
  }

  private final class Loop: @unchecked Sendable {
    // Unchecked: written by the task alone, and read after `done`.
    var values: [Int] = []
    let done = DispatchSemaphore(value: 0)
    var task: Task<Void, Never>?
  }

  func round(_ seed: UInt64) -> [Finding] {
    let choice = Choice(seed), a = Numbers(), b = Numbers()
    let stream = Self.stream(choice.stream, a, b)
    let loops = (0..<choice.tasks).map { _ in
      let loop = Loop()
      nonisolated(unsafe) var iterator = stream.values.makeAsyncIterator()
      loop.task = Task.detached {
        while let value = await iterator.next() {
          loop.values.append(value)
          if choice.isState { pause(200) }
        }
        loop.done.signal()
      }
      return loop
    }
    crew.run([
      {
        for value in 0..<choice.count { a.send(value) }
        a.send(completion: .finished)
      },
      {
        for value in 0..<choice.count {
          b.send(1000 + value)
          if choice.cancels, value == choice.count / 2 { loops[0].task?.cancel() }
        }
        b.send(completion: .finished)
      },
    ])
    var findings: [Finding] = []
    for (index, loop) in loops.enumerated() {
      if loop.done.wait(timeout: .now() + patience) == .timedOut {
        findings.append(Finding("a loop never ends", describe(seed)))
        continue
      }
      let isCut = choice.cancels && index == 0
      if choice.isState {
        // The last value of one of the two came last.
        if !isCut, loop.values.last.map({ $0 % 1000 }) != choice.count - 1 {
          findings.append(
            Finding(
              "the last state is lost in merge.\(Self.names[choice.stream])",
              "\(loop.values.suffix(5)); \(describe(seed))"))
        }
      }
      for producer in 0...1 {
        let own = loop.values.filter { $0 / 1000 == producer }.map { $0 % 1000 }
        if choice.isState {
          if zip(own, own.dropFirst()).contains(where: { $0 >= $1 }) {
            findings.append(Finding("the order is broken in merge.\(Self.names[choice.stream])", describe(seed)))
          }
          continue
        }
        if own != Array(0..<(isCut ? own.count : choice.count)) {
          findings.append(
            Finding(
              "values are lost or out of order in merge.\(Self.names[choice.stream])",
              "\(own.count) of \(choice.count): \(own.prefix(20)); \(describe(seed))"))
        }
      }
    }
    return findings
  }
}
