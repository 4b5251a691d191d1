import Pipes

extension OperatorTable {
  mutating func addReducing() {
    family = "Reducing"
    about(
      "collect",
      facts: OperatorFacts(
        use: "to have all values at once", rivals: ["reduce", "scan"], rx: ["toArray"], requests: .unlimited, keeps: "all values",
        memory: .untilTheEnd))
    row("collect", "Sends all values as one array when the stream finishes.", sample: "a: -1-2-3-|\n> a.collect()") { $0.collect() }
    about(
      "collect",
      facts: OperatorFacts(
        use: "to treat so many values at a time", rivals: ["pairwise"], rx: ["bufferCount"],
        sends: "an array when it is full, and what is left when the upstream finishes", requests: "so many values for each array",
        keeps: "the values of an array that is not full", memory: .untilTheEnd))
    row("collect", "Sends arrays of so many values.", .integer(atLeast: 1), sample: "a: -1-2-3-|\n> a.collect(2)") { $0.collect($1) }
    about(
      "collect",
      facts: OperatorFacts(
        use: "to treat the values of a period at once", rivals: ["throttle", "debounce", "sample"], rx: ["bufferTime"],
        sends: "an array at the end of each period in which something came",
        requests: "unlimited values, or as many as fit into the requested arrays",
        keeps: "the values of the period, and those of a period that ended without demand", drops: "what is left when the upstream fails",
        memory: .some, losses: .init(left: "the stream ended before its array was sent")))
    row(
      "collect", "Sends the values of each period as an array, or each so many if that comes first.", .grouping,
      sample: "a: -1-2----3-|\n> a.collect(.byTime(4))"
    ) { $0.collect($1) }
    about(
      "reduce",
      facts: OperatorFacts(
        use: "for one result of all values", rivals: ["scan", "collect", "count"], requests: .unlimited, keeps: "the result so far",
        memory: .result))
    row(
      "reduce", "Sends one result of all values when the stream finishes.", .value(), closure2(.value),
      sample: "a: -1-2-3-|\n> a.reduce(0) { $0 + $1 }"
    ) { $0.reduce($1, $2) }
    about(
      "tryReduce",
      facts: OperatorFacts(
        use: "for one result of all values where that can fail", rivals: ["reduce"], requests: .unlimited, keeps: "the result so far",
        fails: "when the upstream fails or the closure throws", cancels: "the upstream when the closure throws", memory: .result))
    row(
      "tryReduce", "Sends one result of all values when the stream finishes; fails if the closure throws.", .value(), throwing2(.value),
      sample: "a: -1-2-3-|\n> a.tryReduce(0) { $1 > 2 ? throw \"big\" : $0 + $1 }"
    ) { $0.tryReduce($1, $2) }
    about(
      "count",
      facts: OperatorFacts(
        use: "to know how many values there were", rivals: ["reduce", "collect"], requests: .unlimited, keeps: "the number so far",
        memory: .result))
    row("count", "Sends how many values there were when the stream finishes.", sample: "a: -1-2-3-|\n> a.count()") { $0.count() }
    about(
      "max",
      facts: OperatorFacts(
        use: "for the greatest value of a stream", rivals: ["min", "reduce", "scan"], requests: .unlimited,
        keeps: "the greatest value so far", drops: "all other values", memory: .untilTheEnd,
        losses: .init(atOnce: "there was a larger one", replaced: "there was a larger one"), typing: .keepsValues))
    row("max", "Sends the greatest value when the stream finishes.", ownOrder, sample: "a: -1-3-2-|\n> a.max()") { $0.max(by: $1) }
    row("max", "Sends the greatest value by a closure.", closure2(.truth, "by"), sample: "a: -1-3-2-|\n> a.max { $0 % 3 < $1 % 3 }") {
      $0.max(by: $1)
    }
    about(
      "tryMax",
      facts: OperatorFacts(
        use: "for the greatest value where comparing can fail", rivals: ["max"], requests: .unlimited,
        keeps: "the greatest value so far", drops: "all other values", fails: "when the upstream fails or the closure throws",
        cancels: "the upstream when the closure throws", memory: .untilTheEnd,
        losses: .init(atOnce: "there was a larger one", replaced: "there was a larger one"), typing: .keepsValues))
    row(
      "tryMax", "Sends the greatest value by a closure; fails if it throws.", throwing2(.truth, "by"),
      sample: "a: -1-3-2-|\n> a.tryMax { $1 == 3 ? throw \"three\" : $0 < $1 }"
    ) { $0.tryMax(by: $1) }
    about(
      "min",
      facts: OperatorFacts(
        use: "for the least value of a stream", rivals: ["max", "reduce", "scan"], requests: .unlimited, keeps: "the least value so far",
        drops: "all other values", memory: .untilTheEnd,
        losses: .init(atOnce: "there was a smaller one", replaced: "there was a smaller one"), typing: .keepsValues))
    row("min", "Sends the least value when the stream finishes.", ownOrder, sample: "a: -2-1-3-|\n> a.min()") { $0.min(by: $1) }
    row("min", "Sends the least value by a closure.", closure2(.truth, "by"), sample: "a: -2-1-3-|\n> a.min { $0 % 3 < $1 % 3 }") {
      $0.min(by: $1)
    }
    about(
      "tryMin",
      facts: OperatorFacts(
        use: "for the least value where comparing can fail", rivals: ["min"], requests: .unlimited, keeps: "the least value so far",
        drops: "all other values", fails: "when the upstream fails or the closure throws",
        cancels: "the upstream when the closure throws", memory: .untilTheEnd,
        losses: .init(atOnce: "there was a smaller one", replaced: "there was a smaller one"), typing: .keepsValues))
    row(
      "tryMin", "Sends the least value by a closure; fails if it throws.", throwing2(.truth, "by"),
      sample: "a: -2-1-3-|\n> a.tryMin { $0 == 3 ? throw \"three\" : $0 < $1 }"
    ) { $0.tryMin(by: $1) }
    addMatching()
  }

  private mutating func addMatching() {
    family = "Matching"
    about(
      "contains",
      facts: OperatorFacts(
        use: "to know whether a value comes", rivals: ["first", "allSatisfy", "isEmpty"], rx: ["includes"], requests: .unlimited,
        drops: "values until one is equal", finishes: "right after the answer", cancels: "the upstream when the value has come",
        losses: .init(atOnce: "it is not the one that was looked for")))
    row("contains", "Says whether a value comes, as soon as it does.", .value(), sample: "a: -1-2-3-|\n> a.contains(2)") { $0.contains($1) }
    about(
      "contains",
      facts: OperatorFacts(
        use: "to know whether a value that meets a condition comes", rivals: ["first", "allSatisfy"], rx: ["some"], requests: .unlimited,
        drops: "values until one meets the condition", finishes: "right after the answer",
        cancels: "the upstream when the value has come", losses: .init(atOnce: "it is not the one that was looked for")))
    row(
      "contains", "Says whether a value that meets a condition comes, as soon as it does.", closure(.truth, "where"),
      sample: "a: -1-2-3-|\n> a.contains { $0 > 1 }"
    ) { $0.contains(where: $1) }
    about(
      "tryContains",
      facts: OperatorFacts(
        use: "to know whether a value comes where looking can fail", rivals: ["contains"], requests: .unlimited,
        drops: "values until one meets the condition", finishes: "right after the answer",
        fails: "when the upstream fails or the closure throws", cancels: "the upstream when the value has come or the closure throws",
        losses: .init(atOnce: "it is not the one that was looked for")))
    row(
      "tryContains", "Says whether a value that meets a condition comes; fails if the closure throws.", throwing(.truth, "where"),
      sample: "a: -1-2-3-|\n> a.tryContains { $0 > 1 ? throw \"big\" : false }"
    ) { $0.tryContains(where: $1) }
    about(
      "allSatisfy",
      facts: OperatorFacts(
        use: "to know whether all values are as they should be", rivals: ["contains", "filter"], rx: ["every", "all"],
        requests: .unlimited, drops: "values that meet the condition", finishes: "right after the answer",
        cancels: "the upstream when a value fails the condition", losses: .init(atOnce: "it meets the condition, as those before")))
    row(
      "allSatisfy", "Says whether all values meet a condition, as soon as one does not.", closure(.truth),
      sample: "a: -1-2-3-|\n> a.allSatisfy { $0 < 3 }"
    ) { $0.allSatisfy($1) }
    about(
      "tryAllSatisfy",
      facts: OperatorFacts(
        use: "to know whether all values are right where looking can fail", rivals: ["allSatisfy"], requests: .unlimited,
        drops: "values that meet the condition", finishes: "right after the answer",
        fails: "when the upstream fails or the closure throws",
        cancels: "the upstream when a value fails the condition or the closure throws",
        losses: .init(atOnce: "it meets the condition, as those before")))
    row(
      "tryAllSatisfy", "Says whether all values meet a condition; fails if the closure throws.", throwing(.truth),
      sample: "a: -1-2-3-|\n> a.tryAllSatisfy { $0 > 2 ? throw \"big\" : true }"
    ) { $0.tryAllSatisfy($1) }
  }
}
