import Pipes

extension OperatorTable {
  mutating func addTransforming() {
    family = "Transforming"
    row("map", "Changes each value.", closure(.value), sample: "a: -1-2-3-|\n> a.map { $0 * 10 }") { $0.map($1) }
    row(
      "tryMap", "Changes each value; fails if the closure throws.", throwing(.value),
      sample: "a: -1-2-3-|\n> a.tryMap { $0 > 2 ? throw \"big\" : $0 * 10 }"
    ) { $0.tryMap($1) }
    row("replaceNil", "Puts a value in the place of nil.", .value("with"), sample: "a: -1-x-3-|\n  x = nil\n> a.replaceNil(with: 0)") {
      upstream, value in upstream.map { $0 == .absent ? nil : $0 }.replaceNil(with: value)
    }
    row("scan", "Sends the running result of a closure.", .value(), closure2(.value), sample: "a: -1-2-3-|\n> a.scan(0) { $0 + $1 }") {
      $0.scan($1, $2)
    }
    row(
      "tryScan", "Sends the running result of a closure; fails if it throws.", .value(), throwing2(.value),
      sample: "a: -1-2-3-|\n> a.tryScan(0) { $0 + $1 > 5 ? throw \"full\" : $0 + $1 }"
    ) { $0.tryScan($1, $2) }
    row(
      "flatMap", "Makes a stream of each value and sends what all of these send.", .demand("maxPublishers").optional(.unlimited),
      closure(.stream), sample: "a: -1----2----|\nx: 5-6-|\n> a.flatMap { v in x.map { $0 * v } }"
    ) { $0.flatMap(maxPublishers: $1, $2) }
    row(
      "switchToLatest", "Sends what the latest of the streams that come sends.", ownStream,
      sample: "a: -1---2----|\nx: 5-6-7|\n> a.map { v in x.map { $0 * v } }.switchToLatest()"
    ) { upstream, stream in upstream.map(stream).switchToLatest() }
  }
}
