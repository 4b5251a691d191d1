import Pipes

extension OperatorTable {
  /// By the order of a closure a value may be neither greater nor less than another one.
  private static let notGreater = OperatorFacts.Losses(
    atOnce: "by the closure it is not greater than a value before it", replaced: "by the closure a later value is greater")
  private static let notLess = OperatorFacts.Losses(
    atOnce: "by the closure it is not less than a value before it", replaced: "by the closure a later value is less")

  mutating func addReducing() {
    family = "Reducing"
    about(
      "collect",
      facts: OperatorFacts(
        use: "to receive all values as one array", rivals: ["reduce", "scan"], rx: ["toArray"], requests: .unlimited, keeps: "all values",
        memory: .untilTheEnd))
    row("collect", "Sends an array of all values when the upstream finishes.", sample: "a: -1-2-3-|\n> a.collect()") { $0.collect() }
    about(
      "collect",
      facts: OperatorFacts(
        use: "to process values in batches of one size", rivals: ["pairwise"], rx: ["bufferCount"],
        sends: "an array when it is full, and the rest when the upstream finishes",
        requests: "as many values as fit into the requested arrays",
        keeps: "the values of an array that is not full", memory: .untilTheEnd))
    row(
      "collect", "Sends arrays of a given number of values; the last array may be shorter.", .integer(atLeast: 1),
      sample: "a: -1-2-3-|\n> a.collect(2)"
    ) { $0.collect($1) }
    about(
      "collect",
      facts: OperatorFacts(
        use: "to process the values of a period together", rivals: ["throttle", "debounce", "sample"], rx: ["bufferTime"],
        elsewhere: [.init("Rx", "sends an empty array for a period without values", as: "buffer(interval(%))")],
        sends: "an array at the end of each period in which a value arrived, and the rest before it finishes",
        requests: "unlimited values with .byTime; with .byTimeOrCount as many as fit into the requested arrays",
        keeps: "the values of the period, and those of a period that ended without demand",
        drops: "the collected values when the upstream fails",
        memory: .some, losses: .init(before: "its array was sent")))
    row(
      "collect", "Sends the values of each period as an array, or earlier once a given number has arrived.", .grouping,
      sample: "a: -1-2----3-|\n> a.collect(.byTime(4))"
    ) { $0.collect($1) }
    about(
      "reduce",
      facts: OperatorFacts(
        use: "for one result of all values", rivals: ["scan", "collect", "count"], requests: .unlimited, keeps: "the result so far",
        memory: .result))
    row(
      "reduce", "Sends one result of all values when the upstream finishes.", .value(), closure2(.value),
      sample: "a: -1-2-3-|\n> a.reduce(0) { $0 + $1 }"
    ) { $0.reduce($1, $2) }
    about(
      "tryReduce",
      facts: OperatorFacts(
        use: "for one result of all values, where computing it can throw", rivals: ["reduce"], requests: .unlimited,
        keeps: "the result so far",
        fails: "when the upstream fails or the closure throws", cancels: "the upstream when the closure throws", memory: .result))
    row(
      "tryReduce", "Sends one result of all values when the upstream finishes; fails if the closure throws.", .value(), throwing2(.value),
      sample: "a: -1-2-3-|\n> a.tryReduce(0) { $1 > 2 ? throw \"big\" : $0 + $1 }"
    ) { $0.tryReduce($1, $2) }
    about(
      "count",
      facts: OperatorFacts(
        use: "to count values", rivals: ["reduce", "collect"], requests: .unlimited, keeps: "the number so far",
        memory: .result))
    row("count", "Sends the number of values when the upstream finishes.", sample: "a: -1-2-3-|\n> a.count()") { $0.count() }
    about(
      "max",
      facts: OperatorFacts(
        use: "for the greatest value of a stream", rivals: ["min", "reduce", "scan"], requests: .unlimited,
        keeps: "the greatest value so far", drops: "all other values", memory: .untilTheEnd,
        losses: .init(atOnce: "there was a larger one", replaced: "there was a larger one", tie: "an equal value came before it"),
        typing: .keepsValues))
    row("max", "Sends the greatest value when the upstream finishes.", ownOrder, sample: "a: -1-3-2-|\n> a.max()") { $0.max(by: $1) }
    about(
      "max",
      facts: OperatorFacts(
        use: "for the greatest value of a stream", rivals: ["min", "reduce", "scan"], requests: .unlimited,
        keeps: "the greatest value so far", drops: "all other values", memory: .untilTheEnd, losses: OperatorTable.notGreater,
        typing: .keepsValues))
    row(
      "max", "Sends the greatest value, by the order of a closure, when the upstream finishes.", closure2(.truth, "by"),
      sample: "a: -1-3-2-|\n> a.max { $0 % 3 < $1 % 3 }"
    ) {
      $0.max(by: $1)
    }
    about(
      "tryMax",
      facts: OperatorFacts(
        use: "for the greatest value, where comparing can throw", rivals: ["max"], requests: .unlimited,
        keeps: "the greatest value so far", drops: "all other values", fails: "when the upstream fails or the closure throws",
        cancels: "the upstream when the closure throws", memory: .untilTheEnd, losses: OperatorTable.notGreater,
        typing: .keepsValues))
    row(
      "tryMax", "Sends the greatest value, by the order of a closure; fails if the closure throws.", throwing2(.truth, "by"),
      sample: "a: -1-3-2-|\n> a.tryMax { $1 == 3 ? throw \"three\" : $0 < $1 }"
    ) { $0.tryMax(by: $1) }
    about(
      "min",
      facts: OperatorFacts(
        use: "for the least value of a stream", rivals: ["max", "reduce", "scan"], requests: .unlimited, keeps: "the least value so far",
        drops: "all other values", memory: .untilTheEnd,
        losses: .init(atOnce: "there was a smaller one", replaced: "there was a smaller one", tie: "an equal value came before it"),
        typing: .keepsValues))
    row("min", "Sends the least value when the upstream finishes.", ownOrder, sample: "a: -2-1-3-|\n> a.min()") { $0.min(by: $1) }
    about(
      "min",
      facts: OperatorFacts(
        use: "for the least value of a stream", rivals: ["max", "reduce", "scan"], requests: .unlimited, keeps: "the least value so far",
        drops: "all other values", memory: .untilTheEnd, losses: OperatorTable.notLess, typing: .keepsValues))
    row(
      "min", "Sends the least value, by the order of a closure, when the upstream finishes.", closure2(.truth, "by"),
      sample: "a: -2-1-3-|\n> a.min { $0 % 3 < $1 % 3 }"
    ) {
      $0.min(by: $1)
    }
    about(
      "tryMin",
      facts: OperatorFacts(
        use: "for the least value, where comparing can throw", rivals: ["min"], requests: .unlimited, keeps: "the least value so far",
        drops: "all other values", fails: "when the upstream fails or the closure throws",
        cancels: "the upstream when the closure throws", memory: .untilTheEnd, losses: OperatorTable.notLess,
        typing: .keepsValues))
    row(
      "tryMin", "Sends the least value, by the order of a closure; fails if the closure throws.", throwing2(.truth, "by"),
      sample: "a: -2-1-3-|\n> a.tryMin { $0 == 3 ? throw \"three\" : $0 < $1 }"
    ) { $0.tryMin(by: $1) }
    addMatching()
  }

  private mutating func addMatching() {
    family = "Matching"
    about(
      "contains",
      facts: OperatorFacts(
        use: "to know whether a certain value is sent", rivals: ["first", "allSatisfy", "isEmpty"], requests: .unlimited,
        drops: "the values before it", finishes: "right after the answer", cancels: "the upstream when the value has arrived",
        losses: .init(atOnce: "it is not the one that was looked for")))
    row(
      "contains", "Sends true as soon as a given value arrives, or false when the upstream finishes without it.", .value(),
      sample: "a: -1-2-3-|\n> a.contains(2)"
    ) { $0.contains($1) }
    about(
      "contains",
      facts: OperatorFacts(
        use: "to know whether a condition is true for any value", rivals: ["first", "allSatisfy"], rx: ["any"], requests: .unlimited,
        drops: "the values before it", finishes: "right after the answer",
        cancels: "the upstream when the value has arrived", losses: .init(atOnce: "it is not the one that was looked for")))
    row(
      "contains", "Sends true as soon as a condition is true for a value, or false when the upstream finishes.", closure(.truth, "where"),
      sample: "a: -1-2-3-|\n> a.contains { $0 > 1 }"
    ) { $0.contains(where: $1) }
    about(
      "tryContains",
      facts: OperatorFacts(
        use: "to know whether a condition that can throw is true for any value", rivals: ["contains"], requests: .unlimited,
        drops: "the values before it", finishes: "right after the answer",
        fails: "when the upstream fails or the closure throws", cancels: "the upstream when the value has arrived or the closure throws",
        losses: .init(atOnce: "it is not the one that was looked for")))
    row(
      "tryContains", "Sends whether a condition is true for any value; fails if the closure throws.", throwing(.truth, "where"),
      sample: "a: -1-2-3-|\n> a.tryContains { $0 > 1 ? throw \"big\" : false }"
    ) { $0.tryContains(where: $1) }
    about(
      "allSatisfy",
      facts: OperatorFacts(
        use: "to know whether a condition is true for all values", rivals: ["contains", "filter"], rx: ["every", "all"],
        requests: .unlimited, drops: "the values for which the condition is true", finishes: "right after the answer",
        cancels: "the upstream when the condition is false for a value",
        losses: .init(atOnce: "it meets the condition, as the values before it")))
    row(
      "allSatisfy", "Sends false as soon as a condition is false for a value, or true when the upstream finishes.", closure(.truth),
      sample: "a: -1-2-3-|\n> a.allSatisfy { $0 < 3 }"
    ) { $0.allSatisfy($1) }
    about(
      "tryAllSatisfy",
      facts: OperatorFacts(
        use: "to know whether a condition that can throw is true for all values", rivals: ["allSatisfy"], requests: .unlimited,
        drops: "the values for which the condition is true", finishes: "right after the answer",
        fails: "when the upstream fails or the closure throws",
        cancels: "the upstream when the condition is false or the closure throws",
        losses: .init(atOnce: "it meets the condition, as the values before it")))
    row(
      "tryAllSatisfy", "Sends whether a condition is true for all values; fails if the closure throws.", throwing(.truth),
      sample: "a: -1-2-3-|\n> a.tryAllSatisfy { $0 > 2 ? throw \"big\" : true }"
    ) { $0.tryAllSatisfy($1) }
  }
}
