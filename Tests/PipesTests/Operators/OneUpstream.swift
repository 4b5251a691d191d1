import Marbles
import Pipes
import Testing
import VirtualTime

/// An operator with one upstream under rows: the events of the upstream, the requests of the subscriber, and what
/// follows from them.
struct OneUpstream: CustomTestStringConvertible, Sendable {
  typealias Upstream = ColdSource<Int, Oops>
  typealias Timers = TestScheduler<VirtualInstant, Never>
  /// The code of the rule, and the rule.
  let testDescription: String
  /// The row of a cold upstream of numbers, whose failure is `oops`.
  let upstream: String
  /// The requests of the subscriber; unlimited if there is no row.
  var demand: String?
  /// The subscription of the subscriber; it begins at zero and is not cancelled if there is no row.
  var subscriber: String?
  /// The events that it receives, each value as a text.
  let result: String
  /// The requests of the operator.
  var asks: String?
  /// The subscription to the upstream; it is not compared if there is no row, and an empty row is none.
  var subscription: String?
  /// The instants at which the upstream is subscribed.
  var attempts: String?
  let build: @Sendable (Upstream, Timers) -> AnyPublisher<String, any Error>

  /// A frame is a second.
  init<P: Publisher & SendableMetatype>(
    timed rule: String, _ upstream: String, demand: String? = nil, from subscriber: String? = nil, _ result: String,
    asks: String? = nil,
    until subscription: String? = nil, attempts: String? = nil,
    _ build: @escaping @Sendable (Upstream, Timers) -> P
  ) {
    (testDescription, self.upstream, self.demand, self.result) = (rule, upstream, demand, result)
    (self.subscriber, self.asks, self.subscription, self.attempts) = (subscriber, asks, subscription, attempts)
    self.build = { build($0, $1).map { "\($0)" }.mapError { $0 as any Error }.eraseToAnyPublisher() }
  }

  init<P: Publisher & SendableMetatype>(
    _ rule: String, _ upstream: String, demand: String? = nil, from subscriber: String? = nil, _ result: String,
    asks: String? = nil,
    until subscription: String? = nil, attempts: String? = nil,
    _ build: @escaping @Sendable (Upstream) -> P
  ) {
    (testDescription, self.upstream, self.demand, self.result) = (rule, upstream, demand, result)
    (self.subscriber, self.asks, self.subscription, self.attempts) = (subscriber, asks, subscription, attempts)
    self.build = { upstream, _ in build(upstream).map { "\($0)" }.mapError { $0 as any Error }.eraseToAnyPublisher() }
  }

  static let transforming = [
    OneUpstream("TR-01 map transforms each value", "-1-2#", demand: "2", "-'<1>'-'<2>'#'oops'", asks: "2") {
      $0.map { "<\($0)>" }
    },
    OneUpstream(
      "TR-02 G7 an error in tryMap cancels upstream, then fails", "-1-2-3", demand: "3", "-1-#'oops'", asks: "3",
      until: "^--!"
    ) {
      $0.tryMap { try throwing($0, at: 2) }
    },
    OneUpstream("TR-02 G7 tryMap passes the failure of upstream", "--#", demand: "-", "--#'oops'") { $0.tryMap { $0 } },
    OneUpstream("TR-04 replaceNil", "-1-2-3|", "-1-9-3|") { $0.map { $0 == 2 ? nil : $0 }.replaceNil(with: 9) },
    OneUpstream(
      "TR-05 scan gives one output for each input, not the initial value", "-1-2-3|", "-1-'12'-'123'|", asks: "*"
    ) {
      $0.scan("") { "\($0)\($1)" }
    },
    OneUpstream("TR-06 G7 tryScan", "-1-2-3-4", "-1-3-#'oops'", until: "^----!") {
      $0.tryScan(0) { $0 + (try throwing($1, at: 3)) }
    },
  ]

  static let parts = [
    OneUpstream(
      "BC-27 prefix(while:behavior:) with the value that ends it", "-1-3-4", demand: "5", "-1-(3|)", asks: "5",
      until: "^--!"
    ) {
      $0.prefix(while: { $0 < 3 }, behavior: .inclusive)
    },
    OneUpstream("BC-27 prefix(while:behavior:) without it", "-1-3-4", demand: "5", "-1-|", until: "^--!") {
      $0.prefix(while: { $0 < 3 }, behavior: .exclusive)
    },
    OneUpstream(
      "BC-28 takeLast keeps that many, and sends them as they are requested", "-1-2-3|", demand: "-------1-1",
      "-------2-(3|)"
    ) {
      $0.takeLast(2)
    },
    OneUpstream("BC-28 takeLast of none", "-1|", "--|") { $0.takeLast(0) },
    OneUpstream("BC-28 takeLast of more than there are", "-1-2|", "----(12|)") { $0.takeLast(9) },
    OneUpstream("BC-29 skipLast asks for what it holds back", "-1-2-3-4|", demand: "2", "-----1-2|", asks: "21-1") {
      $0.skipLast(2)
    },
    OneUpstream(
      "BC-26 distinct asks for one more in the place of what came before", "-1-2-1-3|", demand: "3", "-1-2---3|",
      asks: "3----1"
    ) {
      $0.distinct()
    },
    OneUpstream("BC-26 distinct by a key", "-1-3-2|", "-1---2|") { $0.distinct { $0 % 2 } },
    OneUpstream("BC-30 isEmpty decides at the first value", "-1-2", "-('false'|)", asks: "*", until: "^!") {
      $0.isEmpty()
    },
    OneUpstream("BC-30 isEmpty of nothing", "--|", "--('true'|)") { $0.isEmpty() },
    OneUpstream("BC-31 single", "-1|", "--(1|)") { $0.single() },
    OneUpstream("BC-31 single of none", "--|", "--#'noValue'") { $0.single() },
    OneUpstream("BC-31 single of several", "-1-2-3", "---#'severalValues'", until: "^--!") { $0.single() },
    OneUpstream("BC-31 single passes a failure", "-1#", "--#'oops'") { $0.single() },
  ]

  static let filtering = [
    // The values to drop are requested as soon as there is an upstream; the request of the test comes after the
    // subscription.
    OneUpstream("SQ-03 dropFirst asks for what it drops in addition", "-1-2-3|", demand: "1", "-----3|", asks: "(21)") {
      $0.dropFirst(2)
    },
    OneUpstream(
      "SQ-03 what is dropped is asked for once, before a request that comes later", "-1-2-3-4-5|", demand: "-2--2",
      "-------4-5|",
      asks: "32--2"
    ) { $0.dropFirst(3) },
    OneUpstream("SQ-03 dropFirst(0) asks for no more", "-1|", demand: "2", "-1|", asks: "2") { $0.dropFirst(0) },
    OneUpstream("SQ-03 an end while dropping passes", "-1#", "--#'oops'", asks: "*") { $0.dropFirst(2) },
    OneUpstream(
      "SQ-04 drop(while:) replaces demand, until the first false", "-1-3-2|", demand: "2", "---3-2|", asks: "21"
    ) {
      $0.drop { $0 < 3 }
    },
    OneUpstream("SQ-04 G7 tryDrop(while:) fails", "-1-2", demand: "1", "---#'oops'", asks: "11", until: "^--!") {
      $0.tryDrop { try throwing($0, at: 2) == 1 }
    },
    OneUpstream("SQ-04 tryDrop(while:) drops", "-1-2-9|", demand: "2", "---2-9|", asks: "21") {
      $0.tryDrop { try throwing($0, at: 9) == 1 }
    },
    OneUpstream(
      "SQ-06 prefix(n) cancels and ends right after the last value", "-1-2-3", "-1-(2|)", asks: "*", until: "^--!"
    ) {
      $0.prefix(2)
    },
    OneUpstream("SQ-06 prefix(0) ends right after the subscription", "-1", "|", until: "(^!)") { $0.prefix(0) },
    OneUpstream("SQ-06 an empty range ends right after the subscription", "-1", "|", until: "(^!)") {
      $0.output(in: 5..<5)
    },
    OneUpstream("SQ-06 prefix of a source that ends earlier", "-1|", "-1|") { $0.prefix(2) },
    OneUpstream(
      "SQ-06 output(in:) replaces the demand of what comes before its range", "-1-2-3-4", demand: "2", "---2-(3|)",
      asks: "21",
      until: "^----!"
    ) { $0.output(in: 1...2) },
    OneUpstream(
      "SQ-06 output(at:) gives one value", "-1-2-3-4", demand: "1", "-----(3|)", asks: "11-1", until: "^----!"
    ) {
      $0.output(at: 2)
    },
    OneUpstream("SQ-07 prefix(while:) ends at the first false", "-1-3", demand: "5", "-1-|", asks: "5", until: "^--!") {
      $0.prefix { $0 < 3 }
    },
    OneUpstream("SQ-07 G7 tryPrefix(while:) fails", "-1-2", demand: "5", "-1-#'oops'", asks: "5", until: "^--!") {
      $0.tryPrefix { try throwing($0, at: 2) < 5 }
    },
    OneUpstream("SQ-07 tryPrefix(while:) ends at the first false", "-1-6", "-1-|", until: "^--!") {
      $0.tryPrefix { try throwing($0, at: 9) < 5 }
    },
    OneUpstream("FI-01 filter replaces the demand of what it rejects", "-1-2|", demand: "2", "---2|", asks: "21") {
      $0.filter { $0 % 2 == 0 }
    },
    OneUpstream(
      "FI-02 G7 an error in tryFilter cancels, then fails", "-1-2-3", demand: "2", "---2-#'oops'", asks: "21",
      until: "^----!"
    ) {
      $0.tryFilter { try throwing($0, at: 3) == 2 }
    },
    OneUpstream("FI-03 compactMap drops nil and replaces its demand", "-1-2|", demand: "2", "---'20'|", asks: "21") {
      $0.compactMap { $0 > 1 ? $0 * 10 : nil }
    },
    OneUpstream("FI-04 G7 tryCompactMap", "-1-2-3", demand: "2", "---'two'-#'oops'", asks: "21", until: "^----!") {
      $0.tryCompactMap { try throwing($0, at: 3) == 2 ? "two" : nil }
    },
    OneUpstream(
      "FI-05 removeDuplicates lets the first of equal neighbors through", "-1-1-2-2-1|", demand: "5", "-1---2---1|",
      asks: "5--1---1"
    ) { $0.removeDuplicates() },
    OneUpstream("FI-06 G7 tryRemoveDuplicates", "-1-1-2-3", "-1---2-#'oops'", until: "^------!") {
      $0.tryRemoveDuplicates { try throwing($1, at: 3) == $0 }
    },
    OneUpstream(
      "FI-07 replaceEmpty gives its output after a request if nothing came", "--|", demand: "----1", "----(9|)"
    ) {
      $0.replaceEmpty(with: 9)
    },
    OneUpstream("FI-07 replaceEmpty passes values and their demand through", "-1|", demand: "3", "-1|", asks: "3") {
      $0.replaceEmpty(with: 9)
    },
    OneUpstream("FI-07 a failure passes at once, without the default", "--#", demand: "-", "--#'oops'", asks: "-") {
      $0.replaceEmpty(with: 9)
    },
  ]

  static let reducing = [
    OneUpstream("RE-05 reduce answers at the end", "-1-2-3|", demand: "1", "------('123'|)", asks: "*") {
      $0.reduce("") { "\($0)\($1)" }
    },
    OneUpstream("RE-05 reduce of an empty stream gives the initial value", "--|", "--(7|)") {
      $0.reduce(7) { $0 + $1 }
    },
    OneUpstream(
      "RE-06 G7 an error in tryReduce is delivered without demand", "-1-2-3-4", demand: "-", "-----#'oops'", asks: "*",
      until: "^----!"
    ) {
      $0.tryReduce(0) { $0 + (try throwing($1, at: 3)) }
    },
    OneUpstream("RE-01 collect gathers everything", "-1-2|", demand: "1", "----('[1, 2]'|)", asks: "*") {
      $0.collect()
    },
    OneUpstream("RE-01 a failure drops what collect has gathered", "-1-#", demand: "1", "---#'oops'") { $0.collect() },
    OneUpstream("RE-02 collect(n) asks for n times as many", "-1-2-3|", demand: "3", "---'[1, 2]'--('[3]'|)", asks: "6")
    { $0.collect(2) },
    OneUpstream("RE-02 collect(n) drops a batch at a failure", "-1#", "--#'oops'") { $0.collect(2) },
    OneUpstream("RE-02 collect(n) of nothing gives no batch", "--|", "--|") { $0.collect(2) },
    OneUpstream("RE-04 ignoreOutput keeps the end alone", "-1-2#", demand: "-", "----#'oops'", asks: "*") {
      $0.ignoreOutput()
    },
    OneUpstream("MA-01 count", "-7-7-7|", demand: "1", "------(3|)", asks: "*") { $0.count() },
    OneUpstream("MA-02 max", "-2-3-1|", "------(3|)", asks: "*") { $0.max() },
    OneUpstream("MA-02 min", "-2-1-3|", "------(1|)", asks: "*") { $0.min() },
    // By parity 1 and 3 are the greatest, and equal.
    OneUpstream("MA-02 max(by:), of equal values the earliest", "-2-1-3-4|", "--------(1|)") {
      $0.max { $0 % 2 < $1 % 2 }
    },
    OneUpstream("MA-02 min(by:), of equal values the earliest", "-1-2-4-3|", "--------(2|)") {
      $0.min { $0 % 2 < $1 % 2 }
    },
    OneUpstream("MA-02 tryMax", "-2-1-3-4|", "--------(1|)") { $0.tryMax { try throwing($0, at: 9) % 2 < $1 % 2 } },
    OneUpstream("MA-02 tryMin", "-1-2-4-3|", "--------(2|)") { $0.tryMin { try throwing($0, at: 9) % 2 < $1 % 2 } },
    OneUpstream("MA-02 the extreme of nothing: the end alone", "--|", demand: "-", "--|") { $0.max() },
    OneUpstream("MA-03 G7 tryMax", "-1-2", demand: "-", "---#'oops'", asks: "*", until: "^--!") {
      $0.tryMax { try throwing($0, at: 1) < $1 }
    },
    OneUpstream("MA-03 G7 tryMin", "-2-1", demand: "-", "---#'oops'", until: "^--!") {
      $0.tryMin { try throwing($0, at: 1) < $1 }
    },
  ]

  static let matching = [
    OneUpstream(
      "MA-04 contains decides at the first match and cancels upstream", "-1-2-3", demand: "------1", "------('true'|)",
      asks: "*",
      until: "^--!"
    ) {
      $0.contains(2)
    },
    OneUpstream("MA-04 contains without a match decides at the end", "-1-3|", "----('false'|)") { $0.contains(2) },
    OneUpstream("MA-04 contains(where:)", "-1-2-3", "---('true'|)", until: "^--!") { $0.contains { $0 > 1 } },
    OneUpstream("MA-04 contains(where:) without a match", "-1-2|", "----('false'|)") { $0.contains { $0 > 5 } },
    OneUpstream("MA-04 tryContains", "-1-2-3", "---('true'|)", until: "^--!") {
      $0.tryContains { try throwing($0, at: 9) == 2 }
    },
    OneUpstream("MA-04 G7 tryContains fails", "-9", demand: "-", "-#'oops'", until: "^!") {
      $0.tryContains { try throwing($0, at: 9) == 2 }
    },
    OneUpstream(
      "MA-05 allSatisfy decides at the first failure", "-1-2-3", demand: "------1", "------('false'|)", asks: "*",
      until: "^--!"
    ) {
      $0.allSatisfy { $0 < 2 }
    },
    OneUpstream("MA-05 allSatisfy of all", "-1-2|", "----('true'|)") { $0.allSatisfy { $0 < 5 } },
    OneUpstream("MA-05 allSatisfy of nothing", "--|", "--('true'|)") { $0.allSatisfy { _ in false } },
    OneUpstream("MA-05 tryAllSatisfy", "-1-2-3", "---('false'|)", until: "^--!") {
      $0.tryAllSatisfy { try throwing($0, at: 9) < 2 }
    },
    OneUpstream("MA-05 G7 tryAllSatisfy fails", "-9", demand: "-", "-#'oops'", until: "^!") {
      $0.tryAllSatisfy { try throwing($0, at: 9) < 2 }
    },
    OneUpstream(
      "SQ-01 first takes the first value, though it asks for everything", "-1-2", demand: "----1", "----(1|)",
      asks: "*", until: "^!"
    ) {
      $0.first()
    },
    OneUpstream("SQ-01 first(where:)", "-1-2-3", demand: "-----1", "-----(2|)", asks: "*", until: "^--!") {
      $0.first { $0 > 1 }
    },
    OneUpstream("SQ-01 tryFirst", "-1-2-3", "---(2|)", until: "^--!") { $0.tryFirst { try throwing($0, at: 9) > 1 } },
    OneUpstream("SQ-01 G7 tryFirst fails", "-9", demand: "-", "-#'oops'", until: "^!") {
      $0.tryFirst { try throwing($0, at: 9) > 1 }
    },
    OneUpstream("SQ-01 first of nothing: the end alone, at once", "--|", demand: "-", "--|") { $0.first() },
    OneUpstream("SQ-01 first(where:) without a match", "-1|", demand: "-", "--|") { $0.first { $0 > 1 } },
    OneUpstream("SQ-01 tryFirst without a match", "-1|", demand: "-", "--|") { $0.tryFirst { $0 > 1 } },
    OneUpstream("SQ-02 last takes the last value at the end", "-1-2-3|", demand: "1", "------(3|)", asks: "*") {
      $0.last()
    },
    OneUpstream("SQ-02 last waits for a request", "-1-2|", demand: "------1", "------(2|)", asks: "*") { $0.last() },
    OneUpstream("SQ-02 last(where:)", "-1-2-3|", "------(2|)", asks: "*") { $0.last { $0 < 3 } },
    OneUpstream("SQ-02 tryLast", "-1-2|", "----(1|)") { $0.tryLast { try throwing($0, at: 9) < 2 } },
    OneUpstream("SQ-02 G7 tryLast fails", "-1-9", demand: "-", "---#'oops'", until: "^--!") {
      $0.tryLast { try throwing($0, at: 9) < 2 }
    },
    OneUpstream("SQ-02 last of nothing: the end alone, at once", "--|", demand: "-", "--|") { $0.last() },
    OneUpstream("SQ-02 last(where:) without a match", "-1|", demand: "-", "--|") { $0.last { $0 > 1 } },
    OneUpstream("SQ-02 tryLast without a match", "-1|", demand: "-", "--|") { $0.tryLast { $0 > 1 } },
  ]
}
