import Pipes

extension OperatorTable {
  /// The operators that drop values.
  @OperatorRows static var filtering: [OperatorRow] {
    row(
      "filter", "Sends only the values for which a condition is true.",
      facts: OperatorFacts(
        use: "to drop values by a condition on a single value", rivals: ["compactMap", "removeDuplicates", "prefix", "drop"],
        requests: .oneMore, drops: "a value for which the condition is false", losses: .init(atOnce: "its condition is false"),
        typing: .keepsValues),
      closure(.truth), sample: "a: -1-2-3-4-|\n> a.filter { $0 % 2 == 0 }"
    ) { $0.filter($1) }
    row(
      "tryFilter", "Sends only the values for which a condition is true; fails if the closure throws.",
      facts: OperatorFacts(
        use: "to drop values by a condition that can throw", rivals: ["filter"], requests: .oneMore,
        drops: "a value for which the condition is false", fails: "when the upstream fails or the closure throws",
        cancels: "the upstream when the closure throws", losses: .init(atOnce: "its condition is false"), typing: .keepsValues),
      throwing(.truth), sample: "a: -1-2-3-4-|\n> a.tryFilter { $0 > 3 ? throw \"big\" : $0 % 2 == 0 }"
    ) { $0.tryFilter($1) }
    row(
      "compactMap", "Sends the result of a closure for each value and drops the results that are nil.",
      facts: OperatorFacts(
        use: "to convert values and drop those that cannot be converted", rivals: ["map", "filter", "replaceNil"],
        requests: .oneMore, drops: "a value for which the closure returns nil", losses: .init(atOnce: "the closure returned nil for it")),
      closure(.optional), sample: "a: -1-x-3-|\n  1 = \"1\"  3 = \"3\"\n> a.compactMap { Int($0) }"
    ) { $0.compactMap($1) }
    row(
      "tryCompactMap", "Sends the results of a closure that are not nil; fails if the closure throws.",
      facts: OperatorFacts(
        use: "to convert or drop values where converting can throw", rivals: ["compactMap"], requests: .oneMore,
        drops: "a value for which the closure returns nil", fails: "when the upstream fails or the closure throws",
        cancels: "the upstream when the closure throws", losses: .init(atOnce: "the closure returned nil for it")),
      throwing(.optional), sample: "a: -1-x-y-|\n  1 = \"1\"\n> a.tryCompactMap { $0 == \"y\" ? throw \"no y\" : Int($0) }"
    ) { $0.tryCompactMap($1) }
    row(
      "removeDuplicates", "Drops each value that equals the previous value.",
      facts: OperatorFacts(
        use: "to send only changes", rivals: ["distinct", "filter", "debounce"], rx: ["distinctUntilChanged"], requests: .oneMore,
        keeps: "the last value", drops: "a value that equals the previous value", losses: .init(atOnce: "it equals the previous value"),
        typing: .keepsValues),
      sample: "a: -1-1-2-2-1-|\n> a.removeDuplicates()"
    ) { $0.removeDuplicates() }
    row(
      "removeDuplicates", "Drops each value that a closure finds equal to the previous value.",
      facts: OperatorFacts(
        use: "to send a value only when a part of it has changed", rivals: ["distinct", "filter"], requests: .oneMore,
        keeps: "the last value", drops: "a value that the closure finds equal to the previous value",
        losses: .init(atOnce: "the closure finds it equal to the previous value"), typing: .keepsValues),
      closure2(.truth, "by"), sample: "a: -1-3-4-6-7-|\n> a.removeDuplicates { $0 % 2 == $1 % 2 }"
    ) { $0.removeDuplicates(by: $1) }
    row(
      "tryRemoveDuplicates", "Drops each value that a closure finds equal to the previous value; fails if the closure throws.",
      facts: OperatorFacts(
        use: "to send only changes, where comparing can throw", rivals: ["removeDuplicates"], requests: .oneMore, keeps: "the last value",
        drops: "a value that the closure finds equal to the previous value", fails: "when the upstream fails or the closure throws",
        cancels: "the upstream when the closure throws", losses: .init(atOnce: "the closure finds it equal to the previous value"),
        typing: .keepsValues),
      throwing2(.truth, "by"), sample: "a: -1-3-4-6-7-|\n> a.tryRemoveDuplicates { $1 > 6 ? throw \"big\" : $0 % 2 == $1 % 2 }"
    ) { $0.tryRemoveDuplicates(by: $1) }
    row(
      "replaceEmpty", "Sends a given value when the upstream finishes without a value.",
      facts: OperatorFacts(
        use: "to have a value where the upstream might send none", rivals: ["replaceError", "append", "isEmpty"], rx: ["defaultIfEmpty"],
        sends: "the values of the upstream, or the given value when the upstream finishes without one", typing: [.keepsValues, .adds]),
      .value("with"), sample: "a: ---|\n> a.replaceEmpty(with: 0)"
    ) { $0.replaceEmpty(with: $1) }
    row(
      "ignoreOutput", "Drops all values and sends only the completion.",
      facts: OperatorFacts(
        use: "where only the completion matters", rivals: ["filter", "count"], rx: ["ignoreElements"], requests: .unlimited,
        drops: "all values",
        losses: .init(atOnce: "all values are ignored"), output: .nothing),
      sample: "a: -1-2-|\n> a.ignoreOutput()"
    ) { $0.ignoreOutput() }
    parts
    several(
      "partition", "Sends the values for which a condition is true to one publisher, and the others to another.",
      facts: OperatorFacts(
        use: "to handle the values that meet a condition in one way and the others in another", rivals: ["filter", "groupBy"],
        requests: .unlimited, drops: "from each of the two publishers the values of the other",
        cancels: "the upstream when neither has a subscriber", losses: .init(atOnce: "it belongs to the other stream"),
        losesWithoutDemand: true, isShared: true, typing: .keepsValues),
      closure(.truth), labels: ["matching", "others"],
      sample: "a: -1-2-3-|\nlet parts = a.partition { $0 > 2 }\n> parts.matching.merge(with: parts.others.map { $0 * 10 })"
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
        cancels: "the upstream when the condition is false for a value", losses: .init(atOnce: "its condition is false"),
        typing: .keepsValues),
      closure(.truth, "while"), choice("behavior", behaviors), sample: "a: -1-2-3-|\n> a.prefix(while: { $0 < 2 }, behavior: .inclusive)"
    ) { $0.prefix(while: $1, behavior: $2) }
    row(
      "takeLast", "Sends the given number of last values when the upstream finishes.",
      facts: OperatorFacts(
        use: "for the final values of a stream", rivals: ["last", "skipLast", "prefix"], sends: "the values when the upstream finishes",
        requests: .unlimited, keeps: "the last values", drops: "all earlier values", memory: .untilTheEnd,
        losses: .init(atOnce: "it is not one of the last", replaced: "it is not one of the last"), typing: .keepsValues),
      .integer(atLeast: 0), sample: "a: -1-2-3-|\n> a.takeLast(2)"
    ) { $0.takeLast($1) }
    row(
      "skipLast", "Drops the given number of last values.",
      facts: OperatorFacts(
        use: "to drop the values at the end", rivals: ["takeLast", "dropFirst"],
        sends: "each value when the given number of values have arrived after it", requests: .oneMore, keeps: "the last values",
        drops: "the last values", memory: .some,
        losses: .init(before: "enough values had followed", left: "it is one of the last", waiting: "it is one of the last"),
        typing: .keepsValues),
      .integer(atLeast: 0), sample: "a: -1-2-3-|\n> a.skipLast(1)"
    ) { $0.skipLast($1) }
    row(
      "distinct", "Drops each value that equals any value sent before.",
      facts: OperatorFacts(
        use: "to send each value only once", rivals: ["removeDuplicates", "filter"], requests: .oneMore,
        keeps: "the keys of all values that it has sent, as long as the subscription lives", drops: "a value that equals an earlier one",
        losses: .init(atOnce: "an equal value was sent before"),
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

  /// The operators that send a part of the stream.
  @OperatorRows private static var parts: [OperatorRow] {
    row(
      "first", "Sends the first value, then finishes.",
      facts: OperatorFacts(
        use: "to receive the first answer only", rivals: ["prefix", "output", "last", "single"],
        elsewhere: [.init("RxJS", "fails when there is no value", as: "first().switchIfEmpty(Fail(\"no value\"))")], requests: .unlimited,
        finishes: "right after the value, or when the upstream finishes without one", cancels: "the upstream after the value",
        memory: .untilTheEnd, typing: .keepsValues),
      sample: "a: -1-2-|\n> a.first()"
    ) { $0.first() }
    row(
      "first", "Sends the first value for which a condition is true, then finishes.",
      facts: OperatorFacts(
        use: "to find a value", rivals: ["filter", "contains", "last"], rx: ["find"], requests: .unlimited,
        drops: "the values before it", finishes: "right after the value, or when the upstream finishes without one",
        cancels: "the upstream after the value", memory: .untilTheEnd,
        losses: .init(atOnce: "it is not the one that was looked for"), typing: .keepsValues),
      closure(.truth, "where"), sample: "a: -1-2-|\n> a.first { $0 > 1 }"
    ) { $0.first(where: $1) }
    row(
      "tryFirst", "Sends the first value for which a condition is true, then finishes; fails if the closure throws.",
      facts: OperatorFacts(
        use: "to find a value by a condition that can throw", rivals: ["first"], requests: .unlimited,
        drops: "the values before it", finishes: "right after the value, or when the upstream finishes without one",
        fails: "when the upstream fails or the closure throws", cancels: "the upstream after the value, or when the closure throws",
        memory: .untilTheEnd,
        losses: .init(atOnce: "it is not the one that was looked for"), typing: .keepsValues),
      throwing(.truth, "where"), sample: "a: -1-2-|\n> a.tryFirst { $0 > 1 ? throw \"big\" : false }"
    ) { $0.tryFirst(where: $1) }
    row(
      "last", "Sends the last value when the upstream finishes.",
      facts: OperatorFacts(
        use: "for the final state of a stream", rivals: ["takeLast", "first", "reduce"], sends: "the value when the upstream finishes",
        requests: .unlimited, keeps: "the last value", drops: "all values but the last", memory: .untilTheEnd,
        losses: .init(replaced: "a later value replaced it"), typing: .keepsValues),
      sample: "a: -1-2-|\n> a.last()"
    ) { $0.last() }
    row(
      "last", "Sends the last value for which a condition is true when the upstream finishes.",
      facts: OperatorFacts(
        use: "for the final value that meets a condition", rivals: ["first", "filter"], sends: "the value when the upstream finishes",
        requests: .unlimited, keeps: "the last value that meets the condition", drops: "all other values", memory: .untilTheEnd,
        losses: .init(atOnce: "its condition is false", replaced: "a later value replaced it"), typing: .keepsValues),
      closure(.truth, "where"), sample: "a: -1-2-3-|\n> a.last { $0 < 3 }"
    ) { $0.last(where: $1) }
    row(
      "tryLast", "Sends the last value for which a condition is true at the finish; fails if the closure throws.",
      facts: OperatorFacts(
        use: "for the final value by a condition that can throw", rivals: ["last"],
        sends: "the value when the upstream finishes", requests: .unlimited, keeps: "the last value that meets the condition",
        drops: "all other values", fails: "when the upstream fails or the closure throws",
        cancels: "the upstream when the closure throws", memory: .untilTheEnd,
        losses: .init(atOnce: "its condition is false", replaced: "a later value replaced it"), typing: .keepsValues),
      throwing(.truth, "where"), sample: "a: -1-2-3-|\n> a.tryLast { $0 > 2 ? throw \"big\" : true }"
    ) { $0.tryLast(where: $1) }
    row(
      "prefix", "Sends at most the given number of values, then finishes.",
      facts: OperatorFacts(
        use: "to limit the number of values", rivals: ["first", "output", "dropFirst", "takeLast"], rx: ["take"],
        drops: "values that arrive after the last one", finishes: "right after the last value, or when the upstream finishes",
        cancels: "the upstream after the last value", losses: .init(atOnce: "it arrived too late"), typing: .keepsValues),
      .integer(atLeast: 0), sample: "a: -1-2-3-4-|\n> a.prefix(2)"
    ) { $0.prefix($1) }
    row(
      "prefix", "Sends values as long as a condition is true, then finishes.",
      facts: OperatorFacts(
        use: "to take values as long as a condition holds", rivals: ["drop", "filter"], rx: ["takeWhile"],
        drops: "the value for which the condition is false",
        finishes: "when the condition is false for a value, or when the upstream finishes",
        cancels: "the upstream when the condition is false for a value", losses: .init(atOnce: "its condition is false"),
        typing: .keepsValues),
      closure(.truth, "while"), sample: "a: -1-2-3-4-|\n> a.prefix(while: { $0 < 3 })"
    ) { $0.prefix(while: $1) }
    row(
      "tryPrefix", "Sends values as long as a condition is true, then finishes; fails if the closure throws.",
      facts: OperatorFacts(
        use: "to take values as long as a condition that can throw holds", rivals: ["prefix"],
        drops: "the value for which the condition is false",
        finishes: "when the condition is false for a value, or when the upstream finishes",
        fails: "when the upstream fails or the closure throws",
        cancels: "the upstream when the condition is false or the closure throws", losses: .init(atOnce: "its condition is false"),
        typing: .keepsValues),
      throwing(.truth, "while"), sample: "a: -1-2-3-4-|\n> a.tryPrefix { $0 > 2 ? throw \"big\" : true }"
    ) { $0.tryPrefix(while: $1) }
    row(
      "prefix", "Sends values until another publisher sends one, then finishes.",
      facts: OperatorFacts(
        use: "to take values until an event elsewhere, as until a view disappears", rivals: ["drop", "timeout"],
        rx: ["takeUntil"], elsewhere: [.init("Rx", "fails when the other publisher fails")], drops: "values that arrive after that",
        finishes: "when the other publisher sends a value, or when the upstream finishes",
        cancels: "the upstream when the other publisher sends a value", losses: .init(atOnce: "it arrived too late"), takesSignals: true,
        typing: .keepsValues),
      .stream("untilOutputFrom"), sample: "a: -1-2-3-4-|\nb: ----x-\n> a.prefix(untilOutputFrom: b)"
    ) { $0.prefix(untilOutputFrom: $1) }
    row(
      "dropFirst", "Drops the given number of values, then sends all that follow.",
      facts: OperatorFacts(
        use: "to skip the first values, such as a current value", rivals: ["drop", "output", "skipLast"],
        rx: ["skip"], requests: .oneMore, drops: "the first values", losses: .init(atOnce: "it is one of the first, which are dropped"),
        typing: .keepsValues),
      .integer(atLeast: 0).optional(1), sample: "a: -1-2-3-4-|\n> a.dropFirst(2)"
    ) { $0.dropFirst($1) }
    row(
      "drop", "Drops values as long as a condition is true, then sends all that follow.",
      facts: OperatorFacts(
        use: "to begin with the first value that meets a condition", rivals: ["filter", "prefix", "first"],
        rx: ["skipWhile"], requests: .oneMore, drops: "values as long as the condition is true",
        losses: .init(atOnce: "the condition was still true"), typing: [.keepsValues, .joins]),
      closure(.truth, "while"), sample: "a: -1-3-2-|\n> a.drop(while: { $0 < 3 })"
    ) { $0.drop(while: $1) }
    row(
      "tryDrop", "Drops values as long as a condition is true, then sends all others; fails if the closure throws.",
      facts: OperatorFacts(
        use: "to begin with a value by a condition that can throw", rivals: ["drop"], requests: .oneMore,
        drops: "values as long as the condition is true", fails: "when the upstream fails or the closure throws",
        cancels: "the upstream when the closure throws", losses: .init(atOnce: "the condition was still true"),
        typing: [.keepsValues, .joins]),
      throwing(.truth, "while"), sample: "a: -1-3-2-|\n> a.tryDrop { $0 > 2 ? throw \"big\" : true }"
    ) { $0.tryDrop(while: $1) }
    row(
      "drop", "Drops values until another publisher sends one, then sends all that follow.",
      facts: OperatorFacts(
        use: "to begin after an event elsewhere", rivals: ["prefix", "withLatestFrom"], rx: ["skipUntil"],
        elsewhere: [
          .init(
            "Rx", "goes on, silent, when the other publisher finishes without a value",
            as: "drop(untilOutputFrom: %.append(Empty(completeImmediately: false)))")
        ],
        requests: .oneMore, drops: "values that arrive before the other publisher has sent one",
        finishes: "when the upstream finishes, or when the other publisher finishes without a value",
        fails: "when the upstream fails, or the other publisher before its first value",
        cancels: "the other publisher after its first value", losses: .init(atOnce: "the other publisher had sent no value yet"),
        takesSignals: true, typing: [.keepsValues, .joins]),
      .stream("untilOutputFrom"), sample: "a: -1-2-3-4-|\nb: ----x-\n> a.drop(untilOutputFrom: b)"
    ) { $0.drop(untilOutputFrom: $1) }
    row(
      "output", "Sends the value at a position, counted from zero, then finishes.",
      facts: OperatorFacts(
        use: "for the value at one position", rivals: ["first", "prefix", "dropFirst"], rx: ["elementAt"], requests: .oneMore,
        drops: "all other values", finishes: "right after the value, or when the upstream finishes",
        cancels: "the upstream after the value", losses: .init(atOnce: "its position is not in the range"), typing: .keepsValues),
      .integer("at", atLeast: 0, atMost: .max - 1), sample: "a: -1-2-3-|\n> a.output(at: 1)"
    ) { $0.output(at: $1) }
    row(
      "output", "Sends the values at a range of positions, counted from zero, then finishes.",
      facts: OperatorFacts(
        use: "for the values at some positions", rivals: ["prefix", "dropFirst"], requests: .oneMore, drops: "all other values",
        finishes: "right after the last of these values, or when the upstream finishes",
        cancels: "the upstream after the last of these values", losses: .init(atOnce: "its position is not in the range"),
        typing: .keepsValues),
      .range("in"), sample: "a: -1-2-3-4-|\n> a.output(in: 1...2)"
    ) { $0.output(in: $1) }
  }
}
