import Pipes

extension OperatorTable {
  mutating func addReducing() {
    family = "Reducing"
    row("collect", "Sends all values as one array when the stream finishes.", sample: "a: -1-2-3-|\n> a.collect()") { $0.collect() }
    row("collect", "Sends arrays of so many values.", .integer(atLeast: 1), sample: "a: -1-2-3-|\n> a.collect(2)") { $0.collect($1) }
    row(
      "collect", "Sends the values of each period as an array, or each so many if that comes first.", .grouping,
      sample: "a: -1-2----3-|\n> a.collect(.byTime(4))"
    ) { $0.collect($1) }
    row(
      "reduce", "Sends one result of all values when the stream finishes.", .value(), closure2(.value),
      sample: "a: -1-2-3-|\n> a.reduce(0) { $0 + $1 }"
    ) { $0.reduce($1, $2) }
    row(
      "tryReduce", "Sends one result of all values when the stream finishes; fails if the closure throws.", .value(), throwing2(.value),
      sample: "a: -1-2-3-|\n> a.tryReduce(0) { $1 > 2 ? throw \"big\" : $0 + $1 }"
    ) { $0.tryReduce($1, $2) }
    row("count", "Sends how many values there were when the stream finishes.", sample: "a: -1-2-3-|\n> a.count()") { $0.count() }
    row("max", "Sends the greatest value when the stream finishes.", ownOrder, sample: "a: -1-3-2-|\n> a.max()") { $0.max(by: $1) }
    row("max", "Sends the greatest value by a closure.", closure2(.truth, "by"), sample: "a: -1-3-2-|\n> a.max { $0 % 3 < $1 % 3 }") {
      $0.max(by: $1)
    }
    row(
      "tryMax", "Sends the greatest value by a closure; fails if it throws.", throwing2(.truth, "by"),
      sample: "a: -1-3-2-|\n> a.tryMax { $1 == 3 ? throw \"three\" : $0 < $1 }"
    ) { $0.tryMax(by: $1) }
    row("min", "Sends the least value when the stream finishes.", ownOrder, sample: "a: -2-1-3-|\n> a.min()") { $0.min(by: $1) }
    row("min", "Sends the least value by a closure.", closure2(.truth, "by"), sample: "a: -2-1-3-|\n> a.min { $0 % 3 < $1 % 3 }") {
      $0.min(by: $1)
    }
    row(
      "tryMin", "Sends the least value by a closure; fails if it throws.", throwing2(.truth, "by"),
      sample: "a: -2-1-3-|\n> a.tryMin { $0 == 3 ? throw \"three\" : $0 < $1 }"
    ) { $0.tryMin(by: $1) }
    addMatching()
  }

  private mutating func addMatching() {
    family = "Matching"
    row("contains", "Says whether a value comes, as soon as it does.", .value(), sample: "a: -1-2-3-|\n> a.contains(2)") { $0.contains($1) }
    row(
      "contains", "Says whether a value that meets a condition comes, as soon as it does.", closure(.truth, "where"),
      sample: "a: -1-2-3-|\n> a.contains { $0 > 1 }"
    ) { $0.contains(where: $1) }
    row(
      "tryContains", "Says whether a value that meets a condition comes; fails if the closure throws.", throwing(.truth, "where"),
      sample: "a: -1-2-3-|\n> a.tryContains { $0 > 1 ? throw \"big\" : false }"
    ) { $0.tryContains(where: $1) }
    row(
      "allSatisfy", "Says whether all values meet a condition, as soon as one does not.", closure(.truth),
      sample: "a: -1-2-3-|\n> a.allSatisfy { $0 < 3 }"
    ) { $0.allSatisfy($1) }
    row(
      "tryAllSatisfy", "Says whether all values meet a condition; fails if the closure throws.", throwing(.truth),
      sample: "a: -1-2-3-|\n> a.tryAllSatisfy { $0 > 2 ? throw \"big\" : true }"
    ) { $0.tryAllSatisfy($1) }
  }
}
