import Pipes

extension OperatorTable {
  mutating func addFiltering() {
    family = "Filtering"
    about(
      "filter",
      facts: OperatorFacts(
        use: "to leave out values by a condition that looks at one value", rivals: ["compactMap", "removeDuplicates", "prefix", "drop"],
        requests: .oneMore, drops: "a value for which the condition is false", losses: .init(atOnce: "its condition is false"),
        typing: .keepsValues))
    row("filter", "Lets those values through that meet a condition.", closure(.truth), sample: "a: -1-2-3-4-|\n> a.filter { $0 % 2 == 0 }")
    {
      $0.filter($1)
    }
    about(
      "tryFilter",
      facts: OperatorFacts(
        use: "to leave out values by a condition that can fail", rivals: ["filter"], requests: .oneMore,
        drops: "a value for which the condition is false", fails: "when the upstream fails or the closure throws",
        cancels: "the upstream when the closure throws", losses: .init(atOnce: "its condition is false"), typing: .keepsValues))
    row(
      "tryFilter", "Lets those values through that meet a condition; fails if the closure throws.", throwing(.truth),
      sample: "a: -1-2-3-4-|\n> a.tryFilter { $0 > 3 ? throw \"big\" : $0 % 2 == 0 }"
    ) { $0.tryFilter($1) }
    about(
      "compactMap",
      facts: OperatorFacts(
        use: "to change values, and leave out those that cannot be changed", rivals: ["map", "filter", "replaceNil"], rx: ["filterMap"],
        requests: .oneMore, drops: "a value for which the closure gives nil", losses: .init(atOnce: "the closure gave nil for it")))
    row(
      "compactMap", "Changes each value, and drops what becomes nil.", closure(.optional),
      sample: "a: -1-x-3-|\n  1 = \"1\"  3 = \"3\"\n> a.compactMap { Int($0) }"
    ) { $0.compactMap($1) }
    about(
      "tryCompactMap",
      facts: OperatorFacts(
        use: "to change values or leave them out where that can fail", rivals: ["compactMap"], requests: .oneMore,
        drops: "a value for which the closure gives nil", fails: "when the upstream fails or the closure throws",
        cancels: "the upstream when the closure throws", losses: .init(atOnce: "the closure gave nil for it")))
    row(
      "tryCompactMap", "Changes each value, and drops what becomes nil; fails if the closure throws.", throwing(.optional),
      sample: "a: -1-x-y-|\n  1 = \"1\"\n> a.tryCompactMap { $0 == \"y\" ? throw \"no y\" : Int($0) }"
    ) { $0.tryCompactMap($1) }
    about(
      "removeDuplicates",
      facts: OperatorFacts(
        use: "to send only changes", rivals: ["distinct", "filter", "debounce"], rx: ["distinctUntilChanged"], requests: .oneMore,
        keeps: "the last value", drops: "a value that equals the one before it", losses: .init(atOnce: "it equals the one before"),
        typing: .keepsValues))
    row("removeDuplicates", "Drops a value that equals the one before it.", sample: "a: -1-1-2-2-1-|\n> a.removeDuplicates()") {
      $0.removeDuplicates()
    }
    about(
      "removeDuplicates",
      facts: OperatorFacts(
        use: "to send only changes of a part of the values", rivals: ["distinct", "filter"], rx: ["distinctUntilKeyChanged"],
        requests: .oneMore, keeps: "the last value", drops: "a value that the closure finds equal to the one before it",
        losses: .init(atOnce: "it equals the one before"), typing: .keepsValues))
    row(
      "removeDuplicates", "Drops a value that a closure finds equal to the one before it.", closure2(.truth, "by"),
      sample: "a: -1-3-4-6-7-|\n> a.removeDuplicates { $0 % 2 == $1 % 2 }"
    ) { $0.removeDuplicates(by: $1) }
    about(
      "tryRemoveDuplicates",
      facts: OperatorFacts(
        use: "to send only changes where comparing can fail", rivals: ["removeDuplicates"], requests: .oneMore, keeps: "the last value",
        drops: "a value that the closure finds equal to the one before it", fails: "when the upstream fails or the closure throws",
        cancels: "the upstream when the closure throws", losses: .init(atOnce: "it equals the one before"), typing: .keepsValues))
    row(
      "tryRemoveDuplicates", "Drops a value that a closure finds equal to the one before it; fails if it throws.", throwing2(.truth, "by"),
      sample: "a: -1-3-4-6-7-|\n> a.tryRemoveDuplicates { $1 > 6 ? throw \"big\" : $0 % 2 == $1 % 2 }"
    ) { $0.tryRemoveDuplicates(by: $1) }
    about(
      "replaceEmpty",
      facts: OperatorFacts(
        use: "to have a value where there might be none", rivals: ["replaceError", "append", "isEmpty"], rx: ["defaultIfEmpty"],
        sends: "the values of the upstream, or the other value when it finishes without any", typing: .keepsValues))
    row("replaceEmpty", "Sends a value if there was none.", .value("with"), sample: "a: ---|\n> a.replaceEmpty(with: 0)") {
      $0.replaceEmpty(with: $1)
    }
    about(
      "ignoreOutput",
      facts: OperatorFacts(
        use: "where only the end counts", rivals: ["filter", "count"], rx: ["ignoreElements"], requests: .unlimited, drops: "all values",
        losses: .init(atOnce: "all values are ignored")))
    row("ignoreOutput", "Drops all values, and sends the end.", sample: "a: -1-2-|\n> a.ignoreOutput()") { $0.ignoreOutput() }
    addParts()
  }

  /// Operators that let a part of the stream through.
  private mutating func addParts() {
    about(
      "first",
      facts: OperatorFacts(
        use: "for the first answer", rivals: ["prefix", "output", "last", "single"], requests: .unlimited,
        finishes: "right after the value, or when the upstream finishes without one", cancels: "the upstream after the value",
        memory: .untilTheEnd, typing: .keepsValues))
    row("first", "Sends the first value and finishes.", sample: "a: -1-2-|\n> a.first()") { $0.first() }
    about(
      "first",
      facts: OperatorFacts(
        use: "to find a value", rivals: ["filter", "contains", "last"], rx: ["find"], requests: .unlimited,
        drops: "values until one meets the condition", finishes: "right after the value, or when the upstream finishes without one",
        cancels: "the upstream after the value", memory: .untilTheEnd,
        losses: .init(atOnce: "it is not the one that was looked for"), typing: .keepsValues))
    row(
      "first", "Sends the first value that meets a condition and finishes.", closure(.truth, "where"),
      sample: "a: -1-2-|\n> a.first { $0 > 1 }"
    ) {
      $0.first(where: $1)
    }
    about(
      "tryFirst",
      facts: OperatorFacts(
        use: "to find a value where looking can fail", rivals: ["first"], requests: .unlimited,
        drops: "values until one meets the condition", finishes: "right after the value, or when the upstream finishes without one",
        fails: "when the upstream fails or the closure throws", cancels: "the upstream after the value, or when the closure throws",
        memory: .untilTheEnd,
        losses: .init(atOnce: "it is not the one that was looked for"), typing: .keepsValues))
    row(
      "tryFirst", "Sends the first value that meets a condition and finishes; fails if the closure throws.", throwing(.truth, "where"),
      sample: "a: -1-2-|\n> a.tryFirst { $0 > 1 ? throw \"big\" : false }"
    ) { $0.tryFirst(where: $1) }
    about(
      "last",
      facts: OperatorFacts(
        use: "for the final state of a stream", rivals: ["takeLast", "first", "reduce"], sends: "the value when the upstream finishes",
        requests: .unlimited, keeps: "the last value", drops: "all values but the last", memory: .untilTheEnd,
        losses: .init(replaced: "a later one took its place"), typing: .keepsValues))
    row("last", "Sends the last value when the stream finishes.", sample: "a: -1-2-|\n> a.last()") { $0.last() }
    about(
      "last",
      facts: OperatorFacts(
        use: "for the final value that meets a condition", rivals: ["first", "filter"], sends: "the value when the upstream finishes",
        requests: .unlimited, keeps: "the last value that meets the condition", drops: "all values but that one", memory: .untilTheEnd,
        losses: .init(atOnce: "its condition is false", replaced: "a later one took its place"), typing: .keepsValues))
    row(
      "last", "Sends the last value that meets a condition when the stream finishes.", closure(.truth, "where"),
      sample: "a: -1-2-3-|\n> a.last { $0 < 3 }"
    ) { $0.last(where: $1) }
    about(
      "tryLast",
      facts: OperatorFacts(
        use: "for the final value that meets a condition which can fail", rivals: ["last"],
        sends: "the value when the upstream finishes", requests: .unlimited, keeps: "the last value that meets the condition",
        drops: "all values but that one", fails: "when the upstream fails or the closure throws",
        cancels: "the upstream when the closure throws", memory: .untilTheEnd,
        losses: .init(atOnce: "its condition is false", replaced: "a later one took its place"), typing: .keepsValues))
    row(
      "tryLast", "Sends the last value that meets a condition when the stream finishes; fails if the closure throws.",
      throwing(.truth, "where"), sample: "a: -1-2-3-|\n> a.tryLast { $0 > 2 ? throw \"big\" : true }"
    ) { $0.tryLast(where: $1) }
    about(
      "prefix",
      facts: OperatorFacts(
        use: "to take only so many values", rivals: ["first", "output", "dropFirst", "takeLast"], rx: ["take"],
        drops: "the values that the upstream still sends", finishes: "right after the last value, or when the upstream finishes",
        cancels: "the upstream after the last value", losses: .init(atOnce: "it came too late"), typing: .keepsValues))
    row("prefix", "Sends the first values, and finishes.", .integer(atLeast: 0), sample: "a: -1-2-3-4-|\n> a.prefix(2)") { $0.prefix($1) }
    about(
      "prefix",
      facts: OperatorFacts(
        use: "to take values as long as a condition holds", rivals: ["drop", "filter"], rx: ["takeWhile"],
        drops: "the value that fails the condition", finishes: "when a value fails the condition, or when the upstream finishes",
        cancels: "the upstream when a value fails the condition", losses: .init(atOnce: "its condition is false"), typing: .keepsValues))
    row(
      "prefix", "Sends values until one fails a condition, and finishes.", closure(.truth, "while"),
      sample: "a: -1-2-3-4-|\n> a.prefix(while: { $0 < 3 })"
    ) { $0.prefix(while: $1) }
    about(
      "tryPrefix",
      facts: OperatorFacts(
        use: "to take values as long as a condition that can fail holds", rivals: ["prefix"],
        drops: "the value that fails the condition", finishes: "when a value fails the condition, or when the upstream finishes",
        fails: "when the upstream fails or the closure throws",
        cancels: "the upstream when a value fails the condition or the closure throws", losses: .init(atOnce: "its condition is false"),
        typing: .keepsValues))
    row(
      "tryPrefix", "Sends values until one fails a condition, and finishes; fails if the closure throws.", throwing(.truth, "while"),
      sample: "a: -1-2-3-4-|\n> a.tryPrefix { $0 > 2 ? throw \"big\" : true }"
    ) { $0.tryPrefix(while: $1) }
    about(
      "prefix",
      facts: OperatorFacts(
        use: "to take values until something happens elsewhere, as until a view goes away", rivals: ["drop", "timeout"],
        rx: ["takeUntil"], drops: "values after that", finishes: "when the other stream sends a value, or when the upstream finishes",
        cancels: "the upstream when the other stream sends a value", losses: .init(atOnce: "it came too late"), takesSigns: true,
        typing: .keepsValues))
    row(
      "prefix", "Sends values until another stream sends one, and finishes.", .stream("untilOutputFrom"),
      sample: "a: -1-2-3-4-|\nb: ----x-\n> a.prefix(untilOutputFrom: b)"
    ) { $0.prefix(untilOutputFrom: $1) }
    about(
      "dropFirst",
      facts: OperatorFacts(
        use: "to leave out what a stream sends at the beginning, as a current value", rivals: ["drop", "output", "skipLast"],
        rx: ["skip"], requests: .oneMore, drops: "the first values", losses: .init(atOnce: "it is one of the first, which are dropped"),
        typing: .keepsValues))
    row("dropFirst", "Leaves out the first values.", .integer(atLeast: 0).optional(1), sample: "a: -1-2-3-4-|\n> a.dropFirst(2)") {
      $0.dropFirst($1)
    }
    about(
      "drop",
      facts: OperatorFacts(
        use: "to wait for a value that meets a condition, and to take everything from there", rivals: ["filter", "prefix", "first"],
        rx: ["skipWhile"], requests: .oneMore, drops: "values as long as the condition is true",
        losses: .init(atOnce: "no value had failed the condition yet"), typing: [.keepsValues, .joins]))
    row(
      "drop", "Leaves out values until one fails a condition.", closure(.truth, "while"), sample: "a: -1-3-2-|\n> a.drop(while: { $0 < 3 })"
    ) { $0.drop(while: $1) }
    about(
      "tryDrop",
      facts: OperatorFacts(
        use: "to wait for a value by a condition that can fail", rivals: ["drop"], requests: .oneMore,
        drops: "values as long as the condition is true", fails: "when the upstream fails or the closure throws",
        cancels: "the upstream when the closure throws", losses: .init(atOnce: "no value had failed the condition yet"),
        typing: [.keepsValues, .joins]))
    row(
      "tryDrop", "Leaves out values until one fails a condition; fails if the closure throws.", throwing(.truth, "while"),
      sample: "a: -1-3-2-|\n> a.tryDrop { $0 > 2 ? throw \"big\" : true }"
    ) { $0.tryDrop(while: $1) }
    about(
      "drop",
      facts: OperatorFacts(
        use: "to wait for something that happens elsewhere", rivals: ["prefix", "withLatestFrom"], rx: ["skipUntil"],
        drops: "values before the other stream sends one", finishes: "when the upstream finishes, or the other stream without a value",
        fails: "when the upstream or the other stream fails", losses: .init(atOnce: "the other stream had sent nothing yet"),
        takesSigns: true, typing: [.keepsValues, .joins]))
    row(
      "drop", "Leaves out values until another stream sends one.", .stream("untilOutputFrom"),
      sample: "a: -1-2-3-4-|\nb: ----x-\n> a.drop(untilOutputFrom: b)"
    ) { $0.drop(untilOutputFrom: $1) }
    about(
      "output",
      facts: OperatorFacts(
        use: "for the value at one position", rivals: ["first", "prefix", "dropFirst"], rx: ["elementAt"], requests: .oneMore,
        drops: "all other values", finishes: "right after the value, or when the upstream finishes",
        cancels: "the upstream after the value", losses: .init(atOnce: "its position is not asked for"), typing: .keepsValues))
    row(
      "output", "Sends the value at an index, and finishes.", .integer("at", atLeast: 0, atMost: .max - 1),
      sample: "a: -1-2-3-|\n> a.output(at: 1)"
    ) {
      $0.output(at: $1)
    }
    about(
      "output",
      facts: OperatorFacts(
        use: "for the values at some positions", rivals: ["prefix", "dropFirst"], requests: .oneMore, drops: "all other values",
        finishes: "right after the last of these values, or when the upstream finishes",
        cancels: "the upstream after the last of these values", losses: .init(atOnce: "its position is not asked for"),
        typing: .keepsValues))
    row("output", "Sends the values at some indices, and finishes.", .range("in"), sample: "a: -1-2-3-4-|\n> a.output(in: 1...2)") {
      $0.output(in: $1)
    }
  }
}
