import Pipes
import VirtualTime

extension OperatorTable {
  /// What Rx has and Combine has not.
  mutating func addMore() {
    family = "Reducing"
    about(
      "collect",
      facts: OperatorFacts(
        use: "to treat so many values at a time, in batches that overlap or leave values out", rivals: ["pairwise", "window"],
        sends: "an array when it is full, and what is left when the upstream finishes", requests: .unlimited,
        keeps: "the values of the arrays that are not full", drops: "values between two arrays", memory: .untilTheEnd,
        losses: .init(atOnce: "it is between two arrays")))
    row(
      "collect", "Sends arrays of so many values, and begins a new array after so many values.", .integer(atLeast: 1),
      .integer("every", atLeast: 1), sample: "a: -1-2-3-|\n> a.collect(2, every: 1)"
    ) { $0.collect($1, every: $2).eraseToAnyPublisher() }
    about(
      "firstIndex",
      facts: OperatorFacts(
        use: "to know how many values came before a certain one", rivals: ["first", "contains", "count"], rx: ["findIndex"],
        requests: .unlimited,
        keeps: "the number of values so far", finishes: "when the condition is met, or when the upstream finishes",
        cancels: "the upstream when the condition is met", memory: .result,
        losses: .init(left: "no value met the condition")))
    row(
      "firstIndex", "Sends the position of the first value that meets a condition, counted from zero.", closure(.truth, "where"),
      sample: "a: -1-2-3-|\n> a.firstIndex(where: { $0 > 1 })"
    ) { $0.firstIndex(where: $1).eraseToAnyPublisher() }
    family = "Combining"
    about(
      "switchIfEmpty",
      facts: OperatorFacts(
        use: "to go on with something else where there was nothing", rivals: ["replaceEmpty", "append", "onErrorResumeNext"],
        rx: ["ifEmpty"],
        finishes: "when the stream that it ended up with finishes", fails: "when that stream fails", typing: [.keepsValues, .joins]))
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
    about(
      "window",
      facts: OperatorFacts(
        use: "to work on so many values at a time while they come", rivals: ["groupBy", "collect", "buffer"], requests: .unlimited,
        keeps: "the values of a window that found no demand", cancels: "nothing before the windows have ended", memory: .some,
        losses: .init(left: "its window was not asked for it", waiting: "its window was not asked for it"), makesGroups: true))
    row(
      "window", "Makes streams of so many successive values each.", .integer("count", atLeast: 1),
      sample: two + "window(count: 2).flatMap { w in w.collect() }"
    ) { $0.window(count: $1).map(windowed) }
    about(
      "window",
      facts: OperatorFacts(
        use: "to work on the values between two signs while they come", rivals: ["groupBy", "collect", "buffer"], requests: .unlimited,
        keeps: "the values of a window that found no demand", cancels: "nothing before the windows have ended", memory: .some,
        losses: .init(left: "its window was not asked for it", waiting: "its window was not asked for it"), makesGroups: true))
    row(
      "window", "Makes a stream of the values until another stream sends something, and so on.", .stream(),
      sample: two + "window(b).flatMap { w in w.count() }"
    ) { $0.window($1).map(windowed) }
    about(
      "window",
      facts: OperatorFacts(
        use: "to work on the values of a period while they come", rivals: ["groupBy", "collect", "buffer"], requests: .unlimited,
        keeps: "the values of a window that found no demand", cancels: "nothing before the windows have ended", memory: .some,
        losses: .init(left: "its window was not asked for it", waiting: "its window was not asked for it"), makesGroups: true))
    row(
      "window", "Makes a stream of the values of each period.", .duration("every"), .scheduler,
      sample: two + "window(every: 4).flatMap { w in w.count() }"
    ) { $0.window(every: $1, scheduler: $2).map(windowed) }
    about(
      "expand",
      facts: OperatorFacts(
        use: "to follow pages or a tree: each answer asks for more", rivals: ["flatMap", "mergeScan"], requests: .unlimited,
        keeps: "the values that wait for demand", finishes: "when the upstream and all streams that were made have finished",
        fails: "when one of the streams fails", memory: .some, typing: [.flattens]))
    row(
      "expand", "Makes a stream of each value, and of each value of these streams in turn.", closure(.stream),
      sample: "a: -1|\nb: --2|\n> a.expand { _ in b }.prefix(3)"
    ) { $0.expand($1) }
    about(
      "mergeScan",
      facts: OperatorFacts(
        use: "for a running result that takes time to compute", rivals: ["scan", "flatMap", "expand"], requests: .unlimited,
        keeps: "the latest result, and values that wait for demand",
        finishes: "when the upstream and all streams that were made have finished",
        fails: "when one of the streams fails", memory: .some, typing: [.flattens]))
    row(
      "mergeScan", "Makes a stream of the latest result and each value, which sends the next results.", .value(), closure2(.stream),
      sample: "a: -1-2-3-|\n> a.mergeScan(0) { sum, n in Just(sum + n) }"
    ) { $0.mergeScan($1, $2).eraseToAnyPublisher() }
    about(
      "timestamp",
      facts: OperatorFacts(use: "to know when each value came", rivals: ["measureInterval"]))
    row("timestamp", "Joins to each value the time at which it came.", .scheduler, sample: "a: -1-2-|\n> a.timestamp()") {
      $0.timestamp(scheduler: $1).map { Carried(.tuple([$0.value.value, .duration($0.time.nanoseconds)]), .holding([$0.value])) }
    }
    family = "Sharing"
    about(
      "buffer",
      facts: OperatorFacts(
        use: "to see what came between two signs, as the clicks of a double click", rivals: ["collect", "window", "sample"],
        requests: .unlimited, keeps: "the values since the last sign", finishes: "when the upstream finishes, after what is left",
        memory: .untilTheEnd, takesSigns: true))
    row(
      "buffer", "Collects values, and sends them as an array when another stream sends something.", .stream(),
      sample: "a: -1-2---3-|\nb: ----x-x---\n> a.buffer(b)"
    ) { $0.buffer($1).eraseToAnyPublisher() }
  }

  private mutating func addThrottles() {
    family = "Timing"
    about(
      "debounce",
      facts: OperatorFacts(
        use: "to wait for a pause whose length depends on the value", rivals: ["throttle", "audit", "switchMap"], requests: .unlimited,
        keeps: "the latest value", drops: "a value that is followed by another before its stream has sent something", memory: .some,
        losses: .init(
          replaced: "another came before its stream had sent something", left: "the stream ended before its stream had sent something"),
        losesWithoutDemand: true, takesSigns: true, typing: .keepsValues))
    row(
      "debounce", "Sends a value when the stream that is made of it sends something, unless another value has come before.",
      closure(.stream), sample: "a: -12-----3|\nb: --x|\n> a.debounce { _ in b }"
    ) { $0.debounce($1) }
    let ends: (Parameter<Bool>, Parameter<Bool>) = (.truth("leading"), .truth("trailing"))
    about(
      "throttle",
      facts: OperatorFacts(
        use: "for a pace that another stream sets", rivals: ["debounce", "audit", "sample"], requests: .unlimited,
        keeps: "the last value of the window",
        drops: "the other values of the window, and values for which there is no demand", memory: .some,
        losses: .init(
          atOnce: "it came within the window", replaced: "another came in its window", left: "the stream ended within its window"),
        losesWithoutDemand: true, takesSigns: true, typing: .keepsValues))
    row(
      "throttle", "Sends the first or the last value of each window that a value opens, or both.", ends.0.optional(true),
      ends.1.optional(false), closure(.stream), sample: "a: -1-23-----4-|\nb: ----x|\n> a.throttle { _ in b }"
    ) { $0.throttle(leading: $1, trailing: $2, $3) }
    about(
      "throttle",
      facts: OperatorFacts(
        use: "for a steady pace with the first value, the last, or both", rivals: ["debounce", "audit", "sample"], requests: .unlimited,
        keeps: "the last value of the period",
        drops: "the other values of the period, and values for which there is no demand", memory: .some,
        losses: .init(
          atOnce: "it came within the period", replaced: "another came in its period", left: "the stream ended within its period"),
        losesWithoutDemand: true, typing: .keepsValues))
    row(
      "throttle", "Sends the first or the last value of each period that a value opens, or both.", .duration("for"), .scheduler, ends.0,
      ends.1,
      sample: "a: -1-23-----4-|\n> a.throttle(for: 4, leading: true, trailing: true)"
    ) { $0.throttle(for: $1, scheduler: $2, leading: $3, trailing: $4) }
    about(
      "delaySubscription",
      facts: OperatorFacts(
        use: "to begin a while after something else has begun", rivals: ["delay", "subscribe"], typing: .keepsValues))
    row(
      "delaySubscription", "Subscribes later.", .duration("for"), .scheduler, sample: "a: -1-2|\n> a.delaySubscription(for: 3)"
    ) { $0.delaySubscription(for: $1, scheduler: $2).eraseToAnyPublisher() }
  }
}

/// A window as a value of the language.
private func windowed(_ window: Publishers.Group<Int, Carried, SpecFailure>) -> Carried {
  Carried(.stream(SpecStream(name: nil, key: .integer(Int64(window.key)), publisher: window.eraseToAnyPublisher())))
}
