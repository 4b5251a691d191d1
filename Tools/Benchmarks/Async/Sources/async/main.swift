import AsyncAlgorithms
import Foundation
import Pipes
import VirtualTime

// The same work as publishers with a sink, as publishers whose values are awaited, and as async sequences of
// swift-async-algorithms: the processor time of the process per value, the median of five rounds after one that is not
// counted. Arguments: the number of values, and after it parts of the names of the cases and contestants to measure,
// all of them if there is none.

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
let filters = CommandLine.arguments.dropFirst(2)
let numbers = Array(0..<count)

func measured(_ name: String, _ contestant: String, expecting sum: Int, _ body: () async throws -> Int) async throws {
  guard filters.isEmpty || filters.contains(where: { "\(name), \(contestant)".contains($0) }) else { return }
  var times: [Double] = []
  for round in 0..<6 {
    let start = clock()
    let result = try await body()
    let time = Double(clock() - start) / Double(CLOCKS_PER_SEC) * 1e9 / Double(count)
    if round > 0 { times.append(time) }
    if result != sum {
      print("\(name): \(contestant) computes \(result), not \(sum)")
      exit(1)
    }
  }
  func padded(_ text: String) -> String { text.padding(toLength: 30, withPad: " ", startingAt: 0) }
  print(padded(name) + padded(contestant) + String(format: "%9.1f ns", times.sorted()[2]))
}

extension Publisher where Failure == Never {
  func sum(_ number: @escaping (Output) -> Int) -> Int {
    var sum = 0
    let token = sink { sum += number($0) }
    token.cancel()
    return sum
  }
  func awaitedSum(_ number: @Sendable (Output) -> Int) async -> Int {
    var sum = 0
    for await value in values { sum += number(value) }
    return sum
  }
}
extension AsyncSequence {
  func sum(_ number: @Sendable (Element) -> Int) async throws -> Int {
    var sum = 0
    for try await value in self { sum += number(value) }
    return sum
  }
}

let all = numbers.reduce(0, +)
try await measured("merge of two", "Pipes, sink", expecting: 2 * all) {
  numbers.publisher.merge(with: numbers.publisher).sum { $0 }
}
try await measured("merge of two", "Pipes, values", expecting: 2 * all) {
  await numbers.publisher.merge(with: numbers.publisher).awaitedSum { $0 }
}
try await measured("merge of two", "async algorithms", expecting: 2 * all) {
  try await merge(numbers.async, numbers.async).sum { $0 }
}

try await measured("zip of two", "Pipes, sink", expecting: 2 * all) {
  numbers.publisher.zip(numbers.publisher).sum { $0 + $1 }
}
try await measured("zip of two", "Pipes, values", expecting: 2 * all) {
  await numbers.publisher.zip(numbers.publisher).awaitedSum { $0 + $1 }
}
try await measured("zip of two", "async algorithms", expecting: 2 * all) {
  try await zip(numbers.async, numbers.async).sum { $0 + $1 }
}

// With one value on the left, each value on the right makes one result, whatever order the two come in, unless a result
// is skipped.
try await measured("combineLatest with one value", "Pipes, sink", expecting: all) {
  Just(0).combineLatest(numbers.publisher).sum { $0 + $1 }
}
try await measured("combineLatest with one value", "Pipes, values", expecting: all) {
  await Just(0).combineLatest(numbers.publisher).awaitedSum { $0 + $1 }
}
// Its results depend on the order in which two tasks run: only the last one is compared.
try await measured("combineLatest with one value", "async algorithms", expecting: count - 1) {
  var last = 0
  for await (one, other) in combineLatest([0].async, numbers.async) { last = one + other }
  return last
}

// A burst: each value restarts the timer, and the last one is sent when the burst is over.
try await measured("debounce of a burst", "Pipes, sink", expecting: count - 1) {
  let timeline = Timeline(actionsPerRun: .max), subject = PassthroughSubject<Int, Never>()
  var sum = 0
  let scheduler = TestScheduler<VirtualInstant, Never>(timeline: timeline)
  let token = subject.debounce(for: .milliseconds(10), scheduler: scheduler).sink { sum += $0 }
  for number in numbers { subject.send(number) }
  try timeline.advance(by: .milliseconds(20))
  token.cancel()
  return sum
}
try await measured("debounce of a burst", "async algorithms", expecting: count - 1) {
  try await numbers.async.debounce(for: .seconds(10), clock: ContinuousClock()).sum { $0 }
}

// Virtual time for code with tasks: an element is a run, or a sleep of a run's only task. The code of this file is on
// the main actor, tests are not: a run that is begun on the main actor wakes its thread, too.
func emptyRuns() async throws -> Int {
  for _ in 0..<count { try await withVirtualTime { _ in } }
  return count
}
try await measured("an empty run", "withVirtualTime", expecting: count) { try await emptyRuns() }
try await measured("an empty run, main actor", "withVirtualTime", expecting: count) {
  for _ in 0..<count { try await withVirtualTime { _ in } }
  return count
}
try await measured("a task that sleeps", "withVirtualTime", expecting: count) {
  try await withVirtualTime(on: Timeline(actionsPerRun: .max)) { _ in
    for _ in 0..<count { try await Task.sleep(for: .seconds(1)) }
  }
  return count
}
