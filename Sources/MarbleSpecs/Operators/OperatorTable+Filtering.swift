import Pipes

extension OperatorTable {
  /// The operators that drop values.
  @OperatorRows static var filtering: [OperatorRow] {
    let filter = OperatorFacts(
      use: "to drop values by a condition on a single value",
      rivals: ["compactMap", "removeDuplicates", "prefix", "drop"],
      requests: .oneMore, drops: "a value for which the condition is false",
      losses: .init(atOnce: "its condition is false"), typing: .keepsValues)
    row(
      "filter", "Sends only the values for which a condition is true.", facts: filter,
      closure(.bool), sample: "a: -1-2-3-4-|\n> a.filter { $0 % 2 == 0 }"
    ) { $0.filter($1) }
    row(
      "tryFilter", "Sends only the values for which a condition is true; fails if the closure throws.",
      facts: filter.throwing("to drop values by a condition that can throw", rival: "filter"),
      throwing(.bool), sample: "a: -1-2-3-4-|\n> a.tryFilter { $0 > 3 ? throw \"big\" : $0 % 2 == 0 }"
    ) { $0.tryFilter($1) }
    let compactMap = OperatorFacts(
      use: "to convert values and drop those that cannot be converted", rivals: ["map", "filter", "replaceNil"],
      requests: .oneMore, drops: "a value for which the closure returns nil",
      losses: .init(atOnce: "the closure returned nil for it"))
    row(
      "compactMap", "Sends the result of a closure for each value and drops the results that are nil.",
      facts: compactMap,
      closure(.optional), sample: "a: -1-x-3-|\n  1 = \"1\"  3 = \"3\"\n> a.compactMap { Int($0) }"
    ) { $0.compactMap($1) }
    row(
      "tryCompactMap", "Sends the results of a closure that are not nil; fails if the closure throws.",
      facts: compactMap.throwing("to convert or drop values where converting can throw", rival: "compactMap"),
      throwing(.optional),
      sample: "a: -1-x-y-|\n  1 = \"1\"\n> a.tryCompactMap { $0 == \"y\" ? throw \"no y\" : Int($0) }"
    ) { $0.tryCompactMap($1) }
    row(
      "removeDuplicates", "Drops each value that equals the previous value.",
      facts: OperatorFacts(
        use: "to send only changes", rivals: ["distinct", "filter", "debounce"], rx: ["distinctUntilChanged"],
        requests: .oneMore, keeps: "the last value", drops: "a value that equals the previous value",
        losses: .init(atOnce: "it equals the previous value"), typing: .keepsValues),
      sample: "a: -1-1-2-2-1-|\n> a.removeDuplicates()"
    ) { $0.removeDuplicates() }
    let removeDuplicates = OperatorFacts(
      use: "to send a value only when a part of it has changed", rivals: ["distinct", "filter"], requests: .oneMore,
      keeps: "the last value", drops: "a value that the closure finds equal to the previous value",
      losses: .init(atOnce: "the closure finds it equal to the previous value"), typing: .keepsValues)
    row(
      "removeDuplicates", "Drops each value that a closure finds equal to the previous value.", facts: removeDuplicates,
      closure2(.bool, "by"), sample: "a: -1-3-4-6-7-|\n> a.removeDuplicates { $0 % 2 == $1 % 2 }"
    ) { $0.removeDuplicates(by: $1) }
    row(
      "tryRemoveDuplicates",
      "Drops each value that a closure finds equal to the previous value; fails if the closure throws.",
      facts: removeDuplicates.throwing("to send only changes, where comparing can throw", rival: "removeDuplicates"),
      throwing2(.bool, "by"),
      sample: "a: -1-3-4-6-7-|\n> a.tryRemoveDuplicates { $1 > 6 ? throw \"big\" : $0 % 2 == $1 % 2 }"
    ) { $0.tryRemoveDuplicates(by: $1) }
    row(
      "replaceEmpty", "Sends a given value when the upstream finishes without a value.",
      facts: OperatorFacts(
        use: "to have a value where the upstream might send none", rivals: ["replaceError", "append", "isEmpty"],
        rx: ["defaultIfEmpty"],
        sends: "the values of the upstream, or the given value when the upstream finishes without one",
        typing: [.keepsValues, .adds]),
      .value("with"), sample: "a: ---|\n> a.replaceEmpty(with: 0)"
    ) { $0.replaceEmpty(with: $1) }
    row(
      "ignoreOutput", "Drops all values and sends only the completion.",
      facts: OperatorFacts(
        use: "where only the completion matters", rivals: ["filter", "count"], rx: ["ignoreElements"],
        requests: .unlimited, drops: "all values", losses: .init(atOnce: "all values are ignored"), output: .nothing),
      sample: "a: -1-2-|\n> a.ignoreOutput()"
    ) { $0.ignoreOutput() }
    parts
    several(
      "partition", "Sends the values for which a condition is true to one publisher, and the others to another.",
      facts: OperatorFacts(
        use: "to handle the values that meet a condition in one way and the others in another",
        rivals: ["filter", "groupBy"],
        requests: .unlimited, drops: "from each of the two publishers the values of the other",
        cancels: "the upstream when neither has a subscriber", losses: .init(atOnce: "it belongs to the other stream"),
        losesWithoutDemand: true, isShared: true, typing: .keepsValues),
      closure(.bool), labels: ["matching", "others"],
      sample:
        "a: -1-2-3-|\nlet parts = a.partition { $0 > 2 }\n> parts.matching.merge(with: parts.others.map { $0 * 10 })"
    ) { upstream, isMatching in
      let parts = upstream.partition(isMatching)
      return [parts.matching.eraseToAnyPublisher(), parts.others.eraseToAnyPublisher()]
    }
    let behaviors: KeyValuePairs = ["inclusive": Publishers.PrefixWhileBehavior.inclusive, "exclusive": .exclusive]
    row(
      "prefix", "Sends values as long as a condition is true, then finishes, with or without the value that ended it.",
      facts: OperatorFacts(
        use: "to take values as long as a condition holds, with the value that ended it", rivals: ["drop", "filter"],
        drops: "the value for which the condition is false, with .exclusive",
        finishes: "when the condition is false for a value, or when the upstream finishes",
        cancels: "the upstream when the condition is false for a value", cancelReason: "the condition is false for %",
        losses: .init(atOnce: "its condition is false"), typing: .keepsValues),
      closure(.bool, "while"), choice("behavior", behaviors),
      sample: "a: -1-2-3-|\n> a.prefix(while: { $0 < 2 }, behavior: .inclusive)"
    ) { $0.prefix(while: $1, behavior: $2) }
    row(
      "takeLast", "Sends the given number of last values when the upstream finishes.",
      facts: OperatorFacts(
        use: "for the final values of a stream", rivals: ["last", "skipLast", "prefix"],
        sends: "the values when the upstream finishes",
        requests: .unlimited, keeps: "the last values", drops: "all earlier values", memory: .untilTheEnd,
        losses: .init(atOnce: "it is not one of the last", replaced: "it is not one of the last", never: [.atOnce]),
        typing: .keepsValues),
      .integer(atLeast: 0), sample: "a: -1-2-3-|\n> a.takeLast(2)"
    ) { $0.takeLast($1) }
    row(
      "skipLast", "Drops the given number of last values.",
      facts: OperatorFacts(
        use: "to drop the values at the end", rivals: ["takeLast", "dropFirst"],
        sends: "each value when the given number of values have arrived after it", requests: .oneMore,
        keeps: "the last values", drops: "the last values", memory: .some,
        losses: .init(
          before: "enough values had followed", left: "it is one of the last"),
        typing: .keepsValues),
      .integer(atLeast: 0), sample: "a: -1-2-3-|\n> a.skipLast(1)"
    ) { $0.skipLast($1) }
    row(
      "distinct", "Drops each value that equals any value sent before.",
      facts: OperatorFacts(
        use: "to send each value only once", rivals: ["removeDuplicates", "filter"], requests: .oneMore,
        keeps: "the keys of all values that it has sent, as long as the subscription lives",
        drops: "a value that equals an earlier one", losses: .init(atOnce: "an equal value was sent before"),
        typing: .keepsValues),
      sample: "a: -1-2-1-3-|\n> a.distinct()"
    ) { $0.distinct() }
    row(
      "distinct", "Drops each value whose key equals the key of any value sent before.",
      facts: OperatorFacts(
        use: "to send each value only once", rivals: ["removeDuplicates", "filter"], requests: .oneMore,
        keeps: "the keys of all values that it has sent, as long as the subscription lives",
        drops: "a value whose key equals an earlier one",
        losses: .init(atOnce: "a value with an equal key was sent before"), typing: .keepsValues),
      closure(.value, "by"), sample: "a: -1-2-3-4-|\n> a.distinct(by: { $0 % 2 })"
    ) { $0.distinct(by: $1) }
  }
}
