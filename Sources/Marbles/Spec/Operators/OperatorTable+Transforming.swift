import Pipes

extension OperatorTable {
  mutating func addTransforming() {
    family = "Transforming"
    row("map", "Changes each value.", .transform(), sample: "a: -1-2-3-|\n> a.map { $0 * 10 }") { $0.map($1) }
    row(
      "tryMap", "Changes each value; fails if the closure throws.", .throwingTransform(),
      sample: "a: -1-2-3-|\n> a.tryMap { $0 > 2 ? throw \"big\" : $0 * 10 }"
    ) { $0.tryMap($1) }
    row(
      "scan", "Sends the running result of a closure.", .value(), .combination(), sample: "a: -1-2-3-|\n> a.scan(0) { $0 + $1 }"
    ) { $0.scan($1, $2) }
    row(
      "flatMap", "Makes a stream of each value and sends what all of these send.", .demand("maxPublishers").optional(.unlimited),
      .streamMaker(), sample: "a: -1----2----|\nx: 5-6-|\n> a.flatMap { v in x.map { $0 * v } }"
    ) { $0.flatMap(maxPublishers: $1, $2) }
  }
}
