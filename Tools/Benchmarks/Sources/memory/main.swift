import Foundation
import MallocCount
import Pipes
import VirtualTime

// The memory of the engine: of a subscription that has received nothing yet, for each operator that keeps state, and of
// ten million values that pass through operators that keep some. Bytes are those of `malloc`;
// `Tools/Benchmarks/run --memory` runs it.

/// The subscriptions of one operator at a time.
let subscriptions = 1_000

func measured(_ name: String, _ subscribe: () -> AnyCancellable) {
  var tokens: [AnyCancellable] = []
  for _ in 0..<subscriptions { tokens.append(subscribe()) }  // creates what is created once, and lets lists grow
  tokens.removeAll(keepingCapacity: true)
  let (bytes, calls) = (malloc_live_bytes(), malloc_count())
  for _ in 0..<subscriptions { tokens.append(subscribe()) }
  let after = (bytes: malloc_live_bytes() - bytes, calls: malloc_count() - calls)
  tokens = []
  let left = Int(malloc_live_bytes()) - Int(bytes)
  print(
    name.padding(toLength: 34, withPad: " ", startingAt: 0)
      + String(
        format: "%7.0f bytes %6.1f objects", Double(after.bytes) / Double(subscriptions),
        Double(after.calls) / Double(subscriptions))
  )
  // The queue of a timeline keeps the keys of cancelled timers for a while, 16 bytes each.
  if left > 16 * subscriptions {
    print("\(name): \(left) bytes are left when all subscriptions are cancelled")
    exit(1)
  }
}

let source = PassthroughSubject<Int, Never>(), other = PassthroughSubject<Int, Never>()
let timeline = Timeline()
let scheduler = TestScheduler<VirtualInstant, Never>(timeline: timeline)
let time = VirtualInstant.Stride.milliseconds(10)

print("a subscription that has received nothing, with its sink")
measured("sink") { source.sink { _ in } }
measured("map") { source.map { $0 + 1 }.sink { _ in } }
measured("scan") { source.scan(0, +).sink { _ in } }
measured("removeDuplicates") { source.removeDuplicates().sink { _ in } }
measured("prefix(1)") { source.prefix(1).sink { _ in } }
measured("collect(8)") { source.collect(8).sink { _ in } }
measured("buffer(16)") { source.buffer(size: 16, prefetch: .keepFull, whenFull: .dropOldest).sink { _ in } }
measured("merge") { source.merge(with: other).sink { _ in } }
measured("zip") { source.zip(other).sink { _ in } }
measured("combineLatest") { source.combineLatest(other).sink { _ in } }
measured("withLatestFrom") { source.withLatestFrom(other).sink { _ in } }
measured("flatMap") { source.flatMap { Just($0) }.sink { _ in } }
measured("switchMap") { source.switchMap { Just($0) }.sink { _ in } }
measured("share") { source.share().sink { _ in } }
measured("share(replay: 1)") { source.share(replay: 1).sink { _ in } }
measured("retry(1)") { source.retry(1).sink { _ in } }
struct Failed: Error {}
measured("catch") { source.setFailureType(to: Failed.self).catch { _ in Just(0) }.sink { _ in } }
measured("debounce") { source.debounce(for: time, scheduler: scheduler).sink { _ in } }
measured("throttle") { source.throttle(for: time, scheduler: scheduler, latest: true).sink { _ in } }
measured("delay") { source.delay(for: time, scheduler: scheduler).sink { _ in } }
measured("timeout, with its timer") { source.timeout(time, scheduler: scheduler).sink { _ in } }
measured("sample, with its timer") { source.sample(every: time, scheduler: scheduler).sink { _ in } }
measured("groupBy") { source.groupBy { $0 % 4 }.flatMap { $0 }.sink { _ in } }
measured("eraseToAnyPublisher") { source.eraseToAnyPublisher().sink { _ in } }

/// Sends ten million values and prints the growth between a tenth of them and all of them, which is nothing if memory
/// is constant.
func passing(_ name: String, _ subscribe: (PassthroughSubject<Int, Never>) -> [AnyCancellable]) {
  let values = 10_000_000, subject = PassthroughSubject<Int, Never>()
  let tokens = subscribe(subject)
  for value in 0..<values / 10 { subject.send(value) }
  let early = malloc_live_bytes()
  for value in values / 10..<values { subject.send(value) }
  let growth = Int(malloc_live_bytes()) - Int(early)
  print(
    name.padding(toLength: 34, withPad: " ", startingAt: 0)
      + "\(growth) bytes more after \(values) values than after a tenth of them")
  withExtendedLifetime(tokens) {}
  if growth > 100_000 { exit(1) }
}

print("\nvalues that pass")
passing("buffer(16), nobody requests") { subject in
  let buffer = subject.buffer(size: 16, prefetch: .keepFull, whenFull: .dropOldest)
  let idle = Idle()
  buffer.subscribe(idle)
  return [AnyCancellable(idle)]
}
passing("zip of both sides") { subject in [subject.zip(subject.map { $0 + 1 }).sink { _ in }] }
passing("share, three subscribers") { subject in
  let shared = subject.share()
  return (0..<3).map { _ in shared.sink { _ in } }
}
passing("share(replay: 8)") { subject in [subject.share(replay: 8).sink { _ in }] }
passing("flatMap, switchMap, groupBy") { subject in
  [
    subject.flatMap { Just($0) }.sink { _ in }, subject.switchMap { Just($0) }.sink { _ in },
    subject.groupBy { $0 % 4 }.flatMap { $0 }.sink { _ in },
  ]
}
passing("debounce, restarted by each value") { subject in
  [subject.debounce(for: time, scheduler: scheduler).sink { _ in }]
}

/// A subscriber that never requests a value.
final class Idle: Subscriber, Cancellable {
  var subscription: (any Subscription)?
  func receive(subscription: any Subscription) { self.subscription = subscription }
  func receive(_ input: Int) -> Subscribers.Demand { .none }
  func receive(completion: Subscribers.Completion<Never>) {}
  func cancel() { subscription?.cancel() }
}
