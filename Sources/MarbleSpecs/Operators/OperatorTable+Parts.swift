import Pipes

extension OperatorTable {
  /// The operators that send a part of the stream.
  @OperatorRows static var parts: [OperatorRow] {
    row(
      "first", "Sends the first value, then finishes.",
      facts: OperatorFacts(
        use: "to receive the first answer only", rivals: ["prefix", "output", "last", "single"],
        elsewhere: [.init("RxJS", "fails when there is no value", as: "first().switchIfEmpty(Fail(\"no value\"))")],
        requests: .unlimited, finishes: "right after the value, or when the upstream finishes without one",
        cancels: "the upstream after the value",
        memory: .untilTheEnd, losses: .init(never: [.failed]), typing: .keepsValues),
      sample: "a: -1-2-|\n> a.first()"
    ) { $0.first() }
    let first = OperatorFacts(
      use: "to find a value", rivals: ["filter", "contains", "last"], rx: ["find"], requests: .unlimited,
      drops: "the values before it", finishes: "right after the value, or when the upstream finishes without one",
      cancels: "the upstream after the value", memory: .untilTheEnd,
      losses: .init(atOnce: "it is not the one that was looked for", never: [.failed]), typing: .keepsValues)
    row(
      "first", "Sends the first value for which a condition is true, then finishes.", facts: first,
      closure(.bool, "where"), sample: "a: -1-2-|\n> a.first { $0 > 1 }"
    ) { $0.first(where: $1) }
    row(
      "tryFirst", "Sends the first value for which a condition is true, then finishes; fails if the closure throws.",
      facts: first.throwing(
        "to find a value by a condition that can throw", rival: "first",
        cancels: "the upstream after the value, or when the closure throws"),
      throwing(.bool, "where"), sample: "a: -1-2-|\n> a.tryFirst { $0 > 1 ? throw \"big\" : false }"
    ) { $0.tryFirst(where: $1) }
    row(
      "last", "Sends the last value when the upstream finishes.",
      facts: OperatorFacts(
        use: "for the final state of a stream", rivals: ["takeLast", "first", "reduce"],
        sends: "the value when the upstream finishes",
        requests: .unlimited, keeps: "the last value", drops: "all values but the last", memory: .untilTheEnd,
        losses: .init(replaced: "a later value replaced it"), typing: .keepsValues),
      sample: "a: -1-2-|\n> a.last()"
    ) { $0.last() }
    let last = OperatorFacts(
      use: "for the final value that meets a condition", rivals: ["first", "filter"],
      sends: "the value when the upstream finishes",
      requests: .unlimited, keeps: "the last value that meets the condition", drops: "all other values",
      memory: .untilTheEnd,
      losses: .init(atOnce: "its condition is false", replaced: "a later value replaced it"), typing: .keepsValues)
    row(
      "last", "Sends the last value for which a condition is true when the upstream finishes.", facts: last,
      closure(.bool, "where"), sample: "a: -1-2-3-|\n> a.last { $0 < 3 }"
    ) { $0.last(where: $1) }
    row(
      "tryLast", "Sends the last value for which a condition is true at the finish; fails if the closure throws.",
      facts: last.throwing("for the final value by a condition that can throw", rival: "last"),
      throwing(.bool, "where"), sample: "a: -1-2-3-|\n> a.tryLast { $0 > 2 ? throw \"big\" : true }"
    ) { $0.tryLast(where: $1) }
    row(
      "prefix", "Sends at most the given number of values, then finishes.",
      facts: OperatorFacts(
        use: "to limit the number of values", rivals: ["first", "output", "dropFirst", "takeLast"], rx: ["take"],
        drops: "values that arrive after the last one",
        finishes: "right after the last value, or when the upstream finishes",
        cancels: "the upstream after the last value", losses: .init(atOnce: "it arrived too late", never: [.atOnce]),
        typing: .keepsValues),
      .integer(atLeast: 0), sample: "a: -1-2-3-4-|\n> a.prefix(2)"
    ) { $0.prefix($1) }
    let prefix = OperatorFacts(
      use: "to take values as long as a condition holds", rivals: ["drop", "filter"], rx: ["takeWhile"],
      drops: "the value for which the condition is false",
      finishes: "when the condition is false for a value, or when the upstream finishes",
      cancels: "the upstream when the condition is false for a value", cancelReason: "the condition is false for %",
      losses: .init(atOnce: "its condition is false"), typing: .keepsValues)
    row(
      "prefix", "Sends values as long as a condition is true, then finishes.", facts: prefix,
      closure(.bool, "while"), sample: "a: -1-2-3-4-|\n> a.prefix(while: { $0 < 3 })"
    ) { $0.prefix(while: $1) }
    row(
      "tryPrefix", "Sends values as long as a condition is true, then finishes; fails if the closure throws.",
      facts: prefix.throwing(
        "to take values as long as a condition that can throw holds", rival: "prefix",
        cancels: "the upstream when the condition is false or the closure throws"),
      throwing(.bool, "while"), sample: "a: -1-2-3-4-|\n> a.tryPrefix { $0 > 2 ? throw \"big\" : true }"
    ) { $0.tryPrefix(while: $1) }
    row(
      "prefix", "Sends values until another publisher sends one, then finishes.",
      facts: OperatorFacts(
        use: "to take values until an event elsewhere, as until a view disappears", rivals: ["drop", "timeout"],
        rx: ["takeUntil"], elsewhere: [.init("Rx", "fails when the other publisher fails")],
        drops: "values that arrive after that",
        finishes: "when the other publisher sends a value, or when the upstream finishes",
        cancels: "the upstream when the other publisher sends a value",
        losses: .init(atOnce: "it arrived too late", never: [.atOnce]), takesSignals: true, typing: .keepsValues),
      .stream("untilOutputFrom"), sample: "a: -1-2-3-4-|\nb: ----x-\n> a.prefix(untilOutputFrom: b)"
    ) { $0.prefix(untilOutputFrom: $1) }
    row(
      "dropFirst", "Drops the given number of values, then sends all that follow.",
      facts: OperatorFacts(
        use: "to skip the first values, such as a current value", rivals: ["drop", "output", "skipLast"],
        rx: ["skip"], requests: .oneMore, drops: "the first values",
        losses: .init(atOnce: "it is one of the first values"), typing: .keepsValues),
      .integer(atLeast: 0).optional(1), sample: "a: -1-2-3-4-|\n> a.dropFirst(2)"
    ) { $0.dropFirst($1) }
    let drop = OperatorFacts(
      use: "to begin with the first value that meets a condition", rivals: ["filter", "prefix", "first"],
      rx: ["skipWhile"], requests: .oneMore, drops: "values as long as the condition is true",
      losses: .init(atOnce: "the condition was still true"), typing: [.keepsValues, .joins])
    row(
      "drop", "Drops values as long as a condition is true, then sends all that follow.", facts: drop,
      closure(.bool, "while"), sample: "a: -1-3-2-|\n> a.drop(while: { $0 < 3 })"
    ) { $0.drop(while: $1) }
    row(
      "tryDrop", "Drops values as long as a condition is true, then sends all others; fails if the closure throws.",
      facts: drop.throwing("to begin with a value by a condition that can throw", rival: "drop"),
      throwing(.bool, "while"), sample: "a: -1-3-2-|\n> a.tryDrop { $0 > 2 ? throw \"big\" : true }"
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
        cancels: "the other publisher after its first value", cancelReason: "its first value is enough",
        losses: .init(atOnce: "the other publisher had sent no value yet"),
        takesSignals: true, typing: [.keepsValues, .joins]),
      .stream("untilOutputFrom"), sample: "a: -1-2-3-4-|\nb: ----x-\n> a.drop(untilOutputFrom: b)"
    ) { $0.drop(untilOutputFrom: $1) }
    row(
      "output", "Sends the value at a position, counted from zero, then finishes.",
      facts: OperatorFacts(
        use: "for the value at one position", rivals: ["first", "prefix", "dropFirst"], rx: ["elementAt"],
        requests: .oneMore, drops: "all other values", finishes: "right after the value, or when the upstream finishes",
        cancels: "the upstream after the value", losses: .init(atOnce: "it is at another position"),
        typing: .keepsValues),
      .integer("at", atLeast: 0, atMost: .max - 1), sample: "a: -1-2-3-|\n> a.output(at: 1)"
    ) { $0.output(at: $1) }
    row(
      "output", "Sends the values at a range of positions, counted from zero, then finishes.",
      facts: OperatorFacts(
        use: "for the values at some positions", rivals: ["prefix", "dropFirst"],
        requests: .oneMore, drops: "all other values",
        finishes: "right after the last of these values, or when the upstream finishes",
        cancels: "the upstream after the last of these values",
        losses: .init(atOnce: "its position is not in the range"), typing: .keepsValues),
      .range("in"), sample: "a: -1-2-3-4-|\n> a.output(in: 1...2)"
    ) { $0.output(in: $1) }
  }
}
