import Foundation
import Pipes

/// `for await` over merged subjects, with several tasks.
final class Sequences: Part {
  static let name = "sequences"
  static let purpose = "values of merged subjects in several tasks: nothing lost, in order, every loop ends"
  private let crew = Crew(2)
  private struct Choice {
    let stream: Int, count: Int, tasks: Int, cancels: Bool
    init(_ seed: UInt64) {
      var random = Random(seed)
      (stream, count, tasks, cancels) = (random.below(4), 1 + random.below(200), 1 + random.below(3), random.once(in: 4))
    }
  }
  private typealias Numbers = PassthroughSubject<Int, Never>
  private static func stream(_ number: Int, _ a: Numbers, _ b: Numbers) -> AnyPublisher<Int, Never> {
    let merged = a.merge(with: b)
    switch number {
    case 0: return merged.buffer(size: 10_000, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher()
    case 1: return merged.buffer(size: 10_000, prefetch: .byRequest, whenFull: .dropNewest).eraseToAnyPublisher()
    case 2: return merged.share(replay: 10_000).eraseToAnyPublisher()
    default: return merged.mergeMap(concurrency: 1) { Just($0) }.eraseToAnyPublisher()
    }
  }
  private static let names = [
    "buffer(.keepFull)", "buffer(.byRequest)", "share(replay:)", "mergeMap(concurrency: 1)",
  ]
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
        while let value = await iterator.next() { loop.values.append(value) }
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
      if loop.done.wait(timeout: .now() + 10) == .timedOut {
        findings.append(Finding("a loop never ends", describe(seed)))
        continue
      }
      for producer in 0...1 {
        let own = loop.values.filter { $0 / 1000 == producer }.map { $0 % 1000 }
        let isCut = choice.cancels && index == 0
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
