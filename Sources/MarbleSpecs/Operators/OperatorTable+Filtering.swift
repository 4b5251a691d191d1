import Pipes

extension OperatorTable {
  mutating func addFiltering() {
    family = "Filtering"
    row("filter", "Lets those values through that meet a condition.", closure(.truth), sample: "a: -1-2-3-4-|\n> a.filter { $0 % 2 == 0 }")
    {
      $0.filter($1)
    }
    row(
      "tryFilter", "Lets those values through that meet a condition; fails if the closure throws.", throwing(.truth),
      sample: "a: -1-2-3-4-|\n> a.tryFilter { $0 > 3 ? throw \"big\" : $0 % 2 == 0 }"
    ) { $0.tryFilter($1) }
    row(
      "compactMap", "Changes each value, and drops what becomes nil.", closure(.optional),
      sample: "a: -1-x-3-|\n  1 = \"1\"  3 = \"3\"\n> a.compactMap { Int($0) }"
    ) { $0.compactMap($1) }
    row(
      "tryCompactMap", "Changes each value, and drops what becomes nil; fails if the closure throws.", throwing(.optional),
      sample: "a: -1-x-y-|\n  1 = \"1\"\n> a.tryCompactMap { $0 == \"y\" ? throw \"no y\" : Int($0) }"
    ) { $0.tryCompactMap($1) }
    row("removeDuplicates", "Drops a value that equals the one before it.", sample: "a: -1-1-2-2-1-|\n> a.removeDuplicates()") {
      $0.removeDuplicates()
    }
    row(
      "removeDuplicates", "Drops a value that a closure finds equal to the one before it.", closure2(.truth, "by"),
      sample: "a: -1-3-4-6-7-|\n> a.removeDuplicates { $0 % 2 == $1 % 2 }"
    ) { $0.removeDuplicates(by: $1) }
    row(
      "tryRemoveDuplicates", "Drops a value that a closure finds equal to the one before it; fails if it throws.", throwing2(.truth, "by"),
      sample: "a: -1-3-4-6-7-|\n> a.tryRemoveDuplicates { $1 > 6 ? throw \"big\" : $0 % 2 == $1 % 2 }"
    ) { $0.tryRemoveDuplicates(by: $1) }
    row("replaceEmpty", "Sends a value if there was none.", .value("with"), sample: "a: ---|\n> a.replaceEmpty(with: 0)") {
      $0.replaceEmpty(with: $1)
    }
    row("ignoreOutput", "Drops all values, and sends the end.", sample: "a: -1-2-|\n> a.ignoreOutput()") { $0.ignoreOutput() }
    addParts()
  }

  /// Operators that let a part of the stream through.
  private mutating func addParts() {
    row("first", "Sends the first value and finishes.", sample: "a: -1-2-|\n> a.first()") { $0.first() }
    row(
      "first", "Sends the first value that meets a condition and finishes.", closure(.truth, "where"),
      sample: "a: -1-2-|\n> a.first { $0 > 1 }"
    ) {
      $0.first(where: $1)
    }
    row(
      "tryFirst", "Sends the first value that meets a condition and finishes; fails if the closure throws.", throwing(.truth, "where"),
      sample: "a: -1-2-|\n> a.tryFirst { $0 > 1 ? throw \"big\" : false }"
    ) { $0.tryFirst(where: $1) }
    row("last", "Sends the last value when the stream finishes.", sample: "a: -1-2-|\n> a.last()") { $0.last() }
    row(
      "last", "Sends the last value that meets a condition when the stream finishes.", closure(.truth, "where"),
      sample: "a: -1-2-3-|\n> a.last { $0 < 3 }"
    ) { $0.last(where: $1) }
    row(
      "tryLast", "Sends the last value that meets a condition when the stream finishes; fails if the closure throws.",
      throwing(.truth, "where"), sample: "a: -1-2-3-|\n> a.tryLast { $0 > 2 ? throw \"big\" : true }"
    ) { $0.tryLast(where: $1) }
    row("prefix", "Sends the first values, and finishes.", .integer(atLeast: 0), sample: "a: -1-2-3-4-|\n> a.prefix(2)") { $0.prefix($1) }
    row(
      "prefix", "Sends values until one fails a condition, and finishes.", closure(.truth, "while"),
      sample: "a: -1-2-3-4-|\n> a.prefix(while: { $0 < 3 })"
    ) { $0.prefix(while: $1) }
    row(
      "tryPrefix", "Sends values until one fails a condition, and finishes; fails if the closure throws.", throwing(.truth, "while"),
      sample: "a: -1-2-3-4-|\n> a.tryPrefix { $0 > 2 ? throw \"big\" : true }"
    ) { $0.tryPrefix(while: $1) }
    row(
      "prefix", "Sends values until another stream sends one, and finishes.", .stream("untilOutputFrom"),
      sample: "a: -1-2-3-4-|\nb: ----x-\n> a.prefix(untilOutputFrom: b)"
    ) { $0.prefix(untilOutputFrom: $1) }
    row("dropFirst", "Leaves out the first values.", .integer(atLeast: 0).optional(1), sample: "a: -1-2-3-4-|\n> a.dropFirst(2)") {
      $0.dropFirst($1)
    }
    row(
      "drop", "Leaves out values until one fails a condition.", closure(.truth, "while"), sample: "a: -1-3-2-|\n> a.drop(while: { $0 < 3 })"
    ) { $0.drop(while: $1) }
    row(
      "tryDrop", "Leaves out values until one fails a condition; fails if the closure throws.", throwing(.truth, "while"),
      sample: "a: -1-3-2-|\n> a.tryDrop { $0 > 2 ? throw \"big\" : true }"
    ) { $0.tryDrop(while: $1) }
    row(
      "drop", "Leaves out values until another stream sends one.", .stream("untilOutputFrom"),
      sample: "a: -1-2-3-4-|\nb: ----x-\n> a.drop(untilOutputFrom: b)"
    ) { $0.drop(untilOutputFrom: $1) }
    row(
      "output", "Sends the value at an index, and finishes.", .integer("at", atLeast: 0, atMost: .max - 1),
      sample: "a: -1-2-3-|\n> a.output(at: 1)"
    ) {
      $0.output(at: $1)
    }
    row("output", "Sends the values at some indices, and finishes.", .range("in"), sample: "a: -1-2-3-4-|\n> a.output(in: 1...2)") {
      $0.output(in: $1)
    }
  }
}
