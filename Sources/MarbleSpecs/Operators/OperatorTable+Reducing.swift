import Pipes

extension OperatorTable {
  /// By the order of a closure a value may be neither greater nor less than another one.
  private static let notGreater = OperatorFacts.Losses(
    atOnce: "by the closure it is not greater than a value before it",
    replaced: "by the closure a later value is greater")
  private static let notLess = OperatorFacts.Losses(
    atOnce: "by the closure it is not less than a value before it", replaced: "by the closure a later value is less")

  /// The operators that send a result of several values.
  @OperatorRows static var reducing: [OperatorRow] {
    row(
      "collect", "Sends an array of all values when the upstream finishes.",
      facts: OperatorFacts(
        use: "to receive all values as one array", rivals: ["reduce", "scan"], rx: ["toArray"], requests: .unlimited,
        keeps: "all values", memory: .untilTheEnd, output: .arrays),
      sample: "a: -1-2-3-|\n> a.collect()"
    ) { $0.collect() }
    row(
      "collect", "Sends arrays of a given number of values; the last array may be shorter.",
      facts: OperatorFacts(
        use: "to process values in batches of one size", rivals: ["pairwise"], rx: ["bufferCount"],
        sends: "an array when it is full, and the rest when the upstream finishes",
        requests: "as many values as fit into the requested arrays",
        keeps: "the values of an array that is not full", memory: .untilTheEnd, output: .arrays),
      .integer(atLeast: 1), sample: "a: -1-2-3-|\n> a.collect(2)"
    ) { $0.collect($1) }
    row(
      "collect", "Sends the values of each period as an array, or earlier once a given number has arrived.",
      facts: OperatorFacts(
        use: "to process the values of a period together", rivals: ["throttle", "debounce", "sample"],
        rx: ["bufferTime"],
        elsewhere: [.init("Rx", "sends an empty array for a period without values", as: "buffer(interval(%))")],
        sends: "an array at the end of each period in which a value arrived, and the rest before it finishes",
        requests: "unlimited values with .byTime; with .byTimeOrCount as many as fit into the requested arrays",
        keeps: "the values of the period, and those of a period that ended without demand",
        drops: "the collected values when the upstream fails",
        memory: .some, losses: .init(before: "its array was sent", never: [.finished]), output: .arrays),
      .grouping, sample: "a: -1-2----3-|\n> a.collect(.byTime(4))"
    ) { $0.collect($1) }
    let reduce = OperatorFacts(
      use: "for one result of all values", rivals: ["scan", "collect", "count"], requests: .unlimited,
      keeps: "the result so far", memory: .result, accumulates: true)
    row(
      "reduce", "Sends one result of all values when the upstream finishes.", facts: reduce,
      .value(), closure2(.value).of(.result), sample: "a: -1-2-3-|\n> a.reduce(0) { $0 + $1 }"
    ) { $0.reduce($1, $2) }
    row(
      "tryReduce", "Sends one result of all values when the upstream finishes; fails if the closure throws.",
      facts: reduce.throwing("for one result of all values, where computing it can throw", rival: "reduce"),
      .value(), throwing2(.value).of(.result),
      sample: "a: -1-2-3-|\n> a.tryReduce(0) { $1 > 2 ? throw \"big\" : $0 + $1 }"
    ) { $0.tryReduce($1, $2) }
    row(
      "count", "Sends the number of values when the upstream finishes.",
      facts: OperatorFacts(
        use: "to count values", rivals: ["reduce", "collect"], requests: .unlimited, keeps: "the number so far",
        memory: .result, accumulates: true, output: .integers),
      sample: "a: -1-2-3-|\n> a.count()"
    ) { $0.count() }
    let ownMax = OperatorFacts(
      use: "for the greatest value of a stream", rivals: ["min", "reduce", "scan"], requests: .unlimited,
      keeps: "the greatest value so far", drops: "all other values", memory: .untilTheEnd,
      losses: .init(
        atOnce: "there was a larger one", replaced: "a larger one came after it", tie: "an equal value came before it"),
      typing: .keepsValues)
    row(
      "max", "Sends the greatest value when the upstream finishes.", facts: ownMax,
      ownOrder, sample: "a: -1-3-2-|\n> a.max()"
    ) { $0.max(by: $1) }
    let max = ownMax.but { $0.losses = notGreater }
    row(
      "max", "Sends the greatest value, by the order of a closure, when the upstream finishes.", facts: max,
      closure2(.bool, "by"), sample: "a: -1-3-2-|\n> a.max { $0 % 3 < $1 % 3 }"
    ) { $0.max(by: $1) }
    row(
      "tryMax", "Sends the greatest value, by the order of a closure; fails if the closure throws.",
      facts: max.throwing("for the greatest value, where comparing can throw", rival: "max"),
      throwing2(.bool, "by"), sample: "a: -1-3-2-|\n> a.tryMax { $1 == 3 ? throw \"three\" : $0 < $1 }"
    ) { $0.tryMax(by: $1) }
    let ownMin = OperatorFacts(
      use: "for the least value of a stream", rivals: ["max", "reduce", "scan"], requests: .unlimited,
      keeps: "the least value so far", drops: "all other values", memory: .untilTheEnd,
      losses: .init(
        atOnce: "there was a smaller one", replaced: "a smaller one came after it",
        tie: "an equal value came before it"),
      typing: .keepsValues)
    row(
      "min", "Sends the least value when the upstream finishes.", facts: ownMin,
      ownOrder, sample: "a: -2-1-3-|\n> a.min()"
    ) { $0.min(by: $1) }
    let min = ownMin.but { $0.losses = notLess }
    row(
      "min", "Sends the least value, by the order of a closure, when the upstream finishes.", facts: min,
      closure2(.bool, "by"), sample: "a: -2-1-3-|\n> a.min { $0 % 3 < $1 % 3 }"
    ) { $0.min(by: $1) }
    row(
      "tryMin", "Sends the least value, by the order of a closure; fails if the closure throws.",
      facts: min.throwing("for the least value, where comparing can throw", rival: "min"),
      throwing2(.bool, "by"), sample: "a: -2-1-3-|\n> a.tryMin { $0 == 3 ? throw \"three\" : $0 < $1 }"
    ) { $0.tryMin(by: $1) }
    row(
      "isEmpty", "Sends true when the upstream finishes without a value, or false as soon as a value arrives.",
      facts: OperatorFacts(
        use: "to know whether there is any value", rivals: ["contains", "count", "replaceEmpty"], requests: .unlimited,
        finishes: "right after the answer", cancels: "the upstream after the first value", output: .bools),
      sample: "a: --1-|\n> a.isEmpty()"
    ) { $0.isEmpty() }
    row(
      "single", "Sends the only value when the upstream finishes; fails if there is none, or a second one.",
      facts: OperatorFacts(
        use: "where exactly one value is right", rivals: ["first", "last"],
        sends: "the value when the upstream finishes",
        requests: .unlimited, keeps: "the value", drops: "all values if there is a second one",
        fails: "when the upstream fails, when a second value comes, or when there is none",
        cancels: "the upstream when a second value comes", memory: .untilTheEnd,
        losses: .init(failed: "there was more than one value"), typing: .keepsValues, failure: .any),
      sample: "a: --1-|\n> a.single()"
    ) { $0.single() }
    row(
      "sequenceEqual", "Sends whether two publishers send equal values in the same order.",
      facts: OperatorFacts(
        use: "to compare two publishers value by value", rivals: ["zip"], requests: .each,
        keeps: "values until their partners arrive",
        finishes: "right after the answer", fails: "when one of the publishers fails",
        cancels: "both publishers when their values differ", cancelReason: "% differ",
        memory: .result, undecided: "equal", typing: [.joins, .isLenient, .isAlike], output: .bools),
      .stream(), sample: "a: -1-2-|\nb: --1--2|\n> a.sequenceEqual(b)"
    ) { $0.sequenceEqual($1).eraseToAnyPublisher() }
    row(
      "collect", "Sends arrays of a given number of values and begins a new array at a given stride.",
      facts: OperatorFacts(
        use: "to process values in batches that overlap or skip values", rivals: ["pairwise", "window"],
        sends: "an array when it is full, and the rest when the upstream finishes",
        requests: "as many values as the downstream, and one more for each value that completes no array",
        keeps: "the values of the arrays that are not full",
        drops: "values between two arrays, and the rest when the upstream fails", memory: .untilTheEnd,
        losses: .init(atOnce: "it is between two arrays", never: [.atOnce]), output: .arrays),
      .integer(atLeast: 1), .integer("every", atLeast: 1), sample: "a: -1-2-3-|\n> a.collect(2, every: 1)"
    ) { $0.collect($1, every: $2).eraseToAnyPublisher() }
    row(
      "firstIndex", "Sends the position, counted from zero, of the first value for which a condition is true.",
      facts: OperatorFacts(
        use: "to know the position of a value", rivals: ["first", "contains", "count"], rx: ["findIndex"],
        requests: .unlimited, keeps: "the number of values so far",
        finishes: "right after the position, or when the upstream finishes without one",
        cancels: "the upstream when the condition is true", cancelReason: "the index is known", memory: .result,
        losses: .init(before: "a value met the condition", left: "no value met the condition")),
      closure(.bool, "where"), sample: "a: -1-2-3-|\n> a.firstIndex(where: { $0 > 1 })"
    ) { $0.firstIndex(where: $1).eraseToAnyPublisher() }
  }
}
