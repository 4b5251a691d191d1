import Pipes

extension Row {
  private static let dropsFirst = "section 20: the first value makes no pair"

  /// Operators that Combine does not have.
  static let beyond = [pairing, mapping].flatMap { $0 }

  @RowBuilder static var pairing: [Row] {
    Row("withLatestFrom", "section 20", .special, zero: .reported) { $0.withLatestFrom(one) { value, _ in value } }
    Row("withLatestFrom two", "section 20", .special, zero: .reported) { $0.withLatestFrom(one, one) { value, _, _ in value } }
    Row(
      "pairwise", "section 20", .forwarder, answer: "(1,2) (2,3) |", failure: "(1,2) #oops",
      exempt: [.sameDemand: dropsFirst, .reentrantSend: dropsFirst]
    ) { $0.pairwise() }
    Row("race", "section 20", .special, zero: .reported) { $0.race(with: Empty(completeImmediately: false)) }
    Row("race of one", "section 20", .special, zero: .reported) { [$0].race() }
  }

  @RowBuilder static var mapping: [Row] {
    Row("switchMap", "section 20", .special, zero: .reported, loses: true) { $0.switchMap { Just($0).setFailureType(to: Oops.self) } }
    Row("concatMap", "section 20", .special, zero: .reported) { $0.concatMap { Just($0).setFailureType(to: Oops.self) } }
    Row("mergeMap", "section 20", .special, zero: .reported) { $0.mergeMap(concurrency: 2) { Just($0).setFailureType(to: Oops.self) } }
    Row(
      "exhaustMap", "section 20", .special, zero: .reported, loses: true,
      exempt: [.reentrantSend: "section 20: values are ignored while a child is alive, and it is while its value is received"]
    ) {
      $0.exhaustMap { Just($0).setFailureType(to: Oops.self) }
    }
  }
}
