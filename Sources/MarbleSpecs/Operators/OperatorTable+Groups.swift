import Pipes

extension OperatorTable {
  /// Adds operators for several streams, for parts of a stream, and for its timing, that Combine does not have.
  mutating func addGroups() {
    family = "Combining"
    let two = "a: -1-2--|\nb: --3--4|\n> "
    about(
      "merge",
      facts: OperatorFacts(
        use: "to handle the values of several publishers alike", rivals: ["append", "combineLatest", "race"], rx: ["mergeWith"],
        requests: "from each publisher one value after the other, or unlimited values if the downstream does",
        keeps: "one value of each publisher while there is no demand",
        finishes: "when all publishers have finished", fails: "when one of the publishers fails", cancels: "the other publishers then",
        memory: .some, losses: .init(before: "there was demand"), typing: [.keepsValues, .joins]))
    streams("merge", "Sends the values of several publishers as they arrive.", sample: two + "[a, b].merge()") { $0.merge() }
    about(
      "zip",
      facts: OperatorFacts(
        use: "to combine values that belong together by their position", rivals: ["combineLatest", "withLatestFrom", "merge"],
        rx: ["zipWith"], requests: .each, keeps: "values until their partners arrive, without a limit",
        drops: "values without a partner", finishes: "when a publisher has finished and all its values have been paired",
        fails: "when one of the publishers fails", cancels: "the other publishers then", memory: .some,
        losses: .init(before: "its partner arrived", left: "no partner arrived", waiting: "no partner arrived"), typing: .joins))
    streams("zip", "Pairs the first values of several publishers, then their second values, and so on.", sample: two + "[a, b].zip()") {
      $0.zip()
    }
    about(
      "combineLatest",
      facts: OperatorFacts(
        use: "for a state that depends on the latest values of several publishers", rivals: ["withLatestFrom", "zip", "merge"],
        sends: "nothing until each publisher has sent a value", requests: .each, keeps: "the latest value of each publisher",
        drops: "values that are replaced before each publisher has sent one, or while there is no demand",
        finishes: "when all publishers have finished",
        fails: "when one of the publishers fails", cancels: "the other publishers then", memory: .some,
        losses: .init(
          replaced: "another value arrived before it was used", before: "every publisher had sent one",
          left: "not every publisher has sent one",
          waiting: "not every publisher has sent one"),
        typing: .joins))
    streams(
      "combineLatest", "Sends the latest values of several publishers whenever one of them sends a value.",
      sample: two + "[a, b].combineLatest()"
    ) {
      $0.combineLatest()
    }
    let sentence = "Sends the last value of each publisher when all publishers have finished."
    about(
      "forkJoin",
      facts: OperatorFacts(
        use: "to wait for the results of several tasks", rivals: ["zip", "combineLatest"], requests: .unlimited,
        keeps: "the last value of each publisher",
        drops: "all other values", finishes: "when all publishers have finished, or as soon as one has finished without a value",
        fails: "when one of the publishers fails", cancels: "the other publishers then", memory: .untilTheEnd,
        losses: .init(replaced: "a later value replaced it", before: "every publisher had finished", left: "another publisher sent none"),
        typing: [.joins, .isLenient]))
    streams("forkJoin", sentence, sample: two + "[a, b].forkJoin()") { $0.forkJoin() }
    row("forkJoin", sentence, .stream(), sample: two + "a.forkJoin(b)") { $0.forkJoin($1).map(tupled) }
    family = "Transforming"
    about(
      "groupBy",
      facts: OperatorFacts(
        use: "to handle the values of each key separately", rivals: ["filter", "flatMap"], requests: .unlimited,
        keeps: "a group for each key, and the values of a group for which there is no demand", memory: .some,
        losses: .init(
          before: "its group had demand for it", left: "its group had no demand for it", waiting: "its group had no demand for it"),
        groups: "group"))
    row(
      "groupBy", "Sends a group for each key: a publisher that sends the values with that key.", closure(.value),
      sample: "a: -1-2-3-4-|\n> a.groupBy { $0 % 2 }.flatMap { g in g.map { v in \"\\(g.key): \\(v)\" } }"
    ) { upstream, key in
      upstream.groupBy(key).map { Carried(.stream(SpecStream(name: nil, key: $0.key.value, publisher: $0.eraseToAnyPublisher()))) }
    }
    addParts()
    addWindows()
    addDecisions()
    addMore()
  }

  private mutating func addParts() {
    family = "Filtering"
    let behaviors: KeyValuePairs = ["inclusive": Publishers.PrefixWhileBehavior.inclusive, "exclusive": .exclusive]
    about(
      "prefix",
      facts: OperatorFacts(
        use: "to take values as long as a condition holds, with the value that ended it", rivals: ["drop", "filter"],
        drops: "the value for which the condition is false, with .exclusive",
        finishes: "when the condition is false for a value, or when the upstream finishes",
        cancels: "the upstream when the condition is false for a value", losses: .init(atOnce: "its condition is false"),
        typing: .keepsValues))
    row(
      "prefix", "Sends values as long as a condition is true, then finishes, with or without the value that ended it.",
      closure(.truth, "while"), choice("behavior", behaviors), sample: "a: -1-2-3-|\n> a.prefix(while: { $0 < 2 }, behavior: .inclusive)"
    ) { $0.prefix(while: $1, behavior: $2) }
    about(
      "takeLast",
      facts: OperatorFacts(
        use: "for the final values of a stream", rivals: ["last", "skipLast", "prefix"], sends: "the values when the upstream finishes",
        requests: .unlimited, keeps: "the last values", drops: "all earlier values", memory: .untilTheEnd,
        losses: .init(atOnce: "it is not one of the last", replaced: "it is not one of the last"), typing: .keepsValues))
    row(
      "takeLast", "Sends the given number of last values when the upstream finishes.", .integer(atLeast: 0),
      sample: "a: -1-2-3-|\n> a.takeLast(2)"
    ) {
      $0.takeLast($1)
    }
    about(
      "skipLast",
      facts: OperatorFacts(
        use: "to drop the values at the end", rivals: ["takeLast", "dropFirst"],
        sends: "each value when the given number of values have arrived after it", requests: .oneMore, keeps: "the last values",
        drops: "the last values", memory: .some,
        losses: .init(before: "enough values had followed", left: "it is one of the last", waiting: "it is one of the last"),
        typing: .keepsValues))
    row("skipLast", "Drops the given number of last values.", .integer(atLeast: 0), sample: "a: -1-2-3-|\n> a.skipLast(1)") {
      $0.skipLast($1)
    }
    about(
      "distinct",
      facts: OperatorFacts(
        use: "to send each value only once", rivals: ["removeDuplicates", "filter"], requests: .oneMore,
        keeps: "the keys of all values that it has sent, as long as the subscription lives", drops: "a value that equals an earlier one",
        losses: .init(atOnce: "an equal value was sent before"),
        typing: .keepsValues))
    row("distinct", "Drops each value that equals any value sent before.", sample: "a: -1-2-1-3-|\n> a.distinct()") { $0.distinct() }
    about(
      "distinct",
      facts: OperatorFacts(
        use: "to send each value only once", rivals: ["removeDuplicates", "filter"], requests: .oneMore,
        keeps: "the keys of all values that it has sent, as long as the subscription lives",
        drops: "a value whose key equals an earlier one",
        losses: .init(atOnce: "a value with an equal key was sent before"), typing: .keepsValues))
    row(
      "distinct", "Drops each value whose key equals the key of any value sent before.", closure(.value, "by"),
      sample: "a: -1-2-3-4-|\n> a.distinct(by: { $0 % 2 })"
    ) { $0.distinct(by: $1) }
  }

  private mutating func addWindows() {
    family = "Timing"
    about(
      "sample",
      facts: OperatorFacts(
        use: "to read the latest value when something happens elsewhere", rivals: ["withLatestFrom", "throttle", "audit"],
        sends: "nothing for a signal before which no new value has arrived", requests: .unlimited, keeps: "the latest value",
        drops: "a value that is replaced, or that is pending when the upstream completes", fails: "when one of the publishers fails",
        cancels: "the other publisher at the completion", memory: .some,
        losses: .init(replaced: "a later value replaced it", before: "the other publisher sent a value"),
        losesWithoutDemand: true, takesSigns: true, typing: [.keepsValues, .joins, .isLenient]))
    row(
      "sample", "Sends the latest value when another publisher sends a value.", .stream(),
      sample: "a: -1-2---3-|\nb: ----x--x--\n> a.sample(b)"
    ) { $0.sample($1) }
    about(
      "sample",
      facts: OperatorFacts(
        use: "to read the latest value at a regular pace", rivals: ["throttle", "audit", "debounce"], rx: ["sampleTime"],
        requests: .unlimited, keeps: "the latest value",
        drops: "a value that is replaced, or that is pending when the upstream completes", cancels: "its timer at the completion",
        memory: .some,
        losses: .init(replaced: "a later value replaced it", before: "the period was over"),
        losesWithoutDemand: true, takesSigns: true, typing: [.keepsValues, .joins, .isLenient]))
    row(
      "sample", "Sends the latest value at the end of each period in which one arrived.", .duration("every"), .scheduler,
      sample: "a: -1-2---3-|\n> a.sample(every: 4)"
    ) { $0.sample(every: $1, scheduler: $2) }
    about(
      "audit",
      facts: OperatorFacts(
        use: "to send the newest state at most once in each period, never the first value immediately",
        rivals: ["debounce", "throttle", "sample"], rx: ["auditTime"],
        sends: "the latest value at the end of a period that the first value begins", requests: .unlimited, keeps: "the latest value",
        drops: "a value that is replaced, or for which there is no demand",
        finishes: "when the upstream has finished and no value is pending",
        memory: .some,
        losses: .init(replaced: "another value arrived in its window", before: "its window was over"),
        losesWithoutDemand: true, takesSigns: true, typing: [.keepsValues, .joins, .isLenient]))
    row(
      "audit", "Sends the latest value of each period; the first value after a period begins the next one.", .duration("for"), .scheduler,
      sample: "a: -1-2-----3-|\n> a.audit(for: 4)"
    ) { $0.audit(for: $1, scheduler: $2) }
    about(
      "audit",
      facts: OperatorFacts(
        use: "to send the newest state when a task is done", rivals: ["debounce", "sample", "delay"],
        sends: "the latest value when the inner publisher of the first value sends a value", requests: .unlimited,
        keeps: "the latest value", drops: "a value that is replaced, or for which there is no demand",
        finishes: "when the upstream has finished and no value is pending", fails: "when the upstream or an inner publisher fails",
        memory: .some,
        losses: .init(replaced: "another value arrived in its window", before: "its window was over"),
        losesWithoutDemand: true, takesSigns: true, typing: [.keepsValues, .joins, .isLenient]))
    row(
      "audit", "Sends the latest value of each window; the first value begins it, and its inner publisher ends it.", closure(.stream),
      sample: "a: -1-2-----3-|\nb: --x|\n> a.audit { _ in b }"
    ) { $0.audit($1) }
    about(
      "delay",
      facts: OperatorFacts(
        use: "to delay each value by a time of its own", rivals: ["audit", "flatMap"], rx: ["delayWhen"],
        keeps: "each value until its inner publisher sends one",
        drops: "a value whose inner publisher finishes without a value", finishes: "when the upstream has finished and no value is pending",
        fails: "when the upstream or an inner publisher fails", memory: .some,
        losses: .init(before: "its inner publisher had sent a value", left: "its inner publisher finished without a value"),
        takesSigns: true, typing: [.keepsValues, .joins, .isLenient]))
    row(
      "delay", "Sends each value when its inner publisher sends a value.", closure(.stream, "for"),
      sample: "a: -1-2---|\nb: --x|\n> a.delay { _ in b }"
    ) { $0.delay(for: $1) }
  }

  private mutating func addDecisions() {
    family = "Reducing"
    about(
      "isEmpty",
      facts: OperatorFacts(
        use: "to know whether there is any value", rivals: ["contains", "count", "replaceEmpty"], requests: .unlimited,
        finishes: "right after the answer", cancels: "the upstream after the first value"))
    row(
      "isEmpty", "Sends true when the upstream finishes without a value, or false as soon as a value arrives.",
      sample: "a: --1-|\n> a.isEmpty()"
    ) { $0.isEmpty() }
    about(
      "single",
      facts: OperatorFacts(
        use: "where exactly one value is right", rivals: ["first", "last"], sends: "the value when the upstream finishes",
        requests: .unlimited, keeps: "the value", drops: "all values if there is a second one",
        fails: "when the upstream fails, when a second value comes, or when there is none",
        cancels: "the upstream when a second value comes", memory: .untilTheEnd,
        losses: .init(failed: "there was more than one value"), typing: .keepsValues))
    row(
      "single", "Sends the only value when the upstream finishes; fails if there is none, or a second one.",
      sample: "a: --1-|\n> a.single()"
    ) { $0.single() }
    about(
      "sequenceEqual",
      facts: OperatorFacts(
        use: "to compare two publishers value by value", rivals: ["zip"], requests: .each, keeps: "values until their partners arrive",
        finishes: "right after the answer", fails: "when one of the publishers fails", cancels: "both publishers when their values differ",
        memory: .result, typing: [.joins, .isLenient]))
    row(
      "sequenceEqual", "Sends whether two publishers send equal values in the same order.", .stream(),
      sample: "a: -1-2-|\nb: --1--2|\n> a.sequenceEqual(b)"
    ) { $0.sequenceEqual($1).eraseToAnyPublisher() }
  }
}
