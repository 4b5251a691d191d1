import Pipes

extension OperatorTable {
  mutating func addFiltering() {
    family = "Filtering"
    row("filter", "Lets those values through that meet a condition.", .predicate(), sample: "a: -1-2-3-4-|\n> a.filter { $0 % 2 == 0 }") {
      $0.filter($1)
    }
    row(
      "compactMap", "Changes each value, and drops what becomes nil.", .transform(),
      sample: "a: -1-x-3-|\n  1 = \"1\"  3 = \"3\"\n> a.compactMap { Int($0) }"
    ) { upstream, transform in
      upstream.compactMap { value in
        let result = transform(value)
        return result == .absent ? nil : result
      }
    }
    row("removeDuplicates", "Drops a value that equals the one before it.", sample: "a: -1-1-2-2-1-|\n> a.removeDuplicates()") {
      $0.removeDuplicates()
    }
    row(
      "removeDuplicates", "Drops a value that a closure finds equal to the one before it.", .relation("by"),
      sample: "a: -1-3-4-6-7-|\n> a.removeDuplicates { $0 % 2 == $1 % 2 }"
    ) { $0.removeDuplicates(by: $1) }
    row("prefix", "Sends the first values, and finishes.", .integer(atLeast: 0), sample: "a: -1-2-3-4-|\n> a.prefix(2)") { $0.prefix($1) }
    row(
      "prefix", "Sends values until one fails a condition, and finishes.", .predicate("while"),
      sample: "a: -1-2-3-4-|\n> a.prefix(while: { $0 < 3 })"
    ) { $0.prefix(while: $1) }
    row("dropFirst", "Leaves out the first values.", .integer(atLeast: 0).optional(1), sample: "a: -1-2-3-4-|\n> a.dropFirst(2)") {
      $0.dropFirst($1)
    }
  }

  mutating func addReducing() {
    family = "Reducing"
    row(
      "reduce", "Sends one result of all values when the stream finishes.", .value(), .combination(),
      sample: "a: -1-2-3-|\n> a.reduce(0) { $0 + $1 }"
    ) { $0.reduce($1, $2) }
    row("count", "Sends how many values there were when the stream finishes.", sample: "a: -1-2-3-|\n> a.count()") { $0.count() }
  }
}
