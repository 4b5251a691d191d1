import Pipes

extension Row {
  /// Operators on several upstreams. All but the first, which the trial drives, are silent or give one value, as the law needs.
  static let combining: [Row] = [
    Row("merge", "CO-02", .special, zero: .reported) { $0.merge(with: done) },
    Row("zip", "CO-03", .special, zero: .reported) { $0.zip(numbers) { a, _ in a } },
    Row("combineLatest", "CO-01", .special, zero: .reported) { one.combineLatest($0) { _, b in b } },
  ]
  private static var done: Empty<Int, Oops> { Empty() }
  private static var numbers: Publishers.Sequence<ClosedRange<Int>, Oops> { Publishers.Sequence(sequence: 1...100) }
  private static var one: Publishers.Sequence<[Int], Oops> { Publishers.Sequence(sequence: [0]) }
}
