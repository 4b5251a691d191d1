import Pipes

extension OperatorTable {
  /// The operators that send other values than they receive, or streams of them.
  @OperatorRows static var transforming: [OperatorRow] {
    let map = OperatorFacts(
      use: "to change each value on its own", rivals: ["scan", "compactMap", "flatMap"], output: .results)
    row(
      "map", "Sends the result of a closure for each value.", facts: map,
      closure(.value), sample: "a: -1-2-3-|\n> a.map { $0 * 10 }"
    ) { $0.map($1) }
    row(
      "tryMap", "Sends the result of a closure for each value; fails if the closure throws.",
      facts: map.throwing("to change each value where the change can throw", rival: "map"),
      throwing(.value), sample: "a: -1-2-3-|\n> a.tryMap { $0 > 2 ? throw \"big\" : $0 * 10 }"
    ) { $0.tryMap($1) }
    row(
      "replaceNil", "Replaces each nil with a given value.",
      facts: OperatorFacts(
        use: "to give missing values a default", rivals: ["compactMap", "map"], typing: [.keepsValues, .adds],
        output: .present),
      .value("with"), sample: "a: -1-x-3-|\n  x = nil\n> a.replaceNil(with: 0)"
    ) {
      upstream, value in upstream.map { $0.value == .nil ? nil : $0 }.replaceNil(with: value)
    }
    let scan = OperatorFacts(
      use: "for a running total, or any state that each value changes", rivals: ["reduce", "map", "pairwise"],
      keeps: "the last result", accumulates: true)
    row(
      "scan", "Sends the running result: a closure combines the last result with each value.", facts: scan,
      .value(), closure2(.value).of(.result), sample: "a: -1-2-3-|\n> a.scan(0) { $0 + $1 }"
    ) { $0.scan($1, $2) }
    row(
      "tryScan", "Sends the running result of a closure; fails if the closure throws.",
      facts: scan.throwing("for a state that each value changes, where the change can throw", rival: "scan"),
      .value(), throwing2(.value).of(.result),
      sample: "a: -1-2-3-|\n> a.tryScan(0) { $0 + $1 > 5 ? throw \"full\" : $0 + $1 }"
    ) { $0.tryScan($1, $2) }
    row(
      "flatMap",
      "Creates an inner publisher for each value and sends the values of all inner publishers as they arrive.",
      facts: OperatorFacts(
        use: "to start a task for each value and to receive all results, in the order in which they arrive",
        rivals: ["switchMap", "concatMap", "mergeMap", "exhaustMap"],
        requests:
          "as many values as inner publishers may run at a time; from each inner publisher one value after the other, or unlimited values if the downstream does",
        keeps: "one value of each publisher while there is no demand",
        finishes: "when the upstream and all inner publishers have finished",
        fails: "when the upstream or an inner publisher fails", cancels: "all others when one of them fails",
        memory: .some,
        losses: .init(before: "there was demand", never: [.finished, .failed]), typing: [.joins, .isLenient, .flattens]),
      .demand("maxPublishers").optional(.unlimited), closure(.stream),
      sample: "a: -1----2----|\nx: 5-6-|\n> a.flatMap { v in x.map { $0 * v } }"
    ) { $0.flatMap(maxPublishers: $1, $2) }
    row(
      "switchToLatest", "Sends the values of the latest inner publisher and cancels the previous one.",
      facts: OperatorFacts(
        use: "to follow the newest of several publishers", rivals: ["flatMap", "switchMap"],
        rx: ["switchAll", "switchLatest"],
        requests: "unlimited inner publishers; from the latest one as many values as the downstream",
        finishes: "when the upstream and the latest inner publisher have finished",
        fails: "when the upstream or the latest inner publisher fails",
        cancels: "the previous inner publisher when another one arrives", memory: .some,
        losses: .init(before: "there was demand", never: [.finished, .failed]), output: .inner),
      ownStream, sample: "a: -1---2----|\nx: 5-6-7|\n> a.map { v in x.map { $0 * v } }.switchToLatest()"
    ) { upstream, stream in upstream.map(stream).switchToLatest() }
    row(
      "pairwise", "Sends each value together with the previous value.",
      facts: OperatorFacts(
        use: "to compare each value with the previous one", rivals: ["scan", "zip", "removeDuplicates"],
        requests: "as many values as the downstream, and one more for the first value", keeps: "the last value",
        drops: "a single value that no other one follows", memory: .some,
        losses: .init(before: "another value followed", left: "no other value followed")),
      sample: "a: -1-2-3-|\n> a.pairwise()"
    ) { $0.pairwise().map(tupled) }
    maps
    events
    let groupBy = OperatorFacts(
      use: "to handle the values of each key separately", rivals: ["filter", "flatMap"], requests: .unlimited,
      keeps: "a group for each key, and the values of a group for which there is no demand", memory: .some,
      losses: .init(
        before: "its group had demand for it", left: "its group had no demand for it", never: [.finished, .failed]),
      groups: "group")
    row(
      "groupBy", "Sends a group for each key: a publisher that sends the values with that key.", facts: groupBy,
      closure(.value),
      sample: "a: -1-2-3-4-|\n> a.groupBy { $0 % 2 }.flatMap { g in g.map { v in \"\\(g.key): \\(v)\" } }"
    ) { upstream, key in upstream.groupBy(key).map(grouped) }
    row(
      "groupBy",
      "Sends a group for each key; each group has a duration, and the next value with its key begins a new group.",
      facts: groupBy.but {
        $0.use = "to handle the values of each key separately, and to forget keys that are no longer used"
        $0.cancels = "the duration of a group that completes"
      },
      closure(.value), closure(.stream, "duration"),
      sample: "a: -1-1-1-1-|\n> a.groupBy({ $0 }, duration: { g in g.dropFirst(1) }).flatMap { g in g.count() }"
    ) { upstream, key, duration in upstream.groupBy(key, duration: { duration(grouped($0)) }).map(grouped) }
    let window = OperatorFacts(
      use: "to process a number of values together while they arrive", rivals: ["groupBy", "collect", "buffer"],
      rx: ["windowCount"], requests: .unlimited, keeps: "the values of a window for which there is no demand",
      drops: "the values of a window whose subscribers have cancelled", memory: .some,
      losses: .init(
        atOnce: "its window has no subscriber", before: "its window had demand for it",
        left: "its window had no demand for it", never: [.atOnce, .finished, .failed]),
      groups: "window")
    row(
      "window", "Sends publishers that each send a given number of successive values.", facts: window,
      .integer("count", atLeast: 1), sample: "a: -1-2-3-4-|\n> a.window(count: 2).flatMap { w in w.collect() }"
    ) { $0.window(count: $1).map(windowed) }
    row(
      "window", "Sends a publisher of the next values each time another publisher sends a value.",
      facts: window.but {
        ($0.use, $0.rx) = ("to process the values between two signals while they arrive", [])
        $0.fails = "when the upstream or the other publisher fails"
      },
      .stream(), sample: "a: -1-2-3-4-|\nb: ----x-x---\n> a.window(b).flatMap { w in w.count() }"
    ) { $0.window($1).map(windowed) }
    row(
      "window", "Sends a publisher of the values of each period.",
      facts: window.but {
        ($0.use, $0.rx) = ("to process the values of a period while they arrive", ["windowTime"])
      },
      .duration("every"), .scheduler, sample: "a: -1-2-3-4-|\n> a.window(every: 4).flatMap { w in w.count() }"
    ) { $0.window(every: $1, scheduler: $2).map(windowed) }
    row(
      "expand", "Creates an inner publisher for each value, and in turn for each value of the inner publishers.",
      facts: OperatorFacts(
        use: "to follow pages or a tree, where each answer leads to the next requests",
        rivals: ["flatMap", "mergeScan"], requests: .unlimited, keeps: "values for which there is no demand",
        finishes: "when the upstream and all inner publishers have finished",
        fails: "when one of the publishers fails", memory: .some,
        losses: .init(before: "there was demand", never: [.finished, .failed]), typing: [.flattens]),
      closure(.stream), sample: "a: -1|\nb: --2|\n> a.expand { _ in b }.prefix(3)"
    ) { $0.expand($1) }
    row(
      "mergeScan", "Creates an inner publisher from the latest result and each value; its values are the next results.",
      facts: OperatorFacts(
        use: "for a running result that takes time to compute", rivals: ["scan", "flatMap", "expand"],
        requests: .unlimited, keeps: "the latest result, and values for which there is no demand",
        finishes: "when the upstream and all inner publishers have finished",
        fails: "when one of the publishers fails", memory: .some,
        losses: .init(before: "there was demand", never: [.finished, .failed]), accumulates: true, typing: [.flattens]),
      .value(), closure2(.stream), sample: "a: -1-2-3-|\n> a.mergeScan(0) { sum, n in Just(sum + n) }"
    ) { $0.mergeScan($1, $2).eraseToAnyPublisher() }
    row(
      "timestamp", "Sends each value together with the instant at which it arrived.",
      facts: OperatorFacts(
        use: "to know when each value arrived", rivals: ["measureInterval"]
      ).inSwift(followedBy: ".map { ($0.value, VirtualInstant.zero.distance(to: $0.time)) }"),
      .scheduler, sample: "a: -1-2-|\n> a.timestamp()"
    ) {
      $0.timestamp(scheduler: $1).map {
        Carried(.tuple([$0.value.value, .duration($0.time.nanoseconds)]), .holding([$0.value]))
      }
    }
  }

  /// The operators that create an inner publisher for each value.
  @OperatorRows private static var maps: [OperatorRow] {
    let start = "a: -1---2----3-|\nx: 5-6-7|\n> a."
    row(
      "switchMap", "Creates an inner publisher for each value and cancels the previous one.",
      facts: OperatorFacts(
        use: "where only the newest result counts, as in a search while typing",
        rivals: ["flatMap", "concatMap", "exhaustMap"],
        rx: ["flatMapLatest"], requests: "unlimited values; from the latest inner publisher as many as the downstream",
        finishes: "when the upstream and the latest inner publisher have finished",
        fails: "when the upstream or the latest inner publisher fails",
        cancels: "the previous inner publisher when a value arrives", memory: .some,
        losses: .init(before: "there was demand", never: [.finished, .failed]), typing: [.joins, .isLenient, .flattens]),
      closure(.stream), sample: start + "switchMap { _ in x }"
    ) { $0.switchMap($1) }
    row(
      "concatMap", "Creates an inner publisher for each value and runs them one after the other.",
      facts: OperatorFacts(
        use: "where each task must be finished before the next one begins, as with saving",
        rivals: ["flatMap", "switchMap", "exhaustMap", "mergeMap"],
        requests: "unlimited values; from the running inner publisher as many as the downstream",
        keeps: "the values for which no inner publisher has been created yet, without a limit",
        finishes: "when the upstream and all inner publishers have finished",
        fails: "when the upstream or an inner publisher fails",
        memory: .some, losses: .init(before: "its turn", never: [.finished]), typing: [.joins, .isLenient, .flattens]),
      closure(.stream), sample: start + "concatMap { _ in x }"
    ) { $0.concatMap($1) }
    row(
      "mergeMap", "Creates an inner publisher for each value and runs at most a given number at a time.",
      facts: OperatorFacts(
        use: "to run several tasks at a time, but not all of them", rivals: ["flatMap", "concatMap"],
        requests: "unlimited values; from the running inner publishers as many as the downstream",
        keeps: "the values for which no inner publisher has been created yet, without a limit",
        finishes: "when the upstream and all inner publishers have finished",
        fails: "when the upstream or an inner publisher fails", memory: .some,
        losses: .init(before: "its turn", never: [.finished]), typing: [.joins, .isLenient, .flattens]),
      .integer("concurrency", atLeast: 1), closure(.stream), sample: start + "mergeMap(concurrency: 2) { _ in x }"
    ) { $0.mergeMap(concurrency: $1, $2) }
    row(
      "exhaustMap", "Creates an inner publisher for a value and drops values until the inner publisher has finished.",
      facts: OperatorFacts(
        use: "where a task that runs must not be disturbed, as with a button that is tapped twice",
        rivals: ["switchMap", "concatMap", "flatMap"], rx: ["flatMapFirst"], requests: .unlimited,
        drops: "a value that arrives while an inner publisher is running",
        finishes: "when the upstream and the last inner publisher have finished",
        fails: "when the upstream or an inner publisher fails",
        losses: .init(atOnce: "the previous inner publisher is still running"), typing: [.joins, .isLenient, .flattens]),
      closure(.stream), sample: start + "exhaustMap { _ in x }"
    ) { $0.exhaustMap($1) }
  }

  /// The operators that send completions as values, and the reverse.
  @OperatorRows private static var events: [OperatorRow] {
    row(
      "materialize", "Sends values and the completion as events, which are values, then finishes.",
      facts: OperatorFacts(
        use: "to handle completions as values, as in a log", rivals: ["mapToResult", "dematerialize"],
        finishes: "after the event that stands for the completion", fails: "", typing: [.cures, .tells]),
      sample: "a: -1-2-#\n> a.materialize()"
    ) { $0.materialize() }
    row(
      "dematerialize", "Turns events back into values and a completion.",
      facts: OperatorFacts(
        use: "to undo materialize", rivals: ["materialize"],
        finishes: "after the event .finished, or when the upstream finishes", fails: "after the event .failure",
        cancels: "the upstream after an event that is a completion", output: .unpacked),
      ownEvent, sample: "a: -x-y-|\n  x = .value(1)   y = .finished\n> a.dematerialize()"
    ) { upstream, event in
      upstream.map(event).catch { Just(.failure($0)) }.dematerialize()
    }
    row(
      "mapToResult", "Sends each value as a success and a failure as a last value, then finishes.",
      facts: OperatorFacts(
        use: "to receive a failure as a value and to let the downstream live on",
        rivals: ["materialize", "catch", "replaceError"],
        finishes: "when the upstream finishes or fails", fails: "", typing: [.cures, .tells]),
      sample: "a: -1-2-#\n> a.mapToResult()"
    ) { $0.mapToResult() }
  }
}

/// A window as a value of the language.
private func grouped(_ group: Publishers.Group<Carried, Carried, SpecFailure>) -> Carried {
  Carried(.stream(SpecStream(name: nil, key: group.key.value, publisher: group.eraseToAnyPublisher())))
}
private func windowed(_ window: Publishers.Group<Int, Carried, SpecFailure>) -> Carried {
  Carried(.stream(SpecStream(name: nil, key: .integer(Int64(window.key)), publisher: window.eraseToAnyPublisher())))
}
