import Pipes

extension Row {
  /// Every operator, by family.
  static let all = transforming + filtering + reducing + failing + combining + flattening + sharing + timing

  static let transforming: [Row] = [
    Row("map", "TR-01", .forwarder) { $0.map { $0 } },
    Row("tryMap", "TR-02", .relay) { $0.tryMap { $0 } },
    Row("scan", "TR-05", .forwarder, answer: "1 3 6 |", failure: "1 3 #oops") { $0.scan(0, +) },
    Row("eraseToAnyPublisher", "TE-01", .forwarder) { $0.eraseToAnyPublisher() },
  ]

  static let filtering: [Row] = [
    Row("filter", "FI-01", .forwarder) { $0.filter { _ in true } },
    Row("compactMap", "FI-03", .forwarder) { $0.compactMap { $0 } },
    Row("removeDuplicates", "FI-05", .relay, zero: .reported) { $0.removeDuplicates() },
    Row(
      "dropFirst", "SQ-03", .special, zero: .reported,
      exempt: [.silentAfterEnd: "SQ-03: values after completion still forwarded", .earlyValue: "SQ-03: a weak guard"]
    ) { $0.dropFirst(0) },
    Row("prefix", "SQ-06", .relay) { $0.prefix(100) },
    Row("output(in:)", "SQ-06", .relay) { $0.output(in: 0...) },
    Row("prefix(while:)", "SQ-07", .relay, zero: .reported) { $0.prefix { _ in true } },
  ]

  static let reducing: [Row] = [
    Row("reduce", "RE-05", .reducer, answer: "6 |", empty: "0 |") { $0.reduce(0, +) },
    Row("count", "MA-01", .reducer, answer: "3 |", empty: "0 |") { $0.count() },
  ]

  static let failing: [Row] = [
    Row("catch", "ER-02", .special, failure: "1 2 9 |", zero: .reported) { $0.catch { _ in Just(9) } },
    Row("retry", "ER-06", .special, failure: "1 2 #oops") { $0.retry(0) },
  ]
}
