import Pipes
import VirtualTime

extension OperatorTable {
  /// Adds operators that Rx has and Combine does not have.
  mutating func addMore() {
    family = "Reducing"
    about(
      "collect",
      facts: OperatorFacts(
        use: "to process values in batches that overlap or skip values", rivals: ["pairwise", "window"],
        sends: "an array when it is full, and the rest when the upstream finishes",
        requests: "as many values as the downstream, and one more for each value that completes no array",
        keeps: "the values of the arrays that are not full", drops: "values between two arrays, and the rest when the upstream fails",
        memory: .untilTheEnd,
        losses: .init(atOnce: "it is between two arrays")))
    row(
      "collect", "Sends arrays of a given number of values and begins a new array at a given stride.", .integer(atLeast: 1),
      .integer("every", atLeast: 1), sample: "a: -1-2-3-|\n> a.collect(2, every: 1)"
    ) { $0.collect($1, every: $2).eraseToAnyPublisher() }
    about(
      "firstIndex",
      facts: OperatorFacts(
        use: "to know the position of a value", rivals: ["first", "contains", "count"], rx: ["findIndex"],
        requests: .unlimited,
        keeps: "the number of values so far", finishes: "right after the position, or when the upstream finishes without one",
        cancels: "the upstream when the condition is true", memory: .result,
        losses: .init(before: "a value met the condition", left: "no value met the condition")))
    row(
      "firstIndex", "Sends the position, counted from zero, of the first value for which a condition is true.", closure(.truth, "where"),
      sample: "a: -1-2-3-|\n> a.firstIndex(where: { $0 > 1 })"
    ) { $0.firstIndex(where: $1).eraseToAnyPublisher() }
    family = "Combining"
    about(
      "switchIfEmpty",
      facts: OperatorFacts(
        use: "to continue with another publisher where the upstream sent no value",
        rivals: ["replaceEmpty", "append", "onErrorResumeNext"],
        rx: ["ifEmpty"],
        finishes: "when the publisher that it follows finishes", fails: "when the publisher that it follows fails",
        typing: [.keepsValues, .joins]))
    row(
      "switchIfEmpty", "Subscribes to another publisher when the upstream finishes without a value.", .stream(),
      sample: "a: ---|\nb: -1-2-|\n> a.switchIfEmpty(b)"
    ) { $0.switchIfEmpty($1).eraseToAnyPublisher() }
    addWindowsOfStreams()
    addThrottles()
  }

  private mutating func addWindowsOfStreams() {
    family = "Transforming"
    about(
      "window",
      facts: OperatorFacts(
        use: "to process a number of values together while they arrive", rivals: ["groupBy", "collect", "buffer"], rx: ["windowCount"],
        requests: .unlimited,
        keeps: "the values of a window for which there is no demand", memory: .some,
        losses: .init(
          before: "its window had demand for it", left: "its window had no demand for it", waiting: "its window had no demand for it"),
        groups: "window"))
    row(
      "window", "Sends publishers that each send a given number of successive values.", .integer("count", atLeast: 1),
      sample: "a: -1-2-3-4-|\n> a.window(count: 2).flatMap { w in w.collect() }"
    ) { $0.window(count: $1).map(windowed) }
    about(
      "window",
      facts: OperatorFacts(
        use: "to process the values between two signals while they arrive", rivals: ["groupBy", "collect", "buffer"], requests: .unlimited,
        keeps: "the values of a window for which there is no demand", fails: "when the upstream or the other publisher fails",
        memory: .some,
        losses: .init(
          before: "its window had demand for it", left: "its window had no demand for it", waiting: "its window had no demand for it"),
        groups: "window"))
    row(
      "window", "Sends a publisher of the next values each time another publisher sends a value.", .stream(),
      sample: "a: -1-2-3-4-|\nb: ----x-x---\n> a.window(b).flatMap { w in w.count() }"
    ) { $0.window($1).map(windowed) }
    about(
      "window",
      facts: OperatorFacts(
        use: "to process the values of a period while they arrive", rivals: ["groupBy", "collect", "buffer"], rx: ["windowTime"],
        requests: .unlimited,
        keeps: "the values of a window for which there is no demand", memory: .some,
        losses: .init(
          before: "its window had demand for it", left: "its window had no demand for it", waiting: "its window had no demand for it"),
        groups: "window"))
    row(
      "window", "Sends a publisher of the values of each period.", .duration("every"), .scheduler,
      sample: "a: -1-2-3-4-|\n> a.window(every: 4).flatMap { w in w.count() }"
    ) { $0.window(every: $1, scheduler: $2).map(windowed) }
    about(
      "expand",
      facts: OperatorFacts(
        use: "to follow pages or a tree, where each answer leads to the next requests", rivals: ["flatMap", "mergeScan"],
        requests: .unlimited,
        keeps: "values for which there is no demand", finishes: "when the upstream and all inner publishers have finished",
        fails: "when one of the publishers fails", memory: .some,
        losses: .init(before: "there was demand"), typing: [.flattens]))
    row(
      "expand", "Creates an inner publisher for each value, and in turn for each value of the inner publishers.", closure(.stream),
      sample: "a: -1|\nb: --2|\n> a.expand { _ in b }.prefix(3)"
    ) { $0.expand($1) }
    about(
      "mergeScan",
      facts: OperatorFacts(
        use: "for a running result that takes time to compute", rivals: ["scan", "flatMap", "expand"], requests: .unlimited,
        keeps: "the latest result, and values for which there is no demand",
        finishes: "when the upstream and all inner publishers have finished",
        fails: "when one of the publishers fails", memory: .some,
        losses: .init(before: "there was demand"), typing: [.flattens]))
    row(
      "mergeScan", "Creates an inner publisher from the latest result and each value; its values are the next results.", .value(),
      closure2(.stream),
      sample: "a: -1-2-3-|\n> a.mergeScan(0) { sum, n in Just(sum + n) }"
    ) { $0.mergeScan($1, $2).eraseToAnyPublisher() }
    about(
      "timestamp",
      facts: OperatorFacts(use: "to know when each value arrived", rivals: ["measureInterval"]))
    row("timestamp", "Sends each value together with the instant at which it arrived.", .scheduler, sample: "a: -1-2-|\n> a.timestamp()") {
      $0.timestamp(scheduler: $1).map { Carried(.tuple([$0.value.value, .duration($0.time.nanoseconds)]), .holding([$0.value])) }
    }
    family = "Sharing"
    about(
      "buffer",
      facts: OperatorFacts(
        use: "to receive the values between two signals together, as the clicks of a double click",
        rivals: ["collect", "window", "sample"],
        requests: .unlimited, keeps: "the values since the last boundary", drops: "the collected values when it fails",
        finishes: "when the upstream finishes, after a last array", fails: "when the upstream or the other publisher fails",
        memory: .untilTheEnd, takesSigns: true))
    row(
      "buffer", "Sends the values since the last boundary as an array when another publisher sends a value.", .stream(),
      sample: "a: -1-2---3-|\nb: ----x-x---\n> a.buffer(b)"
    ) { $0.buffer($1).eraseToAnyPublisher() }
  }

  private mutating func addThrottles() {
    family = "Timing"
    about(
      "debounce",
      facts: OperatorFacts(
        use: "to wait for a pause whose length depends on the value", rivals: ["throttle", "audit", "switchMap"], requests: .unlimited,
        keeps: "the latest value", drops: "the pending value when another one arrives, or when there is no demand",
        finishes: "when the upstream finishes, after the pending value", fails: "when the upstream or an inner publisher fails",
        memory: .some,
        losses: .init(
          replaced: "another value arrived before its inner publisher had sent one",
          before: "its inner publisher had sent a value"),
        losesWithoutDemand: true, takesSigns: true, typing: .keepsValues))
    row(
      "debounce", "Sends a value when its inner publisher sends one, unless another value has arrived before.",
      closure(.stream), sample: "a: -12-----3|\nb: --x|\n> a.debounce { _ in b }"
    ) { $0.debounce($1) }
    let ends: (Parameter<Bool>, Parameter<Bool>) = (.truth("leading"), .truth("trailing"))
    about(
      "throttle",
      facts: OperatorFacts(
        use: "for a pace that another publisher sets", rivals: ["debounce", "audit", "sample"], requests: .unlimited,
        keeps: "the last value of the window",
        drops: "the other values of the window, and values for which there is no demand",
        finishes: "when the upstream has finished and the pending value has been sent",
        fails: "when the upstream or an inner publisher fails", memory: .some,
        losses: .init(
          atOnce: "it came within the window", replaced: "another value arrived in its window",
          before: "its window was over"),
        losesWithoutDemand: true, takesSigns: true, typing: .keepsValues))
    row(
      "throttle", "Sends the first value, the last value, or both, of each window; an inner publisher ends the window.",
      ends.0.optional(true),
      ends.1.optional(false), closure(.stream), sample: "a: -1-23-----4-|\nb: ----x|\n> a.throttle { _ in b }"
    ) { $0.throttle(leading: $1, trailing: $2, $3) }
    about(
      "throttle",
      facts: OperatorFacts(
        use: "for a steady pace with the first value, the last, or both", rivals: ["debounce", "audit", "sample"], requests: .unlimited,
        keeps: "the last value of the period",
        drops: "the other values of the period, and values for which there is no demand",
        finishes: "when the upstream has finished and the pending value has been sent", memory: .some,
        losses: .init(
          atOnce: "it came within the period", replaced: "another value arrived in its period",
          before: "its period was over"),
        losesWithoutDemand: true, typing: .keepsValues))
    row(
      "throttle", "Sends the first value, the last value, or both, of each period; a value begins the period.", .duration("for"),
      .scheduler, ends.0,
      ends.1,
      sample: "a: -1-23-----4-|\n> a.throttle(for: 4, leading: true, trailing: true)"
    ) { $0.throttle(for: $1, scheduler: $2, leading: $3, trailing: $4) }
    about(
      "delaySubscription",
      facts: OperatorFacts(
        use: "to start later than other publishers", rivals: ["delay", "subscribe"], typing: .keepsValues))
    row(
      "delaySubscription", "Subscribes to the upstream after a given time.", .duration("for"), .scheduler,
      sample: "a: -1-2|\n> a.delaySubscription(for: 3)"
    ) { $0.delaySubscription(for: $1, scheduler: $2).eraseToAnyPublisher() }
  }
}

/// A window as a value of the language.
private func windowed(_ window: Publishers.Group<Int, Carried, SpecFailure>) -> Carried {
  Carried(.stream(SpecStream(name: nil, key: .integer(Int64(window.key)), publisher: window.eraseToAnyPublisher())))
}
