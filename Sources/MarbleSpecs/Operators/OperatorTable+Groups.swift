import Pipes

extension OperatorTable {
  /// Operators on several streams, on parts of one, and on its timing, that Combine does not have.
  mutating func addGroups() {
    family = "Combining"
    let two = "a: -1-2--|\nb: --3--4|\n> "
    about(
      "merge",
      facts: OperatorFacts(
        use: "to treat the values of several streams alike", rivals: ["append", "combineLatest", "race"], rx: ["mergeWith"],
        requests: "from each stream one value after the other, or unlimited", keeps: "one value of each stream while there is no demand",
        finishes: "when all streams have finished", fails: "when one of the streams fails", cancels: "the other streams then",
        memory: .some, losses: .init(left: "the stream ended before there was demand"), typing: [.keepsValues, .joins]))
    streams("merge", "Sends the values of all streams as they come.", sample: two + "[a, b].merge()") { $0.merge() }
    about(
      "zip",
      facts: OperatorFacts(
        use: "to put together what belongs together by its number", rivals: ["combineLatest", "withLatestFrom", "merge"],
        rx: ["zipWith"], requests: .each, keeps: "the values that wait for their partners",
        drops: "values that have no partner at the end", finishes: "when a stream has finished and its values are used up",
        fails: "when one of the streams fails", cancels: "the other streams then", memory: .some,
        losses: .init(left: "it never got a partner", waiting: "it never got a partner"), typing: .joins))
    streams("zip", "Puts the first values of all streams together, then the second, and so on.", sample: two + "[a, b].zip()") { $0.zip() }
    about(
      "combineLatest",
      facts: OperatorFacts(
        use: "for a state that several streams make up", rivals: ["withLatestFrom", "zip", "merge"],
        sends: "when any of the streams sends, as soon as each has sent one", requests: .each, keeps: "the latest value of each stream",
        drops: "values that are replaced before each stream has sent one", finishes: "when all streams have finished",
        fails: "when one of the streams fails", cancels: "the other streams then", memory: .some,
        losses: .init(
          replaced: "another came before it was used", left: "not every stream has sent one", waiting: "not every stream has sent one"),
        typing: .joins))
    streams("combineLatest", "Sends the latest values of all streams whenever one of them sends.", sample: two + "[a, b].combineLatest()") {
      $0.combineLatest()
    }
    let sentence = "Sends the last value of each stream when all have finished."
    about(
      "forkJoin",
      facts: OperatorFacts(
        use: "to wait for several tasks", rivals: ["zip", "combineLatest"], requests: .unlimited, keeps: "the last value of each stream",
        drops: "all other values", finishes: "when all streams have finished, or one without a value",
        fails: "when one of the streams fails", cancels: "the other streams then", memory: .untilTheEnd,
        losses: .init(replaced: "a later one took its place", left: "another stream sent none"), typing: [.joins, .isLenient]))
    streams("forkJoin", sentence, sample: two + "[a, b].forkJoin()") { $0.forkJoin() }
    row("forkJoin", sentence, .stream(), sample: two + "a.forkJoin(b)") { $0.forkJoin($1).map(tupled) }
    family = "Transforming"
    about(
      "groupBy",
      facts: OperatorFacts(
        use: "to treat the values of each key by themselves", rivals: ["filter", "flatMap"], requests: .unlimited,
        keeps: "a stream for each key, and the values in it that found no demand", memory: .some,
        losses: .init(left: "its group was not asked for it", waiting: "its group was not asked for it"), makesGroups: true))
    row(
      "groupBy", "Makes a stream of all values with the same key.", closure(.value),
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
        use: "to take values as long as a condition holds, and perhaps the one that ended it", rivals: ["drop", "filter"],
        drops: "the value that fails the condition, if it is exclusive",
        finishes: "when a value fails the condition, or when the upstream finishes",
        cancels: "the upstream when a value fails the condition", losses: .init(atOnce: "its condition is false"), typing: .keepsValues))
    row(
      "prefix", "Sends values as long as they meet a condition, and the one that does not, too, if it is asked to.",
      closure(.truth, "while"), choice("behavior", behaviors), sample: "a: -1-2-3-|\n> a.prefix(while: { $0 < 2 }, behavior: .inclusive)"
    ) { $0.prefix(while: $1, behavior: $2) }
    about(
      "takeLast",
      facts: OperatorFacts(
        use: "for the final values of a stream", rivals: ["last", "skipLast", "prefix"], sends: "the values when the upstream finishes",
        requests: .unlimited, keeps: "the last values", drops: "all values before them", memory: .untilTheEnd,
        losses: .init(atOnce: "it is not one of the last", replaced: "it is not one of the last"), typing: .keepsValues))
    row("takeLast", "Sends the last values, so many of them.", .integer(atLeast: 0), sample: "a: -1-2-3-|\n> a.takeLast(2)") {
      $0.takeLast($1)
    }
    about(
      "skipLast",
      facts: OperatorFacts(
        use: "to leave out what a stream sends at the end", rivals: ["takeLast", "dropFirst"],
        sends: "each value when so many others have come after it", requests: .oneMore, keeps: "the last values",
        drops: "the last values", memory: .some, losses: .init(left: "it is one of the last", waiting: "it is one of the last"),
        typing: .keepsValues))
    row("skipLast", "Leaves out the last values, so many of them.", .integer(atLeast: 0), sample: "a: -1-2-3-|\n> a.skipLast(1)") {
      $0.skipLast($1)
    }
    about(
      "distinct",
      facts: OperatorFacts(
        use: "to send each value only once", rivals: ["removeDuplicates", "filter"], requests: .oneMore,
        keeps: "all values that it has sent", drops: "a value that has come before", losses: .init(atOnce: "an equal one came before"),
        typing: .keepsValues))
    row("distinct", "Drops a value that has come before.", sample: "a: -1-2-1-3-|\n> a.distinct()") { $0.distinct() }
    row(
      "distinct", "Drops a value for which a closure gives what it has given before.", closure(.value, "by"),
      sample: "a: -1-2-3-4-|\n> a.distinct(by: { $0 % 2 })"
    ) { $0.distinct(by: $1) }
  }

  private mutating func addWindows() {
    family = "Timing"
    about(
      "sample",
      facts: OperatorFacts(
        use: "to look at a stream when something happens elsewhere", rivals: ["withLatestFrom", "throttle", "audit"],
        sends: "the latest value when the other stream sends one", requests: .unlimited, keeps: "the latest value",
        drops: "a value that is replaced, or that waits at the end", fails: "when one of the streams fails",
        cancels: "the other stream at the end", memory: .some,
        losses: .init(replaced: "a later one took its place", left: "the stream ended before the other one sent a value"),
        losesWithoutDemand: true, takesSigns: true, typing: [.keepsValues, .joins, .isLenient]))
    row(
      "sample", "Sends the latest value when another stream sends something.", .stream(),
      sample: "a: -1-2---3-|\nb: ----x--x--\n> a.sample(b)"
    ) { $0.sample($1) }
    about(
      "sample",
      facts: OperatorFacts(
        use: "to look at a stream at a regular pace", rivals: ["throttle", "audit", "debounce"], rx: ["sampleTime"],
        sends: "the latest value at the end of each period in which one came", requests: .unlimited, keeps: "the latest value",
        drops: "a value that is replaced, or that waits at the end", cancels: "its timer at the end", memory: .some,
        losses: .init(replaced: "a later one took its place", left: "the stream ended before the period was over"),
        losesWithoutDemand: true, takesSigns: true, typing: [.keepsValues, .joins, .isLenient]))
    row(
      "sample", "Sends the latest value at a regular pace.", .duration("every"), .scheduler, sample: "a: -1-2---3-|\n> a.sample(every: 4)"
    ) { $0.sample(every: $1, scheduler: $2) }
    about(
      "audit",
      facts: OperatorFacts(
        use: "to send the state that a burst has reached after a while", rivals: ["debounce", "throttle", "sample"], rx: ["auditTime"],
        sends: "the latest value a while after the first one that came", requests: .unlimited, keeps: "the latest value",
        drops: "a value that is replaced, or for which there is no demand", finishes: "when the upstream has finished and nothing waits",
        memory: .some, losses: .init(replaced: "another came in its window", left: "the stream ended before its window was over"),
        losesWithoutDemand: true, takesSigns: true, typing: [.keepsValues, .joins, .isLenient]))
    row(
      "audit", "Waits a while after a value, then sends the latest.", .duration("for"), .scheduler,
      sample: "a: -1-2-----3-|\n> a.audit(for: 4)"
    ) { $0.audit(for: $1, scheduler: $2) }
    about(
      "audit",
      facts: OperatorFacts(
        use: "to send the state that has been reached when something is done", rivals: ["debounce", "sample", "delay"],
        sends: "the latest value when the stream that the first one started sends or finishes", requests: .unlimited,
        keeps: "the latest value", drops: "a value that is replaced, or for which there is no demand",
        finishes: "when the upstream has finished and nothing waits", fails: "when the upstream or the other stream fails",
        memory: .some, losses: .init(replaced: "another came in its window", left: "the stream ended before its window was over"),
        losesWithoutDemand: true, takesSigns: true, typing: [.keepsValues, .joins, .isLenient]))
    row(
      "audit", "Waits for the stream that is made of a value, then sends the latest.", closure(.stream),
      sample: "a: -1-2-----3-|\nb: --x|\n> a.audit { _ in b }"
    ) { $0.audit($1) }
    about(
      "delay",
      facts: OperatorFacts(
        use: "to move each value by a time of its own", rivals: ["audit", "flatMap"], rx: ["delayWhen"], keeps: "the values that wait",
        drops: "a value whose stream finishes without one", finishes: "when the upstream has finished and nothing waits",
        fails: "when the upstream or one of the streams fails", memory: .some,
        losses: .init(left: "its stream finished without a value"), takesSigns: true, typing: [.keepsValues, .joins, .isLenient]))
    row(
      "delay", "Sends each value when the stream that is made of it sends something.", closure(.stream, "for"),
      sample: "a: -1-2---|\nb: --x|\n> a.delay { _ in b }"
    ) { $0.delay(for: $1) }
  }

  private mutating func addDecisions() {
    family = "Reducing"
    about(
      "isEmpty",
      facts: OperatorFacts(
        use: "to know whether there is anything", rivals: ["contains", "count", "replaceEmpty"], requests: .unlimited,
        finishes: "right after the answer", cancels: "the upstream after the first value"))
    row("isEmpty", "Says whether the stream finishes without a value.", sample: "a: --1-|\n> a.isEmpty()") { $0.isEmpty() }
    about(
      "single",
      facts: OperatorFacts(
        use: "where exactly one value is right", rivals: ["first", "last"], sends: "the value when the upstream finishes",
        requests: .unlimited, keeps: "the value", drops: "all values if there are two",
        fails: "when the upstream fails, when a second value comes, or when there is none",
        cancels: "the upstream when a second value comes", memory: .untilTheEnd,
        losses: .init(failed: "there was more than one"), typing: .keepsValues))
    row("single", "Sends the only value; fails if there is none, or a second one.", sample: "a: --1-|\n> a.single()") { $0.single() }
    about(
      "sequenceEqual",
      facts: OperatorFacts(
        use: "to compare two streams value by value", rivals: ["zip"], requests: .each, keeps: "the values that wait for their partner",
        finishes: "right after the answer", fails: "when one of the streams fails", cancels: "both streams when they differ",
        memory: .result, typing: [.joins, .isLenient]))
    row(
      "sequenceEqual", "Says whether another stream sends the same values.", .stream(),
      sample: "a: -1-2-|\nb: --1--2|\n> a.sequenceEqual(b)"
    ) { $0.sequenceEqual($1).eraseToAnyPublisher() }
  }
}
