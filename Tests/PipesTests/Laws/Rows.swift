import Pipes

extension Row {
  /// Every operator, by family.
  static let all = [
    transforming, filtering, sequence, reducing, matching, failing, combining, flattening, sharing, timing, others,
    beyond,
  ].flatMap { $0 }

  private static let traps = "ER-01: a failure stops the program"

  @RowBuilder static var transforming: [Row] {
    Row("map", "TR-01", .forwarder) { $0.map { $0 } }
    Row("map(keyPath)", "TR-03", .forwarder) { $0.map(\.self) }
    Row("tryMap", "TR-02", .relay) { $0.tryMap { $0 } }
    Row("scan", "TR-05", .forwarder, answer: "1 3 6 |", failure: "1 3 #oops") { $0.scan(0, +) }
    Row("tryScan", "TR-06", .relay, answer: "1 3 6 |", failure: "1 3 #oops") { $0.tryScan(0, +) }
    Row("setFailureType", "TR-07", .forwarder, exempt: [.failure: traps]) {
      $0.assertNoFailure().setFailureType(to: Oops.self)
    }
    Row("flatMap", "TR-08", .special, zero: .reported) { $0.flatMap { Just($0).setFailureType(to: Oops.self) } }
    Row("flatMap one at a time", "TR-08", .special, zero: .reported) { $0.flatMap(maxPublishers: .max(1)) { Just($0) } }
    Row("switchToLatest", "TR-09", .special, zero: .reported, loses: true) {
      $0.map { Just($0).setFailureType(to: Oops.self) }.switchToLatest()
    }
    Row("eraseToAnyPublisher", "TE-01", .forwarder) { $0.eraseToAnyPublisher() }
    Row("encode", "CD-01", .relay) { $0.encode(encoder: Echo()) }
    Row("decode", "CD-02", .relay) { $0.decode(type: Int.self, decoder: Echo()) }
  }

  @RowBuilder static var filtering: [Row] {
    Row("filter", "FI-01", .forwarder) { $0.filter { _ in true } }
    Row("tryFilter", "FI-02", .relay, zero: .reported) { $0.tryFilter { _ in true } }
    Row("compactMap", "FI-03", .forwarder) { $0.compactMap { $0 } }
    Row("tryCompactMap", "FI-04", .relay, zero: .reported) { $0.tryCompactMap { $0 } }
    Row("removeDuplicates", "FI-05", .relay, zero: .reported) { $0.removeDuplicates() }
    Row("tryRemoveDuplicates", "FI-06", .relay, zero: .reported) { $0.tryRemoveDuplicates { $0 == $1 } }
    Row("replaceEmpty", "FI-07", .special, empty: "9 |", zero: .reported) { $0.replaceEmpty(with: 9) }
  }

  @RowBuilder static var sequence: [Row] {
    Row(
      "dropFirst", "SQ-03", .special, zero: .reported,
      exempt: [.silentAfterEnd: "SQ-03: values after completion still forwarded", .earlyValue: "SQ-03: a weak guard"]
    ) { $0.dropFirst(0) }
    Row("drop(while:)", "SQ-04", .relay, zero: .reported) { $0.drop { _ in false } }
    Row("tryDrop(while:)", "SQ-04", .relay, zero: .reported) { $0.tryDrop { _ in false } }
    Row("drop(untilOutputFrom:)", "SQ-05", .special) { $0.drop(untilOutputFrom: one) }
    Row("prefix", "SQ-06", .relay) { $0.prefix(100) }
    Row("output(in:)", "SQ-06", .relay) { $0.output(in: 0...) }
    Row("prefix(while:)", "SQ-07", .relay, zero: .reported) { $0.prefix { _ in true } }
    Row("tryPrefix(while:)", "SQ-07", .relay, zero: .reported) { $0.tryPrefix { _ in true } }
    Row("prefix(untilOutputFrom:)", "SQ-08", .special) {
      $0.prefix(untilOutputFrom: Empty<Int, Never>(completeImmediately: false))
    }
    Row("append", "SQ-09", .special) { $0.append(done) }
    Row("prepend", "SQ-09", .special) { $0.prepend(done) }
  }

  @RowBuilder static var reducing: [Row] {
    Row("reduce", "RE-05", .reducer, answer: "6 |", empty: "0 |") { $0.reduce(0, +) }
    Row("tryReduce", "RE-06", .reducer, answer: "6 |", empty: "0 |") { $0.tryReduce(0, +) }
    Row("count", "MA-01", .reducer, answer: "3 |", empty: "0 |") { $0.count() }
    Row("collect", "RE-01", .reducer, answer: "[1,2,3] |", empty: "[] |") { $0.collect() }
    Row("collect(1)", "RE-02", .special, answer: "[1] [2] [3] |", failure: "[1] [2] #oops", zero: .reported) {
      $0.collect(1)
    }
    Row(
      "ignoreOutput", "RE-04", .forwarder, answer: "|", failure: "#oops",
      exempt: [.sameSubscription: "RE-04: then upstream gets a request", .sameDemand: "RE-04: values ret 0"]
    ) { $0.ignoreOutput() }
    Row("max", "MA-02", .reducer, answer: "3 |") { $0.max() }
    Row("min", "MA-02", .reducer, answer: "1 |") { $0.min() }
    Row("max(by:)", "MA-02", .reducer, answer: "1 |") { $0.max { $0 > $1 } }
    Row("min(by:)", "MA-02", .reducer, answer: "3 |") { $0.min { $0 > $1 } }
    Row("tryMax", "MA-03", .reducer, answer: "3 |") { $0.tryMax { $0 < $1 } }
    Row("tryMin", "MA-03", .reducer, answer: "1 |") { $0.tryMin { $0 < $1 } }
  }

  @RowBuilder static var matching: [Row] {
    Row("contains", "MA-04", .reducer, answer: "false |", empty: "false |") { $0.contains(9) }
    Row("contains(where:)", "MA-04", .reducer, answer: "false |", empty: "false |") { $0.contains { $0 > 9 } }
    Row("tryContains(where:)", "MA-04", .reducer, answer: "false |", empty: "false |") { $0.tryContains { $0 > 9 } }
    Row("contains, found", "MA-04", .reducer, answer: "true |", failure: "true |", empty: "false |") { $0.contains(2) }
    Row("allSatisfy", "MA-05", .reducer, answer: "true |", empty: "true |") { $0.allSatisfy { $0 < 9 } }
    Row("tryAllSatisfy", "MA-05", .reducer, answer: "true |", empty: "true |") { $0.tryAllSatisfy { $0 < 9 } }
    Row("allSatisfy, refuted", "MA-05", .reducer, answer: "false |", failure: "false |", empty: "true |") {
      $0.allSatisfy { $0 < 2 }
    }
    Row("first", "SQ-01", .reducer, answer: "1 |", failure: "1 |") { $0.first() }
    Row("first(where:)", "SQ-01", .reducer, answer: "2 |", failure: "2 |") { $0.first { $0 > 1 } }
    Row("tryFirst(where:)", "SQ-01", .reducer, answer: "2 |", failure: "2 |") { $0.tryFirst { $0 > 1 } }
    Row("last", "SQ-02", .reducer, answer: "3 |") { $0.last() }
    Row("last(where:)", "SQ-02", .reducer, answer: "2 |") { $0.last { $0 < 3 } }
    Row("tryLast(where:)", "SQ-02", .reducer, answer: "2 |") { $0.tryLast { $0 < 3 } }
  }

  @RowBuilder static var failing: [Row] {
    Row("assertNoFailure", "ER-01", .forwarder, exempt: [.failure: traps]) { $0.assertNoFailure() }
    Row("catch", "ER-02", .special, failure: "1 2 9 |", zero: .reported) { $0.catch { _ in Just(9) } }
    Row("tryCatch", "ER-03", .special, failure: "1 2 9 |", zero: .reported) {
      $0.tryCatch { _ in Just(9).setFailureType(to: Oops.self) }
    }
    Row("mapError", "ER-04", .forwarder) { $0.mapError { $0 } }
    Row("replaceError", "ER-05", .relay, failure: "1 2 9 |", zero: .reported) { $0.replaceError(with: 9) }
    Row("retry", "ER-06", .special) { $0.retry(0) }
  }
}

/// A coder that leaves things as they are.
struct Echo: TopLevelEncoder, TopLevelDecoder {
  func encode<T: Encodable>(_ value: T) throws -> String { "\(value)" }
  func decode<T: Decodable>(_ type: T.Type, from input: Int) throws -> T {
    guard let value = input as? T else { throw Oops.other }
    return value
  }
}
