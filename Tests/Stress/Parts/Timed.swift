import Foundation
import Pipes
import PipesFoundation

/// Timed operators on real queues.
package final class Timed: Part {
  static let name = "timed"
  static let purpose =
    "timed operators on real queues: subscription first, nothing lost, in order, one at a time, one completion"
  private let crew = Crew(2)
  private static let concurrent = DispatchQueue(label: "timed", attributes: .concurrent)
  private static let serial = DispatchQueue(label: "timed.serial")
  private static let streams = 40
  private static let values = 30

  /// The required output for values that are sent at once.
  private enum Outcome { case all, last, some, nothing }
  private struct Case {
    let name: String
    let outcome: Outcome
    /// Whether the subject sends; otherwise the publisher has values of its own, or none.
    var sends = true
    /// Whether the subject finishes at once, or the stream completes by itself. Otherwise it is cancelled.
    var finishes = true
    let make: (Stream, DispatchQueue) -> Stream
  }
  private static let cases: [Case] = [
    Case(name: "timeout(1 ns)", outcome: .nothing, sends: false, finishes: false) { a, queue in
      a.timeout(.nanoseconds(1), scheduler: queue).eraseToAnyPublisher()
    },
    Case(name: "timeout(1 ns).tryMap", outcome: .nothing, sends: false, finishes: false) { a, queue in
      a.timeout(.nanoseconds(1), scheduler: queue).tryMap { $0 }.mapError { _ in Fault.fault }.eraseToAnyPublisher()
    },
    Case(name: "timeout(1 ns), failing", outcome: .nothing, sends: false, finishes: false) { a, queue in
      a.timeout(.nanoseconds(1), scheduler: queue, customError: { .fault }).removeDuplicates().eraseToAnyPublisher()
    },
    Case(name: "timeout(50 us) beside values", outcome: .some) { a, queue in
      a.timeout(.microseconds(50), scheduler: queue).eraseToAnyPublisher()
    },
    Case(name: "timeout(1000 s)", outcome: .all) { a, queue in
      a.timeout(.seconds(1000), scheduler: queue).eraseToAnyPublisher()
    },
    Case(name: "delay(1 ms)", outcome: .all) { a, queue in
      a.delay(for: .milliseconds(1), scheduler: queue).eraseToAnyPublisher()
    },
    Case(name: "delay(1 ns).map.receive(on:)", outcome: .all) { a, queue in
      a.delay(for: .nanoseconds(1), scheduler: queue).map { $0 }.receive(on: serial).eraseToAnyPublisher()
    },
    Case(name: "receive(on:)", outcome: .all) { a, queue in a.receive(on: queue).eraseToAnyPublisher() },
    Case(name: "receive(on:), twice", outcome: .all) { a, queue in
      a.receive(on: queue).receive(on: concurrent).eraseToAnyPublisher()
    },
    Case(name: "debounce(1 ms)", outcome: .last, finishes: false) { a, queue in
      a.debounce(for: .milliseconds(1), scheduler: queue).eraseToAnyPublisher()
    },
    Case(name: "throttle(1 ms), latest", outcome: .last, finishes: false) { a, queue in
      a.throttle(for: .milliseconds(1), scheduler: queue, latest: true).eraseToAnyPublisher()
    },
    Case(name: "throttle(1 ms), first", outcome: .some) { a, queue in
      a.throttle(for: .milliseconds(1), scheduler: queue, latest: false).eraseToAnyPublisher()
    },
    Case(name: "collect(.byTime)", outcome: .all) { a, queue in
      a.collect(.byTime(queue, .microseconds(100))).flatMap { $0.publisher.setFailureType(to: Fault.self) }
        .eraseToAnyPublisher()
    },
    Case(name: "collect(.byTimeOrCount)", outcome: .all) { a, queue in
      a.collect(.byTimeOrCount(queue, .microseconds(100), 4)).flatMap { $0.publisher.setFailureType(to: Fault.self) }
        .eraseToAnyPublisher()
    },
    Case(name: "sample(every:)", outcome: .some) { a, queue in
      a.sample(every: .microseconds(100), scheduler: queue).eraseToAnyPublisher()
    },
    Case(name: "audit(for:)", outcome: .some) { a, queue in
      a.audit(for: .microseconds(100), scheduler: queue).eraseToAnyPublisher()
    },
    Case(name: "interval(100 us).prefix", outcome: .all, sends: false, finishes: false) { _, queue in
      Publishers.interval(.microseconds(100), scheduler: queue).prefix(values).setFailureType(to: Fault.self)
        .eraseToAnyPublisher()
    },
    Case(name: "sequence.subscribe(on:)", outcome: .all, sends: false, finishes: false) { _, queue in
      (0..<values).publisher.setFailureType(to: Fault.self).subscribe(on: queue).eraseToAnyPublisher()
    },
    Case(name: "sequence.subscribe(on:).receive(on:)", outcome: .all, sends: false, finishes: false) { _, queue in
      (0..<values).publisher.setFailureType(to: Fault.self).subscribe(on: queue).receive(on: concurrent)
        .eraseToAnyPublisher()
    },
    Case(name: "concatMap { timer }", outcome: .all) { a, queue in
      a.concatMap { v in
        Publishers.timer(after: .nanoseconds(1), scheduler: queue).map { _ in v }.setFailureType(to: Fault.self)
      }
      .eraseToAnyPublisher()
    },
    Case(name: "flatMap { timer }.collect", outcome: .all) { a, queue in
      a.flatMap { v in
        Publishers.timer(after: .microseconds(50), scheduler: queue).map { _ in v }.setFailureType(to: Fault.self)
      }
      .collect().flatMap { $0.sorted().publisher.setFailureType(to: Fault.self) }.eraseToAnyPublisher()
    },
    Case(name: "delay { timer }.collect", outcome: .all) { a, queue in
      a.delay { _ in Publishers.timer(after: .microseconds(50), scheduler: queue).setFailureType(to: Fault.self) }
        .collect().flatMap { $0.sorted().publisher.setFailureType(to: Fault.self) }.eraseToAnyPublisher()
    },
  ]
  private struct Choice {
    let item: Case, isSerial: Bool, cancels: Bool
    init(_ item: Case) { (self.item, isSerial, cancels) = (item, false, false) }
    init(_ seed: UInt64) {
      var random = Random(seed)
      (item, isSerial, cancels) = (Timed.cases[random.below(Timed.cases.count)], random.once(in: 3), random.once(in: 5))
    }
  }
  func describe(_ seed: UInt64) -> String {
    let choice = Choice(seed)
    return "a.\(choice.item.name) on a \(choice.isSerial ? "serial" : "concurrent") queue"
      + (choice.item.sends ? ", \(Self.values) values at once" : "") + (choice.cancels ? ", cancelled meanwhile" : "")
  }

  func round(_ seed: UInt64) -> [Finding] { play(Choice(seed), describe(seed)) }
  /// The findings of some rounds of the timers that fire before the subscription is sent, for tests.
  package static func findingsOfTimeout(_ rounds: Int) -> [String] {
    let part = Timed(), early = cases.filter { $0.name.hasPrefix("timeout(1 ns)") }
    return (0..<rounds).flatMap { _ in early.flatMap { part.play(Choice($0), "").map(\.kind) } }
  }
  private func play(_ choice: Choice, _ text: String) -> [Finding] {
    let item = choice.item, queue = choice.isSerial ? Self.serial : Self.concurrent
    let subjects = (0..<Self.streams).map { _ in PassthroughSubject<Int, Fault>() }
    let watchers = subjects.map { _ in Watcher(demand: nil, work: 0) }
    let streams = subjects.map { item.make($0.eraseToAnyPublisher(), queue) }
    for (stream, watcher) in zip(streams, watchers) { stream.subscribe(watcher) }
    var afterCancel = [Int](repeating: .max, count: Self.streams)
    crew.run([
      {
        for subject in item.sends ? subjects : [] {
          for value in 0..<Self.values { subject.send(value) }
          if item.finishes { subject.send(completion: .finished) }
        }
      },
      {
        for (index, watcher) in watchers.enumerated() where choice.cancels {
          pause(300)
          watcher.cancelOnArrival()
          afterCancel[index] = watcher.values.count
        }
      },
    ])
    var findings: Set<String> = []
    for (index, watcher) in watchers.enumerated() {
      if choice.cancels {
        usleep(index == 0 ? 3_000 : 0)
        // One event may have been under way.
        if watcher.values.count > afterCancel[index] + 1 { findings.insert("values after a cancel") }
      } else {
        findings.formUnion(check(item, watcher))
      }
      findings.formUnion(watcher.faults)
      watcher.cancel()
      watcher.leave()
    }
    return findings.sorted().map { Finding("\($0) in \(item.name)", text) }
  }
  private func check(_ item: Case, _ watcher: Watcher) -> Set<String> {
    var findings: Set<String> = []
    let isEndless = item.sends && !item.finishes
    if !isEndless {
      if !waits(until: { watcher.completions > 0 }) { findings.insert("no completion arrives") }
    } else if !waits(until: { watcher.values.last == Self.values - 1 }) {
      findings.insert("the last value is lost")
    }
    let values = watcher.values
    if zip(values, values.dropFirst()).contains(where: { $0 >= $1 }) { findings.insert("the order is broken") }
    if item.outcome == .all, values.count != Self.values { findings.insert("values are lost") }
    if item.outcome == .nothing, !values.isEmpty { findings.insert("a value that nobody sent") }
    return findings
  }
}
