import Pipes

extension Row {
  /// Operators on several upstreams. All but the one the trial drives are silent or give what the law needs.
  @RowBuilder static var combining: [Row] {
    Row("merge", "CO-02", .special, zero: .reported) { $0.merge(with: done) }
    Row("MergeMany", "CO-02", .special, zero: .reported) { Publishers.MergeMany($0) }
    Row("zip", "CO-03", .special, zero: .reported) { $0.zip(numbers) { a, _ in a } }
    Row("zip of three", "CO-03", .special, zero: .reported) { numbers.zip($0, numbers) { _, b, _ in b } }
    Row("combineLatest", "CO-01", .special, zero: .reported, exempt: [.endsWithoutDemand: othersWait]) {
      one.combineLatest($0) { _, b in b }
    }
    Row("combineLatest of four", "CO-01", .special, zero: .reported, exempt: [.endsWithoutDemand: othersWait]) {
      one.combineLatest(one, one, $0) { _, _, _, d in d }
    }
  }
  static let othersWait = "CO-01: the other publishers finish after their values, for which there is no demand"
  static var done: Empty<Int, Oops> { Empty() }
  static var numbers: Publishers.Sequence<ClosedRange<Int>, Oops> { Publishers.Sequence(sequence: 1...100) }
  static var one: Publishers.Sequence<[Int], Oops> { Publishers.Sequence(sequence: [0]) }

  private static let open = "DB-03: later events are forwarded, silently"
  @RowBuilder static var others: [Row] {
    Row("print", "DB-01", .relay) { $0.print("", to: Nowhere()) }
    Row("breakpoint", "DB-02", .forwarder) { $0.breakpoint() }
    Row(
      "handleEvents", "DB-03", .relay,
      exempt: [
        .silentAfterEnd: open, .silentAfterCancel: open, .cancelsOnce: open, .reentrantCancel: open, .earlyValue: open,
        .oneSubscription: open,
      ]
    ) { $0.handleEvents() }
  }
}

/// Takes text and forgets it.
struct Nowhere: TextOutputStream {
  mutating func write(_ string: String) {}
}
