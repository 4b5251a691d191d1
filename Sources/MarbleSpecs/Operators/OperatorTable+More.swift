import Pipes
import VirtualTime

extension OperatorTable {
  /// What Rx has and Combine has not.
  mutating func addMore() {
    family = "Reducing"
    row(
      "collect", "Sends arrays of so many values, and begins a new array after so many values.", .integer(atLeast: 1),
      .integer("every", atLeast: 1), sample: "a: -1-2-3-|\n> a.collect(2, every: 1)"
    ) { $0.collect($1, every: $2).eraseToAnyPublisher() }
    row(
      "firstIndex", "Sends the position of the first value that meets a condition, counted from zero.", closure(.truth, "where"),
      sample: "a: -1-2-3-|\n> a.firstIndex(where: { $0 > 1 })"
    ) { $0.firstIndex(where: $1).eraseToAnyPublisher() }
    family = "Combining"
    row(
      "switchIfEmpty", "Sends the values of another stream when this one finishes without a value.", .stream(),
      sample: "a: ---|\nb: -1-2-|\n> a.switchIfEmpty(b)"
    ) { $0.switchIfEmpty($1).eraseToAnyPublisher() }
    addWindowsOfStreams()
    addThrottles()
  }

  private mutating func addWindowsOfStreams() {
    family = "Transforming"
    let two = "a: -1-2-3-4-|\nb: ----x-x---\n> a."
    row(
      "window", "Makes streams of so many successive values each.", .integer("count", atLeast: 1),
      sample: two + "window(count: 2).flatMap { w in w.collect() }"
    ) { $0.window(count: $1).map(windowed) }
    row(
      "window", "Makes a stream of the values until another stream sends something, and so on.", .stream(),
      sample: two + "window(b).flatMap { w in w.count() }"
    ) { $0.window($1).map(windowed) }
    row(
      "window", "Makes a stream of the values of each period.", .duration("every"), .scheduler,
      sample: two + "window(every: 4).flatMap { w in w.count() }"
    ) { $0.window(every: $1, scheduler: $2).map(windowed) }
    row(
      "expand", "Makes a stream of each value, and of each value of these streams in turn.", closure(.stream),
      sample: "a: -1|\nb: --2|\n> a.expand { _ in b }.prefix(3)"
    ) { $0.expand($1) }
    row(
      "mergeScan", "Makes a stream of the latest result and each value, which sends the next results.", .value(), closure2(.stream),
      sample: "a: -1-2-3-|\n> a.mergeScan(0) { sum, n in Just(sum + n) }"
    ) { $0.mergeScan($1, $2).eraseToAnyPublisher() }
    row("timestamp", "Joins to each value the time at which it came.", .scheduler, sample: "a: -1-2-|\n> a.timestamp()") {
      $0.timestamp(scheduler: $1).map { Value.tuple([$0.value, .duration($0.time.nanoseconds)]) }
    }
    family = "Sharing"
    row(
      "buffer", "Collects values, and sends them as an array when another stream sends something.", .stream(),
      sample: "a: -1-2---3-|\nb: ----x-x---\n> a.buffer(b)"
    ) { $0.buffer($1).eraseToAnyPublisher() }
  }

  private mutating func addThrottles() {
    family = "Timing"
    row(
      "debounce", "Sends a value when the stream that is made of it sends something, unless another value has come before.",
      closure(.stream), sample: "a: -12-----3|\nb: --x|\n> a.debounce { _ in b }"
    ) { $0.debounce($1) }
    let ends: (Parameter<Bool>, Parameter<Bool>) = (.truth("leading"), .truth("trailing"))
    row(
      "throttle", "Sends the first or the last value of each window that a value opens, or both.", ends.0.optional(true),
      ends.1.optional(false), closure(.stream), sample: "a: -1-23-----4-|\nb: ----x|\n> a.throttle { _ in b }"
    ) { $0.throttle(leading: $1, trailing: $2, $3) }
    row(
      "throttle", "Sends the first or the last value of each period that a value opens, or both.", .duration("for"), .scheduler, ends.0,
      ends.1,
      sample: "a: -1-23-----4-|\n> a.throttle(for: 4, leading: true, trailing: true)"
    ) { $0.throttle(for: $1, scheduler: $2, leading: $3, trailing: $4) }
    row(
      "delaySubscription", "Subscribes later.", .duration("for"), .scheduler, sample: "a: -1-2|\n> a.delaySubscription(for: 3)"
    ) { $0.delaySubscription(for: $1, scheduler: $2).eraseToAnyPublisher() }
  }
}

/// A window as a value of the language.
private func windowed(_ window: Publishers.Group<Int, Value, SpecFailure>) -> Value {
  .stream(SpecStream(name: nil, key: .integer(Int64(window.key)), publisher: window.eraseToAnyPublisher()))
}
