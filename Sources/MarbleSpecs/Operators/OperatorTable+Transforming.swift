import Pipes

extension OperatorTable {
  mutating func addTransforming() {
    family = "Transforming"
    about(
      "map",
      facts: OperatorFacts(
        use: "to change each value by itself", rivals: ["scan", "compactMap", "flatMap"], rx: ["mapTo"]))
    row("map", "Changes each value.", closure(.value), sample: "a: -1-2-3-|\n> a.map { $0 * 10 }") { $0.map($1) }
    about(
      "tryMap",
      facts: OperatorFacts(
        use: "to change each value where that can fail", rivals: ["map"], fails: "when the upstream fails or the closure throws",
        cancels: "the upstream when the closure throws"))
    row(
      "tryMap", "Changes each value; fails if the closure throws.", throwing(.value),
      sample: "a: -1-2-3-|\n> a.tryMap { $0 > 2 ? throw \"big\" : $0 * 10 }"
    ) { $0.tryMap($1) }
    about(
      "replaceNil",
      facts: OperatorFacts(
        use: "to give values a default", rivals: ["compactMap", "map"], typing: .keepsValues))
    row("replaceNil", "Puts a value in the place of nil.", .value("with"), sample: "a: -1-x-3-|\n  x = nil\n> a.replaceNil(with: 0)") {
      upstream, value in upstream.map { $0.value == .absent ? nil : $0 }.replaceNil(with: value)
    }
    about(
      "scan",
      facts: OperatorFacts(
        use: "for a running total, or any state that each value changes", rivals: ["reduce", "map", "pairwise"],
        keeps: "the last result"))
    row("scan", "Sends the running result of a closure.", .value(), closure2(.value), sample: "a: -1-2-3-|\n> a.scan(0) { $0 + $1 }") {
      $0.scan($1, $2)
    }
    about(
      "tryScan",
      facts: OperatorFacts(
        use: "for a state that each value changes where that can fail", rivals: ["scan"], keeps: "the last result",
        fails: "when the upstream fails or the closure throws", cancels: "the upstream when the closure throws"))
    row(
      "tryScan", "Sends the running result of a closure; fails if it throws.", .value(), throwing2(.value),
      sample: "a: -1-2-3-|\n> a.tryScan(0) { $0 + $1 > 5 ? throw \"full\" : $0 + $1 }"
    ) { $0.tryScan($1, $2) }
    about(
      "flatMap",
      facts: OperatorFacts(
        use: "to start something for each value and to take all results, in the order in which they come",
        rivals: ["switchMap", "concatMap", "mergeMap", "exhaustMap"], rx: ["mergeAll"],
        requests: "as many values from the upstream as streams may run at a time; from each of these one after the other, or unlimited",
        keeps: "one value of each stream while there is no demand",
        finishes: "when the upstream and all streams that were made have finished",
        fails: "when the upstream or one of the streams fails", cancels: "all streams when one of them fails", memory: .some,
        losses: .init(left: "the stream ended before there was demand"), typing: [.joins, .isLenient, .flattens]))
    row(
      "flatMap", "Makes a stream of each value and sends what all of these send.", .demand("maxPublishers").optional(.unlimited),
      closure(.stream), sample: "a: -1----2----|\nx: 5-6-|\n> a.flatMap { v in x.map { $0 * v } }"
    ) { $0.flatMap(maxPublishers: $1, $2) }
    about(
      "switchToLatest",
      facts: OperatorFacts(
        use: "to follow the newest of several streams", rivals: ["flatMap", "switchMap"], rx: ["switchAll", "switchLatest"],
        requests: "unlimited streams; from the latest as many values as the downstream",
        finishes: "when the upstream and the latest stream have finished",
        fails: "when the upstream or the latest stream fails", cancels: "the stream before when another one comes", memory: .some,
        losses: .init(left: "the stream ended before there was demand")))
    row(
      "switchToLatest", "Sends what the latest of the streams that come sends.", ownStream,
      sample: "a: -1---2----|\nx: 5-6-7|\n> a.map { v in x.map { $0 * v } }.switchToLatest()"
    ) { upstream, stream in upstream.map(stream).switchToLatest() }
  }
}
