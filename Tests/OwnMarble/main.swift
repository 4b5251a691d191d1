// A command with operators of its own, one for each kind of parameter. `OwnOperatorTests` runs it.
import Foundation
import MarbleCommandLine
import Marbles
import Pipes

extension Publisher where Output: Equatable {
  /// Sends a value when no other value has arrived for a while, unless it equals the previous one.
  fileprivate func settled<S: Scheduler>(for time: S.SchedulerTimeType.Stride, scheduler: S) -> some Publisher<
    Output, Failure
  > {
    debounce(for: time, scheduler: scheduler).removeDuplicates()
  }
}

/// The failure of an operator that knows nothing of specs.
private struct TooMany: Error, CustomStringConvertible {
  let description = "too many"
}

var operators = [
  SpecOperator(
    "settled", "Sends a value when no other value has arrived for a while, unless it equals the previous one.",
    .duration("for"),
    .scheduler,
    example: "a: -1-2----2----|\n> a.settled(for: 3)", module: "Settling", sendsOnlyItsValues: true
  ) { $0.settled(for: $1, scheduler: $2) },
  SpecOperator(
    "admitted", "Sends the values that may enter.", .condition(), example: "a: -1-2-|\n> a.admitted { $0 > 1 }",
    sendsOnlyItsValues: true,
    reason: "it may not enter"
  ) { $0.filter($1) },
  SpecOperator("every", "Sends each n-th value.", .integer(atLeast: 1), example: "a: -1-2-3-|\n> a.every(2)") {
    upstream, count in
    upstream.collect(count).filter { $0.count == count }.compactMap(\.last)
  },
  SpecOperator("scaled", "Sends other values.", .transform(), example: "a: -1-|\n> a.scaled { $0 * 2 }") { $0.map($1) },
  SpecOperator(
    "passing", "Sends the values that pass.", .bool("inverted").optional(false), .condition(),
    example: "a: -1-2-|\n> a.passing { $0 > 1 }"
  ) { upstream, isInverted, condition in upstream.filter { condition($0) != isInverted } },
  SpecOperator(
    "followed", "Goes on with another stream.", .stream("by"), example: "a: -1|\nb: -2|\n> a.followed(by: b)"
  ) {
    $0.append($1)
  },
  SpecOperator(
    "open", "Sends values while another stream has sent true.", .bools("while"),
    example: "a: -1-2|\nb: -x\n  x = true\n> a.open(while: b)"
  ) { $0.withLatestFrom($1).filter { $0.1 }.map { $0.0 } },
  SpecOperator(
    "opened", "Sends what streams send.", .streams(), example: "a: -1|\nb: -2|\n> a.opened { v in b.map { $0 + v } }"
  ) {
    upstream, stream in upstream.flatMap(stream)
  },
  SpecOperator(
    "folded", "Sends results so far.", .value("from"), .combination(),
    example: "a: -1-2|\n> a.folded(from: 0) { $0 + $1 }"
  ) {
    $0.scan($1, $2)
  },
  SpecOperator(
    "changed", "Drops what equals the value before.", .comparison(), example: "a: -1-1|\n> a.changed { $0 == $1 }"
  ) {
    $0.removeDuplicates(by: $1)
  },
  SpecOperator("numbered", "Counts.", example: "a: -x-y|\n> a.numbered()") { $0.scan(0) { count, _ in count + 1 } },
  SpecOperator("halved", "Halves numbers.", example: "a: -3|\n> a.halved()") { $0.map { $0.decimal.map { $0 / 2 } } },
  SpecOperator("few", "Fails at the third value.", example: "a: -1-2-3|\n> a.few()") { upstream in
    upstream.scan([SpecValue]()) { $0 + [$1] }.tryMap { if $0.count > 2 { throw TooMany() } else { $0 } }
  },
]
// A name that is taken, where a test asks for one.
if let name = ProcessInfo.processInfo.environment["OWN_NAME"] {
  operators.append(SpecOperator(name, "Does nothing.", example: "a: -1-|\n> a.\(name)()") { $0 })
}
// An example, where a test asks for one.
if let example = ProcessInfo.processInfo.environment["OWN_EXAMPLE"] {
  operators.append(SpecOperator("shown", "Does nothing.", example: example) { $0 })
}
// A program that draws, with a row that a test gives.
if let row = ProcessInfo.processInfo.environment["OWN_ROW"] {
  marblesOrExit { m in
    m.expect(m.cold("-a|"), name: "a").toBe(row)
    try m.run()
    print("drawn")
  }
  exit(0)
}
MarbleTool.main(adding: operators)
