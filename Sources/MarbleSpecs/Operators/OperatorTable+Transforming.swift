import Pipes

extension OperatorTable {
  mutating func addTransforming() {
    family = "Transforming"
    about(
      "map",
      facts: OperatorFacts(
        use: "to change each value on its own", rivals: ["scan", "compactMap", "flatMap"]))
    row("map", "Sends the result of a closure for each value.", closure(.value), sample: "a: -1-2-3-|\n> a.map { $0 * 10 }") { $0.map($1) }
    about(
      "tryMap",
      facts: OperatorFacts(
        use: "to change each value where the change can throw", rivals: ["map"], fails: "when the upstream fails or the closure throws",
        cancels: "the upstream when the closure throws"))
    row(
      "tryMap", "Sends the result of a closure for each value; fails if the closure throws.", throwing(.value),
      sample: "a: -1-2-3-|\n> a.tryMap { $0 > 2 ? throw \"big\" : $0 * 10 }"
    ) { $0.tryMap($1) }
    about(
      "replaceNil",
      facts: OperatorFacts(
        use: "to give missing values a default", rivals: ["compactMap", "map"], typing: .keepsValues))
    row("replaceNil", "Replaces each nil with a given value.", .value("with"), sample: "a: -1-x-3-|\n  x = nil\n> a.replaceNil(with: 0)") {
      upstream, value in upstream.map { $0.value == .absent ? nil : $0 }.replaceNil(with: value)
    }
    about(
      "scan",
      facts: OperatorFacts(
        use: "for a running total, or any state that each value changes", rivals: ["reduce", "map", "pairwise"],
        keeps: "the last result"))
    row(
      "scan", "Sends the running result: a closure combines the last result with each value.", .value(), closure2(.value),
      sample: "a: -1-2-3-|\n> a.scan(0) { $0 + $1 }"
    ) {
      $0.scan($1, $2)
    }
    about(
      "tryScan",
      facts: OperatorFacts(
        use: "for a state that each value changes, where the change can throw", rivals: ["scan"], keeps: "the last result",
        fails: "when the upstream fails or the closure throws", cancels: "the upstream when the closure throws"))
    row(
      "tryScan", "Sends the running result of a closure; fails if the closure throws.", .value(), throwing2(.value),
      sample: "a: -1-2-3-|\n> a.tryScan(0) { $0 + $1 > 5 ? throw \"full\" : $0 + $1 }"
    ) { $0.tryScan($1, $2) }
    about(
      "flatMap",
      facts: OperatorFacts(
        use: "to start a task for each value and to receive all results, in the order in which they arrive",
        rivals: ["switchMap", "concatMap", "mergeMap", "exhaustMap"],
        requests:
          "as many values as inner publishers may run at a time; from each inner publisher one value after the other, or unlimited values if the downstream does",
        keeps: "one value of each publisher while there is no demand",
        finishes: "when the upstream and all inner publishers have finished",
        fails: "when the upstream or an inner publisher fails", cancels: "all others when one of them fails", memory: .some,
        losses: .init(before: "there was demand"), typing: [.joins, .isLenient, .flattens]))
    row(
      "flatMap", "Creates an inner publisher for each value and sends the values of all inner publishers as they arrive.",
      .demand("maxPublishers").optional(.unlimited),
      closure(.stream), sample: "a: -1----2----|\nx: 5-6-|\n> a.flatMap { v in x.map { $0 * v } }"
    ) { $0.flatMap(maxPublishers: $1, $2) }
    about(
      "switchToLatest",
      facts: OperatorFacts(
        use: "to follow the newest of several publishers", rivals: ["flatMap", "switchMap"], rx: ["switchAll", "switchLatest"],
        requests: "unlimited inner publishers; from the latest one as many values as the downstream",
        finishes: "when the upstream and the latest inner publisher have finished",
        fails: "when the upstream or the latest inner publisher fails", cancels: "the previous inner publisher when another one arrives",
        memory: .some,
        losses: .init(before: "there was demand")))
    row(
      "switchToLatest", "Sends the values of the latest inner publisher and cancels the previous one.", ownStream,
      sample: "a: -1---2----|\nx: 5-6-7|\n> a.map { v in x.map { $0 * v } }.switchToLatest()"
    ) { upstream, stream in upstream.map(stream).switchToLatest() }
  }
}
